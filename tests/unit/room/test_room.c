/* Rooms: what can happen in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/room/place.h"
#include "tests/unit/test.h"

#include "room/room.h"

static const struct room_limits limits = {
    .keep_ms = KEEP_MS, .idle_ms = 700, .ready_ms = 90};

static struct happened_row {
    const char *name, *before, *last, *expected;
    enum stage stage;
} happened_rows[] = {
    {"sit", "", "sit black", "joined", STAGE_WAITING},
    {"stand", SEAT_BOTH, "stand black", "gone", STAGE_WAITING},
    {"stand, and the other was ready", SEAT_BOTH "ready white;", "stand black",
     "gone new_game", STAGE_WAITING},
    {"stand, being ready", SEAT_BOTH "ready white;", "stand white", "gone",
     STAGE_WAITING},
    {"stand, the game is over", RESIGNED, "stand white", "gone", STAGE_OVER},
    {"unseat", SEAT_BOTH "ready white;", "unseat white", "unseated gone new_game",
     STAGE_WAITING},
    {"unseat by whom the opener has left", SEAT_BOTH "stand white; sit white;",
     "unseat black", "unseated gone", STAGE_WAITING},
    {"late", SEAT_BOTH "ready black;", "late white", "late gone new_game", STAGE_WAITING},
    {"late after a rematch", RESIGNED "rematch white;", "late white", "late gone",
     STAGE_WAITING},
    {"ready, plain", SEAT_BOTH, "ready white x", "ready", STAGE_WAITING},
    {"both ready, one sealed", SEAT_BOTH "ready white " ALICE_SEAL ";", "ready black x",
     "ready", STAGE_OPENING},
    {"one of two opened", BOTH_SEALED, "open black bob", "opened", STAGE_OPENING},
    {"resign", BEGIN, "resign white", "resign over", STAGE_OVER},
    {"offer a draw", BEGIN, "draw white", "offers_draw", STAGE_PLAYING},
    {"accept a draw", BEGIN "draw white;", "draw black", "draw over", STAGE_OVER},
    {"offer a draw again after a move of the opponent", BEGIN "draw other; move mover 1;",
     "draw mover", "offers_draw", STAGE_PLAYING},
    {"an offer that has lapsed cannot be accepted", BEGIN "draw other; move mover 1;",
     "draw other", "offers_draw", STAGE_PLAYING},
    {"one's own move leaves an offer", BEGIN "draw mover; move mover 1;", "draw mover",
     "draw over", STAGE_OVER},
    {"offer another thing instead", BEGIN "draw white;", "adjourn white",
     "offers_adjourn", STAGE_PLAYING},
    {"the other thing is what is offered then", BEGIN "draw white; adjourn white;",
     "draw black", "offers_draw", STAGE_PLAYING},
    {"offer to adjourn", BEGIN, "adjourn black", "offers_adjourn", STAGE_PLAYING},
    {"accept to adjourn", BEGIN "adjourn black;", "adjourn white", "adjourned",
     STAGE_ADJOURNED},
    {"offer to adjourn to who is away", BEGIN "drop white; at 100;", "adjourn black",
     "offers_adjourn", STAGE_PLAYING},
    {"adjourn alone what was offered", BEGIN "drop white; adjourn black; at 101;",
     "adjourn black", "adjourned", STAGE_ADJOURNED},
    {"call off", BEGIN, "call_off other", "abort over", STAGE_OVER},
    {"call off an adjourned game", ADJOURNED, "call_off other", "abort over", STAGE_OVER},
    {"call off a rematch", BEGIN "resign white; rematch white; ready white; ready black;",
     "call_off other", "abort over", STAGE_OVER},
    {"old log: abort after a throw", BEGIN, "abort mover", "abort over", STAGE_OVER},
    {"old log: abort after one side's move", BEGIN "move mover 1;", "abort mover",
     "abort over", STAGE_OVER},
    {"rematch", RESIGNED, "rematch black", "new_game", STAGE_WAITING},
    {"old log: away and back", BEGIN "away white;", "back white", "back", STAGE_PLAYING},
    {"old log: claim", BEGIN "away white; at 101;", "claim black", "absent over",
     STAGE_OVER},
    {"away while waiting", SEAT_BOTH "ready black;", "drop white", "away", STAGE_WAITING},
    {"away and back", SEAT_BOTH "drop white;", "back white", "back", STAGE_WAITING},
    {"away too long: the seat is free", SEAT_BOTH "ready black; drop white;",
     "overdue white", "gone new_game", STAGE_WAITING},
    {"away while a seal is due", BOTH_SEALED, "drop white", "away", STAGE_OPENING},
    {"away in the game", BEGIN, "drop white", "away", STAGE_PLAYING},
    {"away too long in the game", BEGIN "drop white;", "overdue white", "overdue",
     STAGE_PLAYING},
    {"away after the game", RESIGNED "drop white;", "overdue white", "gone", STAGE_OVER},
    {"claim", ABSENT, "claim black", "absent over", STAGE_OVER},
    {"claim against one who does not move", BEGIN "at 140;", "idle other", "idle over",
     STAGE_OVER},
    {"adjourn", ABSENT, "adjourn black", "adjourned", STAGE_ADJOURNED},
    {"one wants to go on", ADJOURNED, "resume black", "resumes", STAGE_ADJOURNED},
    {"both want to go on", ADJOURNED "back white; resume black;", "resume white",
     "resumes", STAGE_PLAYING},
    {"resign an adjourned game", ADJOURNED, "resign black", "resign over", STAGE_OVER},
    {"nobody has come to go on", ADJOURNED "at 201;", "lapse white", "lapsed over",
     STAGE_OVER},
    {"one has come to go on", ADJOURNED "resume black; at 201;", "lapse white",
     "unresumed over", STAGE_OVER},
    {"one was there, but did not want to go on",
     ADJOURNED "drop black; back black; at 201;", "lapse white", "lapsed over",
     STAGE_OVER},
    {"one has come, and gone", ADJOURNED "resume black; at 110; drop black; at 201;",
     "lapse white", "unresumed over", STAGE_OVER},
    {"both have come, but never at once",
     ADJOURNED
     "resume black; at 110; drop black; at 120; back white; resume white; at 201;",
     "lapse white", "lapsed over", STAGE_OVER},
    {"who comes as the time is over has not come", ADJOURNED "at 201; resume black;",
     "lapse white", "lapsed over", STAGE_OVER},
    {"after a restart they can still come",
     ADJOURNED "resume black; at 190; restart white; at 290;", "lapse white",
     "unresumed over", STAGE_OVER},
    {"it is adjourned again",
     ADJOURNED "resume black; at 150; back white; resume white; "
               "adjourn black; adjourn white; at 250;",
     "lapse white", "lapsed over", STAGE_OVER},
    {"the host decides", ADJOURNED, "adjudicate black", "adjudicated over", STAGE_OVER},
    {"the host calls it off", ADJOURNED, "annul white", "lapsed over", STAGE_OVER},
    {"the server was stopped", BEGIN, "restart white", "away away", STAGE_PLAYING},
    {"nobody comes back", ABSENT "drop black;", "abandon white", "abandoned over",
     STAGE_OVER},
};

TEST_ROWS(happened_rows) {
    const struct happened_row *row = table_row(state);
    void *fixture;
    setup(&fixture);
    struct place *place = fixture;
    steps(place, row->before);
    assert_int_equal(step(place, row->last), ERR_OK);
    assert_string_equal(place->happened, row->expected);
    assert_int_equal(place->room->stage, row->stage);
    teardown(&fixture);
}

TEST_WITH(test_begin, setup, teardown) {
    struct place *place = *state;
    steps(place, BEGIN);
    assert_int_equal(strncmp(place->happened, "ready start_throw ", 18), 0);
    assert_non_null(strstr(place->happened, " begins throw"));
    assert_int_equal(place->room->stage, STAGE_PLAYING);
    assert_non_null(place->room->moves);
    assert_string_equal(place->room->record->secret, "");
}

TEST_WITH(test_seals_open_in_any_order, setup, teardown) {
    struct place *place = *state;
    steps(place, BOTH_SEALED "open black bob; open white alice;");
    assert_int_equal(place->room->stage, STAGE_PLAYING);
    assert_string_equal(place->room->record->player[SIDE_WHITE].nonce, "alice");
    assert_string_equal(place->room->record->player[SIDE_BLACK].nonce, "bob");
}

/* Does what is due at this time; returns whether anything was. */
static bool do_due(struct place *place, uint64_t now_ms) {
    struct op op = {.at_ms = now_ms, .at_s = NOW_S, .draw = next_draw(place)};
    if (!room_next_due_op(place->room, &limits, now_ms, &op)) {
        assert_true(room_due_ms(place->room, &limits) > now_ms);
        return false;
    }
    assert_int_equal(room_apply(place->room, &op), ERR_OK);
    publish(place);
    return true;
}

