/* A failing disk: a transaction is stored completely or not at all, and never comes back
 * once another one has replaced it. */
#include "server/store/sql.h"

#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* More writes or syncs than any step below makes. */
#define N_MAX 200

static const struct fault_row {
    const char *name;
    bool sync; /* syncs fail, not writes */
    int code;
    bool for_good; /* all later ones fail, too */
    bool big;      /* the transaction does not fit into memory */
} fault_rows[] = {
    {"a write fails", false, SQLITE_IOERR_WRITE, false, false},
    {"no write works any more", false, SQLITE_IOERR_WRITE, true, false},
    {"the disk is full", false, SQLITE_FULL, true, false},
    {"the disk was full", false, SQLITE_FULL, false, false},
    {"a sync fails", true, SQLITE_IOERR_FSYNC, false, false},
    {"no sync works any more", true, SQLITE_IOERR_FSYNC, true, false},
    {"a write of many fails", false, SQLITE_IOERR_WRITE, false, true},
    {"the disk is full in the middle", false, SQLITE_FULL, true, true},
    {"a sync of much fails", true, SQLITE_IOERR_FSYNC, true, true},
};

static void set_fault(const struct fault_row *row, int n) {
    fault_vfs_set(row->sync ? 0 : n, row->sync ? n : 0, row->code, row->for_good);
}

static void repair(void) {
    fault_vfs_set(0, 0, 0, false);
}

/* The state before: game 1 with event 1, and a session. */
static struct shelf *open_faulty_shelf(void) {
    uint8_t hash[TOKEN_HASH_BYTES] = {1};
    repair();
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    assert_int_equal(add_game(shelf, "A", "ga"), 1);
    add_say(shelf, 1, 1, "before");
    put_session(shelf->store, 1, "ann", hash, 0);
    commit(shelf);
    return shelf;
}

/* A transaction with many kinds of changes: event 2 of game 1, its end, another game,
 * sessions. */
static bool do_much(struct shelf *shelf, bool big) {
    uint8_t hash[TOKEN_HASH_BYTES] = {2};
    add_say(shelf, 1, 2, "lost");
    if (big) {
        sqlite3_soft_heap_limit64(200000); /* pages go to the disk before the commit */
        char text[OP_TEXT_BYTES] = "";
        memset(text, 'x', sizeof text - 1);
        for (uint64_t seq = 3; seq < 400; seq++) { /* too few for a checkpoint */
            add_say(shelf, 1, seq, text);
        }
    }
    end_game(shelf, 1, "ann", "bob", 5);
    int64_t other = add_game(shelf, "B", "gb");
    add_say(shelf, other, 1, "lost, too");
    put_session(shelf->store, 1, "anna", hash, 0);
    put_session(shelf->store, 2, "bob", hash, 0);
    store_put_time(shelf->store, 5000);
    bool ok = store_commit(shelf->store);
    sqlite3_soft_heap_limit64(0);
    return ok;
}

/* Checks that none of it is stored; later transactions may be. */
static void check_nothing(struct shelf *shelf, const char *log) {
    struct stored_session session;
    struct stored_game row;
    assert_string_equal(read_log(shelf, 1, 0), log);
    assert_int_equal(store_next_game(shelf->store, 0, false), 1);
    assert_int_equal(store_next_game(shelf->store, 1, false), 0);
    assert_int_equal(store_find_game(shelf->store, "ga"), 0);
    assert_int_equal(store_list_games(shelf->store, "", NULL, &row, 1), 0);
    assert_int_equal(store_next_session(shelf->store, 0, &session), FOUND);
    assert_string_equal(session.name, "ann");
    assert_int_equal(store_next_session(shelf->store, 1, &session), NOT_FOUND);
    assert_true(store_time(shelf->store) < 5000);
}

/* Checks what the next start would find if the machine stopped now. */
static void check_crash(const struct shelf *shelf, const char *log) {
    struct shelf *crashed = open_crashed(shelf);
    check_nothing(crashed, log);
    close_shelf(crashed);
}

