/* Profiles: whose offers reach the player of an account. */
#include <stdio.h>

#include "server/store/inside.h"

void store_put_profile(struct store *store, int64_t account,
                       const struct profile *profile) {
    if (!store_write(store)) {
        return;
    }
    char list[PROFILE_GAMES_BYTES];
    struct text_out out;
    text_out_init(&out, list, sizeof list);
    profile_write_games(profile, &out);
    sqlite3_stmt *stmt = store_bind(store, SQL_PUT_PROFILE, account);
    sqlite3_bind_text(stmt, 2, list, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, profile->rated);
    sqlite3_bind_int64(stmt, 4, profile->clock);
    sqlite3_bind_int64(stmt, 5, profile->no_bots);
    sqlite3_bind_int64(stmt, 6, profile->is_bot);
    sqlite3_bind_int64(stmt, 7, profile->more);
    sqlite3_bind_int64(stmt, 8, profile->auto_moves);
    store_run(store, SQL_PUT_PROFILE);
}

/* False: damaged. */
static bool read_profile(sqlite3_stmt *stmt, struct profile *profile) {
    char list[PROFILE_GAMES_BYTES], fault[FAULT_BYTES];
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, list, sizeof list);
    profile->rated = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->clock = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->no_bots = row_take_int(&row, 0, 1) != 0;
    profile->is_bot = row_take_int(&row, 0, 1) != 0;
    profile->more = (uint8_t)row_take_int(&row, 0, PROFILE_MAX_MOST - 1);
    profile->auto_moves = row_take_int(&row, 0, 1) != 0;
    row_require(&row, profile_read_games(profile, list, fault));
    return !row.wrong;
}

void store_get_profile(struct store *store, int64_t account, struct profile *profile) {
    struct profile read = {.more = 0};
    sqlite3_stmt *stmt = store_bind(store, SQL_PROFILE, account);
    enum found found = account != 0 ? store_step(store, stmt) : NOT_FOUND;
    if (found == FOUND && !read_profile(stmt, &read)) {
        read = (struct profile){.more = 0};
    }
    if (found != NOT_READ) {
        *profile = read;
    }
    sqlite3_reset(stmt);
}
