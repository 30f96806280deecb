/* Recent events: they are appended to one table, and filed later, game by game. */
#include "server/store/sql.h"

#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define N_GAMES 3

/* Keeps so many events unfiled. */
static struct shelf *open_short(int64_t recent_events) {
    struct shelf *shelf = make_shelf();
    shelf->config.recent_events = recent_events;
    open_store(shelf);
    static const char *const codes[N_GAMES] = {"A", "B", "C"};
    static const char *const ids[N_GAMES] = {"ga", "gb", "gc"};
    for (int i = 0; i < N_GAMES; i++) {
        assert_int_equal(add_game(shelf, codes[i], ids[i]), i + 1);
    }
    commit(shelf);
    return shelf;
}

/* The log of a game whose events are all numbers up to n. */
static const char *numbers(uint64_t after, uint64_t n) {
    static char text[4096];
    size_t len = 0;
    for (uint64_t seq = after + 1; seq <= n; seq++) {
        len += (size_t)snprintf(text + len, sizeof text - len, "%llu ",
                                (unsigned long long)seq);
    }
    snprintf(text + len, sizeof text - len, ".");
    return text;
}

static void add_number(struct shelf *shelf, int64_t game, uint64_t seq) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)seq);
    add_say(shelf, game, seq, text);
}

static void check_logs(struct shelf *shelf, const uint64_t n[N_GAMES]) {
    for (int i = 0; i < N_GAMES; i++) {
        for (uint64_t after = 0; after <= n[i]; after++) {
            assert_string_equal(read_log(shelf, i + 1, after), numbers(after, n[i]));
        }
    }
}

/* At every moment each game can be read from every event on: now, after a crash, by
 * another process, and after an orderly end. */
TEST(test_reading) {
    uint64_t n[N_GAMES] = {0};
    struct shelf *shelf = open_short(7);
    struct shelf reader = *shelf;
    reader.config.path = shelf->path;
    reader.config.read_only = true;
    open_store(&reader);
    for (int i = 0; i < 60; i++) {
        int game = i < 20 ? i % N_GAMES : i < 40 ? i % 2 : i % 3 == 0 ? 2 : 0;
        add_number(shelf, game + 1, ++n[game]);
        if (i % 5 == 2) {
            check_logs(shelf, n); /* of both connections */
        }
        commit(shelf);
        check_logs(shelf, n);
        struct shelf *crashed = open_crashed(shelf);
        check_logs(crashed, n);
        close_shelf(crashed);
        assert_true(store_renew_snapshot(reader.store));
        check_logs(&reader, n);
    }
    close_store(&reader);
    assert_int_equal(n_rows(shelf, "recent"), 0);
    assert_int_equal(n_rows(shelf, "events"), 60);
    open_store(shelf);
    check_logs(shelf, n);
}

/* What is read stays as it was, whatever is filed meanwhile. */
TEST(test_a_snapshot) {
    uint64_t n[N_GAMES] = {3, 0, 0};
    struct shelf *shelf = open_short(1);
    for (uint64_t seq = 1; seq <= 3; seq++) {
        add_number(shelf, 1, seq);
    }
    commit(shelf);
    struct shelf reader = *shelf;
    reader.config.read_only = true;
    open_store(&reader);
    for (uint64_t seq = 4; seq <= 9; seq++) {
        add_number(shelf, 1, seq);
        commit(shelf);
        check_logs(&reader, n);
    }
    n[0] = 9;
    assert_true(store_renew_snapshot(reader.store));
    check_logs(&reader, n);
    close_store(&reader);
}

/* However many games there are, what one commit writes is little more than its events. */
TEST(test_a_move_writes_little) {
    char path[SHELF_PATH_BYTES + 8], name[16], code[3] = "";
    struct stat before, after;
    struct shelf *shelf = open_shelf();
    snprintf(path, sizeof path, "%s-wal", shelf->path);
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "g%d", i);
        code[0] = (char)('A' + i / 26);
        code[1] = (char)('A' + i % 26);
        add_game(shelf, code, name);
    }
    commit(shelf);
    assert_int_equal(stat(path, &before), 0);
    for (int64_t game = 1; game <= 500; game++) {
        add_say(shelf, game, 1, "e5-e6");
    }
    commit(shelf);
    assert_int_equal(stat(path, &after), 0);
    long each = (long)(after.st_size - before.st_size) / 500;
    print_message("%ld bytes for each of 500 moves\n", each);
    assert_in_range(each, 1, 200);
    assert_int_equal(stat(path, &before), 0);
    for (uint64_t seq = 2; seq <= 101; seq++) {
        add_say(shelf, 1, seq, "e6-e7");
        commit(shelf);
    }
    assert_int_equal(stat(path, &after), 0);
    each = (long)(after.st_size - before.st_size) / 100;
    print_message("%ld bytes for each of 100 that are alone in a commit\n", each);
    assert_in_range(each, 1, 750);
}

