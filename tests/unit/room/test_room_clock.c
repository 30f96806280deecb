/* Rooms whose games have clocks: when the clocks run, and which player pays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/room.h"
#include "tests/unit/test.h"

/* One minute and ten seconds; a short grace time. */
static const struct time_control time = {.minutes = 1, .bonus_s = 10};
#define FULL_MS  60000
#define BONUS_MS 10000
#define GRACE_MS 20000

static const struct room_limits limits = {
    .keep_ms = UINT32_MAX, .idle_ms = 1, .ready_ms = UINT32_MAX};

/* A game that has begun at this time: white and black are sessions 1 and 2. */
#define BEGIN_MS 1000

static enum error_code apply(struct room *room, enum op_kind kind, enum side side,
                             uint64_t at_ms) {
    struct op op = {.kind = kind,
                    .side = side,
                    .at_ms = at_ms,
                    .session = (uint64_t)side + 1,
                    .due_ms = at_ms + GRACE_MS,
                    .draw.game_id = "next"};
    snprintf(op.name, sizeof op.name, "%s", side == SIDE_WHITE ? "Ann" : "Bob");
    snprintf(op.text, sizeof op.text, "%s", kind == OP_MOVE ? "1" : "");
    enum error_code error = room_apply(room, &op);
    room_clear_notes(room);
    return error;
}

static void must(struct room *room, enum op_kind kind, enum side side, uint64_t at_ms) {
    assert_string_equal(error_name(apply(room, kind, side, at_ms)), "ok");
}

static int setup(void **state) {
    struct room_start start = {
        .code = "BABA", .game = &game_tablut, .time = time, .draw.game_id = "first"};
    room_start_match(start.game, &start.opt, &start.match);
    struct room *room = room_new(&start);
    must(room, OP_SIT, SIDE_WHITE, 1);
    must(room, OP_SIT, SIDE_BLACK, 1);
    assert_int_equal(room->clock.running, SIDE_COUNT);
    must(room, OP_READY, SIDE_WHITE, 1);
    must(room, OP_READY, SIDE_BLACK, BEGIN_MS);
    *state = room;
    return 0;
}

static int teardown(void **state) {
    room_destroy(*state);
    return 0;
}

static enum side mover(const struct room *room) {
    return (enum side)room->play->pos.turn;
}

static int64_t left(const struct room *room, enum side side, uint64_t at_ms) {
    return clock_left_ms(&room->clock, side, at_ms);
}

TEST_WITH(test_the_first_decision_starts_the_clock, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    assert_int_equal(room->clock.running, side);
    assert_int_equal(left(room, side, BEGIN_MS + 5000), FULL_MS - 5000);
    assert_int_equal(left(room, side_other(side), BEGIN_MS + 5000), FULL_MS);
}

TEST_WITH(test_a_move_stops_it_and_adds_the_bonus, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_MOVE, side, BEGIN_MS + 5000);
    assert_int_equal(left(room, side, BEGIN_MS + 9000), FULL_MS - 5000 + BONUS_MS);
    assert_int_equal(left(room, side_other(side), BEGIN_MS + 9000), FULL_MS - 4000);
    assert_int_equal(room->record->log[0].left_ms, FULL_MS - 5000 + BONUS_MS);
}

/* The time that the server needs to send the state is charged to neither player. */
TEST_WITH(test_the_clock_runs_from_when_it_was_shown, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    room_event_sent(room, BEGIN_MS + 300);
    assert_int_equal(left(room, side, BEGIN_MS + 1300), FULL_MS - 1000);
    room_event_sent(room,
                    BEGIN_MS + 900); /* another event: it does not start the clock */
    assert_int_equal(left(room, side, BEGIN_MS + 1300), FULL_MS - 1000);
    struct op op = {.kind = OP_MOVE,
                    .side = side,
                    .at_ms = BEGIN_MS + 1300,
                    .since_ms = BEGIN_MS + 1000, /* as a log has it */
                    .text = "1"};
    assert_int_equal(room_apply(room, &op), ERR_OK);
    assert_int_equal(left(room, side, 0), FULL_MS - 300 + BONUS_MS);
}

