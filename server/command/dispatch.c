/* From a line to its answer: parses the line, charges its cost, checks that the command
 * is allowed now, calls the handler, and sends the reply and the event for the room. */
#include "server/command/dispatch.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/command/cost.h"
#include "server/command/login.h"
#include "server/command/meeting.h"
#include "server/hub/host.h"
#include "server/people/come.h"
#include "server/people/people.h"
#include "server/queue/job.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* An answer costs an extra token for each so many bytes: a long one takes time (about 15
 * us a KiB) and memory. */
#define BYTES_PER_TOKEN 4096

typedef enum error_code handler(struct request *request);

static handler *const handlers[COMMAND_COUNT] = {
#define X(id, word, args, flags, cost, help) [id] = do_##id,
    COMMANDS(X)
#undef X
};

/* --- one command --- */

/* Calls the handler, if the client may use the command now. */
static enum error_code carry_out(struct request *request) {
    const struct command_spec *spec = command_spec(request->cmd->kind);
    if ((spec->flags & COMMAND_OPERATOR) != 0 &&
        !people_is_operator(request->people, request->client)) {
        return ERR_NOT_OPERATOR;
    }
    if ((spec->flags & (COMMAND_NAMED | COMMAND_IN_ROOM)) != 0 &&
        request->session == NULL) {
        return ERR_NO_NAME;
    }
    if ((spec->flags & COMMAND_IN_ROOM) != 0) {
        enum error_code error = request_find_room(request);
        if (error != ERR_OK) {
            return error;
        }
    }
    if ((spec->flags & COMMAND_BEGINS) != 0 && hub_is_draining(request->hub)) {
        return ERR_DRAINING;
    }
    return handlers[request->cmd->kind](request);
}

/* Returns the bytes of the answer. */
static size_t answer_request(struct request *request, const struct message *msg) {
    enum command_kind kind = request->cmd->kind;
    if (kind == CMD_PING || kind == CMD_HELP || kind == CMD_HELLO) {
        return people_answer_certain(request->people, request->client, msg);
    }
    return kind == CMD_WHY || kind == CMD_BOARD
               ? people_answer_still(request->people, request->client, msg,
                                     rooms_turn_of(request->room))
               : people_answer(request->people, request->client, msg);
}

static void send_error(struct request *request, enum error_code error) {
    const struct room *room = request->room;
    struct message msg = message_error(request->cmd->id, error,
                                       request->text[0] != '\0' ? request->text : NULL);
    msg.room = room != NULL ? room->code : "";
    msg.moves = error == ERR_ILLEGAL_MOVE && room != NULL ? room->moves : NULL;
    msg.rule = request->reply.rule;
    msg.retry_after_ms =
        error == ERR_STORAGE ? TURN_RETRY_MS : request->reply.retry_after_ms;
    answer_request(request, &msg);
}

