/* Nodes on one database: leases, fencing, and whose rooms are whose.  With ALEA_STORE in
 * PostgreSQL. */
#include "server/base/slots.h"
#include "server/store/db.h"
#include "server/store/sql.h"
#include "tests/unit/server/cluster_shelf.h"

/* Adds a game of a node.  Returns its number. */
static int64_t add_room(struct store *store, const char *code, const char *game_id) {
    struct room_start start = sample_start(code, game_id);
    int64_t game = add_next_game(store, &start, 1700000000);
    assert_true(store_commit(store));
    return game;
}

/* Does not commit. */
static void say(struct store *store, int64_t game, uint64_t seq, const char *text) {
    struct shelf shelf = {.store = store};
    add_say(&shelf, game, seq, text);
}

static const char *log_of(struct store *store, int64_t game) {
    struct shelf shelf = {.store = store};
    return read_log(&shelf, game, 0);
}

/* --- games --- */

/* The games of a node do not push each other's last events out of memory, nor do those
 * of a server that is alone (0). */
static void test_tails(void **state) {
    static const unsigned makers[] = {0, 1, 63};
    struct shelf shelf;
    (void)state;
    open_shelf(&shelf);
    for (int i = 0; i < 3; i++) {
        uint64_t game = 123456;
        for (int n = 0; n < 16000; n++) {
            game = slots_number(game, makers[i]);
            struct tail *tail = store_tail_place(shelf.store, (int64_t)game);
            assert_int_not_equal(tail->game, i + 1);
            tail->game = i + 1;
        }
    }
    memset(shelf.store->tail, 0, sizeof shelf.store->tail);
    close_shelf(&shelf);
}

/* --- joining --- */

static void test_join(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    const struct node_self *a = store_self(cluster.a), *b = store_self(cluster.b);
    assert_int_equal(a->slot, 1);
    assert_int_equal(b->slot, 2);
    assert_int_equal(a->epoch, 1);
    assert_string_equal(a->name, "a");
    assert_memory_equal(a->bus_key, b->bus_key, NODE_KEY_BYTES);
    assert_true(a->now_ms >= 1700000000000);
    struct node_row row = node_of(cluster.a, "b");
    assert_int_equal(row.slot, 2);
    assert_string_equal(row.address, "host:1");
    assert_false(row.is_dead);
    assert_false(row.is_gone);
    assert_false(row.has_rooms);
    close_cluster(&cluster);
}

static void test_join_again(void **state) {
    struct cluster cluster;
    char fault[FAULT_BYTES];
    uint8_t key[NODE_KEY_BYTES];
    open_cluster(&cluster);
    memcpy(key, store_self(cluster.a)->bus_key, sizeof key);
    assert_null(try_node(&cluster, "a", fault));
    assert_non_null(strstr(fault, "in use by another node a"));
    store_close(cluster.a);
    cluster.a = open_node(&cluster, "a"); /* at once: its connection has ended */
    assert_int_equal(store_self(cluster.a)->slot, 1);
    assert_int_equal(store_self(cluster.a)->epoch, 2);
    assert_memory_equal(store_self(cluster.a)->bus_key, key, sizeof key);
    (void)add_room(cluster.a, "KOFI", "00000000000game1");
    close_cluster(&cluster);
}

/* The process with this name still seems to be there, but its lease is over. */
static void test_join_after_lease(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    expire(&cluster);
    struct store *old = cluster.a;
    cluster.a = open_node(&cluster, "a");
    (void)add_room(cluster.a, "KOFI", "00000000000game1");
    say(old, 1, 1, "hello");
    assert_false(store_commit(old));
    assert_true(store_is_lost(old));
    assert_string_equal(store_fault(old), NODE_FENCED);
    store_close(old);
    assert_string_equal(log_of(cluster.a, 1), ".");
    close_cluster(&cluster);
}

static struct name_row {
    const char *name;
    bool is_right;
} name_rows[] = {
    {"a", true},
    {"node-1", true},
    {"0123456789012345678901234567890", true},
    {"01234567890123456789012345678901", false},
    {"", false},
    {"A", false},
    {"-a", false},
    {"a-", false},
    {"a'b", false},
};

static void test_name(void **state) {
    const struct name_row *row = table_row(state);
    assert_int_equal(store_is_node_name(row->name), row->is_right);
}

static void test_not_a_file(void **state) {
    char fault[FAULT_BYTES];
    struct store_config config = {.path = "/nowhere/games.db", .node = "a"};
    assert_null(store_open(&config, fault));
    assert_string_equal(fault, "/nowhere/games.db: nodes need a PostgreSQL database");
}

/* --- leases --- */