TEST_WITH(test_a_seal_that_is_late, setup, teardown) {
    struct place *place = *state;
    struct room *room = place->room;
    steps(place, BOTH_SEALED "open white alice;");
    assert_false(do_due(place, OPEN_BY_MS - 1));
    assert_true(do_due(place, OPEN_BY_MS));
    assert_string_equal(place->happened, "unopened over");
    assert_true(room->result.called_off);
    assert_string_equal(room->result.reason, "unopened");
    assert_int_equal(room->record->log[room->record->n_log - 1].side, SIDE_BLACK);
    assert_false(room->record->player[SIDE_BLACK].opened);
    assert_false(do_due(place, OPEN_BY_MS + 1));
}

/* The player who is not ready loses the seat; if neither is, the one who did not open the
 * room. */
TEST_WITH(test_late_players, setup, teardown) {
    struct place *place = *state;
    steps(place, SEAT_BOTH);
    assert_false(do_due(place, 90));
    assert_true(do_due(place, 91));
    assert_string_equal(place->happened, "late gone");
    assert_int_equal(place->room->seat[SIDE_BLACK].session, 0);
    assert_false(do_due(place, 1000));
    steps(place, "at 1000; sit black; ready black;");
    assert_false(do_due(place, 1089));
    assert_true(do_due(place, 1090));
    assert_int_equal(place->room->seat[SIDE_WHITE].session, 0);
    assert_int_equal(place->room->opener, place->room->seat[SIDE_BLACK].session);
}

