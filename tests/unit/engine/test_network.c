/* The network: its output for weights that are easy to check by hand. */
#include "engine/network/network.h"

#include <math.h>
#include <string.h>

#include "tests/unit/test.h"

#define INPUTS 2

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) < 1e-6);
}

/* The weight of an input to a hidden unit; input INPUTS is the bias, INPUTS + 1 the
 * output. */
static float *at(float *weight, unsigned input, unsigned hidden) {
    return weight + (size_t)input * NETWORK_HIDDEN + hidden;
}

/* Hidden unit 0 is x / (1 + |x|) for x = 1 + 2 * 0.5 = 2, so 2/3; unit 47 for x = -4, so
 * -4/5; the others are 0.  The output is that of 0.3 + 3 * 2/3 + 0.5 * -4/5 = 1.9. */
TEST(test_by_hand) {
    float weight[NETWORK_WEIGHTS(INPUTS)] = {0};
    const struct network network = {INPUTS, weight};
    *at(weight, 0, 0) = 2;
    *at(weight, 1, 47) = -4;
    *at(weight, INPUTS, 0) = 1;
    *at(weight, INPUTS + 1, 0) = 3;
    *at(weight, INPUTS + 1, 47) = 0.5F;
    *at(weight, INPUTS + 1, NETWORK_HIDDEN) = 0.3F;
    struct network_input in;
    in.n = 0;
    network_input_add(&in, 1, 1);
    network_input_add(&in, 0, 0.5F);
    float hidden[NETWORK_HIDDEN];
    network_hidden(&network, &in, hidden);
    assert_near((double)hidden[0], 2.0 / 3);
    assert_near((double)hidden[47], -0.8);
    assert_near((double)hidden[1], 0);
    assert_near((double)network_value(&network, &in), 1 / (1 + exp(-1.9)));
}

TEST(test_no_inputs) {
    float weight[NETWORK_WEIGHTS(INPUTS)] = {0};
    const struct network network = {INPUTS, weight};
    struct network_input in;
    in.n = 0;
    assert_near((double)network_value(&network, &in), 0.5);
    *at(weight, INPUTS + 1, NETWORK_HIDDEN) = -3;
    assert_near((double)network_value(&network, &in), 1 / (1 + exp(3)));
}
