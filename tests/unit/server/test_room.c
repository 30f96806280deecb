/* Rooms, driven by little scripts: "sit white; sit black; ready white; ...". */
#include "server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

#define NOW_S      1000
#define OPEN_BY_MS 500
#define GRACE_MS   100
#define KEEP_MS    1000

#define SEAT_BOTH "sit white; sit black; "
#define BEGIN     SEAT_BOTH "ready white apple; ready black pear; "
/* The nonces alice and bob, sealed. */
#define ALICE_SEAL                                                                       \
    "sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"
#define BOB_SEAL    "sha256:81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9"
#define BOTH_SEALED SEAT_BOTH "ready white " ALICE_SEAL "; ready black " BOB_SEAL "; "
#define RESIGNED    BEGIN "resign white; "
#define ABSENT      BEGIN "away white; at 101; "
#define ADJOURNED   ABSENT "adjourn black; "
/* The first throws give the turn to the other side after each of these. */
#define BOTH_MOVED BEGIN "move mover 1; move mover 1; "

/* A room, and what has happened in it. */
struct place {
    struct room *room;
    uint8_t draws;       /* each game has another secret */
    uint64_t ms;         /* server time of the next op */
    char happened[1024]; /* names of the notes of the last step that succeeded */
};

static struct draw next_draw(struct place *place) {
    struct draw draw = {.game_id = "game0"};
    draw.game_id[4] = (char)('0' + place->draws);
    memset(draw.secret, ++place->draws, sizeof draw.secret);
    return draw;
}

static int setup(void **state) {
    struct place *place = calloc(1, sizeof *place);
    struct room_start start = {.code = "BABA", .game = &game_royal_ur};
    start.draw = next_draw(place);
    room_start_match(start.game, &start.opt, &start.match);
    place->room = room_new(&start);
    place->ms = 1;
    *state = place;
    return 0;
}

static int teardown(void **state) {
    struct place *place = *state;
    room_free(place->room);
    free(place);
    return 0;
}

/* "white", "black", "mover" or "other". */
static enum side side_of(const struct room *room, const char *word) {
    if (strcmp(word, "mover") == 0 || strcmp(word, "other") == 0) {
        enum side mover = (enum side)room->play->pos.turn;
        return word[0] == 'm' ? mover : side_other(mover);
    }
    return strcmp(word, "white") == 0 ? SIDE_WHITE : SIDE_BLACK;
}

/* Sessions are 1 and 2, called Ann and Bob, on whatever side they sit. */
static enum error_code try_step(struct place *place, const char *verb, enum side side,
                                const char *arg, uint64_t seq) {
    struct room *room = place->room;
    bool ann = room->seat[side_other(side)].session != 1;
    struct op op = {.kind = op_find(verb),
                    .side = side,
                    .at_ms = place->ms,
                    .at_s = NOW_S,
                    .session = ann ? 1 : 2,
                    .seq = seq,
                    .draw = next_draw(place)};
    assert_true(op.kind != OP_KIND_COUNT);
    op.due_ms = op.kind == OP_READY ? OPEN_BY_MS : place->ms + GRACE_MS;
    strcpy(op.name, ann ? "Ann" : "Bob");
    strcpy(op.text, arg);
    return room_apply(room, &op);
}

/* What the hub does after a success. */
static void publish(struct place *place) {
    struct room *room = place->room;
    place->happened[0] = '\0';
    size_t len = 0;
    for (size_t i = 0; i < room->n_notes; i++) {
        len += (size_t)snprintf(place->happened + len, sizeof place->happened - len,
                                "%s%s", i > 0 ? " " : "", note_name(room->notes[i].kind));
    }
    room_clear_notes(room);
}

/* Runs "VERB SIDE [ARG [SEQ]]", or "at MS": what time it is. */
static enum error_code step(struct place *place, const char *text) {
    char verb[16] = "", side[16] = "", arg[80] = "";
    unsigned long long seq = 0;
    if (sscanf(text, " at %llu", &seq) == 1) {
        place->ms = seq;
        return ERR_OK;
    }
    assert_true(sscanf(text, " %15s %15s %79s %llu", verb, side, arg, &seq) >= 2);
    enum error_code code = try_step(place, verb, side_of(place->room, side), arg, seq);
    if (code == ERR_OK) {
        publish(place);
    }
    return code;
}

