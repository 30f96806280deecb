#include "proto/opaque.h"
#include "server/base/address.h"
#include "server/command/cost.h"
#include "server/command/meeting.h"
#include "server/people/bots.h"
#include "server/rooms/ops.h"
#include "server/rooms/rooms.h"
#include "server/rooms/tell.h"
#include "server/turn/clock.h"

#include <stdio.h>
#include <string.h>

/* Extra tokens charged for a wrong word, to slow down guessing. */
#define WRONG_WORD_COST 4
/* An address may send this many times as many wrong words in total as for one room. */
#define ROOMS_PER_ADDRESS 4

/* The argument time= of games without clocks. */
#define NO_TIME "none"

/* --- terms --- */

bool seating_side(struct request *request, enum side *side) {
    const char *text = request_named(request, "side");
    enum side found = side_find(text);
    if (found != SIDE_COUNT) {
        *side = found;
        return true;
    }
    request_fault(
        request, ERR_BAD_ARGUMENT, "the side is white or black, not %.40s; %s", text,
        request->cmd->kind == CMD_JOIN ? "the word of a private room is word=WORD"
                                       : "clocks are time=5+10");
    return false;
}

static enum error_code find_game(struct request *request, struct terms *terms) {
    const char *text = request_named(request, "game");
    struct text_in in = text_in_of(text, strlen(text));
    if (game_parse(&in, &terms->game, &terms->opt)) {
        terms->has_legs = strstr(text, "legs=") != NULL;
        return ERR_OK;
    }
    request_fault(request, ERR_OK, "%s", in.fault);
    return game_find(text, strcspn(text, ":")) == NULL ? ERR_UNKNOWN_GAME
                                                       : ERR_BAD_OPTION;
}

/* Clocks, or none.  False with a fault. */
static bool find_time(struct request *request, struct time_control *time) {
    const char *text = request_named(request, "time");
    if (text == NULL || strcmp(text, NO_TIME) == 0) {
        return true;
    }
    struct text_in in = text_in_of(text, strlen(text));
    if (time_control_parse(&in, time) && text_expect_end(&in, "the time")) {
        return true;
    }
    request_fault(request, ERR_BAD_ARGUMENT,
                  "%s; time=5+10 is 5 minutes and 10 seconds more for each move, "
                  "both from 0 to 180",
                  in.fault);
    return false;
}

/* Makes sure that a rated game has clocks: without them a losing player could stall. */
static enum error_code need_clocks(struct request *request, struct terms *terms) {
    if (time_control_is_set(&terms->time)) {
        return ERR_OK;
    }
    terms->time = rating_terms(terms->game)->time;
    if (request_named(request, "time") == NULL) {
        return ERR_OK;
    }
    return request_fault(request, ERR_BAD_ARGUMENT,
                         "rated games have clocks: say time=%u+%u, which is what you get "
                         "without time, or another one; or leave rated=yes out",
                         terms->time.minutes, terms->time.bonus_s);
}

static enum error_code find_rated(struct request *request, struct terms *terms) {
    const char *text = request_named(request, "rated");
    if (text == NULL || strcmp(text, "no") == 0) {
        return ERR_OK;
    }
    if (strcmp(text, "yes") != 0) {
        return request_fault(request, ERR_BAD_ARGUMENT, "rated is yes or no, not %.40s",
                             text);
    }
    terms->rated = true;
    terms_default_legs(terms);
    bool may = request->session == NULL || session_is_registered(request->session);
    return may ? need_clocks(request, terms) : ERR_NOT_REGISTERED;
}

/* Reads the level of the house bot, if the command has one.  False with a fault. */
static bool find_level(struct request *request, struct terms *terms) {
    const char *text = request_named(request, "level");
    if (text == NULL) {
        return true;
    }
    if (text[0] < '1' || text[0] > '0' + HOUSE_LEVELS || text[1] != '\0') {
        request_fault(request, ERR_BAD_ARGUMENT,
                      "the levels of the house are 1 to %d, not %.40s", HOUSE_LEVELS,
                      text);
        return false;
    }
    terms->level = (unsigned)(text[0] - '0');
    terms_default_legs(terms);
    return true;
}

enum error_code seating_terms(struct request *request, struct terms *terms) {
    *terms = (struct terms){.side = SIDE_COUNT};
    enum error_code error = find_game(request, terms);
    if (error != ERR_OK) {
        return error;
    }
    if ((request_named(request, "side") != NULL &&
         !seating_side(request, &terms->side)) ||
        !find_time(request, &terms->time) || !find_level(request, terms)) {
        return ERR_BAD_ARGUMENT;
    }
    return find_rated(request, terms);
}

/* --- rooms and seats --- */

enum error_code seating_has_room(const struct request *request,
                                 const struct session *session) {
    const struct limits *limits = request->limits;
    int64_t most = session->of_host ? limits->rooms_per_bot : limits->rooms_per_player;
    return (int64_t)session->n_rooms < most ? ERR_OK : ERR_TOO_MANY_ROOMS;
}

enum error_code seating_may_meet(struct request *request, const struct session *a,
                                 const struct session *b) {
    const struct session *bot = a->of_host ? a : b->of_host ? b : NULL;
    return bot == NULL || people_bot_has_seat_for(request->people, bot, bot == a ? b : a)
               ? ERR_OK
               : request_fault(request, ERR_TOO_MANY_ROOMS, BOT_FULL_TEXT, bot->name);
}

/* The address whose limit the room counts towards: a bot of the host opens it for another
 * player. */
