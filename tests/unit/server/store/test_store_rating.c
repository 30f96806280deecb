/* Ratings in the store: stored, listed, deleted, and computed again. */
#include "tests/unit/server/shelf.h"

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define PERIOD 20000

/* Accounts 1, 2, … with the names p1, p2, … */
static void add_accounts(struct shelf *shelf, int n) {
    char name[16];
    for (int i = 1; i <= n; i++) {
        snprintf(name, sizeof name, "p%d", i);
        WRITE(shelf->store, writes_add_account, i, name, "x", 1700000000);
    }
}

/* Stores the end of a rated game as the server does. */
static void play(struct shelf *shelf, int64_t game, const char *kind, int64_t period,
                 const int64_t account[SIDE_COUNT], int white_halves) {
    struct rated_game rated = {
        .game = game, .period = period, .white_halves = white_halves};
    struct rating rating[SIDE_COUNT];
    snprintf(rated.kind, sizeof rated.kind, "%s", kind);
    for (int i = 0; i < SIDE_COUNT; i++) {
        rated.account[i] = account[i];
        if (store_find_rating(shelf->store, account[i], kind, &rating[i]) != FOUND) {
            rating[i] = rating_new(period);
        }
    }
    rating_play(rating, period, white_halves);
    rated.period = rating[SIDE_WHITE].period;
    for (int i = 0; i < SIDE_COUNT; i++) {
        rated.start[i] = rating[i].start;
        store_put_rating(shelf->store, account[i], kind, &rating[i]);
    }
    store_add_rated(shelf->store, &rated);
}

/* --- rows --- */

TEST(what_is_put_comes_back) {
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 2);
    struct rating rating = {
        .period = PERIOD,
        .start = {1234.5678901234567, 98.7654321, 0.0599959984006778},
        .sums = {3, 123456789012, -98765432109},
        .games = 17,
    };
    struct rating read;
    assert_int_equal(store_find_rating(shelf->store, 1, "tablut", &read), NOT_FOUND);
    store_put_rating(shelf->store, 1, "tablut", &rating);
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_find_rating(shelf->store, 1, "tablut", &read), FOUND);
    assert_memory_equal(&read, &rating, sizeof read); /* to the last bit */
    assert_int_equal(store_find_rating(shelf->store, 1, "ur", &read), NOT_FOUND);
    assert_int_equal(store_find_rating(shelf->store, 2, "tablut", &read), NOT_FOUND);
    rating.games = 18;
    store_put_rating(shelf->store, 1, "tablut", &rating); /* replaces it */
    assert_int_equal(store_find_rating(shelf->store, 1, "tablut", &read), FOUND);
    assert_int_equal(read.games, 18);
}

static const struct damaged_row {
    const char *name, *sql;
} damaged_rows[] = {
    {"a rating", "UPDATE ratings SET rating = 1e300"},
    {"no number", "UPDATE ratings SET deviation = 1e308 * 10"},
    {"a deviation below", "UPDATE ratings SET deviation = 0"},
    {"a deviation above", "UPDATE ratings SET deviation = 351"},
    {"a volatility", "UPDATE ratings SET volatility = -1"},
    {"a period", "UPDATE ratings SET period = -1"},
    {"a sum", "UPDATE ratings SET information = -1"},
    {"more today than in all", "UPDATE ratings SET games = 0"},
};

TEST_ROWS(damaged_rows) {
    const struct damaged_row *row = table_row(state);
    static const int64_t pair[] = {1, 2};
    struct rating rating = {.period = 5};
    struct stored_rating listed[4];
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 2);
    play(shelf, 1, "tablut", PERIOD, pair, 2);
    commit(shelf);
    close_store(shelf);
    if (SHELF_POSTGRES != NULL && strstr(row->sql, "1e308") != NULL) {
        close_shelf(shelf); /* PostgreSQL does not compute it */
        return;
    }
    run_sql(shelf->path, row->sql);
    open_store(shelf);
    assert_int_equal(store_find_rating(shelf->store, 1, "tablut", &rating), NOT_READ);
    assert_int_equal(rating.period, 5); /* unchanged */
    assert_string_equal(store_fault(shelf->store), "a rating is damaged");
    assert_int_equal(store_list_ratings(shelf->store, 1, listed, 4), 0);
}

