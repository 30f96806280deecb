/* Chat: to a room, to a player, to all; and gags, for players who do not want to hear
 * it. */
#include <string.h>

#include "proto/shape.h"
#include "server/command/cost.h"
#include "server/lobby/watchers.h"
#include "server/rooms/sessions.h"
#include "server/rooms/tell.h"
#include "server/turn/work.h"

/* How many times one player's rate of shouts all players together have; and one address,
 * which gets less so that others can shout, too. */
#define SHOUTERS             10
#define SHOUTERS_PER_ADDRESS 2
/* An address may send this many times the chat of one player. */
#define TALKERS_PER_ADDRESS 10

/* Checks the chat text in the n-th argument.  usage: the syntax of the command. */
static enum error_code check_text(struct request *request, size_t n, const char *usage) {
    const char *text = request_arg(request, n);
    if (text[0] == '\0') {
        return request_fault(request, ERR_MISSING_ARGUMENT, "say what? it is: %s", usage);
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return request_fault(request, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                             SAY_BYTES_MAX);
    }
    return ERR_OK;
}

/* Pays for a line of chat.  here: the bucket of all watchers of the room; NULL: no such
 * bucket. */
static enum error_code pay_line(struct request *request, struct rate *here) {
    if (request->session->of_host) {
        return ERR_OK; /* it greets each opponent */
    }
    int64_t n = request->limits->say_per_minute;
    const struct toll tolls[] = {
        {&session_rates(request->session)->says, rate_rule_of(n, 60000),
         "you have said a lot: wait a little"},
        {cost_address_bucket(request, RATE_SAY),
         rate_rule_of(TALKERS_PER_ADDRESS * n, 60000),
         "people at your address have said a lot: wait a little"},
        {here, rate_rule_of(WATCHERS_SAY_PER_MINUTE, 60000),
         "the spectators here have said a lot: wait a little"},
    };
    return cost_pay_tolls(request, tolls, here != NULL ? 3 : 2);
}

enum error_code do_CMD_SAY(struct request *request) {
    const char *text = request_arg(request, 0);
    bool is_player = request->side < SIDE_COUNT;
    enum error_code error = check_text(request, 0, "say TEXT");
    if (error == ERR_OK) {
        error = pay_line(request, is_player ? NULL : rooms_watchers_rate(request->room));
    }
    if (error != ERR_OK) {
        return error;
    }
    if (is_player) {
        error = cost_may_store(request);
        return error == ERR_OK ? act_in_room(request, OP_SAY, text) : error;
    }
    rooms_watcher_says(request->rooms, request->room, request->session->name, text);
    return ERR_OK;
}

/* The client of the player in the first argument, if that player can hear the sender.
 * NULL with a fault in *error. */
static struct client *find_hearer(struct request *request, enum error_code *error) {
    const char *name = request_arg(request, 0);
    const struct session *other = people_find_name(request->people, name);
    struct client *client = people_client_of(request->people, other);
    if (!is_player_name(name)) {
        *error = ERR_BAD_NAME;
    } else if (other == NULL) {
        *error = request_fault(request, ERR_UNKNOWN_PLAYER,
                               "there is no %s here: type who", name);
    } else if (client == NULL || client->closing) {
        *error = request_fault(request, ERR_UNKNOWN_PLAYER, "%s is not connected now",
                               other->name);
    } else if (other == request->session) {
        *error = request_fault(request, ERR_BAD_ARGUMENT, "that is you");
    } else if (gags_have(&other->gags, request->session->key)) {
        *error = ERR_GAGGED;
    } else {
        *error = ERR_OK;
    }
    return *error == ERR_OK ? client : NULL;
}

enum error_code do_CMD_TELL(struct request *request) {
    enum error_code error;
    struct client *client = find_hearer(request, &error);
    error = error == ERR_OK ? check_text(request, 1, "tell NAME TEXT") : error;
    error = error == ERR_OK ? pay_line(request, NULL) : error;
    if (error != ERR_OK) {
        return error;
    }
    struct message msg = message_event(EVENT_TELL, "", request_arg(request, 1));
    msg.name = request->session->name;
    people_send(request->people, client, &msg);
    request->reply.name = client->session->name;
    return ERR_OK;
}

/* Shouts are limited per player, per address and in total, as anyone can take new
 * names. */
enum error_code do_CMD_SHOUT(struct request *request) {
    int64_t n = request->limits->shouts_per_minute;
    const struct toll tolls[] = {
        {&session_rates(request->session)->shouts, rate_rule_of(n, 60000),
         "you have shouted enough: wait a little"},
        {cost_address_bucket(request, RATE_SHOUT),
         rate_rule_of(SHOUTERS_PER_ADDRESS * n, 60000),
         "people at your address shout a lot: wait a little"},
        {people_shouts(request->people), rate_rule_of(SHOUTERS * n, 60000),
         "many have shouted: wait a little"},
    };
    enum error_code error = check_text(request, 0, "shout TEXT");
    error = error == ERR_OK ? cost_pay_tolls(request, tolls, 3) : error;
    if (error == ERR_OK) {
        people_shout(request->people, request->session, request_arg(request, 0));
    }
    return error;
}

/* --- gags --- */

/* Reads the second argument: whether it removes the gag.  False, with a fault in *error:
 * it is neither on nor off. */
static bool read_switch(struct request *request, bool *is_off, enum error_code *error) {
    const char *text = request->cmd->has[1] ? request_arg(request, 1) : "on";
    *is_off = strcmp(text, "off") == 0;
    if (*is_off || strcmp(text, "on") == 0) {
        return true;
    }
    *error = request_fault(request, ERR_BAD_ARGUMENT, "it is: gag NAME, or gag NAME off");
    return false;
}

/* Sets or removes a gag. */
static enum error_code set_gag(struct request *request, const char *name, bool is_off) {
    struct session *s = request->session;
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    if (gags_have(&s->gags, key) == !is_off) {
        return ERR_OK;
    }
    if (!turn_may_write(request->turns)) {
        return ERR_STORAGE;
    }
    if (!is_off && (int64_t)s->gags.n >= request->limits->gags_per_player) {
        return ERR_TOO_MANY_GAGS;
    }
    (is_off ? writes_remove_gag : writes_add_gag)(request->writes,
                                                  store_owner(s->id, s->account), name);
    if (is_off) {
        gags_remove(&s->gags, key);
    } else {
        gags_add(&s->gags, name);
    }
    return ERR_OK;
}

enum error_code do_CMD_GAG(struct request *request) {
    const char *name = request_arg(request, 0);
    const struct gags *gags = &request->session->gags;
    enum error_code error = ERR_OK;
    bool is_off;
    if (!read_switch(request, &is_off, &error)) {
        return error;
    }
    if (request->cmd->has[0] && !is_player_name(name)) {
        return ERR_BAD_NAME;
    }
    if (name_is_same(name, request->session->name)) {
        return request_fault(request, ERR_BAD_ARGUMENT, "that is you");
    }
    error = request->cmd->has[0] ? set_gag(request, name, is_off) : ERR_OK;
    if (error != ERR_OK) {
        return error;
    }
    struct table *table = request_table(request);
    for (size_t i = 0; i < gags->n; i++) {
        table_put_text(table, gags->gag[i].name);
    }
    return ERR_OK;
}
