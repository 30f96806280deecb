/* Damaged bytes and whole pages: everything on other pages can still be read. */
#include "server/store/store.h"

#include "tests/unit/server/damage.h"
#include "tests/unit/test.h"

TEST(test_a_byte_of_a_secret) {
    char secret[FAIR_SECRET_BYTES];
    struct shelf *shelf = fill_shelf();
    memset(secret, 0x51, sizeof secret); /* of game 1 */
    long at = find_bytes(shelf->path, secret, sizeof secret);
    write_at(shelf->path, at + 7, "!", 1);
    open_store(shelf);
    assert_string_equal(faults_of(shelf, 1), "start: the sum of how it began: damaged; ");
    check_others(shelf);
}

/* Rows out of order: 118, 5, 117, 118.  A loop over them ends, even if 118 comes twice
 * and is damaged the first time. */
static struct order_row {
    const char *name, *number, *bob;
    int n; /* sessions that can be read */
} order_rows[] = {
    {"after 118 comes 5", "\5", "Bob", 2},
    {"118 is skipped, and comes again", "\x76", "B b", 1},
};

TEST_ROWS(order_rows) {
    const struct order_row *row = table_row(state);
    static const char *const names[] = {"Ann", "Bob", "Cyd"};
    /* Its row id, then the types of the columns: NULL, a text, a blob, NULL. */
    static const uint8_t cell[] = {119, 5,  0, 13 + 2 * 3, 12 + 2 * TOKEN_HASH_BYTES,
                                   0,   'C'};
    struct stored_session session = {.id = 0};
    uint8_t hash[TOKEN_HASH_BYTES] = {1};
    struct shelf *shelf = open_shelf();
    for (size_t i = 0; i < 3; i++) {
        put_session(shelf->store, 117 + i, names[i], hash, 0);
    }
    commit(shelf);
    close_store(shelf);
    long at = find_bytes(shelf->path, cell, sizeof cell);
    write_at(shelf->path, at, row->number, 1);
    write_at(shelf->path, find_bytes(shelf->path, "Bob", 3), row->bob, 3);
    open_store(shelf);
    int n = 0;
    while (store_next_session(shelf->store, session.id, &session) == FOUND) {
        assert_true(n++ < 3);
    }
    assert_int_equal(n, row->n);
    assert_string_equal(store_fault(shelf->store), "its rows are out of order");
}

/* A page of the log of a long game. */
TEST(test_a_page_of_a_log) {
    static const char marker[] = "halfway through a long talk";
    struct shelf *shelf = fill_shelf();
    open_store(shelf);
    int64_t talk = add_game(shelf, "D", "gd");
    char text[OP_TEXT_BYTES] = "";
    memset(text, 'x', 300);
    for (uint64_t seq = 1; seq <= 200; seq++) {
        add_say(shelf, talk, seq, seq == 100 ? marker : text);
    }
    int64_t after = add_game(shelf, "E", "ge");
    add_say(shelf, after, 1, "well");
    commit(shelf);
    close_store(shelf);
    damage_page_of(shelf->path, marker);
    open_store(shelf);
    add_say(shelf, talk, 201, "the last page is well");
    commit(shelf);
    add_say(shelf, 3, 16, "in the middle of a turn");
    assert_non_null(strstr(faults_of(shelf, talk), "database disk image is malformed"));
    add_say(shelf, after, 2, "too");
    commit(shelf);
    assert_string_equal(faults_of(shelf, 1), "");
    assert_string_equal(read_log(shelf, after, 0), "well too .");
    check_others(shelf);
    int n_live = 0;
    for (int64_t game = 0; (game = store_next_game(shelf->store, game, true)) != 0;) {
        n_live++;
    }
    assert_int_equal(n_live, 4); /* 2, 3, talk, after: 1 was set aside */
    store_set_aside(shelf->store, talk, "damaged");
    add_say(shelf, after, 3, "and on");
    commit(shelf);
}

/* The page of the games: none of them can be read, but everything that does not need them
 * works. */
TEST(test_the_page_of_the_games) {
    uint8_t hash[TOKEN_HASH_BYTES] = {1};
    char secret[FAIR_SECRET_BYTES], fault[FAULT_BYTES];
    struct room_start start;
    struct stored_op op;
    struct stored_game row;
    struct shelf *shelf = fill_shelf();
    memset(secret, 0x51, sizeof secret);
    damage_page_at(shelf->path, find_bytes(shelf->path, secret, sizeof secret));
    open_store(shelf);
    struct store *store = shelf->store;
    assert_int_equal(store_next_game(store, 0, true), 1); /* from the index */
    assert_int_equal(store_next_game(store, 2, true), 3);
    assert_false(store_load_start(store, 1, &start, fault));
    assert_non_null(strstr(fault, "malformed"));
    assert_int_equal(store_next_op(store, 1, 0, &op, fault), STORED_DAMAGED);
    assert_non_null(strstr(fault, "malformed"));
    assert_int_equal(store_list_games(store, "", NULL, &row, 1), 0);
    assert_false(store_list_game(store, 1, &row));
    assert_int_equal(store_find_game(store, "ga"), 0);
    put_session(store, 1, "ann", hash, 0);
    store_set_aside(store, 1, "damaged"); /* impossible, but no reason to fail */
    put_session(store, 2, "bob", hash, 0);
    commit(shelf);
    assert_int_equal(store_next_game(store, 0, true), 1);
}

/* The page of the index of live games: they are found without it. */
TEST(test_the_page_of_an_index) {
    struct shelf *shelf = fill_shelf();
    int64_t root = ask_sql(shelf->path, "SELECT rootpage FROM sqlite_schema "
                                        "WHERE name = 'games_live'");
    int64_t page_bytes = ask_sql(shelf->path, "PRAGMA page_size");
    damage_page_at(shelf->path, (long)((root - 1) * page_bytes));
    open_store(shelf);
    assert_int_equal(store_next_game(shelf->store, 0, true), 1);
    add_say(shelf, 3, 17, "while it starts");
    assert_int_equal(store_next_game(shelf->store, 1, true), 2);
    assert_int_equal(store_next_game(shelf->store, 2, true), 3);
    assert_int_equal(store_next_game(shelf->store, 3, true), 0);
    commit(shelf);
}