TEST_WITH(test_both_seals_are_late, setup, teardown) {
    struct place *place = *state;
    steps(place, BOTH_SEALED);
    assert_true(do_due(place, OPEN_BY_MS));
    assert_string_equal(place->happened, "unopened unopened over");
}

/* Two players who cooperate cannot make a game grow forever. */
TEST_WITH(test_a_game_without_end, setup, teardown) {
    struct place *place = *state;
    steps(place, BEGIN);
    struct room *room = place->room;
    while (room->record->n_log < LOG_NOTES_MAX - 1) {
        record_add(room->record, &(struct note){.kind = NOTE_MOVE});
    }
    const char *mover = side_name((enum side)room->play->pos.turn);
    char move[32];
    snprintf(move, sizeof move, "move %s 1", mover);
    assert_int_equal(step(place, move), ERR_OK);
    assert_int_equal(room->stage, STAGE_OVER);
    assert_true(room->result.called_off);
    assert_string_equal(room->result.reason, "endless");
    assert_non_null(strstr(place->happened, "endless over"));
    assert_true(room->record->n_log < LOG_NOTES_MAX + 100);
}

/* --- moves --- */

TEST_WITH(test_a_repeated_move_is_the_same_move, setup, teardown) {
    struct place *place = *state;
    steps(place, BEGIN);
    const struct room *room = place->room;
    enum side mover = (enum side)room->play->pos.turn;
    assert_false(room_is_repeat(room, mover, "1", 4));
    assert_int_equal(step(place, "move mover 1 4"), ERR_OK);
    assert_true(room_is_repeat(room, mover, "1", 4));
    assert_false(room_is_repeat(room, mover, "1", 5));
    assert_false(room_is_repeat(room, mover, "2", 4));
    assert_false(room_is_repeat(room, side_other(mover), "1", 4));
    assert_int_equal(try_step(place, "move", mover, "2", 4), ERR_STALE);
}

TEST_WITH(test_number_and_text_are_the_same_move, setup, teardown) {
    struct place *by_number = *state;
    void *other;
    setup(&other);
    struct place *by_text = other;
    steps(by_number, BEGIN "move mover 1;");
    steps(by_text, BEGIN);
    char move[64];
    snprintf(move, sizeof move, "move mover %.*s",
             (int)strcspn(by_text->room->moves, " "), by_text->room->moves);
    assert_int_equal(step(by_text, move), ERR_OK);
    room_write_position(by_number->room);
    room_write_position(by_text->room);
    assert_string_equal(by_number->room->record->position,
                        by_text->room->record->position);
    teardown(&other);
}

