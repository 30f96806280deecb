/* docs/rules.md is the output of the program, and its examples are valid positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/check/book.h"
#include "rules/game.h"
#include "tests/support/file.h"
#include "tests/unit/test.h"

TEST(the_document_is_what_the_program_writes) {
    char *book = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&book, &len);
    assert_non_null(out);
    book_write(out);
    fclose(out);

    char *document = read_file("docs/rules.md");
    if (strcmp(book, document) != 0) {
        fail_msg("docs/rules.md is not what alea rules --book writes: run make docs");
    }
    free(document);
    free(book);
}

/* The chapter of a game; the caller frees it. */
static char *chapter(const char *text) {
    struct text_in in = text_in_of(text, strlen(text));
    const struct game *game;
    struct options opt;
    char *page = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&page, &len);
    assert_true(out != NULL && game_parse(&in, &game, &opt));
    book_write_game(out, game_with(game, &opt));
    fclose(out);
    return page;
}

TEST(a_variant_is_in_the_chapter_of_its_game) {
    char *game = chapter("morris"), *variant = chapter("morris:dice=none");
    assert_string_equal(variant, game);
    free(game);
    free(variant);
}

TEST(every_example_is_a_position_with_moves) {
    for (size_t i = 0; games[i] != NULL; i++) {
        struct options opt = {{0}};
        struct position pos;
        struct text_in in = text_in_of(games[i]->example, strlen(games[i]->example));
        if (!game_read(games[i], &opt, &in, &pos)) {
            fail_msg("%s: %s", games[i]->id, in.fault);
        }
        assert_int_equal(pos.phase, PHASE_MOVE);
    }
}
