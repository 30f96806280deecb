/* The logs of games: what is written to a store can be read from it. */
#include "server/store/store.h"

#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* --- starts --- */

static const struct start_row {
    const char *name;
    const char *game; /* with options */
    struct room_start start;
} start_rows[] = {
    {"two who wait", "tablut", {.seq = 0}},
    {"with options", "tablut:king=unarmed,legs=2", {.match = {.legs = 2, .leg = 1}}},
    {"with clocks", "royal-ur", {.time = {5, 10}, .seq = 12}},
    {"with a bonus only", "royal-ur", {.time = {0, 180}}},
    {"after another game", "ur", {.last_game_id = "earlier!", .seq = INT64_MAX - 1}},
    {"the second leg",
     "alea-evangelii",
     {.match = {.legs = 2, .leg = 2, .halves = {2, 0}, .captured = {3, UINT16_MAX}}}},
    {"rated", "ur", {.rated = true}},
    {"private", "ur", {.is_private = true, .word_hash = {1, 0, 3}}},
    {"opened by somebody", "ur", {.opener = 7, .seated_ms = 9}},
    {"rated, both sit there", "ur", {.rated = true, .opener = 7, .seated_ms = 9}},
    {"rated and private", "ur", {.rated = true, .is_private = true}},
    {"a free seat", "morris", {.seat = {{.session = 1, .name = "Zz"}}}},
    {"away",
     "stelpur",
     {.seat =
          {{.session = UINT64_MAX,
            .name = "a-name_of_16-byt",
            .absence = {.away = true, .pays = true, .since_ms = 5, .due_ms = UINT64_MAX}},
           {.session = 2,
            .name = "bob",
            .absence = {.away = true,
                        .overdue = true,
                        .by_server = true,
                        .since_ms = 0,
                        .due_ms = 7,
                        .held_ms = 8}}}}},
    {"with a move that may be repeated",
     "akalamdung",
     {.seat = {{.session = 1, .name = "ann", .last = {3, 9, "d6-f6xa1,g7"}},
               {.session = 2, .name = "bob", .last = {0, UINT64_MAX, "x"}}}}},
};

static void check_start(const struct room_start *a, const struct room_start *b) {
    assert_string_equal(a->code, b->code);
    assert_int_equal(a->opener, b->opener);
    assert_int_equal(a->seated_ms, b->seated_ms);
    assert_ptr_equal(a->game, b->game);
    assert_memory_equal(&a->opt, &b->opt, sizeof a->opt);
    assert_memory_equal(&a->time, &b->time, sizeof a->time);
    assert_int_equal(a->rated, b->rated);
    assert_int_equal(a->is_private, b->is_private);
    assert_memory_equal(a->word_hash, b->word_hash, sizeof a->word_hash);
    assert_memory_equal(a->draw.secret, b->draw.secret, sizeof a->draw.secret);
    assert_string_equal(a->draw.game_id, b->draw.game_id);
    assert_int_equal(a->seq, b->seq);
    assert_string_equal(a->last_game_id, b->last_game_id);
    assert_int_equal(a->match.legs, b->match.legs);
    assert_int_equal(a->match.leg, b->match.leg);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct seat_start *x = &a->seat[i], *y = &b->seat[i];
        assert_int_equal(a->match.halves[i], b->match.halves[i]);
        assert_int_equal(a->match.captured[i], b->match.captured[i]);
        assert_int_equal(x->session, y->session);
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->absence.away, y->absence.away);
        assert_int_equal(x->absence.overdue, y->absence.overdue);
        assert_int_equal(x->absence.by_server, y->absence.by_server);
        assert_int_equal(x->absence.pays, y->absence.pays);
        assert_int_equal(x->absence.since_ms, y->absence.since_ms);
        assert_int_equal(x->absence.due_ms, y->absence.due_ms);
        assert_int_equal(x->absence.held_ms, y->absence.held_ms);
        assert_int_equal(x->last.from_seq, y->last.from_seq);
        assert_int_equal(x->last.to_seq, y->last.to_seq);
        assert_string_equal(x->last.text, y->last.text);
    }
}

