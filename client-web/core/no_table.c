/* The table of royal-ur has 1.2 GB: a page has none, and the engine searches instead. */
#include "client-cli/engine/solve.h"
#include "engine/layers_table.h"

bool solve_find_table(const struct game *game, char path[static PATH_MAX]) {
    (void)game;
    (void)path;
    return false;
}

struct layers_table *layers_table_open(const char *path, const struct game *game,
                                       char fault[static FAULT_BYTES]) {
    (void)path;
    (void)game;
    text_copy(fault, FAULT_BYTES, "there are no files here");
    return NULL;
}

void layers_table_close(struct layers_table *table) {
    (void)table;
}

bool layers_table_value(const struct layers_table *table, const struct position *pos,
                        enum side side, double *value) {
    (void)table;
    (void)pos;
    (void)side;
    (void)value;
    return false;
}

size_t layers_table_moves(const struct layers_table *table, const struct position *pos,
                          struct engine_choice out[static MOVES_MAX]) {
    (void)table;
    (void)pos;
    (void)out;
    return 0;
}