/* Runs steps separated by "; ", which must all succeed. */
static void steps(struct place *place, const char *text) {
    char copy[1024];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *end, *at = copy; (end = strchr(at, ';')) != NULL; at = end + 1) {
        *end = '\0';
        enum error_code code = step(place, at);
        if (code != ERR_OK) {
            fail_msg("%s: %s", at, error_name(code));
        }
    }
}

/* --- errors, each of which changes nothing --- */

static struct error_row {
    const char *name, *before, *wrong;
    enum error_code code;
} error_rows[] = {
    {"sit: taken", "sit white;", "sit white", ERR_SEAT_TAKEN},
    {"stand: a game is running", BEGIN, "stand white", ERR_IN_GAME},
    {"stand: seals are being opened", BOTH_SEALED, "stand black", ERR_IN_GAME},
    {"ready: alone", "sit white;", "ready white", ERR_NO_OPPONENT},
    {"ready: twice", SEAT_BOTH "ready white a;", "ready white b", ERR_ALREADY_READY},
    {"ready: a game is running", BEGIN, "ready white", ERR_NOT_OVER},
    {"ready: the game is over", RESIGNED, "ready white", ERR_NOT_OVER},
    {"ready: colon in the nonce", SEAT_BOTH, "ready white a:b", ERR_BAD_NONCE},
    {"ready: seal too short", SEAT_BOTH, "ready white sha256:00", ERR_BAD_NONCE},
    {"ready: seal in capitals", SEAT_BOTH,
     "ready white "
     "sha256:2BD806C97F0E00AF1A1FC3328FA763A9269723C8DB8FAC4F93AF71DB186D6E90",
     ERR_BAD_NONCE},
    {"open: nobody is ready", SEAT_BOTH, "open white alice", ERR_NOTHING_SEALED},
    {"open: the other is not ready", SEAT_BOTH "ready white " ALICE_SEAL ";",
     "open white alice", ERR_NOTHING_SEALED},
    {"open: it was plain", SEAT_BOTH "ready white x; ready black " BOB_SEAL ";",
     "open white x", ERR_NOTHING_SEALED},
    {"open: twice", BOTH_SEALED "open white alice;", "open white alice",
     ERR_NOTHING_SEALED},
    {"open: another nonce", BOTH_SEALED, "open white bob", ERR_WRONG_SEAL},
    {"open: no nonce at all", BOTH_SEALED, "open white a:b", ERR_BAD_NONCE},
    {"move: before the game", SEAT_BOTH, "move white 1", ERR_NOT_PLAYING},
    {"move: after the game", RESIGNED, "move white 1", ERR_NOT_PLAYING},
    {"move: not his turn", BEGIN, "move other 1", ERR_NOT_YOUR_TURN},
    {"move: nonsense", BEGIN, "move mover 3-17", ERR_ILLEGAL_MOVE},
    {"move: number 0", BEGIN, "move mover 0", ERR_ILLEGAL_MOVE},
    {"move: number too high", BEGIN, "move mover 99", ERR_ILLEGAL_MOVE},
    {"move: number of five digits", BEGIN, "move mover 00001", ERR_ILLEGAL_MOVE},
    {"move: before the decision", BEGIN, "move mover 1 3", ERR_STALE},
    {"move: in the future", BEGIN, "move mover 1 5", ERR_STALE},
    {"resign: before the game", SEAT_BOTH, "resign white", ERR_NOT_PLAYING},
    {"resign: seals are being opened", BOTH_SEALED, "resign white", ERR_NOT_PLAYING},
    {"resign: after the game", RESIGNED, "resign black", ERR_NOT_PLAYING},
    {"draw: before the game", SEAT_BOTH, "draw white", ERR_NOT_PLAYING},
    {"draw: seals are being opened", BOTH_SEALED, "draw white", ERR_NOT_PLAYING},
    {"draw: adjourned", ADJOURNED, "draw black", ERR_NOT_PLAYING},
    {"draw: twice", BEGIN "draw white;", "draw white", ERR_ALREADY_OFFERED},
    {"draw: twice, though he has moved himself", BEGIN "draw mover; move mover 1;",
     "draw other", ERR_ALREADY_OFFERED},
    {"draw: twice, with another offer between", BEGIN "draw white; adjourn white;",
     "draw white", ERR_ALREADY_OFFERED},
    {"adjourn: twice offered", BEGIN "adjourn white;", "adjourn white",
     ERR_ALREADY_OFFERED},
    {"adjourn: before the game", SEAT_BOTH, "adjourn white", ERR_NOT_PLAYING},
    {"adjourn: offered, too early to need none",
     BEGIN "away white; at 100; adjourn black;", "adjourn black", ERR_ALREADY_OFFERED},
    {"abort: before the game", SEAT_BOTH, "abort white", ERR_NOT_PLAYING},
    {"abort: seals are being opened", BOTH_SEALED, "abort white", ERR_NOT_PLAYING},
    {"abort: after the game", RESIGNED, "abort white", ERR_NOT_PLAYING},
    {"abort: both have moved", BOTH_MOVED, "abort white", ERR_TOO_LATE},
    {"rematch: a game is running", BEGIN, "rematch white", ERR_NOT_OVER},
    {"claim: before the game", SEAT_BOTH "away white; at 101;", "claim black",
     ERR_NOT_PLAYING},
    {"claim: he is here", BEGIN "at 101;", "claim black", ERR_NOT_ABSENT},
    {"claim: too early", BEGIN "away white; at 100;", "claim black", ERR_NOT_ABSENT},
    {"adjourn: twice", ADJOURNED, "adjourn black", ERR_NOT_PLAYING},
    {"resume: nothing is adjourned", BEGIN, "resume white", ERR_NOT_ADJOURNED},
    {"resume: twice", ADJOURNED "resume black;", "resume black", ERR_ALREADY_READY},
    {"move: adjourned", ADJOURNED, "move mover 1", ERR_NOT_PLAYING},
    {"stand: adjourned", ADJOURNED, "stand black", ERR_IN_GAME},
    {"away: twice", BEGIN "away white;", "away white", ERR_BAD_ARGUMENT},
    {"back: he was never away", BEGIN, "back white", ERR_BAD_ARGUMENT},
    {"overdue: he is here", BEGIN, "overdue white", ERR_BAD_ARGUMENT},
    {"flag: no clocks", BEGIN, "flag white", ERR_BAD_ARGUMENT},
    {"abandon: before the game", SEAT_BOTH, "abandon white", ERR_BAD_ARGUMENT},
    {"unopened: no seals", BEGIN, "unopened white", ERR_BAD_ARGUMENT},
    {"next leg: a single game", RESIGNED, "next_leg white", ERR_BAD_ARGUMENT},
    {"say: nobody sits there", "sit white;", "say black hello", ERR_BAD_ARGUMENT},
    {"rematch: one is waited for", RESIGNED "rematch white;", "rematch black",
     ERR_NOT_OVER},
};

