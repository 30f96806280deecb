/* Commands about rooms: see them, open one, take a seat, leave, watch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/opaque.h"
#include "server/command/cost.h"
#include "server/command/meeting.h"
#include "server/rooms/ops.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/tell.h"

struct rooms_scratch {
    struct room_row row[LIST_ROWS_MAX];
    char game[LIST_ROWS_MAX][GAME_TEXT_BYTES];
};

/* Whether bots sit there, and no people. */
static bool is_of_bots(const struct hub *hub, const struct room *room) {
    bool has_bot = false;
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *s =
            people_session_at(hub_people(hub), room, (enum side)side);
        if (s != NULL && !s->of_host && !s->profile.is_bot) {
            return false;
        }
        has_bot = has_bot || s != NULL;
    }
    return has_bot;
}

static void add_room_row(const struct hub *hub, struct rooms_scratch *scratch, size_t n,
                         const struct room *room) {
    struct text_out out = text_out_of(scratch->game[n], GAME_TEXT_BYTES);
    game_write(room->game, &room->opt, &out);
    scratch->row[n] = (struct room_row){
        .room = room->code,
        .game = scratch->game[n],
        .time = room->clock.time,
        .stage = room->stage,
        .name = {room->seat[SIDE_WHITE].name, room->seat[SIDE_BLACK].name},
        .watchers = (int64_t)rooms_n_watching(room),
        .rated = room->rated,
        .is_private = room->is_private,
        .is_of_bots = is_of_bots(hub, room),
    };
}

/* Lists rooms with a free seat first, as that is what people look for; and those of
 * people before those of bots. */
enum error_code do_CMD_ROOMS(struct request *request) {
    struct rooms_scratch *scratch = mem_new(1, sizeof *scratch);
    request->scratch = scratch;
    size_t n = 0;
    for (int pass = 0; pass < 4; pass++) {
        bool bots = pass >= 2, full = pass % 2 == 1;
        size_t at = 0;
        for (const struct room *room;
             n < LIST_ROWS_MAX && (room = rooms_next(request->rooms, &at)) != NULL;) {
            enum side side;
            if (!rooms_is_closed(room) && room_find_free_seat(room, &side) == !full &&
                is_of_bots(request->hub, room) == bots) {
                add_room_row(request->hub, scratch, n++, room);
            }
        }
    }
    request->reply.rooms = scratch->row;
    request->reply.n_rows = n;
    return ERR_OK;
}

/* Prepares the word of a private room that is opened; NULL: it is for everybody.
 * ERR_BAD_ARGUMENT. */
static enum error_code take_word(struct request *request, const char *word,
                                 char plain[static WORD_BYTES_MAX + 1]) {
    if (word != NULL && (!opaque_prepare(word, plain, WORD_BYTES_MAX + 1) ||
                         strchr(plain, ' ') != NULL)) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "the word of a private room has 1 to %d bytes and no space",
                             WORD_BYTES_MAX);
    }
    return ERR_OK;
}

enum error_code do_CMD_CREATE(struct request *request) {
    struct terms terms;
    const char *word = request_named(request, "word");
    char plain[WORD_BYTES_MAX + 1];
    enum error_code error = seating_terms(request, &terms);
    error = error != ERR_OK ? error : take_word(request, word, plain);
    word = word != NULL ? plain : NULL;
    error = error != ERR_OK ? error : seating_has_room(request, request->session);
    error = error != ERR_OK ? error : seating_open(request, &terms, word, NULL);
    if (error != ERR_OK) {
        return error;
    }
    error = seating_sit(request, terms.side < SIDE_COUNT ? terms.side : SIDE_WHITE);
    if (error == ERR_OK && word != NULL && !request->client->json) {
        snprintf(request->notice, sizeof request->notice,
                 "to invite somebody, send them: join %s word=%s", request->room->code,
                 word);
    }
    return error;
}

/* Whether the asker may sit down in request->room. */
static enum error_code check_join(struct request *request) {
    enum side side;
    if (room_side_of(request->room, request->session->id, &side)) {
        return ERR_IN_ROOM;
    }
    if (!room_find_free_seat(request->room, &side)) {
        return ERR_ROOM_FULL;
    }
    enum error_code error = seating_enter(request);
    if (error == ERR_OK && request->room->rated &&
        !session_is_registered(request->session)) {
        return ERR_NOT_REGISTERED;
    }
    error = error != ERR_OK ? error : seating_has_room(request, request->session);
    const struct session *other =
        people_session_at(request->people, request->room, side_other(side));
    if (error == ERR_OK) {
        request->reply.retry_after_ms =
            rooms_late_wait_ms(request->rooms, request->client);
        error = request->reply.retry_after_ms == 0
                    ? ERR_OK
                    : request_fault(
                          request, ERR_TOO_FAST,
                          "players at your address were too often not ready in time");
    }
    if (error == ERR_OK && other != NULL &&
        gags_have(&other->gags, request->session->key)) {
        return ERR_GAGGED;
    }
    return error != ERR_OK || other == NULL
               ? error
               : seating_may_meet(request, request->session, other);
}

