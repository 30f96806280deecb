/* Training is repeatable, and improves networks. */
#include "client-cli/train/learn.h"

#include <math.h>
#include <string.h>

#include "engine/dice_search.h"
#include "engine/splitmix.h"
#include "tests/unit/test.h"

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