TEST_WITH(test_the_flag_falls, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    uint64_t flag_ms = BEGIN_MS + FULL_MS;
    struct op op;
    assert_int_equal(room_due_ms(room, &limits), flag_ms);
    assert_false(room_next_due_op(room, &limits, flag_ms - 1, &op));
    assert_int_equal(apply(room, OP_FLAG, SIDE_WHITE, flag_ms - 1), ERR_BAD_ARGUMENT);
    assert_int_equal(apply(room, OP_MOVE, side, flag_ms), ERR_NOT_PLAYING);
    assert_true(room_next_due_op(room, &limits, flag_ms, &op));
    assert_int_equal(op.kind, OP_FLAG);
    must(room, OP_FLAG, op.side, flag_ms);
    assert_int_equal(room->stage, STAGE_OVER);
    assert_string_equal(room->result.reason, "flag");
    assert_int_equal(room->result.outcome,
                     side == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE);
    assert_int_equal(left(room, side, flag_ms + 1000), 0);
    assert_int_equal(room->clock.running, SIDE_COUNT);
}

/* With one minute, the clock stands still for a tenth of it. */
#define FREE_MS 6000

TEST_WITH(test_a_short_absence_costs_no_time, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_DROP, side, BEGIN_MS + 1000);
    assert_int_equal(left(room, side, BEGIN_MS + 1000 + FREE_MS), FULL_MS - 1000);
    must(room, OP_BACK, side, BEGIN_MS + 5000);
    assert_int_equal(left(room, side, BEGIN_MS + 6000), FULL_MS - 2000);
}

/* A player whose turn comes during the absence does not pay for the free time either. */
TEST_WITH(test_a_turn_that_comes_while_its_player_is_away, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room), other = side_other(side);
    must(room, OP_DROP, other, BEGIN_MS + 1000);
    must(room, OP_MOVE, side, BEGIN_MS + 20000);
    room_event_sent(room, BEGIN_MS + 20100);
    assert_int_equal(left(room, other, BEGIN_MS + 20000 + FREE_MS), FULL_MS);
    assert_int_equal(left(room, other, BEGIN_MS + 21000 + FREE_MS), FULL_MS - 1000);
    must(room, OP_BACK, other, BEGIN_MS + 22000);
    assert_int_equal(left(room, other, BEGIN_MS + 23000), FULL_MS - 1000);
}

/* A player has the free time once in a game. */
TEST_WITH(test_free_time_is_used_up, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_DROP, side, BEGIN_MS);
    must(room, OP_BACK, side, BEGIN_MS + 4000);
    must(room, OP_DROP, side, BEGIN_MS + 4000);
    must(room, OP_BACK, side, BEGIN_MS + 9000);
    assert_int_equal(left(room, side, BEGIN_MS + 9000), FULL_MS - 9000 + FREE_MS);
    must(room, OP_DROP, side, BEGIN_MS + 9000);
    assert_int_equal(left(room, side, BEGIN_MS + 10000), FULL_MS - 10000 + FREE_MS);
}

/* A player who stays away runs out of time. */
TEST_WITH(test_the_flag_falls_on_who_is_away, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_DROP, side, BEGIN_MS + 1000);
    must(room, OP_OVERDUE, side, BEGIN_MS + 1000 + GRACE_MS);
    uint64_t flag_ms = BEGIN_MS + FULL_MS + FREE_MS;
    assert_int_equal(room_due_ms(room, &limits), flag_ms);
    must(room, OP_FLAG, side, flag_ms);
    assert_string_equal(room->result.reason, "flag");
}

/* An event that is sent later in the same iteration does not add to the free time. */
TEST_WITH(test_what_is_shown_later_adds_no_free_time, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_DROP, side, BEGIN_MS); /* the clock was started in this iteration */
    room_event_sent(room, BEGIN_MS + 3000);
    assert_int_equal(left(room, side, BEGIN_MS + FREE_MS + 1000), FULL_MS - 1000);
}

