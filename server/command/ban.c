/* Operator commands about people: kick, ban, unban, bans. */
#include <stdio.h>
#include <string.h>

#include "server/base/address.h"
#include "server/command/request.h"
#include "server/people/bans.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/rooms/remembered.h"
#include "server/turn/clock.h"

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
