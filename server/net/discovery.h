/* Finding servers on the LAN: the sockets that receive queries and send answers, as
 * responder.h decides.  Never blocks: an answer that cannot be sent at once is dropped.
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

/* Receives queries on the UDP ports with the numbers of these listeners, those for
 * browsers and fronts excepted.  A port that
 * cannot be opened is logged and skipped.  Copies config, borrows what it points to.
 * Returns owned. */
struct discovery *discovery_new(uv_loop_t *loop, const struct discovery_config *config,
                                const struct listeners *listeners);
/* Closes the sockets; the loop must run again before discovery_free. */
void discovery_close(struct discovery *discovery);
/* Does nothing with NULL. */
void discovery_free(struct discovery *discovery);

#endif
