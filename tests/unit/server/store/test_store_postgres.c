/* What only a PostgreSQL store has: a lost connection, another server, URLs.  The other
 * tests of stores run on both kinds (ALEA_STORE, see shelf.h). */
#include <sys/wait.h>

#include "server/store/db.h"
#include "tests/unit/listen.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* Ends all connections of stores, and waits until they have ended. */
#define CUT                                                                              \
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "                      \
    "WHERE pid <> pg_backend_pid() AND application_name = 'alead'"

/* --- lost connections --- */

TEST(test_cut_between_commits) {
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    commit(shelf);
    run_postgres(CUT, "", "");
    assert_int_equal(store_find_game(shelf->store, "00000000000game1"), 0); /* not over */
    assert_int_equal(store_next_game(shelf->store, 0, true), 1);
    run_postgres(CUT, "", "");
    add_game(shelf, "MABA", "00000000000game2");
    commit(shelf);
    assert_int_equal(store_next_game(shelf->store, 1, true), 2);
}

TEST(test_cut_before_commit) {
    struct shelf *shelf = open_shelf();
    for (int i = 0; i < 2; i++) {
        add_game(shelf, "KOFI", "00000000000game1");
        assert_int_equal(store_next_game(shelf->store, 0, true), 1); /* it is sent */
        run_postgres(CUT, "", "");
        assert_false(store_commit(shelf->store));
        assert_string_equal(store_fault(shelf->store),
                            "the connection was lost before the commit");
        assert_int_equal(store_next_game(shelf->store, 0, true), 0);
        assert_int_equal(store_last_game(shelf->store), 0);
    }
    assert_false(store_is_lost(shelf->store));
    add_game(shelf, "KOFI", "00000000000game1");
    commit(shelf);
}

/* A read that fails makes the transaction fail. */
TEST(test_cut_before_read) {
    struct stored_account account;
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    assert_int_equal(store_next_game(shelf->store, 0, true), 1);
    run_postgres(CUT, "", "");
    unsigned failures = store_read_failures(shelf->store);
    assert_false(store_was_away(shelf->store));
    assert_int_equal(store_find_account(shelf->store, "ann", &account), NOT_READ);
    assert_true(store_read_failures(shelf->store) > failures);
    assert_true(store_was_away(shelf->store));
    assert_false(store_commit(shelf->store));
    assert_int_equal(store_next_game(shelf->store, 0, true), 0);
}

/* The rows of a query stay while another one finds the connection lost. */
TEST(test_cut_within_list) {
    const uint8_t hash[TOKEN_HASH_BYTES] = {0};
    struct shelf *shelf = open_shelf();
    put_session(shelf->store, 1, "ann", hash, 0);
    put_session(shelf->store, 2, "bob", hash, 0);
    commit(shelf);
    struct stmt *stmt = store_bind(shelf->store, SQL_SESSIONS, 0);
    assert_int_equal(store_step(shelf->store, stmt), FOUND);
    const char *name = stmt->column[1].bytes;
    run_postgres(CUT, "", "");
    (void)store_next_game(shelf->store, 0, true);
    assert_string_equal(name, "ann");
    store_done(stmt);
}

/* Waits until a commit waits for a standby that does not exist: it is done then, but not
 * answered.  Cuts its connection.  Exits with 1 if no commit waits for 3 s. */
static _Noreturn void cut_during_commit(void) {
    const char *const wait =
        "DO $$ BEGIN FOR i IN 1..300 LOOP IF EXISTS (SELECT 1 FROM "
        "pg_stat_activity WHERE wait_event = 'SyncRep') THEN RETURN; "
        "END IF; PERFORM pg_sleep(0.01); PERFORM "
        "pg_stat_clear_snapshot(); END LOOP; RAISE 'none'; END $$";
    bool waits = try_postgres(SHELF_POSTGRES, wait);
    if (waits) {
        run_postgres(CUT, "", "");
    }
    run_postgres("ALTER SYSTEM RESET synchronous_standby_names", "", "");
    run_postgres("SELECT pg_reload_conf()", "", "");
    _exit(waits ? 0 : 1);
}

