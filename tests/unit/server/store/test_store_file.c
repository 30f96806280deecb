/* Which files are stores, and which processes can open them; and files that vanish
 * while the store is open. */
#include <fcntl.h>
#include <sys/wait.h>

#include "tests/support/file.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#include "server/store/store.h"

/* --- files that are not stores --- */

static void make_store(const char *path) {
    struct store_config config = {.path = path};
    char fault[FAULT_BYTES] = "";
    struct store *store = store_open(&config, fault);
    assert_string_equal(fault, "");
    struct room_start start = sample_start("A", "g");
    assert_int_equal(add_next_game(store, &start, 0), 1);
    assert_true(store_commit(store));
    store_close(store);
}

static void make_text(const char *path) {
    static const char text[] = "Dear diary, this is not a database at all.  It goes on "
                               "for some time, so that it is longer than a header.\n";
    write_bytes(path, text, sizeof text - 1);
}

static void make_foreign(const char *path) {
    run_sql(path, "CREATE TABLE bookmarks(url TEXT)");
}

static void make_marked(const char *path) {
    run_sql(path, "PRAGMA application_id = 42");
}

static void make_versioned(const char *path) {
    run_sql(path, "PRAGMA user_version = 1");
}

static void make_later(const char *path) {
    make_store(path);
    run_sql(path, "PRAGMA user_version = 99");
}

static void make_negative(const char *path) {
    make_store(path);
    run_sql(path, "PRAGMA user_version = -1");
}

static void make_cut(const char *path) {
    make_store(path);
    assert_int_equal(truncate(path, 3 * 4096 + 100), 0);
}

static void make_short(const char *path) {
    make_store(path);
    assert_int_equal(truncate(path, 50), 0);
}

static void make_directory(const char *path) {
    assert_int_equal(mkdir(path, 0700), 0);
}

static void make_without_tables(const char *path) {
    make_store(path);
    run_sql(path, "DROP TABLE events");
}

static const struct refused_row {
    const char *name;
    void (*make)(const char *path);
    const char *fault; /* after "PATH: "; the start of it */
} refused_rows[] = {
    {"a text", make_text, "not a database of alead"},
    {"a database of somebody else", make_foreign, "not a database of alead"},
    {"an empty one of somebody else", make_marked, "not a database of alead"},
    {"an empty one with a version", make_versioned, "not a database of alead"},
    {"a later version", make_later,
     "made by a later alead: it has version 99, this one knows "},
    {"a version before the first", make_negative, "made by a later alead"},
    {"cut", make_cut, "database disk image is malformed"},
    {"cut in the header", make_short, "database disk image is malformed"},
    {"a directory", make_directory, "Is a directory"},
    {"without a table", make_without_tables, "no such table: "},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    for (int read_only = 0; read_only <= 1; read_only++) {
        char fault[FAULT_BYTES] = "", expected[FAULT_BYTES];
        struct shelf *shelf = make_shelf();
        row->make(shelf->path);
        shelf->config.read_only = read_only != 0;
        assert_null(store_open(&shelf->config, fault));
        snprintf(expected, sizeof expected, "%s: %s", shelf->path, row->fault);
        fault[strlen(expected)] = '\0';
        if (row->make != make_directory || !read_only) { /* SQLite's wording */
            assert_string_equal(fault, expected);
        }
        /* It is not changed: a second try gives the same fault. */
        char again[FAULT_BYTES] = "";
        assert_null(store_open(&shelf->config, again));
        again[strlen(fault)] = '\0';
        assert_string_equal(again, fault);
        close_shelf(shelf);
    }
}

TEST(test_a_foreign_database_is_not_touched) {
    char fault[FAULT_BYTES];
    struct shelf *shelf = make_shelf();
    make_foreign(shelf->path);
    assert_null(store_open(&shelf->config, fault));
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM sqlite_schema"), 1);
    assert_int_equal(ask_sql(shelf->path, "SELECT journal_mode = 'delete' FROM "
                                          "pragma_journal_mode"),
                     1);
}

