#include "client-cli/term/tty.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "mem/mem.h"

/* Signals that end the program at once; SIGINT and SIGTERM may end its loop instead
 * (net/wait.h). */
static const int ends[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE, SIGABRT,
                           SIGHUP,  SIGQUIT, SIGINT, SIGTERM};
#define N_ENDS (sizeof ends / sizeof ends[0])

/* Global: the process has one terminal. */
static struct {
    bool is_kept;
    int fd;
    struct termios usual;
    const char *leave;
    bool is_guarded;
    struct sigaction usual_end[N_ENDS], usual_stop;
} kept;

static void say(const char *text) {
    ssize_t n = write(STDOUT_FILENO, text, strlen(text));
    (void)n;
}

static void restore(void) {
    if (kept.is_kept) {
        say(kept.leave);
        (void)tcsetattr(kept.fd, TCSANOW, &kept.usual);
    }
}

/* Restores the terminal, and raises the signal again for its usual effect. */
static void on_end(int number) {
    restore();
    kept.is_kept = false;
    for (size_t i = 0; i < N_ENDS; i++) {
        if (ends[i] == number) {
            (void)sigaction(number, &kept.usual_end[i], NULL);
        }
    }
    (void)raise(number); /* blocked until this handler returns */
}

static void on_stop(int number) {
    int error = errno;
    sigset_t set;
    struct sigaction ours;
    restore();
    (void)sigaction(number, &kept.usual_stop, &ours);
    sigemptyset(&set);
    sigaddset(&set, number);
    (void)raise(number);
    (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* stops here, until SIGCONT */
    (void)sigaction(number, &ours, NULL);
    errno = error;
}

static void guard(int number, void (*handler)(int), struct sigaction *usual) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    (void)sigaction(number, NULL, usual);
    bool is_taken =
        (number == SIGINT || number == SIGTERM) && usual->sa_handler != SIG_DFL;
    if (usual->sa_handler != SIG_IGN && !is_taken) { /* ignored, as under nohup */
        (void)sigaction(number, &action, NULL);
    }
}

void tty_keep(int fd, const char *leave) {
    kept.fd = fd;
    kept.leave = leave;
    kept.is_kept = tcgetattr(fd, &kept.usual) == 0;
}

void tty_guard(void) {
    kept.is_guarded = true;
    for (size_t i = 0; i < N_ENDS; i++) {
        guard(ends[i], on_end, &kept.usual_end[i]);
    }
    guard(SIGTSTP, on_stop, &kept.usual_stop);
}

void tty_forget(void) {
    kept.is_kept = false;
    if (kept.is_guarded) {
        kept.is_guarded = false;
        for (size_t i = 0; i < N_ENDS; i++) {
            (void)sigaction(ends[i], &kept.usual_end[i], NULL);
        }
        (void)sigaction(SIGTSTP, &kept.usual_stop, NULL);
    }
}

void mem_before_exit(void) {
    restore();
}
