/* Sessions, and live or finished games: reading them one by one, and lists; and totals
 * of dice, and games that are set aside. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#include "server/store/history/history.h"
#include "server/store/store.h"

/* --- sessions --- */

static void check_session(struct shelf *shelf, uint64_t after, uint64_t id,
                          const char *name, uint8_t byte) {
    struct stored_session session;
    assert_int_equal(store_next_session(shelf->store, after, &session), FOUND);
    assert_int_equal(session.id, id);
    assert_string_equal(session.name, name);
    for (int i = 0; i < TOKEN_HASH_BYTES; i++) {
        assert_int_equal(session.token_hash[i], byte);
    }
}

TEST(test_sessions) {
    uint8_t hash[3][TOKEN_HASH_BYTES];
    for (int i = 0; i < 3; i++) {
        memset(hash[i], i, sizeof hash[i]);
    }
    struct stored_session session;
    struct shelf *shelf = open_shelf();
    assert_int_equal(store_next_session(shelf->store, 0, &session), NOT_FOUND);
    put_session(shelf->store, 1 << 30, "bob", hash[1], 0);
    put_session(shelf->store, INT64_MAX, "last", hash[2], 0);
    put_session(shelf->store, 3, "ann", hash[0], 0);
    check_session(shelf, 0, 3, "ann", 0);
    commit(shelf);
    reopen(shelf);
    check_session(shelf, 0, 3, "ann", 0);
    check_session(shelf, 3, 1 << 30, "bob", 1);
    check_session(shelf, 1 << 30, INT64_MAX, "last", 2);
    assert_int_equal(store_next_session(shelf->store, INT64_MAX, &session), NOT_FOUND);
    assert_int_equal(store_next_session(shelf->store, UINT64_MAX, &session), NOT_FOUND);
    put_session(shelf->store, 3, "anna", hash[2], 0);
    store_remove_session(shelf->store, 1 << 30);
    store_remove_session(shelf->store, 77); /* does not exist */
    commit(shelf);
    reopen(shelf);
    check_session(shelf, 0, 3, "anna", 2);
    check_session(shelf, 3, INT64_MAX, "last", 2);
}

/* --- the terms of a room --- */

static const struct terms_row {
    const char *name, *sql;
    bool is_right;
} terms_rows[] = {
    {"as it was", "UPDATE games SET n = n", true},
    {"no longer rated", "UPDATE games SET rated = NULL", false},
    {"no longer private", "UPDATE games SET word_hash = NULL", false},
    {"neither", "UPDATE games SET rated = NULL, word_hash = NULL", false},
    {"another word", "UPDATE games SET word_hash = secret", false},
};

TEST_ROWS(terms_rows) {
    const struct terms_row *row = table_row(state);
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_shelf();
    struct room_start start = sample_start("KOTO", "g"), read;
    start.rated = true;
    start.is_private = true;
    start.word_hash[31] = 9;
    int64_t game = add_next_game(shelf->store, &start, 1700000000);
    commit(shelf);
    close_store(shelf);
    run_sql(shelf->path, row->sql);
    open_store(shelf);
    assert_int_equal(store_load_start(shelf->store, game, &read, fault), row->is_right);
}

/* --- live and finished games --- */

TEST(test_games_in_order) {
    struct shelf *shelf = open_shelf();
    assert_int_equal(store_next_game(shelf->store, 0, true), 0);
    int64_t a = add_game(shelf, "A", "ga"), b = add_game(shelf, "B", "gb"),
            c = add_game(shelf, "C", "gc"), d = add_game(shelf, "D", "gd");
    end_game(shelf, b, "ann", "bob", 5);
    end_game(shelf, c, "ann", "bob", 5); /* its room still shows it */
    store_retire_game(shelf->store, b);
    store_set_aside(shelf->store, a, "eaten by a dog");
    commit(shelf);
    reopen(shelf);
    struct store *store = shelf->store;
    assert_int_equal(store_next_game(store, 0, true), c);
    assert_int_equal(store_next_game(store, c, true), d);
    assert_int_equal(store_next_game(store, d, true), 0);
    assert_int_equal(store_next_game(store, 0, false), a);
    assert_int_equal(store_next_game(store, a, false), b);
    assert_int_equal(store_next_game(store, d, false), 0);
    assert_int_equal(n_rows(shelf, "games WHERE damage = 'eaten by a dog'"), 1);
}

