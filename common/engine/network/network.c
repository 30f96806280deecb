#include "engine/network/network.h"

#include <math.h>
#include <string.h>

#define LANES 8

static const float *row(const struct network *network, unsigned index) {
    return network->weight + (size_t)index * NETWORK_HIDDEN;
}

void network_hidden(const struct network *network, const struct network_input *in,
                    float hidden[static NETWORK_HIDDEN]) {
    float sum[NETWORK_HIDDEN];
    memcpy(sum, row(network, network->n_inputs), sizeof sum);
    for (unsigned i = 0; i < in->n; i++) {
        const float *weight = row(network, in->index[i]);
        float value = in->value[i];
        for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
            sum[h] += weight[h] * value;
        }
    }
    network_squash(sum);
    memcpy(hidden, sum, sizeof sum);
}

void network_squash(float sum[static NETWORK_HIDDEN]) {
    for (unsigned h = 0; h < NETWORK_HIDDEN; h++) {
        sum[h] /= 1.0F + fabsf(sum[h]);
    }
}

float network_score(const struct network *network,
                    const float hidden[static NETWORK_HIDDEN]) {
    const float *weight = row(network, network->n_inputs + 1);
    float part[LANES] = {0}; /* separate sums, for vector instructions */
    for (unsigned h = 0; h < NETWORK_HIDDEN; h += LANES) {
        for (unsigned i = 0; i < LANES; i++) {
            part[i] += weight[h + i] * hidden[h + i];
        }
    }
    float sum = weight[NETWORK_HIDDEN];
    for (unsigned i = 0; i < LANES; i++) {
        sum += part[i];
    }
    return sum;
}

float network_output(const struct network *network,
                     const float hidden[static NETWORK_HIDDEN]) {
    return 1.0F / (1.0F + expf(-network_score(network, hidden)));
}

float network_value(const struct network *network, const struct network_input *in) {
    float hidden[NETWORK_HIDDEN];
    network_hidden(network, in, hidden);
    return network_output(network, hidden);
}
