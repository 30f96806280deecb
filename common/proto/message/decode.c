/* A line of JSON from a server -> struct message. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "proto/message/inside.h"
#include "proto/shape.h"

/* --- hello --- */

static void read_limits(struct wire_in *in, struct hello *hello) {
    struct wire_in member = wire_member(in, "limits");
    size_t n = json_object_size(member.object);
    struct limit_view *limits = arena_alloc(in->arena, n, sizeof *limits);
    const char *key;
    json_t *value;
    json_object_foreach(member.object, key, value) {
        limits[hello->n_limits++] = (struct limit_view){
            .name = arena_clean(in->arena, key),
            .value = wire_number(&member, key, INT64_MAX),
        };
    }
    hello->limits = limits;
}

static void read_fronts(struct wire_in *in, struct hello *hello) {
    json_t *array = wire_array_if(in, "fronts");
    size_t n = json_array_size(array);
    const char **fronts = arena_alloc(in->arena, n, sizeof *fronts);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(array, i));
        fronts[i] = arena_clean(in->arena, text != NULL ? text : "");
    }
    hello->fronts = fronts;
    hello->n_fronts = n;
}

static void read_hello(struct wire_in *in, struct message *msg) {
    struct hello *hello = arena_alloc(in->arena, 1, sizeof *hello);
    hello->protocol = (int)wire_number(in, "protocol", INT_MAX);
    hello->server = text_read(in, "server");
    hello->version = text_read(in, "version");
    hello->title = text_read(in, "title");
    hello->welcome = arena_clean_page(in->arena, wire_text_if(in, "welcome"));
    hello->boot = text_read(in, "boot");
    hello->durability = text_read(in, "durability");
    hello->time_ms = wire_number_if(in, "time_ms", INT64_MAX);
    hello->draining = wire_flag(in, "draining");
    hello->tls = wire_flag_if(in, "tls");
    hello->you = name_read(in, "you");
    hello->passwords = text_read(in, "passwords");
    hello->account = wire_flag_if(in, "account");
    read_fronts(in, hello);
    read_limits(in, hello);
    msg->hello = hello;
}

/* --- messages --- */

static void read_moves(struct wire_in *in, struct message *msg) {
    if (wire_has(in, "moves")) {
        msg->moves = text_read(in, "moves");
    }
}

static void read_rule(struct wire_in *in, struct message *msg) {
    if (wire_has(in, "rule")) {
        struct rule *rule = arena_alloc(in->arena, 1, sizeof *rule);
        struct wire_in member = wire_member(in, "rule");
        rule->id = text_read(&member, "id");
        rule->text = text_read(&member, "text");
        rule->source = text_read(&member, "source");
        msg->rule = rule;
    }
}

/* Longest id that is a number, with its mark and NUL. */
#define NUMBER_ID_BYTES 40

/* The id of a request comes back as it was sent: a string or a number. */
static const char *read_id(struct wire_in *in) {
    const json_t *id = wire_get(in, "id");
    if (!json_is_number(id)) {
        return text_read(in, "id");
    }
    char *text = arena_alloc(in->arena, NUMBER_ID_BYTES, 1);
    if (json_is_integer(id)) {
        snprintf(text, NUMBER_ID_BYTES, "%c%" JSON_INTEGER_FORMAT, ID_NUMBER,
                 json_integer_value(id));
    } else {
        snprintf(text, NUMBER_ID_BYTES, "%c%.17g", ID_NUMBER, json_real_value(id));
    }
    return text;
}

static void read_common(struct wire_in *in, struct message *msg) {
    msg->id = read_id(in);
    msg->room = shape_read(in, "room", is_room_code, "a room code");
    msg->seq = (uint64_t)wire_number_if(in, "seq", INT64_MAX);
    msg->name = name_read(in, "name");
    msg->text = text_read(in, "text");
}

static void read_board(struct wire_in *in, struct message *msg) {
    struct wire_in member = wire_member(in, "state");
    msg->state = state_read(&member);
}

/* Rewrites the record in ASCII, which turns control characters into escapes. */
static void read_record(struct wire_in *in, struct message *msg) {
    const json_t *record = wire_get(in, "record");
    if (!json_is_object(record)) {
        wire_fail(in, "record", "expected an object");
        return;
    }
    const size_t flags = JSON_COMPACT | JSON_ENSURE_ASCII;
    size_t len = json_dumpb(record, NULL, 0, flags);
    char *text = arena_alloc(in->arena, len + 1, 1);
    (void)json_dumpb(record, text, len, flags);
    msg->record = arena_clean(in->arena, text);
}

