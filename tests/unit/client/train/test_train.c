/* Training is repeatable, and improves networks. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/test.h"

#include "client-cli/train/learn.h"
#include "client-cli/train/weights.h"
#include "engine/dice_search.h"
#include "engine/network/features.h"
#include "engine/splitmix.h"
#include "rules/game.h"

#define SEED 7

static struct learn *train(const struct game *game, unsigned n_games) {
    struct learn_setup setup = {.game = game, .seed = SEED};
    struct learn *learn = learn_new(&setup);
    for (unsigned i = 0; i < n_games; i++) {
        learn_game(learn);
    }
    assert_int_equal(learn_n_games(learn), n_games);
    return learn;
}

static size_t bytes_of(const struct learn *learn) {
    return NETWORK_WEIGHTS((size_t)learn_network(learn)->n_inputs) * sizeof(float);
}

/* Every game with a network can be trained, and the same seed gives the same weights. */
TEST(test_repeated) {
    static const struct game *const trained[] = {&game_royal_ur, &game_akalamdung,
                                                 &game_ur,       &game_stelpur,
                                                 &game_morris,   &game_tablut};
    for (unsigned i = 0; i < sizeof trained / sizeof trained[0]; i++) {
        struct learn *a = train(trained[i], 4);
        struct learn *b = train(trained[i], 4);
        assert_true(learn_n_positions(a) > 4);
        assert_memory_equal(learn_network(a)->weight, learn_network(b)->weight,
                            bytes_of(a));
        for (size_t k = 0; k < bytes_of(a) / sizeof(float); k++) {
            assert_true(isfinite(learn_network(a)->weight[k]));
        }
        learn_free(a);
        learn_free(b);
    }
}

/* Training continues from the given weights. */
TEST(test_continued) {
    struct learn *first = train(&game_royal_ur, 3);
    struct learn_setup setup = {&game_royal_ur, SEED, learn_network(first)->weight, 3};
    struct learn *second = learn_new(&setup);
    assert_memory_equal(learn_network(first)->weight, learn_network(second)->weight,
                        bytes_of(first));
    learn_game(second);
    assert_int_equal(learn_n_games(second), 4);
    assert_memory_not_equal(learn_network(first)->weight, learn_network(second)->weight,
                            bytes_of(first));
    learn_free(first);
    learn_free(second);
}

static struct move best_move(struct dice_search *search, const struct play *play) {
    static const struct engine_limits limits = {.plies = 1};
    return dice_search_run(search, play, &limits).choice[0].move;
}

static struct move random_move(const struct play *play, uint64_t *random) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    return moves[splitmix_below(random, (unsigned)n)];
}

/* Whether the network, as white, wins a game against random play. */
static bool wins(struct dice_search *search, uint64_t *random) {
    struct play play;
    struct position start;
    struct options opt = {{0}};
    game_start(&game_royal_ur, &opt, SIDE_WHITE, &start);
    play_init(&play, &game_royal_ur, &start);
    while (play.pos.phase != PHASE_OVER) {
        if (play.pos.phase == PHASE_ROLL) {
            uint8_t faces[DICE_MAX];
            for (unsigned i = 0; i < DICE_MAX; i++) {
                faces[i] = (uint8_t)splitmix_below(random, 2);
            }
            struct roll roll = roll_of_faces(game_royal_ur.dice, faces);
            play_roll(&play, &roll, NULL, NULL);
        } else {
            struct move m = play.pos.turn == SIDE_WHITE ? best_move(search, &play)
                                                        : random_move(&play, random);
            play_move(&play, &m, NULL, NULL);
        }
    }
    return play.pos.outcome == OUTCOME_WHITE;
}

/* After some training, the network for royal-ur wins more than two of three games against
 * random play; before, it does not. */
TEST(test_improves) {
    unsigned n_won[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct learn *learn = train(&game_royal_ur, i == 0 ? 0 : 150);
        struct dice_search *search =
            dice_search_new_with(&game_royal_ur, learn_network(learn));
        uint64_t random = SEED;
        for (unsigned k = 0; k < 60; k++) {
            n_won[i] += wins(search, &random);
        }
        dice_search_free(search);
        learn_free(learn);
    }
    assert_true(n_won[1] > 40);
    assert_true(n_won[1] > n_won[0]);
}

/* --- weights --- */

/* The files of weights: what is written can be read again, and the files in the source
 * are complete. */

static const struct row {
    const char *name;
    const struct game *game;
} rows[] = {
    {"royal-ur", &game_royal_ur},
    {"akalamdung", &game_akalamdung},
    {"ur", &game_ur},
    {"stelpur", &game_stelpur},
    {"morris", &game_morris},
    {"tablut", &game_tablut},
};

static char path[] = "/tmp/alea-test-XXXXXX";

