/* The load generator with a relay: what it says, and what must not go unnoticed. */
#include <string.h>

#include "tests/unit/table.h"

#include "client-cli/bench_relay.h"

#define LINE(seq)                                                                        \
    "{\"cmd\":\"move\",\"room\":\"ABCD\",\"move\":\"in-2\",\"seq\":" seq "}\n"

struct fixture {
    struct bench_tally tally;
    struct bench_room room;
};

static bool hear(struct fixture *f, unsigned who, const char *line) {
    return bench_relay_talk.hear(&f->room, who, line, strlen(line), 5000);
}

static void act(struct fixture *f, uint64_t now_ns, const char *const said[2]) {
    bench_relay_talk.act(&f->room, now_ns);
    for (unsigned who = 0; who < 2; who++) {
        struct bench_player *player = &f->room.player[who];
        player->out[player->out_len] = '\0';
        assert_string_equal(player->out, said[who]);
        player->out_len = 0;
    }
}

static void must_act(struct fixture *f, uint64_t now_ns, const char *a, const char *b) {
    act(f, now_ns, (const char *const[]){a, b});
}

/* The first line is on its way. */
static void begin(struct fixture *f) {
    *f = (struct fixture){0};
    bench_room_init(&f->room, "", (const char *const[]){"a", "b"}, &f->tally, 1);
    f->room.due = BENCH_ALWAYS;
    f->room.answer = "xxx";
    f->room.answer_len = 3;
    assert_true(bench_relay_talk.hear_greeting(&f->room, 0, "* relay, pair 7"));
    assert_true(bench_relay_talk.hear_greeting(&f->room, 1, "* relay, pair 7"));
    bench_relay_talk.begin(&f->room, true);
    must_act(f, 1000, LINE("0"), "");
    must_act(f, 1000, "", "");
}

/* In turn; he who is next need not wait for the other's answer. */
static void test_turns(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    assert_true(hear(&f, 1, "xxx"));
    assert_false(f.room.has_begun);
    must_act(&f, 2000, "", LINE("1"));
    assert_true(hear(&f, 0, "xxx"));
    assert_true(f.room.has_begun);
    assert_int_equal(f.tally.moves, 1);
    assert_int_equal(f.tally.latency.max, 4000);
    must_act(&f, 2000, "", "");
    assert_true(hear(&f, 0, "xxx") && hear(&f, 1, "xxx"));
    assert_int_equal(f.tally.events, 4);
    assert_int_equal(f.tally.event_bytes, 16);
}

/* They leave when both have got everything. */
static void test_end(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    bench_room_end(&f.room);
    assert_true(hear(&f, 0, "xxx"));
    must_act(&f, 2000, "", "");
    assert_true(hear(&f, 1, "xxx"));
    must_act(&f, 2000, "\n", "\n");
    assert_true(bench_room_has_ended(&f.room));
    must_act(&f, 2000, "", "");
}

static const struct wrong_row {
    const char *name;
    const char *line;
    const char *fault;
} wrong_rows[] = {
    {"other bytes", "xxy", "not what a relay says"},
    {"too few", "xx", "not what a relay says"},
    {"too many", "xxxx", "not what a relay says"},
};

static void test_wrong(void **state) {
    const struct wrong_row *row = table_row(state);
    struct fixture f;
    begin(&f);
    assert_false(hear(&f, 1, row->line));
    assert_non_null(strstr(f.room.fault, row->fault));
}

static void test_wrong_number(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    assert_true(hear(&f, 1, "xxx"));
    assert_false(hear(&f, 1, "xxx"));
    assert_non_null(strstr(f.room.fault, "what nobody has said"));
}

/* One of them gets nothing any more, and the other goes on by himself. */
static void test_one_gets_nothing(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    unsigned n = 0;
    f.room.n_sent = 1000;
    while (hear(&f, 0, "xxx")) {
        n++;
    }
    assert_int_equal(n, BENCH_RING - 1);
    assert_non_null(strstr(f.room.fault, "b: gets nothing any more"));
}

static void test_greetings(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    assert_false(bench_relay_talk.hear_greeting(&f.room, 1, "* relay, pair 8"));
    assert_non_null(strstr(f.room.fault, "somebody else has come"));
    assert_false(bench_relay_talk.hear_greeting(&f.room, 0, "* relay, pair 1234567"));
    assert_false(bench_relay_talk.hear_greeting(&f.room, 0, "* alea 1"));
    assert_non_null(strstr(f.room.fault, "this is no relay"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),        cmocka_unit_test(test_end),
        cmocka_unit_test(test_wrong_number), cmocka_unit_test(test_one_gets_nothing),
        cmocka_unit_test(test_greetings),
    };
    return TABLE_RUN("bench_relay/wrong", test_wrong, wrong_rows) +
           cmocka_run_group_tests_name("bench_relay", tests, NULL, NULL);
}
