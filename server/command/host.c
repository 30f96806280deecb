/* Commands of operators: monitoring, announcements, shutdown; kick and ban; one-time
 * passwords for players who have lost theirs. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/base/address.h"
#include "server/command/cost.h"
#include "server/hub/host.h"
#include "server/people/people.h"
#include "server/queue/job.h"
#include "server/rooms/ops.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"

/* The store is measured by its own thread. */
static void read_size(struct job *job, struct store *store) {
    job->data = mem_new(1, sizeof(struct store_size));
    store_measure(store, job->data);
}

enum error_code do_CMD_STATS(struct request *request) {
    if (!request_ask(request, read_size)) {
        return ERR_OK;
    }
    hub_set_store_size(request->hub, request->job->data);
    const struct metrics *metrics = hub_measure(request->hub);
    struct table *table = request_table(request);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        table_put_text(table, metrics_key(i));
        table_put_number(table, metrics_value(metrics, i));
    }
    return ERR_OK;
}

/* --- clients --- */

/* Whether `who` is the client's name, address or number; "" means all clients. */
static bool is_meant(const struct client *c, const char *who, uint64_t number) {
    return who[0] == '\0' || (int64_t)number == c->number ||
           strcmp(who, c->counts->address) == 0 ||
           (c->session != NULL && name_is_same(who, c->session->name));
}

static void add_client(const struct request *request, const struct client *c,
                       struct table *table) {
    table_put_number(table, c->number);
    table_put_text(table, c->session != NULL ? c->session->name : "");
    table_put_text(table, c->counts->address);
    table_put_number(table, (int64_t)(request->now.ms - c->opened_ms) / 1000);
    table_put_number(table, (int64_t)(request->now.ms - c->active_ms) / 1000);
    size_t queued;
    if (people_queued_bytes(request->people, c, &queued)) {
        table_put_number(table, (int64_t)queued);
    } else {
        table_put_null(table);
    }
    table_put_text(table, c->last < COMMAND_COUNT ? command_spec(c->last)->word : "");
    table_put_flag(table, c->tls);
    table_put_text(table, c->json ? "json" : "text");
}

enum error_code do_CMD_CLIENTS(struct request *request) {
    struct table *table = request_table(request);
    uint64_t number = 0;
    (void)request_number(request, 0, &number);
    uint32_t at = 0;
    for (const struct client *c;
         table_n_rows(table) < LIST_ROWS_MAX &&
         (c = people_next_client(request->people, &at)) != NULL;) {
        if (!c->closing && is_meant(c, request_arg(request, 0), number)) {
            add_client(request, c, table);
        }
    }
    return ERR_OK;
}

/* --- announcements and log --- */

enum error_code do_CMD_ANNOUNCE(struct request *request) {
    const char *text = request_arg(request, 0);
    if (text[0] == '\0') {
        return request_fault(request, ERR_MISSING_ARGUMENT,
                             "announce what? it is: announce TEXT");
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return request_fault(request, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                             SAY_BYTES_MAX);
    }
    table_put_number(request_table(request),
                     people_announce(request->people, text, false));
    return ERR_OK;
}

/* Once the command is logged, and its answer certain. */
static void set_level(void *owner, uint64_t level) {
    struct log *log = owner;
    log->level = (enum log_level)level;
}

/* LOG_LEVEL_COUNT: none. */
static enum log_level find_level(const char *name) {
    int i = 0;
    while (i < LOG_LEVEL_COUNT && strcmp(name, log_level_name((enum log_level)i)) != 0) {
        i++;
    }
    return (enum log_level)i;
}

enum error_code do_CMD_LOGLEVEL(struct request *request) {
    const char *name = request_arg(request, 0);
    enum log_level level = request->cmd->has[0] ? find_level(name) : request->log->level;
    if (level == LOG_LEVEL_COUNT) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "a log level is error, warn, info or debug, not %.40s",
                             name);
    }
    table_put_text(request_table(request), log_level_name(level));
    turn_after(request->turns, set_level, request->log, (uint64_t)level);
    return ERR_OK;
}

