#include "client-cli/bot/bot_show.h"

#include <stdio.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "client-cli/term/term.h"
#include "view/render.h"

/* Pictures that stay the whole time of --slow, and its part that later ones stay. */
#define SLOW_PICTURES 20
#define SLOW_PART     10

/* Lets a picture be looked at, unless somebody presses Enter. */
static void stay(struct bot_show *show) {
    bool is_early = show->n_pictures <= SLOW_PICTURES;
    struct wait_fd keys = {.fd = isatty(STDIN_FILENO) ? STDIN_FILENO : -1};
    char typed[80];
    if (wait_for(&keys, 1, is_early ? show->slow_ms : show->slow_ms / SLOW_PART) ==
            WAIT_READY &&
        read(STDIN_FILENO, typed, sizeof typed) != 0) {
        show->slow_ms = 0;
    }
}

void bot_show_state(struct bot_show *show, const struct message *msg) {
    bool is_live = isatty(STDOUT_FILENO);
    struct style style = term_style(stdout, false);
    show->n_pictures++;
    fputs(is_live ? "\033[H\033[2J" : "", stdout);
    render_message(stdout, msg, &style);
    fputs(!is_live            ? "\n"
          : show->slow_ms > 0 ? "(Enter: skip to the end)\n"
                              : "",
          stdout);
    fflush(stdout);
    if (is_live && show->slow_ms > 0) {
        stay(show);
    }
}
