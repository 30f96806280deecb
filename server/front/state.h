/* struct front.  Private to this folder. */
#ifndef ALEA_SERVER_FRONT_STATE_H
#define ALEA_SERVER_FRONT_STATE_H

#include "server/base/metrics.h"
#include "server/base/server_time.h"
#include "server/front/front.h"
#include "server/limits/rate_limits.h"
#include "server/trunk/trunk.h"

/* Lines of a client that the hub has not answered, as records after their numbers. */
struct unanswered {
    uint8_t *bytes; /* owned */
    size_t n;
    uint16_t number; /* of the client's last line */
};

/* What is kept of a client; its id is the number of its channel. */
struct client {
    struct conn *conn; /* borrowed */
    struct address_counts *counts;
    bool is_open;    /* it has a channel; else it waits for the hub */
    bool was_open;   /* it had one before, to a hub that is gone */
    bool is_greeted; /* a message of a hub has come */
    bool is_json;    /* it writes JSON, so far as is known */
    bool has_spoken; /* is_json is known */
    uint8_t last;    /* its last record without a line: enum link_record; 0: none */
    bool is_touched; /* in front->touched */
    unsigned ticks;  /* waiting for the hub */
    int32_t window;  /* bytes of records that may be sent */
    struct unanswered unanswered;
    size_t unread; /* bytes from the hub that it does not know to be taken */
    struct message_parts {
        char *text; /* owned: of a message that has not come wholly */
        size_t n;
    } parts;
    uint8_t *memory; /* owned; what the hub wants to be remembered */
    size_t n_memory;
};

/* The other process of a node: the hub, or one that waits to be it. */
struct node {
    uv_process_t process;
    uv_pipe_t pipe; /* its other end closes when it ends, and tells it of our end */
    bool runs, has_pipe;
    unsigned left_looks; /* until it is started again */
    char
        told[ENDPOINT_BYTES + 2 * TRUNK_KEY_BYTES + 8]; /* a line, as far as it is read */
    size_t n_told;
    char hub[ENDPOINT_BYTES];     /* where the hub is; "": not known */
    uint8_t key[TRUNK_KEY_BYTES]; /* of its trunk */
    bool is_hub;                  /* it is the process itself */
    bool hangs;                   /* the hub: if it is the process itself, it is killed */
};

struct front {
    struct door door; /* must be first, to cast to the front */
    struct front_config config;
    uv_loop_t uv;
    uv_timer_t tick;
    uv_prepare_t before_sleep;
    bool has_ended; /* the trunk's last packet is sent */
    unsigned n_looks;
    struct slots clients; /* id -> struct client */
    size_t n_visitors;
    struct address_table addresses;
    struct rate_limits rates;
    struct touched {  /* clients with messages that are not flushed */
        uint64_t *id; /* owned */
        size_t n, cap;
    } touched;
    struct metrics metrics;
    int64_t readers_closed; /* of metrics, at the last end of a client */
    uint64_t started_ms;
    struct server_time time; /* of deadlines: it stops while the front stands still */
    struct node node;
    /* The hub. */
    struct trunk *trunk;             /* NULL: none */
    bool has_hub;                    /* the trunk has met it */
    bool is_refused;                 /* the last attempt failed, and that is logged */
    unsigned rest_looks, left_looks; /* between two attempts; until the next one */
    unsigned n_tries;
    uint32_t mark; /* random: no other front has its name */
    uv_getaddrinfo_t lookup;
    bool looks_up;
    uint32_t players; /* on the hub */
    char boot[TRUNK_NAME_BYTES + 1];
};

/* clients.c */

extern const struct conn_ops client_conn_ops;
/* Adds the client of a connection from this address. */
void client_add(void *owner, struct conn *conn, const char *address);
/* The hub is there: opens channels for all. */
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
/* Whether the hub lets the client of a connection wait, or there is none. */
bool client_is_waiting(void *owner, const struct conn *conn);

/* unanswered.c */

/* Whether the longest line fits. */
bool unanswered_has_room(const struct unanswered *lines);
/* Adds a line, unless it is blank; is_too_long: without its text. */
void unanswered_add(struct unanswered *lines, bool is_too_long, const char *line,
                    size_t len);
/* The hub has answered all lines up to this number. */
void unanswered_drop(struct unanswered *lines, uint16_t number);
/* Writes the records of all lines for the next hub, at most TRUNK_WINDOW bytes, and
 * numbers them from 1.  Returns their bytes. */
size_t unanswered_again(struct unanswered *lines, uint8_t *records);
void unanswered_fini(struct unanswered *lines);

/* uplink.c */

/* Tries to reach the hub when it is time.  is_tick: a second has passed. */
void uplink_look(struct front *front, bool is_tick);
/* The hub is at another address: leaves the one that it had. */
void uplink_turn(struct front *front);
/* Says goodbye to the hub. */
void uplink_stop(struct front *front);

/* node.c */

/* Starts the other process of a node when it is time. */
void node_look(struct front *front);
/* Asks it to end; without a wait, kills it. */
void node_stop(struct front *front, bool waits);

#endif
