/* Recent events.  Every game appends to one table, `recent`, so a move writes to the
 * last page of that table and nowhere else, and all moves of a commit share the page.
 * When the table is long, the game with the oldest event is filed: its events are
 * copied into `events`, where each game has pages of its own.  The copied rows stay in
 * `recent` until everything before them is filed, too: deleting each at once would
 * write to as many pages as there are rows.
 *
 * An index in memory knows the rows of each game.  It is built from the table at the
 * start, and again after a rollback. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/store/db.h"

/* How many events `recent` holds before games are filed: 25 MB, which a start reads in
 * 0.3 s, and an index of 8 MB. */
#define RECENT_EVENTS 400000
/* The same in memory, where there is no start.  Filing costs 3.5 us an event, and only
 * bounds the index (16 MB).  The events themselves take ten times as much. */
#define RECENT_IN_MEMORY 1000000
/* Most numbers missing between two rows, because of a damaged page or of deleted rows. */
#define SKIP_MOST (1 << 20)
/* Beyond all rows there will ever be. */
#define SKIP_FAR (INT64_C(1) << 48)
/* How many games are read from one snapshot.  While it is in use, the write-ahead log
 * grows; but each new one reads the recent events again. */
#define SNAPSHOT_GAMES 1000

/* --- the index --- */

static struct recent_row *row_at(const struct recent *recent, int64_t n) {
    return &recent->row[(size_t)n & (recent->cap - 1)];
}

/* The row before row n in its chain; 0: none. */
static int64_t chained(const struct recent *recent, int64_t n) {
    uint32_t back = row_at(recent, n)->back;
    return back != 0 ? n - back : 0;
}

int64_t store_recent_before(const struct recent *recent, int64_t game, int64_t n) {
    int64_t at = n < recent->next ? chained(recent, n)
                                  : recent->last[(uint64_t)game % RECENT_CHAINS];
    while (at >= recent->first && row_at(recent, at)->game != game) {
        at = chained(recent, at);
    }
    return at >= recent->first ? at : 0;
}

int64_t store_unfiled_before(const struct recent *recent, int64_t game, int64_t n) {
    int64_t at = store_recent_before(recent, game, n);
    return at != 0 && !row_at(recent, at)->is_filed ? at : 0;
}

static void grow(struct recent *recent) {
    struct recent old = *recent;
    recent->cap = old.cap != 0 ? 2 * old.cap : 1024;
    recent->row = mem_new(recent->cap, sizeof *recent->row);
    for (int64_t n = old.first; n < old.next; n++) {
        *row_at(recent, n) = *row_at(&old, n);
    }
    free(old.row);
}

/* Adds a row.  Numbers left out before it belong to no game. */
static void add_row(struct recent *recent, int64_t n, int64_t game) {
    if (recent->first == recent->next) {
        recent->first = n;
        recent->next = n;
    }
    while (recent->next <= n) {
        if (recent->next - recent->first == (int64_t)recent->cap) {
            grow(recent);
        }
        *row_at(recent, recent->next++) = (struct recent_row){.game = 0};
    }
    int64_t *last = &recent->last[(uint64_t)game % RECENT_CHAINS];
    row_at(recent, n)->game = game;
    row_at(recent, n)->back = *last >= recent->first ? (uint32_t)(n - *last) : 0;
    *last = n;
}

void store_add_recent(struct store *store, int64_t game) {
    if (!store->db->kind->has_recent) {
        return;
    }
    add_row(&store->recent, store->recent.next, game);
}

void store_forget_recent(struct store *store) {
    struct recent *recent = &store->recent;
    memset(recent->last, 0, sizeof recent->last);
    recent->first = recent->next = 1;
    recent->is_known = false;
}

/* --- which games there are --- */

int64_t store_last_game(struct store *store) {
    return store_query_number(store, store_stmt(store, SQL_LAST_GAME));
}

void store_stop_reading(struct store *store) {
    if (store->reader.game != 0) {
        stmt_reset(store->reader.stmt);
        store->reader.game = 0;
    }
}

bool store_renew_snapshot(struct store *store) {
    store_stop_reading(store);
    store_forget_recent(store);
    if (store->db->kind->renew_snapshot(store->db)) {
        return store_know_recent(store);
    }
    snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
    return false;
}

/* The first number above `after` that a statement finds; 0: there is none; -1: it
 * cannot be read. */
static int64_t ask_game(struct store *store, enum statement id, int64_t after) {
    struct stmt *stmt = store_bind(store, id, after);
    enum found found = store_step_beyond(store, stmt, after);
    int64_t game = found == FOUND ? stmt_int(stmt, 0) : 0;
    stmt_reset(stmt);
    return found == NOT_READ ? -1 : game;
}

