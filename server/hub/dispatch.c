#include "server/hub/dispatch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/quota.h"

const char *ask_arg(const struct ask *ask, size_t n) {
    return command_arg(ask->cmd, (unsigned)n);
}

const char *ask_named(const struct ask *ask, const char *key) {
    const struct command_spec *spec = command_spec(ask->cmd->kind);
    for (unsigned i = 0; i < spec->n_args; i++) {
        if (ask->cmd->has[i] && strcmp(spec->arg[i], key) == 0) {
            return command_arg(ask->cmd, i);
        }
    }
    return NULL;
}

bool ask_number(const struct ask *ask, size_t n, uint64_t *number) {
    const char *text = ask_arg(ask, n);
    size_t len = strlen(text);
    if (len == 0 || len > 18 || strspn(text, "0123456789") != len) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return true;
}

bool ask_take_sure(struct ask *ask, bool *is_sure) {
    const char *text = ask_arg(ask, 0);
    *is_sure = strcmp(text, "sure") == 0;
    if (text[0] == '\0' || *is_sure) {
        return true;
    }
    const char *word = command_spec(ask->cmd->kind)->word;
    ask_fault(ask, ERR_BAD_ARGUMENT, "it is: %s, or %s sure", word, word);
    return false;
}

enum error_code ask_fault(struct ask *ask, enum error_code code, const char *format,
                          ...) {
    va_list args;
    va_start(args, format);
    char text[sizeof ask->text];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* A cut may have gone through a character. */
    utf8_clean(text, strlen(text), ask->text, sizeof ask->text);
    return code;
}

struct table *ask_table(struct ask *ask) {
    table_init(&ask->table, table_of_reply(ask->cmd->kind));
    ask->reply.table = &ask->table;
    return &ask->table;
}

typedef enum error_code handler(struct ask *ask);

static handler *const handlers[COMMAND_COUNT] = {
#define X(id, word, args, flags, cost, help) [id] = do_##id,
    COMMANDS(X)
#undef X
};

static struct rate_rule command_rule(const struct hub *hub) {
    return (struct rate_rule){.burst = hub->config->limits.commands_burst,
                              .tokens = hub->config->limits.commands_per_s,
                              .period_ms = 1000};
}

/* All connections of one address may ask for so many times what one of them may. */
#define CLIENTS_PER_ADDRESS 10

/* Who has spent less than that himself comes again after this time at the soonest, in ms:
 * all who wait there come for the same tokens. */
#define ADDRESS_WAIT_MS 100

static struct rate_rule address_rule(const struct hub *hub) {
    struct rate_rule rule = command_rule(hub);
    rule.burst *= CLIENTS_PER_ADDRESS;
    rule.tokens *= CLIENTS_PER_ADDRESS;
    return rule;
}

/* A bot of the host pays nothing: it plays with many at once, and would take the tokens
 * of those who come from its address.  Those with whom it plays pay, and set its pace. */
static bool is_free(const struct client *client) {
    return client->session != NULL && client->session->of_host;
}

static void charge(const struct hub *hub, struct client *client, int64_t cost) {
    if (is_free(client)) {
        return;
    }
    struct rate_rule rule = command_rule(hub), of_address = address_rule(hub);
    rate_charge(&client->commands, &rule, cost);
    rate_charge(client->all_commands, &of_address, cost);
}

void ask_charge(const struct ask *ask, int64_t cost) {
    charge(ask->hub, ask->client, cost);
}

/* Events of games that are replayed for one client: at once, and each second (about 100
 * ms of work at worst). */
static const struct rate_rule replay_rule = {
    .burst = 20000, .tokens = 5000, .period_ms = 1000};

/* The same for all clients of one address. */
static const struct rate_rule address_replay_rule = {
    .burst = 40000, .tokens = 10000, .period_ms = 1000};

static struct rate *address_replays(const struct ask *ask) {
    return rate_limits_bucket(&ask->hub->rate_limits, RATE_REPLAY,
                              ask->client->counts->address);
}

int64_t ask_may_replay(const struct ask *ask) {
    int64_t own_ms = rate_take(&ask->client->replays, &replay_rule, 0, ask->hub->now.ms);
    int64_t all_ms =
        rate_take(address_replays(ask), &address_replay_rule, 0, ask->hub->now.ms);
    return own_ms > all_ms ? own_ms : all_ms;
}

