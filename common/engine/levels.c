#include "engine/levels.h"

#include <assert.h>

#include "engine/engine.h"

/* The levels below the highest. */
#define LOWER (ENGINE_LEVELS - 1)
/* The heat of slips in tafl: blunders are rare, other bad moves are not. */
#define TAFL_HEAT 0.5
/* The sides of tablut, and of tafl games that are as uneven. */
#define KINGS                                                                            \
    {                                                                                    \
        {0.87, 1}, {0.78, 1}, {0.69, 1}, {0.58, 1}, {0.48, 1}, {0.39, 1}, {              \
            0.3, 2                                                                       \
        }                                                                                \
    }
#define ATTACKERS                                                                        \
    {                                                                                    \
        {0.56, 1}, {0.43, 1}, {0.32, 1}, {0.24, 2}, {0.17, 2}, {0.11, 2}, {              \
            0.06, 2                                                                      \
        }                                                                                \
    }
/* A side of morris without dice while men move. */
#define MILL                                                                             \
    {                                                                                    \
        {0.75, 1}, {0.55, 1}, {0.4, 2}, {0.28, 2}, {0.18, 3}, {0.1, 3}, {                \
            0.05, 4                                                                      \
        }                                                                                \
    }

/* Games with dice: every move is a slip; the lower the heat, the better the moves. */
static const struct {
    const struct game *game;
    double heat[LOWER];
} dice[] = {
    {&game_royal_ur, {0.13, 0.079, 0.052, 0.0366, 0.026, 0.0175, 0.01}},
    {&game_finkel, {0.13, 0.079, 0.052, 0.0366, 0.026, 0.0175, 0.01}},
    {&game_blitz, {0.13, 0.079, 0.052, 0.0366, 0.026, 0.0175, 0.01}},
    {&game_masters, {0.13, 0.079, 0.052, 0.0366, 0.026, 0.0175, 0.01}},
    {&game_aseb, {0.13, 0.079, 0.052, 0.0366, 0.026, 0.0175, 0.01}},
    {&game_akalamdung, {0.15, 0.1, 0.074, 0.055, 0.042, 0.029, 0.0176}},
    {&game_ur, {0.27, 0.154, 0.1, 0.066, 0.045, 0.028, 0.0165}},
    {&game_stelpur, {0.3, 0.153, 0.106, 0.07, 0.046, 0.03, 0.0125}},
    {&game_morris, {0.28, 0.18, 0.124, 0.079, 0.05, 0.03, 0.0166}},
};

/* Tafl, and morris without dice while men move: how often each side slips, and its search
 * depth otherwise.  The highest level plays on: it takes a draw only where its chances
 * are worse than `draw` says. */
static const struct {
    const struct game *game;
    int even; /* the value of even chances, for white */
    int draw; /* how much less a draw is worth: odds of e : 1 are 250 */
    struct {
        double slip;
        unsigned plies;
    } side[SIDE_COUNT][LOWER];
} tafl[] = {
    {&game_tablut, 0, 800, {KINGS, ATTACKERS}},
    {&game_ashton,
     0,
     700,
     {{{0.87, 1}, {0.75, 1}, {0.63, 1}, {0.5, 1}, {0.38, 1}, {0.26, 2}, {0.12, 2}},
      {{0.87, 1}, {0.75, 1}, {0.63, 1}, {0.5, 1}, {0.38, 1}, {0.26, 2}, {0.12, 2}}}},
    {&game_brandubh, 0, 700, {KINGS, ATTACKERS}},
    {&game_fetlar, 0, 700, {KINGS, ATTACKERS}},
    {&game_copenhagen, 0, 700, {KINGS, ATTACKERS}},
    {&game_alea_evangelii,
     -2300,
     700,
     {{{0.88, 1}, {0.8, 1}, {0.71, 1}, {0.59, 1}, {0.46, 1}, {0.28, 1}, {0.07, 2}},
      {{0.7, 1}, {0.61, 1}, {0.52, 1}, {0.42, 1}, {0.32, 1}, {0.2, 2}, {0.15, 2}}}},
    {&game_morris_plain, 0, 0, {MILL, MILL}},
    {&game_morris_alfonso, 0, 0, {MILL, MILL}},
};

#define N_VARIANTS 2 /* have rows of their own */
#define N_DICE     (sizeof dice / sizeof dice[0])
#define N_TAFL     (sizeof tafl / sizeof tafl[0])
GAMES_HAVE(N_DICE + N_TAFL - N_VARIANTS);

static struct level find_tafl(const struct game *game, enum side side, unsigned level) {
    unsigned i = 0;
    while (tafl[i].game != game) {
        i++;
        assert(i < N_TAFL);
    }
    if (level == ENGINE_LEVELS) {
        int less = side == SIDE_WHITE ? -tafl[i].draw : tafl[i].draw;
        return (struct level){.draw = tafl[i].even + less};
    }
    return (struct level){.slip = tafl[i].side[side][level - 1].slip,
                          .heat = TAFL_HEAT,
                          .plies = tafl[i].side[side][level - 1].plies};
}

struct level level_find(const struct game *game, enum side side, unsigned level) {
    assert(level >= 1 && level <= ENGINE_LEVELS);
    if (game->dice == NULL || game->base != NULL) {
        return find_tafl(game, side, level);
    }
    if (level == ENGINE_LEVELS) {
        return (struct level){.plies = 0};
    }
    unsigned i = 0;
    while (dice[i].game != game) {
        i++;
        assert(i < N_DICE);
    }
    return (struct level){.slip = 1, .heat = dice[i].heat[level - 1], .plies = 1};
}
