/* The person's terminal and the UI: what they type goes to the UI, what the UI writes is
 * shown. */
#ifndef ALEA_CLIENT_PLAY_CONSOLE_H
#define ALEA_CLIENT_PLAY_CONSOLE_H

#include "client-cli/play/ui.h"
#include "client-cli/term/term.h"

struct console {
    struct ui ui;
    struct term *term; /* owned; NULL: standard input is not read yet */
    char *sheet;       /* the UI's output of one turn: term_show needs whole lines */
    size_t sheet_len;
};

/* player: borrowed.  The caller opens the terminal, console->term, when it is needed. */
void console_init(struct console *console, struct player *player, bool plain);
void console_fini(struct console *console);
/* Gathers what the UI writes, until console_show shows it. */
void console_gather(struct console *console);
void console_show(struct console *console);
/* Hides what is typed while the UI asks for a password: was_asked before this turn,
 * prompt now; NULL: it does not ask. */
void console_hide(struct console *console, bool was_asked, const char *prompt);

#endif
