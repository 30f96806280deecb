#include "tests/sim/world/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const struct net_ops *ops;
    struct wire *wires; /* owned; all connections so far */
    struct host {
        struct wire *waiting, **last; /* not accepted yet, oldest first */
        bool is_listening, has_news;
        uint64_t still_ms; /* it is stopped until then */
        void (*wake)(void *arg);
        void *arg;
    } host[NET_HOSTS_MAX];
    uint64_t n_wires;
    uint64_t jammed_ms;  /* nothing arrives until then */
    uint64_t excused_ms; /* see net_excuse */
    unsigned delay_ms;   /* longest delay for this seed */
    size_t kernel_bytes; /* buffers of both kernels for a program that does not read */
} net;

void net_begin(const struct net_ops *ops) {
    static const unsigned delays[] = {0, 1, 20, 300};
    static const size_t kernels[] = {2000, 10000, 200000};
    memset(&net, 0, sizeof net);
    net.ops = ops;
    for (size_t i = 0; i < NET_HOSTS_MAX; i++) {
        net.host[i].last = &net.host[i].waiting;
    }
    net.kernel_bytes = kernels[sim_below(RANDOM_NET, 3)];
    net.delay_ms = delays[sim_below(RANDOM_NET, 4)];
}

static void forget_bytes(struct flow *flow) {
    free(flow->byte);
    flow->byte = NULL;
    flow->begin = flow->end = flow->cap = flow->n_there = 0;
}

void net_end(void) {
    while (net.wires != NULL) {
        struct wire *wire = net.wires;
        net.wires = wire->next;
        forget_bytes(&wire->up);
        forget_bytes(&wire->down);
        free(wire);
    }
}

bool net_has_news(unsigned host) {
    bool has = net.host[host].has_news;
    net.host[host].has_news = false;
    return has;
}

void net_tell(unsigned host) {
    struct host *h = &net.host[host];
    h->has_news = true;
    if (h->wake != NULL) {
        h->wake(h->arg);
    }
}

void net_on_news(unsigned host, void (*wake)(void *arg), void *arg) {
    net.host[host].wake = wake;
    net.host[host].arg = arg;
}

/* --- flows --- */

static void put_bytes(struct flow *flow, const char *bytes, size_t n) {
    size_t len = flow->end - flow->begin;
    if (flow->end + n > flow->cap && len > 0) {
        memmove(flow->byte, flow->byte + flow->begin, len);
    }
    if (flow->end + n > flow->cap) {
        flow->begin = 0;
        flow->end = len;
    }
    if (flow->end + n > flow->cap) {
        flow->cap = 2 * (len + n);
        flow->byte = realloc(flow->byte, flow->cap);
        SIM_CHECK(flow->byte != NULL, "out of memory");
    }
    memcpy(flow->byte + flow->end, bytes, n);
    flow->end += n;
}

static void drop_bytes(struct flow *flow, size_t n) {
    flow->begin += n;
    flow->n_there -= n;
}

/* When bytes that are sent now will arrive. */
static uint64_t arrival_ms(struct flow *flow) {
    uint64_t at_ms = sim.now_ms + sim_below(RANDOM_NET, net.delay_ms + 1);
    at_ms = at_ms > net.jammed_ms ? at_ms : net.jammed_ms;
    flow->arrives_ms = at_ms > flow->arrives_ms ? at_ms : flow->arrives_ms;
    return flow->arrives_ms;
}

/* Delivers arrived bytes to the client, unless it is not reading. */
static void let_hear(struct wire *wire) {
    while (wire->client != NULL && !wire->is_deaf && wire->down.n_there > 0) {
        size_t n = wire->down.n_there;
        if (sim.has[FAULT_CUT]) {
            n = 1 + sim_below(RANDOM_NET, (unsigned)n);
        }
        char *bytes = malloc(n);
        SIM_CHECK(bytes != NULL, "out of memory");
        memcpy(bytes, wire->down.byte + wire->down.begin, n);
        drop_bytes(&wire->down, n);
        net.ops->heard(wire, bytes, n);
        free(bytes);
        net_tell(wire->host); /* there is room in the buffer again */
    }
    if (wire->client != NULL && !wire->is_deaf && wire->down.ended) {
        net.ops->ended(wire);
        wire->client = NULL;
    }
}

/* n bytes, or the end, have arrived at the client. */
static void on_down(void *arg, uint64_t n) {
    struct wire *wire = arg;
    if (wire->is_silent || wire->is_broken) {
        return;
    }
    wire->down.n_there += n;
    wire->down.ended = wire->down.ended || n == 0;
    if (wire->is_trunk) {
        net_tell(wire->from);
    } else {
        let_hear(wire);
    }
}

