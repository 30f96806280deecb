/* Child processes of a test: they have a peer to talk through, and a time limit. */
#ifndef ALEA_TESTS_SUPPORT_PROCESS_H
#define ALEA_TESTS_SUPPORT_PROCESS_H

#include <sys/types.h>

#include "tests/support/peer.h"

/* What a child's standard input, output and error are connected to. */
enum process_stdio {
    PROCESS_SOCKET, /* a socket: peer_hang_up closes the child's input */
    PROCESS_PTY,    /* a terminal without echo */
};

struct process {
    pid_t pid;         /* 0: no process */
    struct peer stdio; /* the other end of its standard input and output */
};

/* Starts argv[0], found in PATH; fails the test if it cannot be run.  argv: ends with
 * NULL. */
void process_start(struct process *process, enum process_stdio how,
                   const char *const *argv);
/* Reads what the child still writes, waits for its end, and returns its exit code, or 128
 * + the signal that ended it.  Fails the test if that takes longer than limit_s.
 * *output: everything that it wrote and the test has not read; valid until process_fini;
 * may be NULL. */
int process_finish(struct process *process, int limit_s, const char **output);
/* Kills the child if it still runs. */
void process_fini(struct process *process);

/* Runs argv, and shows what it writes.  Fails the test if its exit code is not 0. */
void process_must_succeed(const char *const *argv, int limit_s);

/* Forks.  Returns 0 in the child, where signals are as a program expects them. */
pid_t process_fork(void);
/* Runs argv in a child made by process_fork; prints an error and exits if it cannot. */
_Noreturn void process_exec(const char *const *argv);
/* Waits for a child's end.  Returns its exit code as process_finish does, or -1 after the
 * timeout. */
int process_wait(pid_t pid, int limit_s);

#endif
