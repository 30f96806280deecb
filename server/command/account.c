/* Accounts: register and login. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/command/login.h"
#include "server/hub/cleanup.h"
#include "server/people/offers.h"
#include "server/people/people.h"
#include "server/queue/job.h"
#include "server/rooms/ops.h"
#include "server/rooms/remembered.h"
#include "server/rooms/sessions.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* Starts to compare the n-th argument with the account's passwords, if another try is
 * allowed now. */
static enum error_code check_password(struct request *request,
                                      const struct stored_account *account, unsigned n,
                                      unsigned hash) {
    enum error_code error = password_may_try(request, account);
    struct job_known known = password_known(request, account);
    return error == ERR_OK ? request_job(request, &known, n, hash) : error;
}

/* Asks the store for the account with the name of the player; as request_ask. */
static bool ask_own(struct request *request) {
    return request_ask_about(request, request_read_named, request->session->name);
}

/* Has the player's own password checked, the first argument, and goes on with `then`.
 * hash: as in request_job. */
static enum error_code with_own_password(
    struct request *request, unsigned hash,
    enum error_code (*then)(struct request *, const struct stored_account *)) {
    if (!ask_own(request)) {
        return ERR_OK;
    }
    const struct stored_account *account = &request->job->account;
    if (request->job->found != FOUND) {
        return ERR_STORAGE;
    }
    if (!request_is_checked(request)) {
        return check_password(request, account, 0, hash);
    }
    enum error_code error = password_judge(request, account);
    return error == ERR_OK ? then(request, account) : error;
}

/* --- register --- */

static enum error_code check_register(struct request *request) {
    if (request->session->of_host) {
        return request_fault(request, ERR_ALREADY_REGISTERED,
                             "the host keeps this name for you");
    }
    if (request->session->account != 0) {
        return ERR_ALREADY_REGISTERED;
    }
    return request_password(request, 0, true);
}

