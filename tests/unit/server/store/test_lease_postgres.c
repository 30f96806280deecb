/* What nodes have with PostgreSQL only: servers that are alone beside them, lost
 * connections, transactions in each other's way, and tables of an earlier version. */
#include <sys/wait.h>

#include "server/store/copy.h"
#include "server/store/postgres/session.h"
#include "tests/unit/server/cluster_shelf.h"

static struct pipeline *pipeline_of(struct store *store) {
    return &((struct postgres_db *)store->db)->pipeline;
}

/* Ends the connections of stores that are in this state. */
#define CUT(state)                                                                       \
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "                      \
    "WHERE pid <> pg_backend_pid() AND application_name = 'alead' AND " state

/* --- a server that is alone --- */

static void test_alone_beside_node(void **state) {
    struct cluster cluster;
    char fault[FAULT_BYTES];
    const char *const expected = "the database: in use by node a, process ";
    open_cluster(&cluster);
    assert_null(store_open(&cluster.shelf.config, fault));
    assert_memory_equal(fault, expected, strlen(expected));
    store_close(cluster.a);
    store_close(cluster.b);
    cluster.a = cluster.b = NULL; /* they may come back while they have their leases */
    assert_null(store_open(&cluster.shelf.config, fault));
    assert_memory_equal(fault, expected, strlen(expected));
    run_sql(cluster.shelf.path, "UPDATE nodes SET until_ms = now_ms()");
    open_store(&cluster.shelf);
    close_cluster(&cluster);
}

static void test_node_beside_alone(void **state) {
    struct cluster cluster;
    char fault[FAULT_BYTES];
    const char *const expected = "the database: in use by another alead, process ";
    make_cluster(&cluster);
    open_store(&cluster.shelf);
    assert_null(try_node(&cluster, "a", fault));
    assert_memory_equal(fault, expected, strlen(expected));
    close_cluster(&cluster);
}

/* It was away, and has not noticed. */
static void test_alone_is_fenced(void **state) {
    struct cluster cluster;
    make_cluster(&cluster);
    open_store(&cluster.shelf);
    run_postgres(CUT("true"), "", "");
    cluster.a = open_node(&cluster, "a");
    add_game(&cluster.shelf, "KOFI", "00000000000game1");
    assert_false(store_commit(cluster.shelf.store));
    assert_true(store_is_lost(cluster.shelf.store));
    uint64_t now_ms;
    assert_true(store_renew_lease(cluster.a, &now_ms)); /* and a is not */
    close_cluster(&cluster);
}

static void test_node_is_fenced_by_alone(void **state) {
    struct cluster cluster;
    uint64_t now_ms;
    open_cluster(&cluster);
    run_sql(cluster.shelf.path, "UPDATE nodes SET until_ms = now_ms()");
    run_postgres(CUT("true"), "", "");
    open_store(&cluster.shelf);
    assert_false(store_renew_lease(cluster.a, &now_ms));
    assert_true(store_is_lost(cluster.a));
    close_cluster(&cluster);
}