TEST_ROWS(start_rows) {
    const struct start_row *row = table_row(state);
    struct room_start start = row->start, read;
    struct text_in in = text_in_of(row->game, strlen(row->game));
    assert_true(game_parse(&in, &start.game, &start.opt));
    snprintf(start.code, sizeof start.code, "KOTO");
    snprintf(start.draw.game_id, sizeof start.draw.game_id, "%s",
             "0123456789abcdef0123456789abcde~");
    for (int i = 0; i < FAIR_SECRET_BYTES; i++) {
        start.draw.secret[i] = (uint8_t)(i * 9); /* contains a NUL */
    }
    if (start.match.legs == 0) {
        start.match.legs = start.match.leg = 1;
    }
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_shelf();
    int64_t game = add_next_game(shelf->store, &start, -5);
    assert_true(game > 0);
    assert_true(store_load_start(shelf->store, game, &read, fault));
    check_start(&start, &read); /* before it is committed */
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_next_game(shelf->store, 0, true), game);
    assert_true(store_load_start(shelf->store, game, &read, fault));
    check_start(&start, &read);
    assert_string_equal(fault, "");
}

TEST(test_nothing_is_kept_of_an_absence_that_is_over) {
    char fault[FAULT_BYTES];
    struct shelf *shelf = open_shelf();
    struct room_start read, start = sample_start("A", "g");
    start.seat[0].absence = (struct absence){.overdue = true, .due_ms = 5};
    int64_t game = add_next_game(shelf->store, &start, 0);
    assert_true(store_load_start(shelf->store, game, &read, fault));
    assert_false(read.seat[0].absence.overdue);
    assert_int_equal(read.seat[0].absence.due_ms, 0);
}

/* --- ops --- */

#define SEAL "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* clang-format off */
static const struct op_row {
    const char *name;
    struct op op;
    const char *dice;
} op_rows[] = {
    {"sit", {.kind = OP_SIT, .side = SIDE_BLACK, .session = UINT64_MAX, .name = "bob"}, ""},
    {"stand", {.kind = OP_STAND, .side = SIDE_WHITE}, ""},
    {"ready with a nonce", {.kind = OP_READY, .side = SIDE_BLACK, .text = "!\"\\/~'", .due_ms = 99}, "3:1,0,1/1,1,1"},
    {"ready without a nonce", {.kind = OP_READY, .side = SIDE_WHITE}, ""},
    {"ready with a seal", {.kind = OP_READY, .side = SIDE_WHITE, .text = SEAL, .due_ms = UINT64_MAX}, ""},
    {"open", {.kind = OP_OPEN, .side = SIDE_BLACK, .text = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}, "0:1,0,1/0,0,0"},
    {"move", {.kind = OP_MOVE, .side = SIDE_BLACK, .text = "d6-f6xa1,g7", .seq = 12, .since_ms = 13}, "4:2,2,2 5:1,1,1"},
    {"move that answers nothing", {.kind = OP_MOVE, .side = SIDE_WHITE, .text = "1"}, ""},
    {"resign", {.kind = OP_RESIGN, .side = SIDE_BLACK}, ""},
    {"rematch", {.kind = OP_REMATCH, .side = SIDE_WHITE}, ""},
    {"next leg", {.kind = OP_NEXT_LEG}, ""},
    {"say", {.kind = OP_SAY, .side = SIDE_BLACK, .text = "h\xC3\xA9 \xF0\x9F\x8E\xB2 \t'); --"}, ""},
    {"away", {.kind = OP_AWAY, .side = SIDE_WHITE, .due_ms = 120000}, ""},
    {"drop", {.kind = OP_DROP, .side = SIDE_WHITE, .due_ms = 120000}, ""},
    {"back", {.kind = OP_BACK, .side = SIDE_BLACK}, ""},
    {"overdue", {.kind = OP_OVERDUE, .side = SIDE_BLACK}, ""},
    {"claim", {.kind = OP_CLAIM, .side = SIDE_WHITE}, ""},
    {"idle", {.kind = OP_IDLE, .side = SIDE_WHITE, .due_ms = 86400000}, ""},
    {"draw", {.kind = OP_DRAW, .side = SIDE_WHITE}, ""},
    {"late", {.kind = OP_LATE, .side = SIDE_BLACK}, ""},
    {"unseat", {.kind = OP_UNSEAT, .side = SIDE_BLACK}, ""},
    {"takeback", {.kind = OP_TAKEBACK, .side = SIDE_BLACK}, ""},
    {"abort", {.kind = OP_ABORT, .side = SIDE_BLACK}, ""},
    {"call off", {.kind = OP_CALL_OFF, .side = SIDE_BLACK}, ""},
    {"adjourn", {.kind = OP_ADJOURN, .side = SIDE_BLACK, .due_ms = 1209600000}, ""},
    {"resume", {.kind = OP_RESUME, .side = SIDE_WHITE}, ""},
    {"restart", {.kind = OP_RESTART, .due_ms = 5}, ""},
    {"unopened", {.kind = OP_UNOPENED}, ""},
    {"flag", {.kind = OP_FLAG, .since_ms = UINT64_MAX}, ""},
    {"abandon", {.kind = OP_ABANDON}, ""},
    {"lapse", {.kind = OP_LAPSE}, ""},
    {"adjudicate", {.kind = OP_ADJUDICATE, .side = SIDE_BLACK}, ""},
    {"annul", {.kind = OP_ANNUL}, ""},
};
/* clang-format on */

