#include "client-cli/engine/thought.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/engine/thinker.h"
#include "mem/mem.h"
#include "mem/thread.h"

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