static void check_rows(const struct shelf *shelf, int n_games, int n_events) {
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM games"), n_games);
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM seats"), 2 * n_games);
    assert_int_equal(ask_sql(shelf->path, "SELECT count(*) FROM events"), n_events);
}

TEST(test_a_game_without_result_is_forgotten) {
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "ga"), b = add_game(shelf, "B", "gb");
    add_say(shelf, a, 1, "a");
    add_say(shelf, b, 1, "b");
    commit(shelf);
    store_retire_game(shelf->store, b);
    commit(shelf);
    assert_int_equal(store_next_game(shelf->store, a, false), 0);
    prune(shelf);
    int64_t c = add_game(shelf, "C", "gb"); /* its id can be used again */
    assert_true(c > b);                     /* but its number is not */
    commit(shelf);
    close_store(shelf);
    check_rows(shelf, 2, 1);
}

TEST(test_another_game_of_a_room) {
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "ga");
    add_say(shelf, a, 1, "a");
    end_game(shelf, a, "ann", "bob", 5);
    int64_t b = add_game(shelf, "A", "gb");
    add_say(shelf, b, 2, "b");
    assert_int_equal(store_next_game(shelf->store, 0, true), b);
    int64_t c = add_game(shelf, "A", "gc"); /* the previous one was not played */
    commit(shelf);
    assert_int_equal(store_next_game(shelf->store, 0, true), c);
    assert_int_equal(store_next_game(shelf->store, 0, false), a);
    assert_int_equal(store_next_game(shelf->store, a, false), c);
    prune(shelf);
    add_say(shelf, a, 2, "bye"); /* chat in a finished game */
    assert_string_equal(read_log(shelf, a, 0), "a bye .");
    commit(shelf);
    close_store(shelf);
    check_rows(shelf, 2, 2);
}

TEST(test_what_is_set_aside_is_kept) {
    struct shelf *shelf = open_shelf();
    int64_t a = add_game(shelf, "A", "ga");
    store_set_aside(shelf->store, a, "why");
    store_retire_game(shelf->store, a);
    add_game(shelf, "A", "gb");
    commit(shelf);
    close_store(shelf);
    check_rows(shelf, 2, 0);
}

/* --- lists --- */

/* Writes the ids of listed games, separated by a space. */
static const char *ids_of(const struct stored_game *row, size_t n) {
    static char ids[512];
    size_t len = 0;
    ids[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        len += (size_t)snprintf(ids + len, sizeof ids - len, "%s%s", i > 0 ? " " : "",
                                row[i].game_id);
    }
    return ids;
}

/* The ids of the listed games. */
static const char *list(struct shelf *shelf, const char *name, size_t cap) {
    struct stored_game row[16];
    size_t n = store_list_games(shelf->store, name, NULL, row, cap);
    assert_true(n <= cap && cap <= 16);
    return ids_of(row, n);
}

/* Those after a game. */
static const char *list_before(struct shelf *shelf, const char *name, const char *id,
                               size_t cap) {
    struct stored_game row[16];
    int64_t number = store_find_game(shelf->store, id);
    assert_true(store_list_game(shelf->store, number, &row[0]));
    struct list_place before = {row[0].ended_s, number};
    return ids_of(row, store_list_games(shelf->store, name, &before, row, cap));
}

