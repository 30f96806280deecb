/* Ratings: the current ones, and each rated game with both ratings before it; and totals
 * of dice: of all finished games, and of each name. */
#include <stdio.h>
#include <string.h>

#include "proto/shape.h"
#include "server/store/sql.h"

/* More games than any player can have played. */
#define GAMES_MOST (INT64_C(1) << 40)

/* --- rows --- */

/* Three values. */
#define GLICKO_VALUES(glicko)                                                            \
    value_real((glicko).rating), value_real((glicko).deviation),                         \
        value_real((glicko).volatility)

static double take_real(struct row_in *row, double least, double most) {
    double value = stmt_real(row->stmt, row->n++);
    row_require(row, value >= least && value <= most);
    return value;
}

/* Takes a rating; values that no game can lead to are damage. */
static struct glicko take_glicko(struct row_in *row) {
    struct glicko glicko;
    glicko.rating = take_real(row, -1e6, 1e6);
    glicko.deviation = take_real(row, 1e-3, GLICKO_DEVIATION_MAX);
    glicko.volatility = take_real(row, 1e-9, 1e3);
    return glicko;
}

/* Reads RATING_COLUMNS. */
static struct rating take_rating(struct row_in *row) {
    struct rating rating;
    rating.period = row_take_int(row, 0, INT64_MAX);
    rating.start = take_glicko(row);
    rating.sums.n = row_take_int(row, 0, GAMES_MOST);
    rating.sums.information = row_take_int(row, 0, INT64_MAX);
    rating.sums.surprise = row_take_int(row, INT64_MIN, INT64_MAX);
    rating.games = row_take_int(row, rating.sums.n, GAMES_MOST);
    rating.opponents = row_take_int(row, 0, rating.games);
    return rating;
}

/* Reads a row of kind, name and RATING_COLUMNS.  False: damaged. */
static bool read_listed(struct stmt *stmt, struct stored_rating *listed) {
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, listed->kind, sizeof listed->kind);
    row_take_text(&row, listed->name, sizeof listed->name);
    listed->rating = take_rating(&row);
    row_require(&row, game_find(listed->kind, strlen(listed->kind)) != NULL &&
                          is_player_name(listed->name));
    return !row.wrong;
}

/* --- one rating --- */

enum found store_find_rating(struct store *store, int64_t account, const char *kind,
                             struct rating *rating) {
    struct stmt *stmt = store_bind(store, SQL_RATING, account);
    stmt_bind_text(stmt, 2, kind);
    struct row_in row = {.stmt = stmt};
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        struct rating read = take_rating(&row);
        if (row.wrong) {
            snprintf(store->fault, sizeof store->fault, "a rating is damaged");
            found = NOT_READ;
        } else {
            *rating = read;
        }
    }
    store_done(stmt);
    return found;
}

_Static_assert(GAMES_N <= RATED_GAMES_MAX, "an account has a rating for each game");

/* Takes a row of a kind and RATING_COLUMNS. */
static void take_kept(struct stmt *stmt, struct player_ratings *ratings) {
    char kind[GAME_TEXT_BYTES];
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, kind, sizeof kind);
    struct rating read = take_rating(&row);
    for (size_t i = 0; games[i] != NULL; i++) {
        if (strcmp(games[i]->id, kind) == 0) {
            ratings->of[i].found = row.wrong ? NOT_READ : FOUND;
            ratings->of[i].rating = read;
        }
    }
}

void store_load_ratings(struct store *store, int64_t account,
                        struct player_ratings *ratings) {
    struct stmt *stmt = store_bind(store, SQL_RATINGS_KEPT, account);
    enum found found;
    for (size_t i = 0; i < RATED_GAMES_MAX; i++) {
        ratings->of[i].found = NOT_FOUND;
    }
    while ((found = store_step(store, stmt)) == FOUND) {
        take_kept(stmt, ratings);
    }
    for (size_t i = 0; i < RATED_GAMES_MAX && found == NOT_READ; i++) {
        ratings->of[i].found = NOT_READ;
    }
    store_done(stmt);
}