TEST_WITH(test_free_time_in_an_adjourned_game, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room), other = side_other(side);
    must(room, OP_DROP, side, BEGIN_MS);
    must(room, OP_ADJOURN, other, BEGIN_MS + GRACE_MS);
    int64_t left_ms = FULL_MS - (GRACE_MS - FREE_MS);
    assert_int_equal(left(room, side, BEGIN_MS + 1000000), left_ms);
    must(room, OP_BACK, side, BEGIN_MS + 1000000);
    must(room, OP_RESUME, side, BEGIN_MS + 1000000);
    must(room, OP_RESUME, other, BEGIN_MS + 1000000);
    must(room, OP_DROP, side, BEGIN_MS + 1001000);
    assert_int_equal(left(room, side, BEGIN_MS + 1002000), left_ms - 2000);
}

/* Old logs: the clock stood still while a player was away, for at most one grace time a
 * game. */
TEST_WITH(test_old_log_absences_add_up, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_AWAY, side, BEGIN_MS);
    assert_int_equal(room->clock.running, SIDE_COUNT);
    must(room, OP_BACK, side, BEGIN_MS + 15000);
    must(room, OP_AWAY, side, BEGIN_MS + 15000);
    must(room, OP_BACK, side, BEGIN_MS + 30000);
    assert_int_equal(left(room, side, BEGIN_MS + 30000), FULL_MS - (30000 - GRACE_MS));
    must(room, OP_AWAY, side, BEGIN_MS + 30000);
    must(room, OP_BACK, side, BEGIN_MS + 100000);
    assert_int_equal(left(room, side, BEGIN_MS + 100000), 0);
    assert_int_equal(room_due_ms(room, &limits), BEGIN_MS + 100000);
}

TEST_WITH(test_old_log_a_turn_that_comes_meanwhile, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room), other = side_other(side);
    must(room, OP_AWAY, other, BEGIN_MS + 1000);
    must(room, OP_MOVE, side, BEGIN_MS + 2000);
    assert_int_equal(room->clock.running, SIDE_COUNT);
    must(room, OP_BACK, other, BEGIN_MS + 10000);
    assert_int_equal(left(room, other, BEGIN_MS + 11000), FULL_MS - 1000);
}

TEST_WITH(test_a_stopped_server_costs_no_time, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    for (uint64_t n = 0; n < 3; n++) {
        must(room, OP_RESTART, SIDE_WHITE, BEGIN_MS + 1000 + n * GRACE_MS);
        must(room, OP_BACK, side, BEGIN_MS + 1000 + (n + 1) * GRACE_MS);
    }
    assert_int_equal(left(room, side, BEGIN_MS + 1000 + 3 * GRACE_MS), FULL_MS - 1000);
}

/* Players who were away already do not pay either; from then on their clocks stand
 * still. */
TEST_WITH(test_a_server_that_stops_while_one_is_away, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    must(room, OP_DROP, side, BEGIN_MS);
    must(room, OP_RESTART, SIDE_WHITE, BEGIN_MS + 5000);
    must(room, OP_BACK, side, BEGIN_MS + 500000);
    assert_int_equal(left(room, side, BEGIN_MS + 500000), FULL_MS);
    must(room, OP_DROP, side, BEGIN_MS + 500000); /* the whole free time is left */
    assert_int_equal(left(room, side, BEGIN_MS + 500000 + FREE_MS), FULL_MS);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS - 5000);
}

/* --- the grace time --- */

TEST_WITH(test_the_grace_time_is_a_budget, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS);
    must(room, OP_DROP, side, BEGIN_MS);
    must(room, OP_BACK, side, BEGIN_MS + 5000);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS - 5000);
    assert_int_equal(room_grace_ms(room, side_other(side), GRACE_MS), GRACE_MS);
    must(room, OP_DROP, side, BEGIN_MS + 5000);
    must(room, OP_BACK, side, BEGIN_MS + 18500);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS / 10); /* after each
                                                                           * absence */
    must(room, OP_RESIGN, side, BEGIN_MS + 18600);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS);
    must(room, OP_REMATCH, side, BEGIN_MS + 18700);
    must(room, OP_READY, SIDE_WHITE, BEGIN_MS + 18800);
    must(room, OP_READY, SIDE_BLACK, BEGIN_MS + 18800);
    assert_int_equal(room_grace_ms(room, SIDE_WHITE, GRACE_MS), GRACE_MS);
    assert_int_equal(room_grace_ms(room, SIDE_BLACK, GRACE_MS), GRACE_MS);
}