/* --- adjourned games --- */

/* Ends an adjourned game whose players cannot meet again. */
enum error_code do_CMD_ADJUDICATE(struct request *request) {
    const char *code = request_arg(request, 0), *winner = request_arg(request, 1);
    bool is_off = strcmp(winner, "none") == 0;
    enum side side = side_find(winner), own;
    struct room *room = rooms_find(request->rooms, code);
    if (room == NULL) {
        return request_fault(request, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms",
                             code);
    }
    if (side == SIDE_COUNT && !is_off) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "the winner is white, black or none, not %.40s", winner);
    }
    rooms_run_due_ops(request->rooms, room);
    request->room = room;
    request->reply.room = room->code;
    if (request->session != NULL && room_side_of(room, request->session->id, &own)) {
        return request_fault(request, ERR_IN_ROOM, "you cannot decide your own game");
    }
    request->side = is_off ? SIDE_WHITE : side;
    return act_in_room(request, is_off ? OP_ANNUL : OP_ADJUDICATE, NULL);
}

/* --- the end --- */

/* Longest drain, in minutes: a day. */
#define DRAIN_MINUTES_MAX 1440

enum error_code do_CMD_DRAIN(struct request *request) {
    uint64_t minutes = 0;
    bool off = strcmp(request_arg(request, 0), "off") == 0;
    if (request->cmd->has[0] && !off &&
        (!request_number(request, 0, &minutes) || minutes == 0 ||
         minutes > DRAIN_MINUTES_MAX)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "it is: drain, drain off, or drain and the minutes until the "
            "end, 1 to %d, not %.40s",
            DRAIN_MINUTES_MAX, request_arg(request, 0));
    }
    if (off) {
        hub_end_drain(request->hub);
    } else if (hub_hand_over(request->hub)) {
        snprintf(request->notice, sizeof request->notice,
                 "another node goes on in a moment.");
        minutes = 0;
        off = true;
    } else {
        hub_drain(request->hub, minutes);
    }
    struct table *table = request_table(request);
    table_put_flag(table, !off);
    table_put_number(
        table, minutes > 0 ? turn_now_s(request->turns) + (int64_t)minutes * 60 : 0);
    table_put_number(table, rooms_n_running(request->rooms));
    return ERR_OK;
}

enum error_code do_CMD_SHUTDOWN(struct request *request) {
    bool is_sure;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    size_t n_others = people_n_players(request->people) - (request->session != NULL);
    int64_t n_running = rooms_n_running(request->rooms);
    if (!is_sure && (n_others > 0 || n_running > 0)) {
        return request_fault(request, ERR_NOT_SURE,
                             "other players here: %zu, running games: %lld; drain lets "
                             "them finish, shutdown sure does not wait",
                             n_others, (long long)n_running);
    }
    hub_stop(request->hub);
    return ERR_OK;
}

/* Longest ban with an end, in minutes: a year. */
#define BAN_MINUTES_MAX 525600

/* Whether the reason, the n-th argument, is short enough.  False, with a fault. */
static bool has_good_reason(struct request *request, size_t n) {
    if (strlen(request_arg(request, n)) > BAN_TEXT_BYTES_MAX) {
        request_fault(request, ERR_BAD_ARGUMENT, "a reason has at most %d bytes",
                      BAN_TEXT_BYTES_MAX);
        return false;
    }
    return true;
}

/* --- kick --- */

/* The connection with the number or name in the first argument; NULL: there is none. */
static struct client *find_client(struct request *request) {
    const char *who = request_arg(request, 0);
    uint64_t number;
    if (!request_number(request, 0, &number)) {
        return people_client_of(request->people, people_find_name(request->people, who));
    }
    uint32_t at = 0;
    struct client *c;
    while ((c = people_next_client(request->people, &at)) != NULL &&
           c->number != (int64_t)number) {
    }
    return c;
}

