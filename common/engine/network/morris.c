#include "rules/morris/morris.h"

#include "engine/network/features.h"

#define MEN 9

/* For each side: */
enum {
    AT = 0,                    /* points: a man */
    N_MEN = AT + PLACES_N,     /* at least 1..9 on the board */
    HAND = N_MEN + MEN,        /* at least 1..9 in hand */
    MILLS = HAND + MEN,        /* how many mills */
    TWOS = MILLS + 1,          /* lines with two men and an empty point */
    ONES = TWOS + 1,           /* lines with one man and two empty points */
    FIGHTS = ONES + 1,         /* lines with two men and an enemy */
    CLOSING = FIGHTS + 1,      /* points that an adjacent man can complete: 1, 2, 3 */
    FAR_CLOSING = CLOSING + 3, /* points that any man can complete: 1, 2, 3 */
    RUNNING =
        FAR_CLOSING + 3,   /* men that can leave a mill and come back: at least 1, 2 */
    EXPOSED = RUNNING + 2, /* men in no mill: how many; whether none */
    FREEDOM = EXPOSED + 2, /* steps to empty points: how many; whether none, 1, 2, 3 */
    STUCK = FREEDOM + 5,   /* how many men cannot step */
    KINDS = STUCK + 1,     /* how many men are on corners, middles, crossings */
    OF_SIDE = KINDS + 4,
};
/* Placing and moving have separate inputs. */
enum { OF_PHASE = 2 * OF_SIDE + 1, OPEN_MILLS = 2 * OF_SIDE };

/* Counts the lines of the board by what is on them. */
static void lines(uint32_t own, uint32_t other, unsigned first,
                  struct network_input *in) {
    unsigned n_mills = 0, n_twos = 0, n_ones = 0, n_fights = 0;
    for (unsigned point = 0; point < PLACES_N; point++) {
        for (unsigned i = 0; i < 2; i++) {
            uint32_t line = morris_points[point].mates[i] | PLACES_BIT(point);
            if (places_first(line) != point) {
                continue; /* counted at its first point */
            }
            unsigned n_own = places_count(line & own);
            unsigned n_other = places_count(line & other);
            n_mills += n_own == 3;
            n_twos += n_own == 2 && n_other == 0;
            n_ones += n_own == 1 && n_other == 0;
            n_fights += n_own == 2 && n_other == 1;
        }
    }
    network_input_some(in, first + MILLS, n_mills, 2);
    network_input_some(in, first + TWOS, n_twos, 2);
    network_input_some(in, first + ONES, n_ones, 4);
    network_input_some(in, first + FIGHTS, n_fights, 2);
}

/* Counts what the men can do with their next step. */
static void steps(uint32_t own, uint32_t empty, unsigned first,
                  struct network_input *in) {
    uint32_t closing = 0;
    unsigned n_running = 0, n_steps = 0, n_stuck = 0;
    for (uint32_t rest = own; rest != 0;) {
        unsigned from = places_take_first(&rest);
        uint32_t others = own & ~PLACES_BIT(from);
        uint32_t to = morris_points[from].near & empty;
        closing |= morris_mills(others, to);
        n_running += to != 0 && morris_mills_at(others, from) > 0;
        n_steps += places_count(to);
        n_stuck += to == 0;
    }
    network_input_unary(in, first + CLOSING, places_count(closing), 3);
    network_input_unary(in, first + FAR_CLOSING, places_count(morris_mills(own, empty)),
                        3);
    network_input_unary(in, first + RUNNING, n_running, 2);
    network_input_some(in, first + FREEDOM, n_steps, 8);
    if (n_steps < 4) {
        network_input_add(in, first + FREEDOM + 1 + n_steps, 1);
    }
    network_input_some(in, first + STUCK, n_stuck, 4);
}

static void inputs_of_side(const struct morris *m, enum side side, unsigned first,
                           struct network_input *in) {
    uint32_t own = m->men[side];
    unsigned kinds[4] = {0}; /* men by the number of points next to theirs: 2, 3, 4 */
    for (uint32_t rest = own; rest != 0;) {
        unsigned point = places_take_first(&rest);
        network_input_add(in, first + AT + point, 1);
        kinds[places_count(morris_points[point].near) - 1]++;
    }
    for (unsigned i = 1; i < 4; i++) {
        network_input_some(in, first + KINDS + i, kinds[i], 4);
    }
    network_input_unary(in, first + N_MEN, places_count(own), MEN);
    network_input_unary(in, first + HAND, m->hand[side], MEN);
    lines(own, m->men[side_other(side)], first, in);
    steps(own, places_empty(m->men), first, in);
    unsigned n_exposed = places_count(own & ~morris_mills(own, own));
    network_input_some(in, first + EXPOSED, n_exposed, 4);
    if (n_exposed == 0) {
        network_input_add(in, first + EXPOSED + 1, 1);
    }
}

static void inputs(const struct position *pos, struct network_input *in) {
    const struct morris *m = &pos->u.morris;
    unsigned first = morris_is_placing(pos) ? OF_PHASE : 0;
    inputs_of_side(m, pos->turn, first, in);
    inputs_of_side(m, side_other(pos->turn), first + OF_SIDE, in);
    if (pos->opt.value[0] != 0) { /* mills=open */
        network_input_add(in, first + OPEN_MILLS, 1);
    }
}

static unsigned kind_of_throw(const struct roll *roll) {
    return morris_is_special(roll);
}

enum { INPUTS = 2 * OF_PHASE };

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/morris.txt"
};

const struct features features_morris = {
    .game = &game_morris,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = kind_of_throw,
};
