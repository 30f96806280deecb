#include "client-cli/player/dial.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "mem/mem.h"

enum { READ_END, WRITE_END, N_ENDS };

struct dial {
    struct player *player;             /* borrowed */
    const struct net_address *address; /* borrowed */
    pthread_t thread;
    int done[N_ENDS]; /* the thread writes a byte here when it has finished */
    bool is_there;    /* player_connect returned this */
};

static void *run(void *arg) {
    struct dial *dial = arg;
    dial->is_there = player_connect(dial->player, dial->address);
    while (write(dial->done[WRITE_END], "", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

static void dial_free(struct dial *dial) {
    close(dial->done[READ_END]);
    close(dial->done[WRITE_END]);
    free(dial);
}

struct dial *dial_begin(struct player *player, const struct net_address *address) {
    struct dial *dial = mem_new(1, sizeof *dial);
    sigset_t all, before;
    dial->player = player;
    dial->address = address;
    if (pipe(dial->done) != 0) {
        free(dial);
        return NULL;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&dial->thread, NULL, run, dial);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        dial_free(dial);
        return NULL;
    }
    return dial;
}

int dial_fd(const struct dial *dial) {
    return dial->done[READ_END];
}

bool dial_end(struct dial *dial) {
    pthread_join(dial->thread, NULL);
    bool is_there = dial->is_there;
    dial_free(dial);
    return is_there;
}
