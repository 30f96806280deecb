/* The door: all that a process with clients has besides them.  It listens, and takes what
 * comes as far as a client: the header of a proxy, TLS, the page for browsers; what a
 * client is, its owner knows.  It gives metrics, answers alea find, and catches signals.
 */
#ifndef ALEA_SERVER_NET_DOOR_H
#define ALEA_SERVER_NET_DOOR_H

#include "server/base/slots.h"
#include "server/conn/conn.h"
#include "server/limits/limits.h"
#include "server/net/listener.h"

struct door_ops {
    /* A connection was accepted.  NULL: does nothing. */
    void (*accepted)(void *owner);
    /* It is from a front, perhaps; takes fd.  False: it cannot be served.  NULL: nobody
     * listens for fronts. */
    bool (*add_front)(void *owner, int fd);
    /* Counts a connection whose proxy has not named its client yet.  False: refused. */
    bool (*add_pending)(void *owner);
    void (*remove_pending)(void *owner);
    /* Counts a browser without a WebSocket.  Borrowed; NULL: refused. */
    struct address_counts *(*add_visitor)(void *owner, const char *address);
    void (*remove_visitor)(void *owner, struct address_counts *visitor); /* may be NULL */
    /* The connection has become a client's, from this address. */
    void (*add_client)(void *owner, struct conn *conn, const char *address);
    /* Whether a held connection waits for something else than its turn: who lets it wait
     * releases it. */
    bool (*is_waiting)(void *owner, const struct conn *conn);
    /* Says goodbye to everybody; the loop ends when all are gone.  Calls door_close. */
    void (*stop)(void *owner);
    /* Borrowed until the next call. */
    const struct metrics *(*measure)(void *owner);
    size_t (*n_players)(void *owner);
};

/* Called from inside the loop with arg. */
struct signal_hooks {
    void (*on_stop)(void *arg);   /* it is stopping: no new connections */
    void (*on_hangup)(void *arg); /* SIGHUP: read files again */
    void *arg;
};

#define DOOR_SIGNALS 3

struct door {
    struct conn_shared shared; /* must be first, to cast to the door */
    const struct door_ops *ops;
    uv_loop_t *uv;
    const struct log *log;       /* borrowed */
    struct listeners *listeners; /* owned */
    struct tls_context *context; /* borrowed; NULL: no TLS */
    struct web_site site;
    const struct network *proxy; /* borrowed */
    size_t n_proxies;
    bool proxy_fails;    /* the last PROXY header was invalid; already logged */
    bool is_shared;      /* as in struct listeners_config */
    struct slots conns;  /* id -> struct conn */
    uv_idle_t next_turn; /* active: the loop does not sleep */
    struct yielding {
        uint64_t *conn;       /* owned; ids of connections that yield, oldest first */
        size_t first, n, cap; /* from first to n - 1 */
    } yielding;
    bool is_stopping;            /* set by the owner */
    struct discovery *discovery; /* owned; NULL: off */
    struct scrape *scrape;       /* owned; NULL: off */
    uv_signal_t signal[DOOR_SIGNALS];
    const struct signal_hooks *hooks; /* borrowed; NULL: no signal is caught */
};

/* Prepares a zeroed door, whose ops, is_shared, shared.ops and shared.owner are set. */
void door_init(struct door *door, uv_loop_t *uv, const struct limits *limits,
               const struct log *log);
/* Listens on n more endpoints of a kind (endpoint.h).  False with a fault: one could not
 * be opened. */
bool door_listen(struct door *door, unsigned kind, const char *const *endpoint, size_t n,
                 char fault[static FAULT_BYTES]);
/* Serves metrics to Prometheus at this endpoint from now on.  False with a fault: it
 * cannot be opened. */
bool door_give_metrics(struct door *door, const char *endpoint,
                       char fault[static FAULT_BYTES]);
/* Answers alea find from now on, on the UDP ports with the numbers of the listeners.  A
 * port that cannot be opened is logged.  Borrows title and boot. */
void door_discover(struct door *door, const struct limits *limits, const char *title,
                   const char *boot);
/* SIGINT and SIGTERM stop the process cleanly; a second one stops it at once.  Borrows
 * hooks, which must outlive the door. */
void door_catch_signals(struct door *door, const struct signal_hooks *hooks);
/* Whether one of them can go on in the next turn. */
bool door_has_work(const struct door *door);
/* Call it at the end of each turn.  is_awake: another turn follows at once, in which they
 * go on. */
void door_plan_turn(struct door *door, bool is_awake);
/* Stops as at a first signal. */
void door_stop(struct door *door);
/* Runs until it is stopped. */
void door_run(struct door *door);
/* Closes the listeners, metrics, answers to alea find, and all connections that are not
 * clients yet. */
void door_close(struct door *door);
/* Closes the rest but the clients' connections; the loop must run again before
 * door_fini. */
void door_end(struct door *door);
/* Frees it; all connections are closed. */
void door_fini(struct door *door);

/* For the owner's struct conn_ops.  door_yield lets any held connection continue in a
 * later turn, after those already in the queue. */
void door_yield(struct conn *conn);
void door_proxied(struct conn *conn, const char *address);
void door_not_proxied(struct conn *conn, const char *why);
void door_opened(struct conn *conn);
/* The first thing that closed does. */
void door_forget(struct conn *conn);

#endif
