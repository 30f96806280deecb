/* Commands of those who talk: to a room, to somebody, to all; and of those who do not
 * want to listen. */
#include <string.h>

#include "proto/shape.h"
#include "server/hub/quota.h"

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

/* A token that something costs. */
struct toll {
    struct rate *rate;
    int64_t per_minute;
    const char *fault; /* told when there is none */
};

/* Takes one of each, or none at all. */
static enum error_code pay_tolls(struct ask *ask, const struct toll *tolls, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct rate_rule rule = {.burst = tolls[i].per_minute,
                                 .tokens = tolls[i].per_minute,
                                 .period_ms = 60000};
        ask->reply.retry_after_ms = rate_take(tolls[i].rate, &rule, 1, ask->hub->now.ms);
        if (ask->reply.retry_after_ms == 0) {
            continue;
        }
        const char *fault = tolls[i].fault;
        while (i-- > 0) {
            rule.burst = rule.tokens = tolls[i].per_minute;
            rate_give_back(tolls[i].rate, &rule, 1);
        }
        return ask_fault(ask, ERR_TOO_FAST, "%s", fault);
    }
    return ERR_OK;
}

/* The bucket of all who come from the asker's address: a name costs nothing, and has
 * buckets of its own. */
static struct rate *address_rate(struct ask *ask, enum rate_kind what) {
    return rate_limits_bucket(&ask->hub->rate_limits, what, ask->client->counts->address);
}

/* here: the bucket of all who watch the room where it is said; NULL: it costs none. */
static enum error_code pay_line(struct ask *ask, struct rate *here) {
    if (ask->session->of_host) {
        return ERR_OK; /* it greets everybody who sits down with it */
    }
    int64_t per_minute = ask->hub->config->limits.say_per_minute;
    const struct toll tolls[] = {
        {&session_rates(ask->session)->says, per_minute,
         "you have said a lot: wait a little"},
        {address_rate(ask, RATE_SAY), TALKERS_PER_ADDRESS * per_minute,
         "people at your address have said a lot: wait a little"},
        {here, WATCHERS_SAY_PER_MINUTE,
         "the spectators here have said a lot: wait a little"},
    };
    return pay_tolls(ask, tolls, here != NULL ? 3 : 2);
}

enum error_code do_CMD_SAY(struct ask *ask) {
    const char *text = ask_arg(ask, 0);
    bool is_player = ask->side < SIDE_COUNT;
    enum error_code error = check_text(ask, 0, "say TEXT");
    if (error == ERR_OK) {
        error = pay_line(ask, is_player ? NULL : &ask->room->watchers.says);
    }
    if (error != ERR_OK) {
        return error;
    }
    if (is_player) {
        error = quota_may_store(ask);
        return error == ERR_OK ? ask_do(ask, OP_SAY, text) : error;
    }
    hub_watcher_says(ask->hub, ask->room, ask->session->name, text);
    return ERR_OK;
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
        *error =
            ask_fault(ask, ERR_UNKNOWN_PLAYER, "%s is not connected now", other->name);
    } else if (other == ask->session) {
        *error = ask_fault(ask, ERR_BAD_ARGUMENT, "that is you");
    } else if (gags_have(&other->gags, ask->session->key)) {
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
    error = error == ERR_OK ? pay_line(ask, NULL) : error;
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
    const struct toll tolls[] = {
        {&session_rates(ask->session)->shouts, per_minute,
         "you have shouted enough: wait a little"},
        {address_rate(ask, RATE_SHOUT), SHOUTERS_PER_ADDRESS * per_minute,
         "people at your address shout a lot: wait a little"},
        {&ask->hub->shouts, SHOUTERS * per_minute, "many have shouted: wait a little"},
    };
    enum error_code error = check_text(ask, 0, "shout TEXT");
    error = error == ERR_OK ? pay_tolls(ask, tolls, 3) : error;
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
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    if (gags_have(&s->gags, key) == !is_off) {
        return ERR_OK;
    }
    if (!is_off && (int64_t)s->gags.n >= ask->hub->config->limits.gags_per_player) {
        return ERR_TOO_MANY_GAGS;
    }
    if (s->account != 0) {
        (is_off ? store_remove_gag : store_add_gag)(ask->hub->store, s->account, name);
        outbox_mark_tentative(&ask->hub->outbox);
        hub_mark_tentative(ask->hub, s);
    }
    if (is_off) {
        gags_remove(&s->gags, key);
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
    if (name_is_same(name, ask->session->name)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "that is you");
    }
    error = ask->cmd->has[0] ? set_gag(ask, name, is_off) : ERR_OK;
    if (error != ERR_OK) {
        return error;
    }
    struct table *table = ask_table(ask);
    for (size_t i = 0; i < gags->n; i++) {
        table_put_text(table, gags->gag[i].name);
    }
    return ERR_OK;
}
