/* The logs of games, op by op. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "proto/command/command.h"
#include "proto/shape.h"
#include "server/store/db.h"

static const char no_game[] = "there is no such game";

/* --- valid ops --- */

/* Whether an op of this kind belongs to a side. */
static bool has_side(enum op_kind kind) {
    return kind != OP_NEXT_LEG && kind != OP_RESTART && kind != OP_UNOPENED &&
           kind != OP_FLAG && kind != OP_ABANDON && kind != OP_LAPSE && kind != OP_ANNUL;
}

static bool is_seal(const char *text) {
    size_t prefix = strlen(FAIR_SEAL_PREFIX);
    return strncmp(text, FAIR_SEAL_PREFIX, prefix) == 0 && is_hex(text + prefix);
}

/* Whether this can be the text of an op of this kind. */
static bool is_text_of(enum op_kind kind, const char *text) {
    if (kind == OP_READY) {
        return is_nonce(text) || is_seal(text);
    }
    if (kind == OP_OPEN) {
        return is_nonce(text);
    }
    if (kind == OP_MOVE) {
        return is_move(text);
    }
    return kind == OP_SAY ? utf8_is_text(text, strlen(text)) : text[0] == '\0';
}

/* Whether an op may be written: only if it can be read again. */
static bool is_right(const struct op *op) {
    return op->kind < OP_KIND_COUNT && op->side < SIDE_COUNT &&
           is_text_of(op->kind, op->text) && op->auto_sides < 1 << SIDE_COUNT &&
           (op->auto_sides == 0 || op_goes_on(op->kind)) &&
           (op->kind == OP_SIT ? is_player_name(op->name) : op->name[0] == '\0');
}

/* --- writing --- */

/* As store_find_tail; adds the rows of later recent events to *later. */
static enum found find_tail(struct store *store, int64_t game, uint64_t up_to,
                            struct row_list *later, struct tail *tail) {
    enum found found = store_find_recent(store, game, up_to, later, tail);
    if (found != NOT_FOUND) {
        return found;
    }
    struct stmt *stmt = store_bind_game(store, SQL_LAST_EVENT, game);
    stmt_bind_int(stmt, 2, store_key(up_to));
    found = store_step(store, stmt);
    if (found == FOUND) {
        *tail = (struct tail){game, (uint64_t)stmt_int(stmt, 0), stmt_int(stmt, 1)};
    }
    stmt_reset(stmt);
    if (found != NOT_FOUND) {
        return found;
    }
    stmt = store_bind_game(store, SQL_START_SUM, game);
    found = store_step(store, stmt);
    if (found == FOUND) {
        *tail = (struct tail){game, 0, stmt_int(stmt, 0)};
    }
    stmt_reset(stmt);
    return found;
}

enum found store_find_tail(struct store *store, int64_t game, uint64_t up_to,
                           struct tail *tail) {
    return find_tail(store, game, up_to, NULL, tail);
}

/* The latest 16,000 games have different places. */
struct tail *store_tail_place(struct store *store, int64_t game) {
    return &store->tail[(uint64_t)game % TAILS];
}

struct tail *store_get_tail(struct store *store, int64_t game) {
    struct tail *tail = store_tail_place(store, game);
    if (tail->game == game) {
        return tail;
    }
    struct tail read;
    enum found found = store_find_tail(store, game, INT64_MAX, &read);
    if (found != FOUND) {
        store_fail(store, found == NOT_FOUND ? no_game : NULL);
        return NULL;
    }
    *tail = read;
    return tail;
}

/* Binds a row of EVENT_COLUMNS.  Returns its sum. */
static int64_t bind_event(struct row_out *row, const struct tail *tail, uint64_t seq,
                          const struct op *op, const char *dice) {
    row_put_int(row, tail->game);
    row_put_int(row, (int64_t)seq);
    row_put_int(row, (int64_t)op->at_ms);
    row_put_int(row, op->at_s);
    row_put_text(row, op_name(op->kind));
    if (has_side(op->kind)) {
        row_put_int(row, (int)op->side);
    } else {
        row_put_u64(row, 0);
    }
    row_put_u64(row, op_goes_on(op->kind) ? op->auto_sides : op->session);
    row_put_text(row, op->name);
    row_put_text(row, op->text);
    row_put_u64(row, op->seq);
    row_put_u64(row, op->since_ms);
    row_put_u64(row, op->due_ms);
    row_put_text(row, dice);
    return row_sum(row);
}

