/* Games: how they begin, how they are put away, and which there are. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "proto/shape.h"
#include "server/store/sql.h"

/* Half points of a match: two for each leg. */
#define HALVES_MAX 4
/* Value of column by_server for an absence that pays; 1: by the server, NULL: of an
 * older log. */
#define ABSENCE_PAYS 2
_Static_assert(HALVES_MAX == 2 * LEGS_MAX, "half points of a match");

/* --- a game begins --- */

/* Binds TERM_COLUMNS, as far as they are not NULL. */
static void put_terms(struct row_out *row, const struct room_start *start) {
    row_put_u64(row, start->rated);
    if (start->is_private) {
        row_put_blob(row, start->word_hash, sizeof start->word_hash);
    } else {
        row_put_u64(row, 0);
    }
    if (start->opener != 0 || start->seated_ms != 0) {
        row_put_u64(row, start->opener);
        row_put_u64(row, start->seated_ms);
    }
}

static bool has_one(struct stmt *stmt, int first, int n) {
    bool has = false;
    for (int i = first; i < first + n; i++) {
        has = has || stmt_type(stmt, N_START_COLUMNS + i) != VALUE_NULL;
    }
    return has;
}

int64_t store_sum_start(struct stmt *stmt) {
    int64_t sum = row_sum_columns(stmt, 0, N_START_COLUMNS, 0);
    int n = has_one(stmt, N_OLD_TERMS, N_TERM_COLUMNS - N_OLD_TERMS) ? N_TERM_COLUMNS
            : has_one(stmt, 0, N_OLD_TERMS)                          ? N_OLD_TERMS
                                                                     : 0;
    return n > 0 ? row_sum_columns(stmt, N_START_COLUMNS, n, sum) : sum;
}

