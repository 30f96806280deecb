#include "server/command/request.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/opaque.h"
#include "proto/shape.h"
#include "server/queue/job.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/config.h"

/* Retry delay when there is no room for a job, in ms. */
#define JOB_RETRY_MS 1000

/* --- arguments and answers --- */

const char *request_arg(const struct request *request, size_t n) {
    return command_arg(request->cmd, (unsigned)n);
}

const char *request_named(const struct request *request, const char *key) {
    const struct command_spec *spec = command_spec(request->cmd->kind);
    for (unsigned i = 0; i < spec->n_args; i++) {
        if (request->cmd->has[i] && strcmp(spec->arg[i], key) == 0) {
            return command_arg(request->cmd, i);
        }
    }
    return NULL;
}

bool request_number(const struct request *request, size_t n, uint64_t *number) {
    const char *text = request_arg(request, n);
    size_t len = strlen(text);
    if (len == 0 || len > 18 || strspn(text, "0123456789") != len) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return true;
}

bool request_take_sure(struct request *request, bool *is_sure) {
    const char *text = request_named(request, "sure");
    *is_sure = text != NULL && strcmp(text, "sure") == 0;
    if (text == NULL || text[0] == '\0' || *is_sure) {
        return true;
    }
    const char *word = command_spec(request->cmd->kind)->word;
    request_fault(request, ERR_BAD_ARGUMENT, "it is: %s, or %s sure", word, word);
    return false;
}

enum error_code request_fault(struct request *request, enum error_code code,
                              const char *format, ...) {
    va_list args;
    va_start(args, format);
    char text[sizeof request->text];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* Truncation may have split a character. */
    utf8_clean(text, strlen(text), request->text, sizeof request->text);
    return code;
}

struct table *request_table(struct request *request) {
    table_init(&request->table, table_of_reply(request->cmd->kind));
    request->reply.table = &request->table;
    return &request->table;
}

/* --- rooms --- */

/* Says which rooms there are to choose from, and how. */
static enum error_code fail_which_room(struct request *request, const char *codes,
                                       const char *code) {
    const struct command *cmd = request->cmd;
    return request_fault(
        request, ERR_WHICH_ROOM, "you are in %s: say which, as in @%s %.40s", codes, code,
        cmd->is_bare ? command_arg(cmd, 0) : command_spec(cmd->kind)->word);
}

/* Adds one of n codes to a list. */
static void put_code(struct text_out *out, const char *code, size_t i, size_t n) {
    text_put(out, i == 0 ? "" : i + 1 < n ? ", " : " and ");
    text_put(out, code);
}

/* Finds the room of this code where the player sits, or watches. */
static enum error_code find_named_room(struct request *request, const char *code,
                                       bool watched) {
    const struct session *s = request->session;
    request->room = session_find_room(s, code);
    if (request->room != NULL) {
        return ERR_OK;
    }
    struct room *other = session_find_watched(s, code);
    if (other != NULL && watched) {
        request->room = other;
        return ERR_OK;
    }
    if (other != NULL) {
        return request_fault(request, ERR_NOT_IN_ROOM, "you only watch this room");
    }
    return rooms_find(request->rooms, code) != NULL ? ERR_NOT_IN_ROOM : ERR_UNKNOWN_ROOM;
}

/* How well a command fits a room where the session sits or, if it sits nowhere, watches:
 * 0: it would be refused there. */
