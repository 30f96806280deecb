/* play: the quickest way to a game.  Takes the seat opposite a waiting player; failing
 * that, accepts a seek; failing that, makes a seek, which a bot of the host accepts if
 * nobody else does.  With a level: challenges the bot of the host that plays at this
 * level. */
#include "server/command/meeting.h"
#include "server/people/bots.h"
#include "server/people/offers.h"
#include "server/people/sessions.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"

/* --- rooms where a player waits --- */

/* Whether a room has these terms. */
static bool has_terms(const struct room *room, const struct terms *terms) {
    struct terms of_room = {.game = room->game,
                            .opt = room->opt,
                            .time = room->clock.time,
                            .rated = room->rated};
    return terms_are_same(&of_room, terms);
}

/* Whether a connected player in this room waits for anyone who wants these terms.  Not
 * after a game: that player has not asked for another one. */
static bool is_open(const struct request *request, const struct room *room,
                    const struct terms *terms, enum meeting_with with, enum side *side) {
    if (rooms_is_closed(room) || room->stage != STAGE_WAITING || room->is_private ||
        !has_terms(room, terms) || !room_find_free_seat(room, side) ||
        (terms->side < SIDE_COUNT && terms->side != *side)) {
        return false;
    }
    const struct session *waits =
        people_session_at(request->people, room, side_other(*side));
    if (waits == NULL || waits == request->session ||
        !people_is_here(request->people, waits) ||
        !meeting_is_with(request->hub, waits->id, with) ||
        meeting_are_apart(request, waits)) {
        return false;
    }
    enum profile_part part = people_refuses(waits, request->session, terms);
    return part == PROFILE_WANTS || part == PROFILE_BUSY; /* a waiting player has time */
}

/* The oldest open room for the player; NULL: there is none. */
static struct room *find_open(struct request *request, const struct terms *terms,
                              enum meeting_with with, enum side *side) {
    bool is_late =
        rooms_late_wait_ms(request->rooms, request->client) > 0; /* join refuses it too */
    size_t at = 0;
    for (struct room *room;
         !is_late && (room = rooms_next(request->rooms, &at)) != NULL;) {
        if (is_open(request, room, terms, with, side)) {
            rooms_run_due_ops(request->rooms, room); /* a seat may be lost by now */
            if (is_open(request, room, terms, with, side)) {
                return room;
            }
        }
    }
    return NULL;
}

static enum error_code sit_down(struct request *request, struct room *room,
                                enum side side) {
    const struct session *waits =
        people_session_at(request->people, room, side_other(side));
    request->room = room;
    enum error_code error = seating_sit(request, side);
    if (error == ERR_OK) {
        (void)people_end_seeks_of(request->people, waits);
        (void)people_end_seeks_of(request->people, request->session);
    }
    return error;
}

/* --- the asker's own --- */

/* Whether the player and the opponent on this side sit here because of a play command
 * with these terms. */
static bool is_played_for(const struct request *request, const struct room *room,
                          const struct terms *terms, enum side side) {
    const struct session *opponent = people_session_at(request->people, room, side);
    struct terms agreed = *terms;
    if (opponent != NULL && opponent->of_host) {
        terms_default_legs(&agreed);
    }
    return has_terms(room, &agreed) &&
           (terms->level == 0 ||
            (opponent != NULL && people_bot_level(opponent) == terms->level));
}

/* A room where the player already sits with an opponent on these terms, before the game:
 * then the request is a repeat, possibly because its answer was lost.  NULL: none. */
static struct room *find_own(const struct request *request, const struct terms *terms,
                             enum side *side) {
    const struct session *s = request->session;
    for (size_t i = 0; s != NULL && i < s->n_rooms; i++) {
        struct room *room = s->rooms[i];
        enum side free_side;
        if (room->stage == STAGE_WAITING && room_side_of(room, s->id, side) &&
            !room_find_free_seat(room, &free_side) &&
            is_played_for(request, room, terms, side_other(*side)) &&
            (terms->side == SIDE_COUNT || terms->side == *side)) {
            return room;
        }
    }
    return NULL;
}

