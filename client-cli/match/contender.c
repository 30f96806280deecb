#include "client-cli/match/contender.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "engine/dice_search.h"
#include "engine/splitmix.h"
#include "engine/yardstick.h"
#include "mem/mem.h"

enum kind { KIND_RANDOM, KIND_PLAIN, KIND_PLIES };

struct contender {
    enum kind kind;
    struct dice_search *search; /* KIND_PLIES: owned */
    struct dice_limits limits;
};

#define PLIES "plies="

/* Reads "plies=N".  False: it is something else, or the game has no such search. */
static bool take_plies(struct contender *c, const char *text, const struct game *game) {
    if (strncmp(text, PLIES, strlen(PLIES)) != 0) {
        return cli_refuse("match", "a player is random, plain or plies=N", text);
    }
    const char *digit = text + strlen(PLIES);
    if (digit[0] < '0' || digit[0] > '0' + DICE_PLIES_MAX || digit[1] != '\0') {
        return cli_refuse("match", "plies= is a number from 0 to 6", text);
    }
    c->kind = KIND_PLIES;
    c->limits = (struct dice_limits){.plies = (unsigned)(digit[0] - '0')};
    c->search = dice_search_new(game);
    return c->search != NULL ||
           cli_refuse("match", "only games with dice have plies=", text);
}

struct contender *contender_new(const char *text, const struct game *game) {
    struct contender *c = mem_new(1, sizeof *c);
    if (strcmp(text, "random") == 0) {
        c->kind = KIND_RANDOM;
    } else if (strcmp(text, "plain") == 0) {
        c->kind = KIND_PLAIN;
    } else if (!take_plies(c, text, game)) {
        contender_free(c);
        return NULL;
    }
    return c;
}

void contender_free(struct contender *c) {
    if (c != NULL) {
        dice_search_free(c->search);
        free(c);
    }
}

struct move contender_move(struct contender *c, const struct play *play,
                           uint64_t *random) {
    switch (c->kind) {
    case KIND_RANDOM: {
        struct move moves[MOVES_MAX];
        size_t n = play->game->moves(&play->pos, moves);
        return moves[splitmix_below(random, (unsigned)n)];
    }
    case KIND_PLAIN: return yardstick_move(play->game, &play->pos, random);
    case KIND_PLIES: break;
    }
    return dice_search_run(c->search, play, &c->limits).choice[0].move;
}