static unsigned fit(const struct request *request, const struct room *room) {
    enum side side = SIDE_WHITE;
    bool sits = room_side_of(room, request->session->id, &side);
    bool plays = room->stage == STAGE_PLAYING, is_over = room->stage == STAGE_OVER;
    bool is_adjourned = room->stage == STAGE_ADJOURNED;
    switch ((int)request->cmd->kind) {
    case CMD_READY:
    case CMD_UNSEAT:
        return room_is_awaited(room) && !room->seat[side].ready ? 2
               : room->stage == STAGE_WAITING                   ? 1
                                                                : 0;
    case CMD_OPEN: return room->stage == STAGE_OPENING;
    case CMD_MOVE:
    case CMD_MOVES:
    case CMD_WHY:
    case CMD_TAKEBACK:
    case CMD_DRAW:
    case CMD_CLAIM:
    case CMD_ADJOURN: return plays;
    case CMD_RESIGN: return plays || is_adjourned;
    case CMD_ABORT: return sits && room_may_abort(room, side);
    case CMD_RESUME: return is_adjourned;
    case CMD_REMATCH: return is_over;
    case CMD_LEAVE:
        if (request_named(request, "sure") != NULL) {
            return plays || room_is_between_legs(room);
        }
        return is_over ? 2 : room->stage == STAGE_WAITING && room->match.leg <= 1 ? 1 : 0;
    default: return is_over ? 1 : 2;
    }
}

/* Chooses among the rooms where the player sits, or else among those that the player
 * watches: the only one that the command fits best.  If it fits none, or only finished
 * games, it means the newest.  Never guesses between two games that go on. */
static enum error_code choose_room(struct request *request, struct room *const *rooms,
                                   size_t n) {
    char codes[100];
    struct text_out out = text_out_of(codes, sizeof codes);
    const char *first = NULL;
    unsigned best = 0;
    size_t n_best = 0, n_on = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned fits = fit(request, rooms[i]);
        if (fits > best) {
            best = fits;
            n_best = n_on = 0;
        }
        if (fits == best) {
            request->room = rooms[i];
            n_on += rooms[i]->stage != STAGE_OVER;
            n_best++;
        }
    }
    if (n_best == 1 || best == 0 || n_on == 0) {
        return ERR_OK;
    }
    for (size_t i = 0, k = 0; i < n; i++) {
        if (fit(request, rooms[i]) == best) {
            first = first != NULL ? first : rooms[i]->code;
            put_code(&out, rooms[i]->code, k++, n_best);
        }
    }
    request->room = NULL;
    return fail_which_room(request, codes, first);
}

/* Finds the room that a command means without naming it. */
static enum error_code find_meant_room(struct request *request, bool watched) {
    const struct session *s = request->session;
    for (size_t i = 0; s->n_rooms > 1 && i < s->n_rooms; i++) {
        rooms_run_due_ops(request->rooms, s->rooms[i]); /* a game may be over by now */
    }
    bool sits = s->n_rooms > 0;
    size_t n = sits ? s->n_rooms : watched ? s->n_watched : 0;
    return n > 0 ? choose_room(request, sits ? s->rooms : s->watched, n) : ERR_NO_ROOM;
}

enum error_code request_find_room(struct request *request) {
    bool watched = (command_spec(request->cmd->kind)->flags & COMMAND_WATCHED) != 0;
    unsigned arg = command_room_arg(request->cmd->kind);
    const char *code = arg < COMMAND_ARGS_MAX ? request_arg(request, arg) : "";
    code = code[0] != '\0' ? code : request->cmd->room;
    if (request->session == NULL) {
        return ERR_NO_NAME;
    }
    enum error_code error = code[0] != '\0' ? find_named_room(request, code, watched)
                                            : find_meant_room(request, watched);
    if (error != ERR_OK) {
        return error;
    }
    request->reply.room = request->room->code;
    rooms_run_due_ops(request->rooms, request->room);
    if (!room_side_of(request->room, request->session->id, &request->side)) {
        request->side = SIDE_COUNT;
        /* The due ops may have just taken the seat from a player who was not ready. */
        if (!watched ||
            session_find_watched(request->session, request->room->code) == NULL) {
            return ERR_NOT_IN_ROOM;
        }
    }
    return ERR_OK;
}

/* --- passwords and tokens --- */

/* The client may send the same line again after the warning: that is then the player's
 * own decision. */