/* Returns false if there were fewer than n. */
static bool fail_at(const struct fault_row *row, int n, enum durability durability) {
    struct shelf *shelf = open_faulty_shelf();
    close_store(shelf);
    shelf->config.durability = durability;
    open_store(shelf);
    set_fault(row, n);
    bool failed = !do_much(shelf, row->big);
    if (!failed) {
        assert_false(fault_vfs.has_failed);
        repair();
        close_shelf(shelf);
        return false;
    }
    assert_string_not_equal(store_fault(shelf->store), "");
    check_nothing(shelf, "before .");
    if (!row->for_good || row->sync) {
        check_crash(shelf, "before ."); /* the log could be emptied, or written to */
    }
    if (row->for_good) { /* writes fail without an effect */
        assert_false(do_much(shelf, false));
        check_nothing(shelf, "before .");
    }
    repair();
    add_say(shelf, 1, 2, "after");
    commit(shelf);
    check_nothing(shelf, "before after .");
    check_crash(shelf, "before after .");
    reopen(shelf);
    check_nothing(shelf, "before after .");
    close_shelf(shelf);
    assert_false(fault_vfs.copied_lost);
    return true;
}

TEST_ROWS(fault_rows) {
    const struct fault_row *row = table_row(state);
    int n = 1;
    while (n < N_MAX && fail_at(row, n, DURABILITY_FULL)) {
        n += row->big && n > 6 ? 31 : 1;
    }
    print_message("%s: %d\n", row->name, n);
    assert_true(n > 1 && n < (row->big ? INT16_MAX : N_MAX));
    if (!row->sync && !row->big) {
        for (n = 1; fail_at(row, n, DURABILITY_PROCESS); n++) {
        }
        assert_true(n > 1);
    }
}

/* The disk stays full for many iterations, then it works again; several times. */
TEST(test_again_and_again) {
    struct shelf *shelf = open_faulty_shelf();
    char log[256] = "before";
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 5; j++) {
            set_fault(&fault_rows[(i + j) % 6], 1);
            add_say(shelf, 1, (uint64_t)i + 2, "lost");
            assert_false(store_commit(shelf->store));
        }
        repair();
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        add_say(shelf, 1, (uint64_t)i + 2, text);
        commit(shelf);
        snprintf(log + strlen(log), sizeof log - strlen(log), " %s", text);
    }
    strcat(log, " .");
    check_nothing(shelf, log);
    reopen(shelf);
    check_nothing(shelf, log);
}

enum sync_faults {
    FAILS_ONCE,
    FAILS_FOR_GOOD,
    FAILS_AT_THE_CLOSE, /* again; then syncs work */
};

/* Sync n fails, while commits wait for none and copy the log into the file now and then.
 * Returns false if there were fewer syncs. */
static bool fail_a_sync(int n, enum sync_faults faults) {
    struct shelf *shelf = open_faulty_shelf();
    close_store(shelf);
    shelf->config.durability = DURABILITY_PROCESS;
    shelf->config.log_pages = 10;
    open_store(shelf);
    fault_vfs_set(0, n, SQLITE_IOERR_FSYNC, faults == FAILS_FOR_GOOD);
    for (uint64_t seq = 2; seq < 20; seq++) {
        add_say(shelf, 1, seq, "text");
        bool ok = store_commit(shelf->store);
        if (faults != FAILS_ONCE && fault_vfs.has_failed) {
            break;
        }
        seq -= !ok; /* once more */
    }
    bool has_failed = fault_vfs.has_failed;
    if (faults == FAILS_AT_THE_CLOSE) {
        fault_vfs_set(0, 1, SQLITE_IOERR_FSYNC, false);
        fault_vfs.sync_to = 2; /* the store tries twice */
    }
    close_store(shelf);
    repair();
    open_store(shelf);
    assert_true(store_is_sound(shelf->store, (char[FAULT_BYTES]){""}));
    close_shelf(shelf);
    assert_false(fault_vfs.copied_lost);
    return has_failed;
}

/* A log is not copied into the file before all of it is surely on the disk. */
TEST(test_a_sync_of_the_log) {
    int n = 1;
    while (fail_a_sync(n, FAILS_ONCE) && fail_a_sync(n, FAILS_FOR_GOOD) &&
           fail_a_sync(n, FAILS_AT_THE_CLOSE)) {
        n++;
    }
    assert_true(n > 4);
}