static void on_up(void *arg, uint64_t n) {
    struct wire *wire = arg;
    if (wire->is_silent || wire->is_broken || wire->is_closed) {
        return;
    }
    wire->up.n_there += n;
    wire->up.ended = wire->up.ended || n == 0;
    net_tell(wire->host);
}

/* The server notices that the connection is broken or dead; so do both ends of a trunk.
 */
static void on_broken(void *arg, uint64_t n) {
    struct wire *wire = arg;
    (void)n;
    wire->is_broken = true;
    wire->knows_broken = true;
    net_tell(wire->host);
    if (wire->is_trunk) {
        net_tell(wire->from);
    }
}

/* --- clients --- */

static void on_called(void *arg, uint64_t n) {
    struct wire *wire = arg;
    (void)n;
    struct host *host = &net.host[wire->host];
    wire->is_called = true;
    if (!host->is_listening && wire->is_trunk) {
        wire->is_closed = true;
        on_broken(wire, 0);
        return;
    }
    if (!host->is_listening) {
        wire->is_refused = true;
        wire->is_closed = true;
        wire->down.ended = true;
        let_hear(wire);
        return;
    }
    *host->last = wire;
    host->last = &wire->next_waiting;
    net_tell(wire->host);
    if (wire->client != NULL) {
        net.ops->connected(wire);
    }
}

struct wire *net_call(unsigned host, const char *address, void *client) {
    struct wire *wire = calloc(1, sizeof *wire);
    SIM_CHECK(wire != NULL, "out of memory");
    wire->id = ++net.n_wires;
    wire->host = host;
    snprintf(wire->address, sizeof wire->address, "%s", address);
    wire->client = client;
    wire->next = net.wires;
    net.wires = wire;
    sim_at(arrival_ms(&wire->up), on_called, wire, 0);
    return wire;
}

struct wire *net_dial(unsigned from, unsigned host) {
    struct wire *wire = net_call(host, "127.0.0.1", NULL);
    wire->is_trunk = true;
    wire->from = from;
    return wire;
}

void net_say(struct wire *wire, const char *bytes, size_t n) {
    while (n > 0 && !wire->up.ends) {
        size_t some = n;
        if (sim.has[FAULT_CUT] && !sim_one_in(RANDOM_NET, 4)) {
            some = 1 + sim_below(RANDOM_NET, (unsigned)n);
        }
        put_bytes(&wire->up, bytes, some);
        sim_at(arrival_ms(&wire->up), on_up, wire, some);
        bytes += some;
        n -= some;
    }
}

void net_say_end(struct wire *wire) {
    if (!wire->up.ends) {
        wire->up.ends = true;
        sim_at(arrival_ms(&wire->up), on_up, wire, 0);
    }
}

void net_hang_up(struct wire *wire) {
    net_say_end(wire);
    wire->client = NULL;
    forget_bytes(&wire->down);
    /* The client's kernel answers further bytes from the server with a reset. */
    wire->was_unfair = true;
}

void net_break(struct wire *wire) {
    wire->client = NULL;
    wire->was_unfair = true;
    wire->is_broken = sim_one_in(RANDOM_NET, 2); /* bytes under way may be lost as well */
    sim_in(sim_below(RANDOM_NET, net.delay_ms + 1), on_broken, wire, 0);
}

void net_silence(struct wire *wire) {
    wire->client = NULL;
    wire->was_unfair = true;
    wire->is_silent = true;
    sim_in(WIRE_DEAD_LEAST_MS +
               sim_below(RANDOM_NET, WIRE_DEAD_MOST_MS - WIRE_DEAD_LEAST_MS),
           on_broken, wire, 0);
}

static void on_hears_again(void *arg, uint64_t n) {
    struct wire *wire = arg;
    (void)n;
    wire->is_deaf = false;
    wire->hears_ms = sim.now_ms;
    let_hear(wire);
}

uint64_t net_free_since(const struct wire *wire) {
    uint64_t still_ms = net.host[wire->host].still_ms;
    uint64_t free_ms = net.jammed_ms > still_ms ? net.jammed_ms : still_ms;
    free_ms = net.excused_ms > free_ms ? net.excused_ms : free_ms;
    free_ms = wire->hears_ms > free_ms ? wire->hears_ms : free_ms;
    return wire->is_deaf ? UINT64_MAX : free_ms;
}

void net_still(unsigned host, uint64_t until_ms) {
    net.host[host].still_ms = until_ms;
}

void net_excuse(uint64_t until_ms) {
    net.excused_ms = until_ms > net.excused_ms ? until_ms : net.excused_ms;
}

void net_deafen(struct wire *wire, uint64_t ms) {
    if (!wire->is_deaf) {
        wire->is_deaf = true;
        wire->was_unfair = true;
        sim_in(ms, on_hears_again, wire, 0);
    }
}

void net_jam(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    net.jammed_ms = until_ms > net.jammed_ms ? until_ms : net.jammed_ms;
    for (struct wire *wire = net.wires; wire != NULL; wire = wire->next) {
        wire->was_unfair = true; /* the server may think that the client is gone */
    }
}

