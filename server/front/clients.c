/* Clients of a front: lines up, messages down. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/json/wire_out.h"
#include "proto/message/message.h"
#include "server/front/state.h"

static struct front *front_of(const struct conn *conn) {
    return conn->shared->owner;
}

static struct client *client_of(const struct conn *conn) {
    return slots_get(&front_of(conn)->clients, conn->client);
}

/* --- what the front itself says --- */

static struct buf *encode_json(enum event_kind event, enum error_code why,
                               const char *text) {
    struct wire_out out = {0};
    struct message msg = message_event(event, "", text);
    msg.error = why;
    message_write(&out, &msg);
    struct buf *buf = buf_new_line(out.text, out.len);
    wire_out_fini(&out);
    return buf;
}

/* As the hub writes it to those whom it turns away: for people, with the code for
 * programs.  Before a client has spoken, "-" is what it gets instead of a greeting. */
static struct buf *encode_text(bool has_spoken, enum error_code why, const char *text) {
    char line[FAULT_BYTES + 40];
    int len = snprintf(line, sizeof line, "%c %c%s [%s]\r\n", has_spoken ? '*' : '-',
                       toupper((unsigned char)text[0]), text + 1, error_name(why));
    return buf_new(line, (size_t)len);
}

static void say(const struct client *client, enum event_kind event, enum error_code why,
                const char *text) {
    struct buf *buf = client->is_json ? encode_json(event, why, text)
                                      : encode_text(client->has_spoken, why, text);
    conn_send(client->conn, buf);
    buf_unref(buf);
    conn_flush(client->conn);
}

static void dismiss(const struct client *client, enum error_code why, const char *text) {
    struct conn *conn = client->conn; /* which outlives the client, if that closes it */
    if (!conn->ending && !conn_is_closing(conn)) {
        say(client, EVENT_BYE, why, text);
        conn_end(conn, why == ERR_SHUTTING_DOWN ? WEB_CLOSE_GOING_AWAY : WEB_CLOSE_POLICY,
                 error_name(why));
        conn_flush(conn);
    }
}

/* --- up --- */

/* Whether lines of the client may come. */
static bool may_speak(const struct client *client) {
    return client->is_open && client->window >= (int32_t)LINK_RECORD_BYTES &&
           unanswered_has_room(&client->unanswered);
}

bool client_is_waiting(void *owner, const struct conn *conn) {
    const struct client *client = client_of(conn);
    (void)owner;
    return client != NULL && !may_speak(client);
}

/* False: there is no hub to tell it to. */
static bool send_record(struct client *client, enum link_record kind, const char *line,
                        size_t len) {
    if (client == NULL || !client->is_open) {
        return false;
    }
    if (kind == LINK_LINE || kind == LINK_TOO_LONG) {
        unanswered_add(&client->unanswered, kind == LINK_TOO_LONG, line, len);
    } else if (kind != LINK_BACK) {
        client->last = (uint8_t)kind;
    }
    size_t n = LINK_HEAD_BYTES + len;
    uint8_t *record =
        trunk_put(front_of(client->conn)->trunk, client->conn->client, TRUNK_RECORDS, n);
    record[0] = (uint8_t)kind;
    record[1] = (uint8_t)(len >> 8);
    record[2] = (uint8_t)len;
    memcpy(record + LINK_HEAD_BYTES, line, len);
    client->window -= (int32_t)n;
    if (!may_speak(client)) {
        conn_hold(client->conn);
    }
    return true;
}

/* The first line with anything in it shows the mode, as in the hub. */
static void note_mode(struct client *client, const char *line, size_t len) {
    static const char skipped[] = " \t\xEF\xBB\xBF";
    while (len > 0 && memchr(skipped, *line, sizeof skipped - 1) != NULL) {
        line++;
        len--;
    }
    client->is_json = len > 0 && *line == '{';
    client->has_spoken = len > 0;
}

static void on_line(struct conn *conn, const char *line, size_t len) {
    struct client *client = client_of(conn);
    if (client != NULL && !client->has_spoken) {
        note_mode(client, line, len);
    }
    (void)send_record(client, LINK_LINE, line, len);
}

static void on_line_too_long(struct conn *conn) {
    (void)send_record(client_of(conn), LINK_TOO_LONG, "", 0);
}

static void on_garbage(struct conn *conn) {
    if (!send_record(client_of(conn), LINK_NOISE, "", 0)) {
        conn_close(conn);
    }
}

static void on_not_tls(struct conn *conn) {
    if (!send_record(client_of(conn), LINK_NOT_TLS, "", 0)) {
        conn_close(conn);
    }
}

static void on_ended(struct conn *conn) {
    if (!send_record(client_of(conn), LINK_ENDED, "", 0)) {
        conn_end(conn, WEB_CLOSE_NORMAL, "");
        conn_flush(conn);
    }
}

