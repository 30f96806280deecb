#include "engine/layers_table.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/layers_file.h"
#include "engine/network/features.h"
#include "engine/race_solver.h"
#include "mem/mem.h"

struct layers_table {
    const struct solvable *kind;
    struct layers_header header;
    struct race_index *index; /* owned: numbers the positions; NULL: not yet */
    struct throws throws;
    struct layers_map map;
};

/* --- opening --- */

static bool map_table(struct layers_table *table, int fd,
                      char fault[static FAULT_BYTES]) {
    const struct solvable *kind = table->kind;
    if (!layers_header_read(fd, kind->game, &table->header, fault)) {
        return false;
    }
    unsigned left = table->header.left_max;
    if (left > kind->left_max) {
        snprintf(fault, FAULT_BYTES, "its header is damaged");
        return false;
    }
    table->index = race_index_new(kind->game, left);
    return layers_map_whole(&table->map, fd, &table->header, table->index, fault);
}

struct layers_table *layers_table_open(const char *path, const struct game *game,
                                       char fault[static FAULT_BYTES]) {
    int fd = layers_file_open(path);
    if (fd < 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return NULL;
    }
    struct layers_table *table = mem_new(1, sizeof *table);
    table->kind = solvable_find(game);
    throws_init(&table->throws, game);
    bool good = map_table(table, fd, fault);
    close(fd);
    if (!good) {
        layers_table_close(table);
        return NULL;
    }
    return table;
}

void layers_table_close(struct layers_table *table) {
    if (table != NULL) {
        layers_map_fini(&table->map);
        if (table->index != NULL) {
            race_index_free(table->index);
        }
        free(table);
    }
}

const struct solvable *layers_table_kind(const struct layers_table *table) {
    return table->kind;
}

uint64_t layers_table_size(const struct layers_table *table) {
    return table->index->n;
}

unsigned layers_table_left_max(const struct layers_table *table) {
    return table->index->left_max;
}

double layers_table_start(const struct layers_table *table) {
    return table->header.start;
}

/* --- values --- */

/* The value, for `side`, of a position in phase roll or over. */
static bool settled_value(const struct layers_table *table, const struct position *pos,
                          enum side side, double *value) {
    if (pos->phase == PHASE_OVER) {
        *value = pos->outcome == OUTCOME_DRAW    ? 0.5
                 : pos->outcome == (uint8_t)side ? 1
                                                 : 0;
        return true;
    }
    struct race_place place;
    if (!race_place_of(table->index, pos, &place)) {
        return false;
    }
    uint64_t number = race_place_number(table->index, &place);
    double own = layers_value(table->map.values[number]);
    *value = pos->turn == (uint8_t)side ? own : 1 - own;
    return true;
}

/* The value of the best move, for the side in turn. */
static bool value_of_best(const struct layers_table *table, const struct position *pos,
                          double *best) {
    struct move moves[MOVES_MAX];
    size_t n = table->kind->game->moves(pos, moves);
    *best = 0;
    for (size_t i = 0; i < n; i++) {
        struct position reached = *pos;
        double value;
        table->kind->game->apply(&reached, &moves[i], NULL);
        if (!layers_table_value(table, &reached, (enum side)pos->turn, &value)) {
            return false;
        }
        *best = value > *best ? value : *best;
    }
    return true;
}

bool layers_table_value(const struct layers_table *table, const struct position *pos,
                        enum side side, double *value) {
    if (pos->phase != PHASE_MOVE) {
        return settled_value(table, pos, side, value);
    }
    double best;
    if (!value_of_best(table, pos, &best)) {
        return false;
    }
    *value = pos->turn == (uint8_t)side ? best : 1 - best;
    return true;
}

size_t layers_table_moves(const struct layers_table *table, const struct position *pos,
                          struct engine_choice out[static MOVES_MAX]) {
    assert(pos->phase == PHASE_MOVE);
    struct move moves[MOVES_MAX];
    size_t n = table->kind->game->moves(pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct engine_choice choice = {.move = moves[i]};
        struct position reached = *pos;
        table->kind->game->apply(&reached, &moves[i], NULL);
        if (!layers_table_value(table, &reached, (enum side)pos->turn, &choice.value)) {
            return 0;
        }
        size_t at = i;
        for (; at > 0 && out[at - 1].value < choice.value; at--) {
            out[at] = out[at - 1];
        }
        out[at] = choice;
    }
    return n;
}

/* --- checks --- */

bool layers_table_layer_is_good(const struct layers_table *table, unsigned self,
                                unsigned other) {
    return layers_is_good(&table->header, table->index, table->map.values, self, other);
}

void layers_table_position(const struct layers_table *table, uint64_t number,
                           enum side turn, struct position *pos) {
    struct race_place place = race_place_at(table->index, number);
    race_place_position(table->index, &place, turn, pos);
}

double layers_table_residual(const struct layers_table *table,
                             const struct position *pos) {
    assert(pos->phase == PHASE_ROLL);
    double value;
    double mean = 0;
    for (unsigned t = 0; t < table->throws.n; t++) {
        struct position thrown = *pos;
        table->kind->game->roll(&thrown, &table->throws.roll[t], NULL);
        bool is_known = layers_table_value(table, &thrown, (enum side)pos->turn, &value);
        assert(is_known);
        mean += table->throws.chance[t] * value;
    }
    bool is_known = layers_table_value(table, pos, (enum side)pos->turn, &value);
    assert(is_known);
    return fabs(mean - value);
}
