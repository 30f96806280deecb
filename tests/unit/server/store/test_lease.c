/* The lease on a database: one store at a time may write.  On a database in memory, and
 * on PostgreSQL (ALEA_STORE). */
#include "server/store/db.h"
#include "server/store/lease.h"
#include "tests/support/shared_db.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

struct leased {
    struct shelf *shelf;
    struct shared_db *shared; /* NULL: PostgreSQL */
    struct store *a, *b;
    uint64_t now_ms; /* the database's clock; not PostgreSQL's */
};

static uint64_t clock_ms(void *arg) {
    return ((const struct leased *)arg)->now_ms;
}

static struct store *try_node(struct leased *leased, const char *name,
                              char fault[static FAULT_BYTES]) {
    struct store_config config = leased->shelf->config;
    config.node = name;
    return store_open(&config, fault);
}

static struct store *open_node(struct leased *leased, const char *name) {
    char fault[FAULT_BYTES] = "";
    struct store *store = try_node(leased, name, fault);
    assert_string_equal(fault, "");
    assert_non_null(store);
    return store;
}

static void open_leased(struct leased *leased) {
    *leased = (struct leased){.now_ms = 1700000000000};
    leased->shelf = make_shelf();
    if (SHELF_POSTGRES == NULL) {
        leased->shared = store_share_memory(clock_ms, leased);
        leased->shelf->config.path = STORE_MEMORY;
        leased->shelf->config.kind = shared_db_kind(leased->shared);
    }
    leased->a = open_node(leased, "a");
}

static void close_leased(struct leased *leased) {
    store_close(leased->a);
    store_close(leased->b);
    if (leased->shared != NULL) {
        store_unshare(leased->shared);
    }
}

/* The lease of a is over, and nobody has noticed. */
static void expire(struct leased *leased) {
    leased->now_ms += STORE_LEASE_MS;
    if (leased->shared == NULL) {
        run_sql(leased->shelf->path, "UPDATE servers SET until_ms = now_ms()");
    }
}

TEST(test_names) {
    static const char *const good[] = {"a", "a1", "north-2", "0123456789abcdef"};
    static const char *const bad[] = {"", "-a", "a-", "A", "a b", "0123456789abcdefg"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(store_is_node_name(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(store_is_node_name(bad[i]));
    }
}

TEST(test_a_file_has_none) {
    struct shelf *shelf = make_shelf();
    shelf->config.path = STORE_MEMORY;
    shelf->config.node = "a";
    expect_refused(shelf, "a node needs a PostgreSQL database");
}

TEST(test_renewed) {
    struct leased leased;
    open_leased(&leased);
    assert_true(store_has_lease(leased.a));
    for (int i = 0; i < 3; i++) {
        leased.now_ms += STORE_LEASE_MS - 1;
        assert_true(store_renew_lease(leased.a));
    }
    close_leased(&leased);
}

TEST(test_another_waits) {
    struct leased leased;
    char fault[FAULT_BYTES];
    open_leased(&leased);
    assert_null(try_node(&leased, "b", fault));
    assert_non_null(strstr(fault, "in use by another alead"));
    close_leased(&leased);
}

TEST(test_ended) {
    struct leased leased;
    open_leased(&leased);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    int64_t game = add_next_game(leased.a, &start, 0);
    assert_true(store_commit(leased.a));
    store_end_lease(leased.a);
    store_close(leased.a);
    leased.a = NULL;
    leased.b = open_node(&leased, "b");
    assert_int_equal(store_next_game(leased.b, 0, true), game);
    close_leased(&leased);
}

/* Once another store has it, the former holder can write nothing more. */
TEST(test_taken_over) {
    struct leased leased;
    open_leased(&leased);
    struct room_start start = sample_start("KOFI", "00000000000game1");
    int64_t game = add_next_game(leased.a, &start, 0);
    assert_true(store_commit(leased.a));
    expire(&leased);
    leased.b = open_node(&leased, "b");
    struct shelf one = {.store = leased.a};
    add_say(&one, game, 1, "late");
    assert_false(store_commit(leased.a));
    assert_true(store_is_lost(leased.a));
    assert_string_equal(store_fault(leased.a), STORE_FENCED);
    assert_false(store_renew_lease(leased.a));
    struct shelf other = {.store = leased.b};
    assert_string_equal(read_log(&other, game, 0), ".");
    add_say(&other, game, 1, "in time");
    assert_true(store_commit(leased.b));
    close_leased(&leased);
}

/* The holder comes back late, and nobody has taken its place. */
TEST(test_late) {
    struct leased leased;
    char fault[FAULT_BYTES];
    open_leased(&leased);
    expire(&leased);
    assert_true(store_renew_lease(leased.a));
    assert_null(try_node(&leased, "b", fault));
    close_leased(&leased);
}
