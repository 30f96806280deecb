#include "client-cli/engine/thinker.h"

#include <stdio.h>
#include <stdlib.h>

#include "client-cli/engine/chances.h"
#include "client-cli/engine/solve.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"

bool thinker_init(struct thinker *thinker, const struct game *game, unsigned level,
                  uint64_t seed, char fault[static FAULT_BYTES]) {
    char path[PATH_MAX];
    char why[FAULT_BYTES];
    bool has_table = solve_find_table(game, path);
    struct engine_setup setup = {.game = game,
                                 .table = has_table ? path : NULL,
                                 .tafl_draw = level == 0 ? chances_draw(game) : 0,
                                 .seed = seed};
    *thinker = (struct thinker){.engine = engine_new(&setup, why),
                                .level = level,
                                .input_fd = -1,
                                .least_ms = THINK_LEAST_MS};
    if (thinker->engine == NULL) {
        snprintf(fault, FAULT_BYTES, "the table of %s: %.110s", game->id, why);
        return false;
    }
    return true;
}

void thinker_fini(struct thinker *thinker) {
    engine_free(thinker->engine);
    free(thinker->choice);
}

static bool is_over(void *arg) {
    struct thinker *thinker = arg;
    struct wait_fd input = {.fd = thinker->is_hurried ? -1 : thinker->input_fd};
    uint64_t now_ms = wait_now_ms();
    if (now_ms >= thinker->until_ms || wait_for(&input, 1, 0) == WAIT_STOPPED) {
        return true;
    }
    if (input.is_ready) {
        thinker->is_hurried =
            thinker->on_input == NULL || thinker->on_input(thinker->arg);
    }
    return thinker->is_hurried && now_ms >= thinker->patient_ms;
}

/* The limits for thinking about a move for at most ms, starting now. */
static struct engine_limits limits_of(struct thinker *thinker, unsigned ms) {
    uint64_t now_ms = wait_now_ms();
    thinker->is_hurried = false;
    thinker->until_ms = now_ms + (ms > 0 ? ms : THINK_MS);
    thinker->patient_ms = now_ms + thinker->least_ms;
    return (struct engine_limits){
        .nodes = thinker->nodes, .is_over = is_over, .arg = thinker};
}

struct move thinker_move(struct thinker *thinker, const struct play *play, unsigned ms) {
    uint64_t before_ms = wait_now_ms();
    struct engine_limits limits = limits_of(thinker, ms);
    struct move chosen = engine_choose(thinker->engine, play, thinker->level, &limits);
    thinker->spent_ms += wait_now_ms() - before_ms;
    return chosen;
}

struct engine_result thinker_values(struct thinker *thinker, const struct play *play,
                                    unsigned ms) {
    struct engine_limits limits = limits_of(thinker, ms);
    limits.values_all = true;
    struct engine_result found = engine_think(thinker->engine, play, &limits);
    if (thinker->choice == NULL) {
        thinker->choice = mem_new(MOVES_MAX, sizeof *thinker->choice);
    }
    return chances_of_moves(play->game, (enum side)play->pos.turn, &found,
                            thinker->choice);
}
