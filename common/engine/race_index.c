#include "engine/race_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/ur/ur_board.h"

/* --- the games --- */

static bool is_royal(const struct race_index *index) {
    return index->game == &game_royal_ur;
}

static void find_squares(struct race_index *index) {
    struct options opt = {{0}};
    const struct position *start = &index->start;
    game_start(index->game, &opt, SIDE_WHITE, &index->start);
    index->pieces = is_royal(index) ? UR_PIECES : start->u.race.pieces;
    unsigned last = index->game->shape->last;
    for (unsigned path = 1; path <= last; path++) {
        bool is_common = is_royal(index) && ur_is_common(path);
        unsigned met = is_common         ? path
                       : is_royal(index) ? 0
                                         : race_of(start)->meets[path];
        if (is_royal(index) && path == UR_CENTRE) {
            continue;
        }
        if (met > 0) {
            index->lane[index->n_lane] = (uint8_t)path;
            index->met[index->n_lane++] = (uint8_t)met;
        } else {
            index->own[index->n_own++] = (uint8_t)path;
        }
    }
}

/* The pieces of a side that are still to be borne off, and where they are. */
static unsigned left_of(const struct race_index *index, const struct position *pos,
                        unsigned side) {
    unsigned off =
        is_royal(index) ? pos->u.royal.counts.plain[side][UR_OFF] : pos->u.race.off[side];
    unsigned pieces = is_royal(index) ? UR_PIECES : pos->u.race.pieces;
    return pieces - off;
}

static uint32_t occupied_by(const struct race_index *index, const struct position *pos,
                            unsigned side) {
    return is_royal(index) ? pos->u.royal.occupied[side] : pos->u.race.on[side];
}

/* --- squares as bits --- */

/* Bit i of the result: `occupied` has path square square[i]. */
static unsigned gathered(uint32_t occupied, const uint8_t *square, unsigned n) {
    unsigned bits = 0;
    for (unsigned i = 0; i < n; i++) {
        bits |= (occupied >> square[i] & 1) << i;
    }
    return bits;
}

/* The reverse. */
static uint32_t scattered(unsigned bits, const uint8_t *square, unsigned n) {
    uint32_t occupied = 0;
    for (unsigned i = 0; i < n; i++) {
        occupied |= (uint32_t)(bits >> i & 1) << square[i];
    }
    return occupied;
}

static unsigned count_bits(unsigned bits) {
    return (unsigned)__builtin_popcount(bits);
}

/* --- the tables --- */

/* The same squares of the lane, as bits, in the order of the other side's path. */
static unsigned as_other(const struct race_index *index, unsigned bits) {
    return gathered(scattered(bits, index->met, index->n_lane), index->lane,
                    index->n_lane);
}

static void number_lanes(struct race_index *index) {
    unsigned n = 1U << index->n_lane;
    index->n_lanes = 1;
    for (unsigned i = 0; i < index->n_lane; i++) {
        for (unsigned bits = 0; bits < n; bits++) {
            index->lane_of[bits] += (bits >> i & 1) * index->n_lanes;
        }
        index->n_lanes *= 3;
    }
    index->at = mem_new(index->n_lanes, sizeof *index->at);
    for (unsigned self = 0; self < n; self++) {
        unsigned free = n - 1 - self, seen = as_other(index, self);
        for (unsigned other = free;; other = (other - 1) & free) {
            uint32_t lane = index->lane_of[self] + 2 * index->lane_of[other];
            index->at[lane].on[0] = (uint16_t)self;
            index->at[lane].on[1] = (uint16_t)other;
            index->at[lane].n_on[0] = (uint8_t)count_bits(self);
            index->at[lane].n_on[1] = (uint8_t)count_bits(other);
            index->at[lane].swapped =
                index->lane_of[as_other(index, other)] + 2 * index->lane_of[seen];
            if (other == 0) {
                break;
            }
        }
    }
}

static void number_rows(struct race_index *index) {
    unsigned n = 0;
    for (unsigned used = 0; used <= index->pieces; used++) {
        for (unsigned set = 0; set < 1U << index->n_own; set++) {
            unsigned on_set = count_bits(set);
            if (on_set > used || (on_set < used && !is_royal(index))) {
                continue;
            }
            unsigned centre = used - on_set;
            index->row_of[set][centre] = (uint16_t)n;
            index->row[n++] =
                (struct race_row){(uint8_t)set, (uint8_t)centre, (uint8_t)used};
        }
        index->n_rows[used] = (uint16_t)n;
    }
    assert(n <= RACE_ROWS_MAX);
}

uint64_t race_layer_size(const struct race_index *index, unsigned self, unsigned other) {
    return index->block[self][other][index->n_lanes];
}

static void number_layer(struct race_index *index, unsigned self, unsigned other) {
    uint32_t n = 0, *block = mem_new(index->n_lanes + 1, sizeof *block);
    for (uint32_t lane = 0; lane < index->n_lanes; lane++) {
        block[lane] = n;
        n += race_block_rows(index, self, lane, 0) *
             race_block_rows(index, other, lane, 1);
    }
    block[index->n_lanes] = n;
    index->block[self][other] = block;
    index->layer[self][other] = index->n;
    index->n += n;
}

