#include "client-cli/match/contender.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/engine/program.h"
#include "client-cli/engine/thinker.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "engine/dice_search.h"
#include "engine/simple/tafl_simple.h"
#include "engine/splitmix.h"
#include "engine/yardstick.h"
#include "mem/mem.h"

enum kind {
    KIND_RANDOM,
    KIND_PLAIN,
    KIND_RUNNER,
    KIND_SIMPLE,
    KIND_PLIES,
    KIND_LEVEL,
    KIND_EXEC
};

struct contender {
    enum kind kind;
    struct dice_search *search; /* KIND_PLIES: owned */
    struct engine_limits limits;
    struct thinker thinker;  /* KIND_LEVEL */
    struct program *program; /* KIND_EXEC: owned */
    unsigned n_random;       /* KIND_EXEC: random moves in place of the program's */
    unsigned ms;
    unsigned nodes;    /* KIND_SIMPLE: instead of ms; 0: no limit */
    uint64_t until_ms; /* KIND_SIMPLE: when to stop */
    const char *text;  /* borrowed: its name on the command line */
};

/* Reads the digit of "NAME=DIGIT".  False: the text does not match. */
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
    c->limits = (struct engine_limits){.plies = plies + 1, .nodes = setup->nodes};
    c->search = dice_search_new(setup->game);
    return c->search != NULL ||
           cli_refuse("match", "only games with dice have plies=", text);
}

static bool set_level(struct contender *c, const char *text, unsigned level,
                      const struct contender_setup *setup) {
    char fault[FAULT_BYTES];
    c->ms = setup->nodes > 0 ? UINT_MAX : setup->ms;
    if (!thinker_init(&c->thinker, setup->game, level, setup->seed, fault)) {
        return cli_refuse("match", fault, text);
    }
    c->thinker.nodes = setup->nodes;
    c->kind = KIND_LEVEL;
    return true;
}

/* Whether the game is tafl, which only some players know. */
static bool is_tafl(const char *text, const struct contender_setup *setup) {
    return strcmp(setup->game->drawing, "tafl") == 0 ||
           cli_refuse("match", "only tafl games have this player", text);
}

static bool set_simple(struct contender *c, const char *text,
                       const struct contender_setup *setup) {
    c->kind = KIND_SIMPLE;
    c->nodes = setup->nodes;
    c->ms = setup->ms > 0 ? setup->ms : THINK_MS;
    return is_tafl(text, setup);
}

static bool set_exec(struct contender *c, const char *command,
                     const struct contender_setup *setup) {
    c->kind = KIND_EXEC;
    c->ms = setup->ms > 0 ? setup->ms : THINK_MS;
    c->program = program_new(command, setup->game, &setup->opt);
    return true;
}

static bool set(struct contender *c, const char *text,
                const struct contender_setup *setup) {
    unsigned n;
    if (strcmp(text, "random") == 0 || strcmp(text, "plain") == 0) {
        c->kind = text[0] == 'r' ? KIND_RANDOM : KIND_PLAIN;
        return true;
    }
    if (strcmp(text, "runner") == 0) {
        c->kind = KIND_RUNNER;
        return is_tafl(text, setup);
    }
    if (strcmp(text, "simple") == 0) {
        return set_simple(c, text, setup);
    }
    if (take_digit(text, "plies=", 0, DICE_PLIES_MAX, &n)) {
        return set_plies(c, text, n, setup);
    }
    if (take_digit(text, "level=", 1, ENGINE_LEVELS, &n)) {
        return set_level(c, text, n, setup);
    }
    if (strncmp(text, "exec=", strlen("exec=")) == 0) {
        return set_exec(c, text + strlen("exec="), setup);
    }
    return cli_refuse(
        "match",
        "a player is random, plain, runner, simple, plies=N (0 to 6), level=N (1 to "
        "8) or exec=PROGRAM ARGS",
        text);
}

struct contender *contender_new(const char *text, const struct contender_setup *setup) {
    struct contender *c = mem_new(1, sizeof *c);
    c->text = text;
    if (!set(c, text, setup)) {
        contender_free(c);
        return NULL;
    }
    return c;
}

void contender_free(struct contender *c) {
    if (c != NULL) {
        dice_search_free(c->search);
        program_free(c->program);
        if (c->kind == KIND_LEVEL) {
            thinker_fini(&c->thinker);
        }
        free(c);
    }
}