TEST(a_damaged_game) {
    static const int64_t pair[] = {1, 2};
    struct rated_game rated;
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 2);
    play(shelf, 1, "tablut", PERIOD, pair, 2);
    commit(shelf);
    close_store(shelf);
    run_sql(shelf->path, "UPDATE rated SET white_halves = 3");
    open_store(shelf);
    assert_int_equal(store_next_rated(shelf->store, 0, &rated), NOT_READ);
    assert_string_equal(store_fault(shelf->store), "a rated game is damaged");
    assert_int_equal(store_next_rated(shelf->store, 1, &rated), NOT_FOUND);
}

/* --- lists --- */

/* The names of the best, with " " after each. */
static const char *top(struct shelf *shelf, const char *kind, int64_t period,
                       size_t cap) {
    static char names[256];
    struct stored_rating row[16];
    size_t n = store_list_top(shelf->store, kind, period, row, cap);
    assert_true(n <= cap && cap <= 16);
    names[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(row[i].kind, kind);
        strcat(strcat(names, row[i].name), " ");
    }
    return names;
}

static void put(struct shelf *shelf, int64_t account, const char *kind, double rating,
                double deviation) {
    struct rating put = {.period = PERIOD,
                         .start = {rating, deviation, 0.06},
                         .games = RATING_LISTED_OPPONENTS,
                         .opponents = RATING_LISTED_OPPONENTS};
    store_put_rating(shelf->store, account, kind, &put);
}

TEST(the_best_first) {
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 6);
    put(shelf, 1, "tablut", 1500, 60);
    put(shelf, 2, "tablut", 1900, 110.1); /* too uncertain */
    put(shelf, 3, "tablut", 1800, 109);   /* for today only */
    put(shelf, 4, "tablut", 1700, 60);
    put(shelf, 5, "ur", 2000, 60);
    put(shelf, 6, "tablut", 1500, 60);
    assert_string_equal(top(shelf, "tablut", PERIOD, 16), "p3 p4 p1 p6 ");
    assert_string_equal(top(shelf, "tablut", PERIOD, 2), "p3 p4 ");
    assert_string_equal(top(shelf, "tablut", PERIOD + 30, 16), "p4 p1 p6 ");
    assert_string_equal(top(shelf, "tablut", PERIOD + 200, 16), "");
    assert_string_equal(top(shelf, "ur", PERIOD, 16), "p5 ");
    assert_string_equal(top(shelf, "morris", PERIOD, 16), "");
}

TEST(all_of_one) {
    struct stored_rating row[4];
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 2);
    put(shelf, 1, "ur", 1500, 60);
    put(shelf, 1, "morris", 1600, 350);
    put(shelf, 2, "tablut", 1600, 60);
    assert_int_equal(store_list_ratings(shelf->store, 1, row, 4), 2);
    assert_string_equal(row[0].kind, "morris");
    assert_string_equal(row[1].kind, "ur");
    assert_string_equal(row[1].name, "p1");
    assert_int_equal(store_list_ratings(shelf->store, 1, row, 1), 1);
    assert_int_equal(store_list_ratings(shelf->store, 3, row, 4), 0);
}

/* --- computed again --- */

#define PLAYERS 6
#define KINDS   2
#define GAMES   400

static const char *const kinds[KINDS] = {"royal-ur", "tablut"};

struct book {
    bool known;
    struct rating rating;
};

/* Computes all ratings from the rated games alone; in each game, both ratings must be
 * those of its row. */
static void recompute(struct shelf *shelf, struct book book[PLAYERS + 1][KINDS]) {
    struct rated_game rated = {.game = 0};
    while (store_next_rated(shelf->store, rated.game, &rated) == FOUND) {
        int kind = strcmp(rated.kind, kinds[0]) != 0;
        struct rating pair[SIDE_COUNT];
        for (int i = 0; i < SIDE_COUNT; i++) {
            const struct book *entry = &book[rated.account[i]][kind];
            pair[i] = entry->known ? rating_at(&entry->rating, rated.period)
                                   : rating_new(rated.period);
            if (rated.account[i] == 0) { /* deleted account: the game still has its
                                          * numbers */
                pair[i].start = rated.start[i];
            }
            assert_int_equal(pair[i].period, rated.period);
            assert_memory_equal(&pair[i].start, &rated.start[i], sizeof pair[i].start);
        }
        rating_play(pair, rated.period, rated.white_halves);
        for (int i = 0; i < SIDE_COUNT; i++) {
            if (rated.account[i] != 0) {
                book[rated.account[i]][kind] = (struct book){true, pair[i]};
            }
        }
    }
}

