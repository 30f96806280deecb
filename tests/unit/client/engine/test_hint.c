/* What a hint says, for given values of the moves; and a thought, which thinks in a
 * thread of its own. */
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "client-cli/analyse/judge.h"
#include "client-cli/engine/hint.h"
#include "client-cli/engine/thinker.h"
#include "client-cli/net/wait.h"

/* Moves of each random game; a few games end earlier. */
#define RANDOM_MOVES 150

static const struct row {
    const char *name;
    const char *game;
    const char *position;
    struct {
        const char *move;
        double value;
    } best, next;
    const char *says;
} rows[] = {
    {"a capture that throws again",
     "royal-ur",
     "6,6 w4=w,5=b 0,0 w 1",
     {"4-5", 0.61},
     {"in-1", 0.48},
     "4-5 takes Black's piece on 5 and throws again: 61 % to win instead of 48 % with "
     "in-1."},
    {"as many digits as tell the values apart",
     "royal-ur",
     "6,7 w3=w 0,0 w 1",
     {"3-4", 0.5123},
     {"in-1", 0.5101},
     "3-4 throws again: 51.2 % to win instead of 51.0 % with in-1."},
    {"both are as good",
     "royal-ur",
     "6,7 w3=w 0,0 w 1",
     {"3-4", 0.51},
     {"in-1", 0.51},
     "3-4 and in-1 are equally good: 51 % to win."},
    {"a piece borne off",
     "royal-ur",
     "0,7 5=w,8=w,w13=w,w14=w 3,0 w 1",
     {"14-off", 0.9},
     {"8-9", 0.8},
     "14-off bears a piece off and throws again: 90 % to win instead of 80 % with 8-9."},
    {"what the next best does, too, is no reason",
     "royal-ur",
     "5,7 w3=w,7=w 0,0 w 1",
     {"3-4", 0.52},
     {"7-8", 0.51},
     "3-4 is better placed: 52 % to win instead of 51 % with 7-8."},
    {"fewer captures by the opponent",
     "royal-ur",
     "5,6 b4=b,5=w,12=w 0,0 w 2",
     {"5-7", 0.5},
     {"in-2", 0.4},
     "5-7 lets Black capture after 12 % of the throws, not 38 %: 50 % to win instead of "
     "40 % with in-2."},
    {"a threat",
     "royal-ur",
     "6,6 w4=w,7=b 0,0 w 1",
     {"4-5", 0.6},
     {"in-1", 0.5},
     "4-5 threatens to capture after 38 % of the throws, not 12 %: 60 % to win instead "
     "of 50 % with in-1."},
    {"black to move",
     "royal-ur",
     "6,6 b4=b,5=w 0,0 b 1",
     {"4-5", 0.7},
     {"in-1", 0.5},
     "4-5 takes White's piece on 5 and throws again: 70 % to win instead of 50 % with "
     "in-1."},
    {"a mill",
     "morris",
     "ww.b........bbwwb....... w 0,0 3,2,1",
     {"g4-g7xd3", 0.8},
     {"g4-g1", 0.4},
     "g4-g7xd3 takes Black's piece on d3 and completes a mill: 80 % to win instead of "
     "40 % with g4-g1."},
    {"a game that is won",
     "tablut",
     "4K4/9/9/9/9/9/9/9/4t4 w",
     {"e9-a9", 1},
     {"e9-e8", 0.5},
     "e9-a9 wins the game: 100 % to win instead of 50 % with e9-e8."},
    {"a threat without dice",
     "tablut",
     "9/9/9/9/4K4/9/9/9/4t4 w",
     {"e5-e9", 0.9},
     {"e5-e6", 0.8},
     "e5-e9 threatens to win: 90 % to win instead of 80 % with e5-e6."},
    {"a capture that is avoided, without dice",
     "tablut",
     "9/9/9/9/4K4/9/t1Tt5/9/9 w",
     {"c3-c4", 0.9},
     {"e5-e6", 0.8},
     "c3-c4 does not let Black capture: 90 % to win instead of 80 % with e5-e6."},
};

static struct engine_choice choice_of(const struct game *game, const struct position *pos,
                                      const char *move, double value) {
    struct engine_choice choice = {.value = value};
    if (!game_find_move(game, pos, move, strlen(move), &choice.move)) {
        fail_msg("no such move: %s", move);
    }
    return choice;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    const struct game *game = game_find(row->game, strlen(row->game));
    struct options opt = {0};
    struct position pos;
    struct text_in in = text_in_of(row->position, strlen(row->position));
    if (!game_read(game, &opt, &in, &pos)) {
        fail_msg("%s", in.fault);
    }
    struct engine_choice choice[2] = {
        choice_of(game, &pos, row->best.move, row->best.value),
        choice_of(game, &pos, row->next.move, row->next.value)};
    struct engine_result values = {.choice = choice, .n = 2};
    char said[HINT_BYTES];
    struct text_out out = text_out_of(said, sizeof said);
    hint_write(game, &pos, &values, LANG_EN, &out);
    assert_string_equal(said, row->says);
}

/* --- any position --- */

/* Goes on to a position with a move, by random throws and moves.  False: the game is
 * over. */
static bool go_on(struct play *play, uint64_t *random) {
    struct roll rolls[ROLLS_MAX];
    struct move moves[MOVES_MAX];
    if (play->pos.phase == PHASE_MOVE) {
        size_t n = play->game->moves(&play->pos, moves);
        play_move(play, &moves[random_below(random, (unsigned)n)], NULL, NULL);
    }
    while (play->pos.phase == PHASE_ROLL) {
        size_t n = dice_rolls(play->game->dice, rolls);
        play_roll(play, &rolls[random_below(random, (unsigned)n)], NULL, NULL);
    }
    return play->pos.phase == PHASE_MOVE;
}

/* Asks for a hint as if two random moves were the best. */
static void ask(const struct play *play, uint64_t *random) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    struct engine_choice choice[2] = {
        {.move = moves[random_below(random, (unsigned)n)], .value = 0.6},
        {.move = moves[random_below(random, (unsigned)n)], .value = 0.5}};
    struct engine_result values = {.choice = choice, .n = n > 1 ? 2 : 1};
    char said[HINT_BYTES], move[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(said, sizeof said);
    struct text_out written = text_out_of(move, sizeof move);
    hint_write(play->game, &play->pos, &values, LANG_EN, &out);
    play->game->write_move(&play->pos, &choice[0].move, &written);
    assert_in_range(out.len, 1, sizeof said - 1);
    assert_int_equal(strncmp(said, move, strlen(move)), 0);
    assert_int_equal(said[out.len - 1], '.');
}

TEST(test_any_position) {
    uint64_t random = random_seed();
    for (size_t i = 0; games[i] != NULL; i++) {
        struct options opt = {0};
        struct position pos;
        struct play play;
        game_start(games[i], &opt, game_first(games[i], &opt), &pos);
        play_init(&play, games[i], &pos);
        for (unsigned n = 0; n < RANDOM_MOVES && go_on(&play, &random); n++) {
            ask(&play, &random);
        }
    }
}

/* --- thinker --- */

/* What ends thinking early, and what it says of tafl. */

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

/* --- thought --- */

/* Thinking in a thread: its result, and ending it early. */

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