/* Adds a row of START_COLUMNS and TERM_COLUMNS.  False: the transaction has failed. */
static bool add_start(struct store *store, int64_t number, const struct room_start *start,
                      int64_t now_s, int64_t *sum) {
    char game[GAME_TEXT_BYTES], time[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    game_write(start->game, &start->opt, &out);
    assert(out.len < out.cap);
    out = text_out_of(time, sizeof time);
    time_control_write(&start->time, &out);
    struct row_out row;
    row_begin(&row, store_stmt(store, SQL_ADD_GAME), 0);
    row_put_text(&row, start->draw.game_id);
    row_put_text(&row, start->code);
    row_put_text(&row, game);
    row_put_text(&row, time);
    row_put_blob(&row, start->draw.secret, sizeof start->draw.secret);
    row_put_int(&row, store_key(start->seq));
    row_put_text(&row, start->last_game_id);
    row_put_int(&row, start->match.legs);
    row_put_int(&row, start->match.leg);
    row_put_int(&row, now_s);
    *sum = row_sum(&row);
    if (start->rated || start->is_private || start->opener != 0 ||
        start->seated_ms != 0) {
        row_sum_anew(&row, *sum);
        put_terms(&row, start);
        *sum = row_sum(&row);
    }
    stmt_bind_int(row.stmt, N_START_COLUMNS + N_TERM_COLUMNS + 1, number);
    return store_run(store, SQL_ADD_GAME);
}

/* Adds a row of SEAT_COLUMNS, and continues *sum.  An absence is stored only for a
 * player who is away. */
static bool add_seat(struct store *store, int64_t game, const struct room_start *start,
                     enum side side, int64_t *sum) {
    const struct seat_start *seat = &start->seat[side];
    struct absence absence = {.away = false};
    if (seat->absence.away) {
        absence = seat->absence;
    }
    assert((seat->session == 0) == (seat->name[0] == '\0'));
    struct row_out row;
    row_begin(&row, store_stmt(store, SQL_ADD_SEAT), *sum);
    row_put_int(&row, game);
    row_put_int(&row, (int)side);
    row_put_u64(&row, seat->session);
    row_put_text(&row, seat->name);
    row_put_int(&row, absence.away);
    row_put_u64(&row, absence.overdue);
    row_put_u64(&row, absence.by_server ? 1 : absence.pays ? ABSENCE_PAYS : 0);
    row_put_u64(&row, absence.since_ms);
    row_put_u64(&row, absence.due_ms);
    row_put_u64(&row, absence.held_ms);
    row_put_u64(&row, seat->last.from_seq);
    row_put_u64(&row, seat->last.to_seq);
    row_put_text(&row, seat->last.text);
    row_put_int(&row, start->match.halves[side]);
    row_put_int(&row, start->match.captured[side]);
    *sum = row_sum(&row);
    char key[NAME_KEY_BYTES];
    store_bind_key(row.stmt, N_SEAT_COLUMNS + 1, seat->name, key);
    return store_run(store, SQL_ADD_SEAT);
}

/* A live game of a room; 0: none. */
static int64_t find_in_room(struct store *store, const char *code) {
    struct stmt *stmt = store_stmt(store, SQL_LIVE_IN_ROOM);
    stmt_bind_text(stmt, 1, code);
    return store_query_number(store, stmt);
}

/* The room's earlier games are no longer live. */
static bool retire_room(struct store *store, const char *code) {
    int64_t game;
    do {
        game = find_in_room(store, code);
        if (game != 0) {
            store_retire_game(store, game);
        }
    } while (game != 0 && !store->failed);
    stmt_clear(store_stmt(store, SQL_LIVE_IN_ROOM));
    return !store->failed;
}

/* A room keeps its game's id when its log is started again before the game begins.  So
 * the game of the old log, which is dead, gives the id up.  It does so even if it was
 * marked as one that may have lost events: the new log begins with all that the room
 * knows. */
static bool free_id(struct store *store, const char *id) {
    return STORE_RUN(store, SQL_FREE_ID, value_text(id));
}

void store_add_game(struct store *store, int64_t game, const struct room_start *start,
                    int64_t now_s) {
    int64_t sum;
    if (!store_touch(store, game) || !retire_room(store, start->code) ||
        !free_id(store, start->draw.game_id) ||
        !add_start(store, game, start, now_s, &sum) ||
        !add_seat(store, game, start, SIDE_WHITE, &sum) ||
        !add_seat(store, game, start, SIDE_BLACK, &sum)) {
        return;
    }
    if (STORE_RUN(store, SQL_SUM_START, value_int(game), value_int(sum))) {
        *store_tail_place(store, game) = (struct tail){game, 0, sum};
    }
}

/* --- a game is put away --- */

/* Changes one row, however long the game was: store_prune deletes the rest later. */
void store_retire_game(struct store *store, int64_t game) {
    if (store_touch(store, game)) {
        (void)STORE_RUN(store, SQL_RETIRE, value_int(game));
    }
}

/* A row on a damaged page cannot be changed, and trying would make the transaction
 * fail.  The next start finds such a game again. */
void store_set_aside(struct store *store, int64_t game, const char *why) {
    enum found found = store_step(store, store_bind_game(store, SQL_START, game));
    stmt_reset(store_bind_game(store, SQL_START, game));
    if (found == FOUND && store_touch(store, game)) {
        (void)STORE_RUN(store, SQL_SET_ASIDE, value_int(game), value_text(why));
    }
}

/* --- which games there are --- */

bool store_has_set_aside(struct store *store) {
    struct stmt *stmt = store_stmt(store, SQL_HAS_SET_ASIDE);
    stmt_reset(stmt);
    return store_query_number(store, stmt) != 0;
}

/* --- how a game began --- */

static bool parse_game(const char *text, struct room_start *start) {
    struct text_in in = text_in_of(text, strlen(text));
    return game_parse(&in, &start->game, &start->opt) && text_at_end(&in);
}

static bool parse_time(const char *text, struct time_control *time) {
    struct text_in in = text_in_of(text, strlen(text));
    return text[0] == '\0' || (time_control_parse(&in, time) && text_at_end(&in));
}

/* Reads a row of START_COLUMNS and TERM_COLUMNS.  False: damaged; id and room code are
 * set as far as they could be read. */
static bool read_start(struct stmt *stmt, struct room_start *start) {
    char game[GAME_TEXT_BYTES], time[TIME_TEXT_BYTES];
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, start->draw.game_id, sizeof start->draw.game_id);
    row_take_text(&row, start->code, sizeof start->code);
    row_take_text(&row, game, sizeof game);
    row_take_text(&row, time, sizeof time);
    row_take_blob(&row, start->draw.secret, sizeof start->draw.secret);
    start->seq = (uint64_t)row_take_int(&row, 0, INT64_MAX);
    row_take_text(&row, start->last_game_id, sizeof start->last_game_id);
    start->match.legs = (uint8_t)row_take_int(&row, 1, LEGS_MAX);
    start->match.leg = (uint8_t)row_take_int(&row, 1, start->match.legs);
    row_take_int(&row, INT64_MIN, INT64_MAX); /* created_s */
    uint64_t rated = row_take_u64(&row);
    start->rated = rated == 1;
    start->is_private = row_take_blob_if(&row, start->word_hash, sizeof start->word_hash);
    start->opener = row_take_u64(&row);
    start->seated_ms = row_take_u64(&row);
    row_require(&row, rated <= 1);
    row_require(&row,
                is_game_id(start->draw.game_id) && is_room_code(start->code) &&
                    parse_game(game, start) && parse_time(time, &start->time) &&
                    (start->last_game_id[0] == '\0' || is_game_id(start->last_game_id)));
    return !row.wrong;
}

