/* Which finished games are kept, how the others are deleted, and how full the disk is.
 * And copies of a store. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/unit/server/fixture.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#include "server/base/disk.h"
#include "server/store/copy.h"

#define DAY_S 86400

/* --- --keep-games --- */

static const struct rule_row {
    const char *name; /* as typed */
    int64_t days, bytes;
    const char *as; /* as it is written back; NULL: invalid */
} rule_rows[] = {
    {"always", 0, 0, "always"},
    {"365d", 365, 0, "365d"},
    {"1d", 1, 0, "1d"},
    {"36500d", 36500, 0, "36500d"},
    {"2G", 0, INT64_C(2) << 30, "2G"},
    {"500M", 0, INT64_C(500) << 20, "500M"},
    {"1024M", 0, INT64_C(1) << 30, "1G"},
    {"365d,2G", 365, INT64_C(2) << 30, "365d,2G"},
    {"2G,365d", 365, INT64_C(2) << 30, "365d,2G"},
    {"1048576G", 0, INT64_C(1) << 50, "1048576G"},
    {"", 0, 0, NULL},
    {"0d", 0, 0, NULL},
    {"-1d", 0, 0, NULL},
    {" 1d", 0, 0, NULL},
    {"365", 0, 0, NULL},
    {"2g", 0, 0, NULL},
    {"2GB", 0, 0, NULL},
    {"1d,2d", 0, 0, NULL},
    {"1d,", 0, 0, NULL},
    {",1d", 0, 0, NULL},
    {"1d,2G,3G", 0, 0, NULL},
    {"always,1d", 0, 0, NULL},
    {"36501d", 0, 0, NULL},
    {"1048577G", 0, 0, NULL},
    {"99999999999999999999G", 0, 0, NULL},
};

TEST_ROWS(rule_rows) {
    const struct rule_row *row = table_row(state);
    struct keep_rule rule = {.days = 7, .bytes = 7};
    char text[64];
    assert_int_equal(keep_rule_read(&rule, row->name), row->as != NULL);
    if (row->as == NULL) {
        assert_int_equal(rule.days, 7); /* unchanged */
        return;
    }
    assert_int_equal(rule.days, row->days);
    assert_int_equal(rule.bytes, row->bytes);
    struct text_out out = text_out_of(text, sizeof text);
    keep_rule_write(&rule, &out);
    assert_string_equal(text, row->as);
}

/* --- which games go, and in which order --- */

static void end_as(struct shelf *shelf, const char *id, enum game_class class,
                   int64_t ended_s) {
    struct record record;
    int64_t game = add_game(shelf, id, id);
    add_say(shelf, game, 1, "x");
    record_init(&record);
    snprintf(record.player[0].name, sizeof record.player[0].name, "ann");
    snprintf(record.player[1].name, sizeof record.player[1].name, "bob");
    snprintf(record.result.reason, sizeof record.result.reason, "captured");
    record.result.over = true;
    record.ended_s = ended_s;
    store_end_game(shelf->store, game, &record, class);
    record_fini(&record);
    store_retire_game(shelf->store, game);
}

static int n_left(struct shelf *shelf) {
    struct stored_game row[16];
    struct store_size size;
    int n = (int)store_list_games(shelf->store, "", NULL, row, 16);
    store_measure(shelf->store, &size);
    assert_int_equal(size.games, n);
    return n;
}

/* The id of the game that is deleted next; "": none. */
static const char *next_to_go(struct shelf *shelf, const struct keep_rule *rule,
                              int64_t now_s) {
    static const char *const ids[] = {"ga", "gb", "gc", "gd", "ge", "gf"};
    int64_t game[6];
    for (size_t i = 0; i < 6; i++) {
        game[i] = store_find_game(shelf->store, ids[i]);
    }
    if (!store_drop_game(shelf->store, rule, now_s)) {
        return "";
    }
    commit(shelf);
    for (size_t i = 0; i < 6; i++) {
        if (game[i] != 0 && store_find_game(shelf->store, ids[i]) == 0) {
            return ids[i];
        }
    }
    return "?";
}

static struct shelf *fill_shelf(void) {
    struct shelf *shelf = open_shelf();
    end_as(shelf, "ga", CLASS_RATED, 10 * DAY_S);
    end_as(shelf, "gb", CLASS_ACCOUNT, 20 * DAY_S);
    end_as(shelf, "gc", CLASS_GUESTS, 40 * DAY_S);
    end_as(shelf, "gd", CLASS_GUESTS, 30 * DAY_S);
    end_as(shelf, "ge", CLASS_RATED, 5 * DAY_S);
    int64_t live = add_game(shelf, "H", "gf"); /* over, but its room still shows it */
    add_say(shelf, live, 1, "x");
    end_game(shelf, live, "ann", "bob", DAY_S);
    add_game(shelf, "I", "gg"); /* running */
    commit(shelf);
    return shelf;
}