static void on_closed(struct conn *conn) {
    struct front *front = front_of(conn);
    struct client *client = client_of(conn);
    door_forget(conn);
    if (client == NULL) {
        return;
    }
    if (client->is_open) {
        /* The counter goes up just before the connection closes for it. */
        *trunk_put(front->trunk, conn->client, TRUNK_CLOSED, 1) =
            front->metrics.readers_closed != front->readers_closed;
    }
    front->readers_closed = front->metrics.readers_closed;
    slots_remove(&front->clients, conn->client);
    address_table_remove(&front->addresses, client->counts, ADDRESS_CLIENTS);
    free(client->parts.text);
    free(client->memory);
    unanswered_fini(&client->unanswered);
    free(client);
}

/* Tells the hub of output that has been taken, if there is much of it.  Layers add to the
 * bytes that wait, so at most as much is told as was taken. */
static void give_credit(const struct front *front, struct client *client) {
    size_t waiting = conn_waiting_bytes(client->conn);
    size_t taken = client->unread > waiting ? client->unread - waiting : 0;
    if (client->unread >= TRUNK_LEAST_TOLD && taken > 0 && client->is_open) {
        trunk_number_write(trunk_put(front->trunk, client->conn->client, TRUNK_TAKEN, 4),
                           (uint32_t)taken);
        client->unread -= taken;
    }
}

static void on_drained(struct conn *conn) {
    struct client *client = client_of(conn);
    if (client != NULL) {
        give_credit(front_of(conn), client);
    }
}

const struct conn_ops client_conn_ops = {
    .line = on_line,
    .line_too_long = on_line_too_long,
    .garbage = on_garbage,
    .yields = door_yield,
    .not_tls = on_not_tls,
    .proxied = door_proxied,
    .not_proxied = door_not_proxied,
    .opened = door_opened,
    .ended = on_ended,
    .drained = on_drained,
    .closed = on_closed,
};

/* --- channels --- */

/* Who may be an operator for being local: a front answers for its own machine only. */
static bool is_local(const struct front *front, const struct conn *conn) {
    return front->config.operator_local && !conn->is_proxied;
}

/* Tells the next hub what the one before it has not answered. */
static void take_up(struct front *front, struct client *client) {
    uint8_t records[TRUNK_WINDOW];
    size_t n = unanswered_again(&client->unanswered, records);
    if (n > 0) {
        memcpy(trunk_put(front->trunk, client->conn->client, TRUNK_RECORDS, n), records,
               n);
        client->window -= (int32_t)n;
    }
    (void)send_record(client, LINK_BACK, "", 0);
    if (client->last != 0) {
        (void)send_record(client, client->last, "", 0);
    }
}

static void open_channel(struct front *front, struct client *client) {
    const struct conn *conn = client->conn;
    uint8_t rest_of_frame[3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES];
    struct trunk_open open = {.memory = client->memory, .n_memory = client->n_memory};
    open.flags =
        (conn->has_tls ? TRUNK_TLS : 0U) | (conn->is_proxied ? TRUNK_PROXIED : 0U) |
        ((conn->kind & LISTENER_WEB) != 0 ? TRUNK_WEB : 0U) |
        (is_local(front, conn) ? TRUNK_LOCAL : 0U) |
        (client->was_open ? TRUNK_AGAIN : 0U) |
        (client->is_greeted ? TRUNK_GREETED : 0U) |
        (client->has_spoken ? TRUNK_SPOKEN : 0U) | (client->is_json ? TRUNK_JSON : 0U);
    text_copy(open.address, sizeof open.address, client->counts->address);
    size_t n = trunk_open_write(&open, rest_of_frame);
    memcpy(trunk_put(front->trunk, conn->client, TRUNK_OPEN, n), rest_of_frame, n);
    client->is_open = true;
    client->window = TRUNK_WINDOW;
    if (client->was_open) {
        take_up(front, client);
    }
}

/* The hub counts clients, too, those of all fronts together. */
static bool is_one_too_many(const struct front *front, const struct client *client) {
    const struct limits *limits = front->config.limits;
    const uint32_t *n = client->counts->n;
    return (int64_t)(front->clients.n_used + front->n_visitors) > limits->connections ||
           n[ADDRESS_CLIENTS] + n[ADDRESS_VISITORS] > limits->connections_per_address;
}

void client_add(void *owner, struct conn *conn, const char *address) {
    struct front *front = owner;
    struct client *client = mem_new(1, sizeof *client);
    front->metrics.connections_opened++;
    client->conn = conn;
    client->counts = address_table_add(&front->addresses, address, ADDRESS_CLIENTS);
    client->is_json = client->has_spoken = (conn->kind & LISTENER_WEB) != 0;
    conn->client = slots_add(&front->clients, client);
    if (is_one_too_many(front, client)) {
        front->metrics.connections_refused++;
        dismiss(client, ERR_TOO_MANY_CONNECTIONS, error_text(ERR_TOO_MANY_CONNECTIONS));
    } else if (front->has_hub) {
        open_channel(front, client);
    } else {
        conn_hold(conn); /* even a handshake of TLS waits */
    }
}

void clients_join(struct front *front) {
    uint32_t at = 0;
    for (struct client *client; (client = slots_next(&front->clients, &at)) != NULL;) {
        if (!client->conn->ending && !conn_is_closing(client->conn)) {
            open_channel(front, client);
            door_yield(client->conn);
        }
    }
}

