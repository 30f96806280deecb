/* The connections of a node, in place of server/conn: lines in, bytes out. */
#include <stdlib.h>
#include <string.h>

#include "server/command/dispatch.h"
#include "server/conn/conn.h"
#include "tests/sim/cluster/cluster.h"

/* Most bytes read from a connection at once. */
#define READ_BYTES 4096

/* --- bytes --- */

static void add_bytes(struct bytes *bytes, const char *more, size_t n) {
    if (n == 0) {
        return;
    }
    if (bytes->n + n > bytes->cap) {
        bytes->cap = 2 * (bytes->n + n);
        bytes->byte = realloc(bytes->byte, bytes->cap);
        SIM_CHECK(bytes->byte != NULL, "out of memory");
    }
    memcpy(bytes->byte + bytes->n, more, n);
    bytes->n += n;
}

static void drop_bytes(struct bytes *bytes, size_t n) {
    if (n == 0) {
        return;
    }
    bytes->n -= n;
    memmove(bytes->byte, bytes->byte + n, bytes->n);
}

/* --- ends --- */

static struct line *find(const struct machine *node, uint64_t conn) {
    struct line *line = node->lines;
    while (line != NULL && line->wire->id != conn) {
        line = line->next;
    }
    return line;
}

size_t lines_waiting(void *owner, uint64_t conn) {
    const struct line *line = find(owner, conn);
    return line != NULL ? line->out.n : 0;
}

static void free_line(struct line *line) {
    frame_fini(&line->frame);
    free(line->in.byte);
    free(line->out.byte);
    free(line);
}

static void close_line(struct machine *node, struct line *line) {
    struct line **at = &node->lines;
    while (*at != line) {
        at = &(*at)->next;
    }
    *at = line->next;
    net_close(line->wire);
    hub_remove_client(node->hub, line->client);
    free_line(line);
}

void lines_free(struct machine *node) {
    while (node->lines != NULL) {
        struct line *line = node->lines;
        node->lines = line->next;
        free_line(line);
    }
}

/* --- in --- */

static void accept_all(struct machine *node) {
    for (struct wire *wire; (wire = net_waiting(node->host)) != NULL;) {
        net_accept(wire);
        struct line *line = calloc(1, sizeof *line);
        SIM_CHECK(line != NULL, "out of memory");
        line->wire = wire;
        line->next = node->lines;
        node->lines = line;
        line->client = hub_add_client(node->hub, wire->id, wire->address, false);
    }
}

static bool may_feed(const struct machine *node, const struct line *line) {
    return !line->is_ending && !hub_is_waiting(node->hub, line->client) &&
           !hub_is_full(node->hub);
}

static void feed(struct machine *node, struct line *line) {
    while (line->in.n > 0 && may_feed(node, line)) {
        size_t used = 0;
        enum frame_result result =
            frame_feed(&line->frame, (const uint8_t *)line->in.byte, line->in.n, &used);
        if (result == FRAME_LINE) {
            dispatch_line(node->hub, line->client, line->frame.line, line->frame.len);
            frame_drop_line(&line->frame);
        } else if (result == FRAME_TOO_LONG) {
            dispatch_line_too_long(node->hub, line->client);
        }
        drop_bytes(&line->in, used);
    }
}

static void read_line(struct machine *node, struct line *line) {
    char bytes[READ_BYTES];
    if (line->wire->knows_broken) {
        close_line(node, line);
        return;
    }
    size_t n = may_feed(node, line) ? net_read(line->wire, bytes, sizeof bytes) : 0;
    add_bytes(&line->in, bytes, n);
    feed(node, line);
    if (line->wire->up.ended && line->wire->up.n_there == 0 && line->in.n == 0 &&
        !line->has_ended && may_feed(node, line)) {
        line->has_ended = true;
        hub_end_client(node->hub, line->client, line->wire->id);
    }
    if (n > 0) {
        net_tell(node->host); /* there may be more */
    }
}

void lines_read(struct machine *node) {
    accept_all(node);
    for (struct line *line = node->lines, *next; line != NULL; line = next) {
        next = line->next;
        read_line(node, line);
    }
}

/* --- out --- */

/* As conn_lags: it lags until all is written. */
static bool lags(const struct machine *node, struct line *line) {
    line->is_lagging =
        line->is_lagging || (int64_t)line->out.n > node->config.limits.pause_bytes;
    return line->is_lagging;
}

static void on_linger(void *arg, uint64_t start) {
    const struct machine *node = arg;
    if (machine_is_up(node) && node->start == start) {
        net_tell(node->host);
    }
}

/* As conn_end. */
static void end_line(struct machine *node, struct line *line) {
    line->is_ending = true;
    line->closes_ms = sim.now_ms + CONN_LINGER_MS;
    sim_at(line->closes_ms, on_linger, node, node->start);
}

static void take_item(struct machine *node, const struct outbox_item *item) {
    if (item->buf != NULL &&
        probe_hear(node, item->conn, item->buf->data, item->buf->len)) {
        return;
    }
    struct line *line = find(node, item->conn);
    if (line == NULL || line->is_ending) {
        return;
    }
    if (item->buf == NULL) {
        end_line(node, line);
    } else if (item->watched && lags(node, line)) {
        hub_mark_lagging(node->hub, line->client);
    } else if (!item->watched || item->n_drained == line->n_drained) {
        add_bytes(&line->out, item->buf->data, item->buf->len);
    }
}

static void flush(struct machine *node, struct line *line) {
    if (line->out.n > 0) {
        drop_bytes(&line->out, net_write(line->wire, line->out.byte, line->out.n));
    }
    if ((int64_t)line->out.n > node->config.limits.queue_bytes) {
        hub_metrics(node->hub)->readers_closed++;
        close_line(node, line);
    } else if (line->is_ending && (line->out.n == 0 || sim.now_ms >= line->closes_ms)) {
        close_line(node, line);
    } else if (line->is_lagging && line->out.n == 0) {
        line->is_lagging = false;
        line->n_drained++;
        hub_drained(node->hub, line->client);
    }
}

void lines_write(struct machine *node) {
    struct outbox *outbox = hub_outbox(node->hub);
    for (size_t i = 0; i < outbox->n; i++) {
        take_item(node, &outbox->item[i]);
    }
    outbox_drop(outbox, outbox->n);
    for (struct line *line = node->lines, *next; line != NULL; line = next) {
        next = line->next;
        flush(node, line);
    }
}