TEST(guests_go_first_and_rated_games_last) {
    static const char *const order[] = {"gd", "gc", "gb", "ge", "ga", ""};
    struct keep_rule nothing = {.bytes = 1}, all = {.days = 0};
    struct shelf *shelf = fill_shelf();
    assert_int_equal(n_left(shelf), 6);
    assert_string_equal(next_to_go(shelf, &all, 1000 * DAY_S), "");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        assert_string_equal(next_to_go(shelf, &nothing, 50 * DAY_S), order[i]);
    }
    assert_int_equal(n_left(shelf), 1);
    reopen(shelf);
    assert_int_equal(n_left(shelf), 1);
    assert_true(store_next_game(shelf->store, 0, true) > 0); /* live games stay */
}

TEST(what_is_too_old_goes) {
    struct keep_rule days = {.days = 25};
    struct shelf *shelf = fill_shelf();
    assert_string_equal(next_to_go(shelf, &days, 50 * DAY_S), "gb");
    assert_string_equal(next_to_go(shelf, &days, 50 * DAY_S), "ge");
    assert_string_equal(next_to_go(shelf, &days, 50 * DAY_S), "ga");
    assert_string_equal(next_to_go(shelf, &days, 50 * DAY_S), "");
    assert_string_equal(next_to_go(shelf, &days, 60 * DAY_S), "gd");
    assert_string_equal(next_to_go(shelf, &days, DAY_S), ""); /* the system clock was set
                                                               * back */
}

/* A long game is deleted in many transactions.  In between, none of it is visible, and
 * after a crash the deletion continues. */
TEST(rows_go_a_few_at_a_time) {
    struct keep_rule nothing = {.bytes = 1};
    int64_t after = 0;
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "ga");
    for (unsigned i = 1; i <= 1000; i++) {
        add_say(shelf, game, i, "x");
    }
    end_game(shelf, game, "ann", "bob", DAY_S);
    store_retire_game(shelf->store, game);
    commit(shelf);
    assert_true(store_drop_game(shelf->store, &nothing, 2 * DAY_S));
    commit(shelf);
    for (int steps = 0; store_prune(shelf->store, &after, 300); steps++) {
        commit(shelf);
        close_store(shelf);
        assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM events"),
                         steps < 3 ? 1000 - 300 * (steps + 1) : 0);
        open_store(shelf);
        assert_int_equal(store_next_game(shelf->store, 0, false), 0);
        assert_true(steps < 4);
    }
    commit(shelf);
    assert_int_equal(n_rows(shelf, "games"), 0);
    assert_int_equal(n_rows(shelf, "seats"), 0);
}

/* A guest's dice statistics are deleted with the guest's last game; an account's stay. */
TEST(dice_of_guests_go_too) {
    struct keep_rule nothing = {.bytes = 1};
    struct dice_tally tally = {&dice_two_six, 3, {1, 1, 1, 1, 1, 1}}, read;
    int64_t after = 0;
    struct shelf *shelf = open_shelf();
    WRITE(shelf->store, writes_add_dice, "", &tally);
    WRITE(shelf->store, writes_add_dice, "ann", &tally);
    WRITE(shelf->store, writes_add_dice, "bob", &tally);
    WRITE(shelf->store, writes_add_account, 1, "Bob", "x", DAY_S);
    end_as(shelf, "ga", CLASS_ACCOUNT, DAY_S);
    end_as(shelf, "gb", CLASS_ACCOUNT, 2 * DAY_S);
    commit(shelf);
    for (int left = 1; left >= 0; left--) {
        assert_true(store_drop_game(shelf->store, &nothing, 3 * DAY_S));
        commit(shelf);
        assert_false(store_prune(shelf->store, &after, 100));
        commit(shelf);
        assert_int_equal(store_find_dice(shelf->store, "ann", &dice_two_six, &read),
                         left > 0);
    }
    assert_true(store_find_dice(shelf->store, "bob", &dice_two_six, &read));
    assert_true(store_find_dice(shelf->store, "", &dice_two_six, &read));
}

/* --- a whole server --- */

static void play_again(void) {
    char line[440];
    snprintf(line, sizeof line, "{'cmd':'say','text':'%0390d'}", 0);
    one_moves();
    ask(1, line);
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    be_ready();
}

static int64_t bytes_of(void) {
    struct stat file;
    return stat(fixture->config.db, &file) == 0 ? (int64_t)file.st_size : -1;
}

