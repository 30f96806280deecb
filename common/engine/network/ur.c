#include "rules/ur/ur_board.h"

#include "engine/network/features.h"

/* For each side, about its own columns: */
enum {
    SOLDIER = 0,                   /* squares 1..14: on top */
    OFFICER = SOLDIER + UR_LAST,   /* squares 1..14: on top */
    PRISONERS = OFFICER + UR_LAST, /* squares 1..14: prisoners directly below the top */
    OWN = PRISONERS + UR_LAST,     /* squares 1..14: own pieces below those */
    ENEMY = OWN + UR_LAST,         /* squares 1..14: enemy pieces below those */
    RESERVE = ENEMY + UR_LAST,     /* at least 1..7 */
    LOST = RESERVE + UR_PIECES,    /* pieces off the board: at least 1..7 */
    UNITS = LOST + UR_PIECES,      /* units on the board: at least 1..7 */
    HELD = UNITS + UR_PIECES,      /* prisoners on the board: at least 1..7 */
    CAPTURES = HELD + UR_PIECES,   /* throws 1..3: captures this many pieces */
    TO_LAST = CAPTURES + UR_THROW_MAX, /* throws 1..3: brings this many prisoners to 14 */
    OF_SIDE = TO_LAST + UR_THROW_MAX,
};

/* The pieces of a column, as its owner sees them. */
struct parts {
    unsigned prisoners, own, enemy;
};

static struct parts parts_of(const struct ur_column *column) {
    struct parts parts = {0};
    enum side owner = ur_column_colour(column, 0);
    unsigned i = 1;
    while (i < column->n && ur_column_colour(column, i) != owner) {
        parts.prisoners++;
        i++;
    }
    for (; i < column->n; i++) {
        *(ur_column_colour(column, i) == owner ? &parts.own : &parts.enemy) += 1;
    }
    return parts;
}

/* The most pieces that a side can capture with this throw, and the most prisoners it can
 * bring to 14. */
static void reach(const struct ur *ur, enum side side, unsigned throw,
                  unsigned *most_taken, unsigned *most_brought) {
    enum side other = side_other(side);
    unsigned forward = ((unsigned)ur->units[side] << throw) & (UR_BIT(UR_OFF) - 1U);
    unsigned backward = (unsigned)ur->officers[side] >> throw;
    unsigned taken = (forward | backward) & ur->units[other] & UR_COMMON;
    *most_taken = 0;
    *most_brought = 0;
    for (unsigned rest = taken; rest != 0; rest &= rest - 1) {
        unsigned path = (unsigned)__builtin_ctz(rest);
        const struct ur_column *column = &ur->column[ur_square(side, path)];
        unsigned n = 1;
        while (n < column->n && ur_column_colour(column, n) == other) {
            n++;
        }
        *most_taken = n > *most_taken ? n : *most_taken;
    }
    unsigned last = UR_LAST - throw;
    if ((ur->units[side] & UR_BIT(last)) != 0 &&
        (ur->units[side] & UR_BIT(UR_LAST)) == 0) {
        *most_brought = parts_of(&ur->column[ur_square(side, last)]).prisoners;
    }
}

static void inputs_of_side(const struct ur *ur, enum side side, unsigned first,
                           struct network_input *in) {
    unsigned n_held = 0;
    unsigned n_units = 0;
    for (unsigned rest = ur->units[side] & ~UR_BIT(UR_IN); rest != 0; rest &= rest - 1) {
        unsigned path = (unsigned)__builtin_ctz(rest);
        unsigned at = first + path - 1;
        struct parts parts = parts_of(&ur->column[ur_square(side, path)]);
        bool officer = (ur->officers[side] & UR_BIT(path)) != 0;
        network_input_add(in, at + (officer ? OFFICER : SOLDIER), 1);
        network_input_some(in, at + PRISONERS, parts.prisoners, 2);
        network_input_some(in, at + OWN, parts.own, 2);
        network_input_some(in, at + ENEMY, parts.enemy, 2);
        n_held += parts.prisoners;
        n_units++;
    }
    network_input_unary(in, first + RESERVE, ur->reserve[side], UR_PIECES);
    network_input_unary(in, first + LOST, ur->off[side], UR_PIECES);
    network_input_unary(in, first + UNITS, n_units, UR_PIECES);
    network_input_unary(in, first + HELD, n_held, UR_PIECES);
    for (unsigned throw = 1; throw <= UR_THROW_MAX; throw ++) {
        unsigned taken;
        unsigned brought;
        reach(ur, side, throw, &taken, &brought);
        network_input_some(in, first + CAPTURES + throw -1, taken, 2);
        network_input_some(in, first + TO_LAST + throw -1, brought, 2);
    }
}

static void inputs(const struct position *pos, struct network_input *in) {
    inputs_of_side(&pos->u.ur, pos->turn, 0, in);
    inputs_of_side(&pos->u.ur, side_other(pos->turn), OF_SIDE, in);
}

enum { INPUTS = 2 * OF_SIDE };

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/ur.txt"
};

const struct features features_ur = {
    .game = &game_ur,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = ur_inputs_kind_of_throw,
};
