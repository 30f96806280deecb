/* raise(3) and _exit(2) when BUILD=cov: who ends by them would take with him what he has
 * counted. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void __gcov_dump(void);

int raise(int number) {
    __gcov_dump();
    return pthread_kill(pthread_self(), number);
}

void _exit(int status) {
    __gcov_dump();
    _Exit(status);
}
