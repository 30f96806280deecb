/* The terminal of alea play and alea replay is restored when memory runs out, and set up
 * again when the program continues after Ctrl-Z.  posix_openpt is XSI. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "client-cli/term/input.h"
#include "mem/mem.h"
#include "proto/utf8.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "client-cli/term/full.h"
#include "client-cli/term/term.h"
#include "mem/mem.h"
#include "tests/unit/test.h"

static void edit(void) {
    (void)term_new(false);
}

static void hide(void) {
    term_hide(term_new(false), "Password: ");
}

static void take_all(void) {
    (void)full_new();
}

static struct row {
    const char *name;
    void (*take)(void);
} rows[] = {{"editing", edit}, {"a password", hide}, {"the whole screen", take_all}};

static bool is_same(const struct termios *a, const struct termios *b) {
    return a->c_lflag == b->c_lflag && a->c_iflag == b->c_iflag &&
           a->c_oflag == b->c_oflag;
}

static int open_terminal(int *master) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0);
    assert_int_equal(grantpt(*master), 0);
    assert_int_equal(unlockpt(*master), 0);
    int terminal = open(ptsname(*master), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    return terminal;
}

/* Runs with its own terminal.  Exits with status 1 if the settings do not change. */
static _Noreturn void run(const struct row *row, int terminal) {
    struct termios before, now;
    setenv("TERM", "vt100", 1);
    for (int fd = 0; fd < 3; fd++) {
        dup2(terminal, fd);
    }
    tcgetattr(terminal, &before);
    row->take();
    if (tcgetattr(terminal, &now) != 0 || is_same(&before, &now)) {
        _exit(1);
    }
    mem_exit();
}

/* Does what a shell does: stops the program, and lets it continue. */
static _Noreturn void stop_and_go_on(void (*take)(struct term *), int terminal) {
    struct termios usual, ours, now;
    setenv("TERM", "vt100", 1);
    for (int fd = 0; fd < 3; fd++) {
        dup2(terminal, fd);
    }
    tcgetattr(terminal, &usual);
    wait_catch_resume();
    struct term *term = term_new(false);
    take(term);
    tcgetattr(terminal, &ours);
    struct wait_fd resumed = {.fd = wait_resume_fd()};
    bool was_calm = wait_for(&resumed, 1, 0) == WAIT_TIMEOUT && !wait_has_resumed();
    tcsetattr(terminal, TCSANOW, &usual);
    raise(SIGCONT);
    bool is_told = wait_for(&resumed, 1, 60000) == WAIT_READY && wait_has_resumed() &&
                   wait_for(&resumed, 1, 0) == WAIT_TIMEOUT;
    term_resume(term);
    tcgetattr(terminal, &now);
    bool is_taken = !is_same(&usual, &ours) && is_same(&ours, &now);
    term_free(term);
    tcgetattr(terminal, &now);
    _exit(!(was_calm && is_told && is_taken && is_same(&usual, &now)));
}

static void stay(struct term *term) {
    (void)term;
}

static void hide_typed(struct term *term) {
    term_hide(term, "Password: ");
}

TEST(test_stopped) {
    void (*const ways[])(struct term *) = {stay, hide_typed};
    for (size_t i = 0; i < 2; i++) {
        int status, master, terminal = open_terminal(&master);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            stop_and_go_on(ways[i], terminal);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        close(terminal);
        close(master);
    }
}

/* A key that .editrc unbinds types nothing, except for guests: there it is not read,
 * since it may bind keys to an editor, and so to a shell. */
static _Noreturn void type_as(bool is_kiosk, int terminal, int master) {
    setenv("TERM", "vt100", 1);
    for (int fd = 0; fd < 3; fd++) {
        dup2(terminal, fd);
    }
    struct term *term = term_new(is_kiosk);
    bool is_typed = write(master, "xy\r", 3) == 3;
    for (int i = 0; is_typed && i < 3; i++) {
        term_receive(term);
    }
    const char *line = term_line(term);
    _exit(line == NULL || strcmp(line, is_kiosk ? "xy" : "y") != 0);
}

