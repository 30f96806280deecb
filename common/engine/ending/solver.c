#include "engine/ending/solver.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/network/throws.h"
#include "mem/mem.h"

/* Positions between two checks of the clock and the user; at most 30 us each. */
#define AT_ONCE 20000
/* The places reachable from each position of a pair are kept for the next sweeps, unless
 * that takes more words than this. */
#define KEPT_MAX (SOLVABLE_KEPT_BYTES / sizeof(uint32_t))
/* A place that a throw can lead to: twice the number of the position, plus 1 if the other
 * side throws next; or the end of the game. */
#define PLACE_WON  UINT32_MAX
#define PLACE_LOST (UINT32_MAX - 1)
/* Most words of a position: for each throw, the number of its places, then these. */
#define WORDS_MAX 16384

/* How far a value moves towards its target.  With 1, the values of morris games that
 * nobody can force to end would oscillate for ever; with less they stay near 0.5. */
#define STEP 0.8

/* One layer of the pair being solved. */
struct layer {
    uint64_t first; /* its first position */
    uint64_t n;
    float *value; /* owned */
};

struct ending_solver {
    const struct solvable *kind;
    const void *index;
    const struct layers *layers;
    const float *values; /* of the file, by position number */
    struct throws throws;
    struct layer layer[2];
    unsigned n_layers; /* 1: both sides have equal numbers left */
    unsigned self;     /* self's pieces left in layer[0] */
    uint64_t at;       /* positions of the pair done in this sweep */
    uint32_t *kept;    /* owned; the words of each position; NULL: too many */
    size_t *kept_from; /* owned; the first word of each position */
    size_t n_kept, kept_room;
    bool is_kept;     /* `kept` has the words of all positions */
    double change;    /* largest in this sweep */
    bool is_backward; /* every other sweep, so changes spread in both directions */
};

void *ending_solver_new(const void *index, const struct layers *layers,
                        const float *values) {
    struct ending_solver *s = mem_new(1, sizeof *s);
    s->kind = solvable_find(layers->game);
    s->index = index;
    s->layers = layers;
    s->values = values;
    throws_init(&s->throws, layers->game);
    return s;
}

static void forget_layers(struct ending_solver *s) {
    free(s->layer[0].value);
    free(s->layer[1].value);
    s->layer[0] = s->layer[1] = (struct layer){0};
    free(s->kept);
    free(s->kept_from);
    s->kept = NULL;
    s->kept_from = NULL;
    s->is_kept = false;
}

void ending_solver_free(void *solver) {
    forget_layers(solver);
    free(solver);
}

/* Starts from the values in the file, which may come from an interrupted run.  Any values
 * will do: the sweeps always converge. */
static void begin_layer(struct ending_solver *s, struct layer *layer, unsigned self,
                        unsigned other) {
    layer->first = s->layers->first[self][other];
    layer->n = s->layers->size[self][other];
    layer->value = mem_new(layer->n, sizeof *layer->value);
    for (uint64_t i = 0; i < layer->n; i++) {
        float value = s->values[layer->first + i];
        layer->value[i] = value > 0 && value < 1 ? value : 0.5F;
    }
}

void ending_solver_begin(void *solver, unsigned more, unsigned less) {
    struct ending_solver *s = solver;
    forget_layers(s);
    s->n_layers = more == less ? 1 : 2;
    s->self = more;
    s->at = 0;
    begin_layer(s, &s->layer[0], more, less);
    if (s->n_layers == 2) {
        begin_layer(s, &s->layer[1], less, more);
    }
    s->n_kept = 0;
    s->kept_room = (size_t)2 * WORDS_MAX;
    s->kept = mem_new(s->kept_room, sizeof *s->kept);
    s->kept_from = mem_new(s->layer[0].n + s->layer[1].n, sizeof *s->kept_from);
}

/* --- the places that a throw leads to --- */

static void add_place(uint32_t *words, uint32_t place) {
    for (uint32_t i = 1; i <= words[0]; i++) {
        if (words[i] == place) {
            return;
        }
    }
    words[++words[0]] = place;
}

/* Adds the places that `side`, which threw, can reach.  words[0]: their number. */
static void add_places(const struct ending_solver *s, const struct position *pos,
                       enum side side, uint32_t *words) {
    const struct game *game = s->layers->game;
    if (pos->phase == PHASE_OVER) {
        add_place(words, pos->outcome == (uint8_t)side ? PLACE_WON : PLACE_LOST);
        return;
    }
    if (pos->phase == PHASE_ROLL) {
        uint64_t number;
        bool is_known = s->kind->number(s->index, pos, &number);
        assert(is_known);
        add_place(words, (uint32_t)(2 * number + (pos->turn != (uint8_t)side)));
        return;
    }
    struct move moves[MOVES_MAX];
    size_t n = game->moves(pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct position reached = *pos;
        game->apply(&reached, &moves[i], NULL);
        add_places(s, &reached, side, words);
    }
}

