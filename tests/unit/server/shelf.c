#include "tests/unit/server/shelf.h"

#include "server/store/postgres/libpq.h"
#include "tests/unit/at_end.h"

void open_store(struct shelf *shelf) {
    char fault[FAULT_BYTES] = "";
    shelf->store = store_open(&shelf->config, fault);
    assert_string_equal(fault, "");
    assert_non_null(shelf->store);
}

static bool is_postgres(const char *path) {
    return strncmp(path, STORE_POSTGRES, strlen(STORE_POSTGRES)) == 0;
}

/* Runs SQL in a PostgreSQL database.  *number: the first one of its rows; 0: none.  False
 * with a fault. */
static bool query_postgres(const char *url, const char *sql, int64_t *number,
                           char fault[static FAULT_BYTES]) {
    struct libpq pq;
    assert_true(libpq_load(&pq, fault));
    PGconn *conn = libpq_connect(&pq, url, NULL, fault);
    if (conn == NULL) {
        fail_msg("%s", fault);
    }
    PGresult *result = pq.PQexec(conn, sql);
    int status = pq.PQresultStatus(result);
    bool ok = status == PQ_COMMAND_OK || status == PQ_TUPLES_OK;
    snprintf(fault, FAULT_BYTES, "%s", pq.PQerrorMessage(conn));
    *number =
        pq.PQntuples(result) > 0 ? strtoll(pq.PQgetvalue(result, 0, 0), NULL, 10) : 0;
    pq.PQclear(result);
    pq.PQfinish(conn);
    return ok;
}

static int64_t ask_postgres(const char *url, const char *sql) {
    char fault[FAULT_BYTES];
    int64_t number;
    if (!query_postgres(url, sql, &number, fault)) {
        fail_msg("%s: %s", sql, fault);
    }
    return number;
}

bool try_postgres(const char *url, const char *sql) {
    char fault[FAULT_BYTES];
    int64_t number;
    return query_postgres(url, sql, &number, fault);
}

void need_postgres(void) {
    if (getenv("ALEA_POSTGRES") == NULL) {
        puts("skipped: no PostgreSQL (tests/with_postgres starts one)\n"
             "[  SKIPPED ] PostgreSQL");
        exit(0);
    }
    setenv("ALEA_STORE", getenv("ALEA_POSTGRES"), 1);
}

void run_postgres(const char *before, const char *name, const char *after) {
    char sql[256];
    snprintf(sql, sizeof sql, "%s%s%s", before, name, after);
    (void)ask_postgres(SHELF_POSTGRES, sql);
}

/* The name of its schema. */
static const char *schema_of(const struct shelf *shelf) {
    return strrchr(shelf->dir, '_') + 1;
}

static void make_schema(struct shelf *shelf) {
    run_postgres("CREATE SCHEMA s", schema_of(shelf), "");
    snprintf(shelf->path, sizeof shelf->path, "%s&options=-csearch_path%%3Ds%s",
             SHELF_POSTGRES, schema_of(shelf));
}

static void close_at_end(void *shelf) {
    close_shelf(shelf);
}

struct shelf *make_shelf(void) {
    struct shelf *shelf = calloc(1, sizeof *shelf);
    assert_non_null(shelf);
    snprintf(shelf->dir, sizeof shelf->dir, "/tmp/alea-store_XXXXXX");
    assert_non_null(mkdtemp(shelf->dir));
    snprintf(shelf->path, sizeof shelf->path, "%s/games.db", shelf->dir);
    if (SHELF_POSTGRES != NULL) {
        make_schema(shelf);
    }
    shelf->config.path = shelf->path;
    shelf->config.vfs = FAULT_VFS;
    fault_vfs_register();
    at_end(close_at_end, shelf);
    return shelf;
}

struct shelf *open_shelf(void) {
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    return shelf;
}

void expect_refused(const struct shelf *shelf, const char *why) {
    char fault[FAULT_BYTES];
    assert_null(store_open(&shelf->config, fault));
    assert_non_null(strstr(fault, why));
}

void close_store(struct shelf *shelf) {
    store_close(shelf->store);
    shelf->store = NULL;
}

void reopen(struct shelf *shelf) {
    close_store(shelf);
    open_store(shelf);
}

int each_file(const char *dir, void (*visit)(const char *path)) {
    DIR *open = opendir(dir);
    assert_non_null(open);
    int n = 0;
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;) {
        char path[SHELF_PATH_BYTES + 256];
        snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
        if (entry->d_name[0] != '.') {
            n++;
            if (visit != NULL) {
                visit(path);
            }
        }
    }
    closedir(open);
    return n;
}

void remove_file(const char *path) {
    assert_int_equal(remove(path), 0);
}

void close_shelf(struct shelf *shelf) {
    at_end_forget(shelf);
    close_store(shelf);
    if (SHELF_POSTGRES != NULL) {
        run_postgres("DROP SCHEMA s", schema_of(shelf), " CASCADE");
    }
    each_file(shelf->dir, remove_file);
    assert_int_equal(rmdir(shelf->dir), 0);
    free(shelf);
}

void commit(struct shelf *shelf) {
    assert_true(store_commit(shelf->store));
    assert_string_equal(store_fault(shelf->store), "");
}

void prune(struct shelf *shelf) {
    int64_t after = 0;
    while (store_prune(shelf->store, &after, 100)) {
        commit(shelf);
    }
    commit(shelf);
}

void copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb");
    if (in == NULL) {
        return;
    }
    FILE *out = fopen(to, "wb");
    assert_non_null(out);
    char buf[8192];
    for (size_t n; (n = fread(buf, 1, sizeof buf, in)) > 0;) {
        assert_int_equal(fwrite(buf, 1, n, out), n);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

struct shelf *open_crashed(const struct shelf *shelf) {
    char from[SHELF_PATH_BYTES + 8], to[SHELF_PATH_BYTES + 8];
    struct shelf *crashed = make_shelf();
    copy_file(shelf->path, crashed->path);
    snprintf(from, sizeof from, "%s-wal", shelf->path);
    snprintf(to, sizeof to, "%s-wal", crashed->path);
    copy_file(from, to);
    open_store(crashed);
    return crashed;
}

/* --- SQL without the store, which must be closed --- */

sqlite3 *open_sql(const char *path) {
    sqlite3 *db;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    assert_int_equal(sqlite3_open_v2(path, &db, flags, FAULT_VFS), SQLITE_OK);
    return db;
}

void run_sql(const char *path, const char *sql) {
    if (is_postgres(path)) {
        (void)ask_postgres(path, sql);
        return;
    }
    sqlite3 *db = open_sql(path);
    char *fault = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &fault);
    if (fault != NULL) {
        fail_msg("%s: %s", sql, fault);
    }
    sqlite3_close(db);
}

int64_t ask_sql(const char *path, const char *sql) {
    if (is_postgres(path)) {
        return ask_postgres(path, sql);
    }
    sqlite3 *db = open_sql(path);
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return number;
}

int64_t n_rows(struct shelf *shelf, const char *of) {
    char sql[256];
    close_store(shelf);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", of);
    return ask_sql(shelf->path, sql);
}

/* --- damage --- */

/* Finds bytes in the file. */
static long find_bytes(const char *path, const void *bytes, size_t n) {
    static char all[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t len = fread(all, 1, sizeof all, file);
    fclose(file);
    size_t at = 0;
    while (memcmp(all + at, bytes, n) != 0) {
        assert_true(++at + n <= len);
    }
    return (long)at;
}

void write_at(const char *path, long at, const void *bytes, size_t n) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

void damage_page_at(const char *path, long at) {
    static char noise[65536];
    long page_bytes = (long)ask_sql(path, "PRAGMA page_size");
    memset(noise, 0xFF, sizeof noise);
    write_at(path, at - at % page_bytes, noise, (size_t)page_bytes);
}

void damage_page_of(const char *path, const char *text) {
    damage_page_at(path, find_bytes(path, text, strlen(text)));
}

/* --- sample data --- */

struct room_start sample_start(const char *code, const char *game_id) {
    struct room_start start = {
        .game = &game_tablut,
        .match = {.legs = 1, .leg = 1},
        .seat = {{.session = 17, .name = "ann"}, {.session = 18, .name = "Bob"}},
    };
    snprintf(start.code, sizeof start.code, "%s", code);
    snprintf(start.draw.game_id, sizeof start.draw.game_id, "%s", game_id);
    memset(start.draw.secret, 0x5A, sizeof start.draw.secret);
    return start;
}

int64_t add_next_game(struct store *store, const struct room_start *start,
                      int64_t now_s) {
    int64_t game = store_last_game(store) + 1;
    store_add_game(store, game, start, now_s);
    return game;
}

int64_t add_game(struct shelf *shelf, const char *code, const char *game_id) {
    struct room_start start = sample_start(code, game_id);
    return add_next_game(shelf->store, &start, 1700000000);
}

static struct op sample_say(uint64_t seq, const char *text) {
    struct op op = {.kind = OP_SAY, .at_ms = 1000 + seq, .at_s = 1700000000};
    snprintf(op.text, sizeof op.text, "%s", text);
    return op;
}

void add_say(struct shelf *shelf, int64_t game, uint64_t seq, const char *text) {
    struct op op = sample_say(seq, text);
    store_add_op(shelf->store, game, seq, &op, "");
}

void end_game(struct shelf *shelf, int64_t game, const char *white, const char *black,
              int64_t ended_s) {
    struct record record;
    record_init(&record);
    snprintf(record.player[0].name, sizeof record.player[0].name, "%s", white);
    snprintf(record.player[1].name, sizeof record.player[1].name, "%s", black);
    snprintf(record.result.reason, sizeof record.result.reason, "captured");
    record.result.over = true;
    record.started_s = 1700000000;
    record.ended_s = ended_s;
    store_end_game(shelf->store, game, &record, CLASS_GUESTS);
    record_fini(&record);
}

const char *read_log(struct shelf *shelf, int64_t game, uint64_t after) {
    static char text[1 << 17];
    char fault[FAULT_BYTES] = "";
    struct stored_op op = {.seq = after};
    enum stored found;
    size_t len = 0;
    text[0] = '\0';
    while ((found = store_next_op(shelf->store, game, op.seq, &op, fault)) == STORED_OP) {
        len += (size_t)snprintf(text + len, sizeof text - len, "%s ", op.op.text);
        assert_true(len < sizeof text);
    }
    snprintf(text + len, sizeof text - len, "%s%s", found == STORED_END ? "." : "! ",
             fault);
    return text;
}

void put_session(struct store *store, uint64_t id, const char *name, const uint8_t *hash,
                 int64_t account) {
    struct stored_session session = {.id = id, .account = account};
    text_copy(session.name, sizeof session.name, name);
    memcpy(session.token_hash, hash, sizeof session.token_hash);
    WRITE(store, writes_put_session, &session);
}
