/* Records of games with clocks, and of games that ended by absence or the clock. */
#include "tests/unit/client/records.h"
#include "tests/unit/test.h"

/* A game of tablut with clocks: six moves, black first, then white resigns.  Returns
 * owned. */
static char *make_timed_text(const char *time, const uint32_t left_ms[SHORT_GAME_MOVES]) {
    struct record record;
    uint64_t rng = random_seed();
    make_record(&(struct plan){.game = &game_tablut, .ending = RESIGNED}, &rng, &record);
    struct text_in in = text_in_of(time, strlen(time));
    assert_true(time_control_parse(&in, &record.time));
    for (size_t i = 0; i < SHORT_GAME_MOVES; i++) {
        record.log[i].left_ms = left_ms[i];
    }
    char *text = record_to_json(&record, 0);
    record_fini(&record);
    return text;
}

static const struct clock_row {
    const char *name;
    const char *time;
    uint32_t left_ms[SHORT_GAME_MOVES]; /* black's, white's, black's, and so on */
    const char *fault;                  /* "": the record is good */
} clock_rows[] = {
    {"nobody has thought", "5+10", {310000, 310000, 320000, 320000, 330000, 330000}, ""},
    {"some have", "5+10", {309000, 10000, 100000, 20000, 10000, 10001}, ""},
    {"without a bonus", "1+0", {60000, 59999, 60000, 1, 1, 1}, ""},
    {"a bonus is the start where there are no minutes",
     "0+30",
     {60000, 60000, 90000, 30000, 30000, 30000},
     ""},
    {"more than the full time and a bonus",
     "5+10",
     {310001, 310000, 310000, 310000, 310000, 310000},
     "log[0]: left_ms: black had 300000 ms and a bonus of 10000, the record says 310001"},
    {"each side has its own clock",
     "5+10",
     {310000, 100000, 310000, 110001, 110000, 110000},
     "log[3]: left_ms: white had 100000 ms and a bonus of 10000, the record says 110001"},
    {"time gained without a bonus",
     "1+0",
     {50000, 50000, 50001, 50000, 50000, 50000},
     "log[2]: left_ms: black had 50000 ms and a bonus of 0, the record says 50001"},
    {"less than the bonus",
     "5+10",
     {310000, 9999, 310000, 9999, 310000, 9999},
     "log[1]: left_ms: the bonus is 10000 ms, the record says 9999"},
    {"nothing left", "5+0", {300000, 300000, 0, 1, 1, 1}, "log[2].left_ms: "},
};

TEST_ROWS(clock_rows) {
    const struct clock_row *row = table_row(state);
    char *text = make_timed_text(row->time, row->left_ms);
    char fault[VERIFY_FAULT_BYTES];
    enum verdict verdict = verify_text(text, strlen(text), fault);
    assert_int_equal(verdict, row->fault[0] == '\0' ? VERDICT_GOOD : VERDICT_WRONG);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
    if (verdict == VERDICT_GOOD) {
        assert_int_equal(verify_in_python(text, strlen(text)), verdict);
    }
    free(text);
}

/* --- games that ended otherwise than by the rules --- */

static const struct end_row {
    const char *name;
    const char *game;
    enum note_kind kind;
    bool has_clocks;
    bool by_mover;     /* `side` is the side to move; else the other side */
    const char *fault; /* "": the record is good */
} end_rows[] = {
    {"absent, to move", "royal-ur", NOTE_ABSENT, false, true, ""},
    {"absent, not to move", "royal-ur", NOTE_ABSENT, true, false, ""},
    {"abandoned", "royal-ur", NOTE_ABANDONED, false, true, ""},
    {"abandoned, without dice", "tablut", NOTE_ABANDONED, true, true, ""},
    {"flag", "royal-ur", NOTE_FLAG, true, true, ""},
    {"flag, without dice", "tablut", NOTE_FLAG, true, true, ""},
    {"flag: whose clock did not run", "royal-ur", NOTE_FLAG, true, false,
     ": it is the turn of "},
    {"flag: no clocks", "royal-ur", NOTE_FLAG, false, true,
     " ran out of time in a game without clocks"},
};

/* Adds clocks to a record, as if no time had been used. */
static void add_clocks(struct record *record) {
    struct clock clock;
    record->time = (struct time_control){.minutes = 5, .bonus_s = 10};
    clock_start(&clock, &record->time);
    for (size_t i = 0; i < record->n_log; i++) {
        struct note *note = &record->log[i];
        if (note->kind == NOTE_MOVE) {
            clock_run(&clock, note->side, 0);
            clock_moved(&clock, 0);
            note->left_ms = (uint32_t)clock.left_ms[note->side];
        }
    }
}

/* Replaces the last entry of the log, and the result. */
static void end_by(struct record *record, enum note_kind kind, bool by_mover) {
    struct position pos;
    struct text_in in = text_in_of(record->position, strlen(record->position));
    assert_true(game_read(record->game, &record->opt, &in, &pos));
    enum side side = by_mover ? pos.turn : side_other(pos.turn);
    record->log[record->n_log - 1] =
        (struct note){.kind = (uint8_t)kind, .side = (uint8_t)side};
    record->result.called_off = kind == NOTE_ABANDONED;
    record->result.outcome = side == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE;
    SET_TEXT(record->result.reason, note_name(kind));
}

TEST_ROWS(end_rows) {
    const struct end_row *row = table_row(state);
    const struct game *game = game_find(row->game, strlen(row->game));
    struct record record;
    char fault[VERIFY_FAULT_BYTES];
    uint64_t rng = random_seed();
    make_record(&(struct plan){.game = game, .ending = RESIGNED}, &rng, &record);
    end_by(&record, row->kind, row->by_mover);
    if (row->has_clocks) {
        add_clocks(&record);
    }
    char *text = record_to_json(&record, 0);
    record_fini(&record);
    enum verdict verdict = verify_text(text, strlen(text), fault);
    assert_int_equal(verdict, row->fault[0] == '\0' ? VERDICT_GOOD : VERDICT_WRONG);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
    assert_int_equal(verify_in_python(text, strlen(text)), verdict);
    free(text);
}
