/* Rooms: what can happen in them. */
#include "tests/unit/room/place.h"
#include "tests/unit/test.h"

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
