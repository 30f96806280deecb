#include "tests/unit/server/damage.h"

struct shelf *fill_shelf(void) {
    static const char *const code[] = {"A", "B", "C"}, *const id[] = {"ga", "gb", "gc"};
    struct shelf *shelf = open_shelf();
    for (int i = 0; i < 3; i++) {
        struct room_start start = sample_start(code[i], id[i]);
        start.time = (struct time_control){5, 10};
        start.seq = 10;
        snprintf(start.last_game_id, sizeof start.last_game_id, "earlier");
        start.seat[0].last = (struct last_move){3, 9, "e5-e6"};
        start.seat[1].absence = (struct absence){.away = true,
                                                 .overdue = true,
                                                 .by_server = true,
                                                 .since_ms = 5,
                                                 .due_ms = 6,
                                                 .held_ms = 7};
        memset(start.draw.secret, 0x51 + i, sizeof start.draw.secret);
        int64_t game = add_next_game(shelf->store, &start, 1700000000);
        assert_int_equal(game, i + 1);
        struct op sit = {
            .kind = OP_SIT, .side = SIDE_BLACK, .session = 18, .name = "bob"};
        struct op move = {.kind = OP_MOVE,
                          .text = "e5-e6",
                          .at_ms = 1,
                          .at_s = 2,
                          .seq = 12,
                          .since_ms = 13,
                          .due_ms = 14};
        store_add_op(shelf->store, game, 11, &sit, "");
        store_add_op(shelf->store, game, 12, &move, "");
        store_add_op(shelf->store, game, 13, &move, "1:1,2,3");
        add_say(shelf, game, 14, "hello");
        add_say(shelf, game, 15, "bye");
        if (i < 2) {
            end_game(shelf, game, "ann", "bob", 1700000001);
            add_say(shelf, game, 16, "thanks");
        }
    }
    commit(shelf);
    close_store(shelf);
    return shelf;
}

const char *faults_of(struct shelf *shelf, int64_t game) {
    static char text[4096];
    char fault[FAULT_BYTES];
    struct room_start start;
    size_t len = 0;
    text[0] = '\0';
    if (!store_load_start(shelf->store, game, &start, fault)) {
        assert_null(start.game);
        len = (size_t)snprintf(text, sizeof text, "start: %s; ", fault);
    }
    const char *log = read_log(shelf, game, 0);
    if (strchr(log, '!') != NULL) {
        snprintf(text + len, sizeof text - len, "log: %s", strchr(log, '!') + 2);
    }
    return text;
}

void check_others(struct shelf *shelf) {
    struct stored_game row[4];
    assert_string_equal(faults_of(shelf, 2), "");
    assert_string_equal(faults_of(shelf, 3), "");
    assert_int_equal(store_find_game(shelf->store, "gb"), 2);
    assert_true(store_list_game(shelf->store, 2, row));
    size_t n = store_list_games(shelf->store, "ann", NULL, row, 4);
    assert_true(n >= 1);
    assert_string_equal(row[0].game_id, "gb");
    assert_int_equal(store_next_game(shelf->store, 2, true), 3);
    store_set_aside(shelf->store, 1, "damaged");
    add_say(shelf, 3, 17, "we go on");
    commit(shelf);
}
