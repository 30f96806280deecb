#include "client-cli/play/console.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "view/page.h"

/* A longer answer is shown over the board, as far as the talk has no room for it. */
#define PAGE_LINES 3

void console_init(struct console *console, struct player *player, bool plain) {
    *console = (struct console){.ui.player = player};
    console->ui.style = term_style(stdout, plain);
}

static bool is_large_enough(void) {
    unsigned short columns, rows;
    term_size(&columns, &rows);
    return rows >= SCENE_ROWS_LEAST && columns >= SCENE_COLUMNS_LEAST;
}

void console_open(struct console *console, bool plain) {
    console->full = plain || !is_large_enough() ? NULL : full_new();
    if (console->full == NULL) {
        console->term = term_new(console->ui.is_kiosk);
        return;
    }
    console->scene = mem_new(1, sizeof *console->scene);
    console->grid = mem_new(1, sizeof *console->grid);
    scene_init(console->scene, console->ui.style.unicode);
    console->scene->is_local = console->ui.is_local;
    console->scene->name = console->ui.player->name;
    console->scene->input_ms = wait_now_ms();
    console->ui.scene = console->scene;
    console->ui.style.colour = false; /* the screen has its own */
    wait_catch_resize();
}

void console_fini(struct console *console) {
    if (console->term != NULL) {
        term_free(console->term);
    }
    if (console->full != NULL) {
        full_free(console->full);
        scene_fini(console->scene);
        free(console->scene);
        free(console->grid);
    }
    ui_fini(&console->ui);
}

static void draw(struct console *console);

bool console_goes_on(struct console *console) {
    if (!wait_forget_interrupt()) {
        return false;
    }
    bool is_dropped = console->full != NULL ? scene_drop(console->scene)
                                            : term_drop_line(console->term);
    if (!is_dropped) {
        wait_stop();
    } else if (console->full != NULL) {
        draw(console);
    }
    return is_dropped;
}

/* --- output --- */

void console_gather(struct console *console) {
    console->ui.out = mem_stream(&console->sheet, &console->sheet_len);
    console->ui.now_ms = wait_now_ms();
    console->ui.is_page = false;
    console->has_read = false;
    unsigned short columns, rows;
    term_size(&columns, &rows);
    if (console->full != NULL) {
        ui_resize(&console->ui, columns < GRID_COLUMNS ? columns : GRID_COLUMNS, 0);
    } else {
        ui_resize(&console->ui, columns, rows);
    }
}

static void draw(struct console *console) {
    unsigned short columns, rows;
    struct scene *scene = console->scene;
    term_size(&columns, &rows);
    if (scene->wants_redraw) {
        full_forget(console->full);
        scene->wants_redraw = false;
    }
    console->is_small = !scene_resize(scene, rows, columns);
    if (console->is_small) {
        grid_init(console->grid, rows, columns);
        grid_text(console->grid, 0, 0, columns, LOOK_TEXT,
                  said("The window is too small:"));
        grid_text(console->grid, 1, 0, columns, LOOK_TEXT, said("make it 60 x 20."));
    } else {
        scene_draw(scene, console->grid, wait_now_ms());
    }
    full_draw(console->full, console->grid);
    bool is_titled = strcmp(scene->title, scene->told_title) != 0;
    if (scene->rings || is_titled || scene->notice[0] != '\0') {
        full_call(console->full, scene->rings, is_titled ? scene->title : NULL,
                  scene->notice[0] != '\0' ? scene->notice : NULL);
        memcpy(scene->told_title, scene->title, sizeof scene->told_title);
        scene->rings = false;
        scene->notice[0] = '\0';
    }
}

void console_show(struct console *console) {
    fclose(console->ui.out);
    if (console->full != NULL) {
        bool is_page =
            console->ui.is_page && page_count_lines(console->sheet) > PAGE_LINES;
        scene_say(console->scene, console->sheet, is_page && console->sheet_len > 0);
        draw(console);
    } else if (console->sheet_len > 0) {
        term_show(console->term, console->sheet);
    }
    free(console->sheet);
}

/* --- input --- */

void console_receive(struct console *console) {
    if (console->full == NULL) {
        term_receive(console->term);
        return;
    }
    struct input input;
    console->has_read = true;
    console->has_ended = !full_receive(console->full) || console->has_ended;
    while (full_next(console->full, false, &input)) {
        scene_take(console->scene, &input, wait_now_ms());
    }
}

const char *console_line(struct console *console) {
    return console->full != NULL ? scene_line(console->scene) : term_line(console->term);
}

void console_wipe_line(struct console *console) {
    if (console->full == NULL) {
        term_wipe_line(console->term);
    }
}

void console_hide(struct console *console, const char *prompt) {
    if (console->full == NULL) {
        term_hide(console->term, prompt);
    } else if (console->scene->hidden != prompt) {
        console->scene->hidden = prompt;
        draw(console);
    }
}

bool console_is_done(const struct console *console) {
    return console->full != NULL ? console->has_ended || console->scene->has_ended
                                 : term_is_done(console->term);
}

void console_resume(struct console *console) {
    if (console->full != NULL) {
        full_resume(console->full);
    } else {
        term_resume(console->term);
    }
}

int64_t console_due_ms(const struct console *console) {
    if (console->full == NULL) {
        return -1;
    }
    int64_t due_ms = scene_due_ms(console->scene, wait_now_ms());
    int64_t key_ms = full_due_ms(console->full);
    return key_ms >= 0 && (due_ms < 0 || key_ms < due_ms) ? key_ms : due_ms;
}

void console_wake(struct console *console) {
    if (console->full == NULL) {
        return;
    }
    struct input input;
    while (!console->has_read && full_next(console->full, true, &input)) {
        scene_take(console->scene, &input, wait_now_ms());
    }
    scene_wake(console->scene, wait_now_ms());
}
