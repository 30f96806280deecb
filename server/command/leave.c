/* Leaving: a room, or the server.  Who would give up a game by it is asked first. */
#include <string.h>

#include "server/command/request.h"

/* Says what is lost by leaving, and how to do it all the same. */
static enum error_code fail_in_game(struct request *request, const struct room *room,
                                    enum side side) {
    const char *opponent = room->seat[side_other(side)].name;
    const char *word = command_spec(request->cmd->kind)->word;
    const char *rated = room->rated ? "rated " : "";
    if (room->stage == STAGE_OPENING) {
        uint64_t now_ms = request->now.ms;
        request->reply.retry_after_ms =
            room->open_by_ms > now_ms ? (int64_t)(room->open_by_ms - now_ms) : 1;
        return request_fault(
            request, ERR_IN_GAME,
            "your game against %s in %s is about to begin: wait a moment", opponent,
            room->code);
    }
    if (room_may_abort(room, side)) {
        return request_fault(
            request, ERR_IN_GAME,
            "your %sgame against %s in %s has just begun: to call it off and "
            "go, type %s sure",
            rated, opponent, room->code, word);
    }
    if (room->stage == STAGE_ADJOURNED) {
        return request_fault(
            request, ERR_IN_GAME,
            "your %sgame against %s in %s is adjourned, your seat is kept: "
            "to resign and go, type %s sure",
            rated, opponent, room->code, word);
    }
    return request_fault(
        request, ERR_IN_GAME,
        "your %sgame against %s in %s is running: to resign and go, type "
        "%s sure; to come back later, just hang up",
        rated, opponent, room->code, word);
}

/* The game is called off as long as that is possible, else resigned, and told. */
static enum error_code give_up(struct request *request, struct room *room,
                               enum side side) {
    struct op op = {.kind = room_may_abort(room, side) ? OP_CALL_OFF : OP_RESIGN,
                    .side = side};
    enum error_code error = hub_do(request->hub, room, &op);
    if (error == ERR_OK) {
        hub_publish(request->hub, room, &op);
    }
    return error;
}

enum error_code do_CMD_LEAVE(struct request *request) {
    bool is_sure;
    struct room *room = request->room;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    if (room_is_busy(room)) {
        if (!is_sure || room->stage == STAGE_OPENING) {
            return fail_in_game(request, room, request->side);
        }
        enum error_code error = give_up(request, room, request->side);
        if (error != ERR_OK) {
            return error;
        }
    }
    enum error_code error = hub_stand(request->hub, request->session, room, &request->op);
    request->changed = error == ERR_OK;
    return error;
}

static void say_goodbye(struct request *request) {
    request->client->quits = true;
    hub_bye(request->hub, request->client, ERR_OK);
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
static void get_up(struct request *request, struct room *room) {
    enum side side;
    struct op op;
    if (hub_room_status(room).frozen ||
        !room_side_of(room, request->session->id, &side)) {
        return;
    }
    if (room->stage == STAGE_PLAYING && give_up(request, room, side) != ERR_OK) {
        return;
    }
    if (hub_stand(request->hub, request->session, room, &op) == ERR_OK) {
        hub_publish(request->hub, room, &op);
    }
}

/* The seats are free at once, but for those in adjourned games. */
enum error_code do_CMD_QUIT(struct request *request) {
    bool is_sure;
    struct session *s = request->session;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    for (size_t i = 0; s != NULL && i < s->n_rooms; i++) {
        hub_do_due(request->hub, s->rooms[i]); /* perhaps a game has just ended */
    }
    const struct room *room = s != NULL ? find_game(s, is_sure) : NULL;
    enum side side;
    if (room != NULL && room_side_of(room, s->id, &side)) {
        return fail_in_game(request, room, side);
    }
    for (size_t i = s != NULL ? s->n_rooms : 0; i > 0; i--) {
        get_up(request, s->rooms[i - 1]);
    }
    if (s != NULL) {
        hub_unwatch_all(s);
    }
    request->after = say_goodbye;
    return ERR_OK;
}