enum error_code request_secure(struct request *request) {
    bool refuses = turn_config(request->turns)->plain_passwords == PLAIN_PASSWORDS_REFUSE;
    if (request->client->secure || (request->client->warned && !refuses)) {
        return ERR_OK;
    }
    request->client->warned = true;
    return request_fault(
        request, ERR_INSECURE, "%s: use alea play --tls%s",
        refuses ? "this server takes passwords over TLS only"
                : "others on the way can read what you type, your password too",
        refuses ? "" : ", or type the same again to go ahead");
}

enum error_code request_password(struct request *request, size_t n, bool is_new) {
    enum error_code error = request_secure(request);
    if (error != ERR_OK) {
        return error;
    }
    const char *text = request_arg(request, n);
    char plain[PASSWORD_BYTES_MAX + 1];
    bool ok = is_new ? opaque_prepare_password(text, plain, sizeof plain)
                     : opaque_may_be_password(text);
    return ok ? ERR_OK : ERR_BAD_PASSWORD;
}

enum error_code request_may_job(struct request *request) {
    if (people_may_start_job(request->people)) {
        return ERR_OK;
    }
    request->reply.retry_after_ms = JOB_RETRY_MS;
    return request_fault(request, ERR_TOO_FAST,
                         "many passwords are being checked just now: wait a little");
}

struct job *request_new_job(const struct request *request, job_read *read) {
    struct job *job = mem_new(1, sizeof *job);
    command_copy(&job->cmd, request->cmd);
    job->task.done = request->on_read;
    job->task.owner = request->hub;
    job->read = read;
    job->now_s = turn_now_s(request->turns);
    return job;
}

bool request_ask_job(struct request *request, struct job *job) {
    bool is_done = people_ask(request->people, request->client, job);
    request->job = is_done ? job : NULL;
    request->waits = !is_done;
    return is_done;
}

bool request_ask(struct request *request, job_read *read) {
    return request_ask_about(request, read, "");
}

bool request_ask_about(struct request *request, job_read *read, const char *about) {
    if (request->job != NULL) {
        return true;
    }
    struct job *job = request_new_job(request, read);
    text_copy(job->about, sizeof job->about, about);
    return request_ask_job(request, job);
}

void request_read_named(struct job *job, struct store *store) {
    const char *name = job->about[0] != '\0' ? job->about : command_arg(&job->cmd, 0);
    job->found = store_find_account(store, name, &job->account);
}

enum error_code request_job(struct request *request, const struct job_known *known,
                            unsigned check, unsigned hash) {
    struct job *job = request->job;
    assert(job != NULL && !job->is_checked);
    job->check = check;
    job->hash = hash;
    if (known != NULL) {
        snprintf(job->known, sizeof job->known, "%s", known->password);
        snprintf(job->once, sizeof job->once, "%s", known->once);
    }
    request->waits = true;
    people_start_job(request->people, request->client, job);
    return ERR_OK;
}

bool request_is_checked(const struct request *request) {
    return request->job != NULL && request->job->is_checked;
}

enum error_code request_hashed(struct request *request) {
    return request->job->fresh[0] != '\0'
               ? ERR_OK
               : request_fault(request, ERR_TOO_FAST,
                               "the server has no memory for this now: try again later");
}

enum error_code request_account(struct request *request, const char *name,
                                struct stored_account *account) {
    switch (request->job->found) {
    case FOUND:
        if (!request->job->account.is_forgotten) {
            *account = request->job->account;
            return ERR_OK;
        }
        break;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    return request_fault(request, ERR_NOT_REGISTERED,
                         "nobody has registered %s: type name %s to play under this name",
                         name, name);
}

void request_give_token(struct request *request, struct session *session) {
    people_draw_token(request->people, session->id, request->token, session->token_hash);
    people_store_session(request->people, session);
    request->reply.token = request->token;
}
