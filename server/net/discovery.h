/* The sockets of what server/net/responder.h decides: hears who looks for servers on the
 * LAN, and answers.  Never holds the server up: an answer that cannot be sent at once is
 * not.
 */
#ifndef ALEA_SERVER_NET_DISCOVERY_H
#define ALEA_SERVER_NET_DISCOVERY_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "server/base/log.h"
#include "server/net/listener.h"

struct discovery;

struct discovery_config {
    const struct log *log;
    const char *title;
    int64_t finds_burst, finds_per_s; /* as in struct limits */
    const char *boot;                 /* discovery_is_id */
    size_t (*n_players)(void *owner); /* asked for each answer */
    void *owner;
};

/* Hears on the UDP ports with the numbers of these listeners, wherever they can be
 * reached from.  A port that cannot be had is logged, and done without.  Copies config,
 * borrows what it points to.  Returns owned. */
struct discovery *discovery_new(uv_loop_t *loop, const struct discovery_config *config,
                                const struct listeners *listeners);
/* Closes the sockets; the loop must run once more before discovery_free. */
void discovery_close(struct discovery *discovery);
/* NULL is fine. */
void discovery_free(struct discovery *discovery);

#endif
