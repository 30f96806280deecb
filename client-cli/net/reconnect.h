/* When to reconnect after a connection is lost: soon, then less and less often.  The
 * caller passes time and randomness. */
#ifndef ALEA_CLIENT_NET_RECONNECT_H
#define ALEA_CLIENT_NET_RECONNECT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/text.h"

/* Longest delay before the first try, and before any.  It doubles with each try. */
#define RECONNECT_FIRST_MS 500
#define RECONNECT_MOST_MS  60000
/* After a connection that lasted this long, delays start from the first again.  After a
 * shorter one, they start at RECONNECT_SHAKY_TRY (4 s) at most: the server is there, and
 * players who are away too long lose. */
#define RECONNECT_STEADY_MS 10000
#define RECONNECT_SHAKY_TRY 3

struct reconnect {
    unsigned n_tries; /* tries that failed or led to a short connection */
    uint64_t back_ms; /* when the server last accepted us; UINT64_MAX: not since the
                       * connection was lost */
    uint64_t due_ms;  /* when to try next */
};

/* The delay before try n, from 0.  random: any number; it shortens the delay by up to
 * half, so the clients of a restarted server do not all connect at once. */
uint32_t reconnect_delay_ms(unsigned n, uint32_t random);
/* Starts without a lost connection. */
void reconnect_init(struct reconnect *reconnect);
/* Call when the server has accepted us. */
void reconnect_is_back(struct reconnect *reconnect, uint64_t now_ms);
/* Sets due_ms.  Call it when the connection is lost, and after a failed try.  Returns the
 * time until due_ms. */
uint32_t reconnect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t random);
/* For messages: "trying again at once", "trying again in 3 s". */
void reconnect_write(uint32_t delay_ms, struct text_out *out);

#endif
