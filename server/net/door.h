/* The door: listens, and takes what comes as far as a client: the header of a proxy, TLS,
 * the page for browsers.  What a client is, its owner knows. */
#ifndef ALEA_SERVER_NET_DOOR_H
#define ALEA_SERVER_NET_DOOR_H

#include "server/base/slots.h"
#include "server/conn/conn.h"
#include "server/limits/limits.h"
#include "server/net/listener.h"

struct door_ops {
    /* Counts a connection whose proxy has not named its client yet.  False: refused. */
    bool (*add_pending)(void *owner);
    void (*remove_pending)(void *owner);
    /* Counts a browser without a WebSocket.  Borrowed; NULL: refused. */
    struct address_counts *(*add_visitor)(void *owner, const char *address);
    void (*remove_visitor)(void *owner, struct address_counts *visitor); /* may be NULL */
    /* The connection has become a client's, from this address. */
    void (*add_client)(void *owner, struct conn *conn, const char *address);
};

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
    bool proxy_fails;   /* the last PROXY header was invalid; already logged */
    bool is_shared;     /* as in struct listeners_config */
    struct slots conns; /* id -> struct conn */
};

/* Prepares a zeroed door, whose ops, is_shared, shared.ops and shared.owner are set.
 * on_accept gets the owner, and calls door_accept. */
void door_init(struct door *door, uv_loop_t *uv, const struct limits *limits,
               const struct log *log,
               bool (*on_accept)(void *owner, int fd, unsigned kind));
/* Listens on n more endpoints of a kind (endpoint.h).  False with a fault: one could not
 * be opened. */
bool door_listen(struct door *door, unsigned kind, const char *const *endpoint, size_t n,
                 char fault[static FAULT_BYTES]);
/* A connection was accepted; takes fd.  False: it cannot be served. */
bool door_accept(struct door *door, int fd, unsigned kind);
/* Closes the listeners, and all connections that are not clients yet. */
void door_close(struct door *door);
/* Frees it; all connections are closed. */
void door_fini(struct door *door);

/* For the owner's struct conn_ops. */
void door_proxied(struct conn *conn, const char *address);
void door_not_proxied(struct conn *conn, const char *why);
void door_opened(struct conn *conn);
/* The first thing that closed does. */
void door_forget(struct conn *conn);

#endif