/* PostgreSQL takes up the setting some time after it was told to: then it is tried again.
 */
TEST(test_cut_after_commit) {
    int status = -1;
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    commit(shelf);
    for (uint64_t seq = 1; status != 0; seq++) {
        assert_true(seq < 10);
        add_say(shelf, 1, seq, "hello");
        run_postgres("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "", "");
        run_postgres("SELECT pg_reload_conf()", "", "");
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            cut_during_commit();
        }
        assert_true(store_commit(shelf->store));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM events"),
                         (int64_t)seq);
    }
}

/* --- another server --- */

TEST(test_in_use) {
    char fault[FAULT_BYTES];
    const char *const expected = "the database: in use by another alead, process ";
    struct shelf *shelf = open_shelf();
    assert_null(store_open(&shelf->config, fault));
    assert_memory_equal(fault, expected, strlen(expected));
}

TEST(test_taken_over) {
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    run_sql(shelf->path, "UPDATE servers SET epoch = epoch + 1");
    assert_false(store_commit(shelf->store));
    assert_string_equal(store_fault(shelf->store),
                        "another alead has taken over this database");
    assert_true(store_is_lost(shelf->store));
    add_game(shelf, "KOFI", "00000000000game1");
    assert_false(store_commit(shelf->store));
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM games"), 0);
}

/* It finds out when it connects again, too. */
TEST(test_taken_over_while_away) {
    struct shelf *shelf = open_shelf();
    run_sql(shelf->path, "UPDATE servers SET epoch = epoch + 1, holder = 'another'");
    run_postgres(CUT, "", "");
    add_game(shelf, "KOFI", "00000000000game1");
    assert_false(store_commit(shelf->store));
    assert_true(store_is_lost(shelf->store));
}

/* The database took the epoch of a new connection, but the answer was lost. */
TEST(test_epoch_without_answer) {
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    commit(shelf);
    run_sql(shelf->path, "UPDATE servers SET epoch = epoch + 1");
    run_postgres(CUT, "", "");
    add_game(shelf, "MABA", "00000000000game2");
    commit(shelf);
    assert_false(store_is_lost(shelf->store));
}

/* --- a database that has lost commits --- */

/* As of a standby that has taken the place of its primary too early. */
TEST(test_lost_commits) {
    struct shelf *shelf = open_shelf();
    add_game(shelf, "KOFI", "00000000000game1");
    commit(shelf);
    add_say(shelf, 1, 1, "hello");
    commit(shelf);
    run_sql(shelf->path, "DELETE FROM events; UPDATE servers SET turn = turn - 1");
    run_postgres(CUT, "", "");
    for (int i = 0; i < 2; i++) {
        add_say(shelf, 1, 2, "again");
        assert_false(store_commit(shelf->store));
        assert_string_equal(store_fault(shelf->store), "the database has lost commits");
        assert_true(store_is_lost(shelf->store));
    }
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM events"), 0);
}

/* --- what is refused --- */

static struct refused_row {
    const char *name, *sql, *fault;
} refused_rows[] = {
    {"tables of another program", "CREATE TABLE games(n int)",
     "the database: not a database of alead"},
    {"a later version",
     "CREATE TABLE meta(application text, version int); INSERT INTO meta "
     "VALUES('alea', 99)",
     "the database: made by a later alead: it has version 99, this one knows 4"},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    char fault[FAULT_BYTES];
    struct shelf *shelf = make_shelf();
    run_sql(shelf->path, row->sql);
    assert_null(store_open(&shelf->config, fault));
    assert_string_equal(fault, row->fault);
    close_shelf(shelf);
}