int64_t store_next_game(struct store *store, int64_t after, bool live_only) {
    if (store->reads_only && ++store->n_listed % SNAPSHOT_GAMES == 0 &&
        !store_renew_snapshot(store)) {
        return -1;
    }
    if (!live_only) {
        return ask_game(store, SQL_NEXT_GAME, after);
    }
    if (!store->index_damaged) {
        int64_t game = ask_game(store, SQL_NEXT_LIVE, after);
        if (game >= 0) {
            return game;
        }
        store->index_damaged = true; /* the table may still be sound */
    }
    return ask_game(store, SQL_NEXT_LIVE_SCAN, after);
}

/* --- reading the table --- */

/* Notes a row of SQL_RECENT.  False: it cannot be read now. */
static bool note_row(struct store *store, struct stmt *stmt) {
    struct recent *recent = &store->recent;
    int64_t n = stmt_int(stmt, 0), game = stmt_int(stmt, 1);
    uint64_t at_ms = (uint64_t)stmt_int(stmt, 3);
    /* If the one before it is not filed, neither is this one. */
    bool is_new = store_unfiled_before(recent, game, recent->next) != 0;
    add_row(recent, n, game);
    if (!is_new) {
        struct stmt *filed = store_bind(store, SQL_IS_FILED, game);
        stmt_bind_int(filed, 2, stmt_int(stmt, 2));
        unsigned failures = store_read_failures(store);
        row_at(recent, n)->is_filed = store_step(store, filed) == FOUND;
        stmt_reset(filed);
        if (store_read_failures(store) != failures) {
            return false;
        }
    }
    if (at_ms > store->committed_ms) {
        store->committed_ms = at_ms;
    }
    return true;
}

/* Reads the rows after row *n, which becomes the last one read.  FOUND: that was all.
 * NOT_FOUND: the next one is damaged.  NOT_READ: the disk fails. */
static enum found read_rows(struct store *store, int64_t *n) {
    unsigned failures = store_read_failures(store);
    struct stmt *stmt = store_bind(store, SQL_RECENT, *n);
    enum found found;
    while ((found = store_step_beyond(store, stmt, *n)) == FOUND) {
        int64_t next = stmt_int(stmt, 0);
        bool is_possible = *n == 0 ? next < INT64_MAX / 2 : next - *n < SKIP_MOST;
        if (!is_possible || !note_row(store, stmt)) {
            break;
        }
        *n = next;
    }
    stmt_reset(stmt);
    return store_read_failures(store) != failures ? NOT_READ
           : found == NOT_FOUND                   ? FOUND
                                                  : NOT_FOUND;
}

/* As read_rows.  SQLite takes a failure of the disk (EIO) for damage: looks twice. */
static enum found read_rows_surely(struct store *store, int64_t *n) {
    enum found found = read_rows(store, n);
    return found == NOT_FOUND ? read_rows(store, n) : found;
}

/* Whether there are rows after row n that can be read, or none at all.  NOT_FOUND: the
 * next one is damaged.  NOT_READ: the disk fails. */
static enum found look_beyond(struct store *store, int64_t n) {
    unsigned failures = store_read_failures(store);
    struct stmt *stmt = store_bind(store, SQL_RECENT, n);
    enum found found = store_step_beyond(store, stmt, n);
    bool is_sound =
        found == NOT_FOUND || (found == FOUND && stmt_int(stmt, 0) - n < SKIP_MOST);
    stmt_reset(stmt);
    return store_read_failures(store) != failures ? NOT_READ
           : is_sound                             ? FOUND
                                                  : NOT_FOUND;
}

/* Moves *n from before a damaged row to where rows can be read again, or beyond all
 * rows.  False: the disk fails. */
static bool skip_damage(struct store *store, int64_t *n) {
    bool is_first = store->recent.first == store->recent.next;
    int64_t bad = *n, step = 1, far = is_first ? SKIP_FAR : SKIP_MOST;
    enum found found = NOT_FOUND;
    while (step < far && (found = look_beyond(store, bad + step)) == NOT_FOUND) {
        bad += step;
        step *= 2;
    }
    while (found == FOUND && step > 1) {
        enum found half = look_beyond(store, bad + step / 2);
        bad += half == NOT_FOUND ? step / 2 : 0;
        step -= half == NOT_FOUND ? step / 2 : step - step / 2;
        found = half == NOT_READ ? NOT_READ : found;
    }
    *n = found == NOT_FOUND ? SKIP_FAR : bad + step;
    return found != NOT_READ;
}

bool store_know_recent(struct store *store) {
    struct recent *recent = &store->recent;
    if (recent->is_known) {
        return true;
    }
    store_forget_recent(store);
    recent->is_known = !store->db->kind->has_recent;
    if (recent->is_known) {
        store->time_ms = store->committed_ms;
        return true;
    }
    int64_t n = 0;
    enum found found = NOT_FOUND;
    while (n < SKIP_FAR && (found = read_rows_surely(store, &n)) == NOT_FOUND) {
        if (!skip_damage(store, &n)) { /* good rows may follow a damaged page */
            found = NOT_READ;
            break;
        }
        recent->sound_from = n + 1;
    }
    if (recent->sound_from != 0 && recent->lost_up_to == 0) {
        recent->lost_up_to = store_last_game(store); /* later games are not affected */
    }
    recent->is_known = found != NOT_READ;
    if (store->time_ms < store->committed_ms) {
        store->time_ms = store->committed_ms;
    }
    return recent->is_known;
}