/* Every command of an operator is logged, with the operator's name. */
static void log_operator(const struct request *request, enum error_code error) {
    const struct command_spec *spec = command_spec(request->cmd->kind);
    char text[LOG_QUOTED_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    for (unsigned i = 0; i < spec->n_args; i++) {
        text_put(&out, i > 0 && request->cmd->has[i] ? " " : "");
        text_put(&out, request_arg(request, i));
    }
    log_line(request->log, LOG_INFO,
             "operator command=%s result=%s client=%lld name=%s address=%s text=%s",
             spec->word, error == ERR_OK ? "ok" : error_name(error),
             (long long)request->client->number,
             request->session != NULL ? request->session->name : "",
             request->client->counts->address, LOG_QUOTED(text));
}

/* Tells operators about their role, once per connection, as soon as they are
 * identified. */
static void tell_role(struct hub *hub, struct client *client, enum command_kind kind) {
    bool says_who = kind == CMD_NAME || kind == CMD_LOGIN || kind == CMD_RESUME;
    if (says_who && !client->told_role && people_is_operator(hub_people(hub), client)) {
        client->told_role = true;
        people_tell_notice(hub_people(hub), client, "",
                           "you are an operator of this server: help operator says what "
                           "you can do.");
    }
}

/* Sends the reply, and then the events. */
static void send_reply(struct request *request) {
    struct hub *hub = request->hub;
    struct client *client = request->client;
    enum command_kind kind = request->cmd->kind;
    bool may_move_on = command_spec(kind)->cost == 0;
    if (may_move_on && (request->changed || request->was_done)) {
        cost_give_back_move(hub, client);
    }
    if (request->after != NULL) {
        turn_open(request->turns);
    }
    size_t bytes = answer_request(request, &request->reply);
    cost_charge(hub, client, (int64_t)bytes / BYTES_PER_TOKEN);
    if (request->changed) {
        rooms_publish(request->rooms, request->room, &request->op);
    }
    if (request->after != NULL) {
        request->after(request);
    }
    if (request->notice[0] != '\0') {
        people_tell_notice(request->people, client, "", request->notice);
    }
    tell_role(hub, client, kind);
}

/* Refuses a request while the store does not answer, or nothing can be stored. */
static void refuse(struct hub *hub, struct client *client, const struct command *cmd) {
    struct message msg = people_storage_error(cmd->id);
    people_answer_certain(hub_people(hub), client, &msg);
}

/* Whether the command can be carried out now. */
static bool is_possible(const struct hub *hub, enum command_kind kind) {
    bool is_harmless = kind == CMD_PING || kind == CMD_HELP || kind == CMD_HELLO ||
                       kind == CMD_QUIT; /* neither changes nor shows stored data */
    bool stores = (command_spec(kind)->flags & COMMAND_STORES) != 0;
    return turn_is_stalled(hub_turns(hub)) ? is_harmless
                                           : !stores || turn_may_write(hub_turns(hub));
}

static void read_done(struct store_task *task, void *owner);

/* Carries out a command whose cost is paid, and answers it unless it has to wait.  job:
 * the finished job it waited for (takes it); NULL: none. */
static void answer(struct hub *hub, struct client *client, const struct command *cmd,
                   struct job *job) {
    struct hub_config *config = turn_config(hub_turns(hub));
    struct request request = {.hub = hub,
                              .rooms = hub_rooms(hub),
                              .people = hub_people(hub),
                              .turns = hub_turns(hub),
                              .client = client,
                              .session = client->session,
                              .cmd = cmd,
                              .now = turn_now(hub_turns(hub)),
                              .limits = &config->limits,
                              .writes = turn_writes(hub_turns(hub)),
                              .log = &config->log,
                              .rates = people_rates(hub_people(hub)),
                              .on_read = read_done,
                              .job = job,
                              .reply = message_empty};
    request.reply.kind = MESSAGE_REPLY;
    request.reply.id = cmd->id;
    request.reply.cmd = cmd->kind;
    enum error_code error = carry_out(&request);
    if (cmd->is_bare && (error == ERR_NO_NAME || error == ERR_NO_ROOM)) {
        request_fault(&request, error,
                      "%.40s could be a move, but you are not playing: type help",
                      request_arg(&request, 0));
    }
    if ((command_spec(cmd->kind)->flags & COMMAND_OPERATOR) != 0 &&
        error != ERR_NOT_OPERATOR && !request.waits) {
        log_operator(&request, error);
    }
    if (error != ERR_OK) {
        send_error(&request, error);
    } else if (!request.waits) {
        send_reply(&request);
    }
    if (request.job != NULL && !request.waits) {
        job_free(request.job);
    }
    free(request.scratch);
    table_fini(&request.table);
}

static void dispatch(struct hub *hub, struct client *client, const struct command *cmd) {
    if (cost_pay(hub, client, command_spec(cmd->kind)->cost, cmd->id)) {
        client->last = (uint8_t)cmd->kind;
        turn_metrics(hub_turns(hub))->commands++;
        if (is_possible(hub, cmd->kind)) {
            answer(hub, client, cmd, NULL);
        } else {
            refuse(hub, client, cmd);
        }
    }
}

/* Answers a line that is not a valid command. */
static void dispatch_fault(struct hub *hub, struct client *client,
                           const struct command_fault *fault) {
    if (fault->code == ERR_HTTP) {
        people_bye(hub_people(hub), client, ERR_HTTP);
        return;
    }
    if (!cost_pay(hub, client, 1, fault->id)) {
        return;
    }
    struct message msg = message_error(fault->id, fault->code,
                                       fault->text[0] != '\0' ? fault->text : NULL);
    people_answer_certain(hub_people(hub), client, &msg);
}

/* --- what the loop calls --- */

/* Whether a first line, in text mode, comes from a person: not from a web browser, nor
 * from a program that asks for JSON mode. */
static bool is_person(const struct command *cmd, const struct command_fault *fault) {
    return fault->code == ERR_OK
               ? cmd->kind != CMD_MODE || strcmp(command_arg(cmd, 0), "json") != 0
               : fault->code != ERR_HTTP;
}

static const char *skip_blanks(const char *line, size_t len) {
    const char *end = line + len;
    while (line < end && (*line == ' ' || *line == '\t')) {
        line++;
    }
    return line;
}

void dispatch_line(struct hub *hub, uint64_t client, const char *line, size_t len) {
    struct client *c = people_find_client(hub_people(hub), client);
    if (c == NULL) {
        return;
    }
    assert(!c->waiting);
    c->line++;
    rooms_prefetch(c);
    c->active_ms = turn_now_ms(hub_turns(hub));
    bool is_first = !c->spoken;
    size_t mark = is_first ? utf8_mark_len(line, len) : 0;
    line += mark;
    len -= mark;
    const char *begin = skip_blanks(line, len);
    if (begin == line + len) {
        bool is_paid = cost_pay(hub, c, 1, ""); /* no request, but not free */
        (void)is_paid;
        return;
    }
    if (is_first) {
        c->spoken = true;
        c->json = *begin == '{';
    }
    struct command cmd;
    struct command_fault fault;
    enum error_code error = c->json ? command_from_json(line, len, &cmd, &fault)
                                    : command_from_text(line, len, &cmd, &fault);
    if (is_first && !c->json && is_person(&cmd, &fault)) {
        people_send_welcome(hub_people(hub), c);
    }
    if (error == ERR_OK) {
        dispatch(hub, c, &cmd);
    } else {
        dispatch_fault(hub, c, &fault);
    }
    sodium_memzero(cmd.text, cmd.len); /* it may hold a password */
}

void dispatch_line_too_long(struct hub *hub, uint64_t client) {
    struct client *c = people_find_client(hub_people(hub), client);
    if (c != NULL) {
        struct command_fault fault = {.code = ERR_LINE_TOO_LONG};
        c->line++;
        dispatch_fault(hub, c, &fault);
    }
}

void dispatch_interrupted(struct hub *hub, uint64_t client, const char *line,
                          size_t len) {
    struct client *c = people_find_client(hub_people(hub), client);
    if (c == NULL) {
        return;
    }
    struct command cmd;
    struct command_fault fault;
    enum error_code error = c->json ? command_from_json(line, len, &cmd, &fault)
                                    : command_from_text(line, len, &cmd, &fault);
    struct message msg =
        message_error(error == ERR_OK ? cmd.id : fault.id, ERR_INTERRUPTED, NULL);
    c->line++;
    people_answer_certain(hub_people(hub), c, &msg);
    sodium_memzero(cmd.text, cmd.len);
}

/* Goes on with a request that has waited, with what it waited for (takes it). */
static void go_on(struct hub *hub, struct client *client, struct job *job) {
    if (is_possible(hub, job->cmd.kind)) {
        answer(hub, client, &job->cmd, job);
    } else {
        refuse(hub, client, &job->cmd);
        job_free(job);
    }
}

/* Asks the store again: what it said may have changed while the password was checked. */
void dispatch_job(struct hub *hub, struct job *job) {
    struct client *c = people_end_job(hub_people(hub), job);
    job->is_checked = true;
    if (c == NULL) {
        job_free(job);
    } else if (people_ask(hub_people(hub), c, job)) {
        go_on(hub, c, job);
    }
}

/* The store has answered a job. */
static void read_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct job *job = (struct job *)task;
    uint64_t client = job->client, conn = job->conn;
    if (!job->is_held) {
        return; /* people_ask has not returned yet */
    }
    struct client *c = people_end_wait(hub_people(hub), client, job->cmd.id);
    if (c == NULL) {
        job_free(job);
    } else if (job->account_changes != people_account_changes(hub_people(hub))) {
        (void)people_ask(hub_people(hub), c, job);
    } else {
        go_on(hub, c, job);
    }
    people_release(hub_people(hub), client, conn);
}