/* Writes the places of each throw.  Returns how many words these are. */
static size_t list_places(const struct ending_solver *s, uint64_t number,
                          uint32_t words[static WORDS_MAX]) {
    struct position pos;
    size_t n = 0;
    s->kind->position(s->index, number, SIDE_WHITE, &pos);
    for (unsigned t = 0; t < s->throws.n; t++) {
        struct position thrown = pos;
        words[n] = 0;
        if (pos.phase == PHASE_ROLL) {
            s->layers->game->roll(&thrown, &s->throws.roll[t], NULL);
        }
        add_places(s, &thrown, SIDE_WHITE, words + n);
        n += words[n] + 1;
        assert(n <= WORDS_MAX);
    }
    return n;
}

/* The words of the position that is done next.  Keeps them in the first sweep. */
static const uint32_t *places_of(struct ending_solver *s, uint64_t at, uint64_t number,
                                 uint32_t words[static WORDS_MAX]) {
    if (s->is_kept) {
        return s->kept + s->kept_from[at];
    }
    size_t n = list_places(s, number, words);
    if (s->kept != NULL && s->n_kept + n > KEPT_MAX) {
        free(s->kept);
        s->kept = NULL;
    }
    if (s->kept != NULL) {
        if (s->n_kept + n > s->kept_room) {
            s->kept_room *= 2;
            s->kept = mem_realloc(s->kept, s->kept_room * sizeof *s->kept);
        }
        s->kept_from[at] = s->n_kept;
        memcpy(s->kept + s->n_kept, words, n * sizeof *words);
        s->n_kept += n;
    }
    return words;
}

/* --- values --- */

static double value_at(const struct ending_solver *s, uint32_t place) {
    if (place >= PLACE_LOST) {
        return place == PLACE_WON ? 1 : 0;
    }
    uint64_t number = place / 2;
    float value = s->values[number];
    for (unsigned i = 0; i < s->n_layers; i++) {
        if (number - s->layer[i].first < s->layer[i].n) {
            value = s->layer[i].value[number - s->layer[i].first];
        }
    }
    return place % 2 == 0 ? (double)value : 1 - (double)value;
}

/* The mean, over all throws, of the best place. */
static double mean_of_throws(const struct ending_solver *s, const uint32_t *words) {
    double mean = 0;
    for (unsigned t = 0; t < s->throws.n; t++) {
        uint32_t n = *words++;
        double best = 0;
        for (; n > 0; n--) {
            double value = value_at(s, *words++);
            best = value > best ? value : best;
        }
        mean += s->throws.chance[t] * best;
    }
    return mean;
}

/* --- sweeps --- */

/* Recomputes the value of a position, in place. */
static void update(struct ending_solver *s, uint64_t at) {
    struct layer *layer = &s->layer[at < s->layer[0].n ? 0 : 1];
    uint64_t within = at < s->layer[0].n ? at : at - s->layer[0].n;
    uint32_t words[WORDS_MAX];
    const uint32_t *places = places_of(s, at, layer->first + within, words);
    double old = (double)layer->value[within];
    double by = mean_of_throws(s, places) - old;
    s->change = fabs(by) > s->change ? fabs(by) : s->change;
    layer->value[within] = (float)(old + STEP * by);
}

bool ending_solver_sweep(void *solver, double *change) {
    struct ending_solver *s = solver;
    uint64_t n = s->layer[0].n + s->layer[1].n;
    if (s->at == 0) {
        s->change = 0;
    }
    unsigned most = s->is_kept ? 100 * AT_ONCE : AT_ONCE;
    for (unsigned i = 0; i < most && s->at < n; i++, s->at++) {
        update(s, s->is_backward ? n - 1 - s->at : s->at);
    }
    if (s->at < n) {
        return false;
    }
    s->at = 0;
    s->is_kept = s->kept != NULL;
    s->is_backward = !s->is_backward;
    *change = s->change;
    return true;
}

void ending_solver_read(const void *solver, unsigned self, uint32_t from, uint32_t n,
                        float *out) {
    const struct ending_solver *s = solver;
    const struct layer *layer = &s->layer[self == s->self ? 0 : 1];
    for (uint32_t i = 0; i < n; i++) {
        out[i] = layer->value[from + i];
    }
}
