/* What ends thinking early. */
#include "client-cli/engine/thinker.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "tests/support/cmocka.h"

/* Thinking ends early if it takes less than half of this. */
#define LONG_MS 60000

/* Returns how long it thinks about the first move of tablut. */
static uint64_t think(int input_fd) {
    char fault[FAULT_BYTES];
    struct options opt = {0};
    struct thinker thinker;
    struct play play;
    struct position pos;
    assert_true(thinker_init(&thinker, &game_tablut, ENGINE_LEVELS, 1, fault));
    thinker.input_fd = input_fd;
    game_start(&game_tablut, &opt, game_first(&game_tablut, &opt), &pos);
    play_init(&play, &game_tablut, &pos);
    uint64_t began_ms = wait_now_ms();
    struct move move = thinker_move(&thinker, &play, LONG_MS);
    uint64_t ms = wait_now_ms() - began_ms;
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_tablut.write_move(&pos, &move, &out);
    assert_true(game_find_move(&game_tablut, &pos, text, strlen(text), &move));
    thinker_fini(&thinker);
    return ms;
}

static void test_input(void **unused) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_in_range(think(ends[0]), THINK_LEAST_MS, LONG_MS / 2);
    close(ends[0]);
    close(ends[1]);
}

/* Must be the last test: after the signal, thinking always ends early. */
static void test_signal(void **unused) {
    wait_catch_signals();
    assert_int_equal(raise(SIGTERM), 0);
    assert_in_range(think(-1), 0, LONG_MS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_input),
        cmocka_unit_test(test_signal),
    };
    return cmocka_run_group_tests_name("thinker", tests, NULL, NULL);
}