TEST(test_editrc) {
    char path[] = "/tmp/alea-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "bind x ed-unassigned\n", 21), 21);
    setenv("EDITRC", path, 1);
    for (int is_kiosk = 0; is_kiosk < 2; is_kiosk++) {
        int status, master, terminal = open_terminal(&master);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            type_as(is_kiosk == 1, terminal, master);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        close(terminal);
        close(master);
    }
    unsetenv("EDITRC");
    close(file);
    unlink(path);
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct termios before, after;
    int status, master, terminal = open_terminal(&master);
    assert_int_equal(tcgetattr(terminal, &before), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run(row, terminal);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), MEM_EXIT_CODE);
    assert_int_equal(tcgetattr(terminal, &after), 0);
    assert_true(is_same(&before, &after));
    close(terminal);
    close(master);
}

/* --- input --- */

/* Keys, the mouse and pasted text, from the bytes that terminals send. */

static const struct input_row {
    const char *name;
    const char *bytes;
    size_t n; /* bytes taken; 0: incomplete */
    struct input input;
    bool is_all;
} input_rows[] = {
    {"nothing", "", 0, {.kind = INPUT_NONE}, false},
    {"a letter", "ab", 1, {.kind = INPUT_TEXT, .point = 'a'}, false},
    {"a letter of two bytes", "\303\244x", 2, {.kind = INPUT_TEXT, .point = 0xe4}, false},
    {"half of it", "\303", 0, {.kind = INPUT_NONE}, false},
    {"half of it, and no more comes", "\303", 1, {.kind = INPUT_NONE}, true},
    {"a byte that is no text", "\377a", 1, {.kind = INPUT_NONE}, false},
    {"Enter", "\r", 1, {.kind = INPUT_ENTER}, false},
    {"Tab", "\t", 1, {.kind = INPUT_TAB}, false},
    {"Shift-Tab", "\033[Z", 3, {.kind = INPUT_BACK_TAB}, false},
    {"Backspace", "\177", 1, {.kind = INPUT_ERASE}, false},
    {"Ctrl-D", "\004", 1, {.kind = INPUT_EOF}, false},
    {"another control", "\001x", 1, {.kind = INPUT_HOME}, false},
    {"an unknown control", "\003x", 1, {.kind = INPUT_NONE}, false},
    {"up", "\033[A", 3, {.kind = INPUT_UP}, false},
    {"up, on a keypad", "\033OA", 3, {.kind = INPUT_UP}, false},
    {"Page Down", "\033[6~", 4, {.kind = INPUT_PAGE_DOWN}, false},
    {"an unknown sequence", "\033[15;2~n", 7, {.kind = INPUT_NONE}, false},
    {"broken off", "\033[1\nn", 3, {.kind = INPUT_NONE}, false},
    {"Esc, so far", "\033", 0, {.kind = INPUT_NONE}, false},
    {"Esc", "\033", 1, {.kind = INPUT_ESCAPE}, true},
    {"Esc, then Esc", "\033\033", 1, {.kind = INPUT_ESCAPE}, false},
    {"Alt-1", "\0331", 2, {.kind = INPUT_ALT, .point = '1'}, false},
    {"half a sequence", "\033[", 0, {.kind = INPUT_NONE}, false},
    {"half a sequence, and no more", "\033[1;", 4, {.kind = INPUT_NONE}, true},
    {"a click",
     "\033[<0;12;7M",
     10,
     {.kind = INPUT_CLICK, .row = 6, .column = 11},
     false},
    {"its release", "\033[<0;12;7m", 10, {.kind = INPUT_NONE}, false},
    {"the mouse only moves", "\033[<35;12;7M", 11, {.kind = INPUT_NONE}, false},
    {"the wheel",
     "\033[<64;1;1M",
     10,
     {.kind = INPUT_WHEEL_UP, .row = 0, .column = 0},
     false},
    {"the other way",
     "\033[<65;1;1M",
     10,
     {.kind = INPUT_WHEEL_DOWN, .row = 0, .column = 0},
     false},
    {"a click nowhere", "\033[<0;0;0M", 9, {.kind = INPUT_NONE}, false},
    {"a click with too few numbers", "\033[<0M", 5, {.kind = INPUT_NONE}, false},
    {"paste", "\033[200~", 6, {.kind = INPUT_PASTE_BEGIN}, false},
    {"the end of it", "\033[201~", 6, {.kind = INPUT_PASTE_END}, false},
    {"endless",
     "\033[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1",
     INPUT_BYTES,
     {.kind = INPUT_NONE},
     false},
};

