/* Lessons: each position is one of its game, and its moves are legal. */
#include "client-cli/learn/lessons.h"

#include <stdlib.h>
#include <string.h>

#include "rules/game.h"
#include "tests/unit/test.h"

static void check_lesson(const struct course *course, const struct lesson *lesson) {
    const struct game *game;
    struct options opt;
    struct position pos;
    struct move m;
    struct text_in id = text_in_of(lesson->game, strlen(lesson->game));
    struct text_in in = text_in_of(lesson->position, strlen(lesson->position));
    assert_true(game_parse(&id, &game, &opt));
    assert_string_equal(game_base(game)->id, course->game);
    if (!game_read(game, &opt, &in, &pos)) {
        fail_msg("%s: %s", lesson->position, in.fault);
    }
    for (const char *move = lesson->good; *move != '\0';) {
        size_t len = strcspn(move, " ");
        assert_true(game_find_move(game, &pos, move, len, &m));
        move += len + (move[len] == ' ');
    }
    assert_true(strlen(lesson->good) > 0);
    for (enum lang lang = LANG_EN; lang < LANG_COUNT; lang++) {
        assert_non_null(lesson->text[lang]);
        assert_non_null(lesson->praise[lang]);
        assert_non_null(course->history[lang]);
    }
}

TEST(test_every_game_has_some) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct course *course = courses;
        while (course->game != NULL && strcmp(course->game, games[i]->id) != 0) {
            course++;
        }
        assert_non_null(course->game);
        unsigned n = 0;
        for (; course->lessons[n].game != NULL; n++) {
            check_lesson(course, &course->lessons[n]);
        }
        assert_in_range(n, 6, LESSONS_MAX);
    }
}