void store_put_rating(struct store *store, int64_t account, const char *kind,
                      const struct rating *rating) {
    if (!store_write(store)) {
        return;
    }
    (void)STORE_RUN(store, SQL_PUT_RATING, value_int(account), value_text(kind),
                    value_int(rating->period), GLICKO_VALUES(rating->start),
                    value_int(rating->sums.n), value_int(rating->sums.information),
                    value_int(rating->sums.surprise), value_int(rating->games),
                    value_int(rating->opponents),
                    value_real(rating_now(rating, rating->period).rating),
                    value_int(rating_listed_until(rating)));
}

/* --- lists --- */

static size_t read_list(struct store *store, struct stmt *stmt, struct stored_rating *row,
                        size_t cap) {
    size_t n = 0;
    while (n < cap && store_step(store, stmt) == FOUND) {
        n += read_listed(stmt, &row[n]); /* damaged rows are left out */
    }
    store_done(stmt);
    return n;
}

size_t store_list_ratings(struct store *store, int64_t account, struct stored_rating *row,
                          size_t cap) {
    return read_list(store, store_bind(store, SQL_RATINGS_OF, account), row, cap);
}

size_t store_list_top(struct store *store, const char *kind, int64_t period,
                      struct stored_rating *row, size_t cap) {
    struct stmt *stmt = store_stmt(store, SQL_RATINGS_TOP);
    stmt_bind_text(stmt, 1, kind);
    stmt_bind_int(stmt, 2, period);
    stmt_bind_int(stmt, 3, store_key(cap));
    stmt_bind_int(stmt, 4, RATING_LISTED_OPPONENTS);
    return read_list(store, stmt, row, cap);
}

/* --- rated games --- */

static struct value account_value(const struct rated_game *rated, enum side side) {
    return rated->account[side] != 0 ? value_int(rated->account[side]) : value_none();
}

void store_add_rated(struct store *store, const struct rated_game *rated) {
    if (!store_write(store)) {
        return;
    }
    (void)STORE_RUN(
        store, SQL_ADD_RATED, value_int(rated->game), value_text(rated->kind),
        value_int(rated->period), value_int(rated->white_halves),
        account_value(rated, SIDE_WHITE), GLICKO_VALUES(rated->start[SIDE_WHITE]),
        account_value(rated, SIDE_BLACK), GLICKO_VALUES(rated->start[SIDE_BLACK]));
}

enum found store_find_pair(struct store *store, int64_t account, int64_t opponent,
                           const char *kind) {
    struct stmt *stmt = store_bind(store, SQL_RATED_PAIR, account);
    stmt_bind_int(stmt, 2, opponent);
    stmt_bind_text(stmt, 3, kind);
    enum found found = store_step(store, stmt);
    store_done(stmt);
    return found;
}

void store_rate(struct store *store, const struct rated_game *rated,
                const struct rating rating[SIDE_COUNT]) {
    const int64_t *account = rated->account;
    bool is_new = account[SIDE_WHITE] != 0 && account[SIDE_BLACK] != 0 &&
                  store_find_pair(store, account[SIDE_WHITE], account[SIDE_BLACK],
                                  rated->kind) == NOT_FOUND;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct rating after = rating[side], before;
        if (account[side] == 0) {
            continue;
        }
        if (store_find_rating(store, account[side], rated->kind, &before) == FOUND) {
            after.opponents = before.opponents;
        }
        after.opponents += is_new;
        store_put_rating(store, account[side], rated->kind, &after);
    }
    store_add_rated(store, rated);
}

/* Reads a row of RATED_COLUMNS.  False: damaged. */
static bool read_rated(struct store *store, struct stmt *stmt, struct rated_game *rated) {
    struct row_in row = {.stmt = stmt};
    rated->game = row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, rated->kind, sizeof rated->kind);
    rated->period = row_take_int(&row, 0, INT64_MAX);
    rated->white_halves = (int)row_take_int(&row, 0, 2);
    for (int side = 0; side < SIDE_COUNT; side++) {
        rated->account[side] = (int64_t)row_take_u64(&row);
        rated->start[side] = take_glicko(&row);
    }
    if (row.wrong) {
        snprintf(store->fault, sizeof store->fault, "a rated game is damaged");
    }
    return !row.wrong;
}

