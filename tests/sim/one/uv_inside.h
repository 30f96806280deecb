/* Shared by the files of the simulated libuv. */
#ifndef ALEA_TESTS_SIM_UV_INSIDE_H
#define ALEA_TESTS_SIM_UV_INSIDE_H

#include <uv.h>

#include "tests/sim/one/loop.h"
#include "tests/sim/world/net.h"

/* Most open handles; a run never has that many. */
#define HANDLES_MAX 4096

/* Bits of uv_handle_t.flags, which only the implementation uses. */
enum { IS_ACTIVE = 1, HAS_REF = 2, IS_CLOSING = 4, IS_READING = 8 };

struct task {
    uv_work_t *req;
    uint64_t due_ms; /* when it is done, or, if done, when that is reported */
    bool is_done, may_have_stored;
    struct task *next;
};

struct fake_loop {
    unsigned host;                    /* of its process; stays */
    uv_handle_t *handle[HANDLES_MAX]; /* all open handles */
    size_t n_handles;
    uint64_t n_reqs, n_timers;
    struct task *tasks; /* jobs under way; owned */
    unsigned n_ended;   /* jobs that have ended so far */
    bool stops, is_dead;
    uint64_t still_since_ms, still_until_ms; /* does nothing meanwhile */
    bool is_interrupted; /* its poll was interrupted before it looked at any socket */
    void (*on_turn)(void);
    uint64_t due_ms; /* when it wakes up, if nothing arrives */
};

/* That of the process that runs now. */
extern struct fake_loop *fake_loop;

/* An iteration of the loop in two halves; between them it sleeps until due_ms or until
 * something arrives.  False: it has ended. */
void uv_inside_before_sleep(uv_loop_t *uv);
bool uv_inside_after_sleep(uv_loop_t *uv);
/* It was stopped, and goes on. */
void uv_inside_was_still(void);

void uv_inside_init(uv_loop_t *uv, uv_handle_t *handle, uv_handle_type type);

/* --- uv_work.c --- */

/* Runs the threads' work up to now; if the loop is dead, all of it.  Returns when more is
 * due. */
uint64_t uv_inside_run_tasks(void);
/* Whether work is done, and the loop does not know it yet. */
bool uv_inside_has_unreported(const struct fake_loop *fake);

/* --- uv_tcp.c --- */

/* Closes a handle. */
void uv_inside_close(uv_handle_t *tcp);
void uv_inside_finish(uv_handle_t *tcp);
/* Handles what has happened to a connection: written, read, or broken.  Reads at most
 * once. */
void uv_inside_serve(uv_handle_t *tcp);
/* Whether bytes have arrived that the owner wants to read. */
bool uv_inside_has_unread(const uv_handle_t *tcp);

#endif
