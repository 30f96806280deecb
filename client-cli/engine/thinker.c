#include "client-cli/engine/thinker.h"

#include "client-cli/engine/solve.h"
#include "client-cli/net/wait.h"

bool thinker_init(struct thinker *thinker, const struct game *game, unsigned level,
                  uint64_t seed, char fault[static FAULT_BYTES]) {
    char path[PATH_MAX];
    bool has_path = solve_default_path(SOLVE_LEFT_ALL, path);
    struct engine_setup setup = {
        .game = game, .royal_table = has_path ? path : NULL, .seed = seed};
    *thinker = (struct thinker){.engine = engine_new(&setup, fault), .level = level};
    return thinker->engine != NULL;
}

void thinker_fini(struct thinker *thinker) {
    engine_free(thinker->engine);
}

static bool is_over(void *arg) {
    const struct thinker *thinker = arg;
    return wait_now_ms() >= thinker->until_ms;
}

struct move thinker_move(struct thinker *thinker, const struct play *play, unsigned ms) {
    struct engine_limits limits = {.is_over = is_over, .arg = thinker};
    thinker->until_ms = wait_now_ms() + (ms > 0 ? ms : THINK_MS);
    return engine_choose(thinker->engine, play, thinker->level, &limits);
}
