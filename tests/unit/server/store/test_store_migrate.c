/* Stores of earlier versions: their contents are kept, and their games go on. */
#include "server/store/history/history.h"
#include "server/store/sql.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define FIXTURE "tests/data/store-1.db"

/* The player to move. */
static const struct ticket ann = {
    "aaaaaaabaaaaao5ugvs76redfvixe5xwuwonayevilkav25kjfe4clstg6sj2tl5", "NEFE"};
static const struct ticket cid = {
    "aaaaaaadaaaaerrrn6argq2iw4xzjhaq6k6qemjycqytlulsggng6vxqaixleozp", "NEFE"};

static struct shelf *make_old(void) {
    struct shelf *shelf = make_shelf();
    copy_file(FIXTURE, shelf->path);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), 1);
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM games"), 6);
    return shelf;
}

/* Replays all games, as alea check-db does.  Returns how many there are. */
static int check_games(struct store *store) {
    int n = 0;
    char fault[FAULT_BYTES] = "";
    for (int64_t game = 0; (game = store_next_game(store, game, false)) > 0; n++) {
        struct room *room = history_room(store, game, 0, NULL, NULL, fault);
        if (room == NULL) {
            fail_msg("game %lld: %s", (long long)game, fault);
        }
        room_destroy(room);
    }
    return n;
}

TEST(test_brought_up_to_date) {
    struct stored_game row[10];
    struct stored_session session;
    struct stored_account account;
    struct shelf *shelf = make_old();
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 6);
    assert_int_equal(store_list_games(shelf->store, "", NULL, row, 10), 3);
    assert_int_equal(store_list_games(shelf->store, "ann", NULL, row, 10), 2);
    assert_string_equal(row[0].name[0], "Ann");
    assert_int_equal(store_next_session(shelf->store, 0, &session), FOUND);
    assert_string_equal(session.name, "Ann");
    assert_int_equal(session.account, 0);
    assert_int_equal(store_find_account(shelf->store, "Ann", &account), NOT_FOUND);
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), store_version());
}

/* Version 9 stored neither which finished games to delete first, nor how many opponents a
 * player has had. */
TEST(test_what_is_kept_and_opponents) {
    static const int opponents[] = {2, 1, 1}; /* ann's, bob's, cid's */
    struct store_size size;
    struct rating rating, computed;
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = make_shelf();
    copy_file("tests/data/store-9-rated.db", shelf->path);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), 9);
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 6);
    store_measure(shelf->store, &size);
    assert_int_equal(size.games, 5);
    for (int64_t account = 1; account <= 3; account++) {
        assert_int_equal(store_find_rating(shelf->store, account, "tablut", &rating),
                         FOUND);
        assert_int_equal(rating.opponents, opponents[account - 1]);
        assert_true(
            store_recompute_rating(shelf->store, account, "tablut", &computed, fault));
        assert_true(rating_is_same(&rating, &computed));
    }
    assert_int_equal(store_find_pair(shelf->store, 1, 3, "tablut"), FOUND);
    assert_int_equal(store_find_pair(shelf->store, 3, 1, "tablut"), FOUND);
    assert_int_equal(store_find_pair(shelf->store, 2, 3, "tablut"), NOT_FOUND);
    assert_int_equal(store_find_pair(shelf->store, 1, 3, "ur"), NOT_FOUND);
    assert_int_equal(n_rows(shelf, "games WHERE class = 2"), 3);
    assert_int_equal(n_rows(shelf, "games WHERE class = 1"), 1);
    assert_int_equal(n_rows(shelf, "games WHERE class = 0"), 1);
}

/* Opening to write migrates the file; opening read-only does not. */
TEST(test_not_by_a_reader) {
    struct shelf *shelf = make_old();
    shelf->config.read_only = true;
    expect_refused(shelf, "made by an earlier alead: start alead with it");
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), 1);
}

/* New files have small pages.  Others keep theirs; the host can change them. */
TEST(test_page_size) {
    struct shelf *shelf = open_shelf();
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA page_size"), 512);
    close_shelf(shelf);
    shelf = make_old();
    open_store(shelf);
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA page_size"), 4096);
    run_sql(shelf->path, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
    assert_int_equal(ask_sql(shelf->path, "PRAGMA page_size"), 512);
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 6);
}

/* A file of every version there has been. */
TEST(test_every_version) {
    for (int64_t version = 1; version <= store_version(); version++) {
        struct stored_game row[10];
        char fault[FAULT_BYTES] = "";
        struct shelf *shelf = make_old();
        sqlite3 *db = open_sql(shelf->path);
        assert_true(store_migrate(db, 1, version, fault));
        sqlite3_close(db);
        assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), version);
        open_store(shelf);
        assert_int_equal(check_games(shelf->store), 6);
        assert_int_equal(store_list_games(shelf->store, "", NULL, row, 10), 3);
        close_store(shelf);
        assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), store_version());
        close_shelf(shelf);
    }
}

/* The last version in which all events were in `events`: such a file can be read as it
 * is, and its games go on. */