/* The file in the source has every weight, and is the one built into the program. */
TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    const struct features *features = features_find(row->game);
    struct weights *weights = calloc(1, sizeof *weights);
    char name[64];
    snprintf(name, sizeof name, "common/engine/weights/%s.txt", row->name);
    assert_true(weights_read(name, weights));
    assert_int_equal(weights->n, NETWORK_WEIGHTS(features->network.n_inputs));
    assert_memory_equal(weights->weight, features->network.weight,
                        weights->n * sizeof weights->weight[0]);
    assert_true(weights->n_games > 0);
    assert_non_null(strstr(weights->history, row->name));
    assert_non_null(strstr(weights->history, "--seed"));
    free(weights);
}

static void write_weights(const struct weights *weights) {
    struct weights_out out = {.path = path};
    char fault[FAULT_BYTES];
    assert_true(weights_begin(&out, fault));
    assert_int_equal(access(out.part, F_OK), -1); /* a killed training leaves nothing */
    assert_true(weights_end(&out, "ur", weights, fault));
    assert_int_equal(access(out.part, F_OK), -1);
}

TEST(test_written) {
    struct weights *written = calloc(1, sizeof *written);
    struct weights *again = calloc(1, sizeof *again);
    strcpy(written->history, " * alea train ur --games 5 --seed 2 (1 s)\n");
    written->n_games = 5;
    written->n = 30;
    for (size_t i = 0; i < written->n; i++) {
        written->weight[i] = (float)i * (float)i * (i % 2 == 0 ? 0.001F : -1.25F);
    }
    write_weights(written);
    assert_true(weights_read(path, again));
    assert_string_equal(again->history, written->history);
    assert_int_equal(again->n_games, 5);
    assert_int_equal(again->n, 30);
    for (size_t i = 0; i < written->n; i++) {
        float a = written->weight[i];
        assert_true(fabsf(again->weight[i] - a) <= 0.005F * fabsf(a));
    }
    free(written);
    free(again);
}

/* After any number of trainings, the number of games is right, and the lines of the
 * history are complete. */
TEST(test_long_history) {
    struct weights *weights = calloc(1, sizeof *weights);
    char line[80];
    weights->n = 1;
    for (unsigned i = 1; i <= 200; i++) {
        snprintf(line, sizeof line, " * alea train ur --games %u --seed 1 (60 s)\n", i);
        weights_note(weights, line);
        weights->n_games += i;
        write_weights(weights);
        assert_true(weights_read(path, weights));
        assert_int_equal(weights->n_games, i * (i + 1) / 2);
        assert_non_null(strstr(weights->history, line));
    }
    assert_memory_equal(weights->history, " * alea train ur --games ", 25);
    assert_true(strlen(weights->history) > WEIGHTS_HISTORY_BYTES - sizeof line);
    free(weights);
}

/* Earlier versions could cut a full history in the middle of a line. */
TEST(test_cut_history) {
    struct weights *weights = calloc(1, sizeof *weights);
    write_file(path, "/* The network of ur, written by these commands:\n"
                     " * alea train ur --games 5 --seed 1 (60 s)\n"
                     " * alea train ur --ga * Games in all: 1234\n */\n1,\n");
    assert_true(weights_read(path, weights));
    assert_int_equal(weights->n_games, 1234);
    assert_string_equal(weights->history, " * alea train ur --games 5 --seed 1 (60 s)\n");
    free(weights);
}

/* Weights never replace a file that another program has made during the training. */
TEST(test_file_meanwhile) {
    struct weights *weights = calloc(1, sizeof *weights);
    struct weights_out out = {.path = path, .is_new = true};
    char fault[FAULT_BYTES];
    assert_true(weights_begin(&out, fault));
    weights->n_games = 77;
    assert_false(weights_end(&out, "ur", weights, fault));
    assert_non_null(strstr(fault, "meanwhile; the weights are in this file with .part-"));
    assert_true(weights_read(path, weights));
    assert_int_not_equal(weights->n_games, 77);
    assert_true(weights_read(out.part, weights));
    assert_int_equal(weights->n_games, 77);
    assert_int_equal(unlink(out.part), 0);
    free(weights);
}

TEST(test_not_weights) {
    struct weights *weights = calloc(1, sizeof *weights);
    assert_true(weights_read("Makefile", weights));
    assert_int_equal(weights->n, 0);
    assert_false(weights_read("/nowhere/at/all", weights));
    assert_int_equal(errno, ENOENT);
    struct weights_out out = {.path = "/nowhere/at/all"};
    char fault[FAULT_BYTES];
    assert_false(weights_begin(&out, fault));
    assert_string_equal(fault, "No such file or directory");
    free(weights);
}

static void drop_file(void) {
    unlink(path);
}

BEFORE_TESTS {
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    atexit(drop_file);
}
