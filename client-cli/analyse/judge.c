#include "client-cli/analyse/judge.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "client-cli/engine/chances.h"
#include "client-cli/engine/solve.h"
#include "engine/race_solver.h"
#include "mem/mem.h"

#define TAFL_QUALITY "it sees short combinations, but little of plans"

/* How far the judge looks ahead, and how good that is.  docs/opponents.md has the
 * figures; a test compares them. */
static const struct judge_kind {
    const struct game *game;
    const char *quality;
    unsigned plies;
} kinds[] = {
    {&game_royal_ur, "it loses 0.00030 winning chances per decision", 2},
    {&game_finkel, "it scores 0.968 against plain play", 2},
    {&game_blitz, "it scores 0.889 against plain play at 1 ply", 2},
    {&game_masters, "it scores 0.915 against plain play at 1 ply", 2},
    {&game_aseb, "it scores 0.935 against plain play at 1 ply", 2},
    {&game_akalamdung, "it scores 0.991 against plain play", 2},
    {&game_ur, "it scores 0.960 against plain play", 2},
    {&game_stelpur, "it scores 0.735 against plain play", 1},
    {&game_morris, "it scores 0.995 against plain play", 2},
    {&game_tablut, TAFL_QUALITY, 2},
    {&game_ashton, TAFL_QUALITY, 2},
    {&game_brandubh, TAFL_QUALITY, 2},
    {&game_fetlar, TAFL_QUALITY, 2},
    {&game_copenhagen, TAFL_QUALITY, 2},
    {&game_alea_evangelii, TAFL_QUALITY, 1},
};
#define N_KINDS (sizeof kinds / sizeof kinds[0])
GAMES_HAVE(N_KINDS);

static const struct judge_kind *find_kind(const struct game *game) {
    size_t i = 0;
    while (kinds[i].game != game_base(game)) {
        i++;
        assert(i < N_KINDS);
    }
    return &kinds[i];
}

bool judge_init(struct judge *judge, const struct judge_setup *setup,
                char fault[static FAULT_BYTES]) {
    char path[PATH_MAX], why[FAULT_BYTES];
    const char *table = setup->table;
    if (table == NULL && solve_find_table(setup->game, path)) {
        table = path;
    }
    struct engine_setup mine = {
        .game = setup->game, .table = table, .tafl_draw = chances_draw(setup->game)};
    *judge = (struct judge){.game = setup->game,
                            .engine = engine_new(&mine, why),
                            .plies = setup->has_plies ? setup->plies
                                                      : find_kind(setup->game)->plies,
                            .has_table = table != NULL};
    if (judge->engine == NULL) {
        snprintf(fault, FAULT_BYTES, "the table of %s: %.110s", setup->game->id, why);
        return false;
    }
    judge->choice = mem_new(MOVES_MAX, sizeof *judge->choice);
    return true;
}

void judge_fini(struct judge *judge) {
    engine_free(judge->engine);
    free(judge->choice);
}

/* In tafl, a static value depends on whose turn it is.  So every search ends with white
 * to move. */
static unsigned plies_of(const struct judge *judge, const struct play *play) {
    bool is_black = play->pos.turn == SIDE_BLACK;
    return judge->plies + (judge->game->dice == NULL && is_black);
}

double judge_value(const struct judge *judge, const struct play *play, bool *is_exact) {
    unsigned plies = plies_of(judge, play);
    double white = engine_value(judge->engine, play, SIDE_WHITE, plies, is_exact);
    return *is_exact ? white : chances_calibrate(judge->game, SIDE_WHITE, white);
}

struct engine_result judge_moves(const struct judge *judge, const struct play *play) {
    unsigned own = judge->game->dice != NULL; /* a tafl search counts the move itself */
    struct engine_limits limits = {.plies = plies_of(judge, play) + own,
                                   .values_all = true};
    limits.plies += limits.plies == 0;
    struct engine_result result = engine_think(judge->engine, play, &limits);
    return chances_of_moves(judge->game, (enum side)play->pos.turn, &result,
                            judge->choice);
}

void judge_tell(const struct judge *judge, bool all_exact, enum lang lang, FILE *out) {
    if (all_exact) {
        fputs(tr(lang, "Exact: every value comes from the table of alea solve, so nobody "
                       "can judge better."),
              out);
        return;
    }
    const struct judge_kind *kind = find_kind(judge->game);
    fputs(judge->has_table
              ? tr(lang, "Partly exact, from the table of alea solve, and partly judged "
                         "by alea's own engine")
              : tr(lang, "Judged by alea's own engine"),
          out);
    fprintf(
        out,
        tr_n(lang, judge->plies, ", looking %u ply ahead", ", looking %u plies ahead"),
        judge->plies);
    fputs(judge->plies == kind->plies ? "" : tr(lang, " (the usual number says more)"),
          out);
    fprintf(out, tr(lang, ": %s."), tr(lang, kind->quality));
    if (solvable_find(judge->game) != NULL && !judge->has_table) {
        fprintf(out,
                tr(lang, "  alea solve %s makes the table with which this is exact."),
                judge->game->id);
    }
}
