/* Rows of a database file, changed as if with SQL.  Lines:
 *
 *     events.text 3 $hello    sets this column of row 3 to the text hello
 *     events.seq 3 #7         to the number 7
 *     ratings.now 0 %-1e99    to a floating-point number
 *     games.secret 0 xabc     to the bytes abc
 *     seats.name 1 -          to NULL
 *     events 4                deletes row 4
 *
 * A game that can be read afterwards is as it was played, and a server starts with the
 * file. */
#include "tests/fuzz/library.h"

#include <sqlite3.h>

#include "rules/text.h"

#define CHANGES_MAX 32
#define WORD_BYTES  32

/* The tables, and the columns that identify a row. */
static const struct table_row {
    const char *name, *key;
} tables[] = {
    {"meta", "one"},
    {"sessions", "id"},
    {"games", "n"},
    {"seats", "game,side"},
    {"events", "game,seq"},
    {"dice", "name,dice"},
    {"accounts", "id"},
    {"bans", "n"},
    {"ratings", "account,kind"},
    {"rated", "game"},
    {"gags", "account,name"},
    {"profiles", "account"},
};

static const struct table_row *find_table(const char *name) {
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (strcmp(tables[i].name, name) == 0) {
            return &tables[i];
        }
    }
    return NULL;
}

/* Takes a word of lower-case letters, digits and _. */
static bool take_word(struct fuzz_in *in, char word[static WORD_BYTES]) {
    size_t n = 0;
    while (n < in->len && n < WORD_BYTES - 1 &&
           ((in->at[n] >= 'a' && in->at[n] <= 'z') || in->at[n] == '_' ||
            (in->at[n] >= '0' && in->at[n] <= '9'))) {
        n++;
    }
    memcpy(word, in->at, n);
    word[n] = '\0';
    in->at += n;
    in->len -= n;
    return n > 0;
}

static bool take_char(struct fuzz_in *in, char c) {
    bool is_there = in->len > 0 && *in->at == c;
    in->at += is_there;
    in->len -= is_there;
    return is_there;
}

static void bind_value(sqlite3_stmt *stmt, int i, const struct fuzz_in *value) {
    const char *at = value->len > 0 ? value->at + 1 : "";
    int len = value->len > 0 ? (int)value->len - 1 : 0;
    char digits[24];
    snprintf(digits, sizeof digits, "%.*s", len, at);
    switch (value->len > 0 ? *value->at : '-') {
    case '#': sqlite3_bind_int64(stmt, i, strtoll(digits, NULL, 10)); break;
    case '%': sqlite3_bind_double(stmt, i, strtod(digits, NULL)); break;
    case '$': sqlite3_bind_text(stmt, i, at, len, SQLITE_STATIC); break;
    case 'x': sqlite3_bind_blob(stmt, i, at, len, SQLITE_STATIC); break;
    default: sqlite3_bind_null(stmt, i); break;
    }
}

/* Does what a line says; ignores an invalid line. */
static void change(sqlite3 *db, struct fuzz_in in) {
    char name[WORD_BYTES], column[WORD_BYTES] = "", number[WORD_BYTES], sql[256];
    const struct table_row *table = take_word(&in, name) ? find_table(name) : NULL;
    bool has_column = take_char(&in, '.') && take_word(&in, column);
    if (table == NULL || !take_char(&in, ' ') || !take_word(&in, number)) {
        return;
    }
    take_char(&in, ' ');
    if (has_column) {
        snprintf(sql, sizeof sql,
                 "UPDATE OR REPLACE %s SET \"%s\" = ?2 WHERE (%s) IN "
                 "(SELECT %s FROM %s LIMIT 1 OFFSET ?1)",
                 name, column, table->key, table->key, name);
    } else {
        snprintf(sql, sizeof sql,
                 "DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s LIMIT 1 OFFSET ?1)",
                 name, table->key, table->key, name);
    }
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK) {
        sqlite3_bind_int64(stmt, 1, atoi(number));
        if (has_column) {
            bind_value(stmt, 2, &in);
        }
        sqlite3_step(stmt);
    }
    sqlite3_finalize(stmt);
}

unsigned fuzz_rounds(void) {
    return 60;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[DISK_PATH_BYTES];
    sqlite3 *db;
    struct fuzz_in in = {(const char *)data, size};
    char *line;
    unsigned n = 0;
    library_make();
    disk_path("alea.db", path);
    disk_write(path, library.bytes, library.n);
    int opened = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    assert(opened == SQLITE_OK);
    sqlite3_exec(db, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN",
                 NULL, NULL, NULL);
    for (size_t len; n < CHANGES_MAX && (line = fuzz_take_line(&in, &len)) != NULL; n++) {
        change(db, (struct fuzz_in){line, len});
        free(line);
    }
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    int status = library_check(path);
    assert(status == 0 || (n > 0 && status == 3));
    bool is_served = library_serve(path, status == 0);
    assert(is_served);
    disk_clear();
    return 0;
}