TEST_WITH(test_a_whole_game, setup, teardown) {
    struct place *place = *state;
    struct room *room = place->room;
    steps(place, BEGIN);
    while (room->stage == STAGE_PLAYING) {
        assert_int_equal(step(place, "move mover 1"), ERR_OK);
    }
    assert_int_equal(room->stage, STAGE_OVER);
    assert_true(room->result.over && !room->result.called_off);
    assert_string_equal(room->result.reason, "off");
    assert_int_equal(room->result.outcome, room->play->pos.outcome);
    assert_null(room->moves);
    uint8_t secret[FAIR_SECRET_BYTES];
    char commitment[FAIR_HEX_BYTES];
    assert_true(fair_secret_from_hex(room->record->secret, secret));
    fair_commitment(secret, commitment);
    assert_string_equal(commitment, room->record->commitment);
}

TEST_WITH(test_a_draw_is_agreed, setup, teardown) {
    struct place *place = *state;
    const struct room *room = place->room;
    steps(place, BEGIN "draw black;");
    struct state shown;
    room_state(room, &limits, 0, true, &shown);
    assert_int_equal(shown.seat[SIDE_BLACK].offer, SEAT_OFFER_DRAW);
    assert_int_equal(shown.seat[SIDE_WHITE].offer, SEAT_OFFER_NONE);
    steps(place, "draw white;");
    assert_int_equal(room->result.outcome, OUTCOME_DRAW);
    assert_false(room->result.called_off);
    assert_string_equal(room->result.reason, "agreed");
    const struct note *last = &room->record->log[room->record->n_log - 1];
    assert_int_equal(last->kind, NOTE_DRAW);
    assert_int_equal(last->side, SIDE_WHITE);
    room_state(room, &limits, 0, true, &shown);
    assert_int_equal(shown.seat[SIDE_BLACK].offer, SEAT_OFFER_NONE);
}

TEST_WITH(test_no_offer_outlives_its_game, setup, teardown) {
    struct place *place = *state;
    steps(place, BEGIN "draw white; adjourn black; adjourn white; resume white; "
                       "resume black; draw white; resign black; rematch white; "
                       "ready white; ready black; draw black;");
    assert_string_equal(place->happened, "offers_draw");
    assert_int_equal(place->room->stage, STAGE_PLAYING);
}

/* It does not count: the sides stay as they were. */
TEST_WITH(test_an_aborted_game_is_called_off, setup, teardown) {
    struct place *place = *state;
    const struct room *room = place->room;
    steps(place, BEGIN "call_off other;");
    assert_true(room->result.called_off);
    assert_string_equal(room->result.reason, "aborted");
    assert_int_equal(room->match.halves[SIDE_WHITE] + room->match.halves[SIDE_BLACK], 0);
    steps(place, "rematch white;");
    assert_string_equal(room->seat[SIDE_WHITE].name, "Ann");
}

/* Begins a game in a new room, and plays the first move. */
static void begin_another(struct place *place, const struct game *game) {
    struct room_start start = {.code = "BABA", .game = game, .draw = next_draw(place)};
    room_start_match(start.game, &start.opt, &start.match);
    room_destroy(place->room);
    place->room = room_new(&start);
    steps(place, BEGIN "move mover 1;");
}

/* A throw may allow more than one move: the first one can be played before the opponent
 * has thrown. */
TEST_WITH(test_no_abort_after_the_opponents_move, setup, teardown) {
    struct place *place = *state;
    unsigned n_found = 0;
    for (unsigned i = 0; i < 20; i++) { /* with different secrets */
        begin_another(place, i % 2 == 0 ? &game_ur : &game_stelpur);
        enum side mover = (enum side)place->room->play->pos.turn;
        if (!place->room->seat[side_other(mover)].has_thrown) {
            n_found++;
            assert_int_equal(step(place, "call_off other"), ERR_TOO_LATE);
        }
    }
    assert_true(n_found > 0);
}

/* In morris, men are placed before the dice are thrown. */
TEST_WITH(test_abort_before_there_are_throws, setup, teardown) {
    struct place *place = *state;
    begin_another(place, &game_morris);
    assert_true(room_may_abort(place->room, SIDE_WHITE));
    assert_true(room_may_abort(place->room, SIDE_BLACK));
    steps(place, "move mover 1;");
    assert_int_equal(step(place, "call_off other"), ERR_TOO_LATE);
}