struct race_index *race_index_new(const struct game *game, unsigned left_max) {
    struct race_index *index = mem_new(1, sizeof *index);
    index->game = game;
    index->left_max = left_max;
    find_squares(index);
    assert(left_max >= 1 && left_max <= index->pieces);
    number_lanes(index);
    number_rows(index);
    for (unsigned self = 1; self <= left_max; self++) {
        for (unsigned other = 1; other <= left_max; other++) {
            number_layer(index, self, other);
        }
    }
    return index;
}

void race_index_free(struct race_index *index) {
    for (unsigned self = 1; self <= index->left_max; self++) {
        for (unsigned other = 1; other <= index->left_max; other++) {
            free(index->block[self][other]);
        }
    }
    free(index->at);
    free(index);
}

/* --- places --- */

bool race_place_of(const struct race_index *index, const struct position *pos,
                   struct race_place *place) {
    unsigned on_lane[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = pos->turn ^ i, left = left_of(index, pos, side);
        if (left < 1 || left > index->left_max) {
            return false;
        }
        uint32_t occupied = occupied_by(index, pos, side);
        unsigned centre =
            is_royal(index) ? pos->u.royal.counts.plain[side][UR_CENTRE] : 0;
        place->left[i] = (uint8_t)left;
        place->row[i] =
            index->row_of[gathered(occupied, index->own, index->n_own)][centre];
        on_lane[i] = gathered(occupied, i == 0 ? index->lane : index->met, index->n_lane);
    }
    place->lane = index->lane_of[on_lane[0]] + 2 * index->lane_of[on_lane[1]];
    return true;
}

uint64_t race_place_number(const struct race_index *index,
                           const struct race_place *place) {
    unsigned self = place->left[0];
    unsigned other = place->left[1];
    unsigned n_columns = race_block_rows(index, other, place->lane, 1);
    return index->layer[self][other] + index->block[self][other][place->lane] +
           (uint64_t)place->row[0] * n_columns + place->row[1];
}

/* The last of `n` ascending entries that is at most x.  The first always is. */
static uint32_t find_block(const uint32_t *block, uint32_t n, uint32_t x) {
    uint32_t low = 0;
    while (n > 1) {
        uint32_t half = n / 2;
        if (block[low + half] <= x) {
            low += half;
            n -= half;
        } else {
            n = half;
        }
    }
    return low;
}

struct race_place race_place_at(const struct race_index *index, uint64_t number) {
    assert(number < index->n);
    unsigned self = index->left_max;
    unsigned other = self;
    while (self > 1 && index->layer[self][1] > number) {
        self--;
    }
    while (other > 1 && index->layer[self][other] > number) {
        other--;
    }
    uint32_t within = (uint32_t)(number - index->layer[self][other]);
    const uint32_t *block = index->block[self][other];
    uint32_t lane = find_block(block, index->n_lanes, within);
    unsigned n_columns = race_block_rows(index, other, lane, 1);
    assert(n_columns > 0);
    return (struct race_place){
        .left = {(uint8_t)self, (uint8_t)other},
        .lane = lane,
        .row = {(uint16_t)((within - block[lane]) / n_columns),
                (uint16_t)((within - block[lane]) % n_columns)},
    };
}

static void set_royal(struct royal_ur *royal, unsigned side, uint32_t occupied,
                      unsigned centre, unsigned in, unsigned off) {
    uint8_t *own = royal->counts.plain[side];
    for (unsigned path = UR_IN; path <= UR_OFF; path++) {
        own[path] = (uint8_t)(occupied >> path & 1);
    }
    own[UR_CENTRE] = (uint8_t)centre;
    own[UR_OFF] = (uint8_t)off;
    own[UR_IN] = (uint8_t)in;
    for (unsigned path = UR_IN; path <= UR_OFF; path++) {
        royal->occupied[side] |= (uint16_t)((own[path] > 0) << path);
    }
}

void race_place_position(const struct race_index *index, const struct race_place *place,
                         enum side turn, struct position *pos) {
    *pos = index->start;
    pos->turn = (uint8_t)turn;
    if (is_royal(index)) {
        memset(&pos->u, 0, sizeof pos->u);
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = (unsigned)turn ^ i;
        const struct race_row *row = &index->row[place->row[i]];
        unsigned on_lane = index->at[place->lane].on[i];
        uint32_t occupied =
            scattered(row->set, index->own, index->n_own) |
            scattered(on_lane, i == 0 ? index->lane : index->met, index->n_lane);
        unsigned off = index->pieces - place->left[i];
        unsigned in = place->left[i] - row->used - count_bits(on_lane);
        if (is_royal(index)) {
            set_royal(&pos->u.royal, side, occupied, row->centre, in, off);
        } else {
            pos->u.race.on[side] = occupied | (in > 0 ? UR_BIT(UR_IN) : 0);
            pos->u.race.reserve[side] = (uint8_t)in;
            pos->u.race.off[side] = (uint8_t)off;
        }
    }
}
