#include "server/store/copy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/store/db.h"

/* Rows that are read at once, and written in one transaction. */
#define PAGE_ROWS 1000
#define SQL_BYTES 1024
/* Bytes of a text in a primary key, at most. */
#define KEY_BYTES 256
/* A number before those of guests, which are negative. */
#define LEAST "-9223372036854775807"

/* The tables that both kinds of stores have, except `meta` and `servers`, which are
 * made anew, and `recent`, which is empty once its events are filed. */
static const struct copied_table {
    const char *name;
    const char *key;     /* the primary key: the first one or two columns */
    const char *before;  /* a key before all others */
    const char *columns; /* all of them */
} tables[] = {
    {"games", "n", "0",
     "n, id, room, game, time, secret, seq, last_game_id, legs, leg, created_s, sum, "
     "live, "
     "damage, end_seq, white, black, outcome, reason, started_s, ended_s, end_sum, "
     "rated, "
     "word_hash, white_key, black_key, class, opener, seated_ms"},
    {"seats", "game, side", "0, 0", SEAT_COLUMNS ", key"},
    {"events", "game, seq", "0, 0", EVENT_COLUMNS ", key"},
    {"sessions", "id", "0", "id, name, token_hash, account"},
    {"accounts", "id", "0", ACCOUNT_COLUMNS ", key"},
    {"profiles", "account", LEAST,
     "account, games, rated, clock, no_bots, is_bot, more, auto_moves"},
    {"gags", "account, name", LEAST ", ''", "account, name, key"},
    {"operators", "name", "''", "name, account"},
    {"call_offs", "account, reason", "0, ''", "account, reason, n"},
    {"bans", "n", "0", "n, who, at_s, until_s, text"},
    {"dice", "name, dice", "'', ''", "name, dice, throws, " DICE_COLUMNS},
    {"ratings", "account, kind", "0, ''",
     "account, kind, " RATING_COLUMNS ", now, listed_until"},
    {"rated", "game", "0", RATED_COLUMNS},
};
#define N_TABLES (sizeof tables / sizeof tables[0])

/* Number and sum of a table's rows, in whatever order. */
struct total {
    int64_t n;
    uint64_t sum;
};

static int n_columns(const char *columns) {
    int n = 1;
    for (const char *at = columns; (at = strchr(at, ',')) != NULL; at++) {
        n++;
    }
    return n;
}

/* Writes why a database failed.  Returns false. */
static bool fail(const struct store *store, const char *what, const char *table,
                 char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%s %s: %.100s", what, table, store->db->fault);
    return false;
}

/* --- reading --- */

/* The statement that reads the first rows (is_first), or those after the key ?1, ?2. */
static bool prepare_read(struct store *store, const struct copied_table *table,
                         bool is_first, struct stmt *stmt) {
    char sql[SQL_BYTES];
    const char *after = is_first                     ? table->before
                        : n_columns(table->key) == 1 ? "?1"
                                                     : "?1, ?2";
    const char *order = is_first ? ">=" : ">";
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE (%s) %s (%s) ORDER BY %s LIMIT %d",
             table->columns, table->name, table->key, order, after, table->key,
             PAGE_ROWS);
    return store->db->kind->prepare(store->db, stmt, sql);
}

/* What to do with each row. */
struct reader {
    struct store *to;   /* where it is written; NULL: nowhere */
    struct stmt insert; /* of to */
    struct total total;
};

static bool take_row(struct reader *reader, const struct stmt *row, int n) {
    reader->total.n++;
    reader->total.sum += (uint64_t)row_sum_columns(row, 0, n, 0);
    if (reader->to == NULL) {
        return true;
    }
    memcpy(reader->insert.param, row->column, (size_t)n * sizeof *row->column);
    return reader->to->db->kind->run(&reader->insert);
}

/* The key of a row, with its own texts. */
struct key {
    struct value value[2];
    char text[2][KEY_BYTES];
};