/* With 1 MiB for games, the file stops growing, as free pages are reused. */
TEST(the_file_stops_growing) {
    random_state = 1; /* a measured figure */
    open_filed_fixture("--keep-games 1M --durability process --limit "
                       "stored_per_hour=1000000000 "
                       "--limit say_per_minute=100000");
    int64_t bytes = 0;
    begin("{'cmd':'create','game':'tablut'}");
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 500; i++) {
            play_again();
            pass(100);
        }
        pass(700000); /* it is checked every ten minutes */
        if (round == 1) {
            bytes = bytes_of();
        }
    }
    print_message("%lld bytes after 1000 games, %lld after 2000\n", (long long)bytes,
                  (long long)bytes_of());
    assert_true(bytes_of() < bytes + bytes / 4);
}

/* A game without moves leaves nothing in the store when its room goes on. */
TEST(a_game_without_a_move_leaves_nothing) {
    open_filed_fixture("");
    begin(ROYAL_UR);
    for (int i = 0; i < 20; i++) {
        ask(1, "{'cmd':'resign'}");
        assert_has(ask(1, "{'cmd':'record'}"), "'reason':'resign'");
        assert_has(ask(1, "{'cmd':'games'}"), "'games':[]");
        ask(1, "{'cmd':'rematch'}");
        assert_has(ask(1, "{'cmd':'record'}"), "'error':'no_record'");
        be_ready();
        pass(1000);
    }
    pass(2000);
    kill_fixture();
    assert_int_equal(ask_sql(fixture->config.db, "SELECT count(*) FROM games"), 1);
    assert_int_equal(ask_sql(fixture->config.db, "SELECT count(*) FROM seats"), 2);
    assert_true(ask_sql(fixture->config.db, "SELECT count(*) FROM events") < 10);
    assert_int_equal(ask_sql(fixture->config.db, "SELECT count(*) FROM dice"),
                     1); /* dice statistics of
                          * the total */
    start_fixture();
}

/* After a restart it is over as well, though nothing of it is kept. */
TEST(a_game_without_a_move_comes_back) {
    open_filed_fixture("");
    begin(ROYAL_UR);
    ask(1, "{'cmd':'resign'}");
    kill_fixture();
    start_fixture();
    assert_has(come_back(1, &ticket[0], -1), "'reason':'resign'");
    come_back(2, &ticket[1], -1);
    assert_has(ask(1, "{'cmd':'rematch'}"), "'stage':'waiting'");
    pass(2000);
}

/* A game whose seal was not opened is called off, and its record names the player. */
TEST(a_seal_that_stays_shut_is_on_record) {
    open_fixture("--limit open_ms=3000");
    seat(ROYAL_UR);
    ask(1, "{'cmd':'ready','nonce':'sha256:"
           "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b'}");
    ask(2, "{'cmd':'ready'}");
    pass(4000);
    ask(1, "{'cmd':'rematch'}");
    pass(4000);
    assert_has(ask(1, "{'cmd':'games'}"), "'reason':'unopened'");
    assert_has(ask(1, "{'cmd':'record'}"), "{'what':'unopened','side':'white'}");
}

static long stat_of(const char *told, const char *name) {
    char text[64];
    snprintf(text, sizeof text, "\"%s\",\"value\":", name);
    const char *at = strstr(told, text);
    assert_non_null(at);
    return strtol(at + strlen(text), NULL, 10);
}

TEST(disk_use_is_told) {
    open_filed_fixture("--operator-local");
    assert_true(come_from(1, "127.0.0.1"));
    const char *told = ask(1, "{'cmd':'stats'}");
    assert_has(told, "{'stat':'games_kept','value':0}");
    long bytes = stat_of(told, "db_bytes");
    assert_in_range(bytes, 10000, 200000);
    assert_in_range(stat_of(told, "db_live_bytes"), 10000, bytes);
    assert_null(strstr(told, json("{'stat':'disk_free_bytes','value':-1}")));
}

/* --- the disk --- */

#define GIB (INT64_C(1) << 30)

static const struct low_row {
    const char *name;
    struct disk_use use;
    bool was_low, is_low;
} low_rows[] = {
    {"half", {50 * GIB, 100 * GIB, 0}, false, false},
    {"a tenth", {10 * GIB, 100 * GIB, 0}, false, false},
    {"less", {10 * GIB - 1, 100 * GIB, 0}, false, true},
    {"hardly more", {11 * GIB, 100 * GIB, 0}, true, true},
    {"enough again", {12 * GIB, 100 * GIB, 0}, true, false},
    {"a GiB of a small one", {GIB, 4 * GIB, 0}, false, false},
    {"less than a GiB", {GIB - 1, 4 * GIB, 0}, false, true},
    {"not known", {-1, -1, -1}, false, false},
};

TEST_ROWS(low_rows) {
    const struct low_row *row = table_row(state);
    assert_int_equal(disk_is_low(&row->use, row->was_low), row->is_low);
}

BEFORE_TESTS {
    random_state = random_seed();
}

/* --- copy --- */

/* Copies of stores: everything is there, both ways, and what is refused.  With ALEA_STORE
 * the copies are between a file and a PostgreSQL database. */

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
