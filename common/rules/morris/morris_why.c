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
};

static const struct rule why_rules[] = {
    [WHY_NOTATION] = {"morris.notation",
                      "A move is written d6 (place a man), d6-f6 (move one), d6-f6xa1 or "
                      "d6-f6xa1,g7 (take men too).",
                      "[house]"},
    [WHY_PLACE] = {"morris.place",
                   "Men are placed, not moved, as long as there are any in hand.",
                   "source"},
    [WHY_MOVE] = {"morris.move", "All men have been placed: one must be moved.",
                  "source"},
    [WHY_EMPTY] = {"morris.empty", "No man stands there to be moved.", "source"},
    [WHY_ENEMY] = {"morris.enemy", "That man is not yours.", "source"},
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
};

/* Takes POINT or FROM-TO, and the captured men: xPOINT or xPOINT,POINT. */
static bool take_move(struct text_in *in, struct move *m) {
    uint8_t point = 0;
    if (!morris_point_take(in, &point)) {
        return false;
    }
    *m = (struct move){.from = MORRIS_HAND, .to = point};
    if (text_at_end(in)) {
        return true;
    }
    m->from = point;
    if (!text_take(in, '-') || !morris_point_take(in, &point)) {
        return false;
    }
    m->to = point;
    for (char mark = 'x'; m->n_take < 2 && text_take(in, mark); mark = ',') {
        if (!morris_point_take(in, &m->take[m->n_take++])) {
            return false;
        }
    }
    return text_at_end(in);
}

static unsigned why_not_placed(const struct position *pos, const struct move *m) {
    if (m->from != MORRIS_HAND) {
        return WHY_PLACE;
    }
    return places_has(places_empty(pos->u.morris.men), m->to) ? WHY_MILL : WHY_OCCUPIED;
}

/* Returns why the man may not go there.  Its old point does not count for a mill. */
static unsigned why_not_there(const struct position *pos, const struct move *m) {
    if (morris_is_special(&pos->roll)) {
        return WHY_FAR;
    }
    uint32_t others = pos->u.morris.men[pos->turn] & ~PLACES_BIT(m->from);
    return morris_mills_at(others, m->to) > 0 ? WHY_THROW : WHY_ADJACENT;
}

/* Returns why the men may not be captured; the move itself is legal. */
static unsigned why_not_taken(const struct position *pos, const struct move *m) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t others = men[pos->turn] & ~PLACES_BIT(m->from);
    unsigned mills = morris_mills_at(others, m->to);
    if (m->n_take != mills) {
        return m->n_take < mills ? WHY_TAKE : WHY_NO_MILL;
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
    struct text_in in = text_in_of(text, len);
    if (!take_move(&in, &m)) {
        return &why_rules[WHY_NOTATION];
    }
    bool placing = morris_is_placing(&pos->u.morris);
    return &why_rules[placing ? why_not_placed(pos, &m) : why_not_moved(pos, &m)];
}