/* --- the server --- */

void net_listen(unsigned host, bool is_listening) {
    net.host[host].is_listening = is_listening;
}

struct wire *net_waiting(unsigned host) {
    return net.host[host].waiting;
}

void net_accept(struct wire *wire) {
    struct host *host = &net.host[wire->host];
    host->waiting = wire->next_waiting;
    if (host->waiting == NULL) {
        host->last = &host->waiting;
    }
}

struct flow *net_arrived(struct wire *wire, bool calls) {
    return calls ? &wire->down : &wire->up;
}

size_t net_read(struct wire *wire, bool calls, char *bytes, size_t cap) {
    struct flow *flow = net_arrived(wire, calls);
    size_t n = flow->n_there < cap ? flow->n_there : cap;
    if (n > 0) {
        memcpy(bytes, flow->byte + flow->begin, n);
        drop_bytes(flow, n);
    }
    if (n > 0 && wire->is_trunk) { /* there is room in the buffer again */
        net_tell(calls ? wire->host : wire->from);
    }
    return n;
}

/* Whether nobody is at the other end, nor seems to be. */
static bool is_for_nobody(const struct wire *wire, bool calls) {
    return wire->is_trunk ? (calls ? wire->is_closed : wire->is_hung_up)
                          : wire->client == NULL && !wire->is_silent;
}

size_t net_write(struct wire *wire, bool calls, const char *bytes, size_t n) {
    struct flow *flow = calls ? &wire->up : &wire->down;
    if (is_for_nobody(wire, calls)) {
        if ((wire->was_unfair || wire->is_trunk) && !wire->is_broken) {
            /* a reset is the answer */
            sim_in(sim_below(RANDOM_NET, net.delay_ms + 1), on_broken, wire, 0);
            wire->is_broken = true;
        }
        return n;
    }
    size_t kept = flow->end - flow->begin;
    size_t room = kept < net.kernel_bytes ? net.kernel_bytes - kept : 0;
    n = n < room ? n : room;
    for (size_t at = 0; at < n;) {
        size_t some = n - at;
        if (sim.has[FAULT_CUT] && !sim_one_in(RANDOM_NET, 4)) {
            some = 1 + sim_below(RANDOM_NET, (unsigned)some);
        }
        put_bytes(flow, bytes + at, some);
        sim_at(arrival_ms(flow), calls ? on_up : on_down, wire, some);
        at += some;
    }
    return n;
}

static void on_reset(void *arg, uint64_t n) {
    struct wire *wire = arg;
    (void)n;
    if (wire->client != NULL) {
        wire->down.n_there = 0;
        wire->is_deaf = false;
        wire->down.ended = true;
        let_hear(wire);
    }
}

/* What the kernel has taken still arrives.  But if the server leaves bytes unread, a
 * reset is sent as well, which may overtake them. */
static void close_served(struct wire *wire) {
    wire->is_closed = true;
    wire->stream = NULL;
    bool resets = wire->up.n_there > 0 && sim_one_in(RANDOM_NET, 2);
    forget_bytes(&wire->up);
    if (resets) {
        wire->was_unfair = true;
        wire->is_broken = true;
        sim_at(arrival_ms(&wire->up), wire->is_trunk ? on_broken : on_reset, wire, 0);
    } else {
        sim_at(arrival_ms(&wire->down), on_down, wire, 0);
    }
}

void net_close(struct wire *wire, bool calls) {
    if (!calls) {
        close_served(wire);
    } else if (!wire->is_hung_up) {
        wire->is_hung_up = true;
        forget_bytes(&wire->down);
        net_say_end(wire);
    }
}

void net_slow(struct wire *wire, uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    wire->up.arrives_ms = until_ms > wire->up.arrives_ms ? until_ms : wire->up.arrives_ms;
    wire->down.arrives_ms =
        until_ms > wire->down.arrives_ms ? until_ms : wire->down.arrives_ms;
}

struct wire *net_next_trunk(const struct wire *after) {
    struct wire *wire = after != NULL ? after->next : net.wires;
    while (wire != NULL && (!wire->is_trunk || wire->is_closed || wire->is_hung_up ||
                            wire->is_broken || wire->is_silent)) {
        wire = wire->next;
    }
    return wire;
}

void net_die(unsigned host) {
    net.host[host].is_listening = false;
    net.host[host].waiting = NULL;
    net.host[host].last = &net.host[host].waiting;
    for (struct wire *wire = net.wires; wire != NULL; wire = wire->next) {
        if (wire->host == host && wire->is_called && !wire->is_closed) {
            wire->was_unfair = true;
            net_close(wire, false);
        }
        if (wire->is_trunk && wire->from == host) {
            net_close(wire, true);
        }
    }
}
