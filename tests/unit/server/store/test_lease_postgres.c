/* What the lease has with PostgreSQL only: connections that are lost or left open, a
 * server without a lease beside it, and tables of an earlier version, those of several
 * nodes. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/history/whole.h"
#include "server/store/lease.h"
#include "server/store/postgres/session.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

static struct store *try_node(const struct shelf *shelf, const char *name,
                              char fault[static FAULT_BYTES]) {
    struct store_config config = shelf->config;
    config.node = name;
    return store_open(&config, fault);
}

static struct store *open_node(const struct shelf *shelf, const char *name) {
    char fault[FAULT_BYTES] = "";
    struct store *store = try_node(shelf, name, fault);
    assert_string_equal(fault, "");
    return store;
}

static struct pipeline *pipeline_of(struct store *store) {
    return &((struct postgres_db *)store->db)->pipeline;
}

/* Ends the connections of all stores. */
#define CUT                                                                              \
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "                      \
    "WHERE pid <> pg_backend_pid() AND application_name = 'alead'"

/* --- a server without a lease --- */

TEST(test_alone_beside_node) {
    char fault[FAULT_BYTES];
    const char *const expected =
        "the database: in use by another alead, node a, process ";
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    assert_null(store_open(&shelf->config, fault));
    assert_memory_equal(fault, expected, strlen(expected));
    store_close(a); /* as when its process is killed: it may come back */
    assert_null(store_open(&shelf->config, fault));
    assert_memory_equal(fault, expected, strlen(expected));
    run_sql(shelf->path, "UPDATE servers SET until_ms = now_ms()");
    open_store(shelf);
}

TEST(test_node_beside_alone) {
    char fault[FAULT_BYTES];
    const char *const expected = "the database: in use by another alead, process ";
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    assert_false(store_has_lease(shelf->store));
    assert_null(try_node(shelf, "a", fault));
    assert_memory_equal(fault, expected, strlen(expected));
}

/* --- connections --- */

TEST(test_cut) {
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    run_postgres(CUT, "", "");
    assert_true(store_renew_lease(a));
    run_postgres(CUT, "", "");
    struct room_start start = sample_start("KOFI", "00000000000game1");
    (void)add_next_game(a, &start, 0);
    assert_true(store_commit(a));
    store_close(a);
}

/* The holder is cut off, and its connection is still open: the next one ends it. */
TEST(test_connection_left_open) {
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    run_sql(shelf->path, "UPDATE servers SET until_ms = now_ms()");
    struct store *b = open_node(shelf, "b");
    struct room_start start = sample_start("KOFI", "00000000000game1");
    (void)add_next_game(a, &start, 0);
    assert_false(store_commit(a));
    assert_true(store_is_lost(a));
    assert_int_equal(store_next_game(b, 0, false), 0);
    store_close(a);
    store_close(b);
}

/* A commit is one round trip, with a lease too. */
TEST(test_round_trips) {
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    struct shelf one = {.store = a};
    struct room_start start = sample_start("KOFI", "00000000000game1");
    int64_t game = add_next_game(a, &start, 0);
    assert_true(store_commit(a));
    unsigned before = pipeline_of(a)->n_trips;
    for (uint64_t seq = 1; seq <= 3; seq++) {
        add_say(&one, game, seq, "hello");
        assert_true(store_commit(a));
    }
    assert_int_equal(pipeline_of(a)->n_trips - before, 3);
    store_close(a);
}

/* A load takes round trips for many games and sessions at once, not for each. */
TEST(test_load_round_trips) {
    struct whole whole = {.n_rooms = 0};
    enum { GAMES = 20 };
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    for (int i = 0; i < GAMES; i++) {
        const uint8_t hash[TOKEN_HASH_BYTES] = {(uint8_t)i};
        char code[] = "KO?I", id[] = "00000000000game?";
        code[2] = (char)('A' + i);
        id[15] = (char)('a' + i);
        add_game(shelf, code, id);
        put_session(shelf->store, (uint64_t)i + 1, "ann", hash, 0);
    }
    commit(shelf);
    unsigned before = pipeline_of(shelf->store)->n_trips;
    while (!whole_read(&whole, shelf->store)) {
    }
    assert_int_equal(whole.n_rooms, GAMES);
    assert_int_equal(whole.n_sessions, GAMES);
    assert_in_range(pipeline_of(shelf->store)->n_trips - before, 2, GAMES);
    whole_fini(&whole);
}

/* --- waiting --- */

