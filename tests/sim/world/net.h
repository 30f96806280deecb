/* The network between clients and the server: lines of bytes with delays, cut anywhere,
 * that can stand still, break with notice or without, or be read by nobody. */
#ifndef ALEA_TESTS_SIM_NET_H
#define ALEA_TESTS_SIM_NET_H

#include "tests/sim/sim.h"

/* A line that is dead is noticed by TCP after so long, in ms: unacknowledged for 30 s, or
 * idle for 20 s and then asked. */
#define WIRE_DEAD_LEAST_MS 20000
#define WIRE_DEAD_MOST_MS  60000

/* Bytes on their way in one direction, the oldest first. */
struct flow {
    char *byte; /* owned */
    size_t begin, end, cap;
    size_t n_there;      /* of them, those that have arrived */
    uint64_t arrives_ms; /* the last of them: nothing overtakes */
    bool ends, ended;    /* the sender sends no more; the receiver knows */
};

struct wire {
    uint64_t id;
    char address[48];
    void *client;   /* who has it at the other end; NULL: nobody listens there */
    bool is_called; /* it has reached the server */
    bool is_refused;
    struct flow up, down; /* to the server, from it */
    bool is_broken;       /* reset: what was on its way is lost */
    bool knows_broken;    /* the server can see it */
    bool is_silent;       /* nothing gets through, and nobody is told */
    bool is_deaf;         /* the client does not read */
    uint64_t hears_ms;    /* since when it does again */
    bool was_unfair;      /* anything of this kind was done to it */
    void *stream;         /* of the server; NULL: not accepted yet, or closed */
    bool is_closed;       /* by the server */
    struct wire *next;    /* of all */
    struct wire *next_waiting;
};

/* What a client is told.  Bytes are heard in pieces of any size. */
struct net_ops {
    void (*connected)(struct wire *wire);
    void (*heard)(struct wire *wire, const char *bytes, size_t n);
    void (*ended)(struct wire *wire); /* the last call: refused, or the server has closed
                                         it, or it is broken */
};

void net_begin(const struct net_ops *ops);
void net_end(void);

/* --- clients --- */

/* A client calls the server from this address; net_ops tells what becomes of it. */
struct wire *net_call(const char *address, void *client);
void net_say(struct wire *wire, const char *bytes, size_t n);
/* Says no more, and reads on. */
void net_say_end(struct wire *wire);
/* Hangs up in order: no more is said or read. */
void net_hang_up(struct wire *wire);
/* Breaks the line, with notice. */
void net_break(struct wire *wire);
/* Breaks it for good without: the server will see it some time. */
void net_silence(struct wire *wire);
/* The client reads nothing for so long. */
void net_deafen(struct wire *wire, uint64_t ms);
/* Since when nothing stood in the way of what is sent to a client. */
uint64_t net_free_since(const struct wire *wire);
/* The server takes nothing, and gives nothing, until then. */
void net_still(uint64_t until_ms);
/* Nothing of the whole network gets through for so long. */
void net_jam(uint64_t ms);

/* --- the server, by uv.c --- */

/* Somebody waits to be accepted; NULL: nobody. */
struct wire *net_waiting(void);
void net_listen(bool is_listening);
/* Takes the first of those who wait; stream is set when there is one. */
void net_accept(struct wire *wire);
/* Bytes that have come, copied; returns how many. */
size_t net_read(struct wire *wire, char *bytes, size_t cap);
/* As many of these as the kernel takes; returns how many. */
size_t net_write(struct wire *wire, const char *bytes, size_t n);
/* The server has closed its end. */
void net_close(struct wire *wire);
/* The server is no more: all lines end. */
void net_die(void);
/* Whether there is anything for the server since this was last asked. */
bool net_has_news(void);
/* There is. */
void net_tell(void);

#endif
