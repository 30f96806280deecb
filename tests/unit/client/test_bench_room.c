/* A room of the load generator: what it says, and every way in which a server can be
 * wrong is noticed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

#include "client-cli/bench_room.h"

struct fixture {
    struct bench_tally tally;
    struct bench_room room;
};

/* Lines are written with ' for ". */
static bool hear(struct fixture *f, unsigned who, const char *text) {
    char line[600];
    size_t len = strlen(text);
    assert_true(len < sizeof line);
    for (size_t i = 0; i <= len; i++) {
        line[i] = text[i] == '\'' ? '"' : text[i];
    }
    return bench_room_talk.hear(&f->room, who, line, len, 5000);
}

static void must_hear(struct fixture *f, unsigned who, const char *text) {
    bool is_right = hear(f, who, text);
    assert_string_equal(f->room.fault, "");
    assert_true(is_right);
}

/* What the player has to say now, ' for ". */
static void must_say(struct fixture *f, unsigned who, const char *text) {
    struct bench_player *player = &f->room.player[who];
    player->out[player->out_len] = '\0';
    for (char *quote = player->out; (quote = strchr(quote, '"')) != NULL;) {
        *quote = '\'';
    }
    assert_string_equal(player->out, text);
    player->out_len = 0;
}

/* A state event with both players seated, for one of them. */
static const char *event(unsigned seq, const char *stage, const char *happened,
                         const char *rest) {
    static char line[600];
    snprintf(line, sizeof line,
             "{'event':'state','room':'KOTO','seq':%u,'stage':'%s','seats':{'white':"
             "{'name':'wa'},'black':{'name':'ba'}},'position':'p%u','phase':'move',"
             "'turn':'white','happened':[%s],'match':null%s}",
             seq, stage, seq, happened, rest);
    return line;
}

#define WHITE_MOVED "{'what':'move','side':'white','move':'in-2'}"
#define MOVES       ",'moves':'in-2'"

/* Up to the first move: ba, who joined, has black. */
static struct fixture *begin(void) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    bench_room_init(&f->room, "royal-ur", (const char *const[]){"wa", "ba"}, &f->tally,
                    1);
    f->room.due = BENCH_ALWAYS;
    bench_room_talk.begin(&f->room, true);
    must_say(f, 0, "{'cmd':'hello','client':'alea bench'}\n{'cmd':'name','name':'wa'}\n");
    must_say(f, 1, "{'cmd':'name','name':'ba'}\n");
    must_hear(f, 1, "{'reply':'name','name':'ba'}");
    must_hear(f, 0, "{'reply':'hello','durability':'full'}");
    must_hear(f, 0, "{'reply':'name','name':'wa'}");
    must_say(f, 0, "{'cmd':'create','game':'royal-ur','side':'white'}\n");
    must_hear(f, 0, "{'reply':'create','room':'KOTO','side':'white','seq':1}");
    must_say(f, 1, "{'cmd':'join','room':'KOTO'}\n");
    must_hear(f, 0,
              "{'event':'state','room':'KOTO','seq':1,'stage':'waiting','seats':{'white':"
              "{'name':'wa'},'black':null},'position':'p','happened':[]}");
    must_hear(f, 1, "{'reply':'join','room':'KOTO','side':'black','seq':2}");
    for (unsigned who = 0; who < 2; who++) {
        must_hear(f, who, event(2, "waiting", "", ""));
        must_say(f, who, "{'cmd':'ready','room':'KOTO','nonce':'bench'}\n");
    }
    must_hear(f, 0, "{'reply':'ready','room':'KOTO','seq':3}");
    must_hear(f, 1, "{'reply':'ready','room':'KOTO','seq':4}");
    for (unsigned who = 0; who < 2; who++) {
        must_hear(f, who, event(3, "waiting", "{'what':'ready','side':'white'}", ""));
        must_hear(f, who, event(4, "playing", "", who == 0 ? MOVES : ""));
        must_say(f, who, "");
    }
    assert_string_equal(f->room.durability, "full");
    return f;
}

