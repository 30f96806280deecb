/* How players meet: what seek, challenge and accept share with play (meeting.h); and
 * play, the quickest way to a game.  It takes the seat opposite a waiting player; failing
 * that, accepts a seek; failing that, makes a seek, which a bot of the host accepts if
 * nobody else does.  With a level: challenges the bot of the host that plays at this
 * level. */
#include <stdio.h>

#include "server/command/cost.h"
#include "server/command/meeting.h"
#include "server/people/bots.h"
#include "server/people/offers.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"

/* An address may make this many times the seeks, or challenges, of one player. */
#define MAKERS_PER_ADDRESS 10

/* --- rooms of offers --- */

/* The side of the offer's maker: as either player wants it, or drawn at random. */
static enum side side_of_maker(const struct request *request, const struct offer *offer,
                               enum side other_wants) {
    if (offer->terms.side < SIDE_COUNT) {
        return offer->terms.side;
    }
    if (other_wants < SIDE_COUNT) {
        return side_other(other_wants);
    }
    uint8_t byte;
    turn_random_bytes(request->turns, &byte, sizeof byte);
    return byte % 2 == 0 ? SIDE_WHITE : SIDE_BLACK;
}

enum error_code meeting_take(struct request *request, struct offer *offer,
                             enum side other_wants) {
    struct session *maker = people_find_session(request->people, offer->from);
    if (seating_has_room(request, maker) != ERR_OK) {
        return request_fault(request, ERR_TOO_MANY_ROOMS,
                             "%s sits in too many rooms: try again later", maker->name);
    }
    struct terms terms = offer->terms;
    if (maker->of_host || request->session->of_host) {
        terms_default_legs(&terms);
    }
    terms.side = side_of_maker(request, offer, other_wants);
    enum error_code error = seating_has_room(request, request->session);
    error = error != ERR_OK ? error : seating_may_meet(request, request->session, maker);
    error = error != ERR_OK ? error : seating_open(request, &terms, NULL, maker);
    error = error != ERR_OK ? error : seating_sit(request, side_other(terms.side));
    if (error == ERR_OK) {
        people_end_offer(request->people, offer, OFFER_TAKEN, REASON_NONE);
        people_end_seeks_of(request->people, maker);
        people_end_seeks_of(request->people, request->session);
    }
    return error;
}

/* --- new offers --- */

/* Takes a token from rate, and from the address's bucket of this kind: per_minute limits
 * how many the player may make. */
static enum error_code check_rate(struct request *request, struct rate *rate,
                                  enum rate_kind what, int64_t per_minute) {
    char fault[80];
    snprintf(fault, sizeof fault, "you %s a lot: wait a little",
             command_spec(request->cmd->kind)->word);
    const struct toll tolls[] = {
        {rate, rate_rule_of(per_minute, 60000), fault},
        {cost_address_bucket(request, what),
         rate_rule_of(MAKERS_PER_ADDRESS * per_minute, 60000),
         "many offers come from your address: wait a little"},
    };
    return cost_pay_tolls(request, tolls, 2);
}

static enum error_code check_seeks(struct request *request) {
    return check_rate(request, &session_rates(request->session)->seeks, RATE_SEEK,
                      request->limits->seeks_per_minute);
}

static enum error_code check_challenges(struct request *request) {
    return check_rate(request, &session_rates(request->session)->challenges,
                      RATE_CHALLENGE, request->limits->challenges_per_minute);
}

/* Whether there may be one more offer. */
static enum error_code check_number(struct request *request) {
    const struct limits *limits = request->limits;
    const struct offers *offers = people_offers(request->people);
    if ((int64_t)offers_count(offers, request->session->id) >=
        limits->offers_per_player) {
        return ERR_TOO_MANY_OFFERS;
    }
    return (int64_t)offers->n < limits->offers
               ? ERR_OK
               : request_fault(
                     request, ERR_TOO_MANY_OFFERS,
                     "there are too many offers: take one (seeks), or try later");
}

