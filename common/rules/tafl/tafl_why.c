/* tafl: why a text is not a legal move. */
#include "rules/tafl/tafl.h"

enum {
    WHY_NOTATION,
    WHY_STAY,
    WHY_EMPTY,
    WHY_ENEMY,
    WHY_LINE,
    WHY_STEP,
    WHY_JUMP,
    WHY_OCCUPIED,
    WHY_CORNER,
    WHY_THRONE,
    WHY_CASTLE,
    WHY_CAMP,
};

static const struct rule rules[] = {
    [WHY_NOTATION] = {"tafl.notation",
                      "A move is written FROM-TO in squares of the board, the letter of "
                      "the file before the number of the rank: e1-e4.",
                      "[house]"},
    [WHY_STAY] = {"tafl.stay", "A piece that moves must leave its square.", "source"},
    [WHY_EMPTY] = {"tafl.empty", "There is no piece on that square.", "source"},
    [WHY_ENEMY] = {"tafl.enemy", "That piece does not belong to the side to move.",
                   "source"},
    [WHY_LINE] = {"tafl.line", "A piece moves along its rank or its file only.",
                  "source"},
    [WHY_STEP] = {"tafl.step", "Here the king moves one square at a time.", "source"},
    [WHY_JUMP] = {"tafl.jump", "A piece cannot pass over another one.", "source"},
    [WHY_OCCUPIED] = {"tafl.occupied", "There is a piece on that square already.",
                      "source"},
    [WHY_CORNER] = {"tafl.corner", "Only the king may stop on a corner.", "source"},
    [WHY_THRONE] = {"tafl.throne",
                    "Only the king may stop on the throne; others may pass over it "
                    "while it is empty.",
                    "source"},
    [WHY_CASTLE] = {"tafl.castle", "Nobody may enter the empty castle.", "source"},
    [WHY_CAMP] = {"tafl.camp",
                  "Nobody may enter a camp, or pass through one or the castle; an "
                  "attacker may move inside the camp where it still stands.",
                  "source"},
};

/* Takes "e4", if the board has such a square. */
static bool take_square(const struct tafl *t, struct text_in *in, unsigned *square) {
    for (unsigned file = 1; file <= t->size; file++) {
        unsigned rank = 0;
        if (text_take(in, (char)('a' + file - 1))) {
            bool taken = text_take_number(in, t->size, "a rank", &rank) && rank > 0;
            *square = tafl_square(rank, file);
            return taken;
        }
    }
    return false;
}

static unsigned distance(unsigned a, unsigned b) {
    return a > b ? a - b : b - a;
}

/* Whether there is a piece between two squares of a line. */
static bool is_way_barred(const struct tafl *t, unsigned from, unsigned to) {
    unsigned step = tafl_file(from) == tafl_file(to) ? TAFL_RANK_STEP : 1;
    unsigned last = from > to ? from : to;
    for (unsigned square = (from > to ? to : from) + step; square < last;
         square += step) {
        if (!tafl_is_empty(t, square)) {
            return true;
        }
    }
    return false;
}

/* Returns the rule that forbids this move of a piece of the side to move. */
static unsigned why_not(const struct tafl *t, unsigned from, unsigned to) {
    unsigned ranks = distance(tafl_rank(from), tafl_rank(to));
    unsigned files = distance(tafl_file(from), tafl_file(to));
    if (ranks > 0 && files > 0) {
        return WHY_LINE;
    }
    if (from == t->king && (t->rules & TAFL_STEPS) != 0 && ranks + files > 1) {
        return WHY_STEP;
    }
    if (is_way_barred(t, from, to)) {
        return WHY_JUMP;
    }
    if (!tafl_is_empty(t, to)) {
        return WHY_OCCUPIED;
    }
    if (!tafl_is_throne(t, to)) {
        return tafl_is_corner(t, to) ? WHY_CORNER : WHY_CAMP;
    }
    return (t->rules & TAFL_LEFT) != 0 ? WHY_CASTLE : WHY_THRONE;
}

const struct rule *tafl_why(const struct position *pos, const char *text, size_t len) {
    const struct tafl *t = &pos->u.tafl;
    unsigned from = 0;
    unsigned to = 0;
    struct text_in in = text_in_of(text, len);
    if (!take_square(t, &in, &from) || !text_take(&in, '-') ||
        !take_square(t, &in, &to) || !text_at_end(&in)) {
        return &rules[WHY_NOTATION];
    }
    if (tafl_is_empty(t, from)) {
        return &rules[WHY_EMPTY];
    }
    if (!tafl_has(t, pos->turn, from)) {
        return &rules[WHY_ENEMY];
    }
    return &rules[from == to ? WHY_STAY : why_not(t, from, to)];
}