/* Its games go to the nodes, and come back; so do copies. */
static void test_from_alone_and_back(void **state) {
    struct cluster cluster;
    struct store_size size;
    struct node_row row[NODE_SLOT_MAX + 1];
    struct dice_tally tally = {.kind = game_royal_ur.dice, .throws = 3, .count = {1, 2}};
    struct copied copied;
    char fault[FAULT_BYTES] = "", file[SHELF_PATH_BYTES];
    int64_t game[2];
    make_cluster(&cluster);
    open_store(&cluster.shelf);
    add_game(&cluster.shelf, "KOFI", "00000000000game1");
    add_game(&cluster.shelf, "MABA", "00000000000game2");
    end_game(&cluster.shelf, 2, "ann", "Bob", 1700000100);
    store_add_dice(cluster.shelf.store, "", &tally);
    store_put_time(cluster.shelf.store, 5000);
    commit(&cluster.shelf);
    close_store(&cluster.shelf);
    cluster.b = open_node(&cluster, "b");
    assert_int_equal(store_next_game(cluster.b, 0, true), 0);
    assert_int_equal(store_list_nodes(cluster.b, row), 2);
    assert_int_equal(row[0].slot, NODE_NOBODY);
    assert_true(row[0].is_dead && row[0].has_rooms);
    assert_true(store_fence(cluster.b, NODE_NOBODY, row[0].epoch));
    assert_int_equal(store_take_rooms(cluster.b, NODE_NOBODY, game, 2), 2);
    assert_int_equal(store_list_nodes(cluster.b, row), 1);
    struct room_start start = sample_start("TIKU", "00000000000game3");
    assert_int_equal(add_next_game(cluster.b, &start, 0), 3);
    store_add_dice(cluster.b, "", &tally);
    store_put_time(cluster.b, 6000);
    assert_true(store_commit(cluster.b));
    store_leave(cluster.b);
    store_close(cluster.b);
    cluster.b = NULL;
    snprintf(file, sizeof file, "%s/copy.db", cluster.shelf.dir);
    for (int i = 0; i < 2; i++) { /* the database, then its copy in a file */
        struct shelf shelf = {.config = {.path = i == 0 ? cluster.shelf.path : file}};
        open_store(&shelf);
        assert_int_equal(store_next_game(shelf.store, 2, true), 3);
        assert_int_equal(store_last_game(shelf.store), 3);
        store_measure(shelf.store, &size);
        assert_int_equal(size.games, 1);
        assert_true(store_find_dice(shelf.store, "", game_royal_ur.dice, &tally));
        assert_int_equal(tally.throws, 6);
        close_store(&shelf);
        if (i == 0 && !store_copy(cluster.shelf.path, file, NULL, &copied, fault)) {
            fail_msg("%s", fault);
        }
    }
    close_cluster(&cluster);
}

/* --- connections --- */

static void test_cut(void **state) {
    struct cluster cluster;
    uint64_t now_ms;
    open_cluster(&cluster);
    run_postgres(CUT("true"), "", "");
    assert_true(store_renew_lease(cluster.a, &now_ms));
    struct node_row a = node_of(cluster.b, "a");
    assert_false(a.is_gone);
    assert_int_equal(a.epoch, 2);
    run_postgres(CUT("true"), "", "");
    struct room_start start = sample_start("KOFI", "00000000000game1");
    (void)add_next_game(cluster.a, &start, 0);
    assert_true(store_commit(cluster.a));
    close_cluster(&cluster);
}

/* Its connection has not been ended, as by a database that could not. */
static void test_fenced_while_connected(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    (void)add_next_game(cluster.a, &start, 0);
    run_sql(cluster.shelf.path,
            "UPDATE nodes SET epoch = epoch + 1, holder = '' WHERE name = 'a'");
    assert_false(store_commit(cluster.a));
    assert_true(store_is_lost(cluster.a));
    assert_string_equal(store_fault(cluster.a), NODE_FENCED);
    assert_int_equal(store_next_game(cluster.b, 0, false), 0);
    close_cluster(&cluster);
}

/* A node that has not connected again since the database did is not taken for gone. */
static void test_not_gone(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    run_sql(cluster.shelf.path, "UPDATE nodes SET instance = 'before' WHERE name = 'a'");
    store_close(cluster.a);
    cluster.a = NULL;
    for (int i = 0; i < 100; i++) {
        assert_false(node_of(cluster.b, "a").is_gone);
    }
    close_cluster(&cluster);
}

/* A commit of a node is one round trip, too. */
static void test_round_trips(void **state) {
    struct cluster cluster;
    struct shelf one = {.store = NULL};
    open_cluster(&cluster);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    one.store = cluster.a;
    int64_t game = add_next_game(cluster.a, &start, 0);
    assert_true(store_commit(cluster.a));
    unsigned before = pipeline_of(cluster.a)->n_trips;
    for (uint64_t seq = 1; seq <= 3; seq++) {
        add_say(&one, game, seq, "hello");
        store_put_done(cluster.a, 17, seq, "x", 1);
        assert_true(store_commit(cluster.a));
    }
    assert_int_equal(pipeline_of(cluster.a)->n_trips - before, 3);
    close_cluster(&cluster);
}