void store_add_op(struct store *store, int64_t game, uint64_t seq, const struct op *op,
                  const char *dice) {
    assert(is_right(op) && strlen(dice) < DICE_TEXT_BYTES);
    struct tail *tail = store_touch(store, game) ? store_get_tail(store, game) : NULL;
    if (tail == NULL) {
        return;
    }
    if (seq <= tail->seq || seq >= INT64_MAX) {
        store_fail(store, "an event has the number of an earlier one");
        return;
    }
    struct row_out row;
    row_begin(&row, store_stmt(store, SQL_ADD_EVENT), tail->sum);
    char key[NAME_KEY_BYTES];
    int64_t sum = bind_event(&row, tail, seq, op, dice);
    stmt_bind_int(row.stmt, N_EVENT_COLUMNS + 1, sum);
    store_bind_key(row.stmt, N_EVENT_COLUMNS + 2, op->name, key);
    stmt_bind_int(row.stmt, N_EVENT_COLUMNS + 3, store->recent.next);
    if (!store_run(store, SQL_ADD_EVENT)) {
        store->append_fails = store->db->is_damaged;
    } else {
        store_add_recent(store, game);
        store->n_ops++;
        store->op_ms = op->at_ms > store->op_ms ? op->at_ms : store->op_ms;
        tail->seq = seq;
        tail->sum = sum;
        store->time_ms = op->at_ms > store->time_ms ? op->at_ms : store->time_ms;
    }
}

/* --- reading --- */

/* Stops reading, and writes the fault.  Returns STORED_DAMAGED. */
static enum stored damaged(struct store *store, const char *what, uint64_t seq,
                           const char *why, char fault[static FAULT_BYTES]) {
    store_stop_reading(store);
    snprintf(fault, FAULT_BYTES, "%s %llu: %.100s", what, (unsigned long long)seq, why);
    return STORED_DAMAGED;
}

/* Whether the end of the game is sound, if the last event read is its end. */
static bool end_is_right(struct store *store) {
    struct log_reader *reader = &store->reader;
    if (!reader->has_end || reader->last.seq != reader->end_seq) {
        return true;
    }
    struct stmt *stmt = store_bind_game(store, SQL_END, reader->game);
    bool right =
        store_step(store, stmt) == FOUND &&
        row_sum_columns(stmt, 1, N_END_COLUMNS, reader->last.sum) == stmt_int(stmt, 0);
    stmt_reset(stmt);
    return right;
}

/* Starts reading after an event. */
static bool start_reading(struct store *store, int64_t game, uint64_t after) {
    store_stop_reading(store);
    struct log_reader *reader = &store->reader;
    reader->recent.len = 0;
    *reader = (struct log_reader){.after = after, .recent = reader->recent};
    enum found found = find_tail(store, game, after, &reader->recent, &reader->last);
    if (found != FOUND) {
        if (found == NOT_FOUND) {
            snprintf(store->fault, sizeof store->fault, "%s", no_game);
        }
        return false;
    }
    struct stmt *stmt = store_bind_game(store, SQL_END, game);
    found = store_step(store, stmt);
    if (found == FOUND) {
        reader->has_end = true;
        reader->end_seq = (uint64_t)stmt_int(stmt, 1);
    }
    stmt_reset(stmt);
    stmt = store_bind_game(store, SQL_EVENTS, game);
    stmt_bind_int(stmt, 2, store_key(after));
    reader->stmt = stmt;
    reader->game = game;
    return found != NOT_READ;
}

