/* One line of JSON from a server -> struct message. */
#include <limits.h>
#include <string.h>

#include "proto/message/inside.h"
#include "proto/shape.h"

/* A message being read. */
struct decoder {
    struct wire_in in;
    struct arena arena; /* owns msg and everything that it points to */
    struct message *msg;
};

static const char *clean_text(struct decoder *d, struct wire_in *in, const char *key) {
    return arena_clean(&d->arena, wire_text_if(in, key));
}

static const char *clean_name(struct decoder *d, struct wire_in *in, const char *key) {
    return arena_clean(&d->arena,
                       wire_shaped_if(in, key, is_player_name, "a player's name"));
}

static const char *clean_room(struct decoder *d, struct wire_in *in) {
    return arena_clean(&d->arena,
                       wire_shaped_if(in, "room", is_room_code, "a room code"));
}

/* --- hello --- */

static void read_limits(struct decoder *d, struct hello *hello) {
    struct wire_in in = wire_member(&d->in, "limits");
    size_t n = json_object_size(in.object);
    struct limit_view *limits = arena_take(&d->arena, n, sizeof *limits);
    if (limits == NULL) {
        return;
    }
    const char *key;
    json_t *value;
    json_object_foreach(in.object, key, value) {
        limits[hello->n_limits++] = (struct limit_view){
            .name = arena_clean(&d->arena, key),
            .value = wire_number(&in, key, INT64_MAX),
        };
    }
    hello->limits = limits;
}

static void read_hello(struct decoder *d) {
    struct hello *hello = arena_take(&d->arena, 1, sizeof *hello);
    if (hello == NULL) {
        return;
    }
    hello->protocol = (int)wire_number(&d->in, "protocol", INT_MAX);
    hello->server = clean_text(d, &d->in, "server");
    hello->version = clean_text(d, &d->in, "version");
    hello->title = clean_text(d, &d->in, "title");
    hello->welcome = arena_clean_page(&d->arena, wire_text_if(&d->in, "welcome"));
    hello->boot = clean_text(d, &d->in, "boot");
    hello->durability = clean_text(d, &d->in, "durability");
    hello->time_ms = wire_number_if(&d->in, "time_ms", INT64_MAX);
    hello->draining = wire_flag(&d->in, "draining");
    hello->tls = wire_flag_if(&d->in, "tls");
    hello->you = clean_name(d, &d->in, "you");
    hello->passwords = clean_text(d, &d->in, "passwords");
    hello->account = wire_flag_if(&d->in, "account");
    read_limits(d, hello);
    d->msg->hello = hello;
}

/* --- messages --- */

static void read_moves(struct decoder *d) {
    if (wire_has(&d->in, "moves")) {
        d->msg->moves = clean_text(d, &d->in, "moves");
    }
}

static void read_rule(struct decoder *d) {
    struct rule *rule = arena_take(&d->arena, 1, sizeof *rule);
    if (rule != NULL && wire_has(&d->in, "rule")) {
        struct wire_in in = wire_member(&d->in, "rule");
        rule->id = clean_text(d, &in, "id");
        rule->text = clean_text(d, &in, "text");
        rule->source = clean_text(d, &in, "source");
        d->msg->rule = rule;
    }
}

static void read_common(struct decoder *d) {
    d->msg->id = clean_text(d, &d->in, "id");
    d->msg->room = clean_room(d, &d->in);
    d->msg->seq = (uint64_t)wire_number_if(&d->in, "seq", INT64_MAX);
    d->msg->name = clean_name(d, &d->in, "name");
    d->msg->text = clean_text(d, &d->in, "text");
}

static void read_board(struct decoder *d) {
    struct wire_in in = wire_member(&d->in, "state");
    d->msg->state = state_read(&in, &d->arena);
}

/* Writes the record again, in ASCII, so that control characters become escapes. */
static void read_record(struct decoder *d) {
    const json_t *record = wire_get(&d->in, "record");
    if (!json_is_object(record)) {
        wire_fail(&d->in, "record", "expected an object");
        return;
    }
    const size_t flags = JSON_COMPACT | JSON_ENSURE_ASCII;
    size_t len = json_dumpb(record, NULL, 0, flags);
    char *text = arena_take(&d->arena, len + 1, 1);
    if (text == NULL || len == 0 || json_dumpb(record, text, len, flags) != len) {
        d->arena.failed = true; /* jansson fails for no other reason */
        return;
    }
    d->msg->record = arena_clean(&d->arena, text);
}

