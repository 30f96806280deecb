/* The canvas alone: it drops what lies beyond its edges, and joins frames. */
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "view/canvas.h"
#include "view/clocks.h"

#define LAST_ROW    (CANVAS_ROWS - 1)
#define LAST_COLUMN (CANVAS_COLUMNS - 1)

/* Returns owned. */
static char *shown(const struct canvas *canvas, bool unicode) {
    const struct style style = {.unicode = unicode};
    char *text = NULL;
    SAMPLE_WRITTEN(text, canvas_show(out, canvas, &style));
    return text;
}

static void put(uint16_t *row, int column, const char *text) {
    for (; *text != '\0'; text++) {
        row[column++] = (uint8_t)*text;
    }
}

TEST(what_does_not_fit_is_dropped) {
    struct canvas canvas, expected;
    canvas_init(&canvas, CANVAS_ROWS);
    canvas_init(&expected, CANVAS_ROWS);
    canvas_text(&canvas, -1, 5, INK_NEW, "above");
    canvas_text(&canvas, CANVAS_ROWS, 5, INK_NEW, "below");
    canvas_text(&canvas, 3, -2, INK_NEW, "left");
    canvas_text(&canvas, LAST_ROW, LAST_COLUMN - 1, INK_NEW, "right");
    put(expected.ch[3], 0, "ft");
    put(expected.ch[LAST_ROW], LAST_COLUMN - 1, "ri");
    memset(&expected.ink[3][0], INK_NEW, 2);
    memset(&expected.ink[LAST_ROW][LAST_COLUMN - 1], INK_NEW, 2);
    assert_memory_equal(canvas.ch, expected.ch, sizeof canvas.ch);
    assert_memory_equal(canvas.ink, expected.ink, sizeof canvas.ink);
}

/* A frame as large as the canvas: its corners have no neighbours outside. */
TEST(frames_join_up_at_the_edges) {
    struct canvas canvas;
    canvas_init(&canvas, 2);
    for (int column = 0; column < CANVAS_COLUMNS; column++) {
        canvas.ch[2][column] = '|'; /* not part of the canvas */
    }
    memset(canvas.ink[2], INK_FRAME, CANVAS_COLUMNS);
    for (int row = 0; row < 2; row++) {
        canvas_text(&canvas, row, 0, INK_FRAME, "+-+");
        canvas_text(&canvas, row, LAST_COLUMN - 2, INK_FRAME, "+-+");
    }
    char *text = shown(&canvas, true), expected[400];
    snprintf(expected, sizeof expected, "  ┌─┐%*s┌─┐\n  └─┘%*s└─┘\n", CANVAS_COLUMNS - 6,
             "", CANVAS_COLUMNS - 6, "");
    assert_string_equal(text, expected);
    free(text);
}

/* Lines that pass a corner, and letters next to it, are not joined to it. */
TEST(only_what_leads_to_a_corner_joins_it) {
    struct canvas canvas;
    canvas_init(&canvas, 3);
    canvas_text(&canvas, 0, 1, INK_FRAME, "-");
    canvas_text(&canvas, 1, 0, INK_FRAME, "|+-");
    canvas_text(&canvas, 2, 1, INK_FRAME, "|");
    char *text = shown(&canvas, true);
    assert_string_equal(text, "   ─\n  │┌─\n   │\n");
    free(text);
    canvas_text(&canvas, 2, 1, INK_PIECE, "|");
    canvas_text(&canvas, 1, 0, INK_FRAME, "-");
    text = shown(&canvas, true);
    assert_true(strstr(text, "\n  ───\n") != NULL);
    free(text);
}

/* A character takes one column, however many bytes it has. */
TEST(a_letter_is_one_column) {
    struct canvas canvas;
    canvas_init(&canvas, 1);
    canvas_text(&canvas, 0, 0, INK_WHITE, "Þóra ệ");
    canvas_text(&canvas, 0, 8, INK_TEXT, "7 left");
    canvas_text(&canvas, 0, LAST_COLUMN, INK_TEXT, "ðx");
    char *text = shown(&canvas, false), expected[400];
    snprintf(expected, sizeof expected, "  Þóra ệ  7 left%*sð\n", CANVAS_COLUMNS - 15,
             "");
    assert_string_equal(text, expected);
    free(text);
}

/* Knows only the square a1. */
static bool place_a1(const struct state *state, const char *square, int *row,
                     int *column) {
    *row = 0;
    *column = 1;
    return strcmp(square, "a1") == 0;
}

TEST(pieces_without_a_place_are_left_out) {
    struct sample sample = {.game = "morris",
                            .position = "wwwbbb.................. w 6,6 -"};
    struct message *msg = sample_state(&sample);
    struct board board = {0};
    struct canvas canvas;
    msg->state->game->board(&msg->state->pos, &board);
    assert_int_equal(board.n_squares, 6);
    canvas_init(&canvas, 1);
    canvas_pieces(&canvas, msg->state, place_a1);
    struct canvas blank;
    canvas_init(&blank, 1);
    for (unsigned i = 0; i < board.n_squares; i++) {
        if (strcmp(board.square[i].name, "a1") == 0) {
            blank.ch[0][1] = (uint8_t)board.square[i].pieces[0];
        }
    }
    assert_memory_equal(canvas.ch[0], blank.ch[0], sizeof blank.ch[0]);
    message_free(msg);
}

/* --- clocks --- */

/* Times as they are shown. */

static const struct clock_row {
    const char *name;
    int64_t left_ms;
    const char *text;
} rows[] = {
    {"minutes", 290000, "4:50"},
    {"rounded down", 290999, "4:50"},
    {"ten seconds", 10000, "0:10"},
    {"tenths below ten seconds", 9999, "0:09.9"},
    {"the last tenth", 100, "0:00.1"},
    {"less than a tenth", 99, "0:00.0"},
    {"nothing", 0, "0:00.0"},
    {"never below nothing", -5, "0:00.0"},
    {"nearly an hour", 3599999, "59:59"},
    {"an hour", 3600000, "1:00:00"},
    {"minutes and seconds keep two digits", 3661000, "1:01:01"},
    {"the most that a clock holds", CLOCK_MOST_MS, "24:00:00"},
    {"more than that is not shown", INT64_MAX, "24:00:00"},
};

TEST_ROWS(rows) {
    const struct clock_row *row = table_row(state);
    char text[CLOCK_TEXT_BYTES];
    clock_write(row->left_ms, text);
    assert_string_equal(text, row->text);
}

TEST(test_no_clocks) {
    struct message *msg = sample_state(&(struct sample){0});
    char *text = NULL;
    SAMPLE_WRITTEN(text, clocks_draw(out, msg->state, &(struct style){0}));
    assert_string_equal(text, "");
    free(text);
    message_free(msg);
}