static enum error_code answer_seated(struct request *request, const struct room *room,
                                     enum side side) {
    request->reply.room = room->code;
    request->reply.seq = room->seq;
    request->reply.side = side_name(side);
    return ERR_OK;
}

/* Answers with the number of an offer, the bot of the host that will accept it if nobody
 * else does (NULL: none), and when. */
static enum error_code answer_offer(struct request *request, const struct offer *offer,
                                    const struct session *bot) {
    struct table *table = request_table(request);
    table_put_number(table, (int64_t)offer->id);
    table_put_text(table, bot != NULL ? bot->name : "");
    if (bot != NULL) {
        table_put_number(table,
                         offer->to != 0 ? 0 : people_bot_wait_ms(request->people, offer));
    } else {
        table_put_null(table);
    }
    return ERR_OK;
}

/* --- play --- */

/* Sits down opposite a player who waits or seeks.  *found: there was one. */
static enum error_code meet(struct request *request, const struct terms *terms,
                            enum meeting_with with, bool *found) {
    enum side side;
    struct room *room = find_open(request, terms, with, &side);
    struct offer *seek = room == NULL ? meeting_find_seek(request, terms, with) : NULL;
    *found = room != NULL || seek != NULL;
    if (!*found) {
        return ERR_OK;
    }
    enum error_code error = meeting_check_seeks(request);
    if (error != ERR_OK) {
        return error;
    }
    return room != NULL ? sit_down(request, room, side)
                        : meeting_take(request, seek, terms->side);
}

static enum error_code seek(struct request *request, const struct terms *terms) {
    const struct offer *seek;
    enum error_code error = meeting_offer(request, terms, 0, &seek);
    return error != ERR_OK
               ? error
               : answer_offer(request, seek,
                              people_find_bot(request->people, request->session, terms));
}

/* Challenges the bot of the host that plays at the requested level. */
static enum error_code play_with_house(struct request *request, struct terms *terms) {
    const struct session *bot = people_find_level(request->people, NULL, terms->level);
    if (bot == NULL) {
        return request_fault(request, ERR_UNKNOWN_PLAYER,
                             "no house bot plays at level %u here: type who, or play "
                             "without level=",
                             terms->level);
    }
    const struct offer *made = NULL;
    enum error_code error = meeting_challenge(request, bot, terms, &made);
    return error != ERR_OK ? error : answer_offer(request, made, bot);
}

/* Whether the game here is over, and no person sits opposite: a player who asks for
 * another game is done with it. */
static bool is_done_with(const struct request *request, const struct room *room) {
    enum side side;
    if (room->stage != STAGE_OVER || !room_side_of(room, request->session->id, &side)) {
        return false;
    }
    const struct session *other =
        people_session_at(request->people, room, side_other(side));
    return room->seat[side_other(side)].session == 0 ||
           (other != NULL && (other->of_host || other->profile.is_bot));
}

/* Leaves those rooms, so that what the player types next is about the new game. */
static void leave_finished(struct request *request) {
    struct session *s = request->session;
    for (size_t i = s->n_rooms; i > 0; i--) {
        struct room *room = s->rooms[i - 1];
        struct op op = {.kind = OP_STAND};
        if (is_done_with(request, room) && room_side_of(room, s->id, &op.side) &&
            rooms_do(request->rooms, room, &op) == ERR_OK) {
            rooms_tell_unseated(request->rooms, s, room, &op);
            rooms_publish(request->rooms, room, &op);
        }
    }
}

enum error_code do_CMD_PLAY(struct request *request) {
    struct terms terms;
    enum error_code error = seating_terms(request, &terms);
    if (error != ERR_OK) {
        return error;
    }
    enum side side;
    const struct room *own = find_own(request, &terms, &side);
    if (own != NULL) {
        return answer_seated(request, own, side);
    }
    leave_finished(request);
    error = seating_has_room(request, request->session);
    if (error == ERR_OK && terms.level > 0) {
        return play_with_house(request, &terms);
    }
    bool found = false;
    if (error == ERR_OK) {
        error = meet(request, &terms, WITH_PEOPLE, &found);
    }
    if (error == ERR_OK && !found) {
        error = meet(request, &terms, WITH_BOTS, &found);
    }
    return error != ERR_OK || found ? error : seek(request, &terms);
}