static const struct address_counts *address_of_room(const struct request *request,
                                                    const struct session *first) {
    const struct client *client = first != NULL && request->session->of_host
                                      ? people_client_of(request->people, first)
                                      : NULL;
    return client != NULL ? client->counts : request->client->counts;
}

enum error_code seating_open(struct request *request, const struct terms *terms,
                             const char *word, struct session *first) {
    if ((int64_t)rooms_n(request->rooms) >= request->limits->rooms) {
        return ERR_LOBBY_FULL;
    }
    const struct address_counts *counts = address_of_room(request, first);
    if (counts->n[ADDRESS_ROOMS] >= request->limits->rooms_per_address) {
        return request_fault(request, ERR_LOBBY_FULL,
                             "there are too many rooms opened from %s address: join one",
                             counts == request->client->counts ? "your" : "that");
    }
    struct room_start start = {.game = terms->game,
                               .opt = terms->opt,
                               .time = terms->time,
                               .rated = terms->rated};
    rooms_draw_code(request->rooms, start.code);
    if (word != NULL) {
        start.is_private = true;
        room_hash_word(start.code, word, start.word_hash);
    }
    start.draw = turn_draw(request->turns);
    room_start_match(start.game, &start.opt, &start.match);
    if (first != NULL) {
        start.opener = first->id;
        start.seat[terms->side].session = first->id;
        memcpy(start.seat[terms->side].name, first->name, sizeof first->name);
    }
    request->room = rooms_open(request->rooms, &start, counts->address);
    if (first != NULL) {
        session_add_room(first, request->room);
    }
    return ERR_OK;
}

/* The buckets for wrong words from one address: for this room, and for all rooms.  They
 * are not shared with other addresses, so a player with the right word can always enter
 * from elsewhere. */
static void find_guesses(const struct request *request, struct toll guesses[static 2]) {
    char who[ADDRESS_BYTES];
    struct text_out out = text_out_of(who, sizeof who);
    text_put(&out, request->room->code);
    text_put(&out, " ");
    text_put(&out, request->client->counts->address);
    int64_t n = request->limits->words_per_minute;
    guesses[0].rate = rate_limits_bucket(request->rates, RATE_WORD, who);
    guesses[0].rule = rate_rule_of(n, 60000);
    guesses[1].rate = cost_address_bucket(request, RATE_WORD_ADDRESS);
    guesses[1].rule = rate_rule_of(n * ROOMS_PER_ADDRESS, 60000);
}

/* Whether one more word may be tried.  Takes no tokens yet, as right words are free. */
static bool may_guess(struct request *request, const struct toll guesses[static 2]) {
    int64_t *wait_ms = &request->reply.retry_after_ms;
    for (size_t i = 0; i < 2; i++) {
        int64_t ms = rate_wait(guesses[i].rate, &guesses[i].rule, 1, request->now.ms);
        *wait_ms = ms > *wait_ms ? ms : *wait_ms;
    }
    return *wait_ms == 0;
}

/* Tells the room, once a minute at most, that a player has tried a wrong word. */
static void tell_guess(struct request *request) {
    const struct rate_rule rule = rate_rule_of(1, 60000);
    const struct room *room = request->room;
    if (rate_limits_take(request->rates, RATE_WORD_TOLD, room->code, &rule,
                         request->now.ms) == 0) {
        char text[NAME_BYTES_MAX + 80];
        snprintf(text, sizeof text, "%s tried to join %s with a wrong word.",
                 request->session->name, room->code);
        rooms_notice(request->rooms, room, text, true);
    }
}

/* Whether the word opens the room; as it was sent, if the room was opened before words
 * were prepared. */
static bool is_right_word(const struct room *room, const char *word) {
    char plain[WORD_BYTES_MAX + 1];
    return (opaque_prepare(word, plain, sizeof plain) && room_may_enter(room, plain)) ||
           room_may_enter(room, word);
}

enum error_code seating_enter(struct request *request) {
    const char *word = request_named(request, "word");
    if (!request->room->is_private) {
        return ERR_OK;
    }
    if (word == NULL) {
        return request_fault(request, ERR_WRONG_WORD,
                             "this room is private: %s %s word=WORD",
                             command_spec(request->cmd->kind)->word, request->room->code);
    }
    struct toll guesses[2];
    find_guesses(request, guesses);
    if (!may_guess(request, guesses)) {
        return request_fault(
            request, ERR_TOO_FAST,
            "too many wrong words come from your address: wait a little");
    }
    if (is_right_word(request->room, word)) {
        return ERR_OK;
    }
    for (size_t i = 0; i < 2; i++) {
        rate_charge(guesses[i].rate, &guesses[i].rule, 1);
    }
    cost_charge(request->hub, request->client, WRONG_WORD_COST);
    tell_guess(request);
    return request_fault(request, ERR_WRONG_WORD,
                         "wrong word for this room: ask the player who opened it");
}

enum error_code seating_sit(struct request *request, enum side side) {
    struct session *s = request->session;
    request->op = (struct op){.kind = OP_SIT, .side = side, .session = s->id};
    snprintf(request->op.name, sizeof request->op.name, "%s", s->name);
    enum error_code error = rooms_do(request->rooms, request->room, &request->op);
    if (error == ERR_OK) {
        session_add_room(s, request->room);
        request->changed = true;
        request->reply.room = request->room->code;
        request->reply.seq = request->room->seq;
        request->reply.side = side_name(side);
    }
    return error;
}