static struct move random_move(const struct play *play, uint64_t *random) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    return moves[splitmix_below(random, (unsigned)n)];
}

/* Waits for the program's answer.  False: the user has stopped the match. */
static bool await(struct program *program) {
    uint64_t now_ms;
    while (program_look(program, now_ms = wait_now_ms()) == PROGRAM_THINKING) {
        struct wait_fd fd = {.fd = program_fd(program)};
        uint64_t due_ms = program_due_ms(program);
        int64_t left_ms = due_ms > now_ms ? (int64_t)(due_ms - now_ms) : 0;
        if (wait_for(&fd, 1, left_ms) == WAIT_STOPPED) {
            return false;
        }
    }
    return true;
}

static bool ask_program(struct contender *c, const struct play *play, uint64_t *random,
                        struct move *move) {
    program_ask(c->program, &play->pos, c->ms, wait_now_ms());
    if (!await(c->program)) {
        return false;
    }
    if (program_look(c->program, wait_now_ms()) == PROGRAM_ANSWERED) {
        *move = program_take(c->program);
        return true;
    }
    fprintf(stderr, "alea match: %s: %s; a random move is played instead\n", c->text,
            program_fault(c->program));
    c->n_random++;
    *move = random_move(play, random);
    return !contender_is_useless(c);
}

static bool is_simple_over(void *arg) {
    const struct contender *c = arg;
    return wait_now_ms() >= c->until_ms;
}

static struct move simple_move(struct contender *c, const struct play *play,
                               uint64_t *random) {
    struct engine_limits limits = {.nodes = c->nodes};
    if (c->nodes == 0) {
        c->until_ms = wait_now_ms() + c->ms;
        limits.is_over = is_simple_over;
        limits.arg = c;
    }
    return tafl_simple_move(&play->pos, &limits, random);
}

bool contender_move(struct contender *c, const struct play *play, uint64_t *random,
                    struct move *move) {
    switch (c->kind) {
    case KIND_RANDOM: *move = random_move(play, random); break;
    case KIND_PLAIN: *move = yardstick_move(play->game, &play->pos, random); break;
    case KIND_RUNNER: *move = tafl_runner_move(&play->pos, random); break;
    case KIND_SIMPLE: *move = simple_move(c, play, random); break;
    case KIND_LEVEL: *move = thinker_move(&c->thinker, play, c->ms); break;
    case KIND_PLIES:
        *move = dice_search_run(c->search, play, &c->limits).choice[0].move;
        break;
    case KIND_EXEC: return ask_program(c, play, random, move);
    }
    return true;
}

unsigned contender_n_random(const struct contender *c) {
    return c->n_random;
}

void contender_tell_work(const struct contender *c) {
    if (c->kind != KIND_LEVEL) {
        return;
    }
    struct engine_work work = engine_work(c->thinker.engine);
    double spent_ms = c->thinker.spent_ms > 0 ? (double)c->thinker.spent_ms : 1;
    if (work.searches > 0) {
        printf("%s: %" PRIu64 " searches, %.1f plies on average, %.0f nodes/s\n", c->text,
               work.searches, (double)work.plies / (double)work.searches,
               1000.0 * (double)work.nodes / spent_ms);
    }
}

bool contender_is_useless(const struct contender *c) {
    return c->program != NULL && program_n_failed(c->program) >= CONTENDER_FAILED_MAX;
}

void contender_name(const struct contender *c, char name[static CONTENDER_NAME_BYTES]) {
    struct text_out out = text_out_of(name, CONTENDER_NAME_BYTES);
    if (c->kind == KIND_EXEC) {
        text_put(&out, "program");
        return;
    }
    for (const char *at = c->text; *at != '\0'; at++) { /* "level=5" */
        if (*at != '=') {
            text_put_char(&out, *at);
        }
    }
}

void contender_describe(const struct contender *c, FILE *out) {
    const char *value = strchr(c->text, '=');
    switch (c->kind) {
    case KIND_LEVEL: fprintf(out, "level %s", value + 1); break;
    case KIND_PLIES: fprintf(out, "%s plies", value + 1); break;
    case KIND_EXEC: fputs(value + 1, out); break;
    case KIND_RANDOM:
    case KIND_RUNNER:
    case KIND_SIMPLE:
    case KIND_PLAIN: fputs(c->text, out); break;
    }
}
