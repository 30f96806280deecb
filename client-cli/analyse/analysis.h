/* A recorded game, with luck told apart from skill.
 *
 * V is a player's chance to win, as the judge sees it.  Every position has one value.  If
 * a move is due, it is the value of the best move; otherwise it is the judge's.  Then:
 *
 *   luck of a throw      V after it - V before it, for the side that throws
 *   loss of a decision   V before it - V after it, for the side that moves; never < 0
 *
 * and, for each player,
 *
 *   result - V(start) = own luck - other's luck - own losses + other's losses + rest.
 *
 * The rest stands for what was not played.  If a player resigns, is absent or runs out of
 * time, or both agree to a draw, it is the result minus V of the last position.  It is
 * neither luck nor a loss.  A game without a result ends at V of the last position; its
 * rest is 0.
 *
 * Some moves are not followed by a throw: in tafl, placing in morris, the first result of
 * two in stelpur.  Such a move is worth as much as the position after it proves to be, so
 * the judge's later view of it counts. */
#ifndef ALEA_CLIENT_ANALYSE_ANALYSIS_H
#define ALEA_CLIENT_ANALYSE_ANALYSIS_H

#include "client-cli/analyse/judge.h"
#include "proto/message/record.h"

/* How bad a decision is among those of this game; the names are in analysis_mark_text. */
enum analysis_mark {
    MARK_NONE,
    MARK_WORST_10, /* of the worst 10 % of all decisions, */
    MARK_WORST_3,  /* of the worst 3 %, */
    MARK_WORST_1,  /* of the worst 1 % */
};

/* A throw, or a move. */
struct analysis_item {
    size_t note;           /* index in the record's log */
    enum side side;        /* the side that throws or moves */
    double before, after;  /* chances of that side */
    uint32_t number;       /* of the move, from 1; of a throw: number of the next move */
    uint32_t n_legal;      /* moves to choose from; 0: a throw */
    double mean;           /* move: mean chances over all legal moves */
    struct move best_move; /* the best of the other moves, and the chances after it */
    double best_other;
    char best[MOVE_TEXT_BYTES]; /* move: the best one; the played one if none is better */
    enum analysis_mark mark;
};

/* Sums over a game, of one player. */
struct analysis_sum {
    double luck;
    double lost;          /* of all decisions */
    double could_lose;    /* expected loss of random moves in the same decisions */
    uint32_t n_decisions; /* with a choice */
    uint32_t n_throws;
};

struct analysis {
    const struct record *record; /* borrowed */
    const struct judge *judge;   /* borrowed */
    struct analysis_item *item;  /* owned; in the order played */
    size_t n;
    bool has_begun;      /* there was a throw or a decision, so `start` is valid */
    bool has_result;     /* the game is over, and not called off */
    bool is_exact;       /* all values of the judge were exact */
    double start, last;  /* white's chances at the start and in the last position */
    double result;       /* white's: 1, 0.5, 0; `last` without a result */
    struct position pos; /* the last one */
    struct analysis_sum sum[SIDE_COUNT];
    /* Used while it is computed: */
    size_t next; /* entry of the log */
    uint32_t n_moves;
    struct play play;
};

/* Starts an analysis.  verify_record must have found the record good or unfinished. */
void analysis_init(struct analysis *analysis, const struct record *record,
                   const struct judge *judge);
void analysis_fini(struct analysis *analysis);
/* Handles the next entry of the log.  False: there was none; the analysis is complete. */
bool analysis_step(struct analysis *analysis);
/* How much is done, 0..1. */
double analysis_done(const struct analysis *analysis);

static inline bool analysis_is_throw(const struct analysis_item *item) {
    return item->n_legal == 0;
}
/* Of a throw: its luck.  Of a move: minus its loss. */
static inline double analysis_gain(const struct analysis_item *item) {
    return item->after - item->before;
}
/* The rest, for white. */
double analysis_rest(const struct analysis *analysis);
/* The result of a side without luck and rest: V(start) - own losses + other's losses. */
double analysis_adjusted(const struct analysis *analysis, enum side side);
/* 1: nothing lost; 0: as much lost as by random moves.  False: no choice mattered. */
bool analysis_skill(const struct analysis_sum *sum, double *skill);
/* "", "?!", "?" or "??". */
const char *analysis_mark_text(enum analysis_mark mark);
/* Returns the analysis as one line of JSON (docs/opponents.md lists the members); the
 * caller frees it with free(). */
char *analysis_to_json(const struct analysis *analysis);

#endif