/* After a failed sync the store goes on, even while somebody reads the log. */
TEST(test_a_failed_sync_with_a_reader) {
    struct shelf *shelf = open_faulty_shelf();
    close_store(shelf);
    shelf->config.durability = DURABILITY_FULL;
    open_store(shelf);
    add_say(shelf, 1, 2, "2");
    commit(shelf);
    sqlite3 *reader = open_sql(shelf->path);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT * FROM meta", NULL, NULL, NULL),
                     SQLITE_OK);
    set_fault(&fault_rows[4], 1);
    add_say(shelf, 1, 3, "lost");
    assert_false(store_commit(shelf->store));
    assert_true(fault_vfs.has_failed);
    add_say(shelf, 1, 3, "3");
    commit(shelf);
    check_crash(shelf, "before 2 3 .");
    sqlite3_close(reader);
    close_shelf(shelf);
    assert_false(fault_vfs.copied_lost);
}

static long log_bytes(const struct shelf *shelf) {
    char path[SHELF_PATH_BYTES + 8];
    struct stat file;
    snprintf(path, sizeof path, "%s-wal", shelf->path);
    assert_int_equal(stat(path, &file), 0);
    return (long)file.st_size;
}

/* The log that a killed server has left can be read, but may not be on the disk, as a
 * sync may have failed: the store writes nothing on top of it before it is emptied. */
TEST(test_a_log_that_was_left) {
    struct shelf *shelf = open_faulty_shelf();
    fault_vfs_set(1, 0, SQLITE_IOERR_WRITE, false);
    struct shelf *crashed = open_crashed(shelf);
    assert_true(fault_vfs.has_failed); /* it could not be emptied */
    long left = log_bytes(crashed);
    assert_true(left > 0);
    fault_vfs_set(1, 0, SQLITE_IOERR_WRITE, false);
    add_say(crashed, 1, 2, "lost");
    assert_false(store_commit(crashed->store)); /* nor could it now */
    assert_int_equal(log_bytes(crashed), left);
    repair();
    add_say(crashed, 1, 2, "after");
    commit(crashed);
    assert_true(log_bytes(crashed) < left / 2);
    check_nothing(crashed, "before after .");
}

/* A reader of the log does not prevent a rollback. */
TEST(test_a_failure_while_reading) {
    struct stored_op op;
    char fault[FAULT_BYTES];
    struct shelf *shelf = open_faulty_shelf();
    add_say(shelf, 1, 2, "2");
    commit(shelf);
    set_fault(&fault_rows[1], 1);
    add_say(shelf, 1, 3, "lost");
    assert_int_equal(store_next_op(shelf->store, 1, 0, &op, fault), STORED_OP);
    assert_false(store_commit(shelf->store));
    assert_int_equal(store_next_op(shelf->store, 1, 1, &op, fault), STORED_OP);
    assert_int_equal(store_next_op(shelf->store, 1, 2, &op, fault), STORED_END);
    repair();
    add_say(shelf, 1, 3, "3");
    commit(shelf);
    assert_string_equal(read_log(shelf, 1, 0), "before 2 3 .");
}

/* When a read fails in a transaction, SQLite rolls all of it back: later changes of the
 * same iteration must not be stored alone. */
TEST(test_a_read_that_fails_in_a_transaction) {
    bool has_failed = true;
    for (int n = 1; has_failed; n++) {
        struct stored_account account;
        struct stored_game row;
        struct shelf *shelf = open_faulty_shelf();
        WRITE(shelf->store, writes_add_account, 1, "ann", "hash", 5);
        commit(shelf);
        reopen(shelf); /* so that it must read */
        add_say(shelf, 1, 2, "2");
        fault_vfs.read_from = fault_vfs.reads + n;
        (void)store_find_account(shelf->store, "ann", &account);
        (void)store_list_games(shelf->store, "ann", NULL, &row, 1);
        has_failed = fault_vfs.reads >= fault_vfs.read_from;
        fault_vfs.read_from = 0;
        add_say(shelf, 1, 3, "3");
        bool is_stored = store_commit(shelf->store);
        assert_true(is_stored || has_failed);
        const char *log = is_stored ? "before 2 3 ." : "before .";
        assert_string_equal(read_log(shelf, 1, 0), log);
        if (!is_stored) {
            assert_string_equal(store_fault(shelf->store), "disk I/O error");
        }
        check_crash(shelf, log);
        close_shelf(shelf);
        assert_true(n < N_MAX);
    }
}

