#include "client-cli/term/term.h"

#include <histedit.h>
#include <langinfo.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/net.h"
#include "client-cli/net/secret.h"
#include "client-cli/term/tty.h"
#include "mem/mem.h"
#include "proto/bounds.h"

#define HISTORY_LINES 500
/* Most typed bytes that may wait: far more than anybody types during a command. */
#define TYPED_BYTES 65536

#define CLEAR_LINE "\r\033[K"

struct term {
    EditLine *editor; /* NULL: no line editing */
    History *history;
    struct lines typed;
    char *line; /* the last line handed out; borrowed from typed */
    size_t line_len;
    const char *hidden;     /* borrowed: the prompt while input is hidden; NULL: shown */
    bool is_deaf;           /* the terminal does not echo */
    struct termios usually; /* terminal settings with echo */
    bool has_ended;         /* end of input */
};

struct style term_style(FILE *out, bool plain) {
    const char *no_colour = getenv("NO_COLOR");
    bool is_capable = !plain && cli_takes_escapes(fileno(out));
    return (struct style){
        .unicode = is_capable && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = is_capable && (no_colour == NULL || no_colour[0] == '\0'),
        .lang = (uint8_t)lang_of_environment(),
    };
}

void term_size(unsigned short *columns, unsigned short *rows) {
    struct winsize size;
    bool is_known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    *columns = is_known ? size.ws_col : 0;
    *rows = is_known ? size.ws_row : 0;
}

static char *prompt(EditLine *editor) {
    (void)editor;
    static char text[] = "> ";
    return text;
}

static void begin_editing(struct term *term, bool is_kiosk) {
    HistEvent event;
    term->editor = mem_checked(el_init("alea", stdin, stdout, stderr));
    term->history = mem_checked(history_init());
    history(term->history, &event, H_SETSIZE, HISTORY_LINES);
    el_set(term->editor, EL_PROMPT, prompt);
    el_set(term->editor, EL_EDITOR, "emacs");
    el_set(term->editor, EL_HIST, history, term->history);
    /* Alt-X would take commands for libedit: with bind -v, v starts vi, and that a shell.
     */
    el_set(term->editor, EL_BIND, "^[x", "ed-unassigned", NULL);
    el_set(term->editor, EL_BIND, "^[X", "ed-unassigned", NULL);
    if (!is_kiosk) { /* the user's own .editrc may bind -v, too */
        el_source(term->editor, NULL);
    }
    el_set(term->editor, EL_UNBUFFERED, 1);
}

/* --- hidden input --- */

static bool make_deaf(const struct term *term) {
    struct termios deaf = term->usually;
    deaf.c_lflag &= ~(tcflag_t)ECHO;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &deaf) == 0;
}

/* Hides input without libedit, which would echo it: the terminal hands over whole lines
 * and does not echo. */
static void begin_hiding(struct term *term) {
    if (term->editor != NULL) {
        el_set(term->editor, EL_UNBUFFERED, 0);
    }
    term->is_deaf = tcgetattr(STDIN_FILENO, &term->usually) == 0 && make_deaf(term);
}

static void end_hiding(struct term *term) {
    if (term->is_deaf) {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &term->usually);
        term->is_deaf = false;
        fputs("\n", stdout); /* the typed line feed was not echoed */
    }
    if (term->editor != NULL) {
        el_set(term->editor, EL_UNBUFFERED, 1);
    }
}

static void show_prompt(const struct term *term) {
    if (term->is_deaf) {
        printf("%s%s", term->editor != NULL ? CLEAR_LINE : "", term->hidden);
        fflush(stdout);
    }
}

void term_hide(struct term *term, const char *prompt) {
    bool was_hidden = term->hidden != NULL;
    term->hidden = prompt;
    if (was_hidden && prompt == NULL) {
        end_hiding(term);
    } else if (!was_hidden && prompt != NULL) {
        begin_hiding(term);
    }
    if (prompt != NULL) {
        show_prompt(term);
    }
}

