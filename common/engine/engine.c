#include "engine/engine.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/royal_table.h"
#include "mem/mem.h"

struct engine {
    const struct game *game;
    struct royal_table *royal; /* NULL: none */
    uint64_t random;           /* state of the generator */
    atomic_bool is_stopped;
    const struct engine_limits *limits; /* of the engine_think that runs */
    struct engine_choice choice[MOVES_MAX];
};

/* --- setting up --- */

static bool open_royal(struct engine *engine, const char *path,
                       char fault[static FAULT_BYTES]) {
    if (path == NULL) {
        snprintf(fault, FAULT_BYTES, "royal-ur needs its table, which alea solve makes");
        return false;
    }
    engine->royal = royal_table_open(path, fault);
    if (engine->royal == NULL) {
        return false;
    }
    if (royal_table_left_max(engine->royal) < ROYAL_LEFT_ALL) {
        snprintf(fault, FAULT_BYTES, "the table has only positions with few pieces");
        return false;
    }
    return true;
}

struct engine *engine_new(const struct engine_setup *setup,
                          char fault[static FAULT_BYTES]) {
    struct engine *engine = mem_new(1, sizeof *engine);
    engine->game = setup->game;
    engine->random = setup->seed;
    bool good = false;
    if (setup->game == &game_royal_ur) {
        good = open_royal(engine, setup->royal_table, fault);
    } else {
        snprintf(fault, FAULT_BYTES, "there is no engine for %s yet", setup->game->id);
    }
    if (!good) {
        engine_free(engine);
        return NULL;
    }
    return engine;
}

void engine_free(struct engine *engine) {
    if (engine != NULL) {
        royal_table_close(engine->royal);
        free(engine);
    }
}

/* --- thinking --- */

static struct engine_result look_up(struct engine *engine, const struct play *play) {
    struct royal_choice found[ROYAL_MOVES_MAX];
    size_t n = royal_table_moves(engine->royal, &play->pos, found);
    for (size_t i = 0; i < n; i++) {
        engine->choice[i] = (struct engine_choice){found[i].move, found[i].value};
    }
    return (struct engine_result){.choice = engine->choice, .n = n, .is_exact = true};
}

struct engine_result engine_think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits) {
    assert(play->game == engine->game && play->pos.phase == PHASE_MOVE);
    atomic_store(&engine->is_stopped, false);
    engine->limits = limits;
    return look_up(engine, play);
}

void engine_stop(struct engine *engine) {
    atomic_store(&engine->is_stopped, true);
}

/* --- levels --- */

/* What makes a level: it plays a move with a probability proportional to
 * exp(value / heat).  docs/opponents.md says how the numbers were found. */
struct level {
    double heat; /* 0: always the best move */
};

static const struct level levels[ENGINE_LEVELS] = {
    {0.11}, {0.08}, {0.057}, {0.04}, {0.026}, {0.0165}, {0.0078}, {0},
};

/* SplitMix64, by S. Vigna (public domain), as a number from 0 to below 1. */
static double random_share(struct engine *engine) {
    uint64_t z = engine->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / (double)(UINT64_C(1) << 53);
}

static size_t draw_choice(struct engine *engine, const struct engine_result *result,
                          double heat) {
    double best = result->choice[0].value;
    double sum = 0;
    for (size_t i = 0; i < result->n; i++) {
        sum += exp((result->choice[i].value - best) / heat);
    }
    double left = random_share(engine) * sum;
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

struct move engine_choose(struct engine *engine, const struct play *play, unsigned level,
                          const struct engine_limits *limits) {
    assert(level >= 1 && level <= ENGINE_LEVELS);
    const struct level *how = &levels[level - 1];
    struct engine_limits mine = *limits;
    mine.values_all = how->heat > 0;
    struct engine_result result = engine_think(engine, play, &mine);
    assert(result.n > 0);
    size_t at = how->heat > 0 ? draw_choice(engine, &result, how->heat) : 0;
    return result.choice[at].move;
}
