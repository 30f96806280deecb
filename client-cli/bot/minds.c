#include "client-cli/bot/minds.h"

#include <assert.h>
#include <stdlib.h>

#include "client-cli/bot/bot.h"
#include "client-cli/engine/thinker.h"
#include "mem/mem.h"

struct minds {
    unsigned level;
    unsigned think_ms;
    uint64_t seed;
    unsigned n;
    const struct game *game[BOT_GAMES_MAX];
    struct thinker thinker[BOT_GAMES_MAX]; /* of game[i] */
};

struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed) {
    struct minds *minds = mem_new(1, sizeof *minds);
    *minds = (struct minds){.level = level, .think_ms = think_ms, .seed = seed};
    return minds;
}

void minds_free(struct minds *minds) {
    if (minds != NULL) {
        for (unsigned i = 0; i < minds->n; i++) {
            thinker_fini(&minds->thinker[i]);
        }
        free(minds);
    }
}

unsigned minds_level(const struct minds *minds) {
    return minds->level;
}

unsigned minds_think_ms(const struct minds *minds) {
    return minds->think_ms;
}

static struct thinker *find(struct minds *minds, const struct game *game) {
    for (unsigned i = 0; i < minds->n; i++) {
        if (minds->game[i] == game) {
            return &minds->thinker[i];
        }
    }
    return NULL;
}

bool minds_add(struct minds *minds, const struct game *game,
               char fault[static FAULT_BYTES]) {
    if (find(minds, game) != NULL) {
        return true;
    }
    assert(minds->n < BOT_GAMES_MAX);
    struct thinker *thinker = &minds->thinker[minds->n];
    if (!thinker_init(thinker, game, minds->level, minds->seed, fault)) {
        return false;
    }
    minds->game[minds->n++] = game;
    return true;
}

bool minds_know(struct minds *minds, const struct game *game) {
    return find(minds, game) != NULL;
}

void minds_choose(struct minds *minds, const struct minds_task *task,
                  char move[static MOVE_TEXT_BYTES]) {
    struct thinker *thinker = find(minds, task->game);
    assert(thinker != NULL);
    struct play play;
    play_init(&play, task->game, &task->pos);
    thinker->input_fd = task->input_fd;
    struct move chosen = thinker_move(thinker, &play, task->most_ms);
    struct text_out out = text_out_of(move, MOVE_TEXT_BYTES);
    task->game->write_move(&task->pos, &chosen, &out);
}