/* A failure while games are filed takes nothing away, and they are filed later. */
TEST(test_filing_fails) {
    bool has_failed = true;
    for (int at = 1; has_failed; at++) {
        uint64_t n[N_GAMES] = {0};
        struct shelf *shelf = open_short(3);
        fault_vfs_set(at, 0, SQLITE_FULL, true);
        bool works = true;
        for (int i = 0; i < 12 && works; i++) {
            add_number(shelf, i % N_GAMES + 1, n[i % N_GAMES] + 1);
            works = store_commit(shelf->store);
            n[i % N_GAMES] += works;
            check_logs(shelf, n);
        }
        has_failed = fault_vfs.has_failed;
        fault_vfs_set(0, 0, 0, false);
        for (int i = 0; i < 9; i++) {
            add_number(shelf, i % N_GAMES + 1, ++n[i % N_GAMES]);
            commit(shelf);
        }
        check_logs(shelf, n);
        struct shelf *crashed = open_crashed(shelf);
        check_logs(crashed, n);
        close_shelf(crashed);
        close_store(shelf);
        assert_in_range(ask_sql(shelf->path, "SELECT count(*) FROM events"), 9, 21);
        close_shelf(shelf);
        assert_true(at < 500);
    }
}

static int64_t n_recent(const struct shelf *shelf) {
    return shelf->store->recent.next - shelf->store->recent.first;
}

/* If the store never rests, commits file, too, as soon as there are half as many events
 * more than should be.  Until those before are filed, as many come again. */
TEST(test_no_rest) {
    enum { MOST = 1000 };
    uint64_t seq = 0;
    struct shelf *shelf = open_short(MOST);
    for (int each = 1; each < 2 * MOST; each *= 4) {
        for (int n = 0; n < 5 * MOST; n += each) {
            for (int i = 0; i < each; i++) {
                seq++;
                add_number(shelf, 1 + (int64_t)(seq % N_GAMES), seq);
            }
            commit(shelf);
            assert_in_range(n_recent(shelf), 1, 5 * MOST / 2 + each);
        }
    }
}

/* While it rests it files the rest, a little at a time. */
TEST(test_rest) {
    enum { MOST = 1000 };
    uint64_t n[N_GAMES] = {0};
    struct shelf *shelf = open_short(MOST);
    for (int i = 0; i < MOST + 400; i++) {
        add_number(shelf, 1 + i % N_GAMES, ++n[i % N_GAMES]);
    }
    commit(shelf);
    int steps = 0;
    for (; store_is_untidy(shelf->store); steps++) {
        int64_t before = n_recent(shelf);
        store_tidy(shelf->store);
        assert_in_range(before - n_recent(shelf), 1, 300); /* 100 are filed */
        assert_true(steps < 100);
    }
    assert_in_range(steps, 2, 10);
    assert_in_range(n_recent(shelf), MOST - 300, MOST + 5);
    add_number(shelf, 1, ++n[0]);
    store_tidy(shelf->store); /* not in a transaction */
    commit(shelf);
    assert_string_equal(read_log(shelf, 1, n[0] - 3), numbers(n[0] - 3, n[0]));
}

/* The time of the last op is that of the server, wherever the op is now. */
TEST(test_time_after_a_crash) {
    struct shelf *shelf = open_short(4);
    for (uint64_t seq = 1; seq <= 30; seq++) {
        add_number(shelf, 1 + (int64_t)(seq % 3), seq); /* at 1000 + seq */
        store_put_time(shelf->store, 1000 + seq + seq % 2);
        commit(shelf);
        struct shelf *crashed = open_crashed(shelf);
        assert_in_range(store_time(crashed->store), 1000 + seq, 1000 + seq + 1);
        close_shelf(crashed);
    }
    store_put_time(shelf->store, 999999); /* much later than the op */
    add_number(shelf, 1, 31);
    commit(shelf);
    struct shelf *crashed = open_crashed(shelf);
    assert_int_equal(store_time(crashed->store), 999999);
}

/* Nothing of a dead game is left, filed or not. */
TEST(test_sweeping) {
    int64_t after = 0;
    struct shelf *shelf = open_short(5);
    for (uint64_t seq = 1; seq <= 20; seq++) {
        add_number(shelf, 1, seq);
        add_number(shelf, 2, seq);
        commit(shelf);
    }
    store_retire_game(shelf->store, 1);
    commit(shelf);
    for (int i = 0; store_prune(shelf->store, &after, 9); i++) {
        commit(shelf);
        assert_true(i < 20);
    }
    commit(shelf);
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM log WHERE game = 1"), 0);
    assert_string_equal(read_log(shelf, 2, 0), numbers(0, 20));
    add_number(shelf, 2, 21);
    commit(shelf);
    assert_string_equal(read_log(shelf, 2, 0), numbers(0, 21));
}

static void sit(struct shelf *shelf, int64_t game, uint64_t seq, const char *name) {
    struct op op = {.kind = OP_SIT, .at_ms = 1000, .at_s = 1, .session = 7};
    snprintf(op.name, sizeof op.name, "%s", name);
    store_add_op(shelf->store, game, seq, &op, "");
}

