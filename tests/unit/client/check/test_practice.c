/* The rules shell for people, without a terminal. */
#include "client-cli/check/practice.h"

#include <sodium.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"
#include "view/board.h"

static struct practice *begin(const char *id) {
    const struct options opt = {{0}};
    const struct game *game = game_find(id, strlen(id));
    assert_non_null(game);
    return practice_new(game, &opt, &(struct style){.unicode = false});
}

/* Types a line; the output must contain `part`, and a board if is_board. */
static void type(struct practice *practice, const char *line, const char *part,
                 bool is_board) {
    char *shown = NULL;
    SAMPLE_WRITTEN(shown, practice_line(practice, line, out));
    bool has_board = strstr(shown, "+--") != NULL;
    if (strstr(shown, part) == NULL || has_board != is_board) {
        fail_msg("%s: %s", line, shown);
    }
    free(shown);
}

TEST(test_greeting) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        struct practice *practice = begin((*game)->id);
        char *shown = NULL, *board = NULL;
        struct position pos;
        struct options opt = {{0}};
        SAMPLE_WRITTEN(shown, practice_greet(practice, out));
        assert_non_null(strstr(shown, (*game)->title));
        assert_non_null(strstr(shown, "Type help"));
        game_start(*game, &opt, game_first(*game, &opt), &pos);
        SAMPLE_WRITTEN(board, board_draw_position(out, *game, &pos,
                                                  &(struct style){.unicode = false}));
        assert_non_null(strstr(shown, board));
        free(board);
        free(shown);
        practice_free(practice);
    }
}

TEST(test_a_game_with_dice) {
    struct practice *practice = begin("royal-ur");
    type(practice, "moves", "No move is due.", false);
    type(practice, "roll", "Thrown: ", true);
    type(practice, "new black", "Black is to throw", true);
    type(practice, "roll 2", "Black is to move: moves lists the 1 legal move.", true);
    type(practice, " moves ", "1) in-2", false);
    type(practice, "2", "There is no move with this number", false);
    type(practice, "0", "There is no move with this number", false);
    type(practice, "IN-2", "White is to throw", true);
    type(practice, "undo", "Black is to move", true);
    type(practice, "1", "White is to throw", true);
    type(practice, "rolls", "0 1 2 3", false);
    practice_free(practice);
}

TEST(test_mistakes) {
    struct practice *practice = begin("tablut");
    type(practice, "", "", false);
    type(practice, "help", "undo                take back", false);
    type(practice, "?", "quit                end", false);
    type(practice, "announce", "Nothing.", false);
    type(practice, "roll", "", false);
    type(practice, "move a1-a2", ".", false);
    type(practice, "frobnicate", "neither a command nor a move: type help", false);
    type(practice, "d1-a9", "along its rank or its file", false);
    type(practice, "d1 e2", "along its rank or its file", false);
    type(practice, "moves d1", "d1-b1 d1-c1 d1-d2 d1-d3 d1-d4", false);
    type(practice, "moves e5", "no move from there", false);
    type(practice, "D1 d4", "White is to move", false);
    type(practice, "undo", "Black is to move", false);
    type(practice, "board", "moves lists the 72 legal moves.", false);
    type(practice, "position x", ".", false);
    assert_false(practice_is_done(practice));
    type(practice, "bye", "", false);
    assert_true(practice_is_done(practice));
    practice_free(practice);
}

TEST(test_the_end) {
    struct practice *practice = begin("royal-ur");
    type(practice, "position 0,0 w14=w,b14=b 6,6 w 1", "White is to move", true);
    type(practice, "14-off", "White has won (", true);
    type(practice, "moves", "No move is due.", false);
    practice_free(practice);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
