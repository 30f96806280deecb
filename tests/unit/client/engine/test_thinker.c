/* What ends thinking early, and what it says of tafl. */
#include "client-cli/engine/thinker.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/analyse/judge.h"
#include "client-cli/net/wait.h"
#include "tests/unit/test.h"

/* Thinking ends early if it takes less than half of this. */
#define LONG_MS 60000

/* Returns how long it thinks about the first move of alea-evangelii. */
static uint64_t think(int input_fd) {
    char fault[FAULT_BYTES];
    struct options opt = {0};
    struct thinker thinker;
    struct play play;
    struct position pos;
    assert_true(thinker_init(&thinker, &game_alea_evangelii, ENGINE_LEVELS, 1, fault));
    thinker.input_fd = input_fd;
    game_start(&game_alea_evangelii, &opt, game_first(&game_alea_evangelii, &opt), &pos);
    play_init(&play, &game_alea_evangelii, &pos);
    uint64_t began_ms = wait_now_ms();
    struct move move = thinker_move(&thinker, &play, LONG_MS);
    uint64_t ms = wait_now_ms() - began_ms;
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_alea_evangelii.write_move(&pos, &move, &out);
    assert_true(game_find_move(&game_alea_evangelii, &pos, text, strlen(text), &move));
    thinker_fini(&thinker);
    return ms;
}

TEST(test_input) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_in_range(think(ends[0]), THINK_LEAST_MS, LONG_MS / 2);
    close(ends[0]);
    close(ends[1]);
}

/* A hint says of the start of tafl what an analysis says. */
TEST(test_same_chances) {
    const struct game *const tafl[] = {&game_tablut, &game_alea_evangelii};
    for (size_t i = 0; i < 2; i++) {
        char fault[FAULT_BYTES];
        struct options opt = {0};
        struct position pos;
        struct play play;
        struct thinker thinker;
        struct judge judge;
        bool is_exact;
        game_start(tafl[i], &opt, game_first(tafl[i], &opt), &pos);
        play_init(&play, tafl[i], &pos);
        assert_true(thinker_init(&thinker, tafl[i], 0, 1, fault));
        assert_true(judge_init(&judge, &(struct judge_setup){.game = tafl[i]}, fault));
        struct engine_result values = thinker_values(&thinker, &play, 200);
        double white = judge_value(&judge, &play, &is_exact);
        double hinted =
            pos.turn == SIDE_WHITE ? values.choice[0].value : 1 - values.choice[0].value;
        if (fabs(hinted - white) > 0.15) {
            fail_msg("%s: %f is far from %f", tafl[i]->id, hinted, white);
        }
        judge_fini(&judge);
        thinker_fini(&thinker);
    }
}

/* Must be the last test: after the signal, thinking always ends early. */
TEST(test_signal) {
    wait_catch_signals();
    assert_int_equal(raise(SIGTERM), 0);
    assert_in_range(think(-1), 0, LONG_MS / 2);
}
