#include "server/trunk/gate.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/slots.h"
#include "server/conn/socket.h"

/* Records beyond the window that may come: those without a line do not wait for it. */
#define WINDOW_SLACK 64
/* Ticks between two lines of the log about refused fronts: the port may be open to all.
 */
#define QUIET_TICKS 10

/* A channel, as the connection's link. */
struct channel {
    struct conn_link link; /* must be first, for casts */
    struct branch *branch; /* borrowed; NULL: the channel is closed */
    uint64_t id;
    size_t unread;    /* bytes of messages that the client has not taken */
    uint32_t waiting; /* bytes of records that are not handled yet */
    uint32_t owed;    /* bytes of handled records that the front does not know of */
    bool is_stopped;  /* nothing should be read */
    bool is_ended;    /* the front closes it */
};

/* A front. */
struct branch {
    struct gate *gate;
    struct trunk *trunk;
    uint64_t since;        /* serial number */
    struct slots channels; /* the front's id -> struct channel */
};

struct gate {
    struct gate_config config;
    uv_loop_t *loop;
    uv_timer_t tick;
    struct branch *branch[GATE_TRUNKS_MAX]; /* owned; NULL: free */
    uint64_t serial;
    unsigned quiet; /* ticks until a refused front is logged again */
    bool is_stopping, has_ended;
};

/* --- channels --- */

static void put_number(const struct channel *channel, enum trunk_kind kind,
                       uint32_t number) {
    trunk_number_write(trunk_put(channel->branch->trunk, channel->id, kind, 4), number);
}

/* In large portions: an idle client costs nothing. */
static void give_back(struct channel *channel) {
    if (channel->branch != NULL && !channel->is_stopped &&
        channel->owed >= TRUNK_WINDOW / 2) {
        put_number(channel, TRUNK_READ, channel->owed);
        channel->owed = 0;
    }
}

/* See wire.h. */
static void count_unread(struct channel *channel, size_t unread) {
    channel->unread = unread;
    channel->link.unwritten = unread > TRUNK_BUFFER ? unread - TRUNK_BUFFER : 0;
}

/* Sends the last part of a message. */
static void put_end(const struct channel *channel, const char *text, size_t n,
                    bool is_answer) {
    uint8_t *rest =
        trunk_put(channel->branch->trunk, channel->id,
                  is_answer ? TRUNK_ANSWER : TRUNK_SEND, n + (size_t)2 * is_answer);
    if (is_answer) {
        *rest++ = (uint8_t)(channel->link.answered >> 8);
        *rest++ = (uint8_t)channel->link.answered;
    }
    memcpy(rest, text, n);
}

static void link_write(struct conn_link *link, const uv_buf_t *message, size_t n) {
    struct channel *channel = (struct channel *)link;
    for (size_t i = 0; i < n; i++) {
        const char *at = message[i].base;
        size_t left = message[i].len;
        count_unread(channel, channel->unread + left);
        for (; channel->branch != NULL && left > TRUNK_PART_BYTES;
             at += TRUNK_PART_BYTES, left -= TRUNK_PART_BYTES) {
            memcpy(trunk_put(channel->branch->trunk, channel->id, TRUNK_PART,
                             TRUNK_PART_BYTES),
                   at, TRUNK_PART_BYTES);
        }
        if (channel->branch != NULL) { /* a trunk that does not read is cut */
            put_end(channel, at, left, link->has_answer && i == n - 1);
        }
    }
    link->has_answer = false;
}

static void link_read(struct conn_link *link, bool reads) {
    struct channel *channel = (struct channel *)link;
    channel->is_stopped = !reads;
    give_back(channel);
}

static void link_taken(struct conn_link *link, size_t n) {
    struct channel *channel = (struct channel *)link;
    channel->waiting -= (uint32_t)n;
    channel->owed += (uint32_t)n;
    give_back(channel);
}

static void link_end(struct conn_link *link, unsigned code, const char *reason) {
    struct channel *channel = (struct channel *)link;
    size_t n = strnlen(reason, TRUNK_REASON_BYTES);
    if (channel->branch != NULL) {
        uint8_t *rest = trunk_put(channel->branch->trunk, channel->id, TRUNK_END, 2 + n);
        rest[0] = (uint8_t)(code >> 8);
        rest[1] = (uint8_t)code;
        memcpy(rest + 2, reason, n);
        channel->is_ended = true;
    }
}

/* Takes it out of its branch. */
static void detach(struct channel *channel) {
    slots_remove(&channel->branch->channels, channel->id);
    channel->branch = NULL;
}