TEST_WITH(test_the_secret_is_told_at_the_end_only, setup, teardown) {
    struct place *place = *state;
    struct state shown;
    steps(place, BEGIN);
    room_state(place->room, &limits, 0, true, &shown);
    assert_string_equal(shown.secret, "");
    steps(place, "resign white;");
    room_state(place->room, &limits, 0, true, &shown);
    assert_int_equal(strlen(shown.secret), 64);
}

TEST_WITH(test_a_rematch_is_another_game, setup, teardown) {
    struct place *place = *state;
    struct room *room = place->room;
    steps(place, RESIGNED);
    char commitment[FAIR_HEX_BYTES], game_id[FAIR_GAME_ID_BYTES];
    strcpy(commitment, room->commitment);
    strcpy(game_id, room->game_id);
    steps(place, "rematch white;");
    assert_string_not_equal(room->commitment, commitment);
    assert_string_not_equal(room->game_id, game_id);
    assert_string_equal(room->seat[SIDE_WHITE].name, "Bob");
    assert_string_equal(room->seat[SIDE_BLACK].name, "Ann");
    assert_false(room->seat[SIDE_WHITE].ready || room->seat[SIDE_BLACK].ready);
    assert_string_equal(room->last_game_id, game_id);
    assert_null(room->record);
    steps(place, "ready white; ready black; resign black;");
    assert_string_equal(room->record->game_id, room->game_id);
    assert_int_equal(room->result.outcome, OUTCOME_WHITE);
}

TEST_WITH(test_who_leaves_takes_his_nonce_with_him, setup, teardown) {
    struct place *place = *state;
    struct room *room = place->room;
    char commitment[FAIR_HEX_BYTES];
    strcpy(commitment, room->commitment);
    steps(place, SEAT_BOTH "ready white apple; stand black;");
    assert_string_not_equal(room->commitment, commitment);
    assert_false(room->seat[SIDE_WHITE].ready);
    assert_null(room->dice);
}

/* --- room auto --- */

/* Forced moves that a room plays by itself, for players who have turned that on. */

#define BOTH      3U
#define BEGIN_MS  1000
#define BONUS_MS  10000
#define MAX_CHAIN 32 /* FORCED_MAX of common/room/game.c */

static enum error_code apply(struct room *room, enum op_kind kind, enum side side,
                             unsigned auto_sides, uint64_t at_ms) {
    struct op op = {.kind = kind,
                    .side = side,
                    .at_ms = at_ms,
                    .session = (uint64_t)side + 1,
                    .auto_sides = (uint8_t)auto_sides,
                    .draw.game_id = "next"};
    snprintf(op.name, sizeof op.name, "%s", side == SIDE_WHITE ? "Ann" : "Bob");
    snprintf(op.text, sizeof op.text, "%s", kind == OP_MOVE ? "1" : "");
    room_clear_notes(room);
    return room_apply(room, &op);
}

static void must(struct room *room, enum op_kind kind, enum side side,
                 unsigned auto_sides, uint64_t at_ms) {
    assert_string_equal(error_name(apply(room, kind, side, auto_sides, at_ms)), "ok");
}

/* A game of royal-ur that has begun, with the secret of this number. */
static struct room *begin(unsigned number, struct time_control time,
                          unsigned auto_sides) {
    struct room_start start = {
        .code = "BABA", .game = &game_royal_ur, .time = time, .draw.game_id = "first"};
    memcpy(start.draw.secret, &number, sizeof number);
    room_start_match(start.game, &start.opt, &start.match);
    struct room *room = room_new(&start);
    must(room, OP_SIT, SIDE_WHITE, 0, 1);
    must(room, OP_SIT, SIDE_BLACK, 0, 1);
    must(room, OP_READY, SIDE_WHITE, auto_sides, 1);
    must(room, OP_READY, SIDE_BLACK, auto_sides, BEGIN_MS);
    return room;
}

/* Sets the position, in which white has just thrown this. */
static void set_position(struct room *room, const char *text) {
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    assert_true(game_read(room->game, &room->opt, &in, &pos));
    play_init(room->play, room->game, &pos);
    room_set_quiet(room, false);
}

