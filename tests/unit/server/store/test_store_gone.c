/* The file of the store, or its log, is moved, deleted or replaced while it is open. */
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

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