static void keep_key(struct key *key, const struct stmt *row, int n) {
    for (int i = 0; i < n; i++) {
        key->value[i] = row->column[i];
        if (key->value[i].type == VALUE_TEXT) {
            text_copy(key->text[i], sizeof key->text[i], row->column[i].bytes);
        }
    }
}

/* Binds a copy of a key: *bound must stay as it is while the statement runs. */
static void bind_key(struct stmt *stmt, struct key *bound, const struct key *key) {
    *bound = *key;
    for (int i = 0; i < stmt->n_params; i++) {
        if (bound->value[i].type == VALUE_TEXT) {
            stmt_bind_text(stmt, i + 1, bound->text[i]);
        } else {
            stmt_bind_int(stmt, i + 1, bound->value[i].number);
        }
    }
}

/* Reads a page; *last: the key of its last row, for the next page.  Returns how many
 * rows there were; -1: they cannot be read; -2: they cannot be written. */
static int read_page(struct store *from, struct stmt *page,
                     const struct copied_table *table, struct reader *reader,
                     struct key *last) {
    int n = 0, n_values = n_columns(table->columns);
    enum found found;
    while ((found = from->db->kind->step(page)) == FOUND) {
        keep_key(last, page, n_columns(table->key));
        n++;
        if (!take_row(reader, page, n_values)) {
            n = -2;
            break;
        }
    }
    stmt_reset(page);
    return found == NOT_READ ? -1 : n;
}

/* Reads a table, page by page. */
static bool read_table(struct store *from, const struct copied_table *table,
                       struct reader *reader, char fault[static FAULT_BYTES]) {
    struct stmt first = {.own = NULL}, next = {.own = NULL};
    struct key last = {.text = {""}}, bound;
    const struct db_kind *kind = from->db->kind;
    bool ok = (prepare_read(from, table, true, &first) &&
               prepare_read(from, table, false, &next)) ||
              fail(from, "reading", table->name, fault);
    int n = PAGE_ROWS;
    for (struct stmt *page = &first; ok && n == PAGE_ROWS; page = &next) {
        struct store *to = reader->to;
        if (page == &next) {
            bind_key(&next, &bound, &last);
        }
        ok = to == NULL || to->db->kind->begin(to->db) ||
             fail(to, "writing", table->name, fault);
        n = ok ? read_page(from, page, table, reader, &last) : 0;
        if (n < 0) {
            ok = fail(n == -1 ? from : to, n == -1 ? "reading" : "writing", table->name,
                      fault);
        }
        ok = ok && (to == NULL || to->db->kind->commit(to->db, from->time_ms) ||
                    fail(to, "writing", table->name, fault));
    }
    kind->finalize(&first);
    kind->finalize(&next);
    return ok;
}

/* --- the whole --- */

static bool copy_table(struct store *from, struct store *to,
                       const struct copied_table *table, struct total *total,
                       char fault[static FAULT_BYTES]) {
    struct reader reader = {.to = to};
    char sql[SQL_BYTES], marks[SQL_BYTES / 4];
    struct text_out out = text_out_of(marks, sizeof marks);
    for (int i = 0; i < n_columns(table->columns); i++) {
        text_put(&out, i > 0 ? ", ?" : "?");
    }
    snprintf(sql, sizeof sql, "INSERT INTO %s(%s) VALUES(%s)", table->name,
             table->columns, marks);
    bool ok = to->db->kind->prepare(to->db, &reader.insert, sql)
                  ? read_table(from, table, &reader, fault)
                  : fail(to, "writing", table->name, fault);
    to->db->kind->finalize(&reader.insert);
    *total = reader.total;
    return ok;
}

/* Reads the copy of a table again. */
static bool verify_table(struct store *to, const struct copied_table *table,
                         const struct total *expected, char fault[static FAULT_BYTES]) {
    struct reader reader = {.to = NULL};
    if (!read_table(to, table, &reader, fault)) {
        return false;
    }
    if (reader.total.n != expected->n || reader.total.sum != expected->sum) {
        snprintf(fault, FAULT_BYTES,
                 "table %s: %" PRId64 " rows were read and %" PRId64
                 " are in the copy, or they differ",
                 table->name, expected->n, reader.total.n);
        return false;
    }
    return true;
}