static void test_error(void **state) {
    const struct error_row *row = table_row(state);
    void *fixture;
    setup(&fixture);
    struct place *place = fixture;
    steps(place, row->before);
    struct room before = *place->room;
    struct play play = {0};
    if (before.play != NULL) {
        play = *before.play;
    }
    assert_string_equal(error_name(step(place, row->wrong)), error_name(row->code));
    assert_memory_equal(&before, place->room, sizeof before);
    if (before.play != NULL) {
        assert_memory_equal(&play, before.play, sizeof play);
    }
    teardown(&fixture);
}

/* --- what happens --- */

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
    {"offer to adjourn to who is away", BEGIN "away white; at 100;", "adjourn black",
     "offers_adjourn", STAGE_PLAYING},
    {"adjourn alone what was offered", BEGIN "away white; adjourn black; at 101;",
     "adjourn black", "adjourned", STAGE_ADJOURNED},
    {"abort", BEGIN, "abort other", "abort over", STAGE_OVER},
    {"abort after one side's move", BEGIN "move mover 1;", "abort mover", "abort over",
     STAGE_OVER},
    {"abort an adjourned game", ADJOURNED, "abort black", "abort over", STAGE_OVER},
    {"abort a rematch",
     BOTH_MOVED "resign white; rematch white; ready white; ready black;", "abort white",
     "abort over", STAGE_OVER},
    {"rematch", RESIGNED, "rematch black", "new_game", STAGE_WAITING},
    {"away while waiting", SEAT_BOTH "ready black;", "away white", "away", STAGE_WAITING},
    {"away and back", SEAT_BOTH "away white;", "back white", "back", STAGE_WAITING},
    {"away too long: the seat is free", SEAT_BOTH "ready black; away white;",
     "overdue white", "gone new_game", STAGE_WAITING},
    {"away while a seal is due", BOTH_SEALED, "away white", "away", STAGE_OPENING},
    {"away in the game", BEGIN, "away white", "away", STAGE_PLAYING},
    {"away too long in the game", BEGIN "away white;", "overdue white", "overdue",
     STAGE_PLAYING},
    {"away after the game", RESIGNED "away white;", "overdue white", "gone", STAGE_OVER},
    {"claim", ABSENT, "claim black", "absent over", STAGE_OVER},
    {"adjourn", ABSENT, "adjourn black", "adjourned", STAGE_ADJOURNED},
    {"one wants to go on", ADJOURNED, "resume black", "resumes", STAGE_ADJOURNED},
    {"both want to go on", ADJOURNED "back white; resume black;", "resume white",
     "resumes", STAGE_PLAYING},
    {"resign an adjourned game", ADJOURNED, "resign black", "resign over", STAGE_OVER},
    {"the server was stopped", BEGIN, "restart white", "away away", STAGE_PLAYING},
    {"nobody comes back", ABSENT "away black;", "abandon white", "abandoned over",
     STAGE_OVER},
};

