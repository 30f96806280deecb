#include "server/people/ended.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/sessions.h"
#include "server/people/state.h"

/* Retry interval while the disk fails, in ms. */
#define RETRY_MS 10000
/* Sessions that end within this time are deleted together, in ms. */
#define TOGETHER_MS 1000

/* Sessions deleted in one transaction: about 1 ms of work. */
#define SESSION_ROWS 512

/* Sessions remembered while nothing can be deleted (0.8 MB).  The next start finds all
 * others, because they sit nowhere, and deletes them. */
#define ENDED_MAX 100000

struct cleaning {
    struct apart apart; /* comes first */
    uint64_t *session;  /* owned; ids */
    size_t n_sessions;
    size_t n; /* deleted before one failed */
};

/* Notes that a stored session is over, to delete it soon together with others. */
static void remove_stored(struct people *people, uint64_t session) {
    struct ended_sessions *ended = &people->ended;
    if (ended->n == ENDED_MAX) {
        return;
    }
    MEM_ROOM(ended->id, ended->n, ended->cap, 16);
    if (ended->n == 0) {
        ended->at_ms = turn_now_ms(people->turns) + TOGETHER_MS;
        ended->rows = SESSION_ROWS;
    }
    ended->id[ended->n++] = session;
    turn_wake_at(people->turns, ended->at_ms);
}

void people_leave_out(struct people *people, bool leaves_out) {
    people->leaves_out = leaves_out;
}

void people_end_stored(struct people *people, uint64_t session) {
    if (people->leaves_out) {
        slots_reserve(&people->sessions, session);
    } else {
        remove_stored(people, session);
    }
}

void people_forget_stored(struct people *people, uint64_t session, bool has_aside) {
    if (!people->leaves_out && !has_aside) {
        slots_skip(&people->sessions, session); /* it may be there for a while */
        remove_stored(people, session);
    } else {
        slots_reserve(&people->sessions, session);
    }
}

void people_keep_stored(struct people *people, uint64_t session) {
    struct ended_sessions *ended = &people->ended;
    for (size_t i = ended->n; i > 0 && !ended->is_busy; i--) {
        if (ended->id[i - 1] == session) {
            ended->id[i - 1] = ended->id[--ended->n];
        }
    }
}

static void run_sessions(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    while (cleaning->n < cleaning->n_sessions &&
           store_remove_session(store, cleaning->session[cleaning->n])) {
        cleaning->n++;
    }
    apart_commit(&cleaning->apart, store);
}

/* Tries the failed rows again later: one at first, then more. */
static void put_off(struct people *people, const char *why) {
    struct ended_sessions *ended = &people->ended;
    if (!ended->fails && !turn_storage(people->turns)->fails) {
        ended->fails = true;
        log_line(&people->config->log, LOG_ERROR, "sessions_not_deleted n=%zu why=%s",
                 ended->n, LOG_QUOTED(why));
    }
    ended->rows = 1;
    ended->at_ms = turn_now_ms(people->turns) + RETRY_MS;
}

/* A session that cannot be deleted is tried last from now on. */
static void sessions_done(struct store_task *task, void *owner) {
    struct people *people = owner;
    struct cleaning *cleaning = (struct cleaning *)task;
    struct ended_sessions *ended = &people->ended;
    apart_count(people->turns, &cleaning->apart);
    ended->is_busy = false;
    if (cleaning->apart.works) {
        ended->n -= cleaning->n;
        memmove(ended->id, ended->id + cleaning->n, ended->n * sizeof *ended->id);
        ended->rows = ended->rows * 2 < SESSION_ROWS ? ended->rows * 2 : SESSION_ROWS;
        ended->fails = ended->fails && ended->n > 0;
        if (ended->n == 0) {
            free(ended->id);
            ended->id = NULL;
            ended->cap = 0;
        }
    } else {
        if (cleaning->n < cleaning->n_sessions) {
            uint64_t at_fault = ended->id[cleaning->n];
            ended->id[cleaning->n] = ended->id[ended->n - 1];
            ended->id[ended->n - 1] = at_fault;
        }
        put_off(people, cleaning->apart.fault);
    }
    if (ended->n > 0) {
        turn_wake_at(people->turns, ended->at_ms);
    }
    free(cleaning->session);
    free(cleaning);
}

static void delete_sessions(struct people *people) {
    struct ended_sessions *ended = &people->ended;
    struct cleaning *cleaning = mem_new(1, sizeof *cleaning);
    cleaning->apart.task.run = run_sessions;
    cleaning->apart.task.done = sessions_done;
    cleaning->apart.task.owner = people;
    cleaning->n_sessions = ended->n < ended->rows ? ended->n : ended->rows;
    cleaning->session = mem_new(cleaning->n_sessions, sizeof *cleaning->session);
    memcpy(cleaning->session, ended->id,
           cleaning->n_sessions * sizeof *cleaning->session);
    ended->is_busy = true;
    turn_start_task(people->turns, &cleaning->apart.task);
}

void people_clean_sessions(struct people *people) {
    struct ended_sessions *ended = &people->ended;
    if (ended->n > 0 && !ended->is_busy && turn_now_ms(people->turns) >= ended->at_ms) {
        turn_commit(people->turns); /* what the turn has done so far, in its own
                            transaction; it may add sessions */
        if (turn_storage(people->turns)->fails || !turn_may_write(people->turns)) {
            put_off(people, turn_storage(people->turns)->fault);
        } else {
            delete_sessions(people);
        }
    }
    if (ended->n > 0 && !ended->is_busy) {
        turn_wake_at(people->turns, ended->at_ms);
    }
}
