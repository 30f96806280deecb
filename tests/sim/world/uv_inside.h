/* What the files of the libuv of the simulation share. */
#ifndef ALEA_TESTS_SIM_UV_INSIDE_H
#define ALEA_TESTS_SIM_UV_INSIDE_H

#include <uv.h>

#include "tests/sim/world/loop.h"
#include "tests/sim/world/net.h"

/* More than a run has open at once. */
#define HANDLES_MAX 4096

/* In uv_handle_t.flags, which is ours. */
enum { IS_ACTIVE = 1, HAS_REF = 2, IS_CLOSING = 4, IS_READING = 8 };

struct task {
    uv_work_t *req;
    uint64_t due_ms;
    struct task *next;
};

struct fake_loop {
    uv_handle_t *handle[HANDLES_MAX]; /* all that are not closed */
    size_t n_handles;
    uint64_t n_reqs, n_timers;
    struct task *tasks; /* work that is under way; owned */
    bool stops, is_dead;
    uint64_t still_until_ms; /* it does nothing until then */
    bool is_interrupted;     /* its poll has ended without a look at any socket */
    void (*on_turn)(void);
};

extern struct fake_loop fake_loop;

void uv_inside_init(uv_loop_t *uv, uv_handle_t *handle, uv_handle_type type);

/* --- uv_tcp.c --- */

/* The end of a handle that is closed. */
void uv_inside_close(uv_handle_t *tcp);
void uv_inside_finish(uv_handle_t *tcp);
/* Does what a connection has come to: written, read, or broken.  At most one read. */
void uv_inside_serve(uv_handle_t *tcp);
/* Whether something is there that is wanted, and not read. */
bool uv_inside_has_unread(const uv_handle_t *tcp);

#endif
