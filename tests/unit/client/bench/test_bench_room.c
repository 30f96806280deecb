/* A room of the load generator, line by line: what it sends, and what it refuses. */
#include "client-cli/bench/room.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/test.h"

#define STATE "{'event':'state','room':'KOTO','seq':"

struct fixture {
    struct bench_tally tally;
    struct bench_room room;
};

/* Checks and clears the output of a player. */
static void expect_said(struct fixture *f, unsigned who, const char *text) {
    struct bench_player *player = &f->room.player[who];
    player->out[player->out_len] = '\0';
    assert_json(player->out, text);
    player->out_len = 0;
}

static void hear(struct fixture *f, unsigned who, const char *text) {
    const char *line = json(text);
    if (!bench_room_hear(&f->room, who, line, strlen(line), 7)) {
        fail_msg("%s", f->room.fault);
    }
    bench_room_act(&f->room, 5);
}

static void expect_fault(struct fixture *f, unsigned who, const char *text,
                         const char *fault) {
    const char *line = json(text);
    assert_false(bench_room_hear(&f->room, who, line, strlen(line), 7));
    assert_has(f->room.fault, fault);
}

/* Both sit in KOTO, and after event 4 it is white's turn. */
static void begin(struct fixture *f) {
    *f = (struct fixture){0};
    bench_room_init(&f->room, "royal-ur", (const char *const[]){"Ann", "Bob"}, &f->tally,
                    0);
    f->room.due = BENCH_ALWAYS;
    assert_true(bench_room_greet(&f->room, 0, "* Welcome [alea/1 alead/0.1.0]"));
    bench_room_begin(&f->room, false);
    expect_said(f, 0, "{'cmd':'name','name':'Ann'}\n");
    expect_said(f, 1, "{'cmd':'name','name':'Bob'}\n");
    hear(f, 1, "{'reply':'name','name':'Bob'}");
    hear(f, 0, "{'reply':'name','name':'Ann'}");
    expect_said(f, 0, "{'cmd':'create','game':'royal-ur','side':'white'}\n");
    hear(f, 0, "{'reply':'create','room':'KOTO','seq':1,'side':'white'}");
    expect_said(f, 1, "{'cmd':'join','room':'KOTO'}\n");
    hear(f, 1, "{'reply':'join','room':'KOTO','seq':4,'side':'black'}");
    f->room.player[0].last = 3;
    hear(f, 0, STATE "4,'stage':'playing','moves':'in-2'}");
    hear(f, 1, STATE "4,'stage':'playing'}");
    expect_said(f, 0, "{'cmd':'move','room':'KOTO','move':'in-2','seq':4}\n");
}

TEST(test_game) {
    static struct fixture f;
    begin(&f);
    hear(&f, 0, "{'reply':'move','room':'KOTO','seq':5}");
    hear(&f, 0, STATE "5,'stage':'playing'}");
    hear(&f, 1, STATE "5,'stage':'playing','moves':'in-1'}");
    expect_said(&f, 1, "{'cmd':'move','room':'KOTO','move':'in-1','seq':5}\n");
    assert_int_equal(f.tally.moves, 1);
    assert_int_equal(f.tally.events, 4);
    assert_int_equal(f.tally.latency.max, 2); /* sent by act at 5, answered by hear at
                                               * 7 */
    f.room.is_ending = true;
    bench_room_act(&f.room, 8);
    expect_said(&f, 0, "{'cmd':'quit','sure':'sure'}\n");
    hear(&f, 1, "{'error':'not_playing','text':'no game is running here'}");
    expect_said(&f, 1, "{'cmd':'quit','sure':'sure'}\n");
    for (unsigned who = 0; who < 2; who++) {
        hear(&f, who, "{'reply':'quit'}");
        hear(&f, who, "{'event':'bye','code':'ok','text':'goodbye'}");
    }
    assert_true(bench_room_has_ended(&f.room));
}

static const struct fault_row {
    const char *name;
    unsigned who;
    const char *line, *fault;
} fault_rows[] = {
    {"an error", 0, "{'error':'too_fast'}", "not the reply to what was asked"},
    {"a reply to nothing", 1, "{'reply':'ping'}", "not the reply"},
    {"another reply", 0, "{'reply':'moves'}", "not the reply"},
    {"a gap", 1, STATE "6,'stage':'playing'}", "event 6 came after event 4"},
    {"twice", 1, STATE "4,'stage':'playing'}", "event 4 came after event 4"},
    {"another room", 1, "{'event':'state','room':'SALI','seq':5}", "this room"},
    {"no stage", 1, STATE "5}", "cannot go on after"},
    {"no moves", 1, STATE "5,'moves':''}", "cannot go on after"},
    {"empty moves", 1, STATE "5,'stage':'playing','moves':''}", "no good list"},
    {"goodbye", 1, "{'event':'bye','code':'kicked','text':'x'}", "goodbye: x"},
    {"no JSON", 1, "{'event':", "not a message"},
};

