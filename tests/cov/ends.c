/* The ends of a program when BUILD=cov: by raise(3), _exit(2) and execvp(3) it would take
 * with it what it has counted, and how that is written is no call of the program's that
 * may fail (tests/fault/faults.c). */
#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_NEXT */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __gcov_dump(void);

/* Runs before gcov's own, which has the priority 100. */
__attribute__((destructor)) static void end_faults(void) {
    void (*end)(void);
    void *found = dlsym(RTLD_DEFAULT, "faults_end");
    memcpy(&end, &found, sizeof end);
    if (end != NULL) {
        end();
    }
}

static void write_counts(void) {
    end_faults();
    __gcov_dump();
}

int raise(int number) {
    write_counts();
    return pthread_kill(pthread_self(), number);
}

void _exit(int status) {
    write_counts();
    _Exit(status);
}

int execvp(const char *file, char *const *argv) {
    int (*next)(const char *, char *const *);
    void *found = dlsym(RTLD_NEXT, "execvp");
    memcpy(&next, &found, sizeof next);
    write_counts();
    return next(file, argv);
}
