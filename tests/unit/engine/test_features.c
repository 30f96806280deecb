/* The inputs of the networks. */
#include "engine/network/features.h"

#include <string.h>

#include "rules/places.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/random_play.h"
#include "tests/unit/table.h"

#define POSITIONS 3000
#define STEPS_MAX 250

static const struct row {
    const char *name;
    const struct game *game;
    unsigned shift; /* how far black's squares are ahead of white's, on the ring of
                     * stelpur */
} rows[] = {
    {"royal-ur", &game_royal_ur, 0},
    {"akalamdung", &game_akalamdung, 0},
    {"ur", &game_ur, 0},
    {"stelpur", &game_stelpur, PLACES_N / 2},
    {"morris", &game_morris, 0},
};

static const struct features *features_of(const struct row *row) {
    const struct features *features = features_find(row->game);
    assert_non_null(features);
    assert_ptr_equal(features->game, row->game);
    return features;
}

static bool has_features(const struct play *play) {
    return play->pos.phase != PHASE_OVER && play->pos.roll.n == 0;
}

static struct network_input inputs_of(const struct features *features,
                                      const struct position *pos) {
    struct network_input in = {.n = 0};
    features->inputs(pos, &in);
    return in;
}

/* Every input is in range, and given only once. */
static void test_inputs(void **state) {
    const struct row *row = table_row(state);
    const struct features *features = features_of(row);
    uint64_t random = random_seed();
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct play play;
        random_position(&play, row->game, i % 2, random_below(&random, STEPS_MAX),
                        &random);
        if (!has_features(&play)) {
            continue;
        }
        struct network_input in = inputs_of(features, &play.pos);
        bool is_seen[NETWORK_INPUTS_MAX] = {false};
        for (unsigned k = 0; k < in.n; k++) {
            assert_true(in.index[k] < features->network.n_inputs);
            assert_false(is_seen[in.index[k]]);
            assert_true(in.value[k] > 0);
            is_seen[in.index[k]] = true;
        }
        float value = features_value(features, &features->network, &play.pos);
        assert_true(value > 0 && value < 1);
    }
}

/* Plays, in the game with exchanged colours, the same move. */
static void play_same(struct play *other, const struct move *m, unsigned shift) {
    struct move moves[MOVES_MAX];
    size_t n = other->game->moves(&other->pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct move same = *m;
        if (shift > 0) {
            same.from = (uint16_t)((m->from + shift) % PLACES_N);
            same.to = (uint16_t)((m->to + shift) % PLACES_N);
        }
        if (memcmp(&moves[i], &same, sizeof same) == 0) {
            play_move(other, &moves[i], NULL, NULL);
            return;
        }
    }
    fail_msg("the other game has no such move");
}

static void begin(struct play *play, const struct game *game, enum side first) {
    struct options opt = {{0}};
    struct position start;
    game_start(game, &opt, first, &start);
    play_init(play, game, &start);
}

/* Colours make no difference: a game with exchanged colours always has the same
 * inputs. */
static void test_colours(void **state) {
    const struct row *row = table_row(state);
    const struct features *features = features_of(row);
    uint64_t random = random_seed();
    unsigned n_compared = 0;
    while (n_compared < POSITIONS) {
        struct play play, other;
        begin(&play, row->game, SIDE_WHITE);
        begin(&other, row->game, SIDE_BLACK);
        while (play.pos.phase != PHASE_OVER) {
            if (has_features(&play)) {
                struct network_input a = inputs_of(features, &play.pos);
                struct network_input b = inputs_of(features, &other.pos);
                assert_int_equal(a.n, b.n);
                assert_memory_equal(a.index, b.index, a.n * sizeof a.index[0]);
                assert_memory_equal(a.value, b.value, a.n * sizeof a.value[0]);
                n_compared++;
            }
            if (play.pos.phase == PHASE_ROLL) {
                uint64_t same = random;
                random_step(&play, &random);
                random_step(&other, &same);
            } else {
                struct move moves[MOVES_MAX];
                size_t n = row->game->moves(&play.pos, moves);
                struct move m = moves[random_below(&random, (unsigned)n)];
                play_same(&other, &m, row->shift);
                play_move(&play, &m, NULL, NULL);
            }
        }
    }
}

/* Whether both throws lead to the same positions, move by move. */
static void assert_same_throws(const struct play *play, const struct roll *a,
                               const struct roll *b) {
    struct position after[2] = {play->pos, play->pos};
    struct move moves[2][MOVES_MAX];
    play->game->roll(&after[0], a, NULL);
    play->game->roll(&after[1], b, NULL);
    assert_int_equal(after[0].phase, after[1].phase);
    if (after[0].phase != PHASE_MOVE) {
        assert_int_equal(after[0].turn, after[1].turn);
        assert_int_equal(after[0].outcome, after[1].outcome);
        return;
    }
    size_t n = play->game->moves(&after[0], moves[0]);
    assert_int_equal(play->game->moves(&after[1], moves[1]), n);
    assert_memory_equal(moves[0], moves[1], n * sizeof moves[0][0]);
    for (size_t i = 0; i < n; i++) {
        struct position reached[2] = {after[0], after[1]};
        play->game->apply(&reached[0], &moves[0][i], NULL);
        play->game->apply(&reached[1], &moves[1][i], NULL);
        if (reached[0].phase == PHASE_MOVE) { /* the rest of the turn */
            assert_memory_equal(&reached[0].left, &reached[1].left,
                                sizeof reached[0].left);
            reached[0].roll = reached[1].roll;
        }
        assert_memory_equal(&reached[0], &reached[1], sizeof reached[0]);
    }
}

/* Throws of the same kind allow the same moves. */
static void test_kinds_of_throws(void **state) {
    const struct row *row = table_row(state);
    const struct features *features = features_of(row);
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(row->game->dice, rolls);
    uint64_t random = random_seed();
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct play play;
        random_position(&play, row->game, i % 2, random_below(&random, STEPS_MAX),
                        &random);
        const struct roll *a = &rolls[random_below(&random, (unsigned)n)];
        const struct roll *b = &rolls[random_below(&random, (unsigned)n)];
        if (play.pos.phase == PHASE_ROLL &&
            features->kind_of_throw(a) == features->kind_of_throw(b)) {
            assert_same_throws(&play, a, b);
        }
    }
}

int main(void) {
    int failed = TABLE_RUN("inputs", test_inputs, rows);
    failed += TABLE_RUN("colours", test_colours, rows);
    return failed + TABLE_RUN("kinds of throws", test_kinds_of_throws, rows);
}
