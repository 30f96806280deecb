#include "client-cli/play/console.h"

#include <stdlib.h>

#include "client-cli/net/wait.h"
#include "mem/mem.h"

void console_init(struct console *console, struct player *player, bool plain) {
    *console = (struct console){.ui.player = player};
    console->ui.style = term_style(stdout, plain);
}

void console_fini(struct console *console) {
    if (console->term != NULL) {
        term_free(console->term);
    }
    ui_fini(&console->ui);
}

bool console_goes_on(struct console *console) {
    if (!wait_forget_interrupt()) {
        return false;
    }
    bool is_dropped = term_drop_line(console->term);
    if (!is_dropped) {
        wait_stop();
    }
    return is_dropped;
}

void console_gather(struct console *console) {
    console->ui.out = mem_stream(&console->sheet, &console->sheet_len);
    console->ui.now_ms = wait_now_ms();
    unsigned short columns, rows;
    term_size(&columns, &rows);
    ui_resize(&console->ui, columns, rows);
}

void console_show(struct console *console) {
    fclose(console->ui.out);
    if (console->sheet_len > 0) {
        term_show(console->term, console->sheet);
    }
    free(console->sheet);
}
