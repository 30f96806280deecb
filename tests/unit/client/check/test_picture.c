/* docs/board.svg is the output of the program, and every game has a picture. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/picture.h"
#include "tests/support/cmocka.h"
#include "tests/unit/read_file.h"
#include "tests/unit/table.h"

#define TITLE "<title>"

/* Returns owned. */
static char *draw(const struct game *game, const struct position *pos) {
    char *svg = NULL;
    size_t len;
    FILE *out = open_memstream(&svg, &len);
    assert_non_null(out);
    picture_write(out, game, pos);
    fclose(out);
    return svg;
}

/* The title of the document says which board it is. */
static void the_document_is_what_the_program_writes(void **state) {
    char *document = read_file("docs/board.svg");
    const char *id = strstr(document, TITLE) + strlen(TITLE);
    size_t id_len = strcspn(id, " ");
    const struct game *game = game_find(id, id_len);
    struct options opt = {{0}};
    struct position pos;
    struct text_in in = text_in_of(id + id_len + 1, strcspn(id + id_len + 1, "<"));
    assert_non_null(game);
    assert_true(game_read(game, &opt, &in, &pos));
    char *svg = draw(game, &pos);
    if (strcmp(svg, document) != 0) {
        fail_msg("docs/board.svg is not what alea rules --svg writes: run make docs");
    }
    free(svg);
    free(document);
}

static size_t count(const char *text, const char *word) {
    size_t n = 0;
    for (; (text = strstr(text, word)) != NULL; text++) {
        n++;
    }
    return n;
}

static const struct board_row {
    const char *name; /* the game, at its start position */
    size_t n_circles; /* circles drawn: pieces on the board, beside it and in its
                       * legend */
    const char *has;
} board_rows[] = {
    {"royal-ur", 14, ">14</text>"},   {"akalamdung", 14, ">14</text>"},
    {"ur", 14, ">14</text>"},         {"stelpur", 12, ">24*</text>"},
    {"morris", 18, ">hand</text>"},   {"tablut", 25 + 3, ">attackers</text>"},
    {"alea-evangelii", 73 + 3, NULL},
};

static void every_piece_is_there(void **state) {
    const struct board_row *row = table_row(state);
    const struct game *game = game_find(row->name, strlen(row->name));
    struct options opt = {{0}};
    struct position pos;
    game_start(game, &opt, game_first(game, &opt), &pos);
    char *svg = draw(game, &pos);
    assert_int_equal(count(svg, "<circle "), row->n_circles);
    assert_true(row->has == NULL || strstr(svg, row->has) != NULL);
    assert_int_equal(count(svg, "<text "), count(svg, "</text>"));
    assert_null(strchr(svg, '\033'));
    free(svg);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_is_what_the_program_writes),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL) +
           TABLE_RUN("picture/games", every_piece_is_there, board_rows);
}