/* Nodes that start at once on an empty database make its tables once, and get different
 * slots. */
static void test_start_at_once(void **state) {
    enum { N = 4 };
    struct cluster cluster;
    pid_t pid[N];
    make_cluster(&cluster);
    for (int i = 0; i < N; i++) {
        pid[i] = fork();
        assert_true(pid[i] >= 0);
        if (pid[i] == 0) {
            char name[] = {(char)('a' + i), '\0'}, fault[FAULT_BYTES];
            struct store *store = try_node(&cluster, name, fault);
            if (store == NULL) {
                fprintf(stderr, "%s\n", fault);
            }
            _exit(store != NULL ? 0 : 1); /* as if it was killed */
        }
    }
    for (int i = 0; i < N; i++) {
        int status;
        assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(ask_sql(cluster.shelf.path,
                             "SELECT count(*) FROM nodes WHERE slot <= 4 AND epoch = 1"),
                     N);
    close_cluster(&cluster);
}

/* --- transactions in each other's way --- */

/* Two transactions have locked a row, and each wants that of the other: the node's fails,
 * because it looks for deadlocks earlier, and is tried again. */
static void test_deadlock(void **state) {
    struct cluster cluster;
    struct writes writes = {.n = 0};
    struct dice_tally tally = {.kind = game_royal_ur.dice, .throws = 1, .count = {1}};
    char path[SHELF_PATH_BYTES + 64];
    int status;
    make_cluster(&cluster);
    snprintf(path, sizeof path, "%s%%20-cdeadlock_timeout%%3D300ms", cluster.shelf.path);
    cluster.shelf.config.path = path;
    cluster.a = open_node(&cluster, "a");
    store_add_dice(cluster.a, "ann", &tally);
    store_add_dice(cluster.a, "bob", &tally);
    assert_true(store_commit(cluster.a));
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) { /* has bob, then waits until the node has ann, and wants her */
        bool ok = try_postgres(
            cluster.shelf.path,
            "SET deadlock_timeout = '2s'; BEGIN; UPDATE dice SET n1 = n1 WHERE name = "
            "'bob'; DO $$ BEGIN FOR i IN "
            "1..1000 LOOP EXIT WHEN EXISTS (SELECT 1 FROM pg_stat_activity WHERE "
            "wait_event_type = 'Lock'); PERFORM pg_sleep(0.01); PERFORM "
            "pg_stat_clear_snapshot(); END LOOP; END $$; "
            "UPDATE dice SET n1 = n1 WHERE name = 'ann'; COMMIT");
        _exit(ok ? 0 : 1);
    }
    /* It has bob when nobody else can lock him. */
    while (ask_sql(cluster.shelf.path,
                   "SELECT count(*) FROM (SELECT 1 FROM dice WHERE name = 'bob' "
                   "FOR UPDATE SKIP LOCKED) AS free") != 0) {
    }
    writes_add_dice(&writes, "ann", &tally);
    writes_add_dice(&writes, "bob", &tally);
    assert_true(writes_commit(&writes, cluster.a));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(store_find_dice(cluster.a, "ann", game_royal_ur.dice, &tally));
    assert_int_equal(tally.throws, 2);
    assert_true(store_find_dice(cluster.a, "bob", game_royal_ur.dice, &tally));
    assert_int_equal(tally.throws, 2);
    writes_fini(&writes);
    close_cluster(&cluster);
}

/* --- tables of an earlier version --- */

