/* Lessons: each position is one of its game, and its moves are legal. */
#include "client-cli/learn/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

static void test_lessons(void **state) {
    for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
        struct options opt = {0};
        struct position pos;
        struct move m;
        struct text_in in = text_in_of(lesson->position, strlen(lesson->position));
        if (!game_read(lesson->game, &opt, &in, &pos)) {
            fail_msg("%s: %s", lesson->position, in.fault);
        }
        for (const char *move = lesson->good; *move != '\0';) {
            size_t len = strcspn(move, " ");
            assert_true(game_find_move(lesson->game, &pos, move, len, &m));
            move += len + (move[len] == ' ');
        }
        assert_true(strlen(lesson->good) > 0);
    }
}

static void test_every_game_has_some(void **state) {
    for (size_t i = 0; games[i] != NULL; i++) {
        unsigned n = 0;
        for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
            n += lesson->game == games[i];
        }
        assert_in_range(n, 6, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lessons),
                                       cmocka_unit_test(test_every_game_has_some)};
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
