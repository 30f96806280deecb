#include "engine/dice_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/layers_table.h"
#include "engine/network/features.h"
#include "mem/mem.h"

/* Positions in the cache; a power of two. */
#define KNOWN 65536
/* This close to a draw for lack of progress, the count of quiet moves matters. */
#define QUIET_MARGIN 64

struct known {
    uint64_t key;
    double value;
};

struct dice_search {
    const struct game *game;
    const struct features *features;
    const struct network *network;    /* borrowed */
    const struct layers_table *table; /* borrowed; NULL: none */
    struct throws throws;
    struct known *known;          /* owned; the cache: KNOWN positions */
    struct engine_choice *choice; /* owned; MOVES_MAX of them */
    size_t n;
    /* Only valid during a search: */
    const struct engine_limits *limits;
    uint64_t age; /* number of the search: the network may change between searches */
    uint64_t nodes;
    bool is_over;
};

/* A position, and the quiet moves since the last progress. */
struct state {
    struct position pos;
    unsigned quiet;
};

/* --- values --- */

static bool is_near_draw(const struct game *game, unsigned quiet) {
    return game->quiet_max > 0 && quiet + QUIET_MARGIN > game->quiet_max;
}

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* The key of the position, its quiet moves and the remaining plies. */
static uint64_t key_of(const struct dice_search *s, const struct state *state,
                       unsigned plies) {
    uint64_t word[sizeof(struct position) / 8 + 1] = {0};
    memcpy(word, &state->pos, sizeof state->pos);
    unsigned quiet = is_near_draw(s->game, state->quiet) ? state->quiet : 0;
    uint64_t h = mix(mix(1, plies), quiet);
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        h = mix(h, word[i]);
    }
    return mix(h, h >> 32);
}

static void count_node(struct dice_search *s) {
    s->nodes++;
    s->is_over =
        s->is_over || (s->limits != NULL && engine_must_stop(s->limits, s->nodes));
}

static double value_of(struct dice_search *s, const struct state *state, unsigned plies,
                       enum side side);

/* Plays a move.  Ends the game for lack of progress as play_move does. */
static void apply(const struct dice_search *s, struct state *state,
                  const struct move *m) {
    bool progress = s->game->apply(&state->pos, m, NULL);
    unsigned max = s->game->quiet_max;
    state->quiet = progress || max == 0 ? 0 : state->quiet + 1;
    if (max > 0 && state->quiet >= max && state->pos.phase != PHASE_OVER) {
        state->pos.phase = PHASE_OVER;
        state->pos.outcome = OUTCOME_DRAW;
    }
}

/* The value of the best move, for the side in turn. */
static double best_reply(struct dice_search *s, const struct state *state,
                         unsigned plies) {
    struct move moves[MOVES_MAX];
    size_t n = s->game->moves(&state->pos, moves);
    double best = 0;
    for (size_t i = 0; i < n && !s->is_over; i++) {
        struct state after = *state;
        apply(s, &after, &moves[i]);
        double value = value_of(s, &after, plies, state->pos.turn);
        best = value > best ? value : best;
    }
    return best;
}

/* The mean over all throws, for the side in turn. */
static double mean_of_throws(struct dice_search *s, const struct state *state,
                             unsigned plies) {
    double sum = 0;
    for (unsigned i = 0; i < s->throws.n && !s->is_over; i++) {
        struct state after = *state;
        s->game->roll(&after.pos, &s->throws.roll[i], NULL);
        sum += s->throws.chance[i] * value_of(s, &after, plies, state->pos.turn);
    }
    return sum;
}

/* Searches on from any position: throws the dice, plays a move, or places a man. */
static double search(struct dice_search *s, const struct state *state, unsigned plies) {
    uint64_t key = key_of(s, state, plies);
    /* The slot must not depend on age: overwriting changes the number of nodes of a
     * search, which must be repeatable. */
    struct known *known = &s->known[key % KNOWN];
    key = mix(key, s->age);
    if (known->key == key) {
        return known->value;
    }
    double value;
    if (state->pos.phase == PHASE_ROLL) {
        value = mean_of_throws(s, state, plies - 1);
    } else {
        bool thrown = state->pos.roll.n > 0;
        value = best_reply(s, state, thrown ? plies : plies - 1);
    }
    if (!s->is_over) { /* else the value is incomplete */
        *known = (struct known){key, value};
    }
    return value;
}

