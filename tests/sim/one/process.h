/* A process whose loop runs beside those of others: each wakes up, does one iteration,
 * and sleeps again, as an event of the world.  (uv_run lets one process run alone.) */
#ifndef ALEA_TESTS_SIM_PROCESS_H
#define ALEA_TESTS_SIM_PROCESS_H

#include "tests/sim/one/uv_inside.h"

struct process {
    struct fake_loop fake; /* must be first, for casts; its host is set */
    uv_loop_t *uv;         /* NULL: it does not run */
    void (*ended)(struct process *process);
    uint64_t wake_ms, serial; /* of the wake-up that counts */
    bool is_inside;
};

/* Another process runs from now on: whether it reaches the database (several.c). */
void several_reach(void);
/* Makes it the process that runs now; returns the one before it, for process_leave. */
struct fake_loop *process_enter(struct process *process);
void process_leave(struct fake_loop *before);
/* Runs a loop that was made inside of the process.  When it has ended, calls `ended`,
 * inside of it, too. */
void process_start(struct process *process, uv_loop_t *uv,
                   void (*ended)(struct process *process));
/* As fake_loop_die, fake_loop_signal and fake_loop_stand_still, from outside. */
void process_kill(struct process *process);
void process_signal(struct process *process, int number);
void process_stand_still(struct process *process, uint64_t ms);
bool process_is_still(const struct process *process);

#endif