TEST(test_lists) {
    struct shelf *shelf = open_shelf();
    assert_string_equal(list(shelf, "", 16), "");
    static const struct {
        const char *id, *white, *black;
        int64_t ended_s;
    } over[] = {
        {"g1", "ann", "bob", 10},  {"g2", "Bob", "carl", 40}, {"g3", "carl", "ANN", 20},
        {"g4", "bob", "bobo", 20}, {"g5", "ann", "Ann", 30},
    };
    for (size_t i = 0; i < sizeof over / sizeof over[0]; i++) {
        int64_t game = add_game(shelf, "A", over[i].id);
        add_say(shelf, game, 1, "x");
        end_game(shelf, game, over[i].white, over[i].black, over[i].ended_s);
    }
    add_game(shelf, "B", "live");
    assert_string_equal(list(shelf, "", 16), "g2 g5 g4 g3 g1");
    commit(shelf);
    assert_string_equal(list(shelf, "", 16), "g2 g5 g4 g3 g1");
    assert_string_equal(list(shelf, "", 2), "g2 g5");
    assert_string_equal(list(shelf, "", 0), "");
    assert_string_equal(list(shelf, "ann", 16), "g5 g3 g1");
    assert_string_equal(list(shelf, "aNN", 2), "g5 g3");
    assert_string_equal(list(shelf, "BOB", 16), "g2 g4 g1");
    assert_string_equal(list(shelf, "bo", 16), "");
    assert_string_equal(list(shelf, "%", 16), "");
    assert_string_equal(list_before(shelf, "", "g2", 2), "g5 g4");
    assert_string_equal(list_before(shelf, "", "g4", 16), "g3 g1"); /* ended with g4 */
    assert_string_equal(list_before(shelf, "", "g1", 16), "");
    assert_string_equal(list_before(shelf, "ann", "g5", 1), "g3");
    assert_string_equal(list_before(shelf, "ann", "g4", 16), "g3 g1"); /* not ann's */
}

static const struct end_row {
    const char *name;
    struct result result;
} end_rows[] = {
    {"white has won", {true, false, OUTCOME_WHITE, "corner"}},
    {"black has won", {true, false, OUTCOME_BLACK, "absent"}},
    {"a draw", {true, false, OUTCOME_DRAW, "repetition"}},
    {"called off", {true, true, OUTCOME_WHITE, "unopened"}},
};

TEST_ROWS(end_rows) {
    const struct end_row *row = table_row(state);
    struct shelf *shelf = open_shelf();
    struct room_start start = sample_start("A", "g1");
    start.opt.value[0] = 1;
    int64_t game = add_next_game(shelf->store, &start, 0);
    add_say(shelf, game, 1, "x");
    struct stored_game read;
    assert_false(store_list_game(shelf->store, game, &read));
    assert_int_equal(store_find_game(shelf->store, "g1"), 0); /* not over */
    struct record record;
    record_init(&record);
    snprintf(record.player[0].name, sizeof record.player[0].name, "Ann");
    snprintf(record.player[1].name, sizeof record.player[1].name, "bob");
    record.result = row->result;
    record.started_s = row->result.called_off ? 0 : 1700000001;
    record.ended_s = 1700000002;
    store_end_game(shelf->store, game, &record, CLASS_GUESTS);
    record_fini(&record);
    add_say(shelf, game, 2, "thanks");
    commit(shelf);
    reopen(shelf);
    assert_int_equal(store_find_game(shelf->store, "g1"), game);
    assert_int_equal(store_find_game(shelf->store, "G1"), 0);
    assert_true(store_list_game(shelf->store, game, &read));
    assert_string_equal(read.game_id, "g1");
    assert_string_equal(read.game, "tablut:king=unarmed");
    assert_string_equal(read.name[0], "Ann");
    assert_string_equal(read.name[1], "bob");
    assert_true(read.result.over);
    assert_int_equal(read.result.called_off, row->result.called_off);
    assert_int_equal(read.result.outcome, row->result.outcome);
    assert_string_equal(read.result.reason, row->result.reason);
    assert_int_equal(read.started_s, row->result.called_off ? 0 : 1700000001);
    assert_int_equal(read.ended_s, 1700000002);
    assert_false(store_list_game(shelf->store, game + 1, &read));
    assert_string_equal(read_log(shelf, game, 0), "x thanks .");
    assert_string_equal(list(shelf, "ann", 1), "g1");
}

