/* struct message -> one line of JSON. */
#include "proto/message/message.h"

#include <assert.h>
#include <string.h>

#include "proto/message/inside.h"

const struct message message_empty = {
    .id = "", .text = "", .room = "", .name = "", .side = "", .move = "", .token = ""};

struct message message_event(enum event_kind event, const char *room, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = event;
    msg.room = room;
    msg.text = text;
    return msg;
}

struct message message_error(const char *id, enum error_code code, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.id = id;
    msg.error = code;
    msg.text = text != NULL ? text : error_text(code);
    return msg;
}

const char *event_name(enum event_kind event) {
    static const char *const names[EVENT_KIND_COUNT + 1] = {
#define X(id, name) [id] = (name),
        EVENT_KINDS(X)
#undef X
            [EVENT_KIND_COUNT] = "unknown",
    };
    return names[event];
}

const char *stage_name(enum stage stage) {
    static const char *const names[STAGE_COUNT] = {
#define X(id, name) [id] = (name),
        STAGES(X)
#undef X
    };
    return names[stage];
}

const char *seat_offer_name(enum seat_offer offer) {
    static const char *const names[SEAT_OFFER_COUNT] = {
#define X(id, name) [id] = (name),
        SEAT_OFFERS(X)
#undef X
    };
    return names[offer];
}

void message_free(struct message *msg) {
    if (msg != NULL) {
        struct arena arena = {.blocks = msg->owned};
        arena_free(&arena); /* msg itself is in the arena */
    }
}

/* --- hello --- */

/* Puts the options of a game: {"king":["armed","unarmed"]}. */
static void put_options(struct wire_out *out, const struct option_kind *kinds) {
    wire_begin_object(out, "options");
    for (size_t i = 0; kinds[i].name != NULL; i++) {
        wire_begin_array(out, kinds[i].name);
        for (unsigned v = 0; v < option_values(&kinds[i]); v++) {
            wire_put_text(out, NULL, kinds[i].values[v]);
        }
        wire_end_array(out);
    }
    wire_end_object(out);
}

static void put_games(struct wire_out *out) {
    wire_begin_array(out, "games");
    for (size_t i = 0; games[i] != NULL; i++) {
        wire_begin_object(out, NULL);
        wire_put_text(out, "id", games[i]->id);
        wire_put_text(out, "title", games[i]->title);
        put_options(out, games[i]->options);
        wire_end_object(out);
    }
    wire_end_array(out);
}

/* Puts what this server can do: the words of its commands. */
static void put_capabilities(struct wire_out *out) {
    wire_begin_array(out, "capabilities");
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        wire_put_text(out, NULL, command_spec((enum command_kind)kind)->word);
    }
    wire_end_array(out);
}

static void put_fronts(struct wire_out *out, const struct hello *hello) {
    if (hello->n_fronts == 0) {
        return;
    }
    wire_begin_array(out, "fronts");
    for (size_t i = 0; i < hello->n_fronts; i++) {
        wire_put_text(out, NULL, hello->fronts[i]);
    }
    wire_end_array(out);
}

static void put_hello(struct wire_out *out, const struct hello *hello) {
    wire_put_number(out, "protocol", hello->protocol);
    wire_put_text(out, "server", hello->server);
    wire_put_text(out, "version", hello->version);
    wire_put_text(out, "title", hello->title);
    wire_put_text_or_null(out, "welcome", hello->welcome);
    wire_put_text(out, "boot", hello->boot);
    wire_put_text(out, "durability", hello->durability);
    wire_put_number(out, "time_ms", hello->time_ms);
    wire_put_flag(out, "draining", hello->draining);
    wire_put_flag(out, "tls", hello->tls);
    wire_put_text_or_null(out, "you", hello->you);
    wire_put_text(out, "passwords", hello->passwords);
    wire_put_flag(out, "account", hello->account);
    put_fronts(out, hello);
    put_games(out);
    put_capabilities(out);
    wire_begin_object(out, "limits");
    for (size_t i = 0; i < hello->n_limits; i++) {
        wire_put_number(out, hello->limits[i].name, hello->limits[i].value);
    }
    wire_end_object(out);
}

