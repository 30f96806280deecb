/* struct front.  Private to this folder. */
#ifndef ALEA_SERVER_FRONT_STATE_H
#define ALEA_SERVER_FRONT_STATE_H

#include "server/base/metrics.h"
#include "server/front/front.h"
#include "server/limits/address_table.h"
#include "server/limits/rate_limits.h"
#include "server/trunk/trunk.h"

/* Ids of connections. */
struct ids {
    uint64_t *id; /* owned */
    size_t n, cap;
};

enum client_state {
    CLIENT_WAITS, /* for the hub */
    CLIENT_OPEN,  /* it has a channel */
    CLIENT_LOST,  /* it had one; the hub is gone */
};

/* What is kept of a client; its id is the number of its channel. */
struct client {
    struct conn *conn; /* borrowed */
    struct address_counts *counts;
    enum client_state state;
    bool is_json;    /* it writes JSON, so far as is known */
    bool has_spoken; /* is_json is known */
    bool is_touched; /* in front->touched */
    unsigned ticks;  /* waiting for the hub */
    int32_t window;  /* bytes of records that may be sent */
    size_t unread;   /* bytes from the hub that it does not know to be taken */
    struct message_parts {
        char *text; /* owned: of a message that has not come wholly */
        size_t n;
    } parts;
    uint8_t *memory; /* owned; what the hub wants to be remembered */
    size_t n_memory;
};

struct front {
    struct door door; /* must be first, to cast to the front */
    struct front_config config;
    uv_loop_t uv;
    uv_timer_t tick;
    uv_prepare_t before_sleep;
    uv_idle_t next_turn; /* active: some connections go on */
    struct signals signals;
    bool is_stopping;
    bool has_ended; /* the trunk's last packet is sent */
    unsigned n_looks;
    struct slots clients; /* id -> struct client */
    size_t n_visitors;
    struct address_table addresses;
    struct rate_limits rates;
    struct ids resting; /* connections that go on in the next turn */
    struct ids touched; /* clients with messages that are not flushed */
    struct metrics metrics;
    int64_t readers_closed; /* of metrics, at the last end of a client */
    uint64_t started_ms;
    struct scrape *scrape;       /* owned; NULL: off */
    struct discovery *discovery; /* owned; NULL: off, or not yet */
    /* The hub. */
    struct trunk *trunk;             /* NULL: none */
    bool has_hub;                    /* the trunk has met it */
    bool is_refused;                 /* the last attempt failed, and that is logged */
    unsigned rest_ticks, left_ticks; /* between two attempts; until the next one */
    unsigned n_tries;
    uv_getaddrinfo_t lookup;
    bool looks_up;
    uint32_t players; /* on the hub */
    char boot[TRUNK_NAME_BYTES + 1];
};

/* clients.c */

extern const struct conn_ops client_conn_ops;
/* Adds the client of a connection from this address. */
void client_add(void *owner, struct conn *conn, const char *address);
/* The hub is there: opens channels for those who wait, and dismisses those who have lost
 * theirs. */
void clients_join(struct front *front);
/* The hub is gone: says so. */
void clients_lose(struct front *front);
/* A second has passed. */
void clients_tick(struct front *front);
/* Says goodbye to all. */
void clients_stop(struct front *front);
/* A frame of the hub.  False: it is wrong. */
bool client_frame(struct front *front, const struct trunk_frame *frame);
/* Sends what has come from the hub at once. */
void clients_flush(struct front *front);
/* Keeps the loop awake while a held connection can go on. */
void clients_plan_turn(struct front *front);

/* uplink.c */

/* Tries to reach the hub when it is time. */
void uplink_tick(struct front *front);
/* Says goodbye to the hub. */
void uplink_stop(struct front *front);

#endif