/* Pages read, with an empty cache, by everything that a server reads at its start or for
 * a list. */
static int reads_of(struct shelf *shelf, const char *name) {
    struct stored_game row[20];
    reopen(shelf);
    fault_vfs_set(0, 0, 0, false);
    if (name != NULL) {
        assert_int_equal(store_list_games(shelf->store, name, NULL, row, 20), 20);
    } else {
        int n_live = 0;
        for (int64_t game = 0; (game = store_next_game(shelf->store, game, true)) != 0;) {
            n_live++;
        }
        assert_int_equal(n_live, 2);
        assert_true(store_time(shelf->store) > 0);
        assert_int_equal(store_find_game(shelf->store, "live"), 0);
    }
    return fault_vfs.reads;
}

TEST(test_old_games_do_not_make_it_slow) {
    static const char *const names[] = {NULL, "", "ann", "bob", "zed"};
    struct shelf *shelf = make_shelf();
    open_store(shelf);
    int few[5];
    for (unsigned i = 0; i < 4000; i++) {
        char id[16];
        snprintf(id, sizeof id, "g%u", i);
        int64_t game = add_game(shelf, "A", id);
        add_say(shelf, game, 1, "x");
        end_game(shelf, game, i % 10 == 5 ? "zed" : "ann", "bob", i);
        if (i == 299) {
            add_game(shelf, "B", "live");
            commit(shelf);
            for (int j = 0; j < 5; j++) {
                few[j] = reads_of(shelf, names[j]);
            }
        }
    }
    commit(shelf);
    for (int j = 0; j < 5; j++) {
        int many = reads_of(shelf, names[j]);
        print_message("%s: %d pages, then %d\n", names[j] != NULL ? names[j] : "start",
                      few[j], many);
        assert_true(many <= few[j] + 10); /* of more than 600 */
    }
}

/* --- dice --- */

static uint64_t throws_of(const struct shelf *shelf, const char *name) {
    struct dice_tally tally = {.throws = 0};
    store_find_dice(shelf->store, name, &dice_two_six, &tally);
    return tally.throws;
}

TEST(test_totals_of_dice) {
    static const char *const names[] = {"", "Ann", "bob", "ANN"};
    struct dice_tally read, tally = {&dice_two_six, 3, {1, 1, 1, 1, 1, 1}};
    struct shelf *shelf = open_shelf();
    for (size_t i = 0; i < 4; i++) {
        WRITE(shelf->store, writes_add_dice, names[i], &tally);
    }
    commit(shelf);
    assert_int_equal(throws_of(shelf, "ann"), 6);
    assert_int_equal(throws_of(shelf, "bob"), 3);
    assert_false(store_find_dice(shelf->store, "ann", &dice_three_six, &read));
    store_forget_dice(shelf->store, "aNn");
    store_forget_dice(shelf->store, ""); /* an empty name belongs to nobody */
    commit(shelf);
    reopen(shelf);
    assert_int_equal(throws_of(shelf, "ann"), 0);
    assert_int_equal(throws_of(shelf, "bob"), 3);
    assert_int_equal(throws_of(shelf, ""), 3);
    close_store(shelf);
    run_sql(shelf->path, "UPDATE dice SET n3 = -1 WHERE name = 'bob'");
    open_store(shelf);
    assert_false(
        store_find_dice(shelf->store, "bob", &dice_two_six, &read)); /* damaged */
}

/* --- history --- */

/* Logs with correct checksums that no server has written: an attacker who can write to
 * the file can compute them. */