/* Reads a row of SEAT_COLUMNS.  False: damaged. */
static bool read_seat(struct stmt *stmt, struct room_start *start, enum side side) {
    struct seat_start *seat = &start->seat[side];
    struct row_in row = {.stmt = stmt};
    row_take_int(&row, 1, INT64_MAX); /* game */
    row_take_int(&row, (int)side, (int)side);
    seat->session = row_take_u64(&row);
    row_take_text(&row, seat->name, sizeof seat->name);
    seat->absence.away = row_take_int(&row, 0, 1) != 0;
    seat->absence.overdue = row_take_u64(&row) != 0;
    uint64_t why = row_take_u64(&row);
    seat->absence.by_server = why == 1;
    seat->absence.pays = why == ABSENCE_PAYS;
    row_require(&row, why <= ABSENCE_PAYS);
    seat->absence.since_ms = row_take_u64(&row);
    seat->absence.due_ms = row_take_u64(&row);
    seat->absence.held_ms = row_take_u64(&row);
    seat->last.from_seq = row_take_u64(&row);
    seat->last.to_seq = row_take_u64(&row);
    row_take_text(&row, seat->last.text, sizeof seat->last.text);
    start->match.halves[side] = (uint8_t)row_take_int(&row, 0, HALVES_MAX);
    start->match.captured[side] = (uint16_t)row_take_int(&row, 0, UINT16_MAX);
    row_require(&row,
                seat->session != 0 ? is_player_name(seat->name) : seat->name[0] == '\0');
    row_require(&row, seat->last.text[0] == '\0' || is_move(seat->last.text));
    return !row.wrong;
}

/* Writes why a part of the start cannot be used: it is damaged, or cannot be read.
 * Returns false. */
static bool fault_at_start(struct store *store, enum found found, const char *what,
                           char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%s: %.100s", what,
             found == NOT_READ ? store->fault : "damaged");
    return false;
}

/* Reads the rows of both seats, and continues *sum.  False with a fault. */
static bool load_seats(struct store *store, struct stmt *stmt, struct room_start *start,
                       int64_t *sum, char fault[static FAULT_BYTES]) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        enum found found = store_step(store, stmt);
        if (found != FOUND || !read_seat(stmt, start, (enum side)i)) {
            return fault_at_start(store, found, "a seat at the start", fault);
        }
        *sum = row_sum_columns(stmt, 0, N_SEAT_COLUMNS, *sum);
    }
    enum found more = store_step(store, stmt);
    return more == NOT_FOUND ||
           fault_at_start(store, more, "the seats at the start", fault);
}

static bool load_start(struct store *store, int64_t game, struct room_start *start,
                       char fault[static FAULT_BYTES]) {
    struct stmt *stmt = store_bind_game(store, SQL_START, game);
    enum found found = store_step(store, stmt);
    if (found != FOUND) {
        stmt_reset(stmt);
        return fault_at_start(store, found, "how it began", fault);
    }
    bool ok = read_start(stmt, start);
    int64_t sum = store_sum_start(stmt);
    int64_t right_sum = stmt_int(stmt, N_START_COLUMNS + N_TERM_COLUMNS);
    stmt_reset(stmt);
    if (!ok) {
        return fault_at_start(store, found, "how it began", fault);
    }
    stmt = store_bind_game(store, SQL_SEATS, game);
    ok = load_seats(store, stmt, start, &sum, fault);
    stmt_reset(stmt);
    return ok && (sum == right_sum ||
                  fault_at_start(store, FOUND, "the sum of how it began", fault));
}

bool store_load_start(struct store *store, int64_t game, struct room_start *start,
                      char fault[static FAULT_BYTES]) {
    *start = (struct room_start){.seq = 0};
    if (load_start(store, game, start, fault)) {
        return true;
    }
    struct room_start known = {.seq = 0};
    if (is_game_id(start->draw.game_id)) {
        memcpy(known.draw.game_id, start->draw.game_id, sizeof known.draw.game_id);
    }
    if (is_room_code(start->code)) {
        memcpy(known.code, start->code, sizeof known.code);
    }
    *start = known;
    return false;
}