enum error_code meeting_offer(struct request *request, const struct terms *terms,
                              uint64_t to, const struct offer **made) {
    uint64_t now_ms = request->now.ms;
    const struct offer offer = {
        .from = request->session->id,
        .to = to,
        .terms = *terms,
        .made_ms = now_ms,
        .due_ms = now_ms + (uint64_t)request->limits->offer_ms,
    };
    *made = offers_find_same(people_offers(request->people), &offer);
    if (*made != NULL) {
        return ERR_OK;
    }
    enum error_code error = check_number(request);
    if (error == ERR_OK) {
        error = to != 0 ? check_challenges(request) : check_seeks(request);
    }
    if (error == ERR_OK) {
        *made = people_make_offer(request->people, &offer);
    }
    return error;
}

/* --- who may play whom --- */

/* Whether one of the two does not want to meet the other: because of a gag, or because
 * the other is a bot. */
static bool are_apart(const struct request *request, const struct session *other) {
    const struct session *s = request->session;
    return gags_have(&other->gags, s->key) || gags_have(&s->gags, other->key) ||
           (s->profile.no_bots && other->profile.is_bot);
}

/* Whether an opponent is one of those that the player accepts. */
static bool is_with(const struct session *other, enum meeting_with with) {
    return with == WITH_ANYBODY ||
           (!other->of_host && other->profile.is_bot == (with == WITH_BOTS));
}

/* Whether the player and the maker of a seek would play each other. */
static bool is_match(const struct request *request, const struct offer *seek,
                     const struct terms *terms, enum meeting_with with) {
    const struct session *maker = people_find_session(request->people, seek->from);
    return seek->to == 0 && seek->from != request->session->id &&
           terms_fit(&seek->terms, terms) && people_is_here(request->people, maker) &&
           seating_has_room(request, maker) == ERR_OK && !are_apart(request, maker) &&
           people_refuses(maker, request->session, terms) == PROFILE_WANTS &&
           is_with(maker, with);
}

struct offer *meeting_find_seek(const struct request *request, const struct terms *terms,
                                enum meeting_with with) {
    size_t at = 0;
    struct offer *seek;
    do {
        seek = offers_next(people_offers(request->people), &at);
    } while (seek != NULL && !is_match(request, seek, terms, with));
    return seek;
}

/* --- challenges --- */

/* Whether it is tafl with one leg: only one player would get the stronger side. */
static bool is_one_side_of_tafl(const struct terms *terms) {
    struct terms usual = *terms;
    usual.has_legs = false;
    terms_default_legs(&usual);
    return !terms_are_same(terms, &usual);
}

/* Whether the player wants such a challenge. */
static enum error_code check_wanted(struct request *request, const struct session *player,
                                    const struct terms *terms) {
    if (terms->rated && player->of_host &&
        !people_bot_is_rated(request->people, player)) {
        return request_fault(request, ERR_NOT_WANTED,
                             "%s plays no rated games here: leave rated=yes out",
                             player->name);
    }
    if (terms->rated && player->of_host && is_one_side_of_tafl(terms)) {
        return request_fault(request, ERR_NOT_WANTED,
                             "%s plays rated games of %s only with both sides: leave "
                             "legs=1 out, or say legs=2",
                             player->name, terms->game->id);
    }
    if (terms->rated && !session_is_registered(player)) {
        return request_fault(request, ERR_NOT_REGISTERED,
                             "%s is not registered: such games are not rated",
                             player->name);
    }
    if (gags_have(&player->gags, request->session->key)) {
        return ERR_GAGGED;
    }
    if (player->of_host &&
        !people_bot_has_seat_for(request->people, player, request->session)) {
        return request_fault(request, ERR_TOO_MANY_ROOMS, BOT_FULL_TEXT, player->name);
    }
    enum profile_part part = people_refuses(player, request->session, terms);
    return part == PROFILE_WANTS ? ERR_OK
                                 : request_fault(request, ERR_NOT_WANTED, "%s %s",
                                                 player->name, profile_part_text(part));
}

enum error_code meeting_challenge(struct request *request, const struct session *player,
                                  struct terms *terms, const struct offer **made) {
    enum error_code error = check_wanted(request, player, terms);
    if (error != ERR_OK) {
        return error;
    }
    if (player->of_host) {
        terms_default_legs(terms);
    }
    return meeting_offer(request, terms, player->id, made);
}

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
        !people_is_here(request->people, waits) || !is_with(waits, with) ||
        are_apart(request, waits)) {
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
    enum error_code error = check_seeks(request);
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
