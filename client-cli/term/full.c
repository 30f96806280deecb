#include "client-cli/term/full.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/term/term.h"
#include "client-cli/term/tty.h"
#include "mem/mem.h"
#include "proto/utf8.h"

/* Escape sequences of xterm, which most terminals know or ignore.  Enter: save the title,
 * alternate screen, mouse with SGR coordinates, bracketed paste.  Leave: end a
 * synchronised update, and undo all that. */
#define SAVE_TITLE "\033[22;0t"
#define ENTER      "\033[?1049h\033[?1000h\033[?1006h\033[?2004h\033[?7l\033[H\033[2J"
#define LEAVE                                                                            \
    "\033[?2026l\033[?7h\033[?2004l\033[?1006l\033[?1000l\033[m\033[?25h\033[?1049l"     \
    "\033[23;0t"
/* Clears the screen; long lines go on in the next. */
#define CLEAR      "\033[?7h\033[H\033[2J"
#define SYNC_BEGIN "\033[?2026h"
#define SYNC_END   "\033[?2026l"
/* What is shorter is hardly ever seen half drawn. */
#define SYNC_FROM 500
/* So long after an Esc without more bytes, it is the key Esc. */
#define ESCAPE_MS 50
#define BYTES_CAP 4096

struct full {
    struct termios usual;
    enum palette palette;
    struct grid shown; /* on the screen now */
    bool is_known;     /* shown is what the terminal shows */
    char bytes[BYTES_CAP];
    size_t len;
};

static void put(const char *text, size_t len) {
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, text, len);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd fd = {STDOUT_FILENO, POLLOUT, 0};
            (void)poll(&fd, 1, -1);
            continue;
        }
        if (n < 0 && errno != EINTR) {
            return;
        }
        text += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
}

static enum palette palette_of(void) {
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM"), *colour = getenv("COLORTERM");
    if (no_colour != NULL && no_colour[0] != '\0') {
        return PALETTE_NONE;
    }
    bool is_rich = (colour != NULL && colour[0] != '\0') ||
                   (term != NULL && strstr(term, "256color") != NULL);
    return is_rich ? PALETTE_256 : PALETTE_16;
}

/* Makes the terminal send keys one by one, without showing them.  Ctrl-C, Ctrl-\ and
 * Ctrl-Z stay signals. */
static bool set_raw(const struct full *full) {
    struct termios raw = full->usual;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

static void enter(struct full *full) {
    tty_keep(STDIN_FILENO, LEAVE);
    set_raw(full);
    tty_guard();
    put(SAVE_TITLE, strlen(SAVE_TITLE));
    put(ENTER, strlen(ENTER));
    full->is_known = false;
}

static void leave(struct full *full) {
    put(LEAVE, strlen(LEAVE));
    tcsetattr(STDIN_FILENO, TCSADRAIN, &full->usual);
    tty_forget();
}

struct full *full_new(void) {
    struct termios usual;
    if (!isatty(STDIN_FILENO) || !cli_takes_escapes(STDOUT_FILENO) ||
        tcgetattr(STDIN_FILENO, &usual) != 0) {
        return NULL;
    }
    struct full *full = mem_new(1, sizeof *full);
    full->usual = usual;
    full->palette = palette_of();
    fflush(stdout);
    enter(full);
    return full;
}

void full_free(struct full *full) {
    leave(full);
    free(full);
}

void full_resume(struct full *full) {
    set_raw(full);
    put(ENTER, strlen(ENTER));
    full->is_known = false;
}

void full_forget(struct full *full) {
    full->is_known = false;
}

size_t full_draw(struct full *full, const struct grid *grid) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    grid_write(out, grid, full->is_known ? &full->shown : NULL, full->palette);
    fclose(out);
    bool is_long = len > SYNC_FROM;
    if (len > 0) {
        put(SYNC_BEGIN, is_long ? strlen(SYNC_BEGIN) : 0);
        put(text, len);
        put(SYNC_END, is_long ? strlen(SYNC_END) : 0);
    }
    free(text);
    full->shown = *grid;
    full->is_known = true;
    return len;
}

void full_show(struct full *full, const char *text) {
    size_t len = strlen(text);
    full->is_known = false;
    put(CLEAR, strlen(CLEAR));
    put(text, len > 0 && text[len - 1] == '\n' ? len - 1 : len);
}

bool full_receive(struct full *full) {
    size_t room = BYTES_CAP - full->len;
    ssize_t n = read(STDIN_FILENO, full->bytes + full->len, room);
    if (n <= 0) {
        return n < 0 && (errno == EINTR || errno == EAGAIN);
    }
    full->len += (size_t)n;
    return true;
}

bool full_next(struct full *full, bool is_all, struct input *input) {
    size_t n = input_take(full->bytes, full->len, is_all, input);
    full->len -= n;
    memmove(full->bytes, full->bytes + n, full->len);
    return n > 0;
}

int full_due_ms(const struct full *full) {
    return full->len > 0 ? ESCAPE_MS : -1;
}

void full_call(struct full *full, bool rings, const char *title, const char *notice) {
    (void)full;
    char text[512] = "", said[121]; /* whole characters */
    snprintf(text, sizeof text, "%s", rings ? "\a" : "");
    if (title != NULL) {
        size_t len = strlen(text);
        utf8_clean(title, strlen(title), said, sizeof said);
        snprintf(text + len, sizeof text - len, "\033]2;%s\033\\", said);
    }
    if (notice != NULL) { /* iTerm2, kitty, foot; rxvt, and many others */
        size_t len = strlen(text);
        utf8_clean(notice, strlen(notice), said, sizeof said);
        snprintf(text + len, sizeof text - len,
                 "\033]9;%s\033\\\033]777;notify;alea;%s\033\\", said, said);
    }
    put(text, strlen(text));
}
