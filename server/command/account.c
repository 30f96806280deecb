/* Accounts: register and login. */
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "proto/timestamp.h"
#include "server/command/login.h"
#include "server/command/request.h"
#include "server/hub/bans.h"
#include "server/hub/cleanup.h"
#include "server/hub/offers.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"

/* Starts to compare the n-th argument with the account's passwords, if it may be tried
 * now. */
static enum error_code check_password(struct request *request,
                                      const struct stored_account *account, unsigned n,
                                      unsigned hash) {
    enum error_code error = password_may_try(request, account);
    struct job_known known = password_known(request, account);
    return error == ERR_OK ? request_job(request, &known, n, hash) : error;
}

/* --- register --- */

static enum error_code check_register(struct request *request) {
    struct stored_account account = {.id = 0};
    if (request->session->of_host) {
        return request_fault(request, ERR_ALREADY_REGISTERED,
                             "the host keeps this name for you");
    }
    if (request->session->account != 0) {
        return ERR_ALREADY_REGISTERED;
    }
    enum error_code error = request_password(request, 0);
    if (error != ERR_OK) {
        return error;
    }
    switch (store_find_account(request->store, request->session->name, &account)) {
    case FOUND: return ERR_NAME_REGISTERED;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    int64_t n = store_n_accounts(request->store);
    return n < 0                           ? ERR_STORAGE
           : n < request->limits->accounts ? ERR_OK
                                           : ERR_TOO_MANY_ACCOUNTS;
}

/* Nothing in memory changes before it is stored. */
static enum error_code make_account(struct request *request) {
    struct hub *hub = request->hub;
    struct session *s = request->session;
    enum error_code error = request_hashed(request);
    if (error != ERR_OK) {
        return error;
    }
    int64_t id = hub_number_account(hub);
    store_add_account(request->store, id, s->name, request->job->fresh, hub_now_s(hub));
    if (s->is_stored) {
        store_put_session(request->store, s->id, s->name, s->token_hash, id);
    }
    for (size_t i = 0; i < s->gags.n; i++) {
        store_add_gag(request->store, id, s->gags.gag[i].name);
    }
    store_put_profile(request->store, id, &s->profile);
    if (!hub_commit_now(hub)) {
        return ERR_STORAGE;
    }
    hub_set_account(hub, s, id);
    password_was_right(request, s->name);
    request->reply.name = s->name;
    log_line(request->log, LOG_INFO, "registered name=%s account=%lld", s->name,
             (long long)id);
    return ERR_OK;
}

enum error_code do_CMD_REGISTER(struct request *request) {
    enum error_code error = check_register(request);
    if (error == ERR_OK && request->job == NULL) {
        error = password_charge_registering(request);
        return error == ERR_OK ? request_job(request, NULL, 0, 0) : error;
    }
    return error == ERR_OK ? make_account(request) : error;
}

/* --- password --- */

/* The account has a new password: a one-time password is void now.  Its owner will be
 * told whether it was used. */
static void end_once(struct request *request, const struct stored_account *account) {
    if (account->once.hash[0] != '\0') {
        const struct stored_once over = {.set_s = account->once.set_s,
                                         .is_used = account->once.is_used ||
                                                    request->job->by_once};
        store_put_once(request->store, account->id, &over);
    }
}

static enum error_code change_password(struct request *request,
                                       const struct stored_account *account) {
    struct hub *hub = request->hub;
    struct session *s = request->session;
    uint8_t hash[TOKEN_HASH_BYTES];
    enum error_code error = password_judge(request, account);
    if (error == ERR_OK) {
        error = request_hashed(request);
    }
    if (error != ERR_OK) {
        return error;
    }
    request_draw_token(request, s->id, hash);
    store_put_password(request->store, account->id, request->job->fresh);
    end_once(request, account);
    if (s->is_stored) {
        store_put_session(request->store, s->id, s->name, hash, s->account);
    }
    if (!hub_commit_now(hub)) {
        return ERR_STORAGE;
    }
    memcpy(s->token_hash, hash, sizeof hash);
    request->reply.token = request->token;
    log_line(request->log, LOG_INFO, "password_changed name=%s", account->name);
    return ERR_OK;
}

/* The account of the asker. */
static enum error_code find_own(struct request *request, struct stored_account *account) {
    if (request->session->account == 0) {
        return request_fault(request, ERR_NOT_REGISTERED,
                             "you have no account: type register and a password");
    }
    return store_find_account(request->store, request->session->name, account) == FOUND
               ? ERR_OK
               : ERR_STORAGE;
}

enum error_code do_CMD_PASSWORD(struct request *request) {
    struct stored_account account = {.id = 0};
    enum error_code error = find_own(request, &account);
    for (size_t i = 0; i < 2 && error == ERR_OK; i++) {
        error = request_password(request, i);
    }
    if (error != ERR_OK) {
        return error;
    }
    if (request->job != NULL) {
        return change_password(request, &account);
    }
    return check_password(request, &account, 0, 1);
}

/* --- forget-me --- */

/* Checks that no game is running: others wait for it. */
static enum error_code check_games(struct request *request) {
    for (size_t i = 0; i < request->session->n_rooms; i++) {
        struct room *room = request->session->rooms[i];
        hub_run_due_ops(request->hub, room); /* its game may be over by now */
        if (hub_room_status(room).frozen) {
            return ERR_STORAGE;
        }
        if (room_is_busy(room)) {
            return request_fault(
                request, ERR_IN_GAME,
                "your game in %s is not over: finish it, or resign first", room->code);
        }
    }
    return ERR_OK;
}

/* The player gets up everywhere and has no name from now on.  The stored games are
 * rewritten later. */
static enum error_code forget(struct request *request,
                              const struct stored_account *account) {
    struct hub *hub = request->hub;
    struct session *s = request->session;
    for (size_t i = s->n_rooms; i > 0; i--) {
        struct room *room = s->rooms[i - 1];
        struct op op;
        if (hub_stand(hub, s, room, &op) == ERR_OK) {
            hub_publish(hub, room, &op);
        }
    }
    store_begin_forgetting(request->store, account->id);
    if (!hub_commit_now(hub)) {
        return ERR_STORAGE;
    }
    hub_unwatch_all(s);
    hub_end_offers_of(hub, s);
    hub_set_account(hub, s, 0);
    s->client = 0;
    request->client->session = NULL;
    hub_await_login(hub, request->client);
    request->session = NULL;
    hub_end_session(hub, s);
    hub_begin_forgetting(hub);
    return ERR_OK;
}

enum error_code do_CMD_FORGET_ME(struct request *request) {
    struct stored_account account = {.id = 0};
    enum error_code error = find_own(request, &account);
    error = error == ERR_OK ? request_password(request, 0) : error;
    error = error == ERR_OK ? check_games(request) : error;
    if (error != ERR_OK) {
        return error;
    }
    if (request->job != NULL) {
        error = password_judge(request, &account);
        return error == ERR_OK ? forget(request, &account) : error;
    }
    return check_password(request, &account, 0, COMMAND_ARGS_MAX);
}

/* --- whois --- */

/* Fills a cell with how many games the account has called off for this reason; null
 * for a guest. */
static void put_call_offs(struct request *request, int64_t account, enum note_kind why) {
    if (account == 0) {
        table_put_null(&request->table);
    } else {
        table_put_number(&request->table, store_count_call_offs(request->store, account,
                                                                note_reason(why)));
    }
}

enum error_code do_CMD_WHOIS(struct request *request) {
    struct hub *hub = request->hub;
    const char *name = request_arg(request, 0);
    struct stored_account account = {.id = 0};
    if (!is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    enum found found = store_find_account(request->store, name, &account);
    if (found == NOT_READ) {
        return ERR_STORAGE;
    }
    if (found == FOUND && account.is_forgotten) {
        return ERR_UNKNOWN_PLAYER; /* though not yet everywhere */
    }
    const struct session *s = hub_find_name(hub, name);
    const struct client *client = hub_client_of(hub, s);
    int64_t n_games = store_count_games(request->store, name);
    if (found == NOT_FOUND && s == NULL && n_games == 0) {
        return request_fault(request, ERR_UNKNOWN_PLAYER,
                             "nobody called %s is here, has registered, or has played",
                             name);
    }
    struct table *table = request_table(request);
    char codes[CODES_BYTES] = "";
    if (s != NULL) {
        session_list_codes(s, codes);
    }
    table_put_text(table, found == FOUND ? account.name : s != NULL ? s->name : name);
    table_put_number(table, account.created_s);
    table_put_flag(table, client != NULL);
    if (client != NULL) {
        table_put_number(table, (int64_t)(request->now.ms - client->active_ms) / 1000);
    } else {
        table_put_null(table);
    }
    table_put_flag(table, s != NULL && client == NULL && s->n_rooms > 0);
    table_put_text(table, codes);
    table_put_number(table, n_games);
    request_put_ratings(request, account.id);
    put_call_offs(request, account.id, NOTE_ABORT);
    put_call_offs(request, account.id, NOTE_UNOPENED);
    return ERR_OK;
}

/* --- login --- */

static struct session *new_session(struct request *request,
                                   const struct stored_account *account) {
    struct session *s = hub_add_session(request->hub, 0, account->name, account->id);
    store_load_gags(request->store, s->account, &s->gags);
    store_get_profile(request->store, account->id, &s->profile);
    return s;
}

/* Prepares what the owner is told about a one-time password.  It is used up now; or it is
 * void, because the owner knows their own password.  False: there was none. */
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
    store_put_once(request->store, account->id, &once);
    return true;
}

/* The right password was given.  If the session is stored, its new token is stored
 * first: nothing in memory changes before. */
static enum error_code enter(struct request *request,
                             const struct stored_account *account) {
    struct hub *hub = request->hub;
    struct session *s = hub_find_account(hub, account->id);
    enum error_code error = resume_check(request, s);
    if (error != ERR_OK) {
        return error;
    }
    uint8_t hash[TOKEN_HASH_BYTES];
    bool writes = note_once(request, account);
    if (s != NULL && s->is_stored) {
        request_draw_token(request, s->id, hash);
        store_put_session(request->store, s->id, s->name, hash, s->account);
        writes = true;
    }
    if (writes) {
        if (!hub_commit_now(hub)) {
            return ERR_STORAGE;
        }
        s = hub_find_account(hub, account->id); /* the commit may have ended it */
    }
    if (s == NULL || !s->is_stored) {
        s = s != NULL ? s : new_session(request, account);
        request_draw_token(request, s->id, hash);
    }
    memcpy(s->token_hash, hash, sizeof hash);
    request->reply.token = request->token;
    resume_as(request, s);
    return ERR_OK;
}

enum error_code do_CMD_LOGIN(struct request *request) {
    struct stored_account account = {.id = 0};
    enum error_code error = request_account(request, request_arg(request, 0), &account);
    if (error == ERR_OK && hub_is_banned(request->hub, account.name, request->text)) {
        error = ERR_BANNED;
    }
    if (error == ERR_OK) {
        error = request_password(request, 1);
    }
    if (error != ERR_OK) {
        return error;
    }
    if (request->job != NULL) {
        error = password_judge(request, &account);
        return error == ERR_OK ? enter(request, &account) : error;
    }
    if (request->session != NULL && request->session->account != account.id &&
        request->session->n_rooms > 0) {
        return ERR_NAME_FIXED;
    }
    return check_password(request, &account, 1, COMMAND_ARGS_MAX);
}
