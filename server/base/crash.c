#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "server/base/crash.h"

#include <features.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "mem/lossy.h"

/* Size of the handler's stack: for itself, the unwinder and the saved registers. */
#define STACK_BYTES 65536
#define FRAMES_MAX  64
/* How long the lines of the log that wait have to be written, in ms. */
#define LOG_MS 500
/* How long the handler may take, in s, before SIGALRM ends the process instead: poll may
 * promise room for less than we write. */
#define HANDLER_S 5

/* The log, for the handler. */
static const struct lossy *crash_log;

static const struct fatal {
    int number;
    const char *text;
} fatal[] = {
    {SIGSEGV, "alead " ALEA_VERSION " has crashed: SIGSEGV; calls, innermost first:\n"},
    {SIGBUS, "alead " ALEA_VERSION " has crashed: SIGBUS; calls, innermost first:\n"},
    {SIGILL, "alead " ALEA_VERSION " has crashed: SIGILL; calls, innermost first:\n"},
    {SIGFPE, "alead " ALEA_VERSION " has crashed: SIGFPE; calls, innermost first:\n"},
    {SIGABRT, "alead " ALEA_VERSION " has crashed: SIGABRT; calls, innermost first:\n"},
};

/* musl has no backtrace; the core dump still shows the calls. */
static void write_calls(void) {
#ifdef __GLIBC__
    void *frame[FRAMES_MAX];
    backtrace_symbols_fd(frame, backtrace(frame, FRAMES_MAX), STDERR_FILENO);
#endif
}

/* Whether somebody reads standard error. */
static bool is_read(void) {
    struct pollfd polled = {.fd = STDERR_FILENO, .events = POLLOUT};
    return poll(&polled, 1, 0) == 1 && (polled.revents & POLLOUT) != 0;
}

/* SA_RESETHAND has restored the default action, so the raised signal ends the process
 * when the handler returns.  A fault in here does, too. */
static void on_fatal(int number) {
    (void)alarm(HANDLER_S);
    if (crash_log != NULL) {
        lossy_wait(crash_log, LOG_MS);
    }
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0] && is_read(); i++) {
        if (fatal[i].number == number) {
            (void)!write(STDERR_FILENO, fatal[i].text, strlen(fatal[i].text));
            write_calls();
        }
    }
    raise(number);
}

void crash_catch(const struct lossy *log) {
    static char stack[STACK_BYTES];
    crash_log = log;
    struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
    action.sa_flags |= (int)SA_RESETHAND;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
#ifdef __GLIBC__
    void *frame[1];
    (void)backtrace(frame, 1); /* loads the unwinder: a signal handler must not */
#endif
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
        struct sigaction before;
        sigaction(fatal[i].number, NULL, &before);
        if (before.sa_handler == SIG_DFL) { /* a sanitizer's handler stays */
            sigaction(fatal[i].number, &action, NULL);
        }
    }
}