static void check_op(const struct op_row *row, uint64_t seq,
                     const struct stored_op *read) {
    const struct op *a = &row->op, *b = &read->op;
    assert_int_equal(read->seq, seq);
    assert_string_equal(read->dice, row->dice);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->at_ms, b->at_ms);
    assert_int_equal(a->at_s, b->at_s);
    assert_int_equal(a->since_ms, b->since_ms);
    assert_int_equal(a->session, b->session);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->text, b->text);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->due_ms, b->due_ms);
    assert_string_equal(b->draw.game_id, "");
}

TEST_ROWS(op_rows) {
    struct op_row row = *(const struct op_row *)table_row(state);
    struct stored_op read;
    char fault[FAULT_BYTES] = "";
    row.op.at_ms = 123456789012;
    row.op.at_s = -1; /* a wrong system clock must not cause a failure */
    memset(&row.op.draw, 'x', sizeof row.op.draw - 1); /* is not stored */
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    store_add_op(shelf->store, game, 7, &row.op, row.dice);
    assert_int_equal(store_next_op(shelf->store, game, 0, &read, fault), STORED_OP);
    check_op(&row, 7, &read);
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_next_op(shelf->store, game, 0, &read, fault), STORED_OP);
    check_op(&row, 7, &read);
    assert_int_equal(store_next_op(shelf->store, game, 7, &read, fault), STORED_END);
    assert_string_equal(fault, "");
}

TEST(test_every_kind_of_op_is_tested) {
    for (int kind = 0; kind < OP_KIND_COUNT; kind++) {
        size_t i = 0, n = sizeof op_rows / sizeof op_rows[0];
        while (i < n && op_rows[i].op.kind != (enum op_kind)kind) {
            i++;
        }
        assert_true(i < n);
        assert_int_equal(op_find(op_name((enum op_kind)kind)), kind);
    }
    assert_int_equal(op_find("dance"), OP_KIND_COUNT);
    assert_int_equal(op_find(""), OP_KIND_COUNT);
}

/* The longest values of everything. */
TEST(test_a_long_op) {
    struct stored_op read;
    char fault[FAULT_BYTES], dice[DICE_TEXT_BYTES];
    struct op op = {.kind = OP_SAY};
    memset(op.text, 'x', sizeof op.text - 1);
    memset(dice, '1', sizeof dice - 1);
    dice[sizeof dice - 1] = '\0';
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "KOTOBA", "g");
    store_add_op(shelf->store, game, 1, &op, dice);
    assert_int_equal(store_next_op(shelf->store, game, 0, &read, fault), STORED_OP);
    assert_string_equal(read.op.text, op.text);
    assert_string_equal(read.dice, dice);
}