static unsigned count_moves(const struct room *room) {
    unsigned n = 0;
    for (size_t i = 0; i < room->n_notes; i++) {
        n += room->notes[i].kind == NOTE_MOVE;
    }
    return n;
}

static bool has_choice(const struct room *room) {
    return room->moves != NULL && strchr(room->moves, ' ') != NULL;
}

static void assert_same(const struct room *a, const struct room *b) {
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->stage, b->stage);
    assert_int_equal(a->k, b->k);
    assert_memory_equal(&a->play->pos, &b->play->pos, sizeof a->play->pos);
}

/* Plays a game to its end.  Returns the number of events. */
static uint64_t play(struct room *room, unsigned auto_sides) {
    while (room->stage == STAGE_PLAYING) {
        must(room, OP_MOVE, (enum side)room->play->pos.turn, auto_sides, BEGIN_MS);
    }
    return room->seq;
}

/* The first throw of royal-ur always leaves one legal move: it is played in the event of
 * the throw. */
TEST(test_in_the_event_of_its_throw) {
    struct room *room = begin(1, (struct time_control){0}, BOTH);
    assert_int_equal(room->seq, 4);
    assert_true(count_moves(room) > 0);
    assert_true(has_choice(room));
    assert_int_equal(room->decision_seq, 4);
    for (size_t i = 1; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_MOVE) { /* moves of the side that has just
                                                 * thrown */
            assert_int_equal(room->notes[i - 1].kind, NOTE_THROW);
            assert_int_equal(room->notes[i - 1].side, room->notes[i].side);
        }
    }
    room_destroy(room);
}

TEST(test_off_unless_asked_for) {
    struct room *room = begin(1, (struct time_control){0}, 0);
    assert_int_equal(count_moves(room), 0);
    assert_false(has_choice(room));
    room_destroy(room);
}

/* No moves are played for the other player. */
TEST(test_of_one_side) {
    for (unsigned number = 0; number < 40; number++) {
        struct room *room = begin(number, (struct time_control){0}, 1U << SIDE_WHITE);
        while (room->stage == STAGE_PLAYING) {
            enum side side = (enum side)room->play->pos.turn;
            assert_true(side == SIDE_BLACK || has_choice(room) ||
                        count_moves(room) > MAX_CHAIN);
            must(room, OP_MOVE, side, 1U << SIDE_WHITE, BEGIN_MS);
            for (size_t i = 1; i < room->n_notes; i++) {
                assert_true(room->notes[i].kind != NOTE_MOVE ||
                            room->notes[i].side == SIDE_WHITE);
            }
        }
        room_destroy(room);
    }
}

/* The same choices lead to the same end in fewer events, and the record has all moves. */
TEST(test_the_same_game) {
    for (unsigned number = 0; number < 20; number++) {
        struct room *by_hand = begin(number, (struct time_control){0}, 0);
        struct room *by_room = begin(number, (struct time_control){0}, BOTH);
        struct room *again = begin(number, (struct time_control){0}, BOTH);
        assert_true(play(by_hand, 0) > play(by_room, BOTH));
        play(again, BOTH);
        assert_same(by_room, again);
        assert_int_equal(by_hand->result.outcome, by_room->result.outcome);
        assert_int_equal(by_hand->k, by_room->k);
        assert_int_equal(by_hand->record->n_log, by_room->record->n_log);
        for (size_t i = 0; i < by_hand->record->n_log; i++) {
            assert_string_equal(by_hand->record->log[i].text,
                                by_room->record->log[i].text);
            assert_int_equal(by_hand->record->log[i].side, by_room->record->log[i].side);
        }
        room_destroy(by_hand);
        room_destroy(by_room);
        room_destroy(again);
    }
}

/* Each side has one piece left: every throw forces a move. */
#define ONE_EACH "1,1 - 6,6 w 2"