/* The same, and white's move is on its way since 1000. */
static struct fixture *begin_move(void) {
    struct fixture *f = begin();
    bench_room_talk.act(&f->room, 1000);
    must_say(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':4}\n");
    bench_room_talk.act(&f->room, 1000);
    must_say(f, 0, ""); /* one at a time */
    return f;
}

static void test_move(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    must_hear(f, 1, event(5, "playing", WHITE_MOVED, ""));
    assert_int_equal(f->tally.moves, 1);
    assert_int_equal(f->tally.events, 9);
    assert_int_equal(f->tally.latency.max, 4000);
    free(f);
}

/* A reply may come after its event. */
static void test_event_before_reply(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    bench_room_talk.act(&f->room, 6000);
    must_say(f, 0, "");
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    bench_room_talk.act(&f->room, 6000);
    must_say(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':5}\n");
    free(f);
}

/* With moves that are due one by one. */
static void test_due(void **state) {
    (void)state;
    struct fixture *f = begin();
    f->room.due = 0;
    bench_room_talk.act(&f->room, 1000);
    must_say(f, 0, "");
    f->room.due = 1;
    bench_room_talk.act(&f->room, 1000);
    must_say(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':4}\n");
    assert_int_equal(f->room.due, 0);
    free(f);
}

static void test_next_game(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    must_hear(f, 0, event(5, "over", WHITE_MOVED, ""));
    must_say(f, 0, "{'cmd':'rematch','room':'KOTO'}\n");
    must_hear(f, 1, event(5, "over", WHITE_MOVED, ""));
    must_say(f, 1, "");
    assert_int_equal(f->tally.games, 1);
    must_hear(f, 0, "{'reply':'rematch','room':'KOTO','seq':6}");
    for (unsigned who = 0; who < 2; who++) {
        must_hear(f, who, event(6, "waiting", "{'what':'new_game'}", ""));
        must_say(f, who, "{'cmd':'ready','room':'KOTO','nonce':'bench'}\n");
    }
    free(f);
}

/* After the first leg of a match the server goes on by itself. */
static void test_next_leg(void **state) {
    (void)state;
    struct fixture *f = begin();
    char line[600];
    strcpy(line, event(5, "over", "", ""));
    const char *match = strstr(line, "null}");
    memcpy(line + (match - line), "{'leg':1,'outcome':null}}", 26);
    must_hear(f, 0, line);
    must_say(f, 0, "");
    free(f);
}

/* It resigns when nothing is on its way, and leaves. */
static void test_end(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    bench_room_end(&f->room);
    bench_room_talk.act(&f->room, 2000);
    must_say(f, 0, "");
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    bench_room_talk.act(&f->room, 2000);
    must_say(f, 0, ""); /* the other one does not know yet */
    must_hear(f, 1, event(5, "playing", WHITE_MOVED, ""));
    bench_room_talk.act(&f->room, 2000);
    must_say(f, 0, "{'cmd':'resign','room':'KOTO'}\n");
    must_hear(f, 0, "{'reply':'resign','room':'KOTO','seq':6}");
    for (unsigned who = 0; who < 2; who++) {
        must_hear(f, who, event(6, "over", "{'what':'resign','side':'white'}", ""));
    }
    bench_room_talk.act(&f->room, 2000);
    for (unsigned who = 0; who < 2; who++) {
        assert_false(bench_room_has_ended(&f->room));
        must_say(f, who, "{'cmd':'quit'}\n");
        must_hear(f, who, "{'reply':'quit'}");
        must_hear(f, who, "{'event':'bye','code':'ok','text':'as you wished.'}");
    }
    assert_true(bench_room_has_ended(&f->room));
    free(f);
}

/* --- servers that are wrong --- */

/* What comes while white's move in-2 is on its way, after event 4. */
/* What others say and offer is heard at any time, and changes nothing. */
static void test_others(void **state) {
    (void)state;
    static const char *const lines[] = {
        "{'event':'shout','name':'eve','text':'hello'}",
        "{'event':'tell','name':'eve','text':'hello'}",
        "{'event':'say','room':'KOTO','name':'eve','text':'hello','watcher':true}",
        "{'event':'offer','offer':1,'kind':'seek','name':'eve','to':null}",
        "{'event':'offer_over','offer':1,'why':'taken'}",
        "{'event':'notice','text':'hello'}",
    };
    struct fixture *f = begin_move();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        must_hear(f, 0, lines[i]);
        must_hear(f, 1, lines[i]);
    }
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    must_hear(f, 1, event(5, "playing", WHITE_MOVED, ""));
    free(f);
}

static const struct wrong_row {
    const char *name;
    unsigned who;
    const char *line; /* NULL: an event, of the following */
    unsigned seq;
    const char *happened, *rest;
    const char *fault; /* part of it */
} wrong_rows[] = {
    {"an event is missing", 1, NULL, 6, WHITE_MOVED, "", "event 6 came after event 4"},
    {"an event comes twice", 1, NULL, 4, "", "", "event 4 came after event 4"},
    {"a snapshot", 1, NULL, 5, WHITE_MOVED, ",'snapshot':true", "event 5 came after"},
    {"not his move", 0, NULL, 5, "{'what':'move','side':'white','move':'in-3'}", MOVES,
     "does not tell the move in-2"},
    {"the move of the other side", 0, NULL, 5,
     "{'what':'move','side':'black','move':'in-2'}", MOVES, "does not tell the move"},
    {"no move at all", 0, NULL, 5, "", MOVES, "does not tell the move"},
    {"a move that he did not make", 1, NULL, 5,
     "{'what':'move','side':'black','move':'in-2'}", "", "a move that was not sent"},
    {"no list of moves", 0, NULL, 5, WHITE_MOVED, "", "has no list of moves"},
    {"somebody else's moves", 1, NULL, 5, WHITE_MOVED, MOVES, "the other side's"},
    {"what happened is broken", 0, NULL, 5, "{'what':'move'", MOVES, "what is this"},
    {"a reply to something else", 0, "{'reply':'ready','room':'KOTO','seq':5}", 0, "", "",
     "what was not asked"},
    {"a reply to nothing", 1, "{'reply':'move','room':'KOTO','seq':5}", 0, "", "",
     "what was not asked"},
    {"a reply without a number", 0, "{'reply':'move','room':'KOTO'}", 0, "", "",
     "has no number"},
    {"a reply with an old number", 0, "{'reply':'move','room':'KOTO','seq':3}", 0, "", "",
     "or an old one"},
    {"an error", 0, "{'error':'storage','text':'the disk'}", 0, "", "",
     "error storage: the disk"},
    {"a goodbye", 0, "{'event':'bye','code':'x','text':'bye'}", 0, "", "",
     "goodbye: bye"},
    {"no JSON", 0, "hello", 0, "", "", "what is this: hello"},
    {"a member twice", 1, NULL, 5, WHITE_MOVED, ",'seq':5", "what is this"},
    {"another room", 0, "{'event':'state','room':'MIRA','seq':5}", 0, "", "",
     "another room"},
    {"a line of chat of the room", 0,
     "{'event':'say','room':'KOTO','seq':5,'name':'eve','text':'hello'}", 0, "", "",
     "what is this"},
    {"an event of no stage", 0, "{'event':'state','room':'KOTO','seq':5}", 0, "", "",
     "without its stage"},
};

static void test_wrong(void **state) {
    const struct wrong_row *row = table_row(state);
    struct fixture *f = begin_move();
    bool is_right =
        hear(f, row->who,
             row->line != NULL ? row->line
                               : event(row->seq, "playing", row->happened, row->rest));
    if (strstr(f->room.fault, row->fault) == NULL) {
        fail_msg("told: %s", f->room.fault);
    }
    assert_false(is_right);
    free(f);
}

/* Both get event 5, but not the same one. */
static void test_not_the_same(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    char line[600];
    strcpy(line, event(5, "playing", WHITE_MOVED, ""));
    *strstr(line, "p5") = 'q';
    assert_false(hear(f, 1, line));
    assert_non_null(strstr(f->room.fault, "is not the one that wa got"));
    free(f);
}

/* The second one's event is compared with the first one's as it was sent; whatever the
 * form, what is wrong with it is told. */
static const struct twin_row {
    const char *name;
    const char *first, *second; /* what comes after the part that both get */
    const char *fault;          /* of the second one; NULL: all is well */
} twin_rows[] = {
    {"as it should be", MOVES, "", NULL},
    {"something after the moves", MOVES ",'x':1", ",'x':1", NULL},
    {"something else that is of no interest", MOVES, ",'x':1", NULL},
    {"moves of both", MOVES, MOVES, "the other side's"},
    {"other moves of both", MOVES, ",'moves':'in-3'", "the other side's"},
    {"moves without an end", MOVES, ",'moves':'in-3", "what is this"},
    {"moves and more", MOVES, ",'moves':'in-3','seq':7", "what is this"},
    {"moves twice", MOVES, MOVES MOVES, "what is this"},
    {"another position after it", MOVES, ",'position':'p'", "what is this"},
};

static void test_twin(void **state) {
    const struct twin_row *row = table_row(state);
    struct fixture *f = begin_move();
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, row->first));
    const char *second = event(5, "playing", WHITE_MOVED, row->second);
    if (row->fault == NULL) {
        must_hear(f, 1, second);
    } else {
        assert_false(hear(f, 1, second));
        assert_non_null(strstr(f->room.fault, row->fault));
    }
    free(f);
}