/* --- order --- */

TEST(test_logs_of_two_games_in_turn) {
    struct stored_op op;
    char fault[FAULT_BYTES];
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "ga"), b = add_game(shelf, "B", "gb");
    for (uint64_t seq = 1; seq <= 4; seq++) {
        add_say(shelf, a, seq, "a");
        add_say(shelf, b, 10 * seq, "b"); /* numbers need not be consecutive */
    }
    uint64_t at_a = 0, at_b = 0;
    for (uint64_t i = 1; i <= 4; i++) {
        assert_int_equal(store_next_op(shelf->store, a, at_a, &op, fault), STORED_OP);
        assert_int_equal(at_a = op.seq, i);
        assert_string_equal(op.op.text, "a");
        assert_int_equal(store_next_op(shelf->store, b, at_b, &op, fault), STORED_OP);
        assert_int_equal(at_b = op.seq, 10 * i);
        assert_string_equal(op.op.text, "b");
    }
    assert_int_equal(store_next_op(shelf->store, a, at_a, &op, fault), STORED_END);
    assert_int_equal(store_next_op(shelf->store, b, at_b, &op, fault), STORED_END);
}

TEST(test_writing_while_reading) {
    struct stored_op op;
    char fault[FAULT_BYTES];
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 1, "1");
    add_say(shelf, game, 2, "2");
    commit(shelf);
    assert_int_equal(store_next_op(shelf->store, game, 0, &op, fault), STORED_OP);
    add_say(shelf, game, 3, "3");
    assert_int_equal(store_next_op(shelf->store, game, 1, &op, fault), STORED_OP);
    assert_int_equal(op.seq, 2);
    commit(shelf);
    assert_int_equal(store_next_op(shelf->store, game, 2, &op, fault), STORED_OP);
    assert_int_equal(op.seq, 3);
    add_say(shelf, game, 4, "4");
    assert_int_equal(store_next_op(shelf->store, game, 3, &op, fault), STORED_OP);
    assert_int_equal(op.seq, 4);
    assert_int_equal(store_next_op(shelf->store, game, 4, &op, fault), STORED_END);
}

TEST(test_reading_from_anywhere) {
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    assert_string_equal(read_log(shelf, game, 0), ".");
    add_say(shelf, game, 11, "11");
    add_say(shelf, game, 12, "12");
    add_say(shelf, game, 20, "20");
    assert_string_equal(read_log(shelf, game, 0), "11 12 20 .");
    assert_string_equal(read_log(shelf, game, 10), "11 12 20 .");
    assert_string_equal(read_log(shelf, game, 11), "12 20 .");
    assert_string_equal(read_log(shelf, game, 15), "20 .");
    assert_string_equal(read_log(shelf, game, 20), ".");
    assert_string_equal(read_log(shelf, game, UINT64_MAX), ".");
    assert_string_equal(read_log(shelf, game + 1, 0),
                        "! after event 0: there is no such game");
}

/* The numbers of events must increase: anything else is a bug of ours, but must not spoil
 * the log. */
TEST(test_a_number_that_was_there) {
    static const uint64_t wrong[] = {0, 1, 2, UINT64_MAX};
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 2, "2");
    commit(shelf);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        add_say(shelf, game, wrong[i], "x");
        assert_false(store_commit(shelf->store));
        assert_string_equal(read_log(shelf, game, 0), "2 .");
    }
}

/* More games at once than the store caches. */
TEST(test_logs_of_many_games) {
    struct shelf *shelf = open_shelf();
    int64_t game[1500];
    for (unsigned i = 0; i < 1500; i++) {
        char code[] = {(char)('A' + i / 676), (char)('A' + i / 26 % 26),
                       (char)('A' + i % 26), '\0'};
        game[i] = add_game(shelf, code, code);
    }
    for (uint64_t seq = 1; seq <= 3; seq++) {
        for (unsigned i = 0; i < 1500; i++) {
            add_say(shelf, game[i], seq, "x");
        }
    }
    commit(shelf);
    for (unsigned i = 0; i < 1500; i++) {
        assert_string_equal(read_log(shelf, game[i], 0), "x x x .");
    }
}