bool store_may_lack_events(const struct recent *recent, int64_t game) {
    return game <= recent->lost_up_to &&
           store_recent_before(recent, game, recent->next) < recent->sound_from;
}

enum found store_find_recent(struct store *store, int64_t game, uint64_t up_to,
                             struct row_list *later, struct tail *tail) {
    if (!store_know_recent(store)) {
        return NOT_READ;
    }
    const struct recent *recent = &store->recent;
    int64_t n = recent->next;
    while ((n = store_unfiled_before(recent, game, n)) != 0) {
        if (up_to > 0) {
            struct stmt *stmt = store_bind_game(store, SQL_RECENT_SUM, game);
            stmt_bind_int(stmt, 2, n);
            enum found found = store_step(store, stmt);
            uint64_t seq = (uint64_t)stmt_int(stmt, 0);
            int64_t sum = stmt_int(stmt, 1);
            stmt_reset(stmt);
            if (found != FOUND) {
                return found == NOT_READ ? NOT_READ : store_out_of_order(store);
            }
            if (seq <= up_to) {
                *tail = (struct tail){game, seq, sum};
                return FOUND;
            }
        }
        if (later != NULL) {
            store_list_row(later, n);
        }
    }
    return NOT_FOUND;
}

void store_list_row(struct row_list *list, int64_t n) {
    MEM_ROOM(list->n, list->len, list->cap, 64);
    list->n[list->len++] = n;
}

/* --- filing --- */

int store_file_game(struct store *store, int64_t game, int most) {
    const struct recent *recent = &store->recent;
    struct row_list rows = {.n = NULL};
    for (int64_t n = recent->next; (n = store_unfiled_before(recent, game, n)) != 0;) {
        store_list_row(&rows, n);
    }
    int filed = 0;
    bool ok = true;
    for (size_t i = rows.len; i > 0 && filed < most && ok; filed++) {
        ok = STORE_RUN(store, SQL_FILE_EVENT, value_int(rows.n[--i]));
        row_at(recent, rows.n[i])->is_filed = true;
    }
    free(rows.n);
    return ok ? filed : -1;
}

int store_delete_recent(struct store *store, int64_t game, int most) {
    const struct recent *recent = &store->recent;
    int deleted = 0;
    for (int64_t n = recent->next;
         deleted < most && (n = store_recent_before(recent, game, n)) != 0; deleted++) {
        if (!STORE_RUN(store, SQL_DELETE_RECENT, value_int(n))) {
            return -1;
        }
        row_at(recent, n)->game = 0;
    }
    return deleted;
}

/* How many events to keep in `recent`. */
static int64_t most_events(const struct store *store) {
    int64_t usual = store->in_memory ? RECENT_IN_MEMORY : RECENT_EVENTS;
    return store->recent_events != 0 ? store->recent_events : usual;
}

/* Whether there are more events than usual, by more than a `part`-th of that number. */
static bool has_more(const struct store *store, int64_t part) {
    const struct recent *recent = &store->recent;
    int64_t most = most_events(store);
    return recent->is_known && recent->next >= store->file_from &&
           recent->next - recent->first > most + most / part;
}

bool store_should_file(const struct store *store) {
    return has_more(store, 200);
}

bool store_must_file(const struct store *store) {
    return has_more(store, 2);
}

/* Files the games of the rows before row `end`, `most` events at most.  Returns the
 * first row that may not be filed; -1: the transaction failed. */
static int64_t file_rows(struct store *store, int64_t end, int most) {
    struct recent *recent = &store->recent;
    int64_t first = recent->first;
    for (int filed = 0; first < end && filed < most; first++) {
        const struct recent_row *row = row_at(recent, first);
        int n = row->game != 0 && !row->is_filed
                    ? store_file_game(store, row->game, most - filed)
                    : 0;
        if (n < 0) {
            return -1;
        }
        filed += n;
    }
    return first;
}

bool store_file_all(struct store *store) {
    return file_rows(store, store->recent.next, INT_MAX) >= 0;
}

bool store_file_oldest(struct store *store, int most) {
    struct recent *recent = &store->recent;
    int64_t end = most == INT_MAX ? recent->next : recent->next - most_events(store);
    int64_t first = file_rows(store, end, most);
    if (first < 0) {
        return false;
    }
    recent->first = first;
    return STORE_RUN(store, SQL_DELETE_FILED, value_int(first));
}