/* The mover hears it second: the move is his all the same.  Then the other way round. */
static void test_mover_is_second(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    must_hear(f, 1, event(5, "playing", WHITE_MOVED, ""));
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    assert_int_equal(f->tally.moves, 1);
    bench_room_talk.act(&f->room, 6000);
    must_say(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':5}\n");
    free(f);
    f = begin_move();
    must_hear(f, 1, event(5, "playing", "{'what':'pass','side':'white'}", ""));
    assert_false(
        hear(f, 0, event(5, "playing", "{'what':'pass','side':'white'}", MOVES)));
    assert_non_null(strstr(f->room.fault, "does not tell the move in-2"));
    free(f);
}

/* With a rate the time counts from when the move was due, not from when it could be made
 * at last; a room that keeps its pace does not catch up. */
static void test_late(void **state) {
    (void)state;
    for (unsigned keeps_pace = 0; keeps_pace < 2; keeps_pace++) {
        struct fixture *f = begin();
        f->room.due = 0;
        f->room.due_step_ns = 100;
        for (uint64_t at_ns = 1000; at_ns < 1300; at_ns += 100) {
            bench_room_add_due(&f->room, at_ns, keeps_pace);
        }
        assert_int_equal(f->room.due, keeps_pace ? 1 : 3);
        bench_room_talk.act(&f->room, 2000);
        must_say(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':4}\n");
        must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES)); /* at 5000 */
        assert_int_equal(f->tally.latency.max, 4000);
        must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':5}");
        bench_room_talk.act(&f->room, 6000);
        must_say(f, 0,
                 keeps_pace ? ""
                            : "{'cmd':'move','room':'KOTO','move':'in-2','seq':5}\n");
        assert_true(keeps_pace || f->room.player[0].sent_ns == 1100);
        free(f);
    }
}

