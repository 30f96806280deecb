/* Players who leave in the middle of a game or a match have to confirm it. */
#include "server/hub/hub.h"
#include "server/turn/turn.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* Plays n moves, whichever side is to move. */
static void moves(int n) {
    for (int i = 0; i < n; i++) {
        assert_has(ask(who_moves(), "{'cmd':'move','move':'1'}"), "'reply':'move'");
    }
}

/* What is done in a running game, what Ann then types, what she gets, and what Bob is
 * told. */
static const struct row {
    const char *name;
    int n_moves;
    const char *before; /* typed by both; "": nothing */
    const char *said, *answer, *told;
} rows[] = {
    {"leave: running", 2, "", "{'cmd':'leave'}",
     "is running: to resign and go, type leave sure; to come back later, just hang up",
     ""},
    {"leave: just begun", 1, "", "{'cmd':'leave'}",
     "has just begun: to call it off and go, type leave sure", ""},
    {"leave: adjourned", 2, "{'cmd':'adjourn'}", "{'cmd':'leave'}",
     "is adjourned, your seat is kept: quit when you like; to give it up, type resign "
     "sure",
     ""},
    {"leave: adjourned soon", 1, "{'cmd':'adjourn'}", "{'cmd':'leave'}",
     "quit when you like; to give it up, type abort", ""},
    {"leave: another word", 2, "", "{'cmd':'leave','sure':'yes'}",
     "it is: leave, or leave sure", ""},
    {"leave sure: running", 2, "", "{'cmd':'leave','sure':'sure'}", "{'reply':'leave'",
     "{'outcome':'black','reason':'resign'}"},
    {"leave sure: just begun", 1, "", "{'cmd':'leave','sure':'sure'}", "{'reply':'leave'",
     "{'outcome':'none','reason':'aborted'}"},
    {"leave sure: adjourned", 2, "{'cmd':'adjourn'}", "{'cmd':'leave','sure':'sure'}",
     "is adjourned, your seat is kept: quit when you like", ""},
    {"leave sure: over", 2, "{'cmd':'draw'}", "{'cmd':'leave','sure':'sure'}",
     "{'reply':'leave'", "'what':'gone'"},
    {"quit: running", 2, "", "{'cmd':'quit'}",
     "is running: to resign and go, type quit sure; to come back later, just hang up",
     ""},
    {"quit: another word", 2, "", "{'cmd':'quit','sure':'yes'}",
     "it is: quit, or quit sure", ""},
    {"quit sure: running", 2, "", "{'cmd':'quit','sure':'sure'}", "{'reply':'quit'}",
     "{'outcome':'black','reason':'resign'}"},
    {"quit sure: just begun", 1, "", "{'cmd':'quit','sure':'sure'}", "{'reply':'quit'}",
     "{'outcome':'none','reason':'aborted'}"},
    {"quit sure: an adjourned game is kept", 2, "{'cmd':'adjourn'}",
     "{'cmd':'quit','sure':'sure'}", "{'reply':'quit'}", "'what':'away','side':'white'"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    begin(TABLUT);
    moves(row->n_moves);
    if (row->before[0] != '\0') {
        ask(1, row->before);
        ask(2, row->before);
    }
    hear(1);
    say(1, row->said);
    bool has_told = row->told[0] != '\0';
    char answer[HEARD_BYTES];
    end_turn();
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    size_t len = 0;
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        if (item->conn == 1 && item->buf != NULL) {
            memcpy(answer + len, item->buf->data, item->buf->len);
            len += item->buf->len;
        }
    }
    answer[len] = '\0';
    assert_has(answer, row->answer);
    if (strncmp(row->name, "quit sure", 9) == 0) {
        drop(1); /* as the connection layer does after bye */
    }
    const char *told = hear(2);
    if (has_told) {
        assert_has(told, row->told);
    } else {
        assert_has(answer, "'error':");
        assert_string_equal(told, "");
    }
}

/* Programs open their seals in a moment: then there is a game that would be given up. */
TEST(test_seals_are_being_opened) {
    seat(ROYAL_UR);
    say(1, "{'cmd':'ready','nonce':'sha256:"
           "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90'}");
    assert_has(ask(2, "{'cmd':'ready'}"), "'stage':'opening'");
    const char *told = ask(2, "{'cmd':'leave','sure':'sure'}");
    assert_has(told, "'error':'in_game'");
    assert_has(told, "'retry_after_ms':10000");
    assert_has(ask(2, "{'cmd':'quit','sure':'sure'}"), "'error':'in_game'");
}

/* Between the legs no game is running, but the match would be over.  Afterwards the
 * player who stays waits for the first leg of another one. */
static void between_the_legs(const char *said, const char *meant, const char *reply) {
    begin("{'cmd':'create','game':'tablut:legs=2'}");
    moves(2);
    ask(2, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'board'}"), "'stage':'waiting'");
    assert_has(ask(2, said), "your match against Ann in ");
    assert_has(ask(2, said), "to end it here and go, type ");
    assert_has(ask(1, "{'cmd':'board'}"), "'leg':2");
    assert_has(ask(2, meant), reply);
    const char *told = ask(1, "{'cmd':'board'}");
    assert_has(told, "'leg':1");
    assert_has(told, "'white':null");
    /* Alone, there is no match to be ended. */
    assert_has(ask(1, "{'cmd':'leave'}"), "{'reply':'leave'");
    close_fixture();
}

TEST(test_quit_between_legs) {
    between_the_legs("{'cmd':'quit'}", "{'cmd':'quit','sure':'sure'}", "{'reply':'quit'");
}

/* All games are given up, or none: a player who cannot quit yet has lost nothing. */
TEST(test_quit_of_several_rooms) {
    begin(TABLUT);
    moves(2);
    char room[8];
    create_room(1, TABLUT, room);
    ask_about(2, "join", room);
    ask_about(1, "ready", room);
    askf(2,
         "{'cmd':'ready','room':'%s','nonce':'sha256:"
         "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90'}",
         room);
    assert_has(ask(1, "{'cmd':'quit','sure':'sure'}"), "is about to begin");
    assert_int_equal(count(ask(1, "{'cmd':'mine'}"), "'stage':'playing'"), 1);
    askf(2, "{'cmd':'open','room':'%s','nonce':'alice'}", room);
    hear(2);
    say(1, "{'cmd':'quit','sure':'sure'}");
    const char *told = hear(2);
    assert_has(told, "{'outcome':'black','reason':'resign'}");
    assert_has(told, "{'outcome':'none','reason':'aborted'}");
}