/* Ends the wait: the holder leaves. */
static void leave(void *arg, const char *holder) {
    struct store **a = arg;
    assert_non_null(strstr(holder, "in use by another alead, node a, process "));
    if (*a != NULL) {
        store_end_lease(*a);
        store_close(*a);
        *a = NULL;
    }
}

TEST(test_wait) {
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    struct store_config config = shelf->config;
    config.node = "b";
    config.on_wait = leave;
    config.arg = &a;
    struct store *b = store_open(&config, fault);
    assert_string_equal(fault, "");
    assert_null(a);
    assert_true(store_renew_lease(b));
    store_close(b);
}

/* A wait during which the database is away, as far as the waiting node knows: others may
 * read its file with the password. */
struct broken_wait {
    struct store *a;   /* the holder; NULL: has left */
    const char *file;  /* with the password */
    unsigned n_broken; /* calls because of the file */
};

static void break_wait(void *arg, const char *why) {
    struct broken_wait *wait = arg;
    if (strstr(why, "chmod 600") != NULL) {
        wait->n_broken++;
        assert_int_equal(chmod(wait->file, 0600), 0);
        leave(&wait->a, "in use by another alead, node a, process ");
    } else if (wait->n_broken == 0) {
        assert_int_equal(chmod(wait->file, 0644), 0);
    }
}

TEST(test_wait_without_database) {
    char fault[FAULT_BYTES] = "", file[] = "/tmp/alea-test-XXXXXX";
    int fd = mkstemp(file);
    assert_int_equal(write(fd, "x\n", 2), 2);
    close(fd);
    struct shelf *shelf = make_shelf();
    struct broken_wait wait = {.a = open_node(shelf, "a"), .file = file};
    struct store_config config = shelf->config;
    config.node = "b";
    config.password_file = file;
    config.on_wait = break_wait;
    config.arg = &wait;
    struct store *b = store_open(&config, fault);
    assert_string_equal(fault, "");
    assert_int_equal(wait.n_broken, 1);
    store_close(b);
    assert_int_equal(unlink(file), 0);
}

/* The lease of the holder, whose connection stays open, ends during the first look: the
 * next look comes soon, and ends that connection. */
static void note_look(void *arg, const char *why) {
    unsigned *n_looks = arg;
    assert_non_null(strstr(why, "in use by another alead, node a, process "));
    ++*n_looks;
}

TEST(test_wait_beside_connection) {
    char fault[FAULT_BYTES] = "";
    unsigned n_looks = 0;
    struct shelf *shelf = make_shelf();
    struct store *a = open_node(shelf, "a");
    run_sql(shelf->path, "UPDATE servers SET until_ms = now_ms() + 5000");
    struct store_config config = shelf->config;
    config.node = "b";
    config.on_wait = note_look;
    config.arg = &n_looks;
    struct store *b = store_open(&config, fault);
    assert_string_equal(fault, "");
    assert_in_range(n_looks, 2, 100); /* with a slow look: 1 */
    store_close(b);
    store_close(a);
}

/* Servers that start at once on an empty database make its tables once, and one of them
 * gets the lease. */
TEST(test_start_at_once) {
    enum { N = 3 };
    pid_t pid[N];
    int n_opened = 0;
    struct shelf *shelf = make_shelf();
    for (int i = 0; i < N; i++) {
        pid[i] = fork();
        assert_true(pid[i] >= 0);
        if (pid[i] == 0) {
            char name[] = {(char)('a' + i), '\0'}, fault[FAULT_BYTES];
            _exit(try_node(shelf, name, fault) != NULL ? 0 : 1); /* as if killed */
        }
    }
    for (int i = 0; i < N; i++) {
        int status;
        assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
        n_opened += status == 0;
    }
    assert_int_equal(n_opened, 1);
    assert_int_equal(ask_sql(shelf->path, "SELECT epoch FROM servers"), 1);
}

/* --- tables of an earlier version --- */