TEST_ROWS(input_rows) {
    const struct input_row *row = table_row(state);
    struct input input;
    assert_int_equal(input_take(row->bytes, strlen(row->bytes), row->is_all, &input),
                     row->n);
    assert_int_equal(input.kind, row->input.kind);
    assert_int_equal(input.point, row->input.point);
    assert_int_equal(input.row, row->input.row);
    assert_int_equal(input.column, row->input.column);
}

TEST(test_shift) {
    struct input input;
    assert_int_equal(input_take("\033[1;2A", 6, false, &input), 6);
    assert_true(input.kind == INPUT_UP && input.is_shift);
    assert_int_equal(input_take("\033[A", 3, false, &input), 3);
    assert_true(input.kind == INPUT_UP && !input.is_shift);
    assert_int_equal(input_take("\033[<2;1;1M", 9, false, &input), 9);
    assert_true(input.kind == INPUT_CLICK && input.is_right);
}

/* Whatever bytes come, each call takes some once there are enough of them. */
TEST(test_noise) {
    static const char likely[] = "\033[<;0123456789MmO~AZ\303\244\177\rq";
    uint64_t random = random_seed();
    char bytes[2 * INPUT_BYTES];
    for (int i = 0; i < 100000; i++) {
        size_t len = 1 + random_below(&random, sizeof bytes);
        for (size_t k = 0; k < len; k++) {
            bytes[k] = random_below(&random, 4) == 0
                           ? (char)random_below(&random, 256)
                           : likely[random_below(&random, sizeof likely - 1)];
        }
        struct input input;
        size_t n = input_take(bytes, len, false, &input);
        assert_in_range(n, len >= INPUT_BYTES ? 1 : 0,
                        len < INPUT_BYTES ? len : INPUT_BYTES);
        assert_in_range(input_take(bytes, len, true, &input), 1, len);
        assert_in_range(input.kind, INPUT_NONE, INPUT_PASTE_END);
        assert_true(input.row >= 0 && input.column >= 0);
        assert_true(input.kind != INPUT_TEXT || input.point >= ' ');
    }
}

/* --- grid --- */

/* Grids, and the bytes that turn one into another: checked with a small terminal. */

#define ROWS    7
#define COLUMNS 30

/* A terminal that knows only what grids may send; anything else fails the test. */
struct pen {
    int row, column;
    bool is_bold, is_underlined, is_reversed;
    char front[16], back[16]; /* as in SGR; "": the terminal's own */
};

struct tube {
    uint32_t point[ROWS][COLUMNS];
    struct pen look[ROWS][COLUMNS]; /* its place is meaningless */
    struct pen pen, kept;
};

static void erase(struct tube *tube, int row, int from) {
    for (int column = from; column < COLUMNS; column++) {
        tube->point[row][column] = ' ';
        tube->look[row][column] = tube->pen;
    }
}

/* A colour as SGR writes it: one number, or 38;5;N and 48;5;N.  Returns its end. */
static char *take_colour(char *at, char *colour) {
    char *end = at;
    int n_left = strncmp(at, "38;", 3) == 0 || strncmp(at, "48;", 3) == 0 ? 3 : 1;
    while (n_left > 0) {
        end += strspn(end, "0123456789");
        end += --n_left > 0;
    }
    bool is_own = strncmp(at, "39", 2) == 0 || strncmp(at, "49", 2) == 0;
    snprintf(colour, 16, "%.*s", is_own ? 0 : (int)(end - at), at);
    return end;
}

static void take_looks(struct pen *pen, char *at) {
    if (*at == '\0') {
        *pen = (struct pen){.row = pen->row, .column = pen->column};
    }
    while (*at != '\0') {
        int n = atoi(at);
        if (n >= 30) {
            at = take_colour(at, n < 40 ? pen->front : pen->back);
        } else {
            pen->is_bold = n == 1 || (n != 22 && pen->is_bold);
            pen->is_underlined = n == 4 || (n != 24 && pen->is_underlined);
            pen->is_reversed = n == 7 || (n != 27 && pen->is_reversed);
            at += strspn(at, "0123456789");
        }
        at += *at == ';';
    }
}

