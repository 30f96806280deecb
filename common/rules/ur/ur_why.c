/* ur: why a move is refused. */
#include "rules/ur/ur.h"

static const struct rule notation = {
    "ur.notation", "A move is written FROM-TO in squares of your own path: in-2, 3-4.",
    "[house]"};
static const struct rule piece = {"ur.piece", "You have no piece there.", "source"};
static const struct rule prisoner = {
    "ur.prisoner", "Your piece there is below an enemy: only the top of a column moves.",
    "source"};
static const struct rule off = {
    "ur.off", "Only prisoners leave the board, when their captor reaches 14.", "source"};
static const struct rule exact = {"ur.exact", "Square 14 must be reached exactly.",
                                  "source"};
static const struct rule below = {"ur.below", "No piece goes back beyond square 1.",
                                  "source"};
static const struct rule forward = {"ur.forward", "Only officers move backward.",
                                    "source"};
static const struct rule distance = {
    "ur.throw", "A piece moves exactly as many squares as the throw says.", "source"};
static const struct rule occupied = {
    "ur.occupied",
    "Your own piece is on top there, and you cannot land on your own column.", "source"};

/* Whether the side has a piece below the top of a column on this square of its path. */
static bool has_prisoner(const struct ur *ur, enum side side, unsigned path) {
    const struct ur_column *column = &ur->column[ur_square(side, path)];
    for (unsigned i = 1; i < column->n; i++) {
        if (ur_column_colour(column, i) == side) {
            return true;
        }
    }
    return false;
}

/* Returns why a unit of the side to move cannot go from `from` to `to`. */
static const struct rule *why_not_to(const struct position *pos, unsigned from,
                                     unsigned to) {
    unsigned throw = pos->roll.value[0];
    if (to == UR_IN) {
        return &below;
    }
    if (to == UR_OFF) {
        return from + throw > UR_LAST ? &exact : &off;
    }
    if (to < from && (pos->u.ur.officers[pos->turn] & UR_BIT(from)) == 0) {
        return &forward;
    }
    if (to != from + throw &&to + throw != from) {
        return &distance;
    }
    return &occupied;
}

const struct rule *ur_why(const struct position *pos, const char *text, size_t len) {
    const struct ur *ur = &pos->u.ur;
    unsigned from;
    unsigned to;
    if (!ur_move_read(text, len, UR_LAST, &from, &to) || from == UR_OFF) {
        return &notation;
    }
    if ((ur->units[pos->turn] & UR_BIT(from)) == 0) {
        return from != UR_IN && has_prisoner(ur, pos->turn, from) ? &prisoner : &piece;
    }
    return why_not_to(pos, from, to);
}