enum error_code do_CMD_KICK(struct request *request) {
    if (!has_good_reason(request, 1)) {
        return ERR_BAD_ARGUMENT;
    }
    struct client *c = find_client(request);
    if (c == NULL || c->closing) {
        return request_fault(request, ERR_UNKNOWN_PLAYER,
                             "there is no connection %.40s: type clients",
                             request_arg(request, 0));
    }
    if (c == request->client) {
        return request_fault(request, ERR_BAD_ARGUMENT, "that is you: type quit");
    }
    struct table *table = request_table(request);
    table_put_number(table, c->number);
    table_put_text(table, c->session != NULL ? c->session->name : "");
    table_put_text(table, c->counts->address);
    char text[FAULT_BYTES];
    bool has_reason = request_arg(request, 1)[0] != '\0';
    snprintf(text, sizeof text, "%s%s%s", error_text(ERR_KICKED), has_reason ? ": " : "",
             request_arg(request, 1));
    rooms_bye_if_stored(request->rooms, c, ERR_KICKED, text);
    return ERR_OK;
}

/* --- bans --- */

static bool read_who(struct request *request, char who[static ADDRESS_BYTES]) {
    if (ban_read_who(request_arg(request, 0), who)) {
        return true;
    }
    request_fault(request, ERR_BAD_ARGUMENT,
                  "WHO is a name, or an address as 192.0.2.1 or 2001:db8::/64, not %.40s",
                  request_arg(request, 0));
    return false;
}

/* Reads the second argument: *minutes is 0 for a ban without an end.  False, with a
 * fault. */
static bool read_minutes(struct request *request, uint64_t *minutes) {
    *minutes = 0;
    if (!request->cmd->has[1] || strcmp(request_arg(request, 1), "always") == 0) {
        return true;
    }
    if (request_number(request, 1, minutes) && *minutes > 0 &&
        *minutes <= BAN_MINUTES_MAX) {
        return true;
    }
    request_fault(request, ERR_BAD_ARGUMENT,
                  "MINUTES is a number from 1 to %d, or always, not %.40s",
                  BAN_MINUTES_MAX, request_arg(request, 1));
    return false;
}

/* Whether this ban would lock out the operator, or everybody on the server's machine. */
static bool is_oneself(const struct request *request, const char *who) {
    return address_is_loopback(who) ||
           strcmp(who, request->client->counts->address) == 0 ||
           (request->session != NULL && name_is_same(who, request->session->name));
}

enum error_code do_CMD_BAN(struct request *request) {
    struct ban ban = {.at_s = turn_now_s(request->turns)};
    uint64_t minutes;
    if (!read_who(request, ban.who) || !read_minutes(request, &minutes) ||
        !has_good_reason(request, 2)) {
        return ERR_BAD_ARGUMENT;
    }
    if (is_oneself(request, ban.who)) {
        return request_fault(request, ERR_BAD_ARGUMENT, "%s is you, or this machine",
                             ban.who);
    }
    ban.until_s = minutes > 0 ? ban.at_s + (int64_t)minutes * 60 : 0;
    snprintf(ban.text, sizeof ban.text, "%s", request_arg(request, 2));
    if (!people_ban(request->people, &ban)) {
        return ERR_TOO_MANY_BANS;
    }
    struct table *table = request_table(request);
    table_put_text(table, ban.who);
    table_put_number(table, ban.until_s);
    return ERR_OK;
}

enum error_code do_CMD_UNBAN(struct request *request) {
    char who[ADDRESS_BYTES];
    if (!read_who(request, who)) {
        return ERR_BAD_ARGUMENT;
    }
    if (!people_unban(request->people, who)) {
        return request_fault(request, ERR_NOT_BANNED, "%s is not banned: type bans", who);
    }
    table_put_text(request_table(request), who);
    return ERR_OK;
}