static const char *obey(struct tube *tube, const char *at) {
    char params[32];
    size_t len = strspn(at, "0123456789;?");
    assert_in_range(len, 0, sizeof params - 1);
    memcpy(params, at, len);
    params[len] = '\0';
    switch (at[len]) {
    case 'H':
        tube->pen.row = tube->pen.column = 1;
        sscanf(params, "%d;%d", &tube->pen.row, &tube->pen.column);
        tube->pen.row--;
        tube->pen.column--;
        break;
    case 'G': tube->pen.column = atoi(params) - 1; break;
    case 'C': tube->pen.column += atoi(params); break;
    case 'B': tube->pen.row++; break;
    case 'K': erase(tube, tube->pen.row, tube->pen.column); break;
    case 'J':
        for (int row = 0; row < ROWS; row++) {
            erase(tube, row, 0);
        }
        break;
    case 'm': take_looks(&tube->pen, params); break;
    case 'h':
    case 'l': break;
    default: fail_msg("an unknown sequence: %s", at);
    }
    return at + len + 1;
}

static void show(struct tube *tube, const char *text) {
    while (*text != '\0') {
        uint32_t point;
        if (text[0] == '\033' && text[1] == '[') {
            text = obey(tube, text + 2);
            continue;
        }
        if (strncmp(text, "\0337", 2) == 0 || strncmp(text, "\0338", 2) == 0) {
            *(text[1] == '7' ? &tube->kept : &tube->pen) =
                text[1] == '7' ? tube->pen : tube->kept;
            text += 2;
            continue;
        }
        if (strncmp(text, "\r\n", 2) == 0) {
            tube->pen.row++;
            tube->pen.column = 0;
            text += 2;
            continue;
        }
        size_t n = utf8_read(text, strlen(text), &point);
        assert_true(n > 0 && point >= ' ' && (point < 0x7f || point >= 0xa0));
        struct pen *pen = &tube->pen;
        assert_in_range(pen->row, 0, ROWS - 1);
        assert_in_range(pen->column, 0, COLUMNS - 1);
        tube->look[pen->row][pen->column] = *pen;
        tube->point[pen->row][pen->column++] = point;
        text += n;
    }
}

static size_t send_in(struct tube *tube, const struct grid *grid,
                      const struct grid *before, enum palette palette) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    grid_write(out, grid, before, palette);
    fclose(out);
    show(tube, text);
    free(text);
    return len;
}

static size_t send(struct tube *tube, const struct grid *grid,
                   const struct grid *before) {
    return send_in(tube, grid, before, PALETTE_256);
}

static void check(const struct tube *tube, const struct grid *grid) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (grid->cell[row][column].point != 0) {
                assert_int_equal(tube->point[row][column], grid->cell[row][column].point);
            }
        }
    }
}

/* Both show the same, in the same looks.  Of a blank only what is behind it is seen. */
static void check_looks(const struct tube *a, const struct tube *b,
                        const struct grid *grid) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (grid->cell[row][column].point == 0) {
                continue;
            }
            const struct pen *x = &a->look[row][column], *y = &b->look[row][column];
            assert_string_equal(x->back, y->back);
            assert_int_equal(x->is_underlined, y->is_underlined);
            assert_int_equal(x->is_reversed, y->is_reversed);
            if (a->point[row][column] != ' ' || x->is_underlined || x->is_reversed) {
                assert_string_equal(x->front, y->front);
                assert_int_equal(x->is_bold, y->is_bold);
            }
        }
    }
}