static enum error_code check_accounts(const struct request *request) {
    switch (request->job->found) {
    case FOUND: return ERR_NAME_REGISTERED;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    int64_t n = turn_storage(request->turns)->n_accounts;
    return n < 0                           ? ERR_STORAGE
           : n < request->limits->accounts ? ERR_OK
                                           : ERR_TOO_MANY_ACCOUNTS;
}

/* Logs the account, as it is stored now. */
static void log_registered(void *owner, uint64_t account) {
    const struct hub *hub = owner;
    const struct session *s = people_find_account(hub_people(hub), (int64_t)account);
    log_line(&turn_config(hub_turns(hub))->log, LOG_INFO,
             "registered name=%s account=%lld", s != NULL ? s->name : "",
             (long long)account);
}

static enum error_code make_account(struct request *request) {
    struct session *s = request->session;
    enum error_code error = request_hashed(request);
    if (error != ERR_OK) {
        return error;
    }
    int64_t id = people_number_account(request->people);
    writes_add_account(request->writes, id, s->name, request->job->fresh,
                       turn_now_s(request->turns));
    people_note_account_change(request->people);
    people_set_account(request->people, s, id);
    people_store_session(request->people, s);
    for (size_t i = 0; i < s->gags.n; i++) {
        writes_add_gag(request->writes, id, s->gags.gag[i].name);
    }
    writes_put_profile(request->writes, id, &s->profile);
    password_was_right(request, s->name);
    request->reply.name = s->name;
    turn_after(request->turns, log_registered, request->hub, (uint64_t)id);
    return ERR_OK;
}

enum error_code do_CMD_REGISTER(struct request *request) {
    enum error_code error = check_register(request);
    if (error != ERR_OK || !ask_own(request)) {
        return error;
    }
    error = check_accounts(request);
    if (error == ERR_OK && !request_is_checked(request)) {
        error = password_charge_registering(request);
        return error == ERR_OK ? request_job(request, NULL, 0, 0) : error;
    }
    return error == ERR_OK ? make_account(request) : error;
}

/* --- password --- */

/* Voids the one-time password after the account got a new password.  Its owner will be
 * told whether it was used. */
static void end_once(struct request *request, const struct stored_account *account) {
    if (account->once.hash[0] != '\0') {
        const struct stored_once over = {.set_s = account->once.set_s,
                                         .is_used = account->once.is_used ||
                                                    request->job->by_once};
        writes_put_once(request->writes, account->id, &over);
    }
}

static enum error_code change_password(struct request *request,
                                       const struct stored_account *account) {
    struct session *s = request->session;
    enum error_code error = request_hashed(request);
    if (error != ERR_OK) {
        return error;
    }
    rooms_remember(request->rooms, request->client);
    request_give_token(request, s);
    writes_put_password(request->writes, account->id, request->job->fresh);
    people_note_account_change(request->people);
    end_once(request, account);
    log_line(request->log, LOG_INFO, "password_changed name=%s", account->name);
    return ERR_OK;
}

/* Whether the player has an account. */
static enum error_code check_own(struct request *request) {
    if (request->session->of_host) {
        return request_fault(request, ERR_NOT_REGISTERED,
                             "a bot of the host has no password");
    }
    return request->session->account != 0
               ? ERR_OK
               : request_fault(request, ERR_NOT_REGISTERED,
                               "you have no account: type register and a password");
}

enum error_code do_CMD_PASSWORD(struct request *request) {
    enum error_code error = check_own(request);
    for (size_t i = 0; i < 2 && error == ERR_OK; i++) {
        error = request_password(request, i, i == 1);
    }
    return error == ERR_OK ? with_own_password(request, 1, change_password) : error;
}

/* --- forget-me --- */

/* Checks that no game is running, as the opponent waits for it. */
static enum error_code check_games(struct request *request) {
    for (size_t i = 0; i < request->session->n_rooms; i++) {
        struct room *room = request->session->rooms[i];
        rooms_run_due_ops(request->rooms, room); /* its game may be over by now */
        if (room_is_busy(room)) {
            return request_fault(
                request, ERR_IN_GAME,
                "your game in %s is not over: finish it, or resign first", room->code);
        }
    }
    return ERR_OK;
}

/* Frees the player's seats and removes the name.  The stored games are rewritten
 * later. */
static enum error_code forget(struct request *request,
                              const struct stored_account *account) {
    struct session *s = request->session;
    for (size_t i = s->n_rooms; i > 0; i--) {
        struct room *room = s->rooms[i - 1];
        struct op op;
        if (rooms_stand(request->rooms, s, room, &op) == ERR_OK) {
            rooms_publish(request->rooms, room, &op);
        }
    }
    writes_begin_forgetting(request->writes, account->id);
    people_note_account_change(request->people);
    rooms_remember(request->rooms, request->client);
    rooms_unwatch_all(s);
    people_end_offers_of(request->people, s);
    people_set_account(request->people, s, 0);
    s->client = 0;
    request->client->session = NULL;
    people_await_login(request->people, request->client);
    request->session = NULL;
    rooms_end_session(request->rooms, s);
    hub_forget_later(request->hub);
    return ERR_OK;
}

enum error_code do_CMD_FORGET_ME(struct request *request) {
    enum error_code error = check_own(request);
    error = error == ERR_OK ? request_password(request, 0, false) : error;
    error = error == ERR_OK ? check_games(request) : error;
    return error == ERR_OK ? with_own_password(request, COMMAND_ARGS_MAX, forget) : error;
}

/* --- whois --- */

/* What the store knows about a player. */
struct whois {
    int64_t n_games;
    int64_t aborted, unopened; /* games called off by the player */
    struct stored_rating rating[KINDS_MAX];
    size_t n_ratings;
};

static void read_whois(struct job *job, struct store *store) {
    struct whois *whois = mem_new(1, sizeof *whois);
    job->data = whois;
    request_read_named(job, store);
    whois->n_games = store_count_games(store, command_arg(&job->cmd, 0));
    if (job->found == FOUND) {
        int64_t account = job->account.id;
        whois->aborted = store_count_call_offs(store, account, note_reason(NOTE_ABORT));
        whois->unopened =
            store_count_call_offs(store, account, note_reason(NOTE_UNOPENED));
        whois->n_ratings = store_list_ratings(store, account, whois->rating, KINDS_MAX);
    }
}

/* Null for a guest. */
static void put_call_offs(struct table *table, int64_t account, int64_t n) {
    if (account == 0) {
        table_put_null(table);
    } else {
        table_put_number(table, n);
    }
}

static enum error_code answer_whois(struct request *request, const char *name) {
    const struct stored_account *account = &request->job->account;
    const struct whois *whois = request->job->data;
    const struct session *s = people_find_name(request->people, name);
    const struct client *client = people_client_of(request->people, s);
    bool is_registered = request->job->found == FOUND;
    if (!is_registered && s == NULL && whois->n_games == 0) {
        return request_fault(request, ERR_UNKNOWN_PLAYER,
                             "nobody called %s is here, has registered, or has played",
                             name);
    }
    struct table *table = request_table(request);
    char codes[CODES_BYTES] = "";
    if (s != NULL) {
        session_list_codes(s, codes);
    }
    table_put_text(table, is_registered ? account->name : s != NULL ? s->name : name);
    table_put_number(table, account->created_s);
    table_put_flag(table, client != NULL);
    if (client != NULL) {
        table_put_number(table, (int64_t)(request->now.ms - client->active_ms) / 1000);
    } else {
        table_put_null(table);
    }
    table_put_flag(table, s != NULL && client == NULL && s->n_rooms > 0);
    table_put_text(table, codes);
    table_put_number(table, whois->n_games);
    request_put_ratings(request, whois->rating, whois->n_ratings);
    put_call_offs(table, account->id, whois->aborted);
    put_call_offs(table, account->id, whois->unopened);
    return ERR_OK;
}

enum error_code do_CMD_WHOIS(struct request *request) {
    const char *name = request_arg(request, 0);
    if (!is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, read_whois)) {
        return ERR_OK;
    }
    if (request->job->found == NOT_READ) {
        return ERR_STORAGE;
    }
    if (request->job->found == FOUND && request->job->account.is_forgotten) {
        return ERR_UNKNOWN_PLAYER; /* though some stored games still have the name */
    }
    return answer_whois(request, name);
}

