#include "rules/match.h"

#include <assert.h>

void match_start(struct match *match, uint8_t legs) {
    assert(legs >= 1 && legs <= LEGS_MAX);
    *match = (struct match){.legs = legs, .leg = 1};
}

void match_add(struct match *match, enum outcome outcome) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        unsigned halves = outcome == OUTCOME_DRAW         ? 1
                          : outcome == (enum outcome)side ? 2
                                                          : 0;
        match->halves[side] = (uint8_t)(match->halves[side] + halves);
    }
}

bool match_goes_on(const struct match *match) {
    return match->leg < match->legs;
}

void match_next_leg(struct match *match) {
    assert(match_goes_on(match));
    struct match before = *match;
    match->leg++;
    for (int side = 0; side < SIDE_COUNT; side++) {
        match->halves[side] = before.halves[side_other((enum side)side)];
        match->captured[side] = before.captured[side_other((enum side)side)];
    }
}

static enum outcome more(unsigned white, unsigned black) {
    return white > black ? OUTCOME_WHITE : white < black ? OUTCOME_BLACK : OUTCOME_DRAW;
}

enum outcome match_outcome(const struct match *match) {
    enum outcome by_points = more(match->halves[SIDE_WHITE], match->halves[SIDE_BLACK]);
    return by_points != OUTCOME_DRAW
               ? by_points
               : more(match->captured[SIDE_WHITE], match->captured[SIDE_BLACK]);
}