/* Reads a row of EVENT_COLUMNS.  False: damaged. */
static bool read_op(struct stmt *stmt, struct stored_op *stored) {
    char kind[32];
    struct op *op = &stored->op;
    struct row_in row = {.stmt = stmt};
    row_take_int(&row, 1, INT64_MAX); /* game */
    stored->seq = (uint64_t)row_take_int(&row, 0, INT64_MAX);
    op->at_ms = (uint64_t)row_take_int(&row, INT64_MIN, INT64_MAX);
    op->at_s = row_take_int(&row, INT64_MIN, INT64_MAX);
    row_take_text(&row, kind, sizeof kind);
    op->kind = op_find(kind);
    if (has_side(op->kind)) {
        op->side = (enum side)row_take_int(&row, 0, SIDE_COUNT - 1);
    } else {
        row_require(&row, row_take_u64(&row) == 0);
    }
    if (op_goes_on(op->kind)) {
        uint64_t sides = row_take_u64(&row);
        row_require(&row, sides < 1 << SIDE_COUNT);
        op->auto_sides = (uint8_t)sides;
    } else {
        op->session = row_take_u64(&row);
    }
    row_take_text(&row, op->name, sizeof op->name);
    row_take_text(&row, op->text, sizeof op->text);
    op->seq = row_take_u64(&row);
    op->since_ms = row_take_u64(&row);
    op->due_ms = row_take_u64(&row);
    row_take_text(&row, stored->dice, sizeof stored->dice);
    return !row.wrong && is_right(op);
}

/* Steps to the next event of the log that is being read. */
static enum found step_reader(struct store *store) {
    struct log_reader *reader = &store->reader;
    enum found found = reader->is_recent ? NOT_FOUND : store_step(store, reader->stmt);
    if (found != NOT_FOUND || reader->recent.len == 0) {
        return found;
    }
    reader->is_recent = true;
    reader->stmt = store_bind_game(store, SQL_RECENT_EVENT, reader->game);
    stmt_bind_int(reader->stmt, 2, reader->recent.n[--reader->recent.len]);
    found = store_step(store, reader->stmt);
    return found == NOT_FOUND ? store_out_of_order(store) : found;
}

/* Whether the last events of a running game may be lost, with a fault. */
static bool may_lack_events(struct store *store, int64_t game,
                            char fault[static FAULT_BYTES]) {
    bool may = store_may_lack_events(&store->recent, game);
    snprintf(fault, FAULT_BYTES, "%s", may ? EVENTS_LOST : "");
    struct stmt *stmt = store_bind_game(store, SQL_DAMAGE, game);
    if (!may && store_step(store, stmt) == FOUND) {
        const char *why = stmt_text(stmt, 0);
        snprintf(fault, FAULT_BYTES, "%s", why != NULL ? why : "");
        may = true;
    }
    stmt_reset(stmt);
    return may;
}

enum stored store_next_op(struct store *store, int64_t game, uint64_t after,
                          struct stored_op *op, char fault[static FAULT_BYTES]) {
    struct log_reader *reader = &store->reader;
    if (reader->game != game || reader->after != after) {
        if (!start_reading(store, game, after)) {
            return damaged(store, "after event", after, store->fault, fault);
        }
        if (!end_is_right(store)) {
            return damaged(store, "its end, event", reader->last.seq, "damaged", fault);
        }
    }
    switch (step_reader(store)) {
    case NOT_READ:
        return damaged(store, "after event", reader->last.seq, store->fault, fault);
    case NOT_FOUND:
        if (reader->has_end && reader->last.seq < reader->end_seq) {
            return damaged(store, "event", reader->end_seq, "missing", fault);
        }
        if (!reader->has_end && may_lack_events(store, game, fault)) {
            store_stop_reading(store);
            return STORED_DAMAGED;
        }
        *store_tail_place(store, game) = reader->last; /* for the next event */
        store_stop_reading(store);
        return STORED_END;
    case FOUND: break;
    }
    struct stmt *stmt = reader->stmt;
    struct stored_op read = {.seq = 0};
    uint64_t seq = (uint64_t)stmt_int(stmt, 1);
    int64_t sum = row_sum_columns(stmt, 0, N_EVENT_COLUMNS, reader->last.sum);
    if (!read_op(stmt, &read) || sum != stmt_int(stmt, N_EVENT_COLUMNS)) {
        return damaged(store, "event", seq, "damaged, or one before it is missing",
                       fault);
    }
    reader->after = read.seq;
    reader->last = (struct tail){game, read.seq, sum};
    if (!end_is_right(store)) {
        return damaged(store, "its end, event", read.seq, "damaged", fault);
    }
    *op = read;
    return STORED_OP;
}
