/* The event loop: listeners, connections, signals, deadlines, and the one place, at the
 * end of a turn, where everything is committed and then sent. */
#ifndef ALEA_SERVER_NET_LOOP_H
#define ALEA_SERVER_NET_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "server/base/address.h"
#include "server/bus/nats.h"
#include "server/conn/tls.h"
#include "server/hub/hub.h"
#include "server/net/endpoint.h"
#include "server/web/web.h"

/* With LOOP_CROWD connections or more, after a commit the next turn gathers what comes
 * for LOOP_GATHER_MS before it is committed, so that moves which come one by one share a
 * commit and a sync.  The loop goes on meanwhile. */
#define LOOP_CROWD     256
#define LOOP_GATHER_MS 3

/* When this many messages wait, as when everybody comes back after a restart, they are
 * committed and sent before more is read.  Otherwise short-lived messages for everybody
 * would fragment the heap; a commit costs less than that. */
#define LOOP_OUTBOX_MAX 1024

/* While a clock runs the loop sleeps at most this long, in ms, to notice when the process
 * stands still, as server time stops then (steady.h).  A standstill costs a player at
 * most this and STEADY_LATE_MS together.  Twenty wake-ups a second are 0.1 % of a core;
 * without clocks there are none. */
#define LOOP_NAP_MS 50
/* Without clocks it sleeps at most this part of the time until the next deadline: a
 * standstill takes no more of it. */
#define LOOP_NAP_PART 16
/* When a deadline has come the loop first polls until nothing more comes, at most this
 * many times. */
#define LOOP_POLLS_MAX 16
/* A standstill of at least this many ms is logged. */
#define LOOP_STANDSTILL_LOG_MS 1000

struct loop;

/* Makes libuv end the program when it is out of memory (mem.h).  Call it once, before
 * anything else here. */
void loop_use_memory(void);
/* Creates a loop that listens on n endpoints (bound.h).  Borrows config and store, which
 * must outlive it.  Returns owned; NULL with a fault: one could not be opened. */
struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]);
/* The certificate of listeners with TLS: call it before adding them.  Borrows context,
 * which must outlive the loop. */
void loop_use_tls(struct loop *loop, struct tls_context *context);
/* Which pages may open WebSockets: call it before adding listeners with LISTENER_WEB.
 * Copies site, and borrows what it points to. */
void loop_serve_site(struct loop *loop, const struct web_site *site);
/* From these networks come proxies, who say for whom.  Borrows them. */
void loop_trust_proxies(struct loop *loop, const struct network *proxy, size_t n);
/* Listens on n more endpoints of a kind (endpoint.h).  False with a fault: one could not
 * be opened; then you can only free the loop. */
bool loop_listen(struct loop *loop, unsigned kind, const char *const *endpoint, size_t n,
                 char fault[static FAULT_BYTES]);
/* Writes where listener i listens, "127.0.0.1:2532", in the order in which they were
 * added.  False: there are fewer. */
bool loop_endpoint(const struct loop *loop, size_t i, char text[static ENDPOINT_BYTES]);
/* The kind of listener i (endpoint.h). */
unsigned loop_endpoint_kind(const struct loop *loop, size_t i);
/* Answers alea find from now on, on the UDP ports with the numbers of the listeners.  A
 * port that cannot be opened is logged.  Borrows config, the one of loop_new. */
void loop_discover(struct loop *loop, const struct hub_config *config);
/* Serves metrics to Prometheus at this endpoint from now on.  False with a fault: it
 * cannot be opened. */
bool loop_give_metrics(struct loop *loop, const char *endpoint,
                       char fault[static FAULT_BYTES]);
/* Writes address i at which it does.  False: there are fewer. */
bool loop_metrics_endpoint(const struct loop *loop, size_t i,
                           char text[static ENDPOINT_BYTES]);
/* A node of a cluster. */
struct loop_bus_config {
    int slot; /* as the node has joined */
    uint64_t epoch;
    const uint8_t *key; /* BUS_KEY_BYTES */
    struct nats_login login;
    /* Tells the hub what to publish with; called once. */
    void (*join)(struct hub *hub, const struct bus *bus);
    const struct bus_ops *ops; /* what the others say; their owner is the hub */
};
/* Opens the bus of a node, right after loop_new; borrows ops.  False with a fault: no
 * library, or a file is wrong; then you can only free the loop.  While its servers cannot
 * be reached the node goes on without the others. */
bool loop_open_bus(struct loop *loop, const struct loop_bus_config *config,
                   char fault[static FAULT_BYTES]);
/* Callbacks of signals, called from inside the loop with arg. */
struct loop_hooks {
    void (*on_stop)(void *arg);   /* the loop is stopping: no new connections */
    void (*on_hangup)(void *arg); /* SIGHUP: read files again */
    void *arg;
};
/* Stops the loop cleanly on SIGINT and SIGTERM, and at once on a second one.  Borrows
 * hooks, which must outlive the loop. */
void loop_catch_signals(struct loop *loop, const struct loop_hooks *hooks);
/* Runs until loop_stop. */
void loop_run(struct loop *loop);
/* Runs one turn that does not wait; for tests.  False: nothing is left to do. */
bool loop_step(struct loop *loop);
/* Says goodbye to everybody; loop_run returns when all connections are closed. */
void loop_stop(struct loop *loop);
/* Frees everything.  loop_run must have returned, or never have been called. */
void loop_free(struct loop *loop);
/* The number of connections, those being closed included. */
size_t loop_n_conns(const struct loop *loop);
/* Borrowed. */
struct hub *loop_hub(struct loop *loop);

#endif
