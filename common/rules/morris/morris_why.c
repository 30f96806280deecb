/* morris: the rules that forbid a move. */
#include "rules/morris/morris.h"

static const struct rule why_notation = {
    "morris.notation",
    "A move is written d6 (place a man), d6-f6 (move one), d6-f6xa1 or "
    "d6-f6xa1,g7 (take men too); with dice=none also d6xa1.",
    "[house]"};
static const struct rule why_place = {
    "morris.place", "Men are placed, not moved, as long as there are any in hand.",
    "source"};
static const struct rule why_move = {
    "morris.move", "All men have been placed: one must be moved.", "source"};
static const struct rule why_empty = {"morris.empty", "No man stands there to be moved.",
                                      "source"};
static const struct rule why_enemy = {
    "morris.enemy", "That man does not belong to the side to move.", "source"};
static const struct rule why_occupied = {"morris.occupied", "A man stands there already.",
                                         "source"};
static const struct rule why_mill = {"morris.mill",
                                     "Placing a man may not complete a mill.", "source"};
static const struct rule why_far = {
    "morris.far",
    "With this throw a man may go to a point not next to its own only where "
    "it completes a mill.",
    "source"};
static const struct rule why_throw = {
    "morris.throw",
    "Only 6-5-4, 6-3-3, 5-2-2 and 4-1-1 let a man go to a point not next "
    "to its own.",
    "source"};
static const struct rule why_adjacent = {
    "morris.adjacent", "A man moves along a line to a point next to its own.", "source"};
static const struct rule why_take = {
    "morris.take", "For each mill that a move completes a man must be taken: d6-f6xa1.",
    "source"};
static const struct rule why_no_mill = {
    "morris.no-mill", "Only as many men are taken as the move completes mills.",
    "source"};
static const struct rule why_order = {
    "morris.order", "Two men are taken, named in the order a to g, then 1 to 7.",
    "[house]"};
static const struct rule why_victim = {
    "morris.victim", "No enemy man stands there to be taken.", "source"};
static const struct rule why_protected = {
    "morris.protected",
    "A man in a mill cannot be taken while its side has one that is in "
    "none.",
    "source"};
static const struct rule why_one = {
    "morris.one",
    "A move that completes a mill, or two, takes exactly one man (d6xa1, "
    "d6-f6xa1); another takes none.",
    "source"};
static const struct rule why_made = {
    "morris.made",
    "6-5-4, 6-3-3, 5-2-2 and 4-1-1, and no other throw, must make a mill "
    "if men from the hand can complete a line: a1,d1,g1xb4.",
    "source"};

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
static const struct rule *why_not_there(const struct position *pos,
                                        const struct move *m) {
    if (morris_is_special(&pos->roll)) {
        return &why_far;
    }
    uint32_t others = pos->u.morris.men[pos->turn] & ~PLACES_BIT(m->from);
    bool is_mill = morris_mills_at(others, m->to) > 0;
    return is_mill && !morris_is_plain(pos) ? &why_throw : &why_adjacent;
}

/* Returns why the men may not be captured; the move itself is legal. */
static const struct rule *why_not_taken(const struct position *pos,
                                        const struct move *m) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t others = men[pos->turn];
    others &= m->from != MORRIS_HAND ? ~PLACES_BIT(m->from) : PLACES_ALL;
    unsigned mills = morris_mills_at(others, m->to);
    if (morris_is_plain(pos)) {
        mills = mills > 0 && men[side_other(pos->turn)] != 0;
    }
    if (m->n_take != mills) {
        return morris_is_plain(pos) ? &why_one
               : m->n_take < mills  ? &why_take
                                    : &why_no_mill;
    }
    for (unsigned i = 0; i < m->n_take; i++) {
        if (!places_has(men[side_other(pos->turn)], m->take[i])) {
            return &why_victim;
        }
    }
    if (m->n_take == 2 && !morris_is_named_before(m->take[0], m->take[1])) {
        return &why_order;
    }
    return &why_protected;
}

static const struct rule *why_not_placed(const struct position *pos,
                                         const struct move *m) {
    if (m->from != MORRIS_HAND) {
        return &why_place;
    }
    if (!places_has(places_empty(pos->u.morris.men), m->to)) {
        return &why_occupied;
    }
    if (!morris_is_plain(pos)) {
        return &why_mill;
    }
    bool is_mill = morris_mills_at(pos->u.morris.men[pos->turn], m->to) > 0;
    return morris_is_special(&pos->roll) && !is_mill && m->n_take == 0
               ? &why_made
               : why_not_taken(pos, m);
}

static const struct rule *why_not_moved(const struct position *pos,
                                        const struct move *m) {
    const uint32_t *men = pos->u.morris.men;
    uint32_t empty = places_empty(men);
    if (m->from == MORRIS_HAND) {
        return &why_move;
    }
    if (!places_has(men[pos->turn], m->from)) {
        return places_has(empty, m->from) ? &why_empty : &why_enemy;
    }
    if (!places_has(empty, m->to)) {
        return &why_occupied;
    }
    bool reaches = places_has(morris_targets(pos, m->from), m->to);
    return reaches ? why_not_taken(pos, m) : why_not_there(pos, m);
}

const struct rule *morris_why(const struct position *pos, const char *text, size_t len) {
    struct move m;
    unsigned n_placed;
    struct text_in in = text_in_of(text, len);
    if (!take_move(&in, pos, &m, &n_placed)) {
        return &why_notation;
    }
    if (!morris_is_placing(pos)) {
        return why_not_moved(pos, &m);
    }
    return n_placed > 1 ? &why_made : why_not_placed(pos, &m);
}
