/* Logs with correct checksums that no server has written: an attacker who can write to
 * the file can compute them. */
#include "server/store/history/history.h"

#include "tests/unit/server/fixture.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

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
