/* The terminal and the UI: passes typed lines to the UI, and shows its output, on one
 * screen or line by line. */
#ifndef ALEA_CLIENT_PLAY_CONSOLE_H
#define ALEA_CLIENT_PLAY_CONSOLE_H

#include "client-cli/play/ui.h"
#include "client-cli/scene/scene.h"
#include "client-cli/term/full.h"
#include "client-cli/term/term.h"

struct console {
    struct ui ui;
    struct term *term;   /* owned: line by line; NULL: not so, or not open yet */
    struct full *full;   /* owned: one screen; NULL: not so, or not open yet */
    struct scene *scene; /* owned; with full */
    struct grid *grid;   /* owned; with full */
    char *sheet; /* output of an iteration of the loop: term_show needs whole lines */
    size_t sheet_len;
    bool is_small;  /* the window is too small for the screen */
    bool has_ended; /* the input has ended */
    bool has_read;  /* keys came in this iteration */
};

/* player: borrowed.  The caller opens the terminal when needed. */
void console_init(struct console *console, struct player *player, bool plain);
/* Takes over the terminal: as one screen if it can and `plain` does not forbid it. */
void console_open(struct console *console, bool plain);
void console_fini(struct console *console);
/* After wait_for has stopped: whether to go on, as Ctrl-C has only dropped what was
 * begun. */
bool console_goes_on(struct console *console);
/* Collects the UI's output until console_show shows it. */
void console_gather(struct console *console);
void console_show(struct console *console);

/* As the functions of term.h. */
void console_receive(struct console *console);
const char *console_line(struct console *console);
void console_wipe_line(struct console *console);
void console_hide(struct console *console, const char *prompt);
bool console_is_done(const struct console *console);
/* Call it when wait_has_resumed: after Ctrl-Z, or when the window has another size. */
void console_resume(struct console *console);
/* Time until console_wake has something to do; -1: never.  Call that in each iteration.
 */
int64_t console_due_ms(const struct console *console);
void console_wake(struct console *console);

#endif
