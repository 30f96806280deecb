#include "client-cli/bot/minds.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/bot/bot.h"
#include "client-cli/engine/program.h"
#include "client-cli/engine/thinker.h"
#include "engine/splitmix.h"
#include "mem/mem.h"

/* Chooses the moves of one game. */
struct mind {
    const struct game *game;
    struct options opt;      /* of the program; a thinker plays with any options */
    struct thinker thinker;  /* if program is NULL */
    struct program *program; /* owned; NULL: a thinker */
    uint64_t number;         /* of the last task that the program was given */
    bool is_awaited;         /* a table wants the answer in this round */
};

struct minds {
    unsigned level;
    const char *command; /* runs the programs; NULL: thinkers */
    unsigned think_ms;
    uint64_t random; /* state of the random generator */
    FILE *err;       /* borrowed */
    unsigned n;
    struct mind mind[BOT_GAMES_MAX];
};

struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed) {
    struct minds *minds = mem_new(1, sizeof *minds);
    *minds = (struct minds){
        .level = level, .think_ms = think_ms, .random = seed, .err = stderr};
    return minds;
}

struct minds *minds_new_programs(const char *command, unsigned think_ms, uint64_t seed) {
    struct minds *minds = minds_new(0, think_ms, seed);
    minds->command = command;
    return minds;
}

void minds_free(struct minds *minds) {
    if (minds != NULL) {
        for (unsigned i = 0; i < minds->n; i++) {
            if (minds->command != NULL) {
                program_free(minds->mind[i].program);
            } else {
                thinker_fini(&minds->mind[i].thinker);
            }
        }
        free(minds);
    }
}

void minds_tell(struct minds *minds, FILE *err) {
    minds->err = err;
}

void minds_describe(const struct minds *minds, struct text_out *out) {
    if (minds->command != NULL) {
        text_put(out, "what another program says");
    } else {
        text_put(out, "at level ");
        text_put_number(out, minds->level);
    }
}

unsigned minds_think_ms(const struct minds *minds) {
    return minds->think_ms;
}

static struct mind *find_same(struct minds *minds, const struct game *game,
                              const struct options *opt) {
    for (unsigned i = 0; i < minds->n; i++) {
        struct mind *mind = &minds->mind[i];
        if (mind->game == game && (minds->command == NULL ||
                                   options_same_rules(game->options, &mind->opt, opt))) {
            return mind;
        }
    }
    return NULL;
}

bool minds_add(struct minds *minds, const struct game *game, const struct options *opt,
               char fault[static FAULT_BYTES]) {
    if (find_same(minds, game, opt) != NULL) {
        return true;
    }
    assert(minds->n < BOT_GAMES_MAX);
    struct mind *mind = &minds->mind[minds->n];
    *mind = (struct mind){.game = game, .opt = *opt};
    if (minds->command != NULL) {
        mind->program = program_new(minds->command, game, opt);
    } else if (!thinker_init(&mind->thinker, game, minds->level, minds->random, fault)) {
        return false;
    }
    minds->n++;
    return true;
}

/* A thinker of a game also plays its variants: adds one when it is needed. */
static struct mind *find(struct minds *minds, const struct game *game,
                         const struct options *opt) {
    struct mind *mind = find_same(minds, game, opt);
    char fault[FAULT_BYTES];
    if (mind == NULL && minds->command == NULL && minds->n < BOT_GAMES_MAX &&
        find_same(minds, game_base(game), opt) != NULL &&
        minds_add(minds, game, opt, fault)) {
        mind = &minds->mind[minds->n - 1];
    }
    return mind;
}

bool minds_know(struct minds *minds, const struct game *game, const struct options *opt) {
    return find(minds, game, opt) != NULL;
}

/* --- choosing --- */

static struct move random_move(struct minds *minds, const struct minds_task *task) {
    struct move moves[MOVES_MAX];
    size_t n = task->game->moves(&task->pos, moves);
    return moves[splitmix_below(&minds->random, (unsigned)n)];
}

/* Asks the program, unless it is still busy, perhaps with another task. */
static bool choose_by_program(struct minds *minds, struct mind *mind,
                              const struct minds_task *task, struct move *chosen) {
    struct program *program = mind->program;
    if (mind->is_awaited) { /* by another task */
        return false;
    }
    enum program_status status = program_look(program, wait_now_ms());
    if (status != PROGRAM_THINKING && mind->number != task->number) {
        mind->number = task->number;
        program_ask(program, &task->pos, task->most_ms, wait_now_ms());
        status = program_look(program, wait_now_ms());
    }
    switch (status) {
    case PROGRAM_ANSWERED: *chosen = program_take(program); return true;
    case PROGRAM_FAILED:
        fprintf(minds->err, "alea bot: --exec: %s; a random move is played instead\n",
                program_fault(program));
        break;
    case PROGRAM_IDLE: break; /* its answer was taken, but the move is needed again */
    case PROGRAM_THINKING: mind->is_awaited = mind->number == task->number; return false;
    }
    *chosen = random_move(minds, task);
    return true;
}

bool minds_choose(struct minds *minds, const struct minds_task *task,
                  char move[static MOVE_TEXT_BYTES]) {
    struct mind *mind = find(minds, task->game, &task->pos.opt);
    struct move chosen;
    assert(mind != NULL);
    if (mind->program == NULL) {
        struct play play;
        play_init(&play, task->game, &task->pos);
        /* At least half of the time: chat must not make the bot play badly. */
        unsigned half_ms = task->most_ms / 2;
        mind->thinker.input_fd = task->input_fd;
        mind->thinker.on_input = task->on_input;
        mind->thinker.arg = task->arg;
        mind->thinker.least_ms = half_ms > THINK_LEAST_MS ? half_ms : THINK_LEAST_MS;
        chosen = thinker_move(&mind->thinker, &play, task->most_ms);
    } else if (!choose_by_program(minds, mind, task, &chosen)) {
        return false;
    }
    struct text_out text = text_out_of(move, MOVE_TEXT_BYTES);
    task->game->write_move(&task->pos, &chosen, &text);
    return true;
}

void minds_begin_round(struct minds *minds) {
    for (unsigned i = 0; i < minds->n; i++) {
        minds->mind[i].is_awaited = false;
    }
}

bool minds_are_asked(struct minds *minds, const struct minds_task *task) {
    const struct mind *mind = find(minds, task->game, &task->pos.opt);
    return mind != NULL && mind->number == task->number;
}

/* --- waiting --- */

unsigned minds_fds(const struct minds *minds, struct wait_fd *fds) {
    unsigned n = 0;
    for (unsigned i = 0; minds != NULL && minds->command != NULL && i < minds->n; i++) {
        int fd = program_fd(minds->mind[i].program);
        if (fd >= 0) {
            fds[n++] = (struct wait_fd){.fd = fd};
        }
    }
    return n;
}

uint64_t minds_due_ms(const struct minds *minds) {
    uint64_t due_ms = UINT64_MAX;
    for (unsigned i = 0; minds->command != NULL && i < minds->n; i++) {
        uint64_t its_due_ms = program_due_ms(minds->mind[i].program);
        due_ms = its_due_ms < due_ms ? its_due_ms : due_ms;
    }
    return due_ms;
}

bool minds_are_useless(const struct minds *minds) {
    for (unsigned i = 0; minds->command != NULL && i < minds->n; i++) {
        if (program_n_failed(minds->mind[i].program) >= MINDS_FAILED_MAX) {
            return true;
        }
    }
    return false;
}
