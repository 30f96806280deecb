#include "server/people/send.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/people/sessions.h"
#include "server/people/state.h"
#include "view/render.h"

/* Memory for JSON that is kept for the next message: nearly all need less. */
#define JSON_KEPT_BYTES 65536

static size_t way_of(const struct client *s) {
    return s->json ? 0
                   : (size_t)1 + s->style.unicode + 2 * (size_t)s->style.colour +
                         4 * ((size_t)s->style.board +
                              BOARD_LOOK_COUNT * (size_t)s->style.lang);
}

static struct buf *encode_text(const struct message *msg, const struct style *style) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&text, &len);
    render_message(out, msg, style);
    fclose(out);
    struct buf *buf = buf_new_crlf(text, len);
    free(text);
    return buf;
}

static struct buf *encode(struct people *people, const struct message *msg,
                          const struct client *s) {
    if (!s->json) {
        return encode_text(msg, &s->style);
    }
    if (people->json.cap > JSON_KEPT_BYTES) {
        wire_out_fini(&people->json);
    }
    wire_out_clear(&people->json);
    message_write(&people->json, msg);
    return buf_new_line(people->json.text, people->json.len);
}

struct buf *people_bytes_of(struct people *people, struct shared *shared,
                            const struct client *client) {
    struct buf **way = &shared->way[way_of(client)];
    if (*way == NULL) {
        *way = encode(people, shared->msg, client);
    }
    return *way;
}

struct buf *people_bytes_with_moves(struct people *people, struct shared *shared,
                                    const struct client *client, const char *moves) {
    if (client->json) {
        assert(shared->way[way_of(client)] == NULL);
        people_bytes_of(people, shared, client); /* now people->json has them, too */
        message_put_moves(&people->json, moves);
        return buf_new_line(people->json.text, people->json.len);
    }
    struct state state = *shared->msg->state;
    struct message msg = *shared->msg;
    state.moves = moves;
    msg.state = &state;
    return encode_text(&msg, &client->style);
}

void shared_fini(struct shared *shared) {
    for (size_t i = 0; i < WAYS; i++) {
        buf_unref(shared->way[i]);
    }
}

/* Queues a message that depends on turns up to this number.  Returns its bytes. */
static size_t send(struct people *people, struct client *client,
                   const struct message *msg, uint64_t needs, enum outbox_how how,
                   bool answers) {
    if (client->closing) {
        return 0;
    }
    struct buf *buf = encode(people, msg, client);
    size_t bytes = buf->len;
    struct outbox *outbox = turn_outbox_for(people->turns, &client->waits, needs);
    outbox_add(outbox, client->conn, buf, how);
    if (answers) {
        outbox_answers(outbox, client->line);
    }
    buf_unref(buf);
    return bytes;
}

void people_send(struct people *people, struct client *client,
                 const struct message *msg) {
    send(people, client, msg, turn_needs(people->turns), SEND_IF_STORED, false);
}

void people_send_always(struct people *people, struct client *client,
                        const struct message *msg) {
    send(people, client, msg, 0, SEND_ALWAYS, false);
}

static size_t answer(struct people *people, struct client *client,
                     const struct message *msg, uint64_t needs, enum outbox_how how) {
    size_t bytes = send(people, client, msg, needs, how, true);
    people->metrics->errors += msg->kind == MESSAGE_ERROR;
    people_note_asked(people, client, msg->id);
    return bytes;
}

size_t people_answer(struct people *people, struct client *client,
                     const struct message *msg) {
    return answer(people, client, msg, turn_needs(people->turns), SEND_IF_STORED);
}

size_t people_answer_still(struct people *people, struct client *client,
                           const struct message *msg, uint64_t turn) {
    return answer(people, client, msg, turn, SEND_IF_STORED);
}

size_t people_answer_certain(struct people *people, struct client *client,
                             const struct message *msg) {
    /* If it waits for a turn that fails it becomes `storage`. */
    return answer(people, client, msg, 0,
                  turn_is_awaited(people->turns, client->waits) ? SEND_IF_STORED
                                                                : SEND_ALWAYS);
}

struct message people_storage_error(const char *id) {
    struct message msg = message_error(id, ERR_STORAGE, NULL);
    msg.retry_after_ms = TURN_RETRY_MS;
    return msg;
}

void people_refuse(struct people *people, const struct asked *asked) {
    struct message msg = people_storage_error(asked->id);
    struct client *client = slots_get(&people->clients, asked->client);
    struct client gone = {
        .conn = asked->conn, .json = asked->json, .style = asked->style};
    client = client != NULL && !client->closing ? client : &gone;
    struct buf *buf = encode(people, &msg, client);
    struct outbox *outbox = turn_outbox_for(people->turns, &client->waits, 0);
    outbox_add(outbox, client->conn, buf, SEND_ALWAYS);
    outbox_answers(outbox, asked->line);
    buf_unref(buf);
}

struct message people_goodbye(enum error_code why, const char *text) {
    struct message msg = message_event(EVENT_BYE, "", text);
    msg.error = why;
    return msg;
}

void people_bye(struct people *people, struct client *client, enum error_code why) {
    people_bye_because(people, client, why,
                       why == ERR_OK ? "you have quit." : error_text(why));
}

void people_bye_because(struct people *people, struct client *client, enum error_code why,
                        const char *text) {
    struct message msg = people_goodbye(why, text);
    people_send_always(people, client, &msg);
    people_queue_end(people, client, why, SEND_ALWAYS);
    client->closing = true;
    client->is_dismissed = true;
}

void people_tell_notice(struct people *people, struct client *client, const char *room,
                        const char *text) {
    struct message msg = message_event(EVENT_NOTICE, room, text);
    people_send(people, client, &msg);
}

int64_t people_fan_out(struct people *people, const struct message *msg,
                       bool (*wants)(const void *arg, const struct client *client),
                       const void *arg, bool always) {
    struct shared shared = {.msg = msg};
    int64_t n = 0;
    uint32_t at = 0;
    for (struct client *c; (c = people_next_client(people, &at)) != NULL;) {
        if (c->closing || !wants(arg, c)) {
            continue;
        }
        people_queue(people, c, people_bytes_of(people, &shared, c),
                     always ? SEND_ALWAYS : SEND_IF_STORED);
        n++;
    }
    shared_fini(&shared);
    return n;
}

static bool is_any(const void *arg, const struct client *client) {
    (void)arg;
    (void)client;
    return true;
}

int64_t people_announce(struct people *people, const char *text, bool always) {
    struct message msg = message_event(EVENT_NOTICE, "", text);
    return people_fan_out(people, &msg, is_any, NULL, always);
}

struct rate *people_shouts(struct people *people) {
    return &people->shouts;
}

/* Whether a client hears what this session (arg) shouts. */
static bool hears(const void *arg, const struct client *client) {
    const struct session *by = arg;
    return client->session != NULL && !gags_have(&client->session->gags, by->key);
}

void people_shout(struct people *people, const struct session *by, const char *text) {
    struct message msg = message_event(EVENT_SHOUT, "", text);
    msg.name = by->name;
    (void)people_fan_out(people, &msg, hears, by, false);
}