void clients_lose(struct front *front) {
    uint32_t at = 0;
    for (struct client *client; (client = slots_next(&front->clients, &at)) != NULL;) {
        if (!client->is_open) {
            continue;
        }
        client->is_open = false;
        client->was_open = true;
        client->ticks = 0;
        client->unread = 0;
        client->parts.n = 0;
        conn_hold(client->conn);
        if (client->has_spoken && !client->conn->ending) {
            say(client, EVENT_NOTICE, ERR_SHUTTING_DOWN,
                "the server is away for a moment: what you type waits.");
        }
    }
}

void clients_tick(struct front *front) {
    uint32_t at = 0;
    for (struct client *client; (client = slots_next(&front->clients, &at)) != NULL;) {
        give_credit(front, client);
        if (!client->is_open && ++client->ticks > FRONT_PATIENCE_TICKS) {
            dismiss(client, ERR_SHUTTING_DOWN,
                    "the server is away: connect again later, and resume.");
        }
    }
}

void clients_stop(struct front *front) {
    uint32_t at = 0;
    for (struct client *client; (client = slots_next(&front->clients, &at)) != NULL;) {
        dismiss(client, ERR_SHUTTING_DOWN, error_text(ERR_SHUTTING_DOWN));
    }
}

/* --- down --- */

void clients_flush(struct front *front) {
    for (size_t i = 0; i < front->touched.n; i++) {
        struct client *client = slots_get(&front->clients, front->touched.id[i]);
        if (client != NULL) {
            client->is_touched = false;
            conn_flush(client->conn);
        }
        client = slots_get(&front->clients, front->touched.id[i]);
        if (client != NULL && !conn_lags(client->conn)) { /* if it lags: see on_drained */
            give_credit(front, client);
        }
    }
    front->touched.n = 0;
}

/* Adds bytes to the message that is coming. */
static bool take_part(struct message_parts *parts, const struct trunk_frame *frame) {
    if (parts->n + frame->n > TRUNK_MESSAGE_BYTES) {
        return false;
    }
    parts->text = mem_grow(parts->text, parts->n + frame->n + 1, 1);
    memcpy(parts->text + parts->n, frame->rest, frame->n);
    parts->n += frame->n;
    return true;
}

static void take_message(struct front *front, struct client *client, const char *text,
                         size_t n) {
    if (client->conn->ending) { /* nothing follows its goodbye */
        return;
    }
    struct buf *buf = buf_new(text, n);
    conn_send(client->conn, buf);
    buf_unref(buf);
    client->is_greeted = true;
    client->unread += n;
    if (!client->is_touched) {
        struct touched *touched = &front->touched;
        client->is_touched = true;
        MEM_ROOM(touched->id, touched->n, touched->cap, 16);
        touched->id[touched->n++] = client->conn->client;
    }
}

static bool take_send(struct front *front, struct client *client,
                      const struct trunk_frame *frame) {
    if (client->parts.n == 0) {
        take_message(front, client, (const char *)frame->rest, frame->n);
        return true;
    }
    bool fits = take_part(&client->parts, frame);
    if (fits) {
        take_message(front, client, client->parts.text, client->parts.n);
        free(client->parts.text);
        client->parts = (struct message_parts){0};
    }
    return fits;
}

/* A held client goes on as soon as it may. */
static void go_on(const struct client *client) {
    if (client->conn->held && may_speak(client)) {
        door_yield(client->conn);
    }
}

static bool take_answer(struct front *front, struct client *client,
                        const struct trunk_frame *frame) {
    struct trunk_frame text = *frame;
    text.n -= 2;
    text.rest += 2;
    unanswered_drop(&client->unanswered,
                    (uint16_t)(frame->rest[0] << 8 | frame->rest[1]));
    go_on(client);
    return take_send(front, client, &text);
}

static void take_end(struct conn *conn, const struct trunk_frame *frame) {
    char reason[TRUNK_REASON_BYTES + 1] = "";
    memcpy(reason, frame->rest + 2, frame->n - 2U);
    conn_end(conn, (unsigned)(frame->rest[0] << 8 | frame->rest[1]), reason);
    conn_flush(conn);
}

bool client_frame(struct front *front, const struct trunk_frame *frame) {
    struct client *client = slots_get(&front->clients, frame->channel);
    if (client == NULL || !client->is_open) {
        return true; /* it went meanwhile */
    }
    switch ((int)frame->kind) {
    case TRUNK_PART: return take_part(&client->parts, frame);
    case TRUNK_SEND: return take_send(front, client, frame);
    case TRUNK_ANSWER: return take_answer(front, client, frame);
    case TRUNK_READ: {
        client->window += (int32_t)trunk_number_read(frame->rest);
        go_on(client);
        return client->window <= TRUNK_WINDOW;
    }
    case TRUNK_REMEMBER:
        client->memory = mem_grow(client->memory, frame->n + 1U, 1);
        memcpy(client->memory, frame->rest, frame->n);
        client->n_memory = frame->n;
        return true;
    case TRUNK_END: take_end(client->conn, frame); return true;
    case TRUNK_CLOSE: conn_close(client->conn); return true;
    default: return false;
    }
}