TEST(test_without_recent_events) {
    struct shelf *shelf = make_shelf();
    copy_file("tests/data/store-18.db", shelf->path);
    int64_t n_events = ask_sql(shelf->path, "SELECT count(*) FROM events");
    shelf->config.read_only = true;
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 3);
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), 18);
    shelf->config.read_only = false;
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 3);
    add_say(shelf, 3, 1000, "still there?");
    commit(shelf);
    assert_non_null(strstr(read_log(shelf, 3, 0), " still there? ."));
    assert_int_equal(n_rows(shelf, "events"), n_events + 1);
}

/* If the disk fails during a migration, the next start completes it. */
TEST(test_not_by_half) {
    int failures = 0;
    for (int n = 1;; n++) {
        char fault[FAULT_BYTES];
        struct shelf *shelf = make_old();
        fault_vfs_set(n, 0, SQLITE_IOERR_WRITE, true);
        struct store *store = store_open(&shelf->config, fault);
        fault_vfs_set(0, 0, 0, false);
        store_close(store);
        failures += store == NULL;
        open_store(shelf);
        assert_int_equal(check_games(shelf->store), 6);
        close_shelf(shelf);
        if (store != NULL) {
            break;
        }
    }
    assert_true(failures > 0);
}

/* Live games go on. */
TEST(test_it_plays_on) {
    char args[SHELF_PATH_BYTES + 16];
    struct shelf *shelf = make_old();
    snprintf(args, sizeof args, "--db %s", shelf->path);
    open_fixture(args);
    fixture->tls = true;
    const char *told = come_back(1, &ann, -1);
    assert_has(told, "{'reply':'resume','name':'Ann'");
    assert_has(told, "'stage':'playing'");
    assert_has(come_back(2, &cid, -1), "{'reply':'resume','name':'cid'");
    assert_has(ask(1, "{'cmd':'move','room':'NEFE','move':1}"), "{'reply':'move'");
    assert_has(ask(2, "{'cmd':'move','room':'NEFE','move':1}"), "{'reply':'move'");
    assert_has(ask(1, "{'cmd':'register','password':'12345678'}"), "{'reply':'register'");
    assert_has(ask(2, "{'cmd':'resign','room':'NEFE'}"), "'reason':'resign'");
    close_fixture();
    open_store(shelf);
    struct stored_game row[10];
    assert_int_equal(check_games(shelf->store), 6);
    assert_int_equal(store_list_games(shelf->store, "", NULL, row, 10), 4);
}

/* Names were compared without case; now they are found by their keys. */
TEST(test_names_get_keys) {
    struct stored_account account;
    struct stored_game row[2];
    struct dice_tally tally;
    struct gags gags = {.n = 0};
    struct ban ban;
    struct shelf *shelf = make_shelf();
    copy_file("tests/data/store-9.db", shelf->path);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), 9);
    open_store(shelf);
    assert_int_equal(check_games(shelf->store), 1);
    assert_int_equal(store_find_account(shelf->store, "Ånn", &account), FOUND);
    assert_string_equal(account.name, "Ann");
    assert_int_equal(store_list_games(shelf->store, "BÖB", NULL, row, 2), 1);
    assert_string_equal(row[0].name[1], "Bob");
    assert_int_equal(store_count_games(shelf->store, "ann"), 1);
    assert_true(store_find_dice(shelf->store, "ANN", &dice_three_binary, &tally));
    store_load_gags(shelf->store, 2, &gags);
    assert_true(gags_have_name(&gags, "cid"));
    gags_fini(&gags);
    assert_true(store_next_ban(shelf->store, 0, &ban) > 0);
    assert_string_equal(ban.who, "Eve");
    WRITE(shelf->store, writes_remove_gag, 2, "çid");
    WRITE(shelf->store, writes_begin_forgetting, 1);
    assert_true(store_commit(shelf->store));
    assert_int_equal(store_next_forgotten(shelf->store, 0, &account), FOUND);
    while (!store_forget_some(shelf->store, &account, 100)) {
        assert_true(store_commit(shelf->store));
    }
    assert_true(store_commit(shelf->store));
    assert_int_equal(check_games(shelf->store), 1);
    assert_int_equal(n_rows(shelf, "gags"), 0);
    assert_int_equal(n_rows(shelf, "events WHERE name LIKE 'ann'"), 0);
    assert_int_equal(n_rows(shelf, "games WHERE white_key = 'gone-1'"), 1);
}

/* Throws were counted by the spelling of the name.  They stay with the account even if
 * its games are not kept. */
TEST(test_dice_get_keys) {
    struct dice_tally tally;
    const struct keep_rule nothing = {.bytes = 1};
    int64_t swept = 0;
    struct shelf *shelf = make_shelf();
    copy_file("tests/data/store-9.db", shelf->path);
    assert_int_equal(
        ask_sql(shelf->path,
                "SELECT count(*) FROM dice WHERE name = 'Ann' COLLATE BINARY"),
        1);
    open_store(shelf);
    assert_true(store_drop_game(shelf->store, &nothing, 0));
    assert_false(store_prune(shelf->store, &swept, 1000));
    assert_true(store_commit(shelf->store));
    assert_int_equal(store_count_games(shelf->store, "ann"), 0);
    assert_true(store_find_dice(shelf->store, "ann", &dice_three_binary, &tally));
}