/* The reply has the number of another event, before or after it. */
static void test_another_number(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, "{'reply':'move','room':'KOTO','seq':7}");
    assert_false(hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES)));
    assert_non_null(strstr(f->room.fault, "its reply has number 7"));
    free(f);
    f = begin_move();
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    assert_false(hear(f, 0, "{'reply':'move','room':'KOTO','seq':7}"));
    assert_non_null(strstr(f->room.fault, "its reply has number 7"));
    free(f);
}

/* One player gets nothing any more, the other one goes on and on. */
static void test_one_gets_nothing(void **state) {
    (void)state;
    struct fixture *f = begin_move();
    must_hear(f, 0, event(5, "playing", WHITE_MOVED, MOVES));
    unsigned seq = 6;
    while (seq < 1000 && hear(f, 0, event(seq, "playing", "", MOVES))) {
        seq++;
    }
    assert_int_equal(seq, 4 + BENCH_RING);
    assert_non_null(strstr(f->room.fault, "ba: event 5 has not come"));
    free(f);
}

/* What it would show, or say again, is not what a server says. */
static void test_bad_words(void **state) {
    (void)state;
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    bench_room_init(&f->room, "royal-ur", (const char *const[]){"wa", "ba"}, &f->tally,
                    1);
    bench_room_talk.begin(&f->room, true);
    assert_false(hear(f, 0, "{'reply':'hello','durability':'\033[2J'}"));
    assert_string_equal(f->room.durability, "");
    f->room.fault[0] = '\0';
    must_hear(f, 0, "{'reply':'name','name':'wa'}");
    assert_false(hear(f, 0, "{'reply':'create','room':'a b','side':'white','seq':1}"));
    assert_string_equal(f->room.code, "");
    free(f);
    f = begin();
    assert_false(hear(f, 0, event(5, "playing", "", ",'moves':'\233'")));
    assert_non_null(strstr(f->room.fault, "no list of moves"));
    free(f);
}