static bool is_empty(struct store *to, char fault[static FAULT_BYTES]) {
    for (size_t i = 0; i < N_TABLES; i++) {
        struct reader reader = {.to = NULL};
        if (!read_table(to, &tables[i], &reader, fault)) {
            return false;
        }
        if (reader.total.n > 0) {
            snprintf(fault, FAULT_BYTES, "the target is not empty: it has %s",
                     tables[i].name);
            return false;
        }
    }
    return true;
}

/* Runs a query for one number; 0: it has no row.  False: it cannot be read. */
static bool read_number(struct store *from, enum statement id, int64_t *number) {
    struct stmt *stmt = store_stmt(from, id);
    enum found found = store_step(from, stmt);
    *number = found == FOUND ? stmt_int(stmt, 0) : 0;
    stmt_reset(stmt);
    return found != NOT_READ;
}

/* Copies the highest numbers of a game and of an account, and how many games are kept. */
static bool put_numbers(struct store *from, struct store *to,
                        char fault[static FAULT_BYTES]) {
    const struct db_kind *kind = to->db->kind;
    int64_t number[3];
    if (!read_number(from, SQL_LAST_GAME, &number[0]) ||
        !read_number(from, SQL_LAST_ACCOUNT, &number[1]) ||
        !read_number(from, SQL_N_KEPT, &number[2])) {
        return fail(from, "reading", "meta", fault);
    }
    bool ok = kind->begin(to->db);
    for (size_t i = 0; ok && kind->put_numbers[i] != NULL; i++) {
        struct stmt stmt = {.own = NULL};
        ok = kind->prepare(to->db, &stmt, kind->put_numbers[i]);
        for (int n = 0; ok && n < stmt.n_params; n++) {
            stmt_bind_int(&stmt, n + 1, number[n]);
        }
        ok = ok && kind->run(&stmt);
        kind->finalize(&stmt);
    }
    ok = ok && kind->commit(to->db, from->time_ms);
    return ok || fail(to, "writing", "meta", fault);
}

static bool copy(struct store *from, struct store *to, struct copied *copied,
                 char fault[static FAULT_BYTES]) {
    struct total total[N_TABLES];
    if (!store_file_now(from)) {
        return fail(from, "reading", "recent", fault);
    }
    if (!is_empty(to, fault)) {
        return false;
    }
    for (size_t i = 0; i < N_TABLES; i++) {
        if (!copy_table(from, to, &tables[i], &total[i], fault)) {
            to->db->kind->roll_back(to->db);
            return false;
        }
        copied->rows += total[i].n;
    }
    for (size_t i = 0; i < N_TABLES; i++) {
        if (!verify_table(to, &tables[i], &total[i], fault)) {
            return false;
        }
    }
    copied->games = total[0].n;
    copied->events = total[2].n;
    copied->accounts = total[4].n;
    return put_numbers(from, to, fault);
}

bool store_copy(const char *from, const char *to, const char *password_file,
                struct copied *copied, char fault[static FAULT_BYTES]) {
    struct store_config source = {.path = from, .password_file = password_file},
                        target = {.path = to, .password_file = password_file};
    *copied = (struct copied){.games = 0};
    bool is_file = strncmp(from, STORE_POSTGRES, strlen(STORE_POSTGRES)) != 0;
    if (is_file && access(from, F_OK) != 0) { /* opening would create it */
        snprintf(fault, FAULT_BYTES, "%.100s: %s", from, strerror(errno));
        return false;
    }
    struct store *read = store_open(&source, fault);
    struct store *written = read != NULL ? store_open(&target, fault) : NULL;
    bool ok = written != NULL && copy(read, written, copied, fault);
    store_close(written);
    store_close(read);
    return ok;
}