/* On some file systems, processes cannot share memory, which the write-ahead log
 * needs. */
TEST(test_a_file_system_without_shared_memory) {
    char fault[FAULT_BYTES];
    struct shelf *shelf = make_shelf();
    fault_vfs.no_wal = true;
    assert_null(store_open(&shelf->config, fault));
    fault_vfs.no_wal = false;
    assert_non_null(strstr(fault, ": this file system cannot hold a database in use"));
    open_store(shelf); /* moved to another file system */
}

TEST(test_no_such_directory) {
    char fault[FAULT_BYTES], path[SHELF_PATH_BYTES + 32],
        expected[2 * SHELF_PATH_BYTES + 128];
    struct shelf *shelf = make_shelf();
    snprintf(path, sizeof path, "%s/var/games.db", shelf->dir);
    shelf->config.path = path;
    assert_null(store_open(&shelf->config, fault));
    snprintf(expected, sizeof expected, "%s: there is no directory %s/var", path,
             shelf->dir);
    assert_string_equal(fault, expected);
}

TEST(test_the_end_of_a_long_path_is_told) {
    char fault[FAULT_BYTES], path[300] = "/tmp/";
    memset(path + 5, 'x', 200);
    strcpy(path + 205, "/games.db");
    struct store_config config = {.path = path};
    assert_null(store_open(&config, fault));
    assert_int_equal(strncmp(fault, "...xxx", 6), 0);
    assert_non_null(strstr(fault, "xxx/games.db: there is no directory /tmp/xxx"));
}

/* --- files that become stores --- */

TEST(test_an_empty_file) {
    struct shelf *shelf = make_shelf();
    write_bytes(shelf->path, "", 0);
    open_store(shelf);
    add_game(shelf, "A", "g");
    commit(shelf);
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), store_version());
    assert_int_equal(ask_sql(shelf->path, "PRAGMA application_id"), 0x616C6561);
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM games"), 1);
}

/* An SQLite file without content, as left by a start that failed. */
TEST(test_version_0) {
    struct shelf *shelf = make_shelf();
    run_sql(shelf->path, "PRAGMA journal_mode = WAL; CREATE TABLE a(b); DROP TABLE a");
    open_store(shelf);
    close_store(shelf);
    assert_int_equal(ask_sql(shelf->path, "PRAGMA user_version"), store_version());
}

static void check_mode(const char *path) {
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    if ((st.st_mode & 0777) != 0600) {
        fail_msg("%s has mode %o", path, (unsigned)st.st_mode & 0777);
    }
}

TEST(test_nobody_else_can_read_it) {
    mode_t mask = umask(0);
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    add_game(shelf, "A", "g");
    commit(shelf);
    assert_int_equal(each_file(shelf->dir, check_mode),
                     4); /* with -lock, -wal and -shm */
    close_store(shelf);
    assert_int_equal(each_file(shelf->dir, check_mode), 2);
    umask(mask);
}

TEST(test_odd_paths) {
    static const char *const names[] = {"a b?mode=ro#c%41&d", "\xC3\xA9;'\"", "file:x"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct shelf *shelf = make_shelf();
        snprintf(shelf->path, sizeof shelf->path, "%s/%s", shelf->dir, names[i]);
        open_store(shelf);
        add_game(shelf, "A", "g");
        commit(shelf);
        close_store(shelf);
        assert_int_equal(access(shelf->path, F_OK), 0);
        shelf->config.read_only = true;
        open_store(shelf);
        assert_int_equal(store_next_game(shelf->store, 0, false), 1);
        close_shelf(shelf);
    }
}

/* --- two processes at once --- */

/* Runs a function in a child process, which must not use cmocka's assertions.  Returns
 * its exit status. */