static bool is_command(const char *word) {
    return command_find(word, strlen(word)) != COMMAND_COUNT;
}

/* A name in a card belongs to the card, not the message. */
static void read_table(struct wire_in *in, struct message *msg,
                       const struct table_spec *spec) {
    if (spec == NULL) {
        return;
    }
    msg->table = table_json_read(in, spec);
    for (size_t i = 0; spec->key[0] == '\0' && i < spec->n_columns; i++) {
        if (strcmp(spec->column[i].key, "name") == 0) {
            msg->name = "";
        }
    }
}

static void read_reply(struct wire_in *in, struct message *msg) {
    const char *word = wire_shaped(in, "reply", is_command, "a command");
    if (wire_failed(in)) {
        return;
    }
    msg->kind = MESSAGE_REPLY;
    msg->cmd = command_find(word, strlen(word));
    msg->side = text_read(in, "side");
    read_moves(in, msg);
    rows_read(in, msg);
    read_table(in, msg, table_of_reply(msg->cmd));
    switch ((int)msg->cmd) {
    case CMD_HELP:
        msg->text = arena_clean_page(in->arena, wire_text_if(in, "text"));
        break;
    case CMD_HELLO: read_hello(in, msg); break;
    case CMD_NAME:
    case CMD_LOGIN:
    case CMD_PASSWORD: msg->token = shape_read(in, "token", is_token, "a token"); break;
    case CMD_BOARD: read_board(in, msg); break;
    case CMD_RECORD: read_record(in, msg); break;
    case CMD_MOVES: msg->move = text_read(in, "from"); break;
    case CMD_WHY:
        msg->move = text_read(in, "move");
        read_rule(in, msg);
        break;
    default: break;
    }
}

static void read_error(struct wire_in *in, struct message *msg) {
    msg->kind = MESSAGE_ERROR;
    msg->error = error_find(wire_text_if(in, "error"));
    msg->retry_after_ms = wire_number_if(in, "retry_after_ms", INT64_MAX);
    read_moves(in, msg);
    read_rule(in, msg);
}

static void read_event(struct wire_in *in, struct message *msg) {
    const char *name = wire_text_if(in, "event");
    unsigned kind = 0;
    while (kind < EVENT_KIND_COUNT &&
           strcmp(event_name((enum event_kind)kind), name) != 0) {
        kind++;
    }
    msg->kind = MESSAGE_EVENT;
    msg->event = (enum event_kind)kind;
    if (kind == EVENT_STATE) {
        msg->snapshot = wire_flag_if(in, "snapshot");
        msg->state = state_read(in);
    }
    if (kind == EVENT_SAY) {
        msg->is_watcher = wire_flag_if(in, "watcher");
        msg->is_gagged = wire_flag_if(in, "gagged");
    }
    if (kind == EVENT_BYE) {
        msg->error = error_find(wire_text_if(in, "code"));
    }
    read_table(in, msg, table_of_event(msg->event));
}

static void read_message(struct wire_in *in, struct message *msg) {
    *msg = message_empty;
    read_common(in, msg);
    if (wire_has(in, "event")) {
        read_event(in, msg);
    } else if (wire_has(in, "reply")) {
        read_reply(in, msg);
    } else if (wire_has(in, "error")) {
        read_error(in, msg);
    } else {
        wire_fail(in, "reply", "missing, like error and event");
    }
}

struct message *message_from_json(const char *line, size_t len,
                                  char fault[static FAULT_BYTES]) {
    json_t *root = wire_parse(line, len, fault);
    if (root == NULL) {
        return NULL;
    }
    struct arena arena = {.blocks = NULL}; /* owns msg and all it points to */
    struct wire_in in = wire_in_of(root, &arena, fault);
    struct message *msg = arena_alloc(&arena, 1, sizeof *msg);
    read_message(&in, msg);
    json_decref(root);
    if (wire_failed(&in)) {
        arena_free(&arena);
        return NULL;
    }
    msg->owned = arena.blocks;
    return msg;
}
