/* royal-ur and the races of race.c: numbers all positions in phase roll, without gaps or
 * a search.
 *
 * Positions are seen by the side to throw ("self"), so those that differ only in colour
 * have the same number.  They form layers, one for each pair of numbers of pieces that
 * self and the other side still have to bear off.  A layer consists of blocks, one for
 * each way to occupy "the lane", the squares where pieces of both sides meet.  A block is
 * a matrix.  Its row says where self's other pieces are: on squares of its own, and on
 * the one that holds any number, 8 in royal-ur.  Its column says the same for the other
 * side.  Rows are sorted by the number of pieces they need, so a row has the same number
 * in every block: a block with fewer pieces uses only the first rows. */
#ifndef ALEA_ENGINE_RACE_INDEX_H
#define ALEA_ENGINE_RACE_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/ur/ur_board.h"

#define RACE_LANE_MAX    12     /* squares of a lane: masters, blitz, aseb */
#define RACE_LANES_MAX   531441 /* 3^12: each square empty, self's or the other's */
#define RACE_PRIVATE_MAX 6      /* other squares, without 8 of royal-ur */
#define RACE_ROWS_MAX    320 /* royal-ur: ways to place 7 pieces on 1..4, 13, 14 and 8 */

/* A position in phase roll.  Index 0 is the side to throw, 1 the other side. */
struct race_place {
    uint8_t left[2]; /* pieces not yet borne off, 1..UR_PIECES */
    uint32_t lane;   /* 0..n_lanes - 1 */
    uint16_t row[2]; /* 0..RACE_ROWS_MAX - 1 */
};

/* Where the pieces of a row are. */
struct race_row {
    uint8_t set;    /* bits of `own` */
    uint8_t centre; /* pieces on 8 of royal-ur */
    uint8_t used;   /* pieces in total */
};

struct race_index {
    const struct game *game;
    struct position start;                        /* White throws first */
    unsigned pieces;                              /* of each side */
    unsigned left_max;                            /* most pieces left on a side */
    unsigned n_lane, n_own;                       /* squares */
    uint32_t n_lanes;                             /* 3^n_lane */
    uint8_t lane[RACE_LANE_MAX];                  /* self's path squares */
    uint8_t met[RACE_LANE_MAX];                   /* the other's path squares there */
    uint8_t own[RACE_PRIVATE_MAX];                /* path squares of either side alone */
    uint64_t n;                                   /* positions */
    uint64_t layer[UR_PIECES + 1][UR_PIECES + 1]; /* [self's left][other's]: its first
                                                   * number */
    /* [..][..][lane]: first number of the block, within the layer; owned */
    uint32_t *block[UR_PIECES + 1][UR_PIECES + 1];
    uint16_t n_rows[UR_PIECES + 1]; /* rows that need at most this many pieces */
    struct race_row row[RACE_ROWS_MAX];
    uint16_t row_of[1 << RACE_PRIVATE_MAX][UR_PIECES + 1]; /* [set][centre] */
    uint32_t lane_of[1 << RACE_LANE_MAX]; /* self's pieces on the lane, as bits */
    struct {
        uint16_t on[2];   /* pieces of each side there, as bits of self's lane */
        uint8_t n_on[2];  /* their numbers */
        uint32_t swapped; /* the lane with the sides exchanged */
    } * at;               /* [lane]; owned */
};

/* The index of all positions with at most left_max (1 to all) pieces left on a side.
 * Returns owned: race_index_free. */
struct race_index *race_index_new(const struct game *game, unsigned left_max);
void race_index_free(struct race_index *index);

/* Rows (side 0) or columns (side 1) of a block; 0: the side has too few pieces for it. */
static inline unsigned race_block_rows(const struct race_index *index, unsigned left,
                                       uint32_t lane, unsigned side) {
    unsigned on_lane = index->at[lane].n_on[side];
    return on_lane <= left ? index->n_rows[left - on_lane] : 0;
}
/* Positions in a layer. */
uint64_t race_layer_size(const struct race_index *index, unsigned self, unsigned other);

/* The place of a position that is not over; ignores its throw.  False: a side has more
 * pieces left than the index covers. */
bool race_place_of(const struct race_index *index, const struct position *pos,
                   struct race_place *place);
/* The number of a place, 0..n - 1. */
uint64_t race_place_number(const struct race_index *index,
                           const struct race_place *place);
/* The place with this number. */
struct race_place race_place_at(const struct race_index *index, uint64_t number);
/* The position in phase roll with the default options; turn: the side to throw. */
void race_place_position(const struct race_index *index, const struct race_place *place,
                         enum side turn, struct position *pos);

#endif
