/* Only for BUILD=cov: writes the counters of gcov when the program ends by raise(3),
 * _exit(2) or execvp(3), which would lose them.  Calls made to write them do not count as
 * the program's, and do not fail (tests/fault/faults.c). */
#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_NEXT */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __gcov_dump(void);

/* Runs before gcov's destructor, which has priority 100. */
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
