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

bool minds_choose(struct minds *minds, const struct game *game,
                  const struct position *pos, char move[static MOVE_TEXT_BYTES]) {
    struct thinker *thinker = find(minds, game);
    if (thinker == NULL) {
        return false;
    }
    struct play play;
    play_init(&play, game, pos);
    struct move chosen = thinker_move(thinker, &play, minds->think_ms);
    struct text_out out = text_out_of(move, MOVE_TEXT_BYTES);
    game->write_move(pos, &chosen, &out);
    return true;
}