/* The store must have the same ratings, to the last bit. */
static void compare(struct shelf *shelf, int forgotten) {
    struct book book[PLAYERS + 1][KINDS] = {{{0}}};
    recompute(shelf, book);
    for (int account = 1; account <= PLAYERS; account++) {
        for (int kind = 0; kind < KINDS; kind++) {
            struct rating kept;
            enum found found =
                store_find_rating(shelf->store, account, kinds[kind], &kept);
            assert_int_equal(found, account == forgotten ? NOT_FOUND : FOUND);
            if (found == FOUND) {
                assert_memory_equal(&kept, &book[account][kind].rating, sizeof kept);
            }
        }
    }
}

/* A year of games; sometimes the system clock is set back, or days pass without games. */
static void play_a_year(struct shelf *shelf) {
    uint64_t seed = random_seed();
    int64_t period = PERIOD;
    for (int game = 1; game <= GAMES; game++) {
        int64_t pair[SIDE_COUNT];
        pair[0] = 1 + random_below(&seed, PLAYERS);
        pair[1] = 1 + (pair[0] + random_below(&seed, PLAYERS - 1)) % PLAYERS;
        play(shelf, game, kinds[random_below(&seed, KINDS)], period, pair,
             (int)random_below(&seed, 3));
        period += random_below(&seed, 4) == 0 ? random_below(&seed, 8) : 0;
        period -= random_below(&seed, 50) == 0 ? 2 : 0;
    }
}

static struct shelf *open_a_year(void) {
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, PLAYERS);
    play_a_year(shelf);
    commit(shelf);
    return shelf;
}

TEST(everything_is_computed_once_more) {
    struct shelf *shelf = open_a_year();
    reopen(shelf);
    compare(shelf, 0);
}

static const struct wrong_row {
    const char *name, *sql, *fault;
} wrong_rows[] = {
    {"a result", "UPDATE rated SET white_halves = (white_halves + 1) % 3 WHERE game = 7",
     "says that it was another one before"},
    {"a number", "UPDATE rated SET white_rating = white_rating + 0.001 WHERE game = 9",
     "says that it was another one before"},
    {"a game is missing", "DELETE FROM rated WHERE game = 3",
     "says that it was another one before"},
    {"a damaged game", "UPDATE rated SET white_halves = 7 WHERE game = 5",
     "a rated game is damaged"},
};

/* Computes every rating again; returns how many are wrong. */
static int count_wrong(struct shelf *shelf, char last[static FAULT_BYTES]) {
    char kind[GAME_TEXT_BYTES] = "", fault[FAULT_BYTES];
    int64_t account = 0;
    int n = 0, n_wrong = 0;
    while (store_next_rating(shelf->store, &account, kind) == FOUND) {
        struct rating kept, computed;
        assert_int_equal(store_find_rating(shelf->store, account, kind, &kept), FOUND);
        n++;
        if (!store_recompute_rating(shelf->store, account, kind, &computed, fault)) {
            snprintf(last, FAULT_BYTES, "%s", fault);
            n_wrong++;
        } else {
            n_wrong += !rating_is_same(&kept, &computed);
        }
    }
    assert_int_equal(n, PLAYERS * KINDS);
    return n_wrong;
}

TEST_ROWS(wrong_rows) {
    const struct wrong_row *row = table_row(state);
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_a_year();
    assert_int_equal(count_wrong(shelf, fault), 0);
    close_store(shelf);
    run_sql(shelf->path, row->sql);
    open_store(shelf);
    assert_true(count_wrong(shelf, fault) > 0);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("%s", fault);
    }
}

/* A game that began first may end last, on another day. */
TEST(a_game_takes_days) {
    static const int64_t pair[] = {1, 2}, other[] = {3, 1};
    struct rating kept, computed;
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_shelf();
    add_accounts(shelf, 3);
    play(shelf, 2, "tablut", PERIOD, pair, 2);
    play(shelf, 1, "tablut", PERIOD + 6, other, 2);
    commit(shelf);
    assert_int_equal(store_find_rating(shelf->store, 1, "tablut", &kept), FOUND);
    assert_true(store_recompute_rating(shelf->store, 1, "tablut", &computed, fault));
    assert_true(rating_is_same(&kept, &computed));
}

/* --- deleting --- */

TEST(who_is_forgotten) {
    struct shelf *shelf = open_a_year();
    int turns = 1; /* a few rows in each iteration */
    while (store_forget_ratings(shelf->store, 3, 10)) {
        commit(shelf);
        turns++;
    }
    assert_in_range(turns, 5, 20);
    commit(shelf);
    compare(shelf, 3); /* the other ratings are unchanged */
    assert_int_equal(n_rows(shelf, "rated WHERE white = 3 OR black = 3"), 0);
    assert_int_equal(n_rows(shelf, "rated"), GAMES);
}
