/* When to try again after a connection is lost: soon, then less and less often.  Time and
 * randomness are given to it. */
#ifndef ALEA_CLIENT_NET_RECONNECT_H
#define ALEA_CLIENT_NET_RECONNECT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/text.h"

/* Longest time before the first try, doubled for each further one, and the most. */
#define RECONNECT_FIRST_MS 500
#define RECONNECT_MOST_MS  60000
/* A connection that has lasted so long was a good one: the next loss begins anew.  After
 * shorter ones no try is taken to be later than this one (at most 4 s): the server is
 * there, and who is away too long loses the game. */
#define RECONNECT_STEADY_MS 10000
#define RECONNECT_SHAKY_TRY 3

struct reconnect {
    unsigned n_tries; /* in vain, or on a shaky line */
    uint64_t back_ms; /* when the server last took us in; UINT64_MAX: not since a loss */
    uint64_t due_ms;  /* when to try */
};

/* The time before try n (the first is 0).  random: any number; it takes up to a half off,
 * so that many clients of a server that was away do not all come at once. */
uint32_t reconnect_delay_ms(unsigned n, uint32_t random);
/* No connection was lost yet. */
void reconnect_init(struct reconnect *reconnect);
/* Call when the server has taken us in. */
void reconnect_is_back(struct reconnect *reconnect, uint64_t now_ms);
/* Call when the connection is lost, and when a try was in vain: sets due_ms.  Returns the
 * time until then. */
uint32_t reconnect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t random);
/* For people: "trying again at once", "trying again in 3 s". */
void reconnect_write(uint32_t delay_ms, struct text_out *out);

#endif
