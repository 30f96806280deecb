/* Finished games: how they ended, and lists of them. */
#include <string.h>

#include "proto/shape.h"
#include "server/store/sql.h"

/* --- a game ends --- */

void store_end_game(struct store *store, int64_t game, const struct record *record,
                    enum game_class class) {
    const struct tail *tail =
        store_touch(store, game) ? store_get_tail(store, game) : NULL;
    if (tail == NULL) {
        return;
    }
    const struct result *result = &record->result;
    struct row_out row;
    row_begin(&row, store_stmt(store, SQL_END_GAME), tail->sum);
    row_put_int(&row, (int64_t)tail->seq);
    row_put_text(&row, record->player[SIDE_WHITE].name);
    row_put_text(&row, record->player[SIDE_BLACK].name);
    row_put_text(&row,
                 result->called_off ? "" : outcome_name((enum outcome)result->outcome));
    row_put_text(&row, result->reason);
    row_put_int(&row, record->started_s);
    row_put_int(&row, record->ended_s);
    stmt_bind_int(row.stmt, N_END_COLUMNS + 1, row_sum(&row));
    char key[SIDE_COUNT][NAME_KEY_BYTES];
    for (int side = 0; side < SIDE_COUNT; side++) {
        store_bind_key(row.stmt, N_END_COLUMNS + 2 + side, record->player[side].name,
                       key[side]);
    }
    stmt_bind_int(row.stmt, N_END_COLUMNS + 4, (int)class);
    stmt_bind_int(row.stmt, N_END_COLUMNS + 5, game);
    if (store_run(store, SQL_END_GAME)) {
        (void)store_count_kept(store, 1);
    }
}

/* --- lists --- */

/* Reads a row of LIST_COLUMNS.  False: damaged. */
static bool read_row(struct store *store, struct stmt *stmt, struct stored_game *game) {
    char outcome[8];
    struct row_in row = {.stmt = stmt};
    *game = (struct stored_game){.result = {.over = true}};
    int64_t n = row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, game->game_id, sizeof game->game_id);
    row_take_text(&row, game->game, sizeof game->game);
    int64_t right_sum = row_take_int(&row, INT64_MIN, INT64_MAX);
    uint64_t seq = (uint64_t)row_take_int(&row, 0, INT64_MAX);
    row_take_text(&row, game->name[SIDE_WHITE], sizeof game->name[SIDE_WHITE]);
    row_take_text(&row, game->name[SIDE_BLACK], sizeof game->name[SIDE_BLACK]);
    row_take_text(&row, outcome, sizeof outcome);
    row_take_text(&row, game->result.reason, sizeof game->result.reason);
    game->started_s = row_take_int(&row, INT64_MIN, INT64_MAX);
    game->ended_s = row_take_int(&row, INT64_MIN, INT64_MAX);
    game->rated = row_take_u64(&row) != 0;
    game->rating[SIDE_WHITE] = row_take_u64(&row);
    game->rating[SIDE_BLACK] = row_take_u64(&row);
    game->result.called_off = outcome[0] == '\0';
    enum outcome won = OUTCOME_WHITE;
    while (won < OUTCOME_DRAW && strcmp(outcome, outcome_name(won)) != 0) {
        won = (enum outcome)(won + 1);
    }
    game->result.outcome =
        game->result.called_off ? (uint8_t)OUTCOME_WHITE : (uint8_t)won;
    struct text_in in = text_in_of(game->game, strlen(game->game));
    const struct game *kind;
    struct options opt;
    struct tail end;
    return !row.wrong && is_game_id(game->game_id) && game_parse(&in, &kind, &opt) &&
           text_at_end(&in) && is_player_name(game->name[SIDE_WHITE]) &&
           is_player_name(game->name[SIDE_BLACK]) && is_reason(game->result.reason) &&
           (game->result.called_off || strcmp(outcome, outcome_name(won)) == 0) &&
           store_find_tail(store, n, seq, &end) == FOUND && end.seq == seq &&
           row_sum_columns(stmt, LIST_END, N_END_COLUMNS, end.sum) == right_sum;
}

size_t store_list_games(struct store *store, const char *name,
                        const struct list_place *before, struct stored_game *row,
                        size_t cap) {
    struct stmt *stmt = store_stmt(store, name[0] != '\0' ? SQL_LIST_OF : SQL_LIST);
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    stmt_bind_int(stmt, 2, store_key(cap));
    stmt_bind_int(stmt, 3, before != NULL ? before->ended_s : INT64_MAX);
    stmt_bind_int(stmt, 4, before != NULL ? before->number : INT64_MAX);
    size_t n = 0;
    while (n < cap && store_step(store, stmt) == FOUND) {
        if (read_row(store, stmt, &row[n])) { /* damaged rows are left out */
            n++;
        }
    }
    store_done(stmt);
    return n;
}

bool store_list_game(struct store *store, int64_t game, struct stored_game *row) {
    struct stored_game read;
    struct stmt *stmt = store_bind(store, SQL_LIST_GAME, game);
    bool found = store_step(store, stmt) == FOUND && read_row(store, stmt, &read);
    stmt_reset(stmt);
    if (found) {
        *row = read;
    }
    return found;
}

int64_t store_find_game(struct store *store, const char *game_id) {
    struct stmt *stmt = store_stmt(store, SQL_FIND_GAME);
    stmt_bind_text(stmt, 1, game_id);
    int64_t game = store_query_number(store, stmt);
    stmt_clear(stmt);
    return game;
}