static void test_lease(void **state) {
    struct cluster cluster;
    uint64_t now_ms;
    open_cluster(&cluster);
    struct node_row a = node_of(cluster.b, "a");
    assert_false(store_fence(cluster.b, a.slot, a.epoch)); /* it lives */
    expire(&cluster);
    assert_true(node_of(cluster.b, "a").is_dead);
    assert_false(node_of(cluster.b, "a").has_ended);
    assert_true(store_renew_lease(cluster.a, &now_ms)); /* nobody took its place */
    assert_true(now_ms >= store_self(cluster.a)->now_ms);
    assert_false(node_of(cluster.b, "a").is_dead);
    assert_false(store_fence(cluster.b, a.slot, a.epoch));
    expire(&cluster);
    assert_true(store_fence(cluster.b, a.slot, a.epoch));
    assert_true(node_of(cluster.b, "a").has_ended);
    assert_false(store_fence(cluster.b, a.slot, a.epoch)); /* it has another epoch */
    assert_false(store_renew_lease(cluster.a, &now_ms));
    assert_true(store_is_lost(cluster.a));
    close_cluster(&cluster);
}

static void test_not_itself(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    expire(&cluster);
    struct node_row a = node_of(cluster.a, "a");
    assert_true(a.is_dead);
    assert_false(store_fence(cluster.a, a.slot, a.epoch));
    close_cluster(&cluster);
}

/* Its process has died, long before its lease is over. */
static void test_gone(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    (void)add_room(cluster.a, "KOFI", "00000000000game1");
    store_close(cluster.a);
    cluster.a = NULL;
    struct node_row a;
    do { /* PostgreSQL needs a moment to see it */
        a = node_of(cluster.b, "a");
        assert_false(a.is_dead);
    } while (!a.is_gone);
    assert_true(a.has_rooms);
    assert_true(store_fence(cluster.b, a.slot, a.epoch));
    a = node_of(cluster.b, "a");
    assert_true(a.is_dead);
    assert_false(a.is_gone);
    close_cluster(&cluster);
}

static void test_leave(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    store_leave(cluster.a);
    struct node_row a = node_of(cluster.b, "a");
    assert_true(a.is_dead && a.has_ended);
    assert_false(node_of(cluster.b, "b").has_ended);
    close_cluster(&cluster);
}

/* --- fencing --- */

static void test_fenced(void **state) {
    struct cluster cluster;
    int64_t game[2];
    open_cluster(&cluster);
    int64_t n = add_room(cluster.a, "KOFI", "00000000000game1");
    say(cluster.a, n, 1, "before");
    assert_true(store_commit(cluster.a));
    expire(&cluster);
    fence_a(&cluster);
    for (int i = 0; i < 2; i++) {
        say(cluster.a, n, 2, "after");
        assert_false(store_commit(cluster.a));
        assert_true(store_is_lost(cluster.a));
    }
    assert_int_equal(store_take_rooms(cluster.b, 1, game, 2), 1);
    assert_int_equal(game[0], n);
    assert_string_equal(log_of(cluster.b, n), "before .");
    say(cluster.b, n, 2, "goes on");
    assert_true(store_commit(cluster.b));
    assert_string_equal(log_of(cluster.b, n), "before goes on .");
    close_cluster(&cluster);
}

/* It was in a transaction, and had written some of it. */
static void test_fenced_in_flight(void **state) {
    struct cluster cluster;
    open_cluster(&cluster);
    if (cluster.shared != NULL) { /* has one transaction at a time */
        close_cluster(&cluster);
        return;
    }
    int64_t n = add_room(cluster.a, "KOFI", "00000000000game1"), game;
    store_retire_game(cluster.a, n);
    say(cluster.a, n, 1, "in flight");
    assert_int_equal(store_next_game(cluster.a, 0, true), 0); /* that was sent */
    expire(&cluster);
    fence_a(&cluster);
    assert_int_equal(store_take_rooms(cluster.b, 1, &game, 1), 1);
    assert_false(store_commit(cluster.a));
    say(cluster.a, n, 1, "later");
    assert_false(store_commit(cluster.a));
    assert_true(store_is_lost(cluster.a));
    assert_string_equal(log_of(cluster.b, n), ".");
    close_cluster(&cluster);
}

/* --- rooms --- */

