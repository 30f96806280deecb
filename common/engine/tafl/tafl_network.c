#include "engine/tafl/tafl_network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/network/features.h"
#include "engine/network/tablut.h"
#include "mem/mem.h"

/* Weights are multiples of 1 / UNIT.  Sums below 2048 are then exact in a float. */
#define UNIT 4096.0F
/* Odds of e : 1, and the largest value: below every forced win. */
#define SCALE 250.0F
#define MOST  8000.0F

void tafl_network_init(struct tafl_network *n) {
    const struct network *trained = &features_tablut.network;
    size_t n_weights = NETWORK_WEIGHTS((size_t)trained->n_inputs);
    n->weight = mem_new(n_weights, sizeof *n->weight);
    for (size_t i = 0; i < n_weights; i++) {
        n->weight[i] = roundf(trained->weight[i] * UNIT) / UNIT;
    }
    n->network = (struct network){trained->n_inputs, n->weight};
}

void tafl_network_fini(struct tafl_network *n) {
    free(n->weight);
}

static void add(const struct tafl_network *n, unsigned input, float value,
                float sum[static NETWORK_HIDDEN]) {
    const float *weight = n->weight + (size_t)input * NETWORK_HIDDEN;
    for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
        sum[h] += value * weight[h];
    }
}

void tafl_network_begin(const struct tafl_network *n, const struct tafl *t,
                        struct tafl_sums *sums) {
    struct network_input in = {.n = 0};
    tablut_add_pieces(t, &in);
    memset(sums, 0, sizeof *sums);
    add(n, n->network.n_inputs, 1, sums->hidden); /* the biases */
    for (unsigned i = 0; i < in.n; i++) {
        add(n, in.index[i], 1, sums->hidden);
    }
}

void tafl_network_move(const struct tafl_network *n, const struct tafl *t, enum side side,
                       const struct move *m, const struct tafl_undo *undo,
                       struct tafl_sums *sums) {
    enum tablut_piece piece = side == SIDE_BLACK ? TABLUT_ATTACKER
                              : m->to == t->king ? TABLUT_KING
                                                 : TABLUT_DEFENDER;
    enum tablut_piece taken = side == SIDE_BLACK ? TABLUT_DEFENDER : TABLUT_ATTACKER;
    add(n, tablut_input(piece, m->from), -1, sums->hidden);
    add(n, tablut_input(piece, m->to), 1, sums->hidden);
    for (unsigned i = 0; i < undo->n; i++) {
        add(n, tablut_input(taken, undo->square[i]), -1, sums->hidden);
    }
}

int tafl_network_value(const struct tafl_network *n, const struct tafl *t, enum side turn,
                       const struct tafl_sums *sums) {
    struct network_input in;
    in.n = 0;
    tablut_add_rest(t, turn, &in);
    struct tafl_sums all = *sums;
    for (unsigned i = 0; i < in.n; i++) {
        add(n, in.index[i], in.value[i], all.hidden);
    }
    network_squash(all.hidden);
    float value = SCALE * network_score(&n->network, all.hidden);
    return (int)(value > MOST ? MOST : value < -MOST ? -MOST : value);
}
