#include "engine/royal_table.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/royal_file.h"
#include "engine/royal_steps.h"
#include "mem/mem.h"

struct royal_table {
    struct royal_header header;
    struct royal_index *index;
    struct royal_throws throws;
    struct royal_map map;
};

/* --- opening --- */

static bool is_whole(int fd, const struct royal_header *header,
                     const struct royal_index *index, char fault[static FAULT_BYTES]) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    if (header->is_complete != 1 || header->n != index->n ||
        (uint64_t)st.st_size != royal_file_bytes(index)) {
        snprintf(fault, FAULT_BYTES, "not complete");
        return false;
    }
    return true;
}

static bool map_table(struct royal_table *table, int fd, char fault[static FAULT_BYTES]) {
    if (!royal_header_read(fd, &table->header, fault)) {
        return false;
    }
    table->index = royal_index_new(table->header.left_max);
    if (!is_whole(fd, &table->header, table->index, fault)) {
        return false;
    }
    if (!royal_map_init(&table->map, fd, table->index)) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    return true;
}

struct royal_table *royal_table_open(const char *path, char fault[static FAULT_BYTES]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* does not block on a FIFO */
    if (fd < 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return NULL;
    }
    struct royal_table *table = mem_new(1, sizeof *table);
    royal_throws_init(&table->throws);
    bool good = map_table(table, fd, fault);
    close(fd);
    if (!good) {
        royal_table_close(table);
        return NULL;
    }
    return table;
}

void royal_table_close(struct royal_table *table) {
    if (table != NULL) {
        royal_map_fini(&table->map);
        royal_index_free(table->index);
        free(table);
    }
}

uint64_t royal_table_size(const struct royal_table *table) {
    return table->index->n;
}

unsigned royal_table_left_max(const struct royal_table *table) {
    return table->index->left_max;
}

double royal_table_start(const struct royal_table *table) {
    return table->header.start;
}

/* --- values --- */

/* The value, for `side`, of a position in state roll or of a game that is over. */
static bool settled_value(const struct royal_table *table, const struct position *pos,
                          enum side side, double *value) {
    if (pos->phase == PHASE_OVER) {
        *value = pos->outcome == (uint8_t)side ? 1 : 0;
        return true;
    }
    struct royal_place place;
    if (!royal_place_of(table->index, pos, &place)) {
        return false;
    }
    double own = (double)table->map.values[royal_place_number(table->index, &place)];
    *value = pos->turn == (uint8_t)side ? own : 1 - own;
    return true;
}

size_t royal_table_moves(const struct royal_table *table, const struct position *pos,
                         struct royal_choice out[static ROYAL_MOVES_MAX]) {
    assert(pos->phase == PHASE_MOVE);
    struct move moves[MOVES_MAX];
    size_t n = game_royal_ur.moves(pos, moves);
    assert(n <= ROYAL_MOVES_MAX);
    for (size_t i = 0; i < n; i++) {
        struct royal_choice choice = {.move = moves[i]};
        struct position reached = *pos;
        game_royal_ur.apply(&reached, &moves[i], NULL);
        if (!settled_value(table, &reached, pos->turn, &choice.value)) {
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

bool royal_table_value(const struct royal_table *table, const struct position *pos,
                       enum side side, double *value) {
    if (pos->phase != PHASE_MOVE) {
        return settled_value(table, pos, side, value);
    }
    struct royal_choice choice[ROYAL_MOVES_MAX];
    if (royal_table_moves(table, pos, choice) == 0) {
        return false;
    }
    *value = pos->turn == (uint8_t)side ? choice[0].value : 1 - choice[0].value;
    return true;
}

/* --- checks --- */

bool royal_table_layer_is_good(const struct royal_table *table, unsigned self,
                               unsigned other) {
    return royal_layer_is_good(&table->header, table->index, table->map.values, self,
                               other);
}

void royal_table_position(const struct royal_table *table, uint64_t number,
                          enum side turn, struct position *pos) {
    struct royal_place place = royal_place_at(table->index, number);
    royal_place_position(table->index, &place, turn, pos);
}

double royal_table_residual(const struct royal_table *table, const struct position *pos) {
    assert(pos->phase == PHASE_ROLL);
    double mean = 0;
    for (unsigned t = 0; t < ROYAL_THROWS; t++) {
        struct position thrown = *pos;
        game_royal_ur.roll(&thrown, &table->throws.roll[t], NULL);
        double value;
        bool is_known = royal_table_value(table, &thrown, pos->turn, &value);
        assert(is_known);
        mean += table->throws.chance[t] * value;
    }
    double value;
    bool is_known = royal_table_value(table, pos, pos->turn, &value);
    assert(is_known);
    return fabs(mean - value);
}