void ask_replayed(const struct ask *ask, uint64_t n_events) {
    rate_charge(&ask->client->replays, &replay_rule, (int64_t)n_events);
    rate_charge(address_replays(ask), &address_replay_rule, (int64_t)n_events);
}

/* Takes the tokens of a command.  cost 0: one from buckets that only commands which may
 * move a game on can use: whatever else a client asks for, its game does not stand still
 * for it.  Returns the time in ms until they will be there, with *why. */
static int64_t take_tokens(struct hub *hub, struct client *client, int64_t cost,
                           const char **why) {
    struct rate_rule rule = command_rule(hub), of_address = address_rule(hub);
    bool plays = cost == 0;
    if (plays && quota_wait_ms(hub, client) > 0) {
        of_address.tokens = QUOTA_MOVES_PER_S;
    }
    struct rate *own = plays ? &client->plays : &client->commands;
    struct rate *all = plays ? client->all_plays : client->all_commands;
    cost = plays ? 1 : cost;
    *why = error_text(ERR_TOO_FAST);
    if (is_free(client)) {
        return 0;
    }
    int64_t wait_ms = rate_take(own, &rule, cost, hub->now.ms);
    if (wait_ms == 0) {
        wait_ms = rate_take(all, &of_address, cost, hub->now.ms);
        if (wait_ms > 0) {
            wait_ms = wait_ms > ADDRESS_WAIT_MS ? wait_ms : ADDRESS_WAIT_MS;
            *why = "too many commands come from your address: slow down";
            rate_give_back(own, &rule, cost);
        }
    }
    return wait_ms;
}

/* A client is refused, and told to wait so long.  Whether it comes before the time that
 * it was told more often than somebody does who listens. */
static bool is_deaf(struct hub *hub, struct client *client, int64_t wait_ms) {
    int64_t n = hub->config->limits.refused_commands;
    struct rate_rule rule = {.burst = n - 1, .tokens = n, .period_ms = 60000};
    bool is_early = hub->now.ms < client->wait_until_ms;
    client->wait_until_ms = hub->now.ms + (uint64_t)wait_ms;
    return is_early && rate_take(&client->refused, &rule, 1, hub->now.ms) > 0;
}

/* Whether the client can pay.  If not it is told when it can, or, when it does not
 * listen to that, goodbye. */
static bool pay(struct hub *hub, struct client *client, int64_t cost, const char *id) {
    const char *why;
    int64_t wait_ms = take_tokens(hub, client, cost, &why);
    if (wait_ms == 0) {
        return true;
    }
    if (is_deaf(hub, client, wait_ms)) {
        hub_bye(hub, client, ERR_TOO_FAST);
        return false;
    }
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.id = id;
    msg.error = ERR_TOO_FAST;
    msg.text = why;
    msg.retry_after_ms = wait_ms;
    hub->metrics.refused++;
    hub_answer(hub, client, &msg);
    return false;
}

/* Says between which rooms to choose, and how. */
static enum error_code fail_which_room(struct ask *ask, struct room *const *rooms,
                                       size_t n) {
    char codes[100];
    struct text_out out;
    text_out_init(&out, codes, sizeof codes);
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i == 0 ? "" : i + 1 < n ? ", " : " and ");
        text_put(&out, rooms[i]->code);
    }
    const struct command *cmd = ask->cmd;
    return ask_fault(ask, ERR_WHICH_ROOM, "you are in %s: say which, as in @%s %.40s",
                     codes, rooms[0]->code,
                     cmd->is_bare ? command_arg(cmd, 0) : command_spec(cmd->kind)->word);
}

/* Finds the room of this code where the asker sits, or that he watches. */
static enum error_code find_named_room(struct ask *ask, const char *code, bool watched) {
    const struct session *s = ask->session;
    ask->room = session_find_room(s, code);
    if (ask->room != NULL) {
        return ERR_OK;
    }
    struct room *other = session_find_watched(s, code);
    if (other != NULL && watched) {
        ask->room = other;
        return ERR_OK;
    }
    if (other != NULL) {
        return ask_fault(ask, ERR_NOT_IN_ROOM, "you only watch this room");
    }
    return lobby_find(&ask->hub->lobby, code) != NULL ? ERR_NOT_IN_ROOM
                                                      : ERR_UNKNOWN_ROOM;
}