/* There is a game before anybody has a room. */
static void test_no_room(void **state) {
    (void)state;
    for (int plays = 0; plays < 2; plays++) {
        struct fixture *f = calloc(1, sizeof *f);
        assert_non_null(f);
        bench_room_init(&f->room, "royal-ur", (const char *const[]){"wa", "ba"},
                        &f->tally, 1);
        bench_room_talk.begin(&f->room, false);
        must_hear(f, 1, "{'reply':'name','name':'ba'}");
        f->room.player[1].out_len = 0;
        assert_false(hear(f, 1, event(1, plays ? "playing" : "waiting", "", "")));
        assert_non_null(strstr(f->room.fault, plays ? "no room" : "too early"));
        must_say(f, 1, "");
        free(f);
    }
}

/* It begins game after game without an answer, or more of them at once than it takes to
 * say that one is ready. */
static void test_game_after_game(void **state) {
    (void)state;
    for (int answers = 0; answers < 2; answers++) {
        struct fixture *f = begin();
        unsigned seq = 5;
        bool is_right = true;
        while (is_right && seq < 100) {
            is_right = hear(f, 1, event(seq, "waiting", "", ""));
            char reply[64];
            snprintf(reply, sizeof reply, "{'reply':'ready','room':'KOTO','seq':%u}",
                     seq);
            is_right = is_right && (answers == 0 || hear(f, 1, reply));
            is_right = is_right && hear(f, 1, event(seq + 1, "playing", "", ""));
            seq += 2;
        }
        assert_non_null(strstr(f->room.fault, "comes too early"));
        assert_true(seq < 30 && f->room.player[1].out_len <= BENCH_OUT_BYTES);
        free(f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_move),
        cmocka_unit_test(test_event_before_reply),
        cmocka_unit_test(test_due),
        cmocka_unit_test(test_next_game),
        cmocka_unit_test(test_next_leg),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_not_the_same),
        cmocka_unit_test(test_mover_is_second),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_another_number),
        cmocka_unit_test(test_one_gets_nothing),
        cmocka_unit_test(test_bad_words),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_game_after_game),
    };
    return TABLE_RUN("bench_room/wrong", test_wrong, wrong_rows) +
           TABLE_RUN("bench_room/twin", test_twin, twin_rows) +
           cmocka_run_group_tests_name("bench_room", tests, NULL, NULL);
}
