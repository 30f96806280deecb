/* Stores in temporary directories, and sample data for them. */
#ifndef ALEA_TESTS_UNIT_SHELF_H
#define ALEA_TESTS_UNIT_SHELF_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "server/store/store.h"
#include "server/store/writes.h"
#include "tests/support/fault_vfs.h"
#include "tests/unit/table.h"

#define SHELF_PATH_BYTES 128

/* The URL of a PostgreSQL server for tests: then stores are schemas there, not files.
 * NULL: files. */
#define SHELF_POSTGRES getenv("ALEA_STORE")

struct shelf {
    char dir[SHELF_PATH_BYTES / 2]; /* made for this test, and removed at the end */
    char path[SHELF_PATH_BYTES];
    struct store_config config;
    struct store *store;
};

/* For BEFORE_TESTS: ends the program where there is no PostgreSQL server for tests; else
 * stores are there. */
void need_postgres(void);
void open_store(struct shelf *shelf);
/* Runs SQL in the database of SHELF_POSTGRES: the three parts together. */
void run_postgres(const char *before, const char *name, const char *after);
/* Runs SQL in a PostgreSQL database.  False: it failed. */
bool try_postgres(const char *url, const char *sql);
/* Makes a directory without a store; its disk can fail.  It is closed when the test ends;
 * to close it before is allowed. */
struct shelf *make_shelf(void);
/* Makes a directory with a new store, and opens it. */
struct shelf *open_shelf(void);
/* Its store cannot be opened; the fault has this part. */
void expect_refused(const struct shelf *shelf, const char *why);
void close_store(struct shelf *shelf);
void reopen(struct shelf *shelf);
/* Calls visit for each file of a directory; returns how many there are. */
int each_file(const char *dir, void (*visit)(const char *path));
void remove_file(const char *path);
void close_shelf(struct shelf *shelf);
void commit(struct shelf *shelf);
/* Deletes all dead games. */
void prune(struct shelf *shelf);
void copy_file(const char *from, const char *to);
/* Copies the current files of the store, as if the machine had stopped, to a new shelf
 * with the default disk. */
struct shelf *open_crashed(const struct shelf *shelf);

/* --- SQL without the store, which must be closed --- */

sqlite3 *open_sql(const char *path);
void run_sql(const char *path, const char *sql);
int64_t ask_sql(const char *path, const char *sql);
/* Closes the store, and counts rows: "TABLE" or "TABLE WHERE ...". */
int64_t n_rows(struct shelf *shelf, const char *of);

/* --- damage to the bytes of the file; the store must be closed --- */

void write_at(const char *path, long at, const void *bytes, size_t n);
/* Overwrites the page that has this byte. */
void damage_page_at(const char *path, long at);
/* Overwrites the page that has this text. */
void damage_page_of(const char *path, const char *text);

/* --- sample data --- */

/* Writes at once what a turn would record: WRITE(store, writes_remove_ban, "ann"). */
#define WRITE(store, record, ...)                                                        \
    do {                                                                                 \
        struct writes writes_ = {.n = 0};                                                \
        record(&writes_, __VA_ARGS__);                                                   \
        writes_apply(&writes_, store);                                                   \
        writes_fini(&writes_);                                                           \
    } while (false)
void put_session(struct store *store, uint64_t id, const char *name, const uint8_t *hash,
                 int64_t account);

/* The start of a game without options; neither player is away. */
struct room_start sample_start(const char *code, const char *game_id);
/* Adds a game under the next free number, which it returns. */
int64_t add_next_game(struct store *store, const struct room_start *start, int64_t now_s);
/* As add_next_game, with the sample start of a game. */
int64_t add_game(struct shelf *shelf, const char *code, const char *game_id);
void add_say(struct shelf *shelf, int64_t game, uint64_t seq, const char *text);
/* Ends a game: white wins. */
void end_game(struct shelf *shelf, int64_t game, const char *white, const char *black,
              int64_t ended_s);
/* The texts of a log, separated by " "; then "." at its end, or "!" and the fault. */
const char *read_log(struct shelf *shelf, int64_t game, uint64_t after);

#endif
