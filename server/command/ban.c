/* Commands of operators about people: kick, ban, unban, bans. */
#include <stdio.h>
#include <string.h>

#include "server/base/address.h"
#include "server/hub/dispatch.h"

/* Longest ban that is not for ever, in minutes: a year. */
#define BAN_MINUTES_MAX 525600

/* The reason, which is what the n-th argument says.  False, with a fault: too long. */
static bool has_good_reason(struct ask *ask, size_t n) {
    if (strlen(ask_arg(ask, n)) > BAN_TEXT_BYTES_MAX) {
        ask_fault(ask, ERR_BAD_ARGUMENT, "a reason has at most %d bytes",
                  BAN_TEXT_BYTES_MAX);
        return false;
    }
    return true;
}

/* --- kick --- */

/* The connection with this number, or of this name; NULL: there is none. */
static struct client *find_client(struct ask *ask) {
    const char *who = ask_arg(ask, 0);
    uint64_t number;
    if (!ask_number(ask, 0, &number)) {
        return hub_client_of(ask->hub, hub_find_name(ask->hub, who));
    }
    uint32_t at = 0;
    struct client *c;
    while ((c = slots_next(&ask->hub->clients, &at)) != NULL &&
           c->number != (int64_t)number) {
    }
    return c;
}

enum error_code do_CMD_KICK(struct ask *ask) {
    if (!has_good_reason(ask, 1)) {
        return ERR_BAD_ARGUMENT;
    }
    struct client *c = find_client(ask);
    if (c == NULL || c->closing) {
        return ask_fault(ask, ERR_UNKNOWN_PLAYER,
                         "there is no connection %.40s: type clients", ask_arg(ask, 0));
    }
    if (c == ask->client) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "that is you: type quit");
    }
    struct table *table = ask_table(ask);
    table_put_number(table, c->number);
    table_put_text(table, c->session != NULL ? c->session->name : "");
    table_put_text(table, c->counts->address);
    char text[FAULT_BYTES];
    bool has_reason = ask_arg(ask, 1)[0] != '\0';
    snprintf(text, sizeof text, "%s%s%s", error_text(ERR_KICKED), has_reason ? ": " : "",
             ask_arg(ask, 1));
    hub_bye_because(ask->hub, c, ERR_KICKED, text);
    return ERR_OK;
}

/* --- bans --- */

static bool read_who(struct ask *ask, char who[static ADDRESS_BYTES]) {
    if (ban_read_who(ask_arg(ask, 0), who)) {
        return true;
    }
    ask_fault(ask, ERR_BAD_ARGUMENT,
              "WHO is a name, or an address as 192.0.2.1 or 2001:db8::/64, not %.40s",
              ask_arg(ask, 0));
    return false;
}

/* The second argument: *minutes is 0 for ever.  False, with a fault. */
static bool read_minutes(struct ask *ask, uint64_t *minutes) {
    *minutes = 0;
    if (!ask->cmd->has[1] || strcmp(ask_arg(ask, 1), "always") == 0) {
        return true;
    }
    if (ask_number(ask, 1, minutes) && *minutes > 0 && *minutes <= BAN_MINUTES_MAX) {
        return true;
    }
    ask_fault(ask, ERR_BAD_ARGUMENT,
              "MINUTES is a number from 1 to %d, or always, not %.40s", BAN_MINUTES_MAX,
              ask_arg(ask, 1));
    return false;
}

/* Whether the operator would lock himself out, or everybody on his machine. */
static bool is_oneself(const struct ask *ask, const char *who) {
    return address_is_loopback(who) || strcmp(who, ask->client->counts->address) == 0 ||
           (ask->session != NULL && name_is_same(who, ask->session->name));
}

enum error_code do_CMD_BAN(struct ask *ask) {
    struct hub *hub = ask->hub;
    struct ban ban = {.at_s = hub_now_s(hub)};
    uint64_t minutes;
    if (!read_who(ask, ban.who) || !read_minutes(ask, &minutes) ||
        !has_good_reason(ask, 2)) {
        return ERR_BAD_ARGUMENT;
    }
    if (is_oneself(ask, ban.who)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "%s is you, or this machine", ban.who);
    }
    ban.until_s = minutes > 0 ? ban.at_s + (int64_t)minutes * 60 : 0;
    snprintf(ban.text, sizeof ban.text, "%s", ask_arg(ask, 2));
    if (!hub_ban(hub, &ban)) {
        return ERR_TOO_MANY_BANS;
    }
    struct table *table = ask_table(ask);
    table_put_text(table, ban.who);
    table_put_number(table, ban.until_s);
    return ERR_OK;
}

enum error_code do_CMD_UNBAN(struct ask *ask) {
    char who[ADDRESS_BYTES];
    if (!read_who(ask, who)) {
        return ERR_BAD_ARGUMENT;
    }
    if (!hub_unban(ask->hub, who)) {
        return ask_fault(ask, ERR_NOT_BANNED, "%s is not banned: type bans", who);
    }
    table_put_text(ask_table(ask), who);
    return ERR_OK;
}

/* All of them: they are not many. */
enum error_code do_CMD_BANS(struct ask *ask) {
    const struct bans *bans = &ask->hub->bans;
    struct table *table = ask_table(ask);
    for (size_t i = 0; i < bans->n; i++) {
        const struct ban *ban = &bans->ban[i];
        if (bans_find(bans, ban->who, hub_now_s(ask->hub)) != NULL) {
            table_put_text(table, ban->who);
            table_put_number(table, ban->at_s);
            table_put_number(table, ban->until_s);
            table_put_text(table, ban->text);
        }
    }
    return ERR_OK;
}