static int in_child(bool (*run)(struct shelf *shelf), struct shelf *shelf) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        _exit(run(shelf) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_refused(struct shelf *shelf) {
    char fault[FAULT_BYTES], expected[2 * SHELF_PATH_BYTES];
    snprintf(expected, sizeof expected, "%s: in use by another alead, process %ld",
             shelf->path, (long)getppid());
    return store_open(&shelf->config, fault) == NULL && strcmp(fault, expected) == 0;
}

static bool can_open(struct shelf *shelf) {
    char fault[FAULT_BYTES];
    struct store *store = store_open(&shelf->config, fault);
    store_close(store);
    return store != NULL;
}

TEST(test_in_use) {
    struct shelf *shelf = open_shelf();
    assert_int_equal(in_child(is_refused, shelf), 0);
    assert_int_equal(add_game(shelf, "A", "g"), 1); /* works here */
    commit(shelf);
    assert_int_equal(in_child(is_refused, shelf), 0); /* still locked */
    close_store(shelf);
    assert_int_equal(in_child(can_open, shelf), 0);
}

/* One file under two names: only one server may have it. */
static const struct names_row {
    const char *name;
    const char *symlink_to; /* the first name is a link to this, made before the file */
    bool is_link, is_moved; /* the second name is a hard link; the file is renamed */
    const char *fault;      /* of who opens the second name */
} names_rows[] = {
    {"a link that was there before the file", "second.db", false, false,
     "in use by another alead, process "},
    {"a hard link", NULL, true, false, "in use by another alead, under another name"},
    {"a file that was moved meanwhile", NULL, false, true,
     "in use by another alead, under another name"},
};

/* Cannot open the file under its second name, for this reason. */
static bool is_refused_under(const char *second, const char *why) {
    char fault[FAULT_BYTES] = "";
    struct store_config config = {.path = second};
    struct store *store = store_open(&config, fault);
    return store == NULL && strstr(fault, why) != NULL;
}

TEST_ROWS(names_rows) {
    const struct names_row *row = table_row(state);
    char second[SHELF_PATH_BYTES];
    struct shelf *shelf = make_shelf();
    snprintf(second, sizeof second, "%s/second.db", shelf->dir);
    if (row->symlink_to != NULL) {
        assert_int_equal(symlink(row->symlink_to, shelf->path), 0);
    }
    open_store(shelf);
    if (row->is_link) {
        assert_int_equal(link(shelf->path, second), 0);
    }
    if (row->is_moved) {
        assert_int_equal(rename(shelf->path, second), 0);
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        _exit(is_refused_under(second, row->fault) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* Even one after the other: the log of a server that was killed is beside the first name,
 * and who opens the second would not see it. */
TEST(test_a_second_name_between_two_starts) {
    char second[SHELF_PATH_BYTES];
    struct shelf *shelf = open_shelf();
    close_store(shelf);
    snprintf(second, sizeof second, "%s/second.db", shelf->dir);
    assert_int_equal(link(shelf->path, second), 0);
    expect_refused(shelf, "a hard link: remove that");
    assert_int_equal(unlink(second), 0);
    open_store(shelf);
}

/* Sees the game with one event, and cannot write. */
static bool can_read(struct shelf *shelf) {
    char fault[FAULT_BYTES];
    struct store_config config = {.path = shelf->path, .read_only = true};
    struct store *store = store_open(&config, fault);
    struct stored_op op;
    struct room_start start;
    if (store == NULL) {
        puts(fault);
        return false;
    }
    bool ok = store_next_game(store, 0, true) == 1 &&
              store_load_start(store, 1, &start, fault) &&
              store_next_op(store, 1, 0, &op, fault) == STORED_OP &&
              store_next_op(store, 1, op.seq, &op, fault) == STORED_END;
    store_put_time(store, 9999);
    ok = ok && !store_commit(store) && store_fault(store)[0] != '\0';
    store_close(store);
    return ok;
}

TEST(test_reading_what_is_in_use) {
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 1, "x");
    commit(shelf);
    assert_int_equal(in_child(can_read, shelf), 0); /* everything is in the log */
    reopen(shelf);
    assert_int_equal(in_child(can_read, shelf), 0); /* everything is in the file */
    add_say(shelf, game, 2, "not committed");
    assert_int_equal(in_child(can_read, shelf), 0);
    commit(shelf);
    assert_string_equal(read_log(shelf, game, 0), "x not committed .");
}

static char before[8192 * 16];

/* All bytes of a file. */
static size_t file_bytes(const char *path, char *bytes) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    size_t n = fread(bytes, 1, sizeof before, file);
    fclose(file);
    return n;
}

TEST(test_reading_changes_nothing) {
    static char after[sizeof before];
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 1, "x");
    commit(shelf);
    close_store(shelf);
    remove_file(strcat(strcpy(before, shelf->path), "-lock"));
    size_t n = file_bytes(shelf->path, before);
    assert_int_equal(in_child(can_read, shelf), 0);
    assert_int_equal(each_file(shelf->dir, NULL), 1);
    assert_int_equal(file_bytes(shelf->path, after), n);
    assert_memory_equal(before, after, n);
}

/* A killed server leaves its log behind. */
static bool die_in_use(struct shelf *shelf) {
    open_store(shelf);
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 1, "x");
    return store_commit(shelf->store); /* without store_close */
}

