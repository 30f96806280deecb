#include "client-cli/match/contender.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/engine/thinker.h"
#include "client-cli/net/cli.h"
#include "engine/dice_search.h"
#include "engine/splitmix.h"
#include "engine/yardstick.h"
#include "mem/mem.h"

enum kind { KIND_RANDOM, KIND_PLAIN, KIND_PLIES, KIND_LEVEL };

struct contender {
    enum kind kind;
    struct dice_search *search; /* KIND_PLIES: owned */
    struct dice_limits limits;
    struct thinker thinker; /* KIND_LEVEL */
    unsigned ms;
};

/* Reads the digit of "NAME=DIGIT".  False: the text is something else. */
static bool take_digit(const char *text, const char *name, unsigned least, unsigned most,
                       unsigned *digit) {
    size_t len = strlen(name);
    if (strncmp(text, name, len) != 0 || text[len] == '\0' || text[len + 1] != '\0') {
        return false;
    }
    *digit = (unsigned)text[len] - '0';
    return *digit >= least && *digit <= most;
}

static bool set_plies(struct contender *c, const char *text, unsigned plies,
                      const struct contender_setup *setup) {
    c->kind = KIND_PLIES;
    c->limits = (struct dice_limits){.plies = plies};
    c->search = dice_search_new(setup->game);
    return c->search != NULL ||
           cli_refuse("match", "only games with dice have plies=", text);
}

static bool set_level(struct contender *c, const char *text, unsigned level,
                      const struct contender_setup *setup) {
    char fault[FAULT_BYTES];
    c->ms = setup->ms;
    if (!thinker_init(&c->thinker, setup->game, level, setup->seed, fault)) {
        return cli_refuse("match", fault, text);
    }
    c->kind = KIND_LEVEL;
    return true;
}

static bool set(struct contender *c, const char *text,
                const struct contender_setup *setup) {
    unsigned n;
    if (strcmp(text, "random") == 0 || strcmp(text, "plain") == 0) {
        c->kind = text[0] == 'r' ? KIND_RANDOM : KIND_PLAIN;
        return true;
    }
    if (take_digit(text, "plies=", 0, DICE_PLIES_MAX, &n)) {
        return set_plies(c, text, n, setup);
    }
    if (take_digit(text, "level=", 1, ENGINE_LEVELS, &n)) {
        return set_level(c, text, n, setup);
    }
    return cli_refuse(
        "match", "a player is random, plain, plies=N (0 to 6) or level=N (1 to 8)", text);
}

struct contender *contender_new(const char *text, const struct contender_setup *setup) {
    struct contender *c = mem_new(1, sizeof *c);
    if (!set(c, text, setup)) {
        contender_free(c);
        return NULL;
    }
    return c;
}

void contender_free(struct contender *c) {
    if (c != NULL) {
        dice_search_free(c->search);
        if (c->kind == KIND_LEVEL) {
            thinker_fini(&c->thinker);
        }
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
    case KIND_LEVEL: return thinker_move(&c->thinker, play, c->ms);
    case KIND_PLIES: break;
    }
    return dice_search_run(c->search, play, &c->limits).choice[0].move;
}
