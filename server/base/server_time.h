/* Server time: advances with the machine's clock while the server runs, and stops while
 * it is paused (its process or virtual machine is, the host swaps, the disk is slow).
 * Clocks and deadlines use it, so players do not lose time while the server cannot hear
 * them.  Pure.
 *
 * A server notices a pause only afterwards, when more time has passed than it meant
 * to sleep, or than work may take.  So while a clock runs it sleeps for short times: a
 * pause costs the player at most one such sleep and SERVER_TIME_LATE_MS. */
#ifndef ALEA_SERVER_BASE_SERVER_TIME_H
#define ALEA_SERVER_BASE_SERVER_TIME_H

#include <stdint.h>

/* Between two looks at the clock, server time advances at most by the intended sleep plus
 * this, in ms.  With less, the usual delays of a busy machine would count as pauses,
 * and clocks would run slow.  A turn of the loop counts at most this, however long it
 * takes.  So a player who keeps the server busy to gain time gains it for both sides, and
 * time still advances in each turn. */
#define SERVER_TIME_LATE_MS 50

struct server_time {
    uint64_t now_ms;   /* server time */
    uint64_t clock_ms; /* the machine's clock at the last look */
    uint64_t most_ms;  /* how far it may advance until the next look */
};

/* Starts server time at the machine's clock. */
void server_time_begin(struct server_time *time, uint64_t clock_ms);
/* Looks at the clock.  Returns how long the server was paused, in ms. */
uint64_t server_time_look(struct server_time *time, uint64_t clock_ms);
/* Call this before sleeping.  ms is the intended time; UINT64_MAX: until something
 * arrives, because no clock runs. */
void server_time_sleep(struct server_time *time, uint64_t ms);

/* Time since boot, in ms, which also counts while the process is stopped or the machine
 * is suspended. */
uint64_t boot_clock_ms(void);

#endif
