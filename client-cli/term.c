#include "client-cli/term.h"

#include <histedit.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/lines.h"
#include "proto/bounds.h"

#define HISTORY_LINES 500
/* Typed bytes that may wait: more lines than anybody types while one is obeyed. */
#define TYPED_BYTES 65536

#define CLEAR_LINE "\r\033[K"

struct term {
    EditLine *editor; /* NULL: no line editing */
    History *history;
    struct lines typed;
    bool has_ended; /* end of input */
};

struct style term_style(FILE *out, bool plain) {
    const char *name = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    bool is_capable = !plain && isatty(fileno(out)) && name != NULL && name[0] != '\0' &&
                      strcmp(name, "dumb") != 0;
    return (struct style){
        .unicode = is_capable && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = is_capable && (no_colour == NULL || no_colour[0] == '\0'),
    };
}

static char *prompt(EditLine *editor) {
    (void)editor;
    static char text[] = "> ";
    return text;
}

static void begin_editing(struct term *term) {
    HistEvent event;
    term->editor = el_init("alea", stdin, stdout, stderr);
    term->history = history_init();
    if (term->editor == NULL || term->history == NULL) {
        abort();
    }
    history(term->history, &event, H_SETSIZE, HISTORY_LINES);
    el_set(term->editor, EL_PROMPT, prompt);
    el_set(term->editor, EL_EDITOR, "emacs");
    el_set(term->editor, EL_HIST, history, term->history);
    el_source(term->editor, NULL); /* the user's own .editrc */
    el_set(term->editor, EL_UNBUFFERED, 1);
}

struct term *term_new(void) {
    struct term *term = calloc(1, sizeof *term);
    if (term == NULL) {
        abort();
    }
    lines_init(&term->typed, TYPED_BYTES);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        begin_editing(term);
    }
    return term;
}

void term_free(struct term *term) {
    if (term->editor != NULL) {
        el_set(term->editor, EL_UNBUFFERED, 0);
        el_end(term->editor);
        history_end(term->history);
        fputs(CLEAR_LINE, stdout); /* the prompt */
        fflush(stdout);
    }
    lines_fini(&term->typed);
    free(term);
}

#define END_OF_INPUT 4 /* Ctrl-D at the start of a line */

/* One more key.  libedit hands out the line so far after each; it is whole when its last
 * character is the end of a line. */
static void receive_key(struct term *term) {
    int n = 0;
    const char *line = el_gets(term->editor, &n);
    if (line == NULL) { /* an empty line so far, or the terminal is gone */
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
    if (n > 1) {
        history(term->history, &event, H_ENTER, line);
    }
    lines_add(&term->typed, line, (size_t)n);
    /* Off and on again: the editor begins a new line. */
    el_set(term->editor, EL_UNBUFFERED, 0);
    el_set(term->editor, EL_UNBUFFERED, 1);
}

void term_receive(struct term *term) {
    if (term->editor != NULL) {
        receive_key(term);
        return;
    }
    char bytes[LINE_BYTES_MAX];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0 || !lines_add(&term->typed, bytes, (size_t)n)) {
        term->has_ended = true;
    }
}

const char *term_line(struct term *term) {
    size_t len;
    const char *line = lines_next(&term->typed, &len);
    return line == NULL && term->has_ended ? lines_rest(&term->typed, &len) : line;
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
    if (term->editor != NULL) {
        el_resize(term->editor);
        el_set(term->editor, EL_REFRESH);
    }
}
