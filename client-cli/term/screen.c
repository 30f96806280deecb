#include "client-cli/term/screen.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/term/tty.h"
#include "mem/mem.h"

/* Escape sequences of xterm, which most terminals know: enter and leave the alternate
 * screen, clear the screen, clear the rest of a line. */
#define ENTER      "\033[?1049h"
#define LEAVE      "\033[?1049l"
#define CLEAR      "\033[H\033[2J"
#define KEYS_BYTES 64

/* Signals that end or suspend the program, and those that call for a redraw. */
static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                              SIGTSTP, SIGCONT, SIGWINCH};
#define N_SIGNALS (sizeof signals / sizeof signals[0])

struct screen {
    int fd;               /* keys come from here */
    struct termios usual; /* earlier terminal settings */
    sigset_t usual_mask;  /* earlier signal mask; used while waiting */
    struct sigaction usual_action[N_SIGNALS];
    char bytes[KEYS_BYTES]; /* bytes read, not yet turned into keys */
    size_t len;
};

/* Written only by on_signal, which runs only while screen_wait is waiting. */
static volatile sig_atomic_t caught;

static void on_signal(int number) {
    caught = number;
}

static void put(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

/* --- taking over, giving back --- */

static void take_signals(struct screen *screen) {
    sigset_t ours;
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigemptyset(&ours);
    for (size_t i = 0; i < N_SIGNALS; i++) {
        sigaddset(&ours, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &ours, &screen->usual_mask);
    for (size_t i = 0; i < N_SIGNALS; i++) {
        sigaction(signals[i], &action, &screen->usual_action[i]);
        if (screen->usual_action[i].sa_handler == SIG_IGN) { /* ignored, as under nohup */
            sigaction(signals[i], &screen->usual_action[i], NULL);
        }
    }
}

static void give_signals_back(const struct screen *screen) {
    for (size_t i = 0; i < N_SIGNALS; i++) {
        sigaction(signals[i], &screen->usual_action[i], NULL);
    }
    sigprocmask(SIG_SETMASK, &screen->usual_mask, NULL);
}

/* Makes the terminal send keys one by one, without showing them. */
static bool set_raw(const struct screen *screen) {
    struct termios raw = screen->usual;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(screen->fd, TCSAFLUSH, &raw) == 0;
}

static bool take_terminal(struct screen *screen) {
    tty_keep(screen->fd, LEAVE);
    if (tcgetattr(screen->fd, &screen->usual) != 0 || !set_raw(screen)) {
        return false;
    }
    put(ENTER);
    return true;
}

static void give_terminal_back(const struct screen *screen) {
    put(LEAVE);
    tcsetattr(screen->fd, TCSAFLUSH, &screen->usual);
    tty_forget();
}

struct screen *screen_new(int keys_fd) {
    if (!cli_takes_escapes(STDOUT_FILENO)) {
        return NULL;
    }
    struct screen *screen = mem_new(1, sizeof *screen);
    screen->fd = keys_fd;
    take_signals(screen);
    if (!take_terminal(screen)) {
        give_signals_back(screen);
        free(screen);
        return NULL;
    }
    return screen;
}

void screen_free(struct screen *screen) {
    give_terminal_back(screen);
    give_signals_back(screen);
    free(screen);
}

/* --- drawing and waiting --- */

void screen_show(struct screen *screen, const char *text) {
    (void)screen;
    size_t len = strlen(text);
    put(CLEAR);
    fwrite(text, 1, len > 0 && text[len - 1] == '\n' ? len - 1 : len, stdout);
    fflush(stdout);
}

/* Restores the terminal, and raises the signal again for its usual effect. */
static void obey(struct screen *screen) {
    int number = caught;
    caught = 0;
    if (number == SIGCONT) { /* after SIGSTOP, which cannot be caught */
        set_raw(screen);
    }
    if (number == 0 || number == SIGCONT || number == SIGWINCH) {
        return;
    }
    give_terminal_back(screen);
    give_signals_back(screen);
    raise(number); /* ends the program, or stops it until SIGCONT */
    take_signals(screen);
    take_terminal(screen);
}

/* Takes a key from the bytes read.  False: there is no complete key. */
static bool take_key(struct screen *screen, struct key *key) {
    size_t n = key_take(screen->bytes, screen->len, key);
    if (n == 0 && screen->len == KEYS_BYTES) { /* too long for any key */
        n = screen->len;
    }
    screen->len -= n;
    memmove(screen->bytes, screen->bytes + n, screen->len);
    return n > 0;
}

enum screen_event screen_wait(struct screen *screen, struct key *key) {
    while (!take_key(screen, key)) {
        fd_set readable;
        FD_ZERO(&readable);
        assert(screen->fd < FD_SETSIZE);
        FD_SET(screen->fd, &readable);
        int n = pselect(screen->fd + 1, &readable, NULL, NULL, NULL, &screen->usual_mask);
        if (n < 0 && errno == EINTR) {
            obey(screen);
            return SCREEN_REDRAW;
        }
        ssize_t got = n > 0 ? read(screen->fd, screen->bytes + screen->len,
                                   KEYS_BYTES - screen->len)
                            : -1;
        if (got <= 0) {
            return SCREEN_END;
        }
        screen->len += (size_t)got;
    }
    return SCREEN_KEY;
}
