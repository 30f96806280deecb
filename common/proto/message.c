/* struct message -> one line of JSON. */
#include "proto/message.h"

#include <assert.h>
#include <string.h>

#include "proto/arena.h"
#include "proto/rows_json.h"
#include "proto/state_json.h"
#include "proto/table_json.h"
#include "proto/wire.h"

const struct message message_empty = {
    .id = "", .text = "", .room = "", .name = "", .side = "", .move = "", .token = ""};

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
        arena_free(&arena); /* msg is in it too */
    }
}

/* --- hello --- */

/* What a room of this game can be opened with: {"king":["armed","unarmed"]}. */
static json_t *options_to_json(const struct option_kind *kinds) {
    json_t *object = wire_object();
    for (size_t i = 0; kinds[i].name != NULL; i++) {
        json_t *values = wire_array();
        for (size_t v = 0; v < sizeof kinds[i].values / sizeof kinds[i].values[0]; v++) {
            wire_append(values, wire_string(kinds[i].values[v]));
        }
        wire_put(object, kinds[i].name, values);
    }
    return object;
}

static json_t *games_to_json(void) {
    json_t *array = wire_array();
    for (size_t i = 0; games[i] != NULL; i++) {
        json_t *game = wire_object();
        wire_put_text(game, "id", games[i]->id);
        wire_put_text(game, "title", games[i]->title);
        wire_put(game, "options", options_to_json(games[i]->options));
        wire_append(array, game);
    }
    return array;
}

/* What can be asked of this server: the words of its commands. */
static json_t *capabilities_to_json(void) {
    json_t *array = wire_array();
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        wire_append(array, wire_string(command_spec((enum command_kind)kind)->word));
    }
    return array;
}

static void put_hello(json_t *object, const struct hello *hello) {
    wire_put_number(object, "protocol", hello->protocol);
    wire_put_text(object, "server", hello->server);
    wire_put_text(object, "version", hello->version);
    wire_put_text(object, "title", hello->title);
    wire_put_text_or_null(object, "welcome", hello->welcome);
    wire_put_text(object, "boot", hello->boot);
    wire_put_text(object, "durability", hello->durability);
    wire_put_number(object, "time_ms", hello->time_ms);
    wire_put(object, "draining", json_boolean(hello->draining));
    wire_put(object, "tls", json_boolean(hello->tls));
    wire_put_text_or_null(object, "you", hello->you);
    wire_put_text(object, "passwords", hello->passwords);
    wire_put(object, "account", json_boolean(hello->account));
    wire_put(object, "games", games_to_json());
    wire_put(object, "capabilities", capabilities_to_json());
    json_t *limits = wire_object();
    for (size_t i = 0; i < hello->n_limits; i++) {
        wire_put_number(limits, hello->limits[i].name, hello->limits[i].value);
    }
    wire_put(object, "limits", limits);
}

/* --- messages --- */

static void put_moves(json_t *root, const struct message *msg) {
    if (msg->moves != NULL) {
        wire_put_text(root, "moves", msg->moves);
    }
}

static void put_rule(json_t *root, const struct rule *rule) {
    if (rule == NULL) {
        return;
    }
    json_t *object = wire_object();
    wire_put_text(object, "id", rule->id);
    wire_put_text(object, "text", rule->text);
    wire_put_text(object, "source", rule->source);
    wire_put(root, "rule", object);
}

/* Members of any kind of message that says something in them. */
static void put_common(json_t *root, const struct message *msg) {
    wire_put_text_if(root, "id", msg->id);
    wire_put_text_if(root, "room", msg->room);
    if (msg->seq > 0) {
        wire_put_number(root, "seq", (int64_t)msg->seq);
    }
    if (msg->snapshot) {
        wire_put(root, "snapshot", json_true());
    }
    wire_put_text_if(root, "name", msg->name);
    wire_put_text_if(root, "text", msg->text);
}

static void put_table(json_t *root, const struct table *table) {
    if (table != NULL) {
        table_json_put(root, table);
    }
}

static void put_reply(json_t *root, const struct message *msg) {
    wire_put_text(root, "reply", command_spec(msg->cmd)->word);
    put_common(root, msg);
    wire_put_text_if(root, "token", msg->token);
    wire_put_text_if(root, "side", msg->side);
    put_moves(root, msg);
    if (msg->cmd == CMD_WHY) {
        wire_put_text(root, "move", msg->move);
        wire_put(root, "legal", json_boolean(msg->rule == NULL));
        put_rule(root, msg->rule);
    }
    if (msg->state != NULL) {
        json_t *state = wire_object();
        state_put(state, msg->state);
        wire_put(root, "state", state);
    }
    if (msg->hello != NULL) {
        put_hello(root, msg->hello);
    }
    rows_put(root, msg);
    put_table(root, msg->table);
    if (msg->record != NULL) {
        json_t *record = json_loads(msg->record, JSON_REJECT_DUPLICATES, NULL);
        assert(record != NULL);
        wire_put(root, "record", record);
    }
}

static void put_error(json_t *root, const struct message *msg) {
    wire_put_text(root, "error", error_name(msg->error));
    put_common(root, msg);
    if (msg->retry_after_ms > 0) {
        wire_put_number(root, "retry_after_ms", msg->retry_after_ms);
    }
    put_moves(root, msg);
    put_rule(root, msg->rule);
}

static void put_event(json_t *root, const struct message *msg) {
    wire_put_text(root, "event", event_name(msg->event));
    if (msg->event == EVENT_BYE) {
        wire_put_text(root, "code", error_name(msg->error));
    }
    put_common(root, msg);
    if (msg->is_watcher) {
        wire_put(root, "watcher", json_true());
    }
    if (msg->is_gagged) {
        wire_put(root, "gagged", json_true());
    }
    if (msg->state != NULL) {
        state_put(root, msg->state);
    }
    put_table(root, msg->table);
}

char *message_to_json(const struct message *msg, size_t *len) {
    json_t *root = wire_object();
    switch (msg->kind) {
    case MESSAGE_REPLY: put_reply(root, msg); break;
    case MESSAGE_ERROR: put_error(root, msg); break;
    case MESSAGE_EVENT: put_event(root, msg); break;
    }
    char *line = wire_dump(root, JSON_COMPACT | JSON_REAL_PRECISION(15));
    *len = strlen(line);
    return line;
}