/* The chance of `side` to win. */
static double value_of(struct dice_search *s, const struct state *state, unsigned plies,
                       enum side side) {
    const struct position *pos = &state->pos;
    count_node(s);
    if (pos->phase == PHASE_OVER) {
        return pos->outcome == OUTCOME_DRAW ? 0.5 : pos->outcome == (int)side ? 1 : 0;
    }
    double value;
    if (s->table != NULL && pos->phase == PHASE_ROLL &&
        layers_table_value(s->table, pos, side, &value)) {
        return value;
    }
    if (plies == 0 && pos->roll.n == 0) {
        value = (double)features_value(s->features, s->network, pos);
    } else {
        value = search(s, state, plies);
    }
    return pos->turn == side ? value : 1 - value;
}

/* --- searching --- */

struct dice_search *dice_search_new_with(const struct game *game,
                                         const struct network *network) {
    const struct features *features = features_find(game);
    if (features == NULL || game->dice == NULL) {
        return NULL;
    }
    struct dice_search *s = mem_new(1, sizeof *s);
    s->game = game;
    s->features = features;
    s->network = network;
    s->known = mem_new(KNOWN, sizeof *s->known);
    s->choice = mem_new(MOVES_MAX, sizeof *s->choice);
    throws_init(&s->throws, game);
    return s;
}

struct dice_search *dice_search_new(const struct game *game) {
    const struct features *features = features_find(game);
    return features == NULL ? NULL : dice_search_new_with(game, &features->network);
}

void dice_search_free(struct dice_search *s) {
    if (s != NULL) {
        free(s->known);
        free(s->choice);
        free(s);
    }
}

void dice_search_use_table(struct dice_search *s, const struct layers_table *table) {
    s->table = table;
}

static void begin(struct dice_search *s, const struct engine_limits *limits) {
    s->age++;
    s->limits = limits;
    s->nodes = 0;
    s->is_over = false;
}

/* Values every move.  False: a limit was reached before the last one. */
static bool value_choices(struct dice_search *s, const struct state *state,
                          unsigned plies, double value[static MOVES_MAX]) {
    for (size_t i = 0; i < s->n; i++) {
        struct state after = *state;
        apply(s, &after, &s->choice[i].move);
        value[i] = value_of(s, &after, plies, state->pos.turn);
        if (s->is_over) {
            return false;
        }
    }
    return true;
}

/* Sorts the best first; keeps the order of equal moves. */
static void sort_choices(struct dice_search *s) {
    for (size_t i = 1; i < s->n; i++) {
        struct engine_choice moved = s->choice[i];
        size_t at = i;
        for (; at > 0 && s->choice[at - 1].value < moved.value; at--) {
            s->choice[at] = s->choice[at - 1];
        }
        s->choice[at] = moved;
    }
}

struct engine_result dice_search_run(struct dice_search *s, const struct play *play,
                                     const struct engine_limits *limits) {
    assert(play->pos.phase == PHASE_MOVE);
    struct state state = {play->pos, play->quiet};
    struct move moves[MOVES_MAX];
    double value[MOVES_MAX];
    bool is_far = limits->plies == 0 || limits->plies > DICE_PLIES_MAX;
    unsigned most = is_far ? DICE_PLIES_MAX + 1 : limits->plies;
    s->n = s->game->moves(&state.pos, moves);
    for (size_t i = 0; i < s->n; i++) {
        s->choice[i] = (struct engine_choice){moves[i], 0};
    }
    struct engine_result result = {.choice = s->choice, .n = s->n};
    begin(s, NULL); /* the first ply ignores the limits */
    for (unsigned plies = 1; plies <= most; plies++) {
        if (!value_choices(s, &state, plies - 1, value)) {
            break;
        }
        for (size_t i = 0; i < s->n; i++) {
            s->choice[i].value = value[i];
        }
        sort_choices(s);
        result.plies = plies;
        s->limits = limits;
    }
    s->limits = NULL;
    result.nodes = s->nodes;
    return result;
}

double dice_search_value(struct dice_search *s, const struct play *play, enum side side,
                         unsigned plies) {
    struct state state = {play->pos, play->quiet};
    begin(s, NULL);
    return value_of(s, &state, plies, side);
}
