/* The network between clients and servers.  Connections deliver bytes with delays and
 * in any pieces; they can stand still, break with or without notice, or not be read. */
#ifndef ALEA_TESTS_SIM_NET_H
#define ALEA_TESTS_SIM_NET_H

#include "tests/sim/sim.h"

/* TCP notices a dead connection after this, in ms: 30 s without an acknowledgement, or 20
 * s of silence and then probes. */
#define WIRE_DEAD_LEAST_MS 20000
#define WIRE_DEAD_MOST_MS  60000

/* Hosts with a process, at most.  Servers are on the first ones; a single one on host 0.
 * Fronts come after them. */
#define NET_HOSTS_MAX 20
#define NET_FRONT     10

/* Bytes in flight in one direction, oldest first. */
struct flow {
    char *byte; /* owned */
    size_t begin, end, cap;
    size_t n_there;      /* how many of them have arrived */
    uint64_t arrives_ms; /* when the last one arrives: nothing overtakes it */
    bool ends, ended;    /* the sender has closed this direction; the receiver has seen
                          * it */
};

struct wire {
    uint64_t id;
    unsigned host; /* of the server */
    char address[48];
    void *client;   /* owner at the client's end; NULL: none */
    bool is_called; /* has reached the server */
    bool is_refused;
    struct flow up, down; /* to the server; from the server */
    bool is_broken;       /* reset: bytes in flight are lost */
    bool knows_broken;    /* the server can notice it */
    bool is_silent;       /* nothing arrives, and nobody is notified */
    bool is_deaf;         /* the client is not reading */
    uint64_t hears_ms;    /* when it started to read again */
    bool was_unfair;      /* any of this was done to the connection */
    void *stream;         /* the server's handle; NULL: not accepted yet, or closed */
    bool is_closed;       /* by the server */
    bool is_trunk;        /* the client is a process, */
    unsigned from;        /* on this host, */
    bool is_hung_up;      /* which has closed its end */
    struct wire *next;    /* list of all connections */
    struct wire *next_waiting;
};

/* Callbacks of a client.  Bytes arrive in pieces of any size. */
struct net_ops {
    void (*connected)(struct wire *wire);
    void (*heard)(struct wire *wire, const char *bytes, size_t n);
    void (*ended)(struct wire *wire); /* the last call: refused, closed by the server, or
                                       * broken */
};

void net_begin(const struct net_ops *ops);
void net_end(void);

/* --- clients --- */

/* Connects a client from this address to a host; net_ops report what happens. */
struct wire *net_call(unsigned host, const char *address, void *client);
void net_say(struct wire *wire, const char *bytes, size_t n);
/* Closes the sending direction; the client can still read. */
void net_say_end(struct wire *wire);
/* Closes the connection normally. */
void net_hang_up(struct wire *wire);
/* Breaks the connection, with notice. */
void net_break(struct wire *wire);
/* Breaks the connection without notice: the server finds out later. */
void net_silence(struct wire *wire);
/* Notes that until then something else keeps servers from sending: another server that
 * they wait for, or the database. */
void net_excuse(uint64_t until_ms);
/* Stops the client from reading for this long. */
void net_deafen(struct wire *wire, uint64_t ms);
/* The time since which nothing has delayed bytes for a client. */
uint64_t net_free_since(const struct wire *wire);
/* Stops that server until then: it neither receives nor sends. */
void net_still(unsigned host, uint64_t until_ms);
/* Stops all deliveries for this long. */
void net_jam(uint64_t ms);

/* --- processes, by uv.c --- */

/* Calls `wake` when net_has_news becomes true for that host. */
void net_on_news(unsigned host, void (*wake)(void *arg), void *arg);
/* Connects a process on a host to another host.  From now on it has the calling end. */
struct wire *net_dial(unsigned from, unsigned host);
/* For this long, nothing that is sent on the connection from now on arrives. */
void net_slow(struct wire *wire, uint64_t ms);
/* The first trunk that is open, after this one; NULL: the first of all. */
struct wire *net_next_trunk(const struct wire *after);

/* The next connection to accept; NULL: none. */
struct wire *net_waiting(unsigned host);
void net_listen(unsigned host, bool is_listening);
/* Accepts the first waiting connection; it gets its stream then. */
void net_accept(struct wire *wire);
/* What has arrived at the server's end, or at the calling end of a trunk. */
struct flow *net_arrived(struct wire *wire, bool calls);
/* Copies received bytes; returns how many. */
size_t net_read(struct wire *wire, bool calls, char *bytes, size_t cap);
/* Sends as many bytes as the kernel takes; returns how many. */
size_t net_write(struct wire *wire, bool calls, const char *bytes, size_t n);
/* Closes that end. */
void net_close(struct wire *wire, bool calls);
/* Ends all connections of a dead process. */
void net_die(unsigned host);
/* Whether something has arrived for the server since the last call. */
bool net_has_news(unsigned host);
/* Makes net_has_news return true. */
void net_tell(unsigned host);

#endif