static void test_version_1(void **state) {
    struct cluster cluster;
    char fault[FAULT_BYTES];
    const uint8_t hash[TOKEN_HASH_BYTES] = {0};
    make_cluster(&cluster);
    for (int i = 0; postgres_migrations[i].version == 1; i++) {
        run_sql(cluster.shelf.path, postgres_migrations[i].sql);
    }
    /* What a server of that version has left. */
    struct shelf now;
    open_shelf(&now);
    add_game(&now, "KOFI", "00000000000game1");
    add_say(&now, 1, 1, "hello");
    store_put_session(now.store, 17, "ann", hash, 0);
    store_add_account(now.store, 5, "bob", "hash", 7);
    store_put_time(now.store, 5000);
    commit(&now);
    close_store(&now);
    const char *from = strrchr(now.path, '=') + 1; /* -csearch_path%3DsXXXXXX */
    char sql[1024];
    snprintf(sql, sizeof sql,
             "INSERT INTO games SELECT n, id, room, game, time, secret, seq, "
             "last_game_id, legs, leg, created_s, sum, live, damage, end_seq, white, "
             "black, outcome, reason, started_s, ended_s, end_sum, rated, word_hash, "
             "white_key, black_key, class, opener, seated_ms FROM %s.games; "
             "INSERT INTO seats SELECT * FROM %s.seats; "
             "INSERT INTO events SELECT * FROM %s.events; "
             "INSERT INTO accounts SELECT * FROM %s.accounts; "
             "INSERT INTO sessions SELECT id, name, token_hash, account FROM "
             "%s.sessions; UPDATE meta SET last_game = 1, last_account = 5; "
             "UPDATE servers SET time_ms = 5000, epoch = 3, turn = 4",
             strstr(from, "%3D") + 3, strstr(from, "%3D") + 3, strstr(from, "%3D") + 3,
             strstr(from, "%3D") + 3, strstr(from, "%3D") + 3);
    run_sql(cluster.shelf.path, sql);
    close_shelf(&now);
    struct store_config reader = cluster.shelf.config;
    reader.read_only = true;
    assert_null(store_open(&reader, fault));
    assert_string_equal(fault,
                        "the database: made by an earlier alead: start alead with it");
    cluster.a = open_node(&cluster, "a");
    cluster.shelf.store = cluster.a;
    assert_string_equal(read_log(&cluster.shelf, 1, 0), "hello .");
    cluster.shelf.store = NULL;
    assert_int_equal(store_last_game(cluster.a), 1);
    assert_int_equal(store_last_account(cluster.a), 5);
    struct claim claim = {.by = CLAIM_NAME, .session = {.id = 18, .name = "Ann"}};
    assert_int_equal(store_claim_session(cluster.a, &claim), NOT_FOUND);
    assert_int_equal(claim.session.id, 17);
    assert_int_equal(ask_sql(cluster.shelf.path, "SELECT version FROM meta"),
                     POSTGRES_VERSION);
    store_leave(cluster.a);
    store_close(cluster.a);
    cluster.a = NULL;
    open_store(&cluster.shelf);
    assert_int_equal(store_next_game(cluster.shelf.store, 0, true), 1);
    add_say(&cluster.shelf, 1, 2, "again");
    commit(&cluster.shelf);
    close_cluster(&cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_beside_node),
        cmocka_unit_test(test_node_beside_alone),
        cmocka_unit_test(test_alone_is_fenced),
        cmocka_unit_test(test_node_is_fenced_by_alone),
        cmocka_unit_test(test_from_alone_and_back),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_fenced_while_connected),
        cmocka_unit_test(test_not_gone),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_start_at_once),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_version_1),
    };
    if (getenv("ALEA_POSTGRES") == NULL) {
        puts("skipped: no PostgreSQL (tests/with_postgres starts one)\n"
             "[  SKIPPED ] nodes on PostgreSQL");
        return 0;
    }
    setenv("ALEA_STORE", getenv("ALEA_POSTGRES"), 1);
    return cmocka_run_group_tests_name("nodes on PostgreSQL", tests, NULL, NULL);
}