static bool is_command(const char *word) {
    return command_find(word) != COMMAND_COUNT;
}

/* A name in a card belongs to the card, not to the message. */
static void read_table(struct decoder *d, const struct table_spec *spec) {
    if (spec == NULL) {
        return;
    }
    d->msg->table = table_json_read(&d->in, &d->arena, spec);
    for (size_t i = 0; spec->key[0] == '\0' && i < spec->n_columns; i++) {
        if (strcmp(spec->column[i].key, "name") == 0) {
            d->msg->name = "";
        }
    }
}

static void read_reply(struct decoder *d) {
    const char *word = wire_shaped(&d->in, "reply", is_command, "a command");
    if (wire_failed(&d->in)) {
        return;
    }
    d->msg->kind = MESSAGE_REPLY;
    d->msg->cmd = command_find(word);
    d->msg->side = clean_text(d, &d->in, "side");
    read_moves(d);
    rows_read(&d->in, &d->arena, d->msg);
    read_table(d, table_of_reply(d->msg->cmd));
    switch ((int)d->msg->cmd) {
    case CMD_HELP:
        d->msg->text = arena_clean_page(&d->arena, wire_text_if(&d->in, "text"));
        break;
    case CMD_HELLO: read_hello(d); break;
    case CMD_NAME:
    case CMD_LOGIN:
    case CMD_PASSWORD:
        d->msg->token =
            arena_clean(&d->arena, wire_shaped_if(&d->in, "token", is_token, "a token"));
        break;
    case CMD_BOARD: read_board(d); break;
    case CMD_RECORD: read_record(d); break;
    case CMD_MOVES:
        d->msg->move = arena_clean(&d->arena, wire_text_if(&d->in, "from"));
        break;
    case CMD_WHY:
        d->msg->move = clean_text(d, &d->in, "move");
        read_rule(d);
        break;
    default: break;
    }
}

static void read_error(struct decoder *d) {
    d->msg->kind = MESSAGE_ERROR;
    d->msg->error = error_find(wire_text_if(&d->in, "error"));
    d->msg->retry_after_ms = wire_number_if(&d->in, "retry_after_ms", INT64_MAX);
    read_moves(d);
    read_rule(d);
}

static void read_event(struct decoder *d) {
    const char *name = wire_text_if(&d->in, "event");
    unsigned kind = 0;
    while (kind < EVENT_KIND_COUNT &&
           strcmp(event_name((enum event_kind)kind), name) != 0) {
        kind++;
    }
    d->msg->kind = MESSAGE_EVENT;
    d->msg->event = (enum event_kind)kind;
    if (kind == EVENT_STATE) {
        d->msg->snapshot = wire_flag_if(&d->in, "snapshot");
        d->msg->state = state_read(&d->in, &d->arena);
    }
    if (kind == EVENT_SAY) {
        d->msg->is_watcher = wire_flag_if(&d->in, "watcher");
        d->msg->is_gagged = wire_flag_if(&d->in, "gagged");
    }
    if (kind == EVENT_BYE) {
        d->msg->error = error_find(wire_text_if(&d->in, "code"));
    }
    read_table(d, table_of_event(d->msg->event));
}

static void read_message(struct decoder *d) {
    *d->msg = message_empty;
    read_common(d);
    if (wire_has(&d->in, "event")) {
        read_event(d);
    } else if (wire_has(&d->in, "reply")) {
        read_reply(d);
    } else if (wire_has(&d->in, "error")) {
        read_error(d);
    } else {
        wire_fail(&d->in, "reply", "missing, like error and event");
    }
}

struct message *message_from_json(const char *line, size_t len,
                                  char fault[static FAULT_BYTES]) {
    json_t *root = wire_parse(line, len, fault);
    if (root == NULL) {
        return NULL;
    }
    struct decoder d = {.in = wire_in_of(root, fault)};
    d.msg = arena_take(&d.arena, 1, sizeof *d.msg);
    if (d.msg != NULL) {
        read_message(&d);
    }
    json_decref(root);
    if (d.arena.failed) {
        wire_fail(&d.in, "message", "out of memory");
    }
    if (wire_failed(&d.in)) {
        arena_free(&d.arena);
        return NULL;
    }
    d.msg->owned = d.arena.blocks;
    return d.msg;
}
