#include "engine/network/features.h"
#include "rules/places.h"

#define PIECES       6
#define CORNERS      0x861 /* of half the ring: squares 0, 5, 6 and 11 */
#define RING_CORNERS (CORNERS | CORNERS << 12)

/* The ring has four equal sides.  The inputs are the distances between pieces, and each
 * piece's place on its side of the ring. */
enum {
    AHEAD = 0,                          /* enemies 1..23 squares ahead of own pieces */
    OWN_GAP = AHEAD + PLACES_N - 1,     /* own pieces 1..12 squares apart */
    OTHER_GAP = OWN_GAP + PLACES_N / 2, /* enemy pieces 1..12 squares apart */
    OWN_AT = OTHER_GAP + PLACES_N / 2,  /* own pieces on each square of a side */
    OTHER_AT = OWN_AT + PIECES,
    OWN_N = OTHER_AT + PIECES, /* exactly 1..6 pieces */
    OTHER_N = OWN_N + PIECES,
    BOTH_N = OTHER_N + PIECES,          /* each pair of these numbers */
    OWN_HIT = BOTH_N + PIECES * PIECES, /* whether 1, 6, 7, 12, 18, 2 steps capture */
    OTHER_HIT = OWN_HIT + 6,
    OWN_LAST = OTHER_HIT + 6, /* own Hornaskella: whether on a corner, flanks held */
    OTHER_LAST = OWN_LAST + 4,
    INPUTS = OTHER_LAST + 4,
};

/* The set of squares moved ahead on the ring by this many steps. */
static uint32_t ahead(uint32_t set, unsigned steps) {
    return steps % PLACES_N == 0
               ? set
               : (set << steps | set >> (PLACES_N - steps)) & PLACES_ALL;
}

static void hits(uint32_t own, uint32_t other, unsigned first, struct network_input *in) {
    static const uint8_t far[] = {1, 6, 7, 12, 18, 2};
    for (unsigned i = 0; i < sizeof far; i++) {
        if ((ahead(own, far[i]) & other) != 0) {
            network_input_add(in, first + i, 1);
        }
    }
}

/* A Hornaskella: whether it is on a corner, and how many enemies flank it there. */
static void last_piece(uint32_t own, uint32_t other, unsigned first,
                       struct network_input *in) {
    if ((own & (own - 1)) != 0) {
        return;
    }
    if ((own & RING_CORNERS) == 0) {
        network_input_add(in, first, 1);
        return;
    }
    uint32_t beside = ahead(own, 1) | ahead(own, PLACES_N - 1);
    network_input_add(in, first + 1 + places_count(beside & other), 1);
}

static void inputs(const struct position *pos, struct network_input *in) {
    uint32_t own = pos->u.stelpur.pieces[pos->turn];
    uint32_t other = pos->u.stelpur.pieces[side_other(pos->turn)];
    for (unsigned far = 1; far < PLACES_N; far++) {
        uint32_t met = ahead(own, far);
        network_input_some(in, AHEAD + far - 1, places_count(met & other), 2);
        if (far <= PLACES_N / 2) {
            network_input_some(in, OWN_GAP + far - 1, places_count(met & own), 2);
            network_input_some(in, OTHER_GAP + far - 1,
                               places_count(ahead(other, far) & other), 2);
        }
    }
    for (unsigned i = 0; i < PIECES; i++) {
        uint32_t same = UINT32_C(0x041041) << i;
        network_input_some(in, OWN_AT + i, places_count(own & same), 2);
        network_input_some(in, OTHER_AT + i, places_count(other & same), 2);
    }
    unsigned n_own = places_count(own) - 1;
    unsigned n_other = places_count(other) - 1;
    network_input_add(in, OWN_N + n_own, 1);
    network_input_add(in, OTHER_N + n_other, 1);
    network_input_add(in, BOTH_N + n_own * PIECES + n_other, 1);
    hits(own, other, OWN_HIT, in);
    hits(other, own, OTHER_HIT, in);
    last_piece(own, other, OWN_LAST, in);
    last_piece(other, own, OTHER_LAST, in);
}

/* A double is a kind of its own; other throws differ only by a 1 or a 6 in them. */
static unsigned kind_of_throw(const struct roll *roll) {
    unsigned high = roll->value[0];
    unsigned low = roll->value[1];
    return high == low ? 4 + high : (high == 6 ? 2U : 0U) + (low == 1 ? 1U : 0U);
}

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/stelpur.txt"
};

const struct features features_stelpur = {
    .game = &game_stelpur,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = kind_of_throw,
};
