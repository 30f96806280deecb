/* Dice totals: of all finished games, and of each name. */
#include <stdio.h>

#include "server/store/sql.h"

/* Binds the key of a name (name.h) and the dice.  The total of all players has the name
 * "". */
static void bind_key(struct stmt *stmt, const char *name, const char *dice,
                     char key[static NAME_KEY_BYTES]) {
    name_fold(name, key, NAME_KEY_BYTES);
    stmt_bind_text(stmt, 1, key);
    stmt_bind_text(stmt, 2, dice);
}

void store_add_dice(struct store *store, const char *name,
                    const struct dice_tally *tally) {
    if (tally->throws == 0 || !store_write(store)) {
        return;
    }
    char dice[DICE_NAME_BYTES], key[NAME_KEY_BYTES];
    dicestats_name(tally->kind, dice);
    struct stmt *stmt = store_stmt(store, SQL_ADD_DICE);
    bind_key(stmt, name, dice, key);
    stmt_bind_int(stmt, 3, store_key(tally->throws));
    for (int i = 0; i < DICE_CELLS_MAX; i++) {
        stmt_bind_int(stmt, 4 + i, store_key(tally->count[i]));
    }
    store_run(store, SQL_ADD_DICE);
}

bool store_find_dice(struct store *store, const char *name, const struct dice_kind *kind,
                     struct dice_tally *tally) {
    char dice[DICE_NAME_BYTES], key[NAME_KEY_BYTES];
    dicestats_name(kind, dice);
    struct stmt *stmt = store_stmt(store, SQL_DICE);
    bind_key(stmt, name, dice, key);
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
        store_bind_key(store_stmt(store, SQL_FORGET_DICE), 1, name, key);
        store_run(store, SQL_FORGET_DICE);
    }
}