/* A forgotten player is neither in filed events, nor in their copies, nor in others. */
TEST(test_forgetting) {
    struct stored_account account;
    struct shelf *shelf = open_short(6);
    WRITE(shelf->store, writes_add_account, 1, "zoe", "hash", 5);
    sit(shelf, 1, 1, "zoe");
    add_number(shelf, 2, 1);
    add_say(shelf, 1, 2, "I am zoe");
    for (uint64_t seq = 2; seq <= 8; seq++) {
        add_number(shelf, 2, seq); /* the row of zoe may be filed now, or not */
        sit(shelf, 3, seq, seq % 2 == 0 ? "zoe" : "yan");
        commit(shelf);
    }
    WRITE(shelf->store, writes_begin_forgetting, 1);
    commit(shelf);
    assert_int_equal(store_next_forgotten(shelf->store, 0, &account), FOUND);
    while (!store_forget_some(shelf->store, &account, 2)) {
        commit(shelf);
    }
    commit(shelf);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask_sql(shelf->path,
                                 "SELECT count(*) FROM log WHERE name = 'zoe'"
                                 " OR text LIKE '%zoe%'"),
                         0);
        assert_int_equal(
            ask_sql(shelf->path, "SELECT count(*) FROM log WHERE name = 'gone-1'"), 5);
        assert_string_equal(read_log(shelf, 1, 0), " (forgotten) .");
        assert_string_equal(read_log(shelf, 2, 0), numbers(0, 8));
        assert_string_equal(read_log(shelf, 3, 0), "       .");
        reopen(shelf);
    }
}

/* A damaged row is found, and affects its game only. */
TEST(test_a_damaged_row) {
    enum { MOVED = 0 };
    static const char *const changes[] = {
        [MOVED] = "UPDATE recent SET n = n + 1000 WHERE game = 1 AND seq = 3",
        "UPDATE recent SET text = 'x' WHERE game = 1 AND seq = 3",
        "UPDATE recent SET game = 9 WHERE game = 1 AND seq = 3",
        "DELETE FROM recent WHERE game = 1 AND seq = 3",
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct shelf *shelf = open_short(100);
        for (uint64_t seq = 1; seq <= 5; seq++) {
            add_number(shelf, 1, seq);
            add_number(shelf, 2, seq);
        }
        commit(shelf);
        struct shelf *crashed = open_crashed(shelf);
        run_sql(crashed->path, changes[i]);
        struct shelf *again = open_crashed(crashed);
        assert_non_null(strstr(read_log(again, 1, 0), "! event "));
        assert_string_equal(read_log(again, 2, 0), numbers(0, 5));
        add_number(again, 2, 6);
        commit(again);
        close_store(again); /* files what can be filed */
        open_store(again);
        if (i != MOVED) { /* a filed event has its place by its number */
            assert_non_null(strstr(read_log(again, 1, 0), "! event "));
        }
        assert_string_equal(read_log(again, 2, 0), numbers(0, 6));
    }
}

/* A page cannot be read.  Games without an event after it may have lost some: they must
 * not go on as if nothing had happened.  Games with later events, games that are over,
 * and new ones are not affected. */
TEST(test_a_damaged_page) {
    static const char marker[] = "halfway through a long talk";
    char text[OP_TEXT_BYTES] = "";
    memset(text, 'x', 300);
    struct shelf *shelf = open_short(1000);
    add_number(shelf, 1, 1);
    for (uint64_t seq = 1; seq <= 100; seq++) {
        add_say(shelf, 2, seq, seq == 50 ? marker : text);
    }
    add_number(shelf, 3, 1);
    assert_int_equal(add_game(shelf, "D", "gd"), 4);
    add_number(shelf, 4, 1);
    end_game(shelf, 4, "ann", "bob", 1700000001);
    commit(shelf);
    close_store(shelf);
    run_sql(shelf->path, /* as before they were filed: games 1 and 4, then 2, then 3 */
            "INSERT INTO recent SELECT row_number() OVER "
            "(ORDER BY game IN (2, 3), game, seq), * FROM events; DELETE FROM events");
    damage_page_of(shelf->path, marker);
    open_store(shelf);
    assert_string_equal(read_log(shelf, 1, 0),
                        "1 ! its last events may be lost: a page of recent events is "
                        "damaged");
    assert_non_null(strstr(read_log(shelf, 2, 0), "! event "));
    assert_string_equal(read_log(shelf, 3, 0), "1 .");
    assert_string_equal(read_log(shelf, 4, 0), "1 .");
    assert_int_equal(add_game(shelf, "E", "ge"), 5);
    commit(shelf);
    assert_string_equal(read_log(shelf, 5, 0), ".");
    add_number(shelf, 3, 2);
    commit(shelf);
    assert_string_equal(read_log(shelf, 3, 0), "1 2 .");
}
