/* Leaving: a room, or the server.  Who would give up a game by it is asked first. */
#include <string.h>

#include "server/hub/dispatch.h"

/* Says what is lost by leaving, and how to do it all the same. */
static enum error_code fail_in_game(struct ask *ask, const struct room *room,
                                    enum side side) {
    const char *opponent = room->seat[side_other(side)].name;
    const char *word = command_spec(ask->cmd->kind)->word;
    const char *rated = room->rated ? "rated " : "";
    if (room->stage == STAGE_OPENING) {
        uint64_t now_ms = ask->hub->now.ms;
        ask->reply.retry_after_ms =
            room->open_by_ms > now_ms ? (int64_t)(room->open_by_ms - now_ms) : 1;
        return ask_fault(ask, ERR_IN_GAME,
                         "your game against %s in %s is about to begin: wait a moment",
                         opponent, room->code);
    }
    if (room_may_abort(room, side)) {
        return ask_fault(
            ask, ERR_IN_GAME,
            "your %sgame against %s in %s has just begun: to call it off and "
            "go, type %s sure",
            rated, opponent, room->code, word);
    }
    if (room->stage == STAGE_ADJOURNED) {
        return ask_fault(ask, ERR_IN_GAME,
                         "your %sgame against %s in %s is adjourned, your seat is kept: "
                         "to resign and go, type %s sure",
                         rated, opponent, room->code, word);
    }
    return ask_fault(ask, ERR_IN_GAME,
                     "your %sgame against %s in %s is running: to resign and go, type "
                     "%s sure; to come back later, just hang up",
                     rated, opponent, room->code, word);
}

/* The game is called off as long as that is possible, else resigned, and told. */
static enum error_code give_up(struct ask *ask, struct room *room, enum side side) {
    struct op op = {.kind = room_may_abort(room, side) ? OP_CALL_OFF : OP_RESIGN,
                    .side = side};
    enum error_code error = hub_do(ask->hub, room, &op);
    if (error == ERR_OK) {
        hub_publish(ask->hub, room, &op);
    }
    return error;
}

enum error_code do_CMD_LEAVE(struct ask *ask) {
    bool is_sure;
    struct room *room = ask->room;
    if (!ask_take_sure(ask, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    if (room_is_busy(room)) {
        if (!is_sure || room->stage == STAGE_OPENING) {
            return fail_in_game(ask, room, ask->side);
        }
        enum error_code error = give_up(ask, room, ask->side);
        if (error != ERR_OK) {
            return error;
        }
    }
    enum error_code error = hub_stand(ask->hub, ask->session, room, &ask->op);
    ask->changed = error == ERR_OK;
    return error;
}

static void say_goodbye(struct ask *ask) {
    ask->client->quits = true;
    hub_bye(ask->hub, ask->client, ERR_OK);
}

/* The first room where he would give up a game, or cannot go yet; NULL: none. */
static const struct room *find_game(const struct session *s, bool is_sure) {
    for (size_t i = 0; i < s->n_rooms; i++) {
        enum stage stage = s->rooms[i]->stage;
        if (stage == STAGE_OPENING || (stage == STAGE_PLAYING && !is_sure)) {
            return s->rooms[i];
        }
    }
    return NULL;
}

/* Gets up from one room, if nothing keeps him: an adjourned game does, and one that
 * stands still because the disk fails. */
static void get_up(struct ask *ask, struct room *room) {
    enum side side;
    struct op op;
    if (room->frozen || !room_side_of(room, ask->session->id, &side)) {
        return;
    }
    if (room->stage == STAGE_PLAYING && give_up(ask, room, side) != ERR_OK) {
        return;
    }
    if (hub_stand(ask->hub, ask->session, room, &op) == ERR_OK) {
        hub_publish(ask->hub, room, &op);
    }
}

/* The seats are free at once, but for those in adjourned games. */
enum error_code do_CMD_QUIT(struct ask *ask) {
    bool is_sure;
    struct session *s = ask->session;
    if (!ask_take_sure(ask, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    for (size_t i = 0; s != NULL && i < s->n_rooms; i++) {
        hub_do_due(ask->hub, s->rooms[i]); /* perhaps a game has just ended */
    }
    const struct room *room = s != NULL ? find_game(s, is_sure) : NULL;
    enum side side;
    if (room != NULL && room_side_of(room, s->id, &side)) {
        return fail_in_game(ask, room, side);
    }
    for (size_t i = s != NULL ? s->n_rooms : 0; i > 0; i--) {
        get_up(ask, s->rooms[i - 1]);
    }
    if (s != NULL) {
        hub_unwatch_all(s);
    }
    ask->after = say_goodbye;
    return ERR_OK;
}