/* SQLite takes EIO for damage.  A read that works the next time has found none. */
TEST(test_a_read_that_fails_once) {
    bool has_failed = true;
    for (int n = 1; has_failed; n++) {
        char fault[FAULT_BYTES];
        struct shelf *shelf = open_faulty_shelf();
        add_say(shelf, 1, 2, "2");
        commit(shelf);
        close_store(shelf);
        fault_vfs.read_once = fault_vfs.reads + n;
        shelf->store = store_open(&shelf->config, fault);
        bool is_known = shelf->store != NULL && store_know_recent(shelf->store);
        has_failed = fault_vfs.reads >= fault_vfs.read_once;
        fault_vfs.read_once = 0;
        if (shelf->store == NULL) {
            open_store(shelf);
        }
        assert_true(!is_known || shelf->store->recent.sound_from == 0);
        assert_string_equal(read_log(shelf, 1, 0), "before 2 .");
        close_shelf(shelf);
        assert_true(n < N_MAX);
    }
}

/* Creating a new store fails at every point, and works the next time.  It does not need
 * the last step, which is to empty its log. */
TEST(test_making_a_store) {
    bool goes_on = true;
    for (int n = 1; goes_on; n++) {
        for (int sync = 0; sync <= 1; sync++) {
            char fault[FAULT_BYTES] = "";
            struct shelf *shelf = make_shelf();
            fault_vfs_set(sync ? 0 : n, sync ? n : 0, SQLITE_IOERR_WRITE, true);
            shelf->store = store_open(&shelf->config, fault);
            bool failed = shelf->store == NULL;
            goes_on = fault_vfs.has_failed;
            assert_int_equal(failed, fault[0] != '\0');
            assert_true(goes_on || !failed);
            assert_true(n > 1 || failed);
            repair();
            close_store(shelf);
            open_store(shelf);
            assert_int_equal(add_game(shelf, "A", "g"), 1);
            commit(shelf);
            close_shelf(shelf);
        }
        assert_true(n < N_MAX);
    }
}

/* Committed changes stay, even if they cannot be moved from the log to the file. */
TEST(test_closing_on_a_full_disk) {
    for (int n = 1; n < 8; n++) {
        struct shelf *shelf = open_faulty_shelf();
        set_fault(&fault_rows[2], n);
        close_store(shelf);
        repair();
        open_store(shelf);
        check_nothing(shelf, "before .");
        close_shelf(shelf);
    }
}

/* The same when the log has become so long that a commit moves it. */
TEST(test_a_long_log_on_a_full_disk) {
    struct shelf *shelf = open_faulty_shelf();
    char text[OP_TEXT_BYTES] = "";
    memset(text, 'x', sizeof text - 1);
    uint64_t seq = 2;
    bool failed = false;
    for (; seq < 3000 && !failed; seq++) {
        /* Only the pages of one commit can be written, nothing after them. */
        fault_vfs_set(40, 0, SQLITE_FULL, true);
        add_say(shelf, 1, seq, text);
        commit(shelf);
        failed = fault_vfs.has_failed;
    }
    assert_true(failed);
    repair();
    for (int i = 0; i < 3; i++) {
        add_say(shelf, 1, seq++, "y");
        commit(shelf);
    }
    reopen(shelf);
    struct stored_op op = {.seq = 0};
    char fault[FAULT_BYTES];
    uint64_t n = 0;
    while (store_next_op(shelf->store, 1, op.seq, &op, fault) == STORED_OP) {
        n++;
    }
    assert_int_equal(n, seq - 1);
}

/* A file that opens but cannot be written is refused: no game could go on. */
TEST(test_a_file_that_was_opened_for_reading) {
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_faulty_shelf();
    char keeps_wal[] = "PRAGMA user_version";
    sqlite3 *other =
        open_sql(shelf->path); /* so that there is nothing to write at first */
    assert_int_equal(sqlite3_exec(other, keeps_wal, NULL, NULL, NULL), SQLITE_OK);
    close_store(shelf);
    fault_vfs.read_only = true;
    assert_null(store_open(&shelf->config, fault));
    fault_vfs.read_only = false;
    assert_non_null(strstr(fault, "it could be opened for reading only"));
    sqlite3_close(other);
    open_store(shelf);
    check_nothing(shelf, "before .");
}