/* The opener sends away a player who is not ready; not out of a match that has begun. */
enum error_code do_CMD_UNSEAT(struct request *request) {
    struct room *room = request->room;
    if (room->match.leg > 1) {
        return ERR_CANNOT_UNSEAT;
    }
    struct session *other =
        people_session_at(request->people, room, side_other(request->side));
    enum error_code error = act_in_room(request, OP_UNSEAT, NULL);
    if (error == ERR_OK && other != NULL) {
        rooms_tell_unseated(request->rooms, other, room, &request->op);
    }
    return error;
}

enum error_code do_CMD_JOIN(struct request *request) {
    const char *code = request_arg(request, 0);
    request->room = rooms_find(request->rooms, code);
    if (request->room == NULL) {
        return request_fault(request, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms",
                             code);
    }
    bool is_said = request_named(request, "side") != NULL;
    enum side side;
    if (is_said && !seating_side(request, &side)) {
        return ERR_BAD_ARGUMENT;
    }
    enum error_code error = check_join(request);
    if (error != ERR_OK) {
        return error;
    }
    if (!is_said) {
        room_find_free_seat(request->room, &side); /* check_join has found one */
    }
    return seating_sit(request, side);
}

/* --- leaving --- */

/* Says what leaving would cost, and how to leave anyway. */
static enum error_code fail_in_game(struct request *request, const struct room *room,
                                    enum side side) {
    const char *opponent = room->seat[side_other(side)].name;
    const char *rated = room->rated ? "rated " : "";
    char how[40]; /* with several rooms it must be clear which one is meant */
    bool says_room = request->cmd->kind == CMD_LEAVE && request->session->n_rooms > 1;
    snprintf(how, sizeof how, "%s%s%s sure", command_spec(request->cmd->kind)->word,
             says_room ? " " : "", says_room ? room->code : "");
    if (room->stage == STAGE_OPENING) {
        uint64_t now_ms = request->now.ms;
        request->reply.retry_after_ms =
            room->open_by_ms > now_ms ? (int64_t)(room->open_by_ms - now_ms) : 1;
        return request_fault(
            request, ERR_IN_GAME,
            "your game against %s in %s is about to begin: wait a moment", opponent,
            room->code);
    }
    if (room_is_between_legs(room)) {
        return request_fault(
            request, ERR_IN_GAME,
            "your %smatch against %s in %s is not over: to end it here and go, type %s",
            rated, opponent, room->code, how);
    }
    if (room->stage == STAGE_ADJOURNED) { /* leaving must not cost a player the game that
                                             the other one has fled */
        return request_fault(request, ERR_IN_GAME,
                             "your %sgame against %s in %s is adjourned, your seat is "
                             "kept: quit when you like; to give it up, type %s",
                             rated, opponent, room->code,
                             room_may_abort(room, side) ? "abort" : "resign sure");
    }
    if (room_may_abort(room, side)) {
        return request_fault(
            request, ERR_IN_GAME,
            "your %sgame against %s in %s has just begun: to call it off and "
            "go, type %s",
            rated, opponent, room->code, how);
    }
    return request_fault(
        request, ERR_IN_GAME,
        "your %sgame against %s in %s is running: to resign and go, type "
        "%s; to come back later, just hang up",
        rated, opponent, room->code, how);
}

/* Calls the game off if that is still possible, else resigns; publishes the op. */
static enum error_code give_up(struct request *request, struct room *room,
                               enum side side) {
    struct op op = {.kind = room_may_abort(room, side) ? OP_CALL_OFF : OP_RESIGN,
                    .side = side};
    enum error_code error = rooms_do(request->rooms, room, &op);
    if (error == ERR_OK) {
        rooms_publish(request->rooms, room, &op);
    }
    return error;
}

/* Whether the player cannot leave yet, or must add "sure" to leave. */
static bool is_at_stake(const struct room *room, bool is_sure) {
    bool is_running = room->stage == STAGE_PLAYING || room_is_between_legs(room);
    return room->stage == STAGE_OPENING || (is_running && !is_sure);
}

enum error_code do_CMD_LEAVE(struct request *request) {
    bool is_sure;
    struct room *room = request->room;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    if (is_at_stake(room, is_sure) || room->stage == STAGE_ADJOURNED) {
        return fail_in_game(request, room, request->side);
    }
    if (room_is_busy(room)) {
        enum error_code error = give_up(request, room, request->side);
        if (error != ERR_OK) {
            return error;
        }
    }
    enum error_code error =
        rooms_stand(request->rooms, request->session, room, &request->op);
    request->changed = error == ERR_OK;
    if (request->changed && session_find_watched(request->session, room->code) != NULL) {
        /* The seat, which ends watching, is not stored yet. */
        rooms_remember(request->rooms, request->client);
        rooms_unwatch(request->session, room);
    }
    return error;
}