static void link_close(struct conn_link *link) {
    struct channel *channel = (struct channel *)link;
    struct branch *branch = channel->branch;
    if (branch == NULL) {
        return;
    }
    if (!channel->is_ended) {
        (void)trunk_put(branch->trunk, channel->id, TRUNK_CLOSE, 0);
    }
    detach(channel);
}

static void link_free(struct conn_link *link) {
    free((struct channel *)link);
}

static const struct conn_link_ops link_ops = {
    .write = link_write,
    .read = link_read,
    .taken = link_taken,
    .end = link_end,
    .close = link_close,
    .free = link_free,
};

/* The index of a branch; NULL: a free place.  There is one. */
static size_t place_of(const struct gate *gate, const struct branch *branch) {
    size_t i = 0;
    while (gate->branch[i] != branch) {
        i++;
    }
    return i;
}

size_t gate_front_of(const struct conn *conn) {
    const struct channel *channel = (struct channel *)conn_link(conn);
    return place_of(channel->branch->gate, channel->branch);
}

void gate_remember(struct conn *conn, const void *memory, size_t n) {
    const struct channel *channel = (struct channel *)conn_link(conn);
    if (channel != NULL && channel->branch != NULL) {
        memcpy(trunk_put(channel->branch->trunk, channel->id, TRUNK_REMEMBER, n), memory,
               n);
    }
}

/* --- frames of a front --- */

static bool open_channel(struct branch *branch, const struct trunk_frame *frame) {
    const struct gate_config *config = &branch->gate->config;
    struct trunk_open open;
    struct channel *channel = mem_new(1, sizeof *channel);
    if (!trunk_open_read(&open, frame) ||
        !slots_restore(&branch->channels, frame->channel, channel)) {
        free(channel);
        return false;
    }
    channel->link.ops = &link_ops;
    channel->branch = branch;
    channel->id = frame->channel;
    struct conn *conn =
        conn_open_link(branch->gate->loop, &channel->link, config->shared);
    config->open(config->owner, conn, &open, branch->trunk->name);
    return true;
}

static bool take_records(struct channel *channel, const struct trunk_frame *frame) {
    channel->waiting += frame->n;
    return channel->waiting <= TRUNK_WINDOW + WINDOW_SLACK &&
           conn_link_feed(channel->link.conn, channel->branch->trunk->turn, frame->rest,
                          frame->n);
}

static bool take_credit(struct channel *channel, const struct trunk_frame *frame) {
    uint32_t n = trunk_number_read(frame->rest);
    if (n > channel->unread) {
        return false;
    }
    count_unread(channel, channel->unread - n);
    conn_link_moved(channel->link.conn);
    return true;
}

static bool on_frame(struct trunk *trunk, const struct trunk_frame *frame) {
    struct branch *branch = trunk->owner;
    struct channel *channel = slots_get(&branch->channels, frame->channel);
    if (branch->gate->is_stopping) {
        return true;
    }
    if (frame->kind == TRUNK_OPEN) {
        return open_channel(branch, frame);
    }
    if (channel == NULL) {
        return true; /* we have closed it meanwhile, or it is TRUNK_ALIVE */
    }
    if (frame->kind == TRUNK_RECORDS) {
        return take_records(channel, frame);
    }
    if (frame->kind == TRUNK_TAKEN) {
        return take_credit(channel, frame);
    }
    /* TRUNK_CLOSED */
    branch->gate->config.shared->metrics->readers_closed += frame->rest[0] != 0;
    channel->is_ended = true;
    conn_close(channel->link.conn);
    return true;
}

/* --- fronts --- */

/* A front that comes back may know before us that its last trunk is dead.  Its clients
 * would be there twice. */
static void end_last_trunk(const struct gate *gate, const struct trunk *trunk) {
    for (size_t i = 0; i < GATE_TRUNKS_MAX; i++) {
        struct trunk *other = gate->branch[i] != NULL ? gate->branch[i]->trunk : NULL;
        if (other != NULL && other != trunk && other->has_met &&
            strcmp(other->name, trunk->name) == 0) {
            trunk_cut(other, "it came back");
        }
    }
}

static void on_met(struct trunk *trunk) {
    const struct branch *branch = trunk->owner;
    struct gate *gate = branch->gate;
    end_last_trunk(gate, trunk);
    gate->config.shared->metrics->trunks++;
    gate->config.ways[place_of(gate, branch)] = trunk->ways;
    log_line(gate->config.log, LOG_INFO, "front_joined front=%s address=%s",
             LOG_QUOTED(trunk->name), trunk->peer);
}

static void on_heard(struct trunk *trunk) {
    const struct branch *branch = trunk->owner;
    branch->gate->config.heard(branch->gate->config.owner);
}

