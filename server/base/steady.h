/* Server time: it goes forward with the machine's clock while the server runs, and
 * stops while the server stands still (a paused process or virtual machine, a host that
 * swaps, a slow disk).  Clocks and deadlines are in it, so nobody pays for time in which
 * nobody could be heard.  Pure.
 *
 * A server that stands still cannot notice it before it runs again.  It sees then that
 * more time has passed than it wanted to sleep, or than work may take.  So whoever sleeps
 * while somebody's time runs sleeps in short naps: what a nap hides is lost to that
 * player, at most the nap and STEADY_LATE_MS. */
#ifndef ALEA_SERVER_BASE_STEADY_H
#define ALEA_SERVER_BASE_STEADY_H

#include <stdint.h>

/* Between two looks at the clock server time goes forward by the sleep that was meant
 * and this at most, in ms.  Less would call the ordinary lateness of a busy machine a
 * standstill, and clocks would run slow on it.  And it is what a turn of the loop counts
 * at most, however long it takes: somebody who keeps the server busy to gain time gains
 * it for both sides, and time still goes forward in each turn. */
#define STEADY_LATE_MS 50

struct steady {
    uint64_t now_ms;   /* server time */
    uint64_t clock_ms; /* the machine's clock at the last look */
    uint64_t most_ms;  /* it may go forward by so much until the next */
};

/* Begins: server time is the machine's. */
void steady_begin(struct steady *steady, uint64_t clock_ms);
/* Looks at the clock.  Returns for how long the server has stood still, in ms. */
uint64_t steady_look(struct steady *steady, uint64_t clock_ms);
/* From now until the next look the server means to sleep for so long, in ms; UINT64_MAX:
 * until something comes, and nobody's time runs. */
void steady_sleep(struct steady *steady, uint64_t ms);

#endif