TEST_ROWS(fault_rows) {
    const struct fault_row *row = table_row(state);
    static struct fixture f;
    begin(&f);
    expect_fault(&f, row->who, row->line, row->fault);
}

/* One event in BENCH_SAMPLE is decoded. */
TEST(test_sample) {
    static struct fixture f;
    begin(&f);
    f.room.player[1].last = BENCH_SAMPLE - 1;
    expect_fault(&f, 1, STATE "64,'stage':'playing'}", "not a state event");
}

/* A command sent just before the other player left may be refused. */
TEST(test_refused_at_the_end) {
    static struct fixture f;
    begin(&f);
    f.room.player[0].asked[0] = CMD_REMATCH;
    f.room.is_ending = true;
    hear(&f, 0, "{'error':'no_opponent','text':'your opponent has left'}");
    expect_said(&f, 0, "{'cmd':'quit','sure':'sure'}\n");
}

/* The event that the other player has left comes before the one for a move. */
TEST(test_sample_at_the_end) {
    static const char line[] =
        STATE "64,'game_id':'0123456789abcdef','game':'royal-ur','options':'',"
              "'stage':'waiting','seats':{'white':{'name':'Ann','ready':false,"
              "'away':false,'seal':null,'nonce':null,'offer':null},'black':null},"
              "'commitment':"
              "'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',"
              "'secret':null,'position':'7,7 - 0,0 w -','phase':'roll',"
              "'turn':'white','roll':[],'left':[],'dice':[],'board':{'squares':{}"
              ","
              "'reserve':[7,7],'off':[0,0]},'happened':[{'what':'left',"
              "'side':'black','name':'Bob'}],'result':null,'match':null,"
              "'clock':null,'rated':false,'private':false}";
    static struct fixture f;
    begin(&f);
    f.room.player[0].last = BENCH_SAMPLE - 1;
    f.room.is_ending = true;
    hear(&f, 0, line);
}

TEST(test_moves_for_both) {
    static struct fixture f;
    begin(&f);
    hear(&f, 1, STATE "5,'stage':'playing','moves':'in-1'}");
    expect_fault(&f, 0, STATE "5,'stage':'playing','moves':'in-1'}", "no good list");
}

TEST(test_relay) {
    static struct fixture f;
    f = (struct fixture){0};
    bench_room_init(&f.room, "relay", (const char *const[]){"Ann", "Bob"}, &f.tally, 3);
    f.room.due = BENCH_ALWAYS;
    expect_fault(&f, 1, "xxx", "not what a relay says");
    assert_false(bench_room_greet(&f.room, 0, "* x [alea/1]"));
    assert_true(bench_room_greet(&f.room, 0, "* relay, pair 1"));
    assert_false(bench_room_greet(&f.room, 1, "* relay, pair 2"));
    assert_true(bench_room_greet(&f.room, 1, "* relay, pair 1"));
    bench_room_begin(&f.room, true);
    bench_room_act(&f.room, 1);
    assert_int_equal(f.room.n_sent, 1);
    hear(&f, 0, "xxx");
    assert_int_equal(f.room.n_sent, 1); /* the other player has not received it yet */
    hear(&f, 1, "xxx");
    assert_int_equal(f.room.n_sent, 2);
    assert_int_equal(f.tally.moves, 1);
    expect_fault(&f, 1, "xxxx", "not what a relay says");
}

TEST(test_pace) {
    static struct fixture f;
    f = (struct fixture){0};
    bench_room_init(&f.room, "ur", (const char *const[]){"Ann", "Bob"}, &f.tally, 0);
    bench_room_add_due(&f.room, 10);
    bench_room_add_due(&f.room, 20);
    assert_true(f.room.due == 1 && f.room.due_ns == 10); /* at most one move behind */
}

TEST(test_quantiles) {
    static struct hist hist;
    hist = (struct hist){0};
    for (uint64_t i = 1; i <= 1000; i++) {
        hist_add(&hist, i * 1000);
    }
    assert_int_equal(hist_quantile(&hist, 1000), 1000000);
    for (unsigned per_mille = 1; per_mille <= 999; per_mille++) {
        uint64_t exact = per_mille * 1000, told = hist_quantile(&hist, per_mille);
        assert_true(told >= exact && told <= exact + exact / 100);
    }
}