TEST(test_reading_after_a_crash) {
    struct shelf *shelf = make_shelf();
    assert_int_equal(in_child(die_in_use, shelf), 0);
    assert_int_equal(each_file(shelf->dir, NULL), 4);
    assert_int_equal(in_child(can_read, shelf), 0);
    assert_int_equal(in_child(can_read, shelf), 0);
    open_store(shelf);
    assert_string_equal(read_log(shelf, 1, 0), "x .");
}

TEST(test_reading_what_is_not_there) {
    struct shelf *shelf = make_shelf();
    shelf->config.read_only = true;
    expect_refused(shelf, "No such file or directory");
    assert_int_equal(each_file(shelf->dir, NULL), 0);
    write_bytes(shelf->path, "", 0); /* out of date */
    expect_refused(shelf, "made by an earlier alead");
}

/* The server was killed, so that there is a write-ahead log, and the next one sets a game
 * aside while it reads all games. */
TEST(test_set_aside_after_a_crash) {
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "ga"), b = add_game(shelf, "B", "gb");
    add_say(shelf, b, 1, "b");
    commit(shelf);
    struct shelf *crashed = open_crashed(shelf);
    store_hold_reads(crashed->store, true);
    assert_string_equal(read_log(crashed, a, 0), ".");
    store_set_aside(crashed->store, a, "damaged");
    assert_string_equal(read_log(crashed, b, 0), "b .");
    store_hold_reads(crashed->store, false);
    commit(crashed);
    assert_true(store_has_set_aside(crashed->store));
}

/* --- store gone --- */

/* The file of the store, or its log, is moved, deleted or replaced while it is open. */

#define PATH_BYTES (2 * SHELF_PATH_BYTES)