/* --- login --- */

/* The data of an account. */
struct own_things {
    struct gags gags; /* owned */
    struct profile profile;
    struct player_ratings ratings;
};

static void drop_things(void *data) {
    struct own_things *things = data;
    gags_fini(&things->gags);
}

static void read_login(struct job *job, struct store *store) {
    struct own_things *things = mem_new(1, sizeof *things);
    job->data = things;
    job->drop = drop_things;
    request_read_named(job, store);
    if (job->found == FOUND) {
        store_load_gags(store, job->account.id, &things->gags);
        store_get_profile(store, job->account.id, &things->profile);
        store_load_ratings(store, job->account.id, &things->ratings);
    }
}

static struct session *new_session(struct request *request,
                                   const struct stored_account *account) {
    struct own_things *things = request->job->data;
    struct session *s =
        people_add_session(request->people, 0, account->name, account->id);
    s->gags = things->gags;
    things->gags = (struct gags){.n = 0};
    s->profile = things->profile;
    *s->ratings = things->ratings;
    return s;
}

/* Prepares the notice about a one-time password.  The login has used it up, or made it
 * void because the owner knows their own password.  False: there was none. */
static bool note_once(struct request *request, const struct stored_account *account) {
    struct stored_once once = account->once;
    char at[TIMESTAMP_BYTES];
    if (once.hash[0] == '\0' && !once.is_used) {
        return false;
    }
    if (request->job->by_once) {
        timestamp_write(once.until_s, at);
        once.is_used = true;
        log_line(request->log, LOG_INFO, "one_time_password_used name=%s address=%s",
                 account->name, request->client->counts->address);
        snprintf(request->notice, sizeof request->notice,
                 "choose your own password now: type password, the one-time password, "
                 "and the new one.  The one-time password does not log in again, but "
                 "works for this until %s.",
                 at);
    } else {
        timestamp_write(once.set_s, at);
        snprintf(request->notice, sizeof request->notice,
                 "an operator has set a one-time password for your account at %s.  It "
                 "was %s.  If %s, tell the host.",
                 at, once.is_used ? "used" : "not used, and is void now",
                 once.is_used ? "that was not you" : "you did not ask for it");
        once = (struct stored_once){.set_s = once.set_s};
    }
    writes_put_once(request->writes, account->id, &once);
    people_note_account_change(request->people);
    return true;
}

/* Logs in, after the password was right. */
static enum error_code enter(struct request *request,
                             const struct stored_account *account) {
    struct session *s = people_find_account(request->people, account->id);
    enum error_code error = resume_check(request, s);
    if (error != ERR_OK) {
        return error;
    }
    (void)note_once(request, account);
    if (request->job->fresh[0] != '\0') { /* it was right only as it was sent */
        writes_put_password(request->writes, account->id, request->job->fresh);
        people_note_account_change(request->people);
    }
    if (s == NULL) {
        s = new_session(request, account);
    }
    rooms_remember(request->rooms, request->client);
    request_give_token(request, s);
    resume_as(request, s);
    return ERR_OK;
}

static bool is_of_host(const struct request *request,
                       const struct stored_account *account) {
    const struct session *s = people_find_account(request->people, account->id);
    return s != NULL && s->of_host;
}

enum error_code do_CMD_LOGIN(struct request *request) {
    struct stored_account account = {.id = 0};
    if (!is_player_name(request_arg(request, 0))) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, read_login)) {
        return ERR_OK;
    }
    enum error_code error = request_account(request, request_arg(request, 0), &account);
    if (error == ERR_OK &&
        people_is_banned(request->people, account.name, request->text)) {
        error = ERR_BANNED;
    }
    if (error == ERR_OK && is_of_host(request, &account)) {
        return request_fault(request, ERR_WRONG_PASSWORD,
                             "%s is a bot of the host, and has no password",
                             account.name);
    }
    if (error == ERR_OK) {
        error = request_password(request, 1, false);
    }
    if (error != ERR_OK) {
        return error;
    }
    if (request_is_checked(request)) {
        error = password_judge(request, &account);
        return error == ERR_OK ? enter(request, &account) : error;
    }
    if (request->session != NULL && request->session->account != account.id &&
        request->session->n_rooms > 0) {
        return ERR_NAME_FIXED;
    }
    return check_password(request, &account, 1, COMMAND_ARGS_MAX);
}