/* Random changes: what the terminal shows is always the grid. */
TEST(test_changes) {
    static const char *const texts[] = {
        "hello", "\xe2\x97\x8f \xe2\x97\x8b", "\xe4\xbd\xa0x",
        "   ",   "\xe2\x94\x80\xe2\x94\xac",  "a b c d"};
    struct grid *grid = mem_new(1, sizeof *grid), *before = mem_new(1, sizeof *before);
    struct tube tube = {.point = {{0}}};
    struct tube fresh = tube;
    uint64_t random = random_seed();
    enum palette palette = PALETTE_256;
    grid_init(grid, ROWS, COLUMNS);
    send_in(&tube, grid, NULL, palette);
    for (int i = 0; i < 2000; i++) {
        *before = *grid;
        if (random_below(&random, 8) == 0) {
            grid_init(grid, ROWS, COLUMNS);
        }
        for (unsigned n = random_below(&random, 4); n > 0; n--) {
            int row = (int)random_below(&random, ROWS),
                column = (int)random_below(&random, COLUMNS);
            grid_text(grid, row, column, COLUMNS,
                      (enum ink_look)random_below(&random, LOOK_LOUD + 1),
                      texts[random_below(&random, 6)]);
            grid_ground(grid, row, column, 2, 3,
                        (enum ground)random_below(&random, GROUND_BAR + 1));
        }
        grid->cursor_row = (int)random_below(&random, 3) - 1;
        send_in(&tube, grid, before, palette);
        check(&tube, grid);
        send_in(&fresh, grid, NULL, palette);
        check_looks(&tube, &fresh, grid);
    }
    free(grid);
    free(before);
}

TEST(test_nothing_new) {
    struct grid *grid = mem_new(1, sizeof *grid);
    struct tube tube = {.point = {{0}}};
    grid_init(grid, ROWS, COLUMNS);
    grid_text(grid, 1, 1, COLUMNS, LOOK_TEXT, "hello");
    assert_true(send(&tube, grid, NULL) > 0);
    assert_int_equal(send(&tube, grid, grid), 0);
    free(grid);
}

/* No text of a player reaches the terminal as an escape. */
TEST(test_escapes) {
    static const char *const texts[] = {"\033[31mred",
                                        "\x07\x08\r\n",
                                        "\x7f",
                                        "\xc2\x9b"
                                        "31m",
                                        "\xe2\x80\xae"
                                        "abc",
                                        "\xff\xfe",
                                        "e\xcc\x81"};
    struct grid *grid = mem_new(1, sizeof *grid);
    struct tube tube = {.point = {{0}}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        grid_init(grid, ROWS, COLUMNS);
        grid_text(grid, 0, 0, COLUMNS, LOOK_TEXT, texts[i]);
        send(&tube, grid, NULL);
        check(&tube, grid);
    }
    free(grid);
}

/* Outside of the grid nothing is written. */
TEST(test_outside) {
    struct grid *grid = mem_new(1, sizeof *grid);
    grid_init(grid, GRID_ROWS + 5, GRID_COLUMNS + 5);
    assert_int_equal(grid->rows, GRID_ROWS);
    assert_int_equal(grid->columns, GRID_COLUMNS);
    grid_text(grid, -1, 0, GRID_COLUMNS, LOOK_TEXT, "x");
    grid_text(grid, GRID_ROWS, -3, 2 * GRID_COLUMNS, LOOK_TEXT, "xxxxxx");
    grid_put(grid, 0, GRID_COLUMNS, LOOK_TEXT, 'x');
    grid_ground(grid, -2, -2, 2 * GRID_ROWS, 2 * GRID_COLUMNS, GROUND_BAR);
    assert_int_equal(grid->cell[0][0].point, ' ');
    assert_int_equal(grid->cell[GRID_ROWS - 1][GRID_COLUMNS - 1].ground, GROUND_BAR);
    free(grid);
}

/* Where the terminal knows only ASCII, letters are read without their accents. */
TEST(test_ascii) {
    static const char *const texts[][2] = {
        {"\xc3\x89t\xc3\xa9, gar\xc3\xa7on, o\xc3\xb9", "Ete, garcon, ou"},
        {"A\xc3\xb0 \xc3\x9e\xc3\xb3r, c\xc5\x93ur", "Ad Tor, cour"},
        {"\xc2\xab l\xe2\x80\x99or \xc2\xbb", "\" l'or \""},
        {"\xe2\x97\x8f \xd0\x96", "? ?"},
    };
    struct grid *grid = mem_new(1, sizeof *grid);
    struct tube tube = {.point = {{0}}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        grid_init(grid, ROWS, COLUMNS);
        grid->is_ascii = true;
        grid_text(grid, 0, 0, COLUMNS, LOOK_TEXT, texts[i][0]);
        send(&tube, grid, NULL);
        for (size_t k = 0; texts[i][1][k] != '\0'; k++) {
            assert_int_equal(tube.point[0][k], texts[i][1][k]);
        }
    }
    free(grid);
}