static void test_own_rooms(void **state) {
    struct cluster cluster;
    struct room_place place[3];
    open_cluster(&cluster);
    int64_t one = add_room(cluster.a, "KOFI", "00000000000game1");
    int64_t two = add_room(cluster.b, "MABA", "00000000000game2");
    assert_int_equal(two, one + 1);
    assert_int_equal(store_next_game(cluster.a, 0, true), one);
    assert_int_equal(store_next_game(cluster.a, one, true), 0);
    assert_int_equal(store_next_game(cluster.b, 0, true), two);
    assert_int_equal(store_find_room(cluster.a, "MABA", &place[0]), FOUND);
    assert_int_equal(place[0].game, two);
    assert_int_equal(place[0].slot, 2);
    assert_int_equal(store_find_room(cluster.a, "TIKU", &place[0]), NOT_FOUND);
    assert_int_equal(store_list_rooms(cluster.a, 0, place, 3), 1);
    assert_string_equal(place[0].code, "MABA");
    assert_int_equal(store_list_rooms(cluster.a, two, place, 3), 0);
    assert_int_equal(store_list_own_rooms(cluster.a, 0, place, 3), 1);
    assert_string_equal(place[0].code, "KOFI");
    assert_int_equal(store_list_own_rooms(cluster.a, one, place, 3), 0);
    /* Another room with that code would put an end to this one. */
    struct room_start start = sample_start("MABA", "00000000000game3");
    (void)add_next_game(cluster.a, &start, 1700000000);
    assert_false(store_commit(cluster.a));
    assert_string_equal(store_fault(cluster.a), "another node has a room with this code");
    assert_int_equal(store_last_game(cluster.a), two);
    close_cluster(&cluster);
}

static void test_take_rooms(void **state) {
    static const char *const codes[] = {"AAAA", "BBBB", "CCCC", "DDDD", "EEEE"};
    struct cluster cluster;
    int64_t game[3 * 2];
    bool is_taken[6] = {false};
    open_cluster(&cluster);
    struct store *c = open_node(&cluster, "c");
    for (int i = 0; i < 5; i++) {
        char id[] = "00000000000game0";
        id[15] = (char)('0' + i);
        (void)add_room(cluster.a, codes[i], id);
    }
    struct shelf shelf = {.store = cluster.a};
    end_game(&shelf, 1, "ann", "bob", 1700000100); /* they may still sit there */
    end_game(&shelf, 2, "cid", "dan", 1700000100);
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_take_rooms(cluster.b, 1, game, 3), 0); /* it lives */
    expire(&cluster);
    assert_int_equal(store_take_rooms(cluster.b, 1, game, 3), 0); /* it is not fenced */
    fence_a(&cluster);
    assert_int_equal(store_take_rooms(cluster.b, 1, game, 2), 2);
    assert_int_equal(store_take_rooms(c, 1, game + 2, 2), 2);
    assert_int_equal(store_take_rooms(cluster.b, 1, game + 4, 2), 1);
    assert_int_equal(store_take_rooms(c, 1, game, 0), 0);
    assert_int_equal(game[4], 2); /* nobody waits for it */
    for (int i = 0; i < 5; i++) {
        assert_in_range(game[i], 1, 5);
        assert_false(is_taken[game[i]]);
        is_taken[game[i]] = true;
    }
    assert_false(node_of(cluster.b, "a").has_rooms);
    assert_true(node_of(cluster.b, "c").has_rooms);
    store_close(c);
    close_cluster(&cluster);
}

/* It has joined again since it was fenced, and has its rooms. */
static void test_take_from_joined(void **state) {
    struct cluster cluster;
    int64_t game;
    open_cluster(&cluster);
    (void)add_room(cluster.a, "KOFI", "00000000000game1");
    expire(&cluster);
    fence_a(&cluster);
    store_close(cluster.a);
    cluster.a = open_node(&cluster, "a");
    assert_int_equal(store_take_rooms(cluster.b, 1, &game, 1), 0);
    assert_int_equal(store_next_game(cluster.a, 0, true), 1);
    close_cluster(&cluster);
}

/* A game that comes back has more events than when it was given. */
static void test_give_room(void **state) {
    struct cluster cluster;
    struct writes writes = {.n = 0};
    open_cluster(&cluster);
    int64_t n = add_room(cluster.a, "KOFI", "00000000000game1");
    say(cluster.a, n, 1, "one");
    writes_give_room(&writes, n, 2);
    writes_apply(&writes, cluster.a);
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_next_game(cluster.a, 0, true), 0);
    assert_int_equal(store_next_game(cluster.b, 0, true), n);
    say(cluster.b, n, 2, "two");
    assert_true(store_commit(cluster.b));
    store_give_room(cluster.a, n, 1); /* it is not its own */
    assert_true(store_commit(cluster.a));
    assert_int_equal(store_next_game(cluster.b, 0, true), n);
    store_give_room(cluster.b, n, 1);
    assert_true(store_commit(cluster.b));
    say(cluster.a, n, 3, "three");
    assert_true(store_commit(cluster.a));
    assert_string_equal(log_of(cluster.b, n), "one two three .");
    writes_fini(&writes);
    close_cluster(&cluster);
}

/* --- what several nodes count --- */