enum found store_next_rated(struct store *store, int64_t after,
                            struct rated_game *rated) {
    struct stmt *stmt = store_bind(store, SQL_NEXT_RATED, after);
    struct rated_game read;
    enum found found = store_step_beyond(store, stmt, after);
    if (found == FOUND && !read_rated(store, stmt, &read)) {
        found = NOT_READ;
    }
    stmt_reset(stmt);
    if (found == FOUND) {
        *rated = read;
    }
    return found;
}

/* --- computing ratings again --- */

enum found store_next_rating(struct store *store, int64_t *account,
                             char kind[static GAME_TEXT_BYTES]) {
    struct stmt *stmt = store_bind(store, SQL_NEXT_RATING, *account);
    char after[GAME_TEXT_BYTES];
    int64_t before = *account;
    memcpy(after, kind, sizeof after);
    stmt_bind_text(stmt, 2, after);
    enum found found = store_step_beyond(store, stmt, before - 1);
    if (found == FOUND) {
        struct row_in row = {.stmt = stmt};
        *account = row_take_int(&row, 1, INT64_MAX);
        row_take_text(&row, kind, GAME_TEXT_BYTES);
        bool is_beyond = *account != before || strcmp(kind, after) > 0;
        found = row.wrong ? NOT_READ : is_beyond ? FOUND : store_out_of_order(store);
    }
    store_done(stmt);
    return found;
}

/* Rates a game again for one of its accounts, with the opponent's rating as the game
 * has it.  False: the game has stored another rating of the account. */
static bool replay_rated(const struct rated_game *rated, int64_t account, bool is_first,
                         struct rating *rating) {
    int own = rated->account[SIDE_WHITE] == account ? SIDE_WHITE : SIDE_BLACK;
    struct rating pair[SIDE_COUNT];
    for (int side = 0; side < SIDE_COUNT; side++) {
        pair[side] = rating_new(rated->period);
        pair[side].start = rated->start[side];
    }
    pair[own] = is_first ? rating_new(rated->period) : rating_at(rating, rated->period);
    struct rating told = pair[own];
    told.period = rated->period;
    told.start = rated->start[own];
    bool same = rating_is_same(&pair[own], &told);
    rating_play(pair, rated->period, rated->white_halves);
    *rating = pair[own];
    return same;
}

bool store_recompute_rating(struct store *store, int64_t account, const char *kind,
                            struct rating *rating, char fault[static FAULT_BYTES]) {
    struct stmt *stmt = store_bind(store, SQL_RATED_OF, account);
    stmt_bind_text(stmt, 2, kind);
    struct rated_game rated;
    enum found found;
    bool good = true, is_first = true;
    *rating = rating_new(0);
    while (good && (found = store_step(store, stmt)) == FOUND) {
        if (!read_rated(store, stmt, &rated)) {
            found = NOT_READ;
            break;
        }
        good = replay_rated(&rated, account, is_first, rating);
        is_first = false;
    }
    store_done(stmt);
    if (!good) {
        snprintf(fault, FAULT_BYTES, "game %lld says that it was another one before",
                 (long long)rated.game);
    } else if (found == NOT_READ) {
        good = false;
        snprintf(fault, FAULT_BYTES, "%s", store->fault);
    }
    return good;
}

/* --- forgetting --- */

bool store_forget_ratings(struct store *store, int64_t account, int most) {
    static const enum statement steps[] = {SQL_FORGET_RATINGS, SQL_FORGET_RATED_WHITE,
                                           SQL_FORGET_RATED_BLACK};
    bool more = false;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (!store_write(store)) {
            return false;
        }
        bool done = STORE_RUN(store, steps[i], value_int(account), value_int(most));
        more = more || (done && store_n_changed(store) >= most);
    }
    return more;
}

/* --- dice --- */

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
