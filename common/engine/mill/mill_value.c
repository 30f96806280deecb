/* morris without dice while men move: what a position is worth. */
#include "engine/mill/mill_search.h"
#include "rules/morris/morris.h"

/* Values of one of each; set by hand. */
enum {
    MAN = 100,
    MILL = 8,     /* three men on a line */
    CLOSING = 24, /* a point where a man can complete a mill next */
    RUNNING = 18, /* a man of a mill that can leave it and come back */
    STEP = 3,     /* to an empty point */
    FIRST = 40,   /* a closing point of the side to move */
};

struct men {
    uint32_t own, empty;
    bool can_go_anywhere;
};

/* Returns the points that complete a mill with the next move. */
static uint32_t closing(const struct men *men) {
    uint32_t points = 0;
    for (uint32_t rest = men->own; !men->can_go_anywhere && rest != 0;) {
        unsigned from = places_take_first(&rest);
        points |= morris_mills(men->own & ~PLACES_BIT(from),
                               morris_points[from].near & men->empty);
    }
    return men->can_go_anywhere ? morris_mills(men->own, men->empty) : points;
}

static int value_of(const struct morris *m, enum side side, bool is_first) {
    unsigned n = m->hand[side] + places_count(m->men[side]);
    struct men men = {m->men[side], places_empty(m->men), m->hand[side] > 0 || n == 3};
    uint32_t mills = morris_mills(men.own, men.own);
    int value = (int)n * MAN + (int)places_count(mills) * MILL / 3;
    for (uint32_t rest = men.own; rest != 0;) {
        unsigned at = places_take_first(&rest);
        uint32_t steps = morris_points[at].near & men.empty;
        value += (int)places_count(steps) * STEP;
        value += steps != 0 && places_has(mills, at) ? RUNNING : 0;
    }
    uint32_t points = closing(&men);
    value += (int)places_count(points) * CLOSING;
    return value + (is_first && points != 0 ? FIRST : 0);
}

int mill_value(const struct position *pos) {
    const struct morris *m = &pos->u.morris;
    return value_of(m, pos->turn, true) - value_of(m, side_other(pos->turn), false);
}
