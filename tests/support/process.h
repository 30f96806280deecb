/* Child processes of a test: they speak through a peer, and have a time limit. */
#ifndef ALEA_TESTS_SUPPORT_PROCESS_H
#define ALEA_TESTS_SUPPORT_PROCESS_H

#include <sys/types.h>

#include "tests/support/peer.h"

/* What a child's standard input, output and error are. */
enum process_stdio {
    PROCESS_SOCKET, /* a socket: peer_hang_up gives it the end of its input */
    PROCESS_PTY,    /* a terminal that does not echo */
};

struct process {
    pid_t pid;         /* 0: none */
    struct peer stdio; /* what it reads and writes */
};

/* Starts argv[0], found in PATH; fails the test when it cannot be run.
 * argv: closed by NULL. */
void process_start(struct process *process, enum process_stdio how,
                   const char *const *argv);
/* Reads what the child still writes, waits for its end, and returns its exit code, or 128
 * + the signal that ended it.  Fails the test when that takes longer than limit_s.
 * *output, may be NULL: all it wrote and nobody read; valid until process_fini. */
int process_finish(struct process *process, int limit_s, const char **output);
/* Kills the child if it still runs. */
void process_fini(struct process *process);

/* Runs argv, and shows what it writes.  Fails the test when its exit code is not 0. */
void process_must_succeed(const char *const *argv, int limit_s);

/* Forks.  In the child signals are as a program expects them; 0 there. */
pid_t process_fork(void);
/* Runs argv in a child made by process_fork; says so and exits when it cannot. */
_Noreturn void process_exec(const char *const *argv);
/* Waits for a child's end; its exit code as above, or -1 when the time is over. */
int process_wait(pid_t pid, int limit_s);

#endif