/* Finds the only room where the asker sits; without any, the only one he watches. */
static enum error_code find_only_room(struct ask *ask, bool watched) {
    const struct session *s = ask->session;
    bool sits = s->n_rooms > 0;
    struct room *const *rooms = sits ? s->rooms : s->watched;
    size_t n = sits ? s->n_rooms : watched ? s->n_watched : 0;
    if (n == 0) {
        return ERR_NO_ROOM;
    }
    if (n > 1) {
        return fail_which_room(ask, rooms, n);
    }
    ask->room = rooms[0];
    return ERR_OK;
}

enum error_code ask_find_room(struct ask *ask) {
    bool watched = (command_spec(ask->cmd->kind)->flags & COMMAND_WATCHED) != 0;
    unsigned arg = command_room_arg(ask->cmd->kind);
    const char *code = arg < COMMAND_ARGS_MAX ? ask_arg(ask, arg) : "";
    code = code[0] != '\0' ? code : ask->cmd->room;
    if (ask->session == NULL) {
        return ERR_NO_NAME;
    }
    enum error_code error = code[0] != '\0' ? find_named_room(ask, code, watched)
                                            : find_only_room(ask, watched);
    if (error != ERR_OK) {
        return error;
    }
    ask->reply.room = ask->room->code;
    hub_do_due(ask->hub, ask->room);
    if (ask->room->frozen) {
        return ERR_STORAGE;
    }
    if (!room_side_of(ask->room, ask->session->id, &ask->side)) {
        ask->side = SIDE_COUNT;
        /* What was due just now may have taken the seat away: the player was not ready.
         */
        if (!watched || session_find_watched(ask->session, ask->room->code) == NULL) {
            return ERR_NOT_IN_ROOM;
        }
    }
    return ERR_OK;
}

enum error_code ask_do(struct ask *ask, enum op_kind kind, const char *text) {
    ask->op.kind = kind;
    ask->op.side = ask->side;
    text_copy(ask->op.text, sizeof ask->op.text, text != NULL ? text : "");
    enum error_code error = hub_do(ask->hub, ask->room, &ask->op);
    if (error == ERR_OK) {
        ask->changed = true;
        ask->reply.seq = ask->room->seq;
        quota_charge_event(ask, strlen(ask->op.text));
    }
    return error;
}

static enum error_code carry_out(struct ask *ask) {
    const struct command_spec *spec = command_spec(ask->cmd->kind);
    if ((spec->flags & COMMAND_OPERATOR) != 0 &&
        !hub_is_operator(ask->hub, ask->client)) {
        return ERR_NOT_OPERATOR;
    }
    if ((spec->flags & (COMMAND_NAMED | COMMAND_IN_ROOM)) != 0 && ask->session == NULL) {
        return ERR_NO_NAME;
    }
    if ((spec->flags & COMMAND_IN_ROOM) != 0) {
        enum error_code error = ask_find_room(ask);
        if (error != ERR_OK) {
            return error;
        }
    }
    if ((spec->flags & COMMAND_BEGINS) != 0 && ask->hub->drain.on) {
        return ERR_DRAINING;
    }
    return handlers[ask->cmd->kind](ask);
}

static void send_error(struct ask *ask, enum error_code error) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.id = ask->cmd->id;
    msg.error = error;
    msg.text = ask->text[0] != '\0' ? ask->text : error_text(error);
    msg.room = ask->room != NULL ? ask->room->code : "";
    msg.moves = error == ERR_ILLEGAL_MOVE && ask->room != NULL ? ask->room->moves : NULL;
    msg.rule = ask->reply.rule;
    msg.retry_after_ms = error == ERR_STORAGE ? HUB_THAW_MS : ask->reply.retry_after_ms;
    hub_answer(ask->hub, ask->client, &msg);
}

