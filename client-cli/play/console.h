/* The terminal and the UI: passes typed lines to the UI, and shows its output. */
#ifndef ALEA_CLIENT_PLAY_CONSOLE_H
#define ALEA_CLIENT_PLAY_CONSOLE_H

#include "client-cli/play/ui.h"
#include "client-cli/term/term.h"

struct console {
    struct ui ui;
    struct term *term; /* owned; NULL: standard input is not read yet */
    char *sheet; /* output of an iteration of the loop: term_show needs whole lines */
    size_t sheet_len;
};

/* player: borrowed.  The caller opens the terminal, console->term, when needed. */
void console_init(struct console *console, struct player *player, bool plain);
void console_fini(struct console *console);
/* After wait_for has stopped: whether to go on, as Ctrl-C has only dropped the line that
 * was being typed. */
bool console_goes_on(struct console *console);
/* Collects the UI's output until console_show shows it. */
void console_gather(struct console *console);
void console_show(struct console *console);

#endif
