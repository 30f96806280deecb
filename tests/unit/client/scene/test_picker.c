/* Choosing a move square by square: men that a move places together, or takes, are chosen
 * in any order. */
#include <string.h>

#include "client-cli/scene/picker.h"
#include "tests/unit/test.h"

#define MILLS "a1,d1,g1xb4 a1,d1,g1xf2 a1,a4,a7xb4 a1,a4,a7xf2"
#define TAKEN "d6-d7xa1,b4 d6-d7xa1,g1 d6-d5 d7-d5"

static const struct row {
    const char *name; /* what is chosen */
    const char *moves;
    const char *move; /* what it is at the end; "": no move */
} rows[] = {
    {"a1 d1 g1 b4", MILLS, "a1,d1,g1xb4"},
    {"g1 a1 d1 f2", MILLS, "a1,d1,g1xf2"},
    {"d1 g1 a1 f2", MILLS, "a1,d1,g1xf2"},
    {"a7 a4 a1 b4", MILLS, "a1,a4,a7xb4"},
    {"a7 d1", MILLS, ""},
    {"b4", MILLS, ""},
    {"d6 d7 g1 a1", TAKEN, "d6-d7xa1,g1"},
    {"d6 d7 a1 b4", TAKEN, "d6-d7xa1,b4"},
    {"d6 d5", TAKEN, "d6-d5"},
    {"d5", TAKEN, ""},
};

/* Chooses a square.  False: it cannot be chosen now. */
static bool pick(struct picker *picker, const char *part, size_t len, char *move) {
    struct spots none = {.n = 0};
    struct state state = {.game = &game_morris};
    for (unsigned i = 0; i < picker->n_options; i++) {
        if (strlen(picker->option[i].part) == len &&
            memcmp(picker->option[i].part, part, len) == 0) {
            picker->at = i;
            if (!picker_pick(picker, &none, &state, move)) {
                move[0] = '\0';
            }
            return true;
        }
    }
    move[0] = '\0';
    return false;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct picker picker;
    struct spots none = {.n = 0};
    struct state of_morris = {.game = &game_morris};
    char move[MOVE_TEXT_BYTES];
    picker_begin(&picker, &none, &of_morris, row->moves);
    for (const char *at = row->name; *at != '\0';) {
        size_t len = strcspn(at, " ");
        bool is_last = at[len] == '\0';
        bool is_there = pick(&picker, at, len, move);
        assert_true(is_there || (is_last && row->move[0] == '\0'));
        at += len + !is_last;
    }
    assert_string_equal(move, row->move);
}
