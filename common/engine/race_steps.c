#include "engine/race_steps.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/network/features.h"
#include "mem/mem.h"

/* --- steps --- */

/* The result of a move from a position in which white had `left` pieces. */
static struct race_step step_to(const struct race_index *index, unsigned left,
                                const struct position *reached) {
    if (reached->phase == PHASE_OVER) {
        assert(reached->outcome == OUTCOME_WHITE && left == 1);
        return (struct race_step){.then = RACE_WON};
    }
    bool again = reached->turn == SIDE_WHITE;
    struct position seen = *reached;
    seen.turn = SIDE_WHITE;
    struct race_place place;
    bool is_known = race_place_of(index, &seen, &place);
    assert(is_known && place.row[1] == 0);
    bool off = place.left[0] != left;
    assert(place.left[0] == left - off);
    enum race_then then = off     ? again ? RACE_OFF : RACE_PASSED
                          : again ? RACE_AGAIN
                                  : RACE_OTHER;
    return (struct race_step){
        .lane = place.lane & 0xfffff, .row = place.row[0] & 0x1ffU, .then = then & 7U};
}

/* Writes white's steps in this position, of `left` pieces, with one throw.  Returns their
 * number. */
static unsigned steps_of(const struct race_index *index, unsigned left,
                         const struct position *pos, const struct roll *roll,
                         struct race_step *out) {
    const struct game *game = index->game;
    struct position thrown = *pos;
    game->roll(&thrown, roll, NULL);
    if (thrown.phase != PHASE_MOVE) {
        assert(thrown.phase == PHASE_ROLL && thrown.turn == SIDE_BLACK);
        return 0;
    }
    struct move moves[MOVES_MAX];
    size_t n = game->moves(&thrown, moves);
    for (size_t i = 0; i < n; i++) {
        struct position reached = thrown;
        game->apply(&reached, &moves[i], NULL);
        out[i] = step_to(index, left, &reached);
    }
    return (unsigned)n;
}

/* Numbers the rows of all lanes. */
static void number_rows(struct race_steps *steps, const struct race_index *index,
                        unsigned left) {
    steps->first_row = mem_new(index->n_lanes, sizeof *steps->first_row);
    for (uint32_t lane = 0; lane < index->n_lanes; lane++) {
        steps->first_row[lane] = steps->n_rows;
        if (race_block_rows(index, index->left_max, lane, 1) > 0) {
            steps->n_rows += race_block_rows(index, left, lane, 0);
        }
    }
}

/* A throw moves each piece at most once, and enters at most one. */
#define STEPS_MAX (RACE_THROWS_MAX * (UR_PIECES + 1))

struct race_steps *race_steps_new(const struct race_index *index, unsigned left) {
    struct race_steps *steps = mem_new(1, sizeof *steps);
    struct throws throws;
    throws_init(&throws, index->game);
    number_rows(steps, index, left);
    steps->first = mem_new(steps->n_rows, sizeof *steps->first);
    steps->n = mem_new(steps->n_rows, sizeof *steps->n);
    uint32_t n = 0;
    uint32_t cap = 0;
    /* The other side has the most pieces left, so it can be anywhere on the lane. */
    struct race_place place = {.left = {(uint8_t)left, (uint8_t)index->left_max}};
    for (uint32_t lane = 0; lane < index->n_lanes; lane++) {
        uint32_t end =
            lane + 1 < index->n_lanes ? steps->first_row[lane + 1] : steps->n_rows;
        for (uint32_t at = steps->first_row[lane]; at < end; at++) {
            if (n + STEPS_MAX > cap) {
                cap = cap * 2 + STEPS_MAX;
                steps->step = mem_grow(steps->step, cap, sizeof *steps->step);
            }
            place.lane = lane;
            place.row[0] = (uint16_t)(at - steps->first_row[lane]);
            struct position pos;
            race_place_position(index, &place, SIDE_WHITE, &pos);
            steps->first[at] = n;
            for (unsigned t = 0; t < throws.n; t++) {
                unsigned more =
                    steps_of(index, left, &pos, &throws.roll[t], steps->step + n);
                steps->n[at][t] = (uint8_t)more;
                n += more;
            }
        }
    }
    return steps;
}

uint64_t race_steps_bytes(const struct race_index *index) {
    enum { STEPS_EACH = 14 }; /* of a row: 8 in royal-ur, 14.4 in masters */
    uint64_t n_rows = 0;
    for (unsigned left = 1; left <= index->left_max; left++) {
        struct race_steps steps = {0};
        number_rows(&steps, index, left);
        n_rows += steps.n_rows;
        free(steps.first_row);
    }
    return n_rows *
           (sizeof(uint32_t) + RACE_THROWS_MAX + STEPS_EACH * sizeof(struct race_step));
}

void race_steps_free(struct race_steps *steps) {
    if (steps != NULL) {
        free(steps->first_row);
        free(steps->first);
        free(steps->n);
        free(steps->step);
        free(steps);
    }
}
