/* Lessons: each position is one of its game, has one thing to find, and can be missed. */
#include "client-cli/learn/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/unit/table.h"

static void test_lessons(void **state) {
    struct move *moves = mem_new(MOVES_MAX, sizeof *moves);
    for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
        struct options opt = {0};
        struct position pos;
        struct text_in in = text_in_of(lesson->position, strlen(lesson->position));
        if (!game_read(lesson->game, &opt, &in, &pos)) {
            fail_msg("%s: %s", lesson->position, in.fault);
        }
        size_t n = lesson->game->moves(&pos, moves), n_right = 0;
        for (size_t i = 0; i < n; i++) {
            struct position after = pos;
            n_right += lesson_play(lesson, &after, &moves[i]);
        }
        assert_in_range(n_right, 1, 1);
        assert_in_range(n, 3, MOVES_MAX);
    }
    free(moves);
}

static void test_every_game_has_some(void **state) {
    for (size_t i = 0; games[i] != NULL; i++) {
        unsigned n = 0;
        for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
            n += lesson->game == games[i];
        }
        assert_in_range(n, 1, 9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lessons),
                                       cmocka_unit_test(test_every_game_has_some)};
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
