/* royal-ur: numbers all positions in phase roll, without gaps or a search.
 *
 * Positions are seen by the side to throw ("self"), so those that differ only in colour
 * have the same number.  They form layers, one for each pair of numbers of pieces that
 * self and the other side still have to bear off.  A layer consists of blocks, one for
 * each way to occupy the squares 5, 6, 7 and 9..12 ("the lane"), where pieces of both
 * sides meet.  A block is a matrix.  Its row says where self's other pieces are: on 1..4,
 * 13, 14 and on 8.  Its column says the same for the other side.  Rows are sorted by the
 * number of pieces they need, so a row has the same number in every block: a block with
 * fewer pieces uses only the first rows. */
#ifndef ALEA_ENGINE_ROYAL_INDEX_H
#define ALEA_ENGINE_ROYAL_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/layers_file.h"
#include "rules/ur/ur_board.h"

#define ROYAL_LANES 2187 /* 3^7: each lane square empty, self's or the other's */
#define ROYAL_ROWS  320  /* ways to place at most 7 pieces on 1..4, 13, 14 and 8 */

/* A position in phase roll.  Index 0 is the side to throw, 1 the other side. */
struct royal_place {
    uint8_t left[2]; /* pieces not yet borne off, 1..UR_PIECES */
    uint16_t lane;   /* 0..ROYAL_LANES - 1 */
    uint16_t row[2]; /* 0..ROYAL_ROWS - 1 */
};

/* Where the pieces of a row are. */
struct royal_row {
    uint8_t set;    /* bits 0..5: squares 1, 2, 3, 4, 13, 14 */
    uint8_t centre; /* pieces on 8 */
    uint8_t used;   /* pieces in total */
};

struct royal_index {
    unsigned left_max;                            /* most pieces left on a side */
    uint64_t n;                                   /* positions */
    uint64_t largest_layer;                       /* positions of the largest layer */
    uint64_t layer[UR_PIECES + 1][UR_PIECES + 1]; /* [self's left][other's]: its first
                                                   * number */
    uint32_t block[UR_PIECES + 1][UR_PIECES + 1][ROYAL_LANES + 1]; /* [..][..][lane]:
                                                                    * first number of the
                                                                    * block, within the
                                                                    * layer */
    uint16_t n_rows[UR_PIECES + 1]; /* rows that need at most this many pieces */
    struct royal_row row[ROYAL_ROWS];
    uint16_t row_of[64][UR_PIECES + 1]; /* [set][centre] */
    uint16_t lane_of[128];              /* self's pieces on the lane, as bits */
    uint8_t on_lane[ROYAL_LANES][2];    /* pieces of each side there, as bits */
    uint8_t n_on_lane[ROYAL_LANES][2];  /* their numbers */
    uint16_t swapped[ROYAL_LANES];      /* the lane with the sides exchanged */
};

/* The index of all positions with at most left_max (1..UR_PIECES) pieces left on a side.
 * Returns owned: royal_index_free. */
struct royal_index *royal_index_new(unsigned left_max);
void royal_index_free(struct royal_index *index);

/* Rows (side 0) or columns (side 1) of a block; 0: the side has too few pieces for it. */
static inline unsigned royal_block_rows(const struct royal_index *index, unsigned left,
                                        unsigned lane, unsigned side) {
    unsigned on_lane = index->n_on_lane[lane][side];
    return on_lane <= left ? index->n_rows[left - on_lane] : 0;
}
/* Fills *layers. */
void royal_index_layers(const struct royal_index *index, struct layers *layers);
/* Positions in a layer. */
uint64_t royal_layer_size(const struct royal_index *index, unsigned self, unsigned other);

/* The place of a position that is not over; ignores its throw.  False: a side has more
 * pieces left than the index covers. */
bool royal_place_of(const struct royal_index *index, const struct position *pos,
                    struct royal_place *place);
/* The number of a place, 0..n - 1. */
uint64_t royal_place_number(const struct royal_index *index,
                            const struct royal_place *place);
/* The place with this number. */
struct royal_place royal_place_at(const struct royal_index *index, uint64_t number);
/* The position in phase roll with the default options; turn: the side to throw. */
void royal_place_position(const struct royal_index *index,
                          const struct royal_place *place, enum side turn,
                          struct position *pos);

#endif