/* --- transactions --- */

TEST(test_nothing_is_written_nothing_is_dirty) {
    struct shelf *shelf = open_shelf();
    assert_false(store_is_dirty(shelf->store));
    assert_true(store_commit(shelf->store));
    add_game(shelf, "A", "g");
    assert_true(store_is_dirty(shelf->store));
    commit(shelf);
    assert_false(store_is_dirty(shelf->store));
}

TEST(test_close_rolls_back) {
    struct shelf *shelf = open_shelf();
    int64_t game = add_game(shelf, "A", "g");
    commit(shelf);
    add_say(shelf, game, 1, "x");
    assert_string_equal(read_log(shelf, game, 0), "x .");
    store_put_time(shelf->store, 5000);
    assert_int_equal(store_time(shelf->store), 5000);
    reopen(shelf);
    assert_string_equal(read_log(shelf, game, 0), ".");
    assert_int_equal(store_time(shelf->store), 0);
}

/* Two games with the same id: the second transaction fails as a whole. */
TEST(test_a_failed_step_takes_the_rest_with_it) {
    uint8_t hash[TOKEN_HASH_BYTES] = {1};
    struct stored_session session;
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "g");
    add_say(shelf, a, 1, "1");
    commit(shelf);
    add_say(shelf, a, 2, "2");
    put_session(shelf->store, 1, "ann", hash, 0);
    add_game(shelf, "B", "g");
    add_say(shelf, a, 3, "3");
    store_put_time(shelf->store, 99999);
    assert_true(store_is_dirty(shelf->store));
    assert_false(store_commit(shelf->store));
    assert_string_not_equal(store_fault(shelf->store), "");
    assert_false(store_is_dirty(shelf->store));
    assert_string_equal(read_log(shelf, a, 0), "1 .");
    assert_int_equal(store_next_session(shelf->store, 0, &session), NOT_FOUND);
    assert_int_equal(store_time(shelf->store), 1001);
    add_say(shelf, a, 2, "again"); /* continues after event 1 */
    commit(shelf);
    assert_string_equal(read_log(shelf, a, 0), "1 again .");
    reopen(shelf);
    assert_string_equal(read_log(shelf, a, 0), "1 again .");
}

TEST(test_an_op_of_no_game) {
    struct shelf *shelf = open_shelf();
    add_say(shelf, 12, 1, "x");
    assert_false(store_commit(shelf->store));
    assert_string_equal(store_fault(shelf->store), "there is no such game");
    assert_true(store_commit(shelf->store));
}

TEST(test_time_goes_forward) {
    struct shelf *shelf = open_shelf();
    assert_int_equal(store_time(shelf->store), 0);
    store_put_time(shelf->store, 500);
    store_put_time(shelf->store, 400);
    assert_int_equal(store_time(shelf->store), 500);
    commit(shelf);
    int64_t game = add_game(shelf, "A", "g");
    add_say(shelf, game, 1, "x"); /* at 1001 */
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_time(shelf->store), 1001);
    store_put_time(shelf->store, 1000);
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_time(shelf->store), 1001);
}

TEST(test_a_store_in_memory) {
    struct shelf shelf = {.config = {.path = STORE_MEMORY}}, other = shelf;
    open_store(&shelf);
    open_store(&other); /* a different store */
    int64_t game = add_game(&shelf, "A", "g");
    add_say(&shelf, game, 1, "x");
    commit(&shelf);
    assert_string_equal(read_log(&shelf, game, 0), "x .");
    assert_int_equal(store_next_game(other.store, 0, false), 0);
    add_say(&shelf, game, 1, "y");
    assert_false(store_commit(shelf.store));
    assert_string_equal(read_log(&shelf, game, 0), "x .");
    close_store(&shelf);
    close_store(&other);
}
