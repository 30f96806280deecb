#include "client-cli/scene/picker.h"

#include <stdlib.h>
#include <string.h>

/* A square is so many columns wide where it is one row high: for distances. */
#define ROW_FACTOR 2

/* --- options --- */

/* Takes a move apart, with what is chosen first: the order of parts between which there
 * are commas does not matter.  Returns the number of parts, 0: the move does not begin
 * with the choice.  *n_next: how many parts can be chosen next. */
static unsigned fit(const struct picker *picker, const char *move, size_t len,
                    char part[static SPOTS_PARTS][SPOTS_PART_BYTES], unsigned *n_next) {
    bool has_comma[SPOTS_PARTS];
    unsigned n = spots_parts(move, len, part, has_comma);
    for (unsigned i = 0;; i++) {
        *n_next = i < n ? 1 : 0;
        while (i + *n_next < n && has_comma[i + *n_next]) {
            ++*n_next;
        }
        if (i == picker->level) {
            return n;
        }
        unsigned k = 0;
        while (k < *n_next && strcmp(part[i + k], picker->chosen[i]) != 0) {
            k++;
        }
        if (k == *n_next) {
            return 0;
        }
        memmove(part + i + 1, part + i, k * sizeof part[0]);
        memcpy(part[i], picker->chosen[i], sizeof part[0]);
    }
}

static void add_option(struct picker *picker, const char *part, int spot) {
    for (unsigned i = 0; i < picker->n_options; i++) {
        if (strcmp(picker->option[i].part, part) == 0) {
            return;
        }
    }
    if (picker->n_options < SPOTS_MAX) {
        struct picker_option *option = &picker->option[picker->n_options++];
        snprintf(option->part, sizeof option->part, "%s", part);
        option->spot = spot;
    }
}

/* Sorted as the squares are, so that Tab walks over the board in order. */
static int compare(const void *a, const void *b) {
    const struct picker_option *x = a, *y = b;
    return x->spot != y->spot ? (x->spot > y->spot) - (x->spot < y->spot)
                              : strcmp(x->part, y->part);
}

static void find_options(struct picker *picker, const struct spots *spots,
                         const struct state *state) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES];
    const char *move = picker->moves != NULL ? picker->moves : "";
    picker->n_options = 0;
    for (size_t len; *move != '\0'; move += len + (move[len] == ' ')) {
        len = strcspn(move, " ");
        unsigned n_next, n = fit(picker, move, len, part, &n_next);
        for (unsigned i = 0; n > 0 && i < n_next; i++) {
            const char *chosen = part[picker->level + i];
            add_option(picker, chosen, spots_of_part(spots, state, part[0], chosen));
        }
    }
    qsort(picker->option, picker->n_options, sizeof picker->option[0], compare);
    picker->at = 0;
    picker->free_spot = -1;
}

void picker_begin(struct picker *picker, const struct spots *spots,
                  const struct state *state, const char *moves) {
    picker->moves = moves;
    picker->level = 0;
    find_options(picker, spots, state);
}

/* --- the cursor --- */

int picker_cursor(const struct picker *picker) {
    return picker->free_spot >= 0  ? picker->free_spot
           : picker->n_options > 0 ? picker->option[picker->at].spot
                                   : -1;
}

void picker_step(struct picker *picker, int step) {
    unsigned n = picker->n_options;
    if (n > 0 && picker->free_spot < 0) {
        picker->at = (picker->at + n + (unsigned)(step > 0 ? 1 : (int)n - 1)) % n;
    }
    picker->free_spot = -1;
}

/* How far a square is in this direction; INT_MAX: it is not there. */
static int distance(const struct spots *spots, int from, int to, int rows, int columns) {
    const struct spot *a = &spots->spot[from], *b = &spots->spot[to];
    int down = (b->row - a->row) * ROW_FACTOR, right = b->column - a->column;
    int along = down * rows + right * columns;
    int across = abs(rows != 0 ? right : down);
    return from == to || along <= 0 || across > 2 * along ? 1 << 20 : along + 2 * across;
}

