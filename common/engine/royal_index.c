#include "engine/royal_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* --- squares as bits --- */

/* `occupied` has a bit for each path square: 1..4, 13 and 14 are private, 5..7 and 9..12
 * are the lane. */
static unsigned private_of(unsigned occupied) {
    return (occupied >> 1 & 0xf) | (occupied >> 13 & 3) << 4;
}

static unsigned from_private(unsigned set) {
    return (set & 0xf) << 1 | (set >> 4) << 13;
}

static unsigned lane_bits_of(unsigned occupied) {
    return (occupied >> 5 & 7) | (occupied >> 9 & 0xf) << 3;
}

static unsigned from_lane_bits(unsigned bits) {
    return (bits & 7) << 5 | (bits >> 3) << 9;
}

static unsigned count_bits(unsigned bits) {
    return (unsigned)__builtin_popcount(bits);
}

/* --- the tables --- */

static void number_lanes(struct royal_index *index) {
    for (unsigned bits = 0; bits < 128; bits++) {
        unsigned power = 1;
        for (unsigned i = 0; i < 7; i++, power *= 3) {
            index->lane_of[bits] += (uint16_t)((bits >> i & 1) * power);
        }
    }
    for (unsigned self = 0; self < 128; self++) {
        for (unsigned other = 0; other < 128; other++) {
            if ((self & other) != 0) {
                continue;
            }
            unsigned lane = index->lane_of[self] + 2U * index->lane_of[other];
            index->on_lane[lane][0] = (uint8_t)self;
            index->on_lane[lane][1] = (uint8_t)other;
            index->n_on_lane[lane][0] = (uint8_t)count_bits(self);
            index->n_on_lane[lane][1] = (uint8_t)count_bits(other);
            index->swapped[lane] =
                (uint16_t)(index->lane_of[other] + 2 * index->lane_of[self]);
        }
    }
}

static void number_rows(struct royal_index *index) {
    unsigned n = 0;
    for (unsigned used = 0; used <= UR_PIECES; used++) {
        for (unsigned set = 0; set < 64; set++) {
            unsigned on_set = count_bits(set);
            if (on_set > used) {
                continue;
            }
            unsigned centre = used - on_set;
            index->row_of[set][centre] = (uint16_t)n;
            index->row[n++] =
                (struct royal_row){(uint8_t)set, (uint8_t)centre, (uint8_t)used};
        }
        index->n_rows[used] = (uint16_t)n;
    }
    assert(n == ROYAL_ROWS);
}

uint64_t royal_layer_size(const struct royal_index *index, unsigned self,
                          unsigned other) {
    return index->block[self][other][ROYAL_LANES];
}

static void number_layer(struct royal_index *index, unsigned self, unsigned other) {
    uint32_t n = 0;
    for (unsigned lane = 0; lane < ROYAL_LANES; lane++) {
        index->block[self][other][lane] = n;
        n += royal_block_rows(index, self, lane, 0) *
             royal_block_rows(index, other, lane, 1);
    }
    index->block[self][other][ROYAL_LANES] = n;
    index->layer[self][other] = index->n;
    index->n += n;
    if (n > index->largest_layer) {
        index->largest_layer = n;
    }
}

struct royal_index *royal_index_new(unsigned left_max) {
    assert(left_max >= 1 && left_max <= UR_PIECES);
    struct royal_index *index = mem_new(1, sizeof *index);
    index->left_max = left_max;
    number_lanes(index);
    number_rows(index);
    for (unsigned self = 1; self <= left_max; self++) {
        for (unsigned other = 1; other <= left_max; other++) {
            number_layer(index, self, other);
        }
    }
    return index;
}

void royal_index_layers(const struct royal_index *index, struct layers *layers) {
    *layers = (struct layers){.game = &game_royal_ur,
                              .left_min = 1,
                              .left_max = index->left_max,
                              .n = index->n};
    for (unsigned self = 1; self <= index->left_max; self++) {
        for (unsigned other = 1; other <= index->left_max; other++) {
            layers->first[self][other] = index->layer[self][other];
            layers->size[self][other] = royal_layer_size(index, self, other);
        }
    }
}

void royal_index_free(struct royal_index *index) {
    free(index);
}

/* --- places --- */

bool royal_place_of(const struct royal_index *index, const struct position *pos,
                    struct royal_place *place) {
    const struct royal_ur *royal = &pos->u.royal;
    unsigned on_lane[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = pos->turn ^ i;
        const uint8_t *own = royal->counts.plain[side];
        unsigned left = UR_PIECES - own[UR_OFF];
        if (left < 1 || left > index->left_max) {
            return false;
        }
        place->left[i] = (uint8_t)left;
        place->row[i] = index->row_of[private_of(royal->occupied[side])][own[UR_CENTRE]];
        on_lane[i] = index->lane_of[lane_bits_of(royal->occupied[side])];
    }
    place->lane = (uint16_t)(on_lane[0] + 2 * on_lane[1]);
    return true;
}

uint64_t royal_place_number(const struct royal_index *index,
                            const struct royal_place *place) {
    unsigned self = place->left[0];
    unsigned other = place->left[1];
    unsigned n_columns = royal_block_rows(index, other, place->lane, 1);
    return index->layer[self][other] + index->block[self][other][place->lane] +
           (uint64_t)place->row[0] * n_columns + place->row[1];
}

/* The last of `n` ascending entries that is at most x.  The first always is. */
static unsigned find_block(const uint32_t *block, unsigned n, uint32_t x) {
    unsigned low = 0;
    while (n > 1) {
        unsigned half = n / 2;
        if (block[low + half] <= x) {
            low += half;
            n -= half;
        } else {
            n = half;
        }
    }
    return low;
}

struct royal_place royal_place_at(const struct royal_index *index, uint64_t number) {
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
    unsigned lane = find_block(block, ROYAL_LANES, within);
    unsigned n_columns = royal_block_rows(index, other, lane, 1);
    assert(n_columns > 0);
    return (struct royal_place){
        .left = {(uint8_t)self, (uint8_t)other},
        .lane = (uint16_t)lane,
        .row = {(uint16_t)((within - block[lane]) / n_columns),
                (uint16_t)((within - block[lane]) % n_columns)},
    };
}

void royal_place_position(const struct royal_index *index,
                          const struct royal_place *place, enum side turn,
                          struct position *pos) {
    memset(pos, 0, sizeof *pos);
    pos->phase = PHASE_ROLL;
    pos->turn = (uint8_t)turn;
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = (unsigned)turn ^ i;
        const struct royal_row *row = &index->row[place->row[i]];
        uint8_t *own = pos->u.royal.counts.plain[side];
        unsigned on_lane = index->on_lane[place->lane][i];
        unsigned single = from_private(row->set) | from_lane_bits(on_lane);
        for (unsigned path = UR_IN; path <= UR_OFF; path++) {
            own[path] = (uint8_t)(single >> path & 1);
        }
        own[UR_CENTRE] = row->centre;
        own[UR_OFF] = (uint8_t)(UR_PIECES - place->left[i]);
        own[UR_IN] = (uint8_t)(place->left[i] - row->used - count_bits(on_lane));
        for (unsigned path = UR_IN; path <= UR_OFF; path++) {
            pos->u.royal.occupied[side] |= (uint16_t)((own[path] > 0) << path);
        }
    }
}
