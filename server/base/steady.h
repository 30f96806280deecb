/* Server time: advances with the machine's clock while the server runs, and stops while
 * it stands still (a paused process or virtual machine, a host that swaps, a slow disk).
 * Clocks and deadlines use it, so players do not lose time while the server cannot hear
 * them.  Pure.
 *
 * A server notices a standstill only afterwards, when more time has passed than it meant
 * to sleep, or than work may take.  So while a clock runs it sleeps in short naps: a
 * standstill costs the player at most one nap and STEADY_LATE_MS. */
#ifndef ALEA_SERVER_BASE_STEADY_H
#define ALEA_SERVER_BASE_STEADY_H

#include <stdint.h>

/* Between two looks at the clock, server time advances at most by the intended sleep plus
 * this, in ms.  With less, the usual delays of a busy machine would count as standstills,
 * and clocks would run slow.  A turn of the loop counts at most this, however long it
 * takes.  So a player who keeps the server busy to gain time gains it for both sides, and
 * time still advances in each turn. */
#define STEADY_LATE_MS 50

struct steady {
    uint64_t now_ms;   /* server time */
    uint64_t clock_ms; /* the machine's clock at the last look */
    uint64_t most_ms;  /* how far it may advance until the next look */
};

/* Starts server time at the machine's clock. */
void steady_begin(struct steady *steady, uint64_t clock_ms);
/* Looks at the clock.  Returns how long the server stood still, in ms. */
uint64_t steady_look(struct steady *steady, uint64_t clock_ms);
/* Call this before sleeping.  ms is the intended time; UINT64_MAX: until something
 * arrives, because no clock runs. */
void steady_sleep(struct steady *steady, uint64_t ms);

#endif