static void say_goodbye(struct request *request) {
    request->client->quits = true;
    rooms_bye_if_stored(request->rooms, request->client, ERR_OK, "you have quit.");
}

/* The first room that the player cannot leave; NULL: none. */
static const struct room *find_at_stake(const struct session *s, bool is_sure) {
    for (size_t i = 0; i < s->n_rooms; i++) {
        if (is_at_stake(s->rooms[i], is_sure)) {
            return s->rooms[i];
        }
    }
    return NULL;
}

/* Frees the player's seat in one room, unless the game there is adjourned. */
static void get_up(struct request *request, struct room *room) {
    enum side side;
    struct op op;
    if (!room_side_of(room, request->session->id, &side)) {
        return;
    }
    if (room->stage == STAGE_PLAYING && give_up(request, room, side) != ERR_OK) {
        return;
    }
    if (rooms_stand(request->rooms, request->session, room, &op) == ERR_OK) {
        rooms_publish(request->rooms, room, &op);
    }
}

/* Frees all seats at once, except those in adjourned games. */
enum error_code do_CMD_QUIT(struct request *request) {
    bool is_sure;
    struct session *s = request->session;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    for (size_t i = 0; s != NULL && i < s->n_rooms; i++) {
        rooms_run_due_ops(request->rooms, s->rooms[i]); /* a game may be over by now */
    }
    const struct room *room = s != NULL ? find_at_stake(s, is_sure) : NULL;
    enum side side;
    if (room != NULL && room_side_of(room, s->id, &side)) {
        return fail_in_game(request, room, side);
    }
    for (size_t i = s != NULL ? s->n_rooms : 0; i > 0; i--) {
        get_up(request, s->rooms[i - 1]);
    }
    rooms_remember(request->rooms, request->client);
    if (s != NULL) {
        rooms_unwatch_all(s);
    }
    request->after = say_goodbye;
    return ERR_OK;
}

/* --- watching --- */

static void show_room(struct request *request) {
    rooms_send_snapshot(request->rooms, request->client, request->room);
}

/* Finds the room in the first argument, and runs its due ops. */
static enum error_code find_room(struct request *request) {
    const char *code = request_arg(request, 0);
    struct room *room = rooms_find(request->rooms, code);
    if (room != NULL) {
        rooms_run_due_ops(request->rooms, room);
    }
    if (room == NULL || rooms_is_closed(room)) {
        return request_fault(request, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms",
                             code);
    }
    request->room = room;
    return ERR_OK;
}

enum error_code do_CMD_WATCH(struct request *request) {
    const struct limits *limits = request->limits;
    struct session *s = request->session;
    enum side side;
    enum error_code error = find_room(request);
    if (error != ERR_OK) {
        return error;
    }
    if (room_side_of(request->room, s->id, &side)) {
        return request_fault(request, ERR_IN_ROOM,
                             "you sit there: you see everything already");
    }
    if (session_find_watched(s, request->room->code) != NULL) {
        return ERR_ALREADY_WATCHING;
    }
    error = seating_enter(request);
    if (error != ERR_OK) {
        return error;
    }
    if ((int64_t)s->n_watched >= limits->watched_per_player) {
        return ERR_TOO_MANY_WATCHED;
    }
    if (!rooms_has_place(request->rooms, request->room)) {
        return ERR_TOO_MANY_WATCHERS;
    }
    rooms_remember(request->rooms, request->client);
    rooms_watch(s, request->room);
    request->reply.room = request->room->code;
    request->reply.seq = request->room->seq;
    request->after = show_room;
    return ERR_OK;
}

/* The watched room that the command is about; NULL: none. */
static struct room *find_watched(const struct request *request) {
    struct session *s = request->session;
    return request->cmd->has[0] ? session_find_watched(s, request_arg(request, 0))
           : s->n_watched > 0   ? s->watched[0]
                                : NULL;
}

enum error_code do_CMD_UNWATCH(struct request *request) {
    struct session *s = request->session;
    if (!request->cmd->has[0] && s->n_watched > 1) {
        return request_fault(request, ERR_WHICH_ROOM,
                             "you watch several rooms: say which, as in unwatch %s",
                             s->watched[0]->code);
    }
    struct room *room = find_watched(request);
    if (room == NULL) {
        return ERR_NOT_WATCHING;
    }
    rooms_remember(request->rooms, request->client);
    rooms_unwatch(s, room);
    request->reply.room = room->code;
    return ERR_OK;
}