/* Writes "DIR/NAME". */
static void path_in(const struct shelf *shelf, const char *name,
                    char path[static PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/%s", shelf->dir, name);
}

static void move(const struct shelf *shelf, char found[static PATH_BYTES]) {
    path_in(shelf, "moved.db", found);
    assert_int_equal(rename(shelf->path, found), 0);
}

/* Finds a deleted file among the descriptors of this process. */
static void find_deleted(const char *path, char found[static PATH_BYTES]) {
    char link[PATH_BYTES], to[PATH_BYTES], expected[PATH_BYTES];
    snprintf(expected, sizeof expected, "%s (deleted)", path);
    for (int fd = 0; fd < 100; fd++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(link, to, sizeof to - 1);
        to[n > 0 ? n : 0] = '\0';
        if (strcmp(to, expected) == 0) {
            strcpy(found, link);
        }
    }
}

static void delete_all(const struct shelf *shelf, char found[static PATH_BYTES]) {
    each_file(shelf->dir, remove_file);
    find_deleted(shelf->path, found);
}

static void delete_log(const struct shelf *shelf, char found[static PATH_BYTES]) {
    char log[PATH_BYTES];
    path_in(shelf, "games.db-wal", log);
    remove_file(log);
    strcpy(found, shelf->path);
}

/* As when a backup is put there. */
static void replace(const struct shelf *shelf, char found[static PATH_BYTES]) {
    move(shelf, found);
    copy_file(found, shelf->path);
}

static void switch_link(const struct shelf *shelf, char found[static PATH_BYTES]) {
    path_in(shelf, "linked.db", found);
    assert_int_equal(unlink(shelf->path), 0);
    assert_int_equal(symlink("nowhere.db", shelf->path), 0);
}

/* What happens to the files of an open store. */
static const struct gone_row {
    const char *name;
    void (*happen)(const struct shelf *shelf, char found[static PATH_BYTES]);
    bool is_linked; /* the path is a symbolic link */
} gone_rows[] = {
    {"moved", move, false},
    {"deleted", delete_all, false},
    {"the log is deleted", delete_log, false},
    {"replaced", replace, false},
    {"a link leads elsewhere", switch_link, true},
};

static void expect_gone(struct shelf *shelf) {
    assert_non_null(strstr(store_fault(shelf->store),
                           "the file or its log was moved, deleted or replaced: stop"));
}

/* Opens a store as alead does, on the usual disk. */
static struct shelf *open_watched(bool is_linked) {
    struct shelf *shelf = make_shelf();
    shelf->config.vfs = NULL;
    if (is_linked) {
        assert_int_equal(symlink("linked.db", shelf->path), 0);
    }
    open_store(shelf);
    assert_true(store_may_get_lost(shelf->store));
    return shelf;
}

/* What is stored then is refused, and it is noticed even if nobody writes; what was
 * acknowledged before is in the file that is found, even without the log. */
TEST_ROWS(gone_rows) {
    const struct gone_row *row = table_row(state);
    for (int is_idle = 0; is_idle <= 1; is_idle++) {
        char found[PATH_BYTES] = "";
        struct shelf *shelf = open_watched(row->is_linked), *after = make_shelf();
        int64_t game = add_game(shelf, "A", "g");
        add_say(shelf, game, 1, "before");
        commit(shelf);
        assert_true(store_look(shelf->store));
        row->happen(shelf, found);
        for (int i = 0; i < 2 && !is_idle; i++) {
            add_say(shelf, game, 2, "then");
            assert_false(store_commit(shelf->store));
            expect_gone(shelf);
        }
        assert_false(store_look(shelf->store));
        expect_gone(shelf);
        copy_file(found, after->path);
        open_store(after);
        assert_string_equal(read_log(after, game, 0), "before .");
    }
}

/* The directory is renamed: the next start would not find the file. */
TEST(test_directory) {
    char other[PATH_BYTES];
    struct shelf *shelf = open_watched(false);
    snprintf(other, sizeof other, "%s_", shelf->dir);
    assert_int_equal(rename(shelf->dir, other), 0);
    add_game(shelf, "A", "g");
    assert_false(store_commit(shelf->store));
    expect_gone(shelf);
    assert_int_equal(rename(other, shelf->dir), 0);
    assert_false(store_look(shelf->store)); /* others may have changed it meanwhile */
    reopen(shelf);
    add_game(shelf, "A", "g");
    commit(shelf);
}

/* A restored file has a log of its own at this path.  The server that ends must not
 * delete it. */
TEST(test_the_log_of_another_file_stays) {
    char log[PATH_BYTES], other[PATH_BYTES];
    struct shelf *shelf = open_watched(false);
    path_in(shelf, "games.db-wal", log);
    path_in(shelf, "other", other);
    assert_int_equal(rename(log, other), 0);
    copy_file(other, log);
    close_store(shelf);
    assert_int_equal(access(log, F_OK), 0);
}

TEST(test_memory_cannot_get_lost) {
    char fault[FAULT_BYTES];
    struct store_config config = {.path = STORE_MEMORY};
    struct store *store = store_open(&config, fault);
    assert_non_null(store);
    assert_false(store_may_get_lost(store));
    assert_true(store_look(store));
    store_close(store);
}
