/* Long texts over the board: a page at a time, with search. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "mem/mem.h"
#include "view/page.h"

const char keys_text[] =
    "Keys\n"
    "\n"
    "  arrows, Tab     walk over what can move, or where it can go\n"
    "  Enter           picks up, puts down; so does a click\n"
    "  Esc             takes the last choice back\n"
    "  1 2 3 ...       plays the move with this number, after a moment\n"
    "  in-2, c5c1      or type the move, then Enter\n"
    "  Shift+arrows    walk over every square\n"
    "  w               why can the piece not go here?\n"
    "  h               a hint: the best move (where that is fair)\n"
    "  Space           skips the pauses between the steps of what happens\n"
    "\n"
    "  Tab             in a line: completes commands, games, rooms, moves\n"
    "  Up, Down        lines that you typed before, when it is not your turn\n"
    "  PgUp, PgDn      what happened in this game, page by page\n"
    "  Ctrl-N, Ctrl-P  the next game, the one before; also Alt-1 to Alt-8\n"
    "  Alt-0           the lobby\n"
    "  Ctrl-L          draws everything again\n"
    "  Ctrl-C          takes back what you have begun; otherwise ends\n"
    "\n"
    "After a game: r rematch, a analyse, s save; + and - the computer's level.\n"
    "\n"
    "Words\n"
    "\n"
    "  last            what happened since your last move; history: everything\n"
    "  say TEXT        talks to the room\n"
    "  auto on         plays your forced moves for you\n"
    "  pace slow       longer pauses; also fast, off, normal\n"
    "  bell off        no bell; notify on: also a notification of your desktop\n"
    "  help            all the other words; help royal-ur: the rules of a game\n"
    "  quit            ends\n"
    "\n"
    "With plain text instead: alea play --plain.  To copy text with the mouse, hold "
    "Shift.\n";

void page_close(struct scene *scene) {
    free(scene->page.text);
    scene->page = (struct scene_page){0};
}

void page_open(struct scene *scene, const char *text) {
    page_close(scene);
    scene->page.text = mem_copy(text, strlen(text));
}

static int page_rows(const struct scene *scene) {
    return scene->rows - 3;
}

static void scroll(struct scene *scene, int lines) {
    struct scene_page *page = &scene->page;
    int most = (int)page_count_lines(page->text) - page_rows(scene);
    page->top += lines;
    page->top = page->top > most ? most : page->top;
    page->top = page->top < 0 ? 0 : page->top;
}

/* Whether a line has the text, in any case of ASCII letters. */
static bool has_text(const char *line, size_t len, const char *wanted) {
    size_t n = strlen(wanted);
    for (size_t i = 0; n > 0 && i + n <= len; i++) {
        if (strncasecmp(line + i, wanted, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Goes to the next line after the top one that has what is searched for. */
static void search(struct scene *scene) {
    struct scene_page *page = &scene->page;
    int n = (int)page_count_lines(page->text);
    for (int i = 1; i <= n; i++) {
        int at = (page->top + i) % n;
        const char *line = page_after_lines(page->text, (size_t)at);
        if (has_text(line, strcspn(line, "\n"), page->found)) {
            page->top = at;
            return;
        }
    }
}

static void take_search(struct scene *scene, const struct input *input) {
    struct scene_page *page = &scene->page;
    if (input->kind == INPUT_ENTER) {
        snprintf(page->found, sizeof page->found, "%.79s", scene->editor.text);
        page->is_search = false;
        editor_clear(&scene->editor);
        search(scene);
    } else if (input->kind == INPUT_ESCAPE) {
        page->is_search = false;
        editor_clear(&scene->editor);
    } else {
        editor_take(&scene->editor, input);
    }
}

void page_take(struct scene *scene, const struct input *input) {
    struct scene_page *page = &scene->page;
    int rows = page_rows(scene);
    if (page->is_search) {
        take_search(scene, input);
        return;
    }
    bool is_last = page->top + rows >= (int)page_count_lines(page->text);
    switch ((int)input->kind) {
    case INPUT_UP: scroll(scene, -1); return;
    case INPUT_DOWN: scroll(scene, 1); return;
    case INPUT_WHEEL_UP: scroll(scene, -3); return;
    case INPUT_WHEEL_DOWN: scroll(scene, 3); return;
    case INPUT_PAGE_UP: scroll(scene, 1 - rows); return;
    case INPUT_PAGE_DOWN: scroll(scene, rows - 1); return;
    case INPUT_HOME: page->top = 0; return;
    case INPUT_END: scroll(scene, 1 << 20); return;
    case INPUT_TEXT:
        if (input->point == '/') {
            page->is_search = true;
            return;
        }
        if (input->point == 'n' && page->found[0] != '\0') {
            search(scene);
            return;
        }
        if (input->point == ' ' && !is_last) {
            scroll(scene, rows - 1);
            return;
        }
        break;
    case INPUT_ENTER:
        if (!is_last) {
            scroll(scene, rows - 1);
            return;
        }
        break;
    case INPUT_NONE:
    case INPUT_CLICK: return;
    default: break;
    }
    page_close(scene);
}

void page_show(struct scene *scene, struct grid *grid) {
    const struct scene_page *page = &scene->page;
    int rows = page_rows(scene);
    for (int row = 0; row < rows; row++) {
        char line[4 * GRID_COLUMNS + 1];
        const char *at = page_after_lines(page->text, (size_t)(page->top + row));
        size_t len = strcspn(at, "\n");
        bool is_found = has_text(at, len, page->found);
        snprintf(line, sizeof line, "%.*s", (int)len, at);
        grid_text(grid, row, 1, scene->columns, is_found ? LOOK_NEW : LOOK_TEXT, line);
    }
    bool is_last = page->top + rows >= (int)page_count_lines(page->text);
    grid_ground(grid, scene->rows - 2, 0, 1, scene->columns, GROUND_BAR);
    grid_text(grid, scene->rows - 2, 1, scene->columns, LOOK_TEXT,
              is_last
                  ? said("Enter or q closes   PgUp back   / searches")
                  : said("Enter or PgDn shows more   q closes   / searches   n again"));
    if (page->is_search) {
        int column = grid_text(grid, scene->rows - 1, 1, scene->columns, LOOK_LOUD, "/");
        column = grid_text(grid, scene->rows - 1, column, scene->columns, LOOK_TEXT,
                           scene->editor.text);
        grid->cursor_row = scene->rows - 1;
        grid->cursor_column = column;
    }
}
