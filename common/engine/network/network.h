/* A small neural network: inputs, one layer of hidden units, one output.
 *
 * The inputs are sparse: the first layer adds one row of weights for each input that is
 * not 0.  A hidden unit is x / (1 + |x|).  The output is the logistic function: a chance
 * to win. */
#ifndef ALEA_ENGINE_NETWORK_NETWORK_H
#define ALEA_ENGINE_NETWORK_NETWORK_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define NETWORK_HIDDEN 48
/* Most inputs of a network, and most of them that are not 0 at once. */
#define NETWORK_INPUTS_MAX 320
#define NETWORK_ACTIVE_MAX 192

/* The weights are one array: a row of NETWORK_HIDDEN for each input, a row of biases, a
 * row of output weights, and the output's bias. */
#define NETWORK_WEIGHTS(n_inputs) (((n_inputs) + 2) * NETWORK_HIDDEN + 1)
#define NETWORK_WEIGHTS_MAX       NETWORK_WEIGHTS(NETWORK_INPUTS_MAX)

struct network {
    unsigned n_inputs;
    const float *weight; /* borrowed; NETWORK_WEIGHTS(n_inputs) of them */
};

/* The inputs that are not 0, each once. */
struct network_input {
    unsigned n;
    uint16_t index[NETWORK_ACTIVE_MAX];
    float value[NETWORK_ACTIVE_MAX];
};

static inline void network_input_add(struct network_input *in, unsigned index,
                                     float value) {
    assert(in->n < NETWORK_ACTIVE_MAX);
    in->index[in->n] = (uint16_t)index;
    in->value[in->n++] = value;
}

/* Adds an input for each of n things, at most `max`, starting at `first`. */
static inline void network_input_unary(struct network_input *in, unsigned first,
                                       unsigned n, unsigned max) {
    for (unsigned i = 0; i < n && i < max; i++) {
        network_input_add(in, first + i, 1);
    }
}

/* Adds how many there are, in units of this size, if there are any. */
static inline void network_input_some(struct network_input *in, unsigned index,
                                      unsigned n, float unit) {
    if (n > 0) {
        network_input_add(in, index, (float)n / unit);
    }
}

/* Computes the hidden units for these inputs. */
void network_hidden(const struct network *network, const struct network_input *in,
                    float hidden[static NETWORK_HIDDEN]);
/* Turns sums of weights into hidden units. */
void network_squash(float sum[static NETWORK_HIDDEN]);
/* Computes the output before the logistic function: log odds. */
float network_score(const struct network *network,
                    const float hidden[static NETWORK_HIDDEN]);
/* Computes the output from these hidden units, 0..1. */
float network_output(const struct network *network,
                     const float hidden[static NETWORK_HIDDEN]);
/* Computes the output for these inputs, 0..1. */
float network_value(const struct network *network, const struct network_input *in);

#endif