static void log_end(struct gate *gate, const struct branch *branch, const char *why) {
    const struct trunk *trunk = branch->trunk;
    if (trunk->has_met) {
        log_line(gate->config.log, LOG_WARN, "front_lost front=%s clients=%u why=%s",
                 LOG_QUOTED(trunk->name), branch->channels.n_used, LOG_QUOTED(why));
    } else if (gate->quiet == 0) {
        log_line(gate->config.log, LOG_WARN, "front_refused address=%s why=%s",
                 trunk->peer, LOG_QUOTED(why));
        gate->quiet = QUIET_TICKS;
    }
}

static void on_closed(struct trunk *trunk, const char *why) {
    struct branch *branch = trunk->owner;
    struct gate *gate = branch->gate;
    gate->config.shared->metrics->trunks -= trunk->has_met;
    if (!gate->is_stopping) {
        log_end(gate, branch, why);
    }
    uint32_t at = 0;
    for (struct channel *channel;
         (channel = slots_next(&branch->channels, &at)) != NULL;) {
        detach(channel);
        conn_close(channel->link.conn);
    }
    size_t place = place_of(gate, branch);
    gate->branch[place] = NULL;
    gate->config.ways[place] = (struct front_ways){0};
    slots_fini(&branch->channels);
    free(branch);
}

static const struct trunk_ops trunk_ops = {
    .met = on_met, .frame = on_frame, .heard = on_heard, .closed = on_closed};

/* A free place; if there is none, that of the oldest that has not proven the key.  NULL:
 * all have. */
static struct branch **find_place(struct gate *gate) {
    struct branch **oldest = NULL;
    for (size_t i = 0; i < GATE_TRUNKS_MAX; i++) {
        struct branch **at = &gate->branch[i];
        if (*at == NULL) {
            return at;
        }
        if (!(*at)->trunk->has_met &&
            (oldest == NULL || (*at)->since < (*oldest)->since)) {
            oldest = at;
        }
    }
    if (oldest != NULL) {
        trunk_cut((*oldest)->trunk, "others came");
    }
    return oldest;
}

bool gate_accept(struct gate *gate, int fd) {
    const struct gate_config *config = &gate->config;
    struct branch **place = find_place(gate);
    struct branch *branch = mem_new(1, sizeof *branch);
    const struct trunk_config how = {&trunk_ops,  branch,       CIPHER_HUB,
                                     config->key, config->name, NULL};
    branch->gate = gate;
    branch->since = ++gate->serial;
    branch->trunk = place != NULL ? trunk_open(gate->loop, fd, &how) : NULL;
    if (place == NULL) {
        socket_drop(fd);
    }
    if (branch->trunk == NULL) {
        free(branch);
        return false;
    }
    *place = branch;
    return true;
}

/* --- the turn, and the end --- */

void gate_flush(struct gate *gate) {
    for (size_t i = 0; i < GATE_TRUNKS_MAX; i++) {
        if (gate->branch[i] != NULL) {
            trunk_flush(gate->branch[i]->trunk);
        }
    }
}

static void on_tick(uv_timer_t *timer) {
    struct gate *gate = timer->data;
    gate->quiet -= gate->quiet > 0;
    uint32_t players = (uint32_t)gate->config.n_players(gate->config.owner);
    for (size_t i = 0; i < GATE_TRUNKS_MAX; i++) {
        if (gate->branch[i] != NULL) {
            trunk_tick(gate->branch[i]->trunk, players);
        }
    }
}

struct gate *gate_new(uv_loop_t *loop, const struct gate_config *config) {
    struct gate *gate = mem_new(1, sizeof *gate);
    gate->config = *config;
    gate->loop = loop;
    uv_timer_init(loop, &gate->tick);
    gate->tick.data = gate;
    uv_timer_start(&gate->tick, on_tick, TRUNK_TICK_MS, TRUNK_TICK_MS);
    uv_unref((uv_handle_t *)&gate->tick);
    return gate;
}

void gate_stop(struct gate *gate) {
    gate->is_stopping = true;
}

void gate_end(struct gate *gate) {
    for (size_t i = 0; i < GATE_TRUNKS_MAX && !gate->has_ended; i++) {
        if (gate->branch[i] != NULL) {
            trunk_end(gate->branch[i]->trunk, "it stops");
        }
    }
    gate->has_ended = true;
}

void gate_close(struct gate *gate) {
    for (size_t i = 0; i < GATE_TRUNKS_MAX; i++) {
        if (gate->branch[i] != NULL) {
            trunk_cut(gate->branch[i]->trunk, "it stops");
        }
    }
    uv_close((uv_handle_t *)&gate->tick, NULL);
}

void gate_free(struct gate *gate) {
    free(gate);
}
