/* What people do in rooms, and how they end their games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "tests/sim/acts.h"

static unsigned below(unsigned n) {
    return sim_below(RANDOM_PEOPLE, n);
}

static bool one_in(unsigned n) {
    return below(n) == 0;
}

/* --- places --- */

static struct place *pick(struct person *p, bool (*holds)(const struct place *place)) {
    struct place *found = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (p->place[i].room[0] != '\0' && holds(&p->place[i]) && one_in(++n)) {
            found = &p->place[i];
        }
    }
    return found;
}

static bool is_my_turn(const struct place *place) {
    return place->moves != NULL;
}
static bool is_waiting(const struct place *place) {
    return place->seated && place->stage == STAGE_WAITING && !place->ready &&
           place->opponent[0] != '\0';
}
static bool is_sealed(const struct place *place) {
    return place->is_sealed;
}
static bool is_over(const struct place *place) {
    return place->seated && place->stage == STAGE_OVER;
}
static bool is_adjourned(const struct place *place) {
    return place->seated && place->stage == STAGE_ADJOURNED && !place->ready;
}
static bool is_deserted(const struct place *place) {
    return place->seated && place->stage == STAGE_PLAYING && place->is_overdue;
}
static bool is_playing(const struct place *place) {
    return place->seated && place->stage == STAGE_PLAYING;
}
static bool is_offered(const struct place *place) {
    return is_playing(place) && place->offered != SEAT_OFFER_NONE;
}
static bool is_mine(const struct place *place) {
    return place->seated;
}
static bool is_idle(const struct place *place) {
    return place->seated && (place->stage == STAGE_WAITING || place->stage == STAGE_OVER);
}
static bool is_watched(const struct place *place) {
    return place->watched;
}

unsigned acts_seats(const struct person *p) {
    unsigned n = 0;
    for (size_t i = 0; i < PLACES_MAX; i++) {
        n += p->place[i].room[0] != '\0' && p->place[i].seated;
    }
    return n;
}

/* --- games --- */

/* The n-th move of a list, from 0. */
static void nth_move(const char *moves, unsigned n, char text[static 40]) {
    while (n-- > 0) {
        moves = strchr(moves, ' ') + 1;
    }
    snprintf(text, 40, "%.*s", (int)strcspn(moves, " "), moves);
}

static bool move_in(struct person *p, struct place *place) {
    unsigned n = 1;
    char text[40];
    for (const char *c = place->moves; *c != '\0'; c++) {
        n += *c == ' ';
    }
    unsigned picked = below(n);
    nth_move(place->moves, picked, text);
    struct request *request;
    if (one_in(4)) {
        request = person_ask(p, CMD_MOVE, place->room, "'move':%u", picked + 1);
        place->by_number = UINT64_MAX;
    } else {
        request = person_ask(p, CMD_MOVE, place->room, "'move':'%s','seq':%llu", text,
                             (unsigned long long)place->last);
        request->seq = place->last;
        strcpy(request->text, text);
    }
    if (!sim.has[HABIT_HASTE] || sim.is_calm) { /* otherwise sometimes twice */
        free(place->sent_moves);
        place->sent_moves = place->moves;
        place->moves = NULL;
    }
    return true;
}

bool act_move(struct person *p) {
    struct place *place = pick(p, is_my_turn);
    return place != NULL && move_in(p, place);
}

static bool ready_in(struct person *p, struct place *place) {
    char seal[FAIR_HEX_BYTES];
    bool seals = sim.has[HABIT_SEALS] && one_in(2);
    snprintf(place->nonce, sizeof place->nonce, "n%u", below(1000000));
    fair_seal(place->nonce, seal);
    struct request *request =
        person_ask(p, CMD_READY, place->room, "'nonce':'%s%s'", seals ? "sha256:" : "",
                   seals ? seal : place->nonce);
    strcpy(request->text, place->nonce);
    strcpy(place->sent_nonce[place->n_sent++ % SENT_NONCES], place->nonce);
    dice_check_promise(&place->dice_check, place->side, place->nonce);
    return true;
}

bool act_ready(struct person *p) {
    struct place *place = pick(p, is_waiting);
    return place != NULL && !place->dice_check.is_ready && ready_in(p, place);
}

bool act_open(struct person *p) {
    struct place *place = pick(p, is_sealed);
    if (place == NULL) {
        return false;
    }
    if (!sim.is_calm && one_in(4)) { /* must be refused */
        struct request *request =
            person_ask(p, CMD_OPEN, place->room, "'nonce':'another'");
        strcpy(request->text, "another");
        return true;
    }
    person_ask(p, CMD_OPEN, place->room, "'nonce':'%s'", place->nonce);
    place->is_sealed = false;
    return true;
}

