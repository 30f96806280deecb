#include "engine/royal_steps.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/network/throws.h"
#include "mem/mem.h"

/* --- steps --- */

/* The result of a move from a position in which white had `left` pieces. */
static struct royal_step step_to(const struct royal_index *index, unsigned left,
                                 const struct position *reached) {
    if (reached->phase == PHASE_OVER) {
        assert(reached->outcome == OUTCOME_WHITE && left == 1);
        return (struct royal_step){.then = ROYAL_WON};
    }
    bool again = reached->turn == SIDE_WHITE;
    struct position seen = *reached;
    seen.turn = SIDE_WHITE;
    struct royal_place place;
    bool is_known = royal_place_of(index, &seen, &place);
    assert(is_known && place.row[1] == 0);
    struct royal_step step = {place.lane, place.row[0],
                              again ? ROYAL_AGAIN : ROYAL_OTHER};
    if (place.left[0] != left) {
        assert(again && place.left[0] == left - 1);
        step.then = ROYAL_OFF;
    }
    return step;
}

/* Writes white's steps in this position with one throw.  Returns their number. */
static unsigned steps_of(const struct royal_index *index, const struct position *pos,
                         const struct roll *roll, struct royal_step *out) {
    const struct game *game = &game_royal_ur;
    struct position thrown = *pos;
    game->roll(&thrown, roll, NULL);
    if (thrown.phase != PHASE_MOVE) {
        assert(thrown.phase == PHASE_ROLL && thrown.turn == SIDE_BLACK);
        return 0;
    }
    struct move moves[MOVES_MAX];
    size_t n = game->moves(&thrown, moves);
    unsigned left = UR_PIECES - pos->u.royal.counts.plain[SIDE_WHITE][UR_OFF];
    for (size_t i = 0; i < n; i++) {
        struct position reached = thrown;
        game->apply(&reached, &moves[i], NULL);
        out[i] = step_to(index, left, &reached);
    }
    return (unsigned)n;
}

/* Numbers the rows of all lanes. */
static void number_rows(struct royal_steps *steps, const struct royal_index *index,
                        unsigned left) {
    for (unsigned lane = 0; lane < ROYAL_LANES; lane++) {
        steps->first_row[lane] = steps->n_rows;
        if (royal_block_rows(index, index->left_max, lane, 1) > 0) {
            steps->n_rows += royal_block_rows(index, left, lane, 0);
        }
    }
}

/* A throw moves each piece at most once, and enters at most one. */
#define STEPS_MAX (ROYAL_THROWS * (UR_PIECES + 1))

struct royal_steps *royal_steps_new(const struct royal_index *index, unsigned left) {
    struct royal_steps *steps = mem_new(1, sizeof *steps);
    struct throws throws;
    throws_init(&throws, &game_royal_ur);
    number_rows(steps, index, left);
    steps->first = mem_new(steps->n_rows, sizeof *steps->first);
    steps->n = mem_new(steps->n_rows, sizeof *steps->n);
    uint32_t n = 0;
    uint32_t cap = 0;
    /* The other side has the most pieces left, so it can be anywhere on the lane. */
    struct royal_place place = {.left = {(uint8_t)left, (uint8_t)index->left_max}};
    for (unsigned lane = 0; lane < ROYAL_LANES; lane++) {
        uint32_t end =
            lane + 1 < ROYAL_LANES ? steps->first_row[lane + 1] : steps->n_rows;
        for (uint32_t at = steps->first_row[lane]; at < end; at++) {
            if (n + STEPS_MAX > cap) {
                cap = cap * 2 + STEPS_MAX;
                steps->step = mem_grow(steps->step, cap, sizeof *steps->step);
            }
            place.lane = (uint16_t)lane;
            place.row[0] = (uint16_t)(at - steps->first_row[lane]);
            struct position pos;
            royal_place_position(index, &place, SIDE_WHITE, &pos);
            steps->first[at] = n;
            for (unsigned t = 0; t < ROYAL_THROWS; t++) {
                unsigned more = steps_of(index, &pos, &throws.roll[t], steps->step + n);
                steps->n[at][t] = (uint8_t)more;
                n += more;
            }
        }
    }
    return steps;
}

void royal_steps_free(struct royal_steps *steps) {
    if (steps != NULL) {
        free(steps->first);
        free(steps->n);
        free(steps->step);
        free(steps);
    }
}
