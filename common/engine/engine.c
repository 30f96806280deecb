#include "engine/engine.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/dice_search.h"
#include "engine/layers_table.h"
#include "engine/levels.h"
#include "engine/mill/mill_search.h"
#include "engine/network/features.h"
#include "engine/network/tablut.h"
#include "engine/splitmix.h"
#include "engine/tafl/tafl_search.h"
#include "mem/mem.h"

/* Bytes of a tafl search's transposition table. */
#ifdef __wasm__ /* the page, on a phone */
#define TAFL_BYTES (UINT32_C(4) << 20)
#else
#define TAFL_BYTES (UINT32_C(64) << 20)
#endif

struct engine {
    const struct game *game;
    struct tafl_search *tafl;   /* NULL: no tafl */
    struct mill_search *mill;   /* NULL: no morris without dice while men move */
    struct dice_search *dice;   /* NULL: one of these two */
    struct layers_table *table; /* NULL: none */
    int tafl_draw;              /* as in the setup */
    uint64_t random;            /* state of the random generator */
    struct engine_work work;
    struct engine_choice choice[MOVES_MAX];
};

/* --- setting up --- */

struct engine *engine_new(const struct engine_setup *setup,
                          char fault[static FAULT_BYTES]) {
    struct engine *engine = mem_new(1, sizeof *engine);
    engine->game = setup->game;
    engine->random = setup->seed;
    engine->tafl_draw = setup->tafl_draw;
    if (mill_search_knows(setup->game)) {
        engine->mill = mill_search_new();
        return engine;
    }
    if (setup->game->dice == NULL) {
        engine->tafl = tafl_search_new(TAFL_BYTES);
        return engine;
    }
    engine->dice = dice_search_new(setup->game);
    if (setup->table != NULL) {
        engine->table = layers_table_open(setup->table, setup->game, fault);
        if (engine->table == NULL) {
            engine_free(engine);
            return NULL;
        }
        dice_search_use_table(engine->dice, engine->table);
    }
    return engine;
}

void engine_free(struct engine *engine) {
    if (engine != NULL) {
        tafl_search_free(engine->tafl);
        mill_search_free(engine->mill);
        dice_search_free(engine->dice);
        layers_table_close(engine->table);
        free(engine);
    }
}

struct engine_work engine_work(const struct engine *engine) {
    return engine->work;
}

/* --- thinking --- */

static void note_work(struct engine *engine, const struct engine_result *found) {
    engine->work.searches++;
    engine->work.plies += found->plies;
    engine->work.nodes += found->nodes;
}

/* The chance to win that corresponds to a tafl value, for the same side. */
static double tafl_chance(int value) {
    if (abs(value) > TAFL_FORCED) { /* the sooner the win, the closer to 1 or 0 */
        double plies = TAFL_WON - abs(value);
        return value > 0 ? 1 - 1e-6 * plies : 1e-6 * plies;
    }
    return ENGINE_FORCED +
           (1 - 2 * ENGINE_FORCED) / (1 + exp(-value / ENGINE_TAFL_SCALE));
}

/* Tafl, and morris without dice while men move. */
static struct engine_result search_tafl(struct engine *engine, const struct play *play,
                                        const struct engine_limits *limits) {
    struct tafl_result found = engine->mill != NULL
                                   ? mill_search_run(engine->mill, play, limits)
                                   : tafl_search_run(engine->tafl, play, limits);
    for (size_t i = 0; i < found.n; i++) {
        engine->choice[i] =
            (struct engine_choice){found.line[i].move, tafl_chance(found.line[i].value)};
    }
    return (struct engine_result){.choice = engine->choice,
                                  .n = found.n,
                                  .plies = found.plies,
                                  .nodes = found.nodes};
}

static struct engine_result think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits) {
    assert(play->game == engine->game && play->pos.phase == PHASE_MOVE);
    struct engine_result found = {.choice = engine->choice, .is_exact = true};
    if (engine->table != NULL) {
        found.n = layers_table_moves(engine->table, &play->pos, engine->choice);
    }
    if (found.n == 0) {
        found = engine->dice != NULL ? dice_search_run(engine->dice, play, limits)
                                     : search_tafl(engine, play, limits);
        note_work(engine, &found);
    }
    return found;
}

struct engine_result engine_think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits) {
    struct engine_limits mine = *limits;
    mine.draw = engine->tafl_draw;
    return think(engine, play, &mine);
}

/* The value of a position that search_tafl can search, for the side in turn.  0 plies
 * count as 1: the value of the best move as engine_think sees it. */
static double value_of_tafl(struct engine *engine, const struct play *play,
                            unsigned plies) {
    struct engine_limits limits = {.plies = plies > 0 ? plies : 1};
    if (play->pos.phase == PHASE_MOVE) {
        return engine_think(engine, play, &limits).choice[0].value;
    }
    struct throws throws; /* dice=alfonso: the mean of all throws */
    double sum = 0;
    throws_init(&throws, play->game);
    for (unsigned i = 0; i < throws.n; i++) {
        struct play thrown = *play;
        play_roll(&thrown, &throws.roll[i], NULL, NULL);
        sum += throws.chance[i] * engine_think(engine, &thrown, &limits).choice[0].value;
    }
    return sum;
}

double engine_value(struct engine *engine, const struct play *play, enum side side,
                    unsigned plies, bool *is_exact) {
    const struct position *pos = &play->pos;
    double value;
    assert(plies <= ENGINE_PLIES_MAX);
    *is_exact = true;
    if (pos->phase == PHASE_OVER) {
        return pos->outcome == OUTCOME_DRAW ? 0.5 : pos->outcome == (int)side ? 1 : 0;
    }
    if (engine->table != NULL && layers_table_value(engine->table, pos, side, &value)) {
        return value;
    }
    *is_exact = false;
    if (engine->dice != NULL) {
        return dice_search_value(engine->dice, play, side, plies);
    }
    value = value_of_tafl(engine, play, plies);
    return pos->turn == side ? value : 1 - value;
}

/* --- levels --- */

static size_t draw_choice(struct engine *engine, const struct engine_result *result,
                          double heat) {
    double best = result->choice[0].value;
    double sum = 0;
    for (size_t i = 0; i < result->n; i++) {
        sum += exp((result->choice[i].value - best) / heat);
    }
    double left = splitmix_unit(&engine->random) * sum;
    size_t at = 0;
    while (at + 1 < result->n) {
        left -= exp((result->choice[at].value - best) / heat);
        if (left < 0) {
            break;
        }
        at++;
    }
    return at;
}

/* The game whose levels play this one.  Tablut by other rules than the booklet's is as
 * even as ashton. */
static const struct game *levels_of(const struct engine *engine,
                                    const struct play *play) {
    bool is_other = engine->game == &game_tablut &&
                    (play->pos.u.tafl.rules & ~(unsigned)TABLUT_RULES) != 0;
    return is_other ? &game_ashton : engine->game;
}

struct move engine_choose(struct engine *engine, const struct play *play, unsigned level,
                          const struct engine_limits *limits) {
    struct level how =
        level_find(levels_of(engine, play), (enum side)play->pos.turn, level);
    bool slips = how.slip > 0 && splitmix_unit(&engine->random) < how.slip;
    struct engine_limits mine = *limits;
    mine.values_all = slips;
    mine.plies = slips ? 1 : how.plies; /* a slip needs no deep search */
    mine.draw = how.draw;
    struct engine_result result = think(engine, play, &mine);
    assert(result.n > 0);
    return result.choice[slips ? draw_choice(engine, &result, how.heat) : 0].move;
}
