/* Copies of stores: everything is there, both ways, and what is refused.  With ALEA_STORE
 * the copies are between a file and a PostgreSQL database. */
#include "server/store/copy.h"

#include <sys/wait.h>

#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* A store with something in every table. */
static void fill(struct shelf *shelf) {
    struct store *store = shelf->store;
    const uint8_t token_hash[TOKEN_HASH_BYTES] = {1, 0, 2};
    struct dice_tally tally = {.kind = game_royal_ur.dice, .throws = 3, .count = {1, 2}};
    struct ban ban = {.who = "192.0.2.1", .at_s = 5, .until_s = 0, .text = "spam"};
    struct profile profile = {.rated = CHOICE_NO, .more = 1};
    struct rating rating = rating_new(20000);
    struct rated_game rated = {.game = 2,
                               .kind = "tablut",
                               .period = 20000,
                               .white_halves = 2,
                               .account = {1, 2},
                               .start = {rating.start, rating.start}};
    rating.games = rating.opponents = 1;
    add_game(shelf, "KOFI", "00000000000game1");
    for (uint64_t seq = 1; seq <= 1500; seq++) { /* more than a page */
        add_say(shelf, 1, seq, "\xC3\x89mile says 'hello'");
    }
    add_game(shelf, "MABA", "00000000000game2");
    end_game(shelf, 2, "ann", "Bob", 1700000100);
    WRITE(store, writes_add_account, 1, "ann", "hash", 7);
    WRITE(store, writes_add_account, 2, "Bob", "hash", 8);
    put_session(store, 17, "ann", token_hash, 1);
    WRITE(store, writes_put_operator, "ann", 1);
    WRITE(store, writes_add_gag, 1, "Bob");
    WRITE(store, writes_add_call_off, 1, "aborted");
    WRITE(store, writes_put_profile, 1, &profile);
    WRITE(store, writes_put_ban, &ban);
    WRITE(store, writes_add_dice, "", &tally);
    store_put_rating(store, 1, "tablut", &rating);
    store_add_rated(store, &rated);
    store_put_time(store, 123456);
    commit(shelf);
}

TEST(test_both_ways) {
    struct copied copied, again;
    char fault[FAULT_BYTES] = "", file[SHELF_PATH_BYTES];
    struct shelf *shelf = open_shelf();
    fill(shelf);
    close_store(shelf);
    snprintf(file, sizeof file, "%s/copy.db", shelf->dir);
    if (!store_copy(shelf->path, file, NULL, &copied, fault)) {
        fail_msg("%s", fault);
    }
    assert_int_equal(copied.games, 2);
    assert_int_equal(copied.events, 1500);
    assert_int_equal(copied.accounts, 2);
    struct shelf *other = make_shelf();
    if (!store_copy(file, other->path, NULL, &again, fault)) {
        fail_msg("%s", fault);
    }
    assert_int_equal(again.rows, copied.rows);
    assert_false(store_copy(file, other->path, NULL, &again, fault));
    assert_string_equal(fault, "the target is not empty: it has games");
    open_store(other);
    struct stored_account account;
    struct ban ban;
    assert_int_equal(store_last_game(other->store), 2);
    assert_int_equal(store_last_account(other->store), 2);
    assert_int_equal(store_time(other->store), 123456);
    assert_int_equal(store_find_account(other->store, "ANN", &account), FOUND);
    assert_int_equal(store_next_ban(other->store, 0, &ban), 1);
    assert_int_equal(store_find_game(other->store, "00000000000game2"), 2);
    /* It can be used. */
    snprintf(ban.who, sizeof ban.who, "192.0.2.2");
    WRITE(other->store, writes_put_ban, &ban);
    assert_int_equal(add_game(other, "TIKU", "00000000000game3"), 3);
    WRITE(other->store, writes_add_account, 3, "cid", "hash", 9);
    commit(other);
}

TEST(test_in_use) {
    struct copied copied;
    char fault[FAULT_BYTES], file[SHELF_PATH_BYTES];
    struct shelf *shelf = open_shelf();
    snprintf(file, sizeof file, "%s/copy.db", shelf->dir);
    pid_t pid = fork(); /* a process can take its own lock again */
    assert_true(pid >= 0);
    if (pid == 0) {
        bool refused = !store_copy(shelf->path, file, NULL, &copied, fault) &&
                       strstr(fault, "in use by another alead") != NULL;
        _exit(refused ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

TEST(test_from_nothing) {
    struct copied copied;
    char fault[FAULT_BYTES];
    assert_false(
        store_copy("/nowhere/alea.db", "/nowhere/else.db", NULL, &copied, fault));
    assert_string_equal(fault, "/nowhere/alea.db: No such file or directory");
}