/* What version 2 had besides the tables of version 1. */
static const char version_2[] =
    "UPDATE meta SET version = 2;"
    "ALTER TABLE meta ADD COLUMN bus_key BYTEA;"
    "ALTER TABLE games ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;"
    "CREATE INDEX games_owner ON games(owner, n) WHERE live = 1;"
    "ALTER TABLE sessions ADD COLUMN key TEXT COLLATE \"C\","
    " ADD COLUMN home BIGINT NOT NULL DEFAULT 0,"
    " ADD COLUMN homes BIGINT NOT NULL DEFAULT 0;"
    "CREATE UNIQUE INDEX sessions_key ON sessions(key);"
    "CREATE INDEX seats_session ON seats(session) WHERE session IS NOT NULL;"
    "CREATE TABLE nodes(slot BIGINT PRIMARY KEY, name TEXT, epoch BIGINT, time_ms BIGINT,"
    " until_ms BIGINT NOT NULL DEFAULT 0, last_game BIGINT, games BIGINT);"
    "CREATE TABLE done(session BIGINT PRIMARY KEY);"
    "CREATE FUNCTION db_instance() RETURNS TEXT LANGUAGE sql STABLE AS $$"
    " SELECT pg_postmaster_start_time()::text $$;"
    "CREATE FUNCTION now_ms() RETURNS BIGINT LANGUAGE sql VOLATILE AS $$ SELECT 0::int8 "
    "$$;";

/* A database of two nodes: their rooms, numbers and dice are those of one server now. */
TEST(test_of_several_nodes) {
    struct dice_tally tally = {.kind = game_royal_ur.dice};
    struct stored_session session;
    struct store_size size;
    char fault[FAULT_BYTES];
    struct shelf *shelf = make_shelf();
    for (int i = 0; postgres_migrations[i].version == 1; i++) {
        run_sql(shelf->path, postgres_migrations[i].sql);
    }
    run_sql(shelf->path, version_2);
    run_sql(
        shelf->path,
        "INSERT INTO nodes(slot, name, epoch, time_ms, last_game, games) "
        "VALUES(1, 'a', 3, 5000, 64, 2), (2, 'b', 4, 7000, 129, 3);"
        "INSERT INTO sessions VALUES(72057594054705153, 'ann', decode(repeat('00', "
        "32), 'hex'), NULL, 'ann', 1, 1);"
        "INSERT INTO games(n, id, room, game, secret, seq, legs, leg, created_s, sum, "
        "live, owner) VALUES(64, 'g1', 'KOFI', 'tablut', '', 0, 1, 1, 0, 0, 1, 1), "
        "(129, 'g2', 'MABA', 'tablut', '', 0, 1, 1, 0, 0, 1, 2);"
        "INSERT INTO dice VALUES('', '4d2', 1, 1, 0, 0, 0, 0, 0), "
        "('/1', '4d2', 2, 1, 1, 0, 0, 0, 0), ('/2', '4d2', 4, 2, 2, 0, 0, 0, 0);"
        "UPDATE dice SET dice = (SELECT min(dice) FROM dice)");
    struct store_config reader = shelf->config;
    reader.read_only = true;
    assert_null(store_open(&reader, fault));
    assert_string_equal(fault,
                        "the database: made by an earlier alead: start alead with it");
    open_store(shelf);
    assert_int_equal(store_next_game(shelf->store, 0, true), 64);
    assert_int_equal(store_next_game(shelf->store, 64, true), 129);
    assert_int_equal(store_last_game(shelf->store), 129);
    assert_int_equal(store_time(shelf->store), 7000);
    store_measure(shelf->store, &size);
    assert_int_equal(size.games, 5);
    assert_int_equal(store_next_session(shelf->store, 0, &session), FOUND);
    assert_string_equal(session.name, "ann");
    char dice[DICE_NAME_BYTES], sql[200];
    dicestats_name(tally.kind, dice);
    snprintf(sql, sizeof sql, "UPDATE dice SET dice = '%s'", dice);
    run_sql(shelf->path, sql);
    assert_true(store_find_dice(shelf->store, "", game_royal_ur.dice, &tally));
    assert_int_equal(tally.throws, 7);
    assert_int_equal(tally.count[0], 4);
    assert_int_equal(ask_sql(shelf->path, "SELECT version FROM meta"), POSTGRES_VERSION);
}

/* A table of somebody else, in a schema that is searched after the store's. */
TEST(test_beside_another_program) {
    struct shelf *other = make_shelf(), *shelf = make_shelf();
    run_sql(other->path, "CREATE TABLE done(n INT)");
    char *path = strrchr(shelf->path, '=');
    snprintf(path + strlen(path), sizeof shelf->path - strlen(shelf->path), "%%2C%s",
             strstr(other->path, "%3D") + 3);
    open_store(shelf);
    assert_int_equal(ask_sql(other->path, "SELECT count(*) FROM done"), 0);
}

BEFORE_TESTS {
    need_postgres();
}