/* After both have resumed, the grace time is whole again. */
TEST_WITH(test_the_grace_time_of_a_game_resumed_is_whole, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room), other = side_other(side);
    must(room, OP_DROP, side, BEGIN_MS);
    must(room, OP_BACK, side, BEGIN_MS + GRACE_MS / 2);
    must(room, OP_ADJOURN, side, BEGIN_MS + GRACE_MS);
    must(room, OP_ADJOURN, other, BEGIN_MS + GRACE_MS);
    must(room, OP_RESUME, side, BEGIN_MS + 10 * GRACE_MS);
    must(room, OP_RESUME, other, BEGIN_MS + 10 * GRACE_MS);
    assert_int_equal(room_grace_ms(room, side, GRACE_MS), GRACE_MS);
}

TEST_WITH(test_an_adjourned_game_has_only_its_date, setup, teardown) {
    struct room *room = *state;
    enum side side = mover(room), other = side_other(side);
    must(room, OP_DROP, other, BEGIN_MS);
    must(room, OP_ADJOURN, side, BEGIN_MS + GRACE_MS);
    assert_int_equal(left(room, side, BEGIN_MS + 1000000), FULL_MS - GRACE_MS);
    assert_int_equal(room_due_ms(room, &limits), room->resume_by_ms);
    must(room, OP_BACK, other, BEGIN_MS + 1000000);
    must(room, OP_RESUME, side, BEGIN_MS + 1000000);
    assert_int_equal(room->clock.running, SIDE_COUNT);
    must(room, OP_RESUME, other, BEGIN_MS + 1001000);
    assert_int_equal(left(room, side, BEGIN_MS + 1002000), FULL_MS - GRACE_MS - 1000);
}

TEST_WITH(test_the_next_game_has_full_clocks, setup, teardown) {
    struct room *room = *state;
    must(room, OP_RESIGN, mover(room), BEGIN_MS + 5000);
    must(room, OP_REMATCH, SIDE_WHITE, BEGIN_MS + 6000);
    assert_int_equal(room->clock.running, SIDE_COUNT);
    assert_int_equal(left(room, SIDE_WHITE, BEGIN_MS + 9000), FULL_MS);
    assert_int_equal(left(room, SIDE_BLACK, BEGIN_MS + 9000), FULL_MS);
}

/* Before anybody is ready, a room consists only of its start. */
TEST_WITH(test_a_room_of_its_start, setup, teardown) {
    struct room *room = *state;
    must(room, OP_RESIGN, mover(room), BEGIN_MS + 5000);
    must(room, OP_DROP, SIDE_BLACK, BEGIN_MS + 6000);
    must(room, OP_REMATCH, SIDE_WHITE, BEGIN_MS + 6000);
    struct room_start start, again;
    room_start_of(room, &start);
    assert_string_equal(start.last_game_id, "first");
    struct room *copy = room_new(&start);
    room_start_of(copy, &again);
    assert_int_equal(again.seq, room->seq);
    assert_string_equal(again.draw.game_id, "next");
    assert_string_equal(again.seat[SIDE_WHITE].name, "Bob");
    assert_true(again.seat[SIDE_WHITE].absence.away);
    assert_true(again.seat[SIDE_WHITE].absence.pays);
    assert_int_equal(again.seat[SIDE_WHITE].absence.due_ms, BEGIN_MS + 6000 + GRACE_MS);
    assert_int_equal(again.seat[SIDE_BLACK].session, 1);
    assert_int_equal(again.time.minutes, 1);
    assert_string_equal(copy->commitment, room->commitment);
    room_destroy(copy);
}
