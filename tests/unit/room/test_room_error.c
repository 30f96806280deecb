/* Rooms: errors; none of them changes anything. */
#include "tests/unit/room/place.h"
#include "tests/unit/test.h"

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
    {"unseat: nobody is there", "sit white;", "unseat white", ERR_NO_OPPONENT},
    {"unseat: not the opener", SEAT_BOTH, "unseat black", ERR_NOT_OPENER},
    {"unseat: one who is ready", SEAT_BOTH "ready black;", "unseat white",
     ERR_CANNOT_UNSEAT},
    {"unseat: a game is running", BEGIN, "unseat white", ERR_CANNOT_UNSEAT},
    {"unseat: adjourned", ADJOURNED, "unseat white", ERR_CANNOT_UNSEAT},
    {"late: one who is ready", SEAT_BOTH "ready black;", "late black", ERR_BAD_ARGUMENT},
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
     BEGIN "drop white; at 100; adjourn black;", "adjourn black", ERR_ALREADY_OFFERED},
    {"call off: before the game", SEAT_BOTH, "call_off white", ERR_NOT_PLAYING},
    {"call off: seals are being opened", BOTH_SEALED, "call_off white", ERR_NOT_PLAYING},
    {"call off: after the game", RESIGNED, "call_off white", ERR_NOT_PLAYING},
    {"call off: own first throw", BEGIN, "call_off mover", ERR_TOO_LATE},
    {"call off: own first throw, adjourned", ADJOURNED, "call_off mover", ERR_TOO_LATE},
    {"call off: own first throw comes with the opponent's move", BEGIN "move mover 1;",
     "call_off mover", ERR_TOO_LATE},
    {"call off: both have moved", BOTH_MOVED, "call_off white", ERR_TOO_LATE},
    {"old log: abort, both have moved", BOTH_MOVED, "abort white", ERR_TOO_LATE},
    {"rematch: a game is running", BEGIN, "rematch white", ERR_NOT_OVER},
    {"claim: before the game", SEAT_BOTH "drop white; at 101;", "claim black",
     ERR_NOT_PLAYING},
    {"claim: he is here", BEGIN "at 101;", "claim black", ERR_NOT_ABSENT},
    {"claim: too early", BEGIN "drop white; at 100;", "claim black", ERR_NOT_ABSENT},
    {"idle: too early", BEGIN "at 100;", "idle other", ERR_NOT_ABSENT},
    {"idle: his own turn", BEGIN "at 700;", "idle mover", ERR_NOT_ABSENT},
    {"idle: a move has come", BEGIN "at 150; move mover 1; at 250;", "idle other",
     ERR_NOT_ABSENT},
    {"idle: adjourned", ADJOURNED "at 700;", "idle other", ERR_NOT_PLAYING},
    {"adjourn: twice", ADJOURNED, "adjourn black", ERR_NOT_PLAYING},
    {"resume: nothing is adjourned", BEGIN, "resume white", ERR_NOT_ADJOURNED},
    {"resume: twice", ADJOURNED "resume black;", "resume black", ERR_ALREADY_READY},
    {"lapse: not yet", ADJOURNED "at 200;", "lapse white", ERR_BAD_ARGUMENT},
    {"lapse: it goes on", ADJOURNED "back white; resume white; resume black; at 201;",
     "lapse white", ERR_BAD_ARGUMENT},
    {"lapse: not yet, after a restart", ADJOURNED "at 190; restart white; at 289;",
     "lapse white", ERR_BAD_ARGUMENT},
    {"adjudicate: a running game", BEGIN, "adjudicate white", ERR_NOT_ADJOURNED},
    {"annul: a running game", BEGIN, "annul white", ERR_NOT_ADJOURNED},
    {"move: adjourned", ADJOURNED, "move mover 1", ERR_NOT_PLAYING},
    {"stand: adjourned", ADJOURNED, "stand black", ERR_IN_GAME},
    {"away: twice", BEGIN "drop white;", "drop white", ERR_BAD_ARGUMENT},
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

TEST_ROWS(error_rows) {
    const struct error_row *row = table_row(state);
    void *fixture;
    setup(&fixture);
    struct place *place = fixture;
    steps(place, row->before);
    struct room before = *place->room;
    struct play play;
    struct room_dice dice;
    if (before.play != NULL) {
        memcpy(&play, before.play, play_bytes(before.game));
    }
    if (before.dice != NULL) {
        dice = *before.dice;
    }
    assert_string_equal(error_name(step(place, row->wrong)), error_name(row->code));
    assert_memory_equal(&before, place->room, sizeof before);
    if (before.play != NULL) {
        assert_memory_equal(&play, before.play, play_bytes(before.game));
    }
    if (before.dice != NULL) {
        assert_memory_equal(&dice, before.dice, sizeof dice);
    }
    teardown(&fixture);
}
