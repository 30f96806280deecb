#include "client-cli/train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/train/tafl_lesson.h"
#include "engine/dice_search.h"
#include "engine/splitmix.h"
#include "mem/mem.h"

#define LAMBDA 0.7F
/* The learning rate: its first value, how slowly it shrinks, its least value. */
#define STEP_FIRST 0.05F
#define STEP_GAMES 2000.0F
#define STEP_LEAST 0.0015F
/* Longer games are cut off; their result is the network's value of the last position. */
#define POSITIONS_MAX 1500
/* How often a random move replaces the best: otherwise, games without dice would all be
 * the same. */
#define BLIND_PLACING 0.15
#define BLIND         0.01
/* Percent of games with other than default options, where a game has any. */
#define OTHER_OPTIONS 25

/* A position of the game. */
struct moment {
    struct network_input input;
    uint8_t turn;  /* enum side: whose chance the network tells */
    bool is_last;  /* the next position is not the result of good play: the game ended, or
                    * a random move followed */
    float reached; /* with is_last: the chance of `turn` after the best move */
};

struct learn {
    const struct features *features;
    struct network network;
    float *weight;              /* owned; those of network */
    struct dice_search *search; /* owned; NULL: tablut */
    struct tafl_lesson lesson;  /* tablut */
    uint64_t random;
    uint64_t n_games, n_positions;
    struct moment *moment; /* owned; POSITIONS_MAX of them */
    unsigned n;
    struct play *play; /* owned */
};

/* --- first weights --- */

static void draw_weights(struct learn *l) {
    size_t n_first = (size_t)l->network.n_inputs * NETWORK_HIDDEN;
    for (size_t i = 0; i < n_first; i++) {
        l->weight[i] = (float)(splitmix_unit(&l->random) - 0.5) * 0.2F;
    }
    for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
        l->weight[n_first + NETWORK_HIDDEN + i] =
            (float)(splitmix_unit(&l->random) - 0.5) * 0.2F;
    }
}

/* Moves the network's output for these inputs towards the target. */
static void teach(struct learn *l, const struct network_input *in, float target,
                  float step) {
    float hidden[NETWORK_HIDDEN];
    float slope[NETWORK_HIDDEN];
    network_hidden(&l->network, in, hidden);
    float error = step * (target - network_output(&l->network, hidden));
    float *bias = l->weight + (size_t)l->network.n_inputs * NETWORK_HIDDEN;
    float *out = bias + NETWORK_HIDDEN;
    for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
        float rest = 1.0F - fabsf(hidden[h]);
        slope[h] = error * out[h] * rest * rest;
        out[h] += error * hidden[h];
        bias[h] += slope[h];
    }
    out[NETWORK_HIDDEN] += error;
    for (unsigned i = 0; i < in->n; i++) {
        float *weight = l->weight + (size_t)in->index[i] * NETWORK_HIDDEN;
        float value = in->value[i];
        for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
            weight[h] += slope[h] * value;
        }
    }
}

/* --- playing --- */

static void roll(struct learn *l) {
    const struct dice_kind *dice = l->play->game->dice;
    uint8_t faces[DICE_MAX];
    for (unsigned i = 0; i < dice->n_dice; i++) {
        faces[i] = (uint8_t)(dice->lowest + splitmix_below(&l->random, dice->n_faces));
    }
    struct roll thrown = roll_of_faces(dice, faces);
    play_roll(l->play, &thrown, NULL, NULL);
}

/* Plays the best move, or sometimes a random one. */
static void move(struct learn *l) {
    static const struct dice_limits limits = {.plies = 0};
    struct dice_result found = dice_search_run(l->search, l->play, &limits);
    bool placing = l->play->pos.roll.n == 0;
    size_t at = 0;
    if (splitmix_unit(&l->random) < (placing ? BLIND_PLACING : BLIND)) {
        at = splitmix_below(&l->random, (unsigned)found.n);
        struct moment *now = &l->moment[l->n - 1];
        if (placing && found.choice[at].value < found.choice[0].value) {
            now->is_last = true;
            now->reached = (float)found.choice[0].value;
        }
    }
    struct move chosen = found.choice[at].move;
    play_move(l->play, &chosen, NULL, NULL);
}

static void note_moment(struct learn *l, const struct position *pos) {
    struct moment *now = &l->moment[l->n++];
    now->input.n = 0;
    l->features->inputs(pos, &now->input);
    now->turn = pos->turn;
    now->is_last = false;
}