/* Lists all bans: there are not many. */
enum error_code do_CMD_BANS(struct request *request) {
    const struct bans *bans = people_bans(request->people);
    struct table *table = request_table(request);
    for (size_t i = 0; i < bans->n; i++) {
        const struct ban *ban = &bans->ban[i];
        if (bans_find(bans, ban->who, turn_now_s(request->turns)) != NULL) {
            table_put_text(table, ban->who);
            table_put_number(table, ban->at_s);
            table_put_number(table, ban->until_s);
            table_put_text(table, ban->text);
        }
    }
    return ERR_OK;
}

/* --- lost passwords --- */

/* A one-time password is valid for one login within a day: time enough to pass it on. */
#define ONCE_S 86400
/* Its length: 80 bits, too many to guess. */
#define ONCE_LETTERS 16

/* Format: abcd-efgh-ijkl-mnop. */
static void draw_password(const struct hub *hub, char text[static 2 * ONCE_LETTERS]) {
    char letters[ONCE_LETTERS + 1];
    turn_random_text(hub_turns(hub), letters, ONCE_LETTERS);
    snprintf(text, (size_t)2 * ONCE_LETTERS, "%.4s-%.4s-%.4s-%.4s", letters, letters + 4,
             letters + 8, letters + 12);
    sodium_memzero(letters, sizeof letters);
}

/* Draws a password and starts to hash it, as if it were one more argument. */
static enum error_code begin(struct request *request) {
    char password[2 * ONCE_LETTERS];
    enum error_code error = request_may_job(request);
    if (error != ERR_OK) {
        return error;
    }
    draw_password(request->hub, password);
    command_put_arg(&request->job->cmd, 1, password);
    sodium_memzero(password, sizeof password);
    return request_job(request, NULL, 0, 1);
}

/* Tells the player, if connected, that the account was changed. */
static void tell_owner(struct hub *hub, const struct stored_account *account) {
    struct client *client = people_client_of(
        hub_people(hub), people_find_account(hub_people(hub), account->id));
    char text[NOTICE_BYTES], at[TIMESTAMP_BYTES];
    if (client == NULL) {
        return;
    }
    timestamp_write(account->once.until_s, at);
    snprintf(text, sizeof text,
             "an operator has set a one-time password for your account, good until %s.  "
             "If you did not ask for it, tell the host; it is void when you log in "
             "with your own.",
             at);
    people_tell_notice(hub_people(hub), client, "", text);
}

enum error_code do_CMD_RESET_PASSWORD(struct request *request) {
    struct stored_account account = {.id = 0};
    if (!is_player_name(request_arg(request, 0))) {
        return ERR_BAD_NAME;
    }
    if (!request_ask(request, request_read_named)) {
        return ERR_OK;
    }
    enum error_code error = request_account(request, request_arg(request, 0), &account);
    if (error == ERR_OK && people_is_operators(request->people, account.id)) {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "%s is an operator: only the host can help (docs/operating.md)",
            account.name);
    }
    if (error == ERR_OK && strcmp(account.password, PASSWORD_NONE) == 0) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "%s is a bot of the host, and has no password",
                             account.name);
    }
    error = error == ERR_OK ? request_secure(request) : error;
    if (error != ERR_OK || !request_is_checked(request)) {
        return error == ERR_OK ? begin(request) : error;
    }
    error = request_hashed(request);
    if (error != ERR_OK) {
        return error;
    }
    account.once = (struct stored_once){.set_s = turn_now_s(request->turns),
                                        .until_s = turn_now_s(request->turns) + ONCE_S};
    snprintf(account.once.hash, sizeof account.once.hash, "%s", request->job->fresh);
    writes_put_once(request->writes, account.id, &account.once);
    people_note_account_change(request->people);
    tell_owner(request->hub, &account);
    struct table *table = request_table(request);
    table_put_text(table, account.name);
    table_put_text(table, request_arg(request, 1));
    table_put_number(table, account.once.until_s);
    return ERR_OK;
}