static void test_happened(void **state) {
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

static void test_begin(void **state) {
    struct place *place = *state;
    steps(place, BEGIN);
    assert_int_equal(strncmp(place->happened, "ready start_throw ", 18), 0);
    assert_non_null(strstr(place->happened, " begins throw"));
    assert_int_equal(place->room->stage, STAGE_PLAYING);
    assert_non_null(place->room->moves);
    assert_string_equal(place->room->record->secret, "");
}

static void test_seals_open_in_any_order(void **state) {
    struct place *place = *state;
    steps(place, BOTH_SEALED "open black bob; open white alice;");
    assert_int_equal(place->room->stage, STAGE_PLAYING);
    assert_string_equal(place->room->record->player[SIDE_WHITE].nonce, "alice");
    assert_string_equal(place->room->record->player[SIDE_BLACK].nonce, "bob");
}

/* Does what is due at a time; returns whether anything was. */
static bool do_due(struct place *place, uint64_t now_ms) {
    struct op op = {.at_ms = now_ms, .at_s = NOW_S, .draw = next_draw(place)};
    if (!room_due(place->room, now_ms, KEEP_MS, &op)) {
        assert_true(room_due_ms(place->room, KEEP_MS) > now_ms);
        return false;
    }
    assert_int_equal(room_apply(place->room, &op), ERR_OK);
    publish(place);
    return true;
}

static void test_a_seal_that_is_late(void **state) {
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

static void test_both_seals_are_late(void **state) {
    struct place *place = *state;
    steps(place, BOTH_SEALED);
    assert_true(do_due(place, OPEN_BY_MS));
    assert_string_equal(place->happened, "unopened unopened over");
}

/* What two players in league could make grow for ever has an end. */
static void test_a_game_without_end(void **state) {
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

static void test_a_repeated_move_is_the_same_move(void **state) {
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

static void test_number_and_text_are_the_same_move(void **state) {
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

static void test_a_whole_game(void **state) {
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

static void test_a_draw_is_agreed(void **state) {
    struct place *place = *state;
    const struct room *room = place->room;
    steps(place, BEGIN "draw black;");
    struct state shown;
    room_state(room, 0, true, &shown);
    assert_int_equal(shown.seat[SIDE_BLACK].offer, SEAT_OFFER_DRAW);
    assert_int_equal(shown.seat[SIDE_WHITE].offer, SEAT_OFFER_NONE);
    steps(place, "draw white;");
    assert_int_equal(room->result.outcome, OUTCOME_DRAW);
    assert_false(room->result.called_off);
    assert_string_equal(room->result.reason, "agreed");
    const struct note *last = &room->record->log[room->record->n_log - 1];
    assert_int_equal(last->kind, NOTE_DRAW);
    assert_int_equal(last->side, SIDE_WHITE);
    room_state(room, 0, true, &shown);
    assert_int_equal(shown.seat[SIDE_BLACK].offer, SEAT_OFFER_NONE);
}

static void test_no_offer_outlives_its_game(void **state) {
    struct place *place = *state;
    steps(place, BEGIN "draw white; adjourn black; adjourn white; resume white; "
                       "resume black; draw white; resign black; rematch white; "
                       "ready white; ready black; draw black;");
    assert_string_equal(place->happened, "offers_draw");
    assert_int_equal(place->room->stage, STAGE_PLAYING);
}

/* It counts for nothing: the sides stay as they were. */
static void test_an_aborted_game_is_called_off(void **state) {
    struct place *place = *state;
    const struct room *room = place->room;
    steps(place, BEGIN "abort black;");
    assert_true(room->result.called_off);
    assert_string_equal(room->result.reason, "aborted");
    assert_int_equal(room->match.halves[SIDE_WHITE] + room->match.halves[SIDE_BLACK], 0);
    steps(place, "rematch white;");
    assert_string_equal(room->seat[SIDE_WHITE].name, "Ann");
}

static void test_the_secret_is_told_at_the_end_only(void **state) {
    struct place *place = *state;
    struct state shown;
    steps(place, BEGIN);
    room_state(place->room, 0, true, &shown);
    assert_string_equal(shown.secret, "");
    steps(place, "resign white;");
    room_state(place->room, 0, true, &shown);
    assert_int_equal(strlen(shown.secret), 64);
}

static void test_a_rematch_is_another_game(void **state) {
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

static void test_who_leaves_takes_his_nonce_with_him(void **state) {
    struct place *place = *state;
    struct room *room = place->room;
    char commitment[FAIR_HEX_BYTES];
    strcpy(commitment, room->commitment);
    steps(place, SEAT_BOTH "ready white apple; stand black;");
    assert_string_not_equal(room->commitment, commitment);
    assert_false(room->seat[SIDE_WHITE].ready);
    assert_string_equal(room->seat[SIDE_WHITE].nonce, "");
}

int main(void) {
#define ROOM_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    static const struct CMUnitTest tests[] = {
        ROOM_TEST(test_begin),
        ROOM_TEST(test_seals_open_in_any_order),
        ROOM_TEST(test_a_seal_that_is_late),
        ROOM_TEST(test_both_seals_are_late),
        ROOM_TEST(test_a_game_without_end),
        ROOM_TEST(test_a_repeated_move_is_the_same_move),
        ROOM_TEST(test_number_and_text_are_the_same_move),
        ROOM_TEST(test_a_whole_game),
        ROOM_TEST(test_a_draw_is_agreed),
        ROOM_TEST(test_no_offer_outlives_its_game),
        ROOM_TEST(test_an_aborted_game_is_called_off),
        ROOM_TEST(test_the_secret_is_told_at_the_end_only),
        ROOM_TEST(test_a_rematch_is_another_game),
        ROOM_TEST(test_who_leaves_takes_his_nonce_with_him),
    };
    return TABLE_RUN("room: errors", test_error, error_rows) +
           TABLE_RUN("room: what happens", test_happened, happened_rows) +
           cmocka_run_group_tests_name("room", tests, NULL, NULL);
}