bool act_create(struct person *p) {
    if (acts_seats(p) >= 2 || p->n_requests > 0) {
        return false;
    }
    /* In separate statements: compilers evaluate arguments in different orders. */
    const char *rated = acts_pick_rated(p), *game = acts_pick_game();
    const char *time = acts_pick_time();
    const char *word = one_in(10) ? ",'word':'sesame'" : "";
    if (sim.has[HABIT_CLOCKS] || one_in(2)) {
        person_ask(p, CMD_CREATE, "", "'game':'%s','rated':'%s','time':'%s'%s", game,
                   rated, time, word);
    } else {
        person_ask(p, CMD_CREATE, "", "'game':'%s','rated':'%s'%s", game, rated, word);
    }
    return true;
}

bool acts_enter(struct person *p, enum command_kind kind, const char *room) {
    bool says_word = one_in(3);
    struct request *request =
        person_ask(p, kind, room, "%s", says_word ? "'word':'sesame'" : "");
    request->says_word = says_word;
    return true;
}

bool act_join(struct person *p) {
    const char *room = acts_pick_room();
    if (room == NULL || acts_seats(p) >= 3) {
        return false;
    }
    return acts_enter(p, CMD_JOIN, room);
}

static bool ask_in(struct person *p, struct place *place, enum command_kind kind) {
    if (place != NULL) {
        person_ask(p, kind, place->room, "%s", "");
    }
    return place != NULL;
}

bool act_rematch(struct person *p) {
    return ask_in(p, pick(p, is_over), CMD_REMATCH);
}

bool act_leave(struct person *p) {
    return one_in(4) && ask_in(p, pick(p, is_idle), CMD_LEAVE);
}

bool act_resume(struct person *p) {
    return ask_in(p, pick(p, is_adjourned), CMD_RESUME);
}

bool act_claim(struct person *p) {
    struct place *place = pick(p, is_deserted);
    return ask_in(p, place, one_in(2) ? CMD_CLAIM : CMD_ADJOURN);
}

bool act_offer(struct person *p) {
    static const enum command_kind kinds[] = {CMD_DRAW, CMD_ADJOURN, CMD_ABORT, CMD_CLAIM,
                                              CMD_ADJOURN};
    enum command_kind kind = kinds[below(5)];
    return ask_in(p, pick(p, is_playing), kind);
}

bool act_agree(struct person *p) {
    struct place *place = pick(p, is_offered);
    bool is_draw = place != NULL && place->offered == SEAT_OFFER_DRAW;
    return one_in(2) && ask_in(p, place, is_draw ? CMD_DRAW : CMD_ADJOURN);
}

bool act_give_up(struct person *p) {
    struct place *place = pick(p, is_playing);
    if (place == NULL || !one_in(5)) {
        return false;
    }
    if (one_in(2)) {
        return ask_in(p, place, CMD_RESIGN);
    }
    person_ask(p, CMD_LEAVE, place->room, "'sure':'sure'");
    return true;
}

bool act_look_at(struct person *p) {
    static const enum command_kind kinds[] = {CMD_BOARD, CMD_MOVES, CMD_RECORD};
    enum command_kind kind = kinds[below(3)];
    return ask_in(p, pick(p, kind == CMD_MOVES || one_in(2) ? is_mine : is_watched),
                  kind);
}

bool act_say(struct person *p) {
    struct place *place = pick(p, one_in(2) ? is_mine : is_watched);
    if (place == NULL) {
        return false;
    }
    person_ask(p, CMD_SAY, place->room, "'text':'hello %u'", ++people.n_lines);
    return true;
}

/* --- ending games --- */

/* In the calm, players give up games after this many moves each; some play longer. */
#define LAST_MOVES      40
#define LAST_MOVES_MANY 400

/* Some rooms get more moves. */
static unsigned last_moves(const struct place *place) {
    return place->room[1] == 'A' ? LAST_MOVES_MANY : LAST_MOVES;
}

static bool finish_playing(struct person *p, struct place *place) {
    if (place->is_overdue) {
        return ask_in(p, place, CMD_CLAIM);
    }
    if (place->offered == SEAT_OFFER_DRAW) {
        return ask_in(p, place, CMD_DRAW);
    }
    if (place->moves == NULL) {
        return false;
    }
    if (place->n_last_moves++ < last_moves(place)) {
        return move_in(p, place);
    }
    return ask_in(p, place, one_in(2) ? CMD_RESIGN : CMD_DRAW);
}

static bool finish_in(struct person *p, struct place *place) {
    switch (place->stage) {
    case STAGE_WAITING:
    case STAGE_OVER: return ask_in(p, place, CMD_LEAVE);
    case STAGE_OPENING: return place->is_sealed && act_open(p);
    case STAGE_PLAYING: return finish_playing(p, place);
    case STAGE_ADJOURNED:
        if (!place->ready && !place->opponent_away) {
            return ask_in(p, place, CMD_RESUME);
        }
        return ask_in(p, place, CMD_RESIGN); /* the seat is kept until then */
    case STAGE_COUNT: break;
    }
    return false;
}

bool person_finish(struct person *p) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        struct place *place = &p->place[i];
        if (place->room[0] != '\0' && place->seated && finish_in(p, place)) {
            return true;
        }
    }
    struct place *place = pick(p, is_watched);
    return place != NULL && ask_in(p, place, CMD_UNWATCH);
}
