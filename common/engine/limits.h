/* What all searches take and give: limits, and moves with their values. */
#ifndef ALEA_ENGINE_LIMITS_H
#define ALEA_ENGINE_LIMITS_H

#include "rules/game.h"

struct engine_limits {
    uint64_t nodes;  /* about how many positions to look at; 0: no limit */
    unsigned plies;  /* plies to look ahead; 0: as many as the other limits allow */
    bool values_all; /* find the exact value of every move, not just of the best */
    bool is_full;    /* tafl: no short cuts, search every move as deep as the first one */
    int draw; /* tafl: value of a draw for white, see tafl_search.h; engine.h sets it */
    /* Called about once in a thousand nodes.  True: stop.  NULL: never stop. */
    bool (*is_over)(void *arg);
    void *arg;
};

/* Whether a search must stop after this many nodes.  To be asked after each one. */
static inline bool engine_must_stop(const struct engine_limits *limits, uint64_t nodes) {
    return (limits->nodes > 0 && nodes >= limits->nodes) ||
           (nodes % 1024 == 0 && limits->is_over != NULL && limits->is_over(limits->arg));
}

/* A legal move and the mover's chance to win after it, 0..1; a draw counts half. */
struct engine_choice {
    struct move move;
    double value; /* without values_all, an upper bound for all but the best move */
};

struct engine_result {
    const struct engine_choice *choice; /* every legal move, best first; borrowed until
                                         * the next search */
    size_t n;
    bool is_exact;  /* the values come from a table: play is perfect */
    unsigned plies; /* plies searched for all moves; 0: from a table */
    uint64_t nodes; /* positions looked at */
};

#endif
