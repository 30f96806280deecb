/* Commands of those who talk: to a room, to somebody, to all; and of those who do not
 * want to listen. */
#include <string.h>
#include <strings.h>

#include "proto/shape.h"
#include "server/dispatch.h"

/* Shouts of all players together are this many times those of one; those from one
 * address fewer, so that there are some left for others. */
#define SHOUTERS             10
#define SHOUTERS_PER_ADDRESS 2
/* Lines of chat from one address are this many times those of one player. */
#define TALKERS_PER_ADDRESS 10

/* The n-th argument is what somebody says; usage: how the command is written. */
static enum error_code check_text(struct ask *ask, size_t n, const char *usage) {
    const char *text = ask_arg(ask, n);
    if (text[0] == '\0') {
        return ask_fault(ask, ERR_MISSING_ARGUMENT, "say what? it is: %s", usage);
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                         SAY_BYTES_MAX);
    }
    return ERR_OK;
}

static enum error_code take_rate(struct ask *ask, struct rate *rate, int64_t per_minute,
                                 const char *fault) {
    struct rate_rule rule = {
        .burst = per_minute, .tokens = per_minute, .period_ms = 60000};
    int64_t wait_ms = rate_take(rate, &rule, 1, ask->hub->now.ms);
    if (wait_ms == 0) {
        return ERR_OK;
    }
    ask->reply.retry_after_ms = wait_ms;
    return ask_fault(ask, ERR_TOO_FAST, "%s", fault);
}

/* The bucket of all who come from the asker's address: a name costs nothing, and has
 * buckets of its own. */
static struct rate *address_rate(struct ask *ask, enum guarded what) {
    return guard_bucket(&ask->hub->guard, what, ask->client->origin->address);
}

static enum error_code pay_line(struct ask *ask) {
    int64_t per_minute = ask->hub->config->limits.say_per_minute;
    enum error_code error = take_rate(ask, &session_rates(ask->session)->says, per_minute,
                                      "you have said a lot: wait a little");
    return error != ERR_OK ? error
                           : take_rate(ask, address_rate(ask, GUARD_SAY),
                                       TALKERS_PER_ADDRESS * per_minute,
                                       "a lot is said from your address: wait a little");
}

enum error_code do_CMD_SAY(struct ask *ask) {
    const char *text = ask_arg(ask, 0);
    enum error_code error = check_text(ask, 0, "say TEXT");
    error = error == ERR_OK ? pay_line(ask) : error;
    if (error != ERR_OK) {
        return error;
    }
    if (ask->side < SIDE_COUNT) {
        return ask_do(ask, OP_SAY, text);
    }
    struct rate *rate = &ask->room->watchers.says;
    error = take_rate(ask, rate, WATCHERS_SAY_PER_MINUTE,
                      "those who watch here talk a lot: wait a little");
    if (error == ERR_OK) {
        hub_watcher_says(ask->hub, ask->room, ask->session->name, text);
    }
    return error;
}

/* The client of the player who is named first, who is to hear the asker.  NULL with a
 * fault in *error. */
static struct client *find_hearer(struct ask *ask, enum error_code *error) {
    const char *name = ask_arg(ask, 0);
    const struct session *other = hub_find_name(ask->hub, name);
    struct client *client = hub_client_of(ask->hub, other);
    if (!is_player_name(name)) {
        *error = ERR_BAD_NAME;
    } else if (other == NULL) {
        *error =
            ask_fault(ask, ERR_UNKNOWN_PLAYER, "there is no %s here: type who", name);
    } else if (client == NULL || client->closing) {
        *error = ask_fault(ask, ERR_UNKNOWN_PLAYER, "there is no connection to %s now",
                           other->name);
    } else if (other == ask->session) {
        *error = ask_fault(ask, ERR_BAD_ARGUMENT, "that is you");
    } else if (gags_have(&other->gags, ask->session->name)) {
        *error = ERR_GAGGED;
    } else {
        *error = ERR_OK;
    }
    return *error == ERR_OK ? client : NULL;
}

enum error_code do_CMD_TELL(struct ask *ask) {
    enum error_code error;
    struct client *client = find_hearer(ask, &error);
    error = error == ERR_OK ? check_text(ask, 1, "tell NAME TEXT") : error;
    error = error == ERR_OK ? pay_line(ask) : error;
    if (error != ERR_OK) {
        return error;
    }
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_TELL;
    msg.name = ask->session->name;
    msg.text = ask_arg(ask, 1);
    hub_send(ask->hub, client, &msg);
    ask->reply.name = client->session->name;
    return ERR_OK;
}

/* Nobody shouts much, and all together not without end: a name costs nothing. */
enum error_code do_CMD_SHOUT(struct ask *ask) {
    int64_t per_minute = ask->hub->config->limits.shouts_per_minute;
    enum error_code error = check_text(ask, 0, "shout TEXT");
    if (error == ERR_OK) {
        error = take_rate(ask, &session_rates(ask->session)->shouts, per_minute,
                          "you have shouted enough: wait a little");
    }
    if (error == ERR_OK) {
        error = take_rate(ask, address_rate(ask, GUARD_SHOUT),
                          SHOUTERS_PER_ADDRESS * per_minute,
                          "many shout from your address: wait a little");
    }
    if (error == ERR_OK) {
        error = take_rate(ask, &ask->hub->shouts, SHOUTERS * per_minute,
                          "many have shouted: wait a little");
    }
    if (error == ERR_OK) {
        hub_shout(ask->hub, ask->session, ask_arg(ask, 0));
    }
    return error;
}

/* --- gags --- */

/* Whether the second argument takes the gag away.  False, with a fault in *error, when it
 * is neither on nor off. */
static bool read_switch(struct ask *ask, bool *is_off, enum error_code *error) {
    const char *text = ask->cmd->has[1] ? ask_arg(ask, 1) : "on";
    *is_off = strcmp(text, "off") == 0;
    if (*is_off || strcmp(text, "on") == 0) {
        return true;
    }
    *error = ask_fault(ask, ERR_BAD_ARGUMENT, "it is: gag NAME, or gag NAME off");
    return false;
}

/* Changes it in the store, too, for whom has an account. */
static enum error_code set_gag(struct ask *ask, const char *name, bool is_off) {
    struct session *s = ask->session;
    if (gags_have(&s->gags, name) == !is_off) {
        return ERR_OK;
    }
    if (!is_off && (int64_t)s->gags.n >= ask->hub->config->limits.gags_per_player) {
        return ERR_TOO_MANY_GAGS;
    }
    if (s->account != 0) {
        (is_off ? store_remove_gag : store_add_gag)(ask->hub->store, s->account, name);
        outbox_doubt(&ask->hub->outbox);
        hub_doubt_session(ask->hub, s);
    }
    if (is_off) {
        gags_remove(&s->gags, name);
    } else {
        gags_add(&s->gags, name);
    }
    return ERR_OK;
}

enum error_code do_CMD_GAG(struct ask *ask) {
    const char *name = ask_arg(ask, 0);
    const struct gags *gags = &ask->session->gags;
    enum error_code error = ERR_OK;
    bool is_off;
    if (!read_switch(ask, &is_off, &error)) {
        return error;
    }
    if (ask->cmd->has[0] && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (strcasecmp(name, ask->session->name) == 0) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "that is you");
    }
    error = ask->cmd->has[0] ? set_gag(ask, name, is_off) : ERR_OK;
    if (error != ERR_OK) {
        return error;
    }
    struct table *table = ask_table(ask);
    for (size_t i = 0; i < gags->n; i++) {
        table_put_text(table, gags->name[i]);
    }
    return ERR_OK;
}