void term_resume(struct term *term) {
    if (term->is_deaf) {
        make_deaf(term);
        show_prompt(term);
    } else if (term->editor != NULL) {
        /* Off first: otherwise libedit assumes that its settings are still in force. */
        el_set(term->editor, EL_PREP_TERM, 0);
        el_set(term->editor, EL_PREP_TERM, 1);
        el_set(term->editor, EL_REFRESH);
    }
}

struct term *term_new(bool is_kiosk) {
    struct term *term = mem_new(1, sizeof *term);
    lines_init(&term->typed, TYPED_BYTES);
    tty_keep(STDIN_FILENO, "");
    if (isatty(STDIN_FILENO) && cli_takes_escapes(STDOUT_FILENO)) {
        begin_editing(term, is_kiosk);
    }
    return term;
}

void term_free(struct term *term) {
    term_hide(term, NULL);
    term_wipe_line(term);
    if (term->editor != NULL) {
        el_set(term->editor, EL_UNBUFFERED, 0);
        el_end(term->editor);
        history_end(term->history);
        fputs(CLEAR_LINE, stdout); /* the prompt */
        fflush(stdout);
    }
    tty_forget();
    lines_fini(&term->typed);
    free(term);
}

static bool is_secret(const char *line, size_t len) {
    char *copy = mem_copy(line, len);
    bool is = secret_is(copy);
    sodium_memzero(copy, strlen(copy));
    free(copy);
    return is;
}

/* Turning it off and on makes libedit begin a new line. */
static void begin_line(struct term *term) {
    el_set(term->editor, EL_UNBUFFERED, 0);
    el_set(term->editor, EL_UNBUFFERED, 1);
}

bool term_drop_line(struct term *term) {
    if (term->editor == NULL || term->hidden != NULL) {
        return false;
    }
    const LineInfo *typed = el_line(term->editor);
    if (typed->lastchar == typed->buffer) {
        return false;
    }
    fputs("^C\n", stdout);
    begin_line(term);
    return true;
}

#define END_OF_INPUT 4 /* Ctrl-D at the start of a line */

/* Reads one more key.  libedit returns the line so far after each key; a line feed at its
 * end makes it complete. */
static void receive_key(struct term *term) {
    int n = 0;
    const char *line = el_gets(term->editor, &n);
    if (line == NULL) { /* the line is still empty, or the terminal has closed */
        term->has_ended = !isatty(STDIN_FILENO);
        return;
    }
    if (n == 1 && line[0] == END_OF_INPUT) {
        term->has_ended = true;
        return;
    }
    if (line[n - 1] != '\n' && line[n - 1] != '\r') {
        return;
    }
    HistEvent event;
    if (n > 1 && !is_secret(line, (size_t)n - 1)) {
        history(term->history, &event, H_ENTER, line);
    }
    lines_add(&term->typed, line, (size_t)n);
    begin_line(term);
}

void term_receive(struct term *term) {
    if (term->editor != NULL && term->hidden == NULL) {
        receive_key(term);
        return;
    }
    char bytes[LINE_BYTES_MAX];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0 || !lines_add(&term->typed, bytes, (size_t)n)) {
        term->has_ended = true;
    }
    sodium_memzero(bytes, sizeof bytes);
}

const char *term_line(struct term *term) {
    term->line = lines_next(&term->typed, &term->line_len);
    if (term->line == NULL && term->has_ended) {
        term->line = lines_rest(&term->typed, &term->line_len);
    }
    return term->line;
}

void term_wipe_line(struct term *term) {
    if (term->line != NULL) {
        sodium_memzero(term->line, term->line_len);
        term->line = NULL;
    }
}

bool term_is_done(const struct term *term) {
    return term->has_ended && term->typed.start == term->typed.len;
}

void term_show(struct term *term, const char *text) {
    if (term->editor != NULL) {
        fputs(CLEAR_LINE, stdout);
    }
    fputs(text, stdout);
    fflush(stdout);
    if (term->hidden != NULL) {
        show_prompt(term);
    } else if (term->editor != NULL) {
        el_resize(term->editor);
        el_set(term->editor, EL_REFRESH);
    }
}
