/* morris: the rules that forbid a move. */
#include "rules/morris/morris.h"

enum {
    WHY_NOTATION,
    WHY_PLACE,
    WHY_MOVE,
    WHY_EMPTY,
    WHY_ENEMY,
    WHY_OCCUPIED,
    WHY_MILL,
    WHY_FAR,
    WHY_THROW,
    WHY_ADJACENT,
    WHY_TAKE,
    WHY_NO_MILL,
    WHY_ORDER,
    WHY_VICTIM,
    WHY_PROTECTED,
    WHY_ONE,
    WHY_MADE,
};

static const struct rule why_rules[] = {
    [WHY_NOTATION] = {"morris.notation",
                      "A move is written d6 (place a man), d6-f6 (move one), d6-f6xa1 or "
                      "d6-f6xa1,g7 (take men too); with dice=none also d6xa1.",
                      "[house]"},
    [WHY_PLACE] = {"morris.place",
                   "Men are placed, not moved, as long as there are any in hand.",
                   "source"},
    [WHY_MOVE] = {"morris.move", "All men have been placed: one must be moved.",
                  "source"},
    [WHY_EMPTY] = {"morris.empty", "No man stands there to be moved.", "source"},
    [WHY_ENEMY] = {"morris.enemy", "That man does not belong to the side to move.",
                   "source"},
    [WHY_OCCUPIED] = {"morris.occupied", "A man stands there already.", "source"},
    [WHY_MILL] = {"morris.mill", "Placing a man may not complete a mill.", "source"},
    [WHY_FAR] = {"morris.far",
                 "With this throw a man may go to a point not next to its own only where "
                 "it completes a mill.",
                 "source"},
    [WHY_THROW] = {"morris.throw",
                   "Only 6-5-4, 6-3-3, 5-2-2 and 4-1-1 let a man go to a point not next "
                   "to its own.",
                   "source"},
    [WHY_ADJACENT] = {"morris.adjacent",
                      "A man moves along a line to a point next to its own.", "source"},
    [WHY_TAKE] = {"morris.take",
                  "For each mill that a move completes a man must be taken: d6-f6xa1.",
                  "source"},
    [WHY_NO_MILL] = {"morris.no-mill",
                     "Only as many men are taken as the move completes mills.", "source"},
    [WHY_ORDER] = {"morris.order",
                   "Two men are taken, named in the order a to g, then 1 to 7.",
                   "[house]"},
    [WHY_VICTIM] = {"morris.victim", "No enemy man stands there to be taken.", "source"},
    [WHY_PROTECTED] =
        {"morris.protected",
         "A man in a mill cannot be taken while its side has one that is in "
         "none.",
         "source"},
    [WHY_ONE] = {"morris.one",
                 "A move that completes a mill, or two, takes exactly one man (d6xa1, "
                 "d6-f6xa1); another takes none.",
                 "source"},
    [WHY_MADE] = {"morris.made",
                  "6-5-4, 6-3-3, 5-2-2 and 4-1-1, and no other throw, must make a mill "
                  "if men from the hand can complete a line: a1,d1,g1xb4.",
                  "source"},
};

/* Takes POINT or FROM-TO, and the captured men: xPOINT or xPOINT,POINT.  With dice=none
 * or alfonso also POINTxPOINT, with alfonso up to three points: a1,d1,g1xb4.  *n_placed:
 * how many. */
static bool take_move(struct text_in *in, const struct position *pos, struct move *m,
                      unsigned *n_placed) {
    uint8_t point = 0;
    if (!morris_point_take(in, &point)) {
        return false;
    }
    *m = (struct move){.from = MORRIS_HAND, .to = point};
    *n_placed = 1;
    while (morris_throws_to_place(pos) && *n_placed < 3 && text_take(in, ',')) {
        ++*n_placed;
        if (!morris_point_take(in, &point)) {
            return false;
        }
    }
    if (text_at_end(in)) {
        return true;
    }
    if (*n_placed == 1 && text_take(in, '-')) {
        m->from = m->to;
        if (!morris_point_take(in, &point)) {
            return false;
        }
        m->to = point;
    } else if (!morris_is_plain(pos)) {
        return false;
    }
    for (char mark = 'x'; m->n_take < 2 && text_take(in, mark); mark = ',') {
        if (!morris_point_take(in, &m->take[m->n_take++])) {
            return false;
        }
    }
    return text_at_end(in);
}

/* Returns why the man may not go there.  Its old point does not count for a mill. */
static unsigned why_not_there(const struct position *pos, const struct move *m) {
    if (morris_is_special(&pos->roll)) {
        return WHY_FAR;
    }
    uint32_t others = pos->u.morris.men[pos->turn] & ~PLACES_BIT(m->from);
    bool is_mill = morris_mills_at(others, m->to) > 0;
    return is_mill && !morris_is_plain(pos) ? WHY_THROW : WHY_ADJACENT;
}

/* Returns why the men may not be captured; the move itself is legal. */
static unsigned why_not_taken(const struct position *pos, const struct move *m) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t others = men[pos->turn];
    others &= m->from != MORRIS_HAND ? ~PLACES_BIT(m->from) : PLACES_ALL;
    unsigned mills = morris_mills_at(others, m->to);
    if (morris_is_plain(pos)) {
        mills = mills > 0 && men[side_other(pos->turn)] != 0;
    }
    if (m->n_take != mills) {
        return morris_is_plain(pos) ? WHY_ONE
               : m->n_take < mills  ? WHY_TAKE
                                    : WHY_NO_MILL;
    }
    for (unsigned i = 0; i < m->n_take; i++) {
        if (!places_has(men[side_other(pos->turn)], m->take[i])) {
            return WHY_VICTIM;
        }
    }
    if (m->n_take == 2 && !morris_is_named_before(m->take[0], m->take[1])) {
        return WHY_ORDER;
    }
    return WHY_PROTECTED;
}

static unsigned why_not_placed(const struct position *pos, const struct move *m) {
    if (m->from != MORRIS_HAND) {
        return WHY_PLACE;
    }
    if (!places_has(places_empty(pos->u.morris.men), m->to)) {
        return WHY_OCCUPIED;
    }
    if (!morris_is_plain(pos)) {
        return WHY_MILL;
    }
    bool is_mill = morris_mills_at(pos->u.morris.men[pos->turn], m->to) > 0;
    return morris_is_special(&pos->roll) && !is_mill && m->n_take == 0
               ? WHY_MADE
               : why_not_taken(pos, m);
}

static unsigned why_not_moved(const struct position *pos, const struct move *m) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t empty = places_empty(men);
    if (m->from == MORRIS_HAND) {
        return WHY_MOVE;
    }
    if (!places_has(men[pos->turn], m->from)) {
        return places_has(empty, m->from) ? WHY_EMPTY : WHY_ENEMY;
    }
    if (!places_has(empty, m->to)) {
        return WHY_OCCUPIED;
    }
    bool reaches = places_has(morris_targets(pos, m->from), m->to);
    return reaches ? why_not_taken(pos, m) : why_not_there(pos, m);
}

const struct rule *morris_why(const struct position *pos, const char *text, size_t len) {
    struct move m;
    unsigned n_placed;
    struct text_in in = text_in_of(text, len);
    if (!take_move(&in, pos, &m, &n_placed)) {
        return &why_rules[WHY_NOTATION];
    }
    if (!morris_is_placing(pos)) {
        return &why_rules[why_not_moved(pos, &m)];
    }
    return &why_rules[n_placed > 1 ? WHY_MADE : why_not_placed(pos, &m)];
}
