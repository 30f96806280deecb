/* tafl: why a text is not a legal move. */
#include "rules/tafl/tafl.h"

static const struct rule why_notation = {
    "tafl.notation",
    "A move is written FROM-TO in squares of the board, the letter of "
    "the file before the number of the rank: e1-e4.",
    "[house]"};
static const struct rule why_stay = {
    "tafl.stay", "A piece that moves must leave its square.", "source"};
static const struct rule why_empty = {"tafl.empty", "There is no piece on that square.",
                                      "source"};
static const struct rule why_enemy = {
    "tafl.enemy", "That piece does not belong to the side to move.", "source"};
static const struct rule why_line = {
    "tafl.line", "A piece moves along its rank or its file only.", "source"};
static const struct rule why_step = {
    "tafl.step", "Here the king moves one square at a time.", "source"};
static const struct rule why_jump = {"tafl.jump", "A piece cannot pass over another one.",
                                     "source"};
static const struct rule why_occupied = {
    "tafl.occupied", "There is a piece on that square already.", "source"};
static const struct rule why_corner = {"tafl.corner",
                                       "Only the king may stop on a corner.", "source"};
static const struct rule why_throne = {
    "tafl.throne",
    "Only the king may stop on the throne; others may pass over it "
    "while it is empty.",
    "source"};
static const struct rule why_castle = {"tafl.castle",
                                       "Nobody may enter the empty castle.", "source"};
static const struct rule why_camp = {
    "tafl.camp",
    "Nobody may enter a camp, or pass through one or the castle; an "
    "attacker may move inside the camp where it still stands.",
    "source"};

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
static const struct rule *why_not(const struct tafl *t, unsigned from, unsigned to) {
    unsigned ranks = distance(tafl_rank(from), tafl_rank(to));
    unsigned files = distance(tafl_file(from), tafl_file(to));
    if (ranks > 0 && files > 0) {
        return &why_line;
    }
    if (from == t->king && (t->rules & TAFL_STEPS) != 0 && ranks + files > 1) {
        return &why_step;
    }
    if (is_way_barred(t, from, to)) {
        return &why_jump;
    }
    if (!tafl_is_empty(t, to)) {
        return &why_occupied;
    }
    if (!tafl_is_throne(t, to)) {
        return tafl_is_corner(t, to) ? &why_corner : &why_camp;
    }
    return (t->rules & TAFL_LEFT) != 0 ? &why_castle : &why_throne;
}

const struct rule *tafl_why(const struct position *pos, const char *text, size_t len) {
    const struct tafl *t = &pos->u.tafl;
    unsigned from = 0;
    unsigned to = 0;
    struct text_in in = text_in_of(text, len);
    if (!take_square(t, &in, &from) || !text_take(&in, '-') ||
        !take_square(t, &in, &to) || !text_at_end(&in)) {
        return &why_notation;
    }
    if (tafl_is_empty(t, from)) {
        return &why_empty;
    }
    if (!tafl_has(t, pos->turn, from)) {
        return &why_enemy;
    }
    return from == to ? &why_stay : why_not(t, from, to);
}