static void test_shared_numbers(void **state) {
    struct cluster cluster;
    struct store_size size;
    struct dice_tally tally = {.kind = game_royal_ur.dice, .throws = 3, .count = {1, 2}};
    open_cluster(&cluster);
    assert_int_equal(store_n_accounts(cluster.b), 0);
    store_add_account(cluster.a, 64, "ann", "hash", 7);
    for (int i = 0; i < 2; i++) {
        struct shelf shelf = {.store = i == 0 ? cluster.a : cluster.b};
        store_add_dice(shelf.store, "", &tally);
        store_add_dice(shelf.store, "bob", &tally);
        store_put_time(shelf.store, 5000 - (uint64_t)i);
        int64_t n = add_room(shelf.store, i == 0 ? "KOFI" : "MABA",
                             i == 0 ? "00000000000game1" : "00000000000game2");
        end_game(&shelf, n, "ann", "bob", 1700000100);
        assert_true(store_commit(shelf.store));
    }
    assert_int_equal(store_last_game(cluster.a), 2);
    assert_int_equal(store_last_account(cluster.b), 64);
    store_measure(cluster.b, &size);
    assert_int_equal(size.games, 2);
    assert_int_equal(store_n_accounts(cluster.b), 1);
    assert_true(store_find_dice(cluster.b, "", game_royal_ur.dice, &tally));
    assert_int_equal(tally.throws, 6);
    assert_int_equal(tally.count[1], 4);
    assert_true(store_find_dice(cluster.a, "bob", game_royal_ur.dice, &tally));
    assert_int_equal(tally.throws, 6);
    store_close(cluster.a);
    cluster.a = open_node(&cluster, "a");
    store_put_time(cluster.a, 1);
    assert_true(store_commit(cluster.a));
    assert_true(store_last_game(cluster.a) == 2);
    close_cluster(&cluster);
}

/* --- a database that is away --- */

/* False: it is a real database, which the tests cannot upset. */
static bool open_shared(struct cluster *cluster) {
    open_cluster(cluster);
    if (cluster->shared == NULL) {
        close_cluster(cluster);
        return false;
    }
    return true;
}

static void test_away(void **state) {
    struct cluster cluster;
    uint64_t now_ms;
    if (!open_shared(&cluster)) {
        return;
    }
    int64_t n = add_room(cluster.a, "KOFI", "00000000000game1");
    store_upset_shared(cluster.shared, SHARED_AWAY);
    assert_false(store_renew_lease(cluster.a, &now_ms));
    assert_false(store_is_lost(cluster.a));
    say(cluster.a, n, 1, "lost");
    assert_false(store_commit(cluster.a));
    assert_string_equal(store_fault(cluster.a), "the database is away");
    store_upset_shared(cluster.shared, SHARED_WORKS);
    say(cluster.a, n, 1, "kept");
    store_upset_shared(cluster.shared, SHARED_AWAY);
    assert_false(store_commit(cluster.a));
    store_upset_shared(cluster.shared, SHARED_WORKS);
    say(cluster.a, n, 1, "kept");
    assert_true(store_commit(cluster.a));
    assert_string_equal(log_of(cluster.b, n), "kept .");
    close_cluster(&cluster);
}

static void test_failures(void **state) {
    struct cluster cluster;
    uint64_t now_ms;
    if (!open_shared(&cluster)) {
        return;
    }
    int64_t n = add_room(cluster.a, "KOFI", "00000000000game1");
    store_upset_shared(cluster.shared, SHARED_FAILS);
    say(cluster.a, n, 1, "lost");
    assert_false(store_commit(cluster.a));
    say(cluster.a, n, 1, "one");
    assert_true(store_commit(cluster.a));
    store_upset_shared(cluster.shared, SHARED_UNANSWERED);
    say(cluster.a, n, 2, "two");
    assert_true(store_commit(cluster.a));
    assert_string_equal(log_of(cluster.b, n), "one two .");
    store_upset_shared(cluster.shared, SHARED_UNANSWERED);
    assert_false(store_renew_lease(cluster.a, &now_ms));
    assert_false(store_is_lost(cluster.a));
    assert_true(store_renew_lease(cluster.a, &now_ms));
    close_cluster(&cluster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_join_again),
        cmocka_unit_test(test_join_after_lease),
        cmocka_unit_test(test_not_a_file),
        cmocka_unit_test(test_lease),
        cmocka_unit_test(test_not_itself),
        cmocka_unit_test(test_gone),
        cmocka_unit_test(test_leave),
        cmocka_unit_test(test_fenced),
        cmocka_unit_test(test_fenced_in_flight),
        cmocka_unit_test(test_own_rooms),
        cmocka_unit_test(test_take_rooms),
        cmocka_unit_test(test_take_from_joined),
        cmocka_unit_test(test_give_room),
        cmocka_unit_test(test_shared_numbers),
        cmocka_unit_test(test_away),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL) +
           TABLE_RUN("nodes: names", test_name, name_rows);
}
