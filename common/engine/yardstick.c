#include "engine/yardstick.h"

#include <assert.h>

#include "engine/splitmix.h"
#include "rules/morris/morris.h"
#include "rules/tafl/tafl.h"
#include "rules/ur/ur_board.h"

/* Ranks: the higher, the better.  A won game ranks above all. */
#define RANK_WON    1000000
#define RANK_BEST   1000 /* the best kind of move; times the number of pieces */
#define RANK_SECOND 100
#define RANK_THIRD  10

/* A move, and the positions before and after it. */
struct trial {
    const struct position *before, *after;
    const struct move *move;
    enum side side; /* the side that moves */
};

/* --- race games: capture, else a rosette or bear off, else the foremost piece --- */

static int rank_race(const struct trial *trial, unsigned n_captured) {
    unsigned to = trial->move->to;
    int rank = (int)(n_captured * RANK_BEST + to);
    return rank + (to == UR_OFF || ur_is_rosette(to) ? RANK_SECOND : 0);
}

static int rank_royal_ur(const struct trial *trial) {
    enum side other = side_other(trial->side);
    return rank_race(trial,
                     trial->after->u.royal.counts.plain[other][UR_IN] -
                         (unsigned)trial->before->u.royal.counts.plain[other][UR_IN]);
}

static int rank_single(const struct trial *trial) {
    enum side other = side_other(trial->side);
    const struct race *race = race_of(trial->before);
    unsigned to = trial->move->to;
    bool is_good = to > race->last || (race->shape->rosettes & UR_BIT(to)) != 0;
    int n_captured =
        trial->after->u.race.reserve[other] - (int)trial->before->u.race.reserve[other];
    return n_captured * RANK_BEST + (int)to + (is_good ? RANK_SECOND : 0);
}

static int rank_akalamdung(const struct trial *trial) {
    enum side other = side_other(trial->side);
    const struct ur_counts *before = &trial->before->u.akalamdung.counts;
    const struct ur_counts *after = &trial->after->u.akalamdung.counts;
    return rank_race(trial,
                     after->plain[other][UR_IN] - (unsigned)before->plain[other][UR_IN]);
}

/* --- ur: take prisoners off, else capture, else bring prisoners or a soldier near --- */

/* Prisoners below the top piece of a column. */
static unsigned prisoners(const struct ur_column *column) {
    unsigned n = 0;
    while (n + 1 < column->n &&
           ur_column_colour(column, n + 1) != ur_column_colour(column, 0)) {
        n++;
    }
    return n;
}

static unsigned all_prisoners(const struct ur *ur, enum side side) {
    unsigned n = 0;
    for (unsigned path = 1; path <= UR_LAST; path++) {
        if ((ur->units[side] & UR_BIT(path)) != 0) {
            n += prisoners(&ur->column[ur_square(side, path)]);
        }
    }
    return n;
}

static int rank_ur(const struct trial *trial) {
    const struct ur *before = &trial->before->u.ur;
    const struct ur *after = &trial->after->u.ur;
    enum side side = trial->side;
    enum side other = side_other(side);
    int n_off = after->off[other] - before->off[other];
    int n_taken = (int)all_prisoners(after, side) - (int)all_prisoners(before, side);
    unsigned from = trial->move->from;
    bool officer = from != UR_IN && (before->officers[side] & UR_BIT(from)) != 0;
    unsigned n_carried =
        from == UR_IN ? 0 : prisoners(&before->column[ur_square(side, from)]);
    int far = trial->move->to * (1 + (int)n_carried);
    return n_off * 3 * RANK_BEST + n_taken * RANK_BEST +
           (officer && n_carried == 0 ? 0 : far);
}

/* --- stelpur: capture, else have the fewest enemies 1 or 6 squares behind --- */

static int rank_stelpur(const struct trial *trial) {
    enum side other = side_other(trial->side);
    const uint32_t *before = trial->before->u.stelpur.pieces;
    const uint32_t *after = trial->after->u.stelpur.pieces;
    unsigned n_captured = places_count(before[other]) - places_count(after[other]);
    unsigned n_shots = 0;
    for (unsigned steps = 1; steps <= 6; steps += 5) {
        uint32_t hit = after[other] << steps | after[other] >> (PLACES_N - steps);
        n_shots += places_count(hit & PLACES_ALL & after[trial->side]);
    }
    return (int)(n_captured * RANK_BEST) - (int)n_shots;
}

/* --- morris: close a mill, else block an enemy mill, else prepare one --- */

static int rank_morris(const struct trial *trial) {
    const struct morris *before = &trial->before->u.morris;
    const struct morris *after = &trial->after->u.morris;
    enum side other = side_other(trial->side);
    uint32_t was_open = morris_mills(before->men[other], places_empty(before->men));
    uint32_t is_open = morris_mills(after->men[other], places_empty(after->men));
    uint32_t own = morris_mills(after->men[trial->side], places_empty(after->men));
    return trial->move->n_take * RANK_BEST +
           ((int)places_count(was_open) - (int)places_count(is_open)) * RANK_SECOND +
           (int)places_count(own) * RANK_THIRD;
}

/* --- tafl: win with the king, else capture --- */

static int rank_tafl(const struct trial *trial) {
    enum side other = side_other(trial->side);
    return (int)(tafl_count(&trial->before->u.tafl, other) -
                 tafl_count(&trial->after->u.tafl, other)) *
           RANK_BEST;
}

static const struct {
    const struct game *game;
    int (*rank)(const struct trial *trial);
} yardsticks[] = {
    {&game_royal_ur, rank_royal_ur},
    {&game_finkel, rank_single},
    {&game_blitz, rank_single},
    {&game_masters, rank_single},
    {&game_aseb, rank_single},
    {&game_akalamdung, rank_akalamdung},
    {&game_ur, rank_ur},
    {&game_stelpur, rank_stelpur},
    {&game_morris, rank_morris},
    {&game_tablut, rank_tafl},
    {&game_ashton, rank_tafl},
    {&game_brandubh, rank_tafl},
    {&game_fetlar, rank_tafl},
    {&game_copenhagen, rank_tafl},
    {&game_alea_evangelii, rank_tafl},
};
#define N_YARDSTICKS (sizeof yardsticks / sizeof yardsticks[0])
GAMES_HAVE(N_YARDSTICKS);

static int rank_of(const struct game *game, const struct trial *trial) {
    if (trial->after->phase == PHASE_OVER) {
        return trial->after->outcome == (int)trial->side ? RANK_WON : -RANK_WON;
    }
    unsigned i = 0;
    while (yardsticks[i].game != game_base(game)) {
        i++;
        assert(i < N_YARDSTICKS);
    }
    return yardsticks[i].rank(trial);
}

struct move yardstick_move(const struct game *game, const struct position *pos,
                           uint64_t *random) {
    assert(pos->phase == PHASE_MOVE);
    struct move moves[MOVES_MAX];
    size_t n = game->moves(pos, moves);
    struct move best = moves[0];
    int best_rank = 0;
    unsigned n_best = 0; /* moves tied for best */
    for (size_t i = 0; i < n; i++) {
        struct position after = *pos;
        game->apply(&after, &moves[i], NULL);
        struct trial trial = {pos, &after, &moves[i], (enum side)pos->turn};
        int rank = rank_of(game, &trial);
        if (n_best == 0 || rank > best_rank) {
            best_rank = rank;
            n_best = 0;
        }
        /* Gives tied moves the same chance. */
        if (rank == best_rank && splitmix_below(random, ++n_best) == 0) {
            best = moves[i];
        }
    }
    return best;
}