/* --- messages --- */

static void put_moves(struct wire_out *out, const struct message *msg) {
    if (msg->moves != NULL) {
        wire_put_text(out, "moves", msg->moves);
    }
}

static void put_rule(struct wire_out *out, const struct rule *rule) {
    if (rule == NULL) {
        return;
    }
    wire_begin_object(out, "rule");
    wire_put_text(out, "id", rule->id);
    wire_put_text(out, "text", rule->text);
    wire_put_text(out, "source", rule->source);
    wire_end_object(out);
}

/* Puts the members that any kind of message may have, where they have a value. */
static void put_common(struct wire_out *out, const struct message *msg) {
    wire_put_id(out, msg->id);
    wire_put_text_if(out, "room", msg->room);
    if (msg->seq > 0) {
        wire_put_number(out, "seq", (int64_t)msg->seq);
    }
    if (msg->snapshot) {
        wire_put_flag(out, "snapshot", true);
    }
    wire_put_text_if(out, "name", msg->name);
    wire_put_text_if(out, "text", msg->text);
}

static void put_table(struct wire_out *out, const struct table *table) {
    if (table != NULL) {
        table_json_put(out, table);
    }
}

static void put_reply(struct wire_out *out, const struct message *msg) {
    wire_put_text(out, "reply", command_spec(msg->cmd)->word);
    put_common(out, msg);
    wire_put_text_if(out, "token", msg->token);
    wire_put_text_if(out, "side", msg->side);
    if (msg->cmd == CMD_MOVES) {
        wire_put_text_if(out, "from", msg->move);
    }
    put_moves(out, msg);
    if (msg->cmd == CMD_WHY) {
        wire_put_text(out, "move", msg->move);
        wire_put_flag(out, "legal", msg->rule == NULL);
        put_rule(out, msg->rule);
    }
    if (msg->state != NULL) {
        wire_begin_object(out, "state");
        state_put(out, msg->state);
        wire_end_object(out);
    }
    if (msg->hello != NULL) {
        put_hello(out, msg->hello);
    }
    rows_put(out, msg);
    put_table(out, msg->table);
    if (msg->record != NULL) {
        assert(strchr(msg->record, '\n') == NULL);
        wire_put_json(out, "record", msg->record);
    }
}

static void put_error(struct wire_out *out, const struct message *msg) {
    wire_put_text(out, "error", error_name(msg->error));
    put_common(out, msg);
    if (msg->retry_after_ms > 0) {
        wire_put_number(out, "retry_after_ms", msg->retry_after_ms);
    }
    put_moves(out, msg);
    put_rule(out, msg->rule);
}

static void put_event(struct wire_out *out, const struct message *msg) {
    wire_put_text(out, "event", event_name(msg->event));
    if (msg->event == EVENT_BYE) {
        wire_put_text(out, "code", error_name(msg->error));
    }
    put_common(out, msg);
    if (msg->is_watcher) {
        wire_put_flag(out, "watcher", true);
    }
    if (msg->is_gagged) {
        wire_put_flag(out, "gagged", true);
    }
    if (msg->state != NULL) {
        state_put(out, msg->state);
    }
    put_table(out, msg->table);
}

void message_write(struct wire_out *out, const struct message *msg) {
    wire_begin_object(out, NULL);
    switch (msg->kind) {
    case MESSAGE_REPLY: put_reply(out, msg); break;
    case MESSAGE_ERROR: put_error(out, msg); break;
    case MESSAGE_EVENT: put_event(out, msg); break;
    }
    wire_end_object(out);
}

void message_put_moves(struct wire_out *out, const char *moves) {
    wire_reopen_object(out);
    wire_put_text(out, "moves", moves); /* the last member, see state_put */
    wire_end_object(out);
}

char *message_to_json(const struct message *msg, size_t *len) {
    struct wire_out out = {.len = 0};
    message_write(&out, msg);
    *len = out.len;
    return wire_out_take(&out);
}

bool state_has_note(const struct state *state, enum note_kind kind, enum side side) {
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        if (note->kind == kind && (side == SIDE_COUNT || note->side == side)) {
            return true;
        }
    }
    return false;
}