/* Everything that an operator asks for is logged, with his name. */
static void log_operator(const struct ask *ask, enum error_code error) {
    const struct command_spec *spec = command_spec(ask->cmd->kind);
    char text[LOG_QUOTED_BYTES];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    for (unsigned i = 0; i < spec->n_args; i++) {
        text_put(&out, i > 0 && ask->cmd->has[i] ? " " : "");
        text_put(&out, ask_arg(ask, i));
    }
    log_line(&ask->hub->config->log, LOG_INFO,
             "operator command=%s result=%s client=%lld name=%s address=%s text=%s",
             spec->word, error == ERR_OK ? "ok" : error_name(error),
             (long long)ask->client->number,
             ask->session != NULL ? ask->session->name : "", ask->client->counts->address,
             LOG_QUOTED(text));
}

/* So many bytes of an answer cost a token besides: long ones take the time that they take
 * (some 15 us a KiB) and the memory that they wait in. */
#define BYTES_PER_TOKEN 4096

/* Tells an operator so, once on a connection, as soon as it is known who they are. */
static void tell_role(struct hub *hub, struct client *client, enum command_kind kind) {
    bool says_who = kind == CMD_NAME || kind == CMD_LOGIN || kind == CMD_RESUME;
    if (says_who && !client->told_role && hub_is_operator(hub, client)) {
        client->told_role = true;
        hub_tell_notice(hub, client,
                        "you are an operator of this server: help operator says what "
                        "you can do.");
    }
}

/* Carries out a command that is paid for, and answers it. */
static void answer(struct hub *hub, struct client *client, const struct command *cmd,
                   const struct job *job) {
    struct ask ask = {.hub = hub,
                      .client = client,
                      .session = client->session,
                      .cmd = cmd,
                      .job = job,
                      .reply = message_empty};
    ask.reply.kind = MESSAGE_REPLY;
    ask.reply.id = cmd->id;
    ask.reply.cmd = cmd->kind;
    enum error_code error = carry_out(&ask);
    if (cmd->is_bare && (error == ERR_NO_NAME || error == ERR_NO_ROOM)) {
        ask_fault(&ask, error,
                  "%.40s could be a move, but you are not playing: type help",
                  ask_arg(&ask, 0));
    }
    if ((command_spec(cmd->kind)->flags & COMMAND_OPERATOR) != 0 &&
        error != ERR_NOT_OPERATOR && !ask.waits) {
        log_operator(&ask, error);
    }
    if (error != ERR_OK) {
        send_error(&ask, error);
    } else if (!ask.waits) {
        bool plays = command_spec(cmd->kind)->cost == 0;
        if (plays && (ask.changed || ask.was_done)) {
            struct rate_rule rule = command_rule(hub);
            rate_give_back(&client->plays, &rule, 1);
        }
        size_t bytes = hub_answer(hub, client, &ask.reply);
        charge(hub, client, (int64_t)bytes / BYTES_PER_TOKEN);
        if (ask.changed) {
            hub_publish(hub, ask.room, &ask.op);
        }
        if (ask.after != NULL) {
            ask.after(&ask);
        }
        if (ask.notice[0] != '\0') {
            hub_tell_notice(hub, client, ask.notice);
        }
        tell_role(hub, client, cmd->kind);
    }
    free(ask.scratch);
    table_fini(&ask.table);
}

void dispatch(struct hub *hub, struct client *client, const struct command *cmd) {
    /* What moves a game on is free, but only if it does. */
    if (pay(hub, client, command_spec(cmd->kind)->cost, cmd->id)) {
        client->last = cmd->kind;
        hub->metrics.commands++;
        answer(hub, client, cmd, NULL);
    }
}

void dispatch_job(struct hub *hub, struct client *client, const struct job *job) {
    answer(hub, client, &job->cmd, job);
}

void dispatch_fault(struct hub *hub, struct client *client,
                    const struct command_fault *fault) {
    if (fault->code == ERR_HTTP) {
        hub_bye(hub, client, ERR_HTTP);
        return;
    }
    if (!pay(hub, client, 1, fault->id)) {
        return;
    }
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.id = fault->id;
    msg.error = fault->code;
    msg.text = fault->text[0] != '\0' ? fault->text : error_text(fault->code);
    hub_answer(hub, client, &msg);
}
