/* Thinking in a thread: its result, and ending it early. */
#include "client-cli/engine/thinker.h"

#include <poll.h>

#include "tests/unit/test.h"

static void set_up(const struct game *game, struct play *play) {
    struct options opt = {0};
    struct position pos;
    game_start(game, &opt, game_first(game, &opt), &pos);
    play_init(play, game, &pos);
}

static void begin(struct thought *thought, const struct play *play, unsigned level) {
    char fault[FAULT_BYTES];
    struct thought_task task = {.play = play, .level = level, .seed = 1};
    assert_true(thought_begin(thought, &task, fault));
    assert_true(thought_is_open(thought));
}

TEST(test_move) {
    struct play play;
    struct move legal[MOVES_MAX];
    struct thought *thought = thought_new();
    set_up(&game_tablut, &play);
    size_t n = game_tablut.moves(&play.pos, legal), i = 0;
    assert_int_equal(thought_fd(thought), -1);
    begin(thought, &play, 1);
    struct pollfd done = {thought_fd(thought), POLLIN, 0};
    assert_int_equal(poll(&done, 1, 60000), 1);
    struct thought_result result = thought_end(thought);
    while (i < n &&
           (legal[i].from != result.move.from || legal[i].to != result.move.to)) {
        i++;
    }
    assert_in_range(i, 0, n - 1);
    assert_false(thought_is_open(thought));
    assert_int_equal(thought_fd(thought), -1);
    thought_free(thought);
}

/* The same thought can go on with another game. */
TEST(test_values) {
    struct play play;
    struct roll six_one = {.n = 2, .value = {6, 1}};
    struct thought *thought = thought_new();
    set_up(&game_tablut, &play);
    begin(thought, &play, 1);
    thought_end(thought);
    set_up(&game_stelpur, &play);
    play_roll(&play, &six_one, NULL, NULL);
    struct move legal[MOVES_MAX];
    size_t n = game_stelpur.moves(&play.pos, legal);
    begin(thought, &play, 0);
    struct engine_result values = thought_end(thought).values;
    assert_int_equal(values.n, n);
    for (size_t i = 1; i < n; i++) {
        assert_true(values.choice[i - 1].value >= values.choice[i].value);
    }
    thought_free(thought);
}

/* Freeing a thought that is open ends it. */
TEST(test_free_open) {
    struct play play;
    struct thought *thought = thought_new();
    set_up(&game_alea_evangelii, &play);
    begin(thought, &play, ENGINE_LEVELS);
    thought_free(thought);
}
