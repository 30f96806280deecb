/* Dice totals: of all finished games, and of each name. */
#include <stdio.h>

#include "server/store/sql.h"

bool store_find_dice(struct store *store, const char *name, const struct dice_kind *kind,
                     struct dice_tally *tally) {
    char dice[DICE_NAME_BYTES], key[NAME_KEY_BYTES];
    dicestats_name(kind, dice);
    struct stmt *stmt = store_stmt(store, SQL_DICE);
    name_fold(name, key, sizeof key);
    stmt_bind_text(stmt, 1, key); /* the total of all players has the name "" */
    stmt_bind_text(stmt, 2, dice);
    struct row_in row = {.stmt = stmt};
    bool found = store_step(store, stmt) == FOUND;
    if (found) {
        struct dice_tally read = {.kind = kind};
        read.throws = (uint64_t)row_take_int(&row, 1, INT64_MAX);
        for (int i = 0; i < DICE_CELLS_MAX; i++) {
            read.count[i] = (uint64_t)row_take_int(&row, 0, INT64_MAX);
        }
        found = !row.wrong;
        if (found) {
            *tally = read;
        }
    }
    store_done(stmt);
    return found;
}

void store_forget_dice(struct store *store, const char *name) {
    if (store_write(store)) {
        char key[NAME_KEY_BYTES];
        name_fold(name, key, sizeof key);
        (void)STORE_RUN(store, SQL_FORGET_DICE, value_text(key));
    }
}