/* However long the chain is, one op plays at most this many moves. */
TEST(test_bound) {
    unsigned longest = 0;
    for (unsigned number = 0; number < 3000; number++) {
        struct room *room = begin(number, (struct time_control){0}, 0);
        set_position(room, ONE_EACH);
        must(room, OP_MOVE, SIDE_WHITE, BOTH, BEGIN_MS);
        unsigned n = count_moves(room) - 1;
        assert_true(n <= MAX_CHAIN);
        assert_true(room->stage == STAGE_OVER || n == MAX_CHAIN);
        if (n == MAX_CHAIN && room->stage == STAGE_PLAYING) {
            assert_false(has_choice(room));
            assert_non_null(room->moves);
            must(room, OP_MOVE, (enum side)room->play->pos.turn, BOTH, BEGIN_MS);
        }
        longest = n > longest ? n : longest;
        room_destroy(room);
    }
    assert_int_equal(longest, MAX_CHAIN);
}

/* A forced move costs no time, and earns the bonus like any move. */
TEST(test_clocks) {
    struct time_control time = {.minutes = 1, .bonus_s = 10};
    struct room *room = begin(1, time, 0);
    set_position(room, ONE_EACH);
    room->clock.running = SIDE_COUNT;
    clock_run(&room->clock, SIDE_WHITE, BEGIN_MS);
    must(room, OP_MOVE, SIDE_WHITE, BOTH, BEGIN_MS + 5000);
    int64_t left_ms[SIDE_COUNT] = {60000 - 5000, 60000};
    for (size_t i = 0; i < room->n_notes; i++) {
        const struct note *note = &room->notes[i];
        if (note->kind == NOTE_MOVE) {
            left_ms[note->side] += BONUS_MS;
            assert_int_equal(note->left_ms, left_ms[note->side]);
        }
    }
    assert_true(count_moves(room) > 2);
    room_destroy(room);
}

/* A forced move is not a decision: the opponent's offer stays open and can be
 * accepted. */
TEST(test_offers_stand) {
    unsigned n_moves = 0;
    for (unsigned number = 0; n_moves < 2; number++) {
        struct room *room = begin(number, (struct time_control){0}, 0);
        set_position(room, "1,1 - 6,6 b 2");
        must(room, OP_DRAW, SIDE_BLACK, 0, BEGIN_MS);
        must(room, OP_MOVE, SIDE_BLACK, 1U << SIDE_WHITE, BEGIN_MS);
        n_moves = count_moves(room);
        assert_int_equal(room->seat[SIDE_BLACK].offer, SEAT_OFFER_DRAW);
        must(room, OP_DRAW, SIDE_WHITE, 0, BEGIN_MS);
        assert_string_equal(room->result.reason, "agreed");
        room_destroy(room);
    }
}

/* --- room takeback --- */

/* Moves that are taken back: the game goes on from there with the same throws. */

#define MOVES 12

/* A game that has begun; teardown frees it. */
static struct place *room_takeback_begin(const struct game *game) {
    struct place *place = calloc(1, sizeof *place);
    struct room_start start = {.code = "BABA", .game = game};
    start.draw = next_draw(place);
    room_start_match(start.game, &start.opt, &start.match);
    place->room = room_new(&start);
    place->ms = 1;
    steps(place, BEGIN);
    return place;
}

static bool room_takeback_has_choice(const struct room *room) {
    return strchr(room->moves, ' ') != NULL;
}

/* Plays one of the legal moves: the same one at the same point of a game, and others
 * later, as nobody may go to and fro in some games. */
static void move_one(struct place *place) {
    size_t n = 1, which = place->room->record->n_log;
    for (const char *at = place->room->moves; (at = strchr(at, ' ')) != NULL; at++) {
        n++;
    }
    char text[40];
    snprintf(text, sizeof text, "move mover %zu;", 1 + which * 7 % n);
    steps(place, text);
}

/* What a game shows. */
struct look {
    char moves[256], position[POSITION_TEXT_BYTES];
    uint32_t k;
    uint8_t n_faces, faces[DICE_MAX];
    uint16_t captured[SIDE_COUNT];
    size_t n_log;
};

static struct look look_at(struct room *room) {
    struct look look = {.k = room->k, .n_faces = room->n_faces};
    snprintf(look.moves, sizeof look.moves, "%s", room->moves);
    room_write_position(room);
    memcpy(look.position, room->record->position, sizeof look.position);
    memcpy(look.faces, room->faces, room->n_faces);
    memcpy(look.captured, room->match.captured, sizeof look.captured);
    look.n_log = room->record->n_log;
    return look;
}