/* Ann and Bob play a few moves; returns the path of their file, whose server is
 * stopped. */
static void play(char path[static 64]) {
    open_filed_fixture("");
    snprintf(path, 64, "%s/alea.db", fixture->dir);
    begin("{'cmd':'create','game':'royal-ur'}");
    for (int i = 0; i < 5; i++) {
        ask(1, "{'cmd':'move','move':1}");
        ask(2, "{'cmd':'move','move':1}");
    }
    ask(1, "{'cmd':'say','text':'hello'}");
    kill_fixture();
}

/* How each row changes an op of the log, and the start of the game. */

static void leave(struct room_start *start, struct stored_op *op) {
    (void)start;
    (void)op;
}

static void throw_another(struct room_start *start, struct stored_op *op) {
    (void)start;
    if (op != NULL && op->op.kind == OP_MOVE && op->dice[0] != '\0') {
        char *last = &op->dice[strlen(op->dice) - 1];
        *last = *last == '1' ? '0' : '1';
    }
}

static void throw_nothing(struct room_start *start, struct stored_op *op) {
    (void)start;
    if (op != NULL && op->op.kind == OP_MOVE) {
        op->dice[0] = '\0';
    }
}

static void draw_another(struct room_start *start, struct stored_op *op) {
    if (op == NULL) {
        start->draw.secret[0] ^= 1;
    }
}

static void move_another(struct room_start *start, struct stored_op *op) {
    (void)start;
    if (op != NULL && op->op.kind == OP_MOVE) {
        strcpy(op->op.text, "in-9");
    }
}

static void skip_one(struct room_start *start, struct stored_op *op) {
    (void)start;
    if (op != NULL && op->op.kind == OP_SAY) {
        op->seq++;
    }
}

static const struct row {
    const char *name;
    void (*change)(struct room_start *start,
                   struct stored_op *op); /* op NULL: changes the start */
    const char *kind, *fault;             /* of the event; NULL: none */
} rows[] = {
    {"as it was", leave, NULL, NULL},
    {"another throw", throw_another,
     " (move): ", "the dice are not those that were thrown"},
    {"a throw left away", throw_nothing,
     " (move): ", "the dice are not those that were thrown"},
    {"another secret", draw_another, " (", "the dice are not those that were thrown"},
    {"a move that is none", move_another, " (move): ", "this is not a legal move"},
    {"an event skipped", skip_one, " (say): ", "an event before it is missing"},
};

/* Copies the game of one file to another as a new game, changed. */
static int64_t copy_game(struct store *from, struct store *to, const struct row *row) {
    struct room_start start;
    struct stored_op op = {.seq = 0};
    char fault[FAULT_BYTES];
    int64_t game = store_next_game(from, 0, false);
    assert_true(store_load_start(from, game, &start, fault));
    row->change(&start, NULL);
    int64_t copy = add_next_game(to, &start, 1700000000);
    for (uint64_t after = 0; store_next_op(from, game, after, &op, fault) == STORED_OP;) {
        after = op.seq;
        row->change(&start, &op);
        store_add_op(to, copy, op.seq, &op.op, op.dice);
    }
    assert_true(store_commit(to));
    return copy;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char path[64], fault[FAULT_BYTES] = "";
    play(path);
    struct store_config config = {.path = path, .read_only = true};
    struct store *store = store_open(&config, fault);
    assert_string_equal(fault, "");
    struct shelf *shelf = open_shelf();
    int64_t game = copy_game(store, shelf->store, row);
    struct room *room = history_room(shelf->store, game, 0, NULL, NULL, fault);
    assert_int_equal(room != NULL, row->fault == NULL);
    if (row->fault != NULL) {
        assert_begins(fault, "event ");
        assert_has(fault, row->kind);
        assert_has(fault, row->fault);
    }
    room_destroy(room);
    store_close(store);
    close_shelf(shelf);
    start_fixture();
}

BEFORE_TESTS {
    random_state = random_seed();
}
