/* Lessons: each position is one of its game, and its moves are legal. */
#include "client-cli/learn/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

TEST(test_lessons) {
    for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
        struct options opt = lesson_options(lesson);
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

TEST(test_every_game_has_some) {
    for (size_t i = 0; games[i] != NULL; i++) {
        unsigned n = 0;
        for (const struct lesson *lesson = lessons; lesson->game != NULL; lesson++) {
            n += game_base(lesson->game) == games[i];
        }
        assert_in_range(n, 6, 10);
    }
}
