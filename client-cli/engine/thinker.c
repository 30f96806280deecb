#include "client-cli/engine/thinker.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/engine/chances.h"
#include "client-cli/engine/solve.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "mem/thread.h"

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

/* --- thoughts --- */

enum { READ_END, WRITE_END, N_ENDS };

struct thought {
    const struct game *game; /* game of the thinker; NULL: there is no thinker yet */
    struct thinker thinker;
    bool is_open;
    bool has_thread;
    pthread_t thread;
    int stop[N_ENDS]; /* a byte here asks the thread to stop */
    int done[N_ENDS]; /* the thread writes a byte here when it has finished */
    unsigned level;
    struct thought_result result;
    struct play play; /* last member: only play_bytes of it are copied */
};

struct thought *thought_new(void) {
    return mem_new(1, sizeof(struct thought));
}

static void forget_thinker(struct thought *thought) {
    if (thought->game != NULL) {
        thinker_fini(&thought->thinker);
        thought->game = NULL;
    }
}

void thought_free(struct thought *thought) {
    if (thought == NULL) {
        return;
    }
    if (thought->is_open) {
        thought_end(thought);
    }
    forget_thinker(thought);
    free(thought);
}

bool thought_is_open(const struct thought *thought) {
    return thought->is_open;
}

int thought_fd(const struct thought *thought) {
    return thought->is_open ? thought->done[READ_END] : -1;
}

static void *think(void *arg) {
    struct thought *thought = arg;
    if (thought->level > 0) {
        thought->result.move = thinker_move(&thought->thinker, &thought->play, 0);
    } else {
        thought->result.values = thinker_values(&thought->thinker, &thought->play, 0);
    }
    while (write(thought->done[WRITE_END], "", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

static void close_pipe(int ends[static N_ENDS]) {
    close(ends[READ_END]);
    close(ends[WRITE_END]);
}

static bool open_pipes(struct thought *thought) {
    if (pipe(thought->stop) != 0) {
        return false;
    }
    if (pipe(thought->done) != 0) {
        close_pipe(thought->stop);
        return false;
    }
    return true;
}

/* Starts the thread.  If the system has none left, thinks to the end at once. */
static void start_thread(struct thought *thought) {
    thought->has_thread = thread_start(&thought->thread, think, thought) == 0;
    if (!thought->has_thread) {
        think(thought);
    }
}

bool thought_begin(struct thought *thought, const struct thought_task *task,
                   char fault[static FAULT_BYTES]) {
    const struct game *game = task->play->game;
    if (thought->game != game || thought->level != task->level) {
        forget_thinker(thought);
        if (!thinker_init(&thought->thinker, game, task->level, task->seed, fault)) {
            return false;
        }
        thought->game = game;
    }
    memcpy(&thought->play, task->play, play_bytes(game));
    thought->level = task->level;
    thought->is_open = open_pipes(thought);
    if (!thought->is_open) {
        snprintf(fault, FAULT_BYTES, "the system has no pipe left: %s", strerror(errno));
        return false;
    }
    thought->thinker.input_fd = thought->stop[READ_END];
    start_thread(thought);
    return true;
}

struct thought_result thought_end(struct thought *thought) {
    while (write(thought->stop[WRITE_END], "", 1) < 0 && errno == EINTR) {
    }
    if (thought->has_thread) {
        pthread_join(thought->thread, NULL);
    }
    close_pipe(thought->stop);
    close_pipe(thought->done);
    thought->is_open = false;
    return thought->result;
}