/* Plays a game of tablut.  Its network tells white's chance, whoever is to move. */
static float play_tafl(struct learn *l) {
    struct position start;
    float result;
    game_start(l->features->game, &(struct options){{0}}, SIDE_BLACK, &start);
    play_init(l->play, l->features->game, &start);
    tafl_lesson_begin(&l->lesson, &l->random);
    l->n = 0;
    while (!tafl_lesson_is_over(l->play, &result) && l->n < POSITIONS_MAX) {
        struct position turned = tafl_lesson_turned(&l->lesson, &l->play->pos);
        note_moment(l, &turned);
        l->moment[l->n - 1].turn = SIDE_WHITE;
        struct move m = tafl_lesson_move(&l->lesson, &l->network, l->play, &l->random);
        play_move(l->play, &m, NULL, NULL);
    }
    tafl_lesson_end(&l->lesson, result);
    return result;
}

static struct options draw_options(struct learn *l) {
    struct options opt = {{0}};
    bool has_some = strcmp(l->features->game->options[0].name, "legs") != 0;
    if (has_some && splitmix_below(&l->random, 100) < OTHER_OPTIONS) {
        unsigned others = option_values(&l->features->game->options[0]) - 1;
        unsigned more = others > 1 ? splitmix_below(&l->random, others) : 0;
        opt.value[0] = (uint8_t)(1 + more);
    }
    return opt;
}

static void play_game(struct learn *l) {
    struct options opt = draw_options(l);
    struct position start;
    enum side first = (splitmix_next(&l->random) & 1) != 0 ? SIDE_BLACK : SIDE_WHITE;
    game_start(l->features->game, &opt, first, &start);
    play_init(l->play, l->features->game, &start);
    l->n = 0;
    while (l->play->pos.phase != PHASE_OVER) {
        if (l->play->pos.roll.n == 0) {
            if (l->n == POSITIONS_MAX) {
                return;
            }
            note_moment(l, &l->play->pos);
        }
        if (l->play->pos.phase == PHASE_ROLL) {
            roll(l);
        } else {
            move(l);
        }
    }
}

/* --- learning --- */

/* The result for white, 0..1. */
static float result(const struct learn *l) {
    const struct position *pos = &l->play->pos;
    if (pos->phase != PHASE_OVER) {
        const struct moment *last = &l->moment[l->n - 1];
        float value = network_value(&l->network, &last->input);
        return last->turn == SIDE_WHITE ? value : 1 - value;
    }
    return pos->outcome == OUTCOME_DRAW ? 0.5F : pos->outcome == OUTCOME_WHITE ? 1 : 0;
}

/* target: the result for white. */
static void learn_from_game(struct learn *l, float target) {
    float step = STEP_FIRST / sqrtf(1 + (float)l->n_games / STEP_GAMES);
    step = step > STEP_LEAST ? step : STEP_LEAST;
    float next = target; /* the network's value of the next position */
    for (unsigned i = l->n; i-- > 0;) {
        const struct moment *now = &l->moment[i];
        bool is_white = now->turn == SIDE_WHITE;
        target = LAMBDA * target + (1 - LAMBDA) * next;
        if (now->is_last) {
            target = is_white ? now->reached : 1 - now->reached;
        }
        float value = network_value(&l->network, &now->input);
        teach(l, &now->input, is_white ? target : 1 - target, step);
        next = is_white ? value : 1 - value;
    }
    l->n_positions += l->n;
    l->n_games++;
}

void learn_game(struct learn *l) {
    if (l->search == NULL) {
        learn_from_game(l, play_tafl(l));
        return;
    }
    play_game(l);
    learn_from_game(l, result(l));
}

struct learn *learn_new(const struct learn_setup *setup) {
    struct learn *l = mem_new(1, sizeof *l);
    l->features = features_find(setup->game);
    l->network.n_inputs = l->features->network.n_inputs;
    size_t n = NETWORK_WEIGHTS((size_t)l->network.n_inputs);
    l->weight = mem_new(n, sizeof *l->weight);
    l->network.weight = l->weight;
    l->random = setup->seed;
    l->n_games = setup->n_games;
    if (setup->weight != NULL) {
        memcpy(l->weight, setup->weight, n * sizeof *l->weight);
    } else {
        draw_weights(l);
    }
    l->search = dice_search_new_with(setup->game, &l->network);
    tafl_lesson_init(&l->lesson);
    l->moment = mem_new(POSITIONS_MAX, sizeof *l->moment);
    l->play = mem_new(1, sizeof *l->play);
    return l;
}

void learn_free(struct learn *l) {
    if (l != NULL) {
        dice_search_free(l->search);
        free(l->weight);
        free(l->moment);
        free(l->play);
        free(l);
    }
}

const struct network *learn_network(const struct learn *l) {
    return &l->network;
}

uint64_t learn_n_games(const struct learn *l) {
    return l->n_games;
}

uint64_t learn_n_positions(const struct learn *l) {
    return l->n_positions;
}