static void room_takeback_assert_same(struct look a, struct look b) {
    assert_string_equal(a.moves, b.moves);
    assert_string_equal(a.position, b.position);
    assert_int_equal(a.k, b.k);
    assert_int_equal(a.n_faces, b.n_faces);
    assert_memory_equal(a.faces, b.faces, sizeof a.faces);
    assert_memory_equal(a.captured, b.captured, sizeof a.captured);
    assert_int_equal(a.n_log, b.n_log);
}

/* Plays legal moves until this side may choose again; at most n.  False:
 * the game is over. */
static bool play_on(struct place *place, enum side side, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        move_one(place);
        if (place->room->stage != STAGE_PLAYING) {
            return false;
        }
        if (place->room->play->pos.turn == side &&
            room_takeback_has_choice(place->room)) {
            return true;
        }
    }
    return true;
}

/* In each game: what one chose is taken back, and the one before it; then the same moves
 * lead to the same throws. */
TEST(test_back_and_again) {
    (void)state;
    for (const struct game *const *game = games; *game != NULL; game++) {
        struct place *place = room_takeback_begin(*game);
        struct room *room = place->room;
        for (unsigned i = 0; i < MOVES || !room_takeback_has_choice(room); i++) {
            move_one(place);
        }
        enum side side = (enum side)room->play->pos.turn;
        const char *back = side == SIDE_WHITE ? "takeback white" : "takeback black";
        struct look first = look_at(room);
        assert_true(play_on(place, side, 100));
        struct look second = look_at(room);
        assert_true(play_on(place, side, 100));
        uint64_t seq = room->seq;
        assert_int_equal(step(place, back), ERR_OK);
        assert_string_equal(place->happened, "takeback");
        assert_int_equal(room->seq, seq + 1);
        assert_int_equal(room->decision_seq, seq + 1);
        room_takeback_assert_same(look_at(room), second);
        assert_int_equal(step(place, back), ERR_OK);
        room_takeback_assert_same(look_at(room), first);
        assert_true(play_on(place, side, 100));
        room_takeback_assert_same(look_at(room), second);
        teardown((void *[]){place});
    }
}

/* The opponent is thinking: what it has not answered yet is taken back, too. */
TEST(test_while_the_other_thinks) {
    (void)state;
    struct place *place = room_takeback_begin(&game_tablut);
    struct room *room = place->room;
    struct look before = look_at(room);
    steps(place, "move black 1; takeback black;");
    room_takeback_assert_same(look_at(room), before);
    assert_int_equal(try_step(place, "move", SIDE_WHITE, "1", room->seq - 1), ERR_STALE);
    teardown((void *[]){place});
}

TEST(test_room_takeback_bound) {
    (void)state;
    struct place *place = room_takeback_begin(&game_tablut);
    for (unsigned i = 0; i < TAKEN_BACK_MAX; i++) {
        steps(place, "move black 1; takeback black;");
    }
    steps(place, "move black 1;");
    assert_int_equal(step(place, "takeback black"), ERR_NO_TAKEBACK);
    steps(place, "resign white; rematch white; ready white x; ready black x; "
                 "move black 1; takeback black;");
    teardown((void *[]){place});
}

TEST(test_not_here) {
    (void)state;
    struct place *place = room_takeback_begin(&game_tablut);
    struct room *room = place->room;
    assert_int_equal(step(place, "takeback mover"), ERR_NO_TAKEBACK);
    steps(place, "move mover 1;");
    assert_int_equal(step(place, "takeback mover"), ERR_NO_TAKEBACK);
    room->rated = true;
    assert_int_equal(step(place, "takeback other"), ERR_NO_TAKEBACK);
    room->rated = false;
    room->clock.time.minutes = 5;
    assert_int_equal(step(place, "takeback other"), ERR_NO_TAKEBACK);
    room->clock.time.minutes = 0;
    steps(place, "takeback other; resign white;");
    assert_int_equal(step(place, "takeback white"), ERR_NOT_PLAYING);
    teardown((void *[]){place});
}

/* What was offered before is not accepted by a move that is taken back. */
TEST(test_offers_end) {
    (void)state;
    struct place *place = room_takeback_begin(&game_tablut);
    steps(place, "move mover 1; draw white; takeback other;");
    for (int side = 0; side < SIDE_COUNT; side++) {
        assert_int_equal(place->room->seat[side].offer, SEAT_OFFER_NONE);
    }
    teardown((void *[]){place});
}