static struct url_row {
    const char *name, *url, *password_file, *fault;
} url_rows[] = {
    {"a password", "postgresql://alea:secret@localhost/alea", NULL,
     "the database: a password in the URL"},
    {"a password with a slash", "postgresql://alea:secret/x@localhost/alea", NULL,
     "the database: a password in the URL"},
    {"a password with a question mark", "postgresql://alea:secret?x@localhost/alea", NULL,
     "the database: a password in the URL"},
    {"a password with an @", "postgresql://a@b:secret@localhost/alea", NULL,
     "the database: a password in the URL"},
    {"a password, encoded", "postgresql://localhost/alea?pass%77ord=secret", NULL,
     "the database: a password in the URL"},
    {"an unknown option", "postgresql://localhost/alea?secret=secret", NULL,
     "the database: the URL of the database is wrong; it is postgresql://"},
    {"nobody is there", "postgresql:///alea?host=/nowhere", NULL,
     "the database: connection to server on socket \"/nowhere/.s.PGSQL.5432\" failed"},
    {"no password file", "postgresql:///alea?host=/nowhere", "/nowhere/password",
     "the database: the password file /nowhere/password: No such file"},
    {"an empty password file", "postgresql:///alea?host=/nowhere", "/dev/null",
     "the database: the password file /dev/null can be read by others"},
    {"a host elsewhere without its certificate",
     "postgresql://alea@localhost,[::1],192.0.2.1:1/alea?connect_timeout=2"
     "&sslrootcert=/nowhere/root.crt",
     NULL, "the database: "},
};

TEST_ROWS(url_rows) {
    const struct url_row *row = table_row(state);
    struct store_config config = {.path = row->url, .password_file = row->password_file};
    char fault[FAULT_BYTES];
    assert_null(store_open(&config, fault));
    if (strncmp(fault, row->fault, strlen(row->fault)) != 0 ||
        strstr(fault, "secret") != NULL) {
        fail_msg("%s", fault);
    }
}

/* --- TLS --- */

/* A database without TLS: refuses it once, and closes the connection. */
static _Noreturn void refuse_tls(int listener) {
    char request[8];
    int fd = accept(listener, NULL, NULL);
    bool ok = read(fd, request, sizeof request) == (ssize_t)sizeof request &&
              write(fd, "N", 1) == 1;
    _exit(ok ? 0 : 1);
}

static struct tls_row {
    const char *name, *host, *options, *service; /* service: PGSERVICE */
    bool needs_tls;
} tls_rows[] = {
    {"this machine", "127.0.0.1", "", NULL, false},
    {"a name that begins as an address does", "127.db.example.org", "?hostaddr=127.0.0.1",
     NULL, true},
    {"a service", "", "?service=away", NULL, true},
    {"a service of the environment", "", "", "away", true},
};

static void write_services(const struct shelf *shelf, unsigned port) {
    char path[sizeof shelf->dir + 16];
    snprintf(path, sizeof path, "%s/services", shelf->dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "[away]\nhost=127.0.0.1\nport=%u\n", port);
    fclose(file);
    setenv("PGSERVICEFILE", path, 1);
}

TEST_ROWS(tls_rows) {
    const struct tls_row *row = table_row(state);
    char url[128], fault[FAULT_BYTES];
    unsigned port;
    int status, listener = listen_somewhere(&port);
    struct shelf *shelf = make_shelf();
    write_services(shelf, port);
    snprintf(url, sizeof url, "postgresql://%s:%u/alea%s", row->host, port, row->options);
    struct store_config config = {.path = url};
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        refuse_tls(listener);
    }
    if (row->service != NULL) {
        setenv("PGSERVICE", row->service, 1);
    }
    assert_null(store_open(&config, fault));
    unsetenv("PGSERVICE");
    unsetenv("PGSERVICEFILE");
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(listener);
    if ((strstr(fault, "SSL was required") != NULL) != row->needs_tls) {
        fail_msg("%s", fault);
    }
}

BEFORE_TESTS {
    need_postgres();
}
