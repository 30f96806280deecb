/* The simple players of tafl: they win, keep the other from winning, and respect their
 * limits. */
#include "engine/simple/tafl_simple.h"

#include <string.h>

#include "tests/unit/test.h"

#include "engine/simple/tafl_runner.h"
#include "rules/tafl/tafl.h"

static const struct row {
    const char *name;
    const struct game *game;
    const char *position;
    const char *move;
    unsigned plies;
} rows[] = {
    {"the king is captured", &game_tablut, "3t5/9/9/9/9/2tKt4/3t5/9/9 b", "d9-d5", 1},
    {"the king is captured, looking further", &game_tablut, "3t5/9/9/9/9/2tKt4/3t5/9/9 b",
     "d9-d5", 4},
    {"with his companion", &game_alea_evangelii,
     "19/19/19/19/19/19/19/19/19/19/19/19/19/19/12tt5/11tKTt4/12t6/19/13t5 b", "n1-n3",
     2},
    {"the only man that can close the way", &game_tablut, "9/9/9/9/9/9/2t6/1t7/2KT5 b",
     "b2-b1", 2},
};

static struct position read(const struct row *row) {
    struct options opt = {{0}};
    struct position pos;
    struct text_in in = text_in_of(row->position, strlen(row->position));
    if (!game_read(row->game, &opt, &in, &pos)) {
        fail_msg("%s", in.fault);
    }
    return pos;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct position pos = read(row);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        uint64_t random = seed;
        struct tafl_simple_limits limits = {.plies = row->plies};
        struct move m = tafl_simple_move(&pos, &limits, &random);
        char text[MOVE_TEXT_BYTES];
        struct text_out out = text_out_of(text, sizeof text);
        row->game->write_move(&pos, &m, &out);
        assert_string_equal(text, row->move);
    }
}

static bool is_over_at_once(void *arg) {
    ++*(unsigned *)arg;
    return true;
}

/* It asks once, stops, and still has a legal move. */
TEST(test_stopped) {
    struct position pos;
    static struct move move[MOVES_MAX];
    game_start(&game_tablut, &(struct options){{0}}, SIDE_BLACK, &pos);
    uint64_t random = 1;
    unsigned n_asked = 0;
    struct tafl_simple_limits limits = {.is_over = is_over_at_once, .arg = &n_asked};
    struct move m = tafl_simple_move(&pos, &limits, &random);
    assert_int_equal(n_asked, 1);
    bool is_legal = false;
    size_t n = tafl_moves(&pos, move);
    for (size_t i = 0; i < n; i++) {
        is_legal |= memcmp(&move[i], &m, sizeof m) == 0;
    }
    assert_true(is_legal);
}

/* The same nodes and the same chance give the same move. */
TEST(test_deterministic) {
    struct position pos;
    game_start(&game_alea_evangelii, &(struct options){{0}}, SIDE_WHITE, &pos);
    uint64_t one = 7, two = 7;
    struct tafl_simple_limits limits = {.nodes = 3000};
    struct move first = tafl_simple_move(&pos, &limits, &one);
    struct move second = tafl_simple_move(&pos, &limits, &two);
    assert_memory_equal(&first, &second, sizeof first);
}

/* --- the runner --- */

static const struct row runner_rows[] = {
    {"the king escapes", &game_tablut, "9/9/9/4t4/9/9/9/9/2K1t4 w", "c1-a1", 0},
    {"the way out is closed", &game_tablut, "9/9/9/9/9/9/2t6/1t7/2KT5 b", "b2-b1", 0},
    {"the king is captured", &game_tablut, "3t5/9/9/9/9/2tKt4/3t5/9/9 b", "d9-d5", 0},
};

TEST_ROWS(runner_rows) {
    const struct row *row = table_row(state);
    struct position pos = read(row);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        uint64_t random = seed;
        struct move m = tafl_runner_move(&pos, &random);
        char text[MOVE_TEXT_BYTES];
        struct text_out out = text_out_of(text, sizeof text);
        row->game->write_move(&pos, &m, &out);
        assert_string_equal(text, row->move);
    }
}