void picker_go(struct picker *picker, const struct spots *spots, int rows, int columns) {
    int from = picker_cursor(picker), best = 1 << 20;
    unsigned at = picker->n_options;
    for (unsigned i = 0; from >= 0 && i < picker->n_options; i++) {
        int spot = picker->option[i].spot;
        int far = spot >= 0 ? distance(spots, from, spot, rows, columns) : 1 << 20;
        if (far < best) {
            best = far;
            at = i;
        }
    }
    if (at < picker->n_options) {
        picker->at = at;
        picker->free_spot = -1;
    } else {
        picker_step(picker, rows + columns);
    }
}

void picker_roam(struct picker *picker, const struct spots *spots, int rows,
                 int columns) {
    int from = picker_cursor(picker), best = 1 << 20,
        to = from < 0 && spots->n > 0 ? 0 : from;
    for (unsigned i = 0; from >= 0 && i < spots->n; i++) {
        int far = distance(spots, from, (int)i, rows, columns);
        if (far < best) {
            best = far;
            to = (int)i;
        }
    }
    picker_point(picker, to);
}

bool picker_point(struct picker *picker, int spot) {
    for (unsigned i = 0; i < picker->n_options && spot >= 0; i++) {
        if (picker->option[i].spot == spot) {
            picker->at = i;
            picker->free_spot = -1;
            return true;
        }
    }
    picker->free_spot = spot;
    return false;
}

void picker_turn(struct picker *picker) {
    int spot = picker_cursor(picker);
    do {
        picker->at = picker->n_options > 0 ? (picker->at + 1) % picker->n_options : 0;
    } while (picker_cursor(picker) != spot);
}

bool picker_is_unclear(const struct picker *picker) {
    int spot = picker_cursor(picker);
    unsigned n = 0;
    for (unsigned i = 0; i < picker->n_options; i++) {
        n += picker->option[i].spot == spot;
    }
    return picker->n_options > 0 && (spot < 0 || n > 1);
}

/* --- choosing --- */

/* Finds the moves that fit the choice.  Returns their number; *first is the first that
 * has no further part, else the first. */
static unsigned candidates(const struct picker *picker,
                           char first[static MOVE_TEXT_BYTES]) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES];
    const char *move = picker->moves != NULL ? picker->moves : "";
    unsigned found = 0;
    first[0] = '\0';
    for (size_t len; *move != '\0'; move += len + (move[len] == ' ')) {
        len = strcspn(move, " ");
        unsigned n_next, n = fit(picker, move, len, part, &n_next);
        if (n > 0) {
            if (found == 0 || n == picker->level) {
                snprintf(first, MOVE_TEXT_BYTES, "%.*s", (int)len, move);
            }
            found++;
        }
    }
    return found;
}

bool picker_pick(struct picker *picker, const struct spots *spots,
                 const struct state *state, char move[static MOVE_TEXT_BYTES]) {
    if (picker->n_options == 0 || picker->level == SPOTS_PARTS) {
        return false;
    }
    memcpy(picker->chosen[picker->level++], picker->option[picker->at].part,
           SPOTS_PART_BYTES);
    candidates(picker, move);
    find_options(picker, spots, state);
    return picker->n_options == 0;
}

bool picker_back(struct picker *picker, const struct spots *spots,
                 const struct state *state) {
    if (picker->level == 0) {
        bool was_free = picker->free_spot >= 0;
        picker->free_spot = -1;
        return was_free;
    }
    char part[SPOTS_PART_BYTES];
    snprintf(part, sizeof part, "%s", picker->chosen[--picker->level]);
    find_options(picker, spots, state);
    for (unsigned i = 0; i < picker->n_options; i++) {
        if (strcmp(picker->option[i].part, part) == 0) {
            picker->at = i;
        }
    }
    return true;
}

void picker_preview(const struct picker *picker, char move[static MOVE_TEXT_BYTES]) {
    struct picker tried;
    move[0] = '\0';
    if (picker->n_options == 0 || picker->free_spot >= 0) {
        return;
    }
    tried.moves = picker->moves;
    tried.level = picker->level;
    memcpy(tried.chosen, picker->chosen, sizeof tried.chosen);
    memcpy(tried.chosen[tried.level++], picker->option[picker->at].part,
           SPOTS_PART_BYTES);
    if (candidates(&tried, move) != 1) {
        move[0] = '\0';
    }
}
