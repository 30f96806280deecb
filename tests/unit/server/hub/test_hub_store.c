/* A server whose disk fails: at each write and each sync of a scripted evening once.
 * Nothing acknowledged may be missing, nothing that is not stored may be told, and what
 * does not need the disk goes on. */
#include "tests/support/fault_vfs.h"
#include "tests/unit/server/house.h"

/* Most writes or syncs of one step. */
#define FAULTS_MAX 60

/* From now on the disk fails at this write, or at this sync, and stays so. */
static void break_disk(int write_at, int sync_at) {
    fault_vfs_set(write_at, sync_at, write_at > 0 ? SQLITE_FULL : SQLITE_IOERR_FSYNC,
                  true);
}

static void repair_disk(void) {
    fault_vfs_set(0, 0, SQLITE_OK, false);
}

static bool has(const char *text, const char *what) {
    return strstr(text, what) != NULL;
}

/* The number of the latest event of the room, as the server tells it to who sits there;
 * 0: it does not. */
static unsigned long seq_of(struct house *house, size_t conn) {
    const char *told = ask(house, conn, "{\"cmd\":\"board\"}");
    const char *seq = strstr(told, "\"seq\":");
    return seq != NULL ? strtoul(seq + strlen("\"seq\":"), NULL, 10) : 0;
}

/* Ann (1) and Bob (2) play; Cid (3) waits in a room of his own. */
static void play(struct house *house, char token[TOKEN_BYTES + 1]) {
    seat_two(house);
    const char *named = ask(house, 1, "{\"cmd\":\"hello\"}");
    assert_has(named, "\"durability\":\"full\"");
    say(house, 1, "{\"cmd\":\"ready\"}");
    say(house, 2, "{\"cmd\":\"ready\"}");
    assert_true(come(house, 3));
    named = ask(house, 3, "{\"cmd\":\"name\",\"name\":\"Cid\"}");
    const char *at = strstr(named, "\"token\":\"");
    assert_non_null(at);
    snprintf(token, TOKEN_BYTES + 1, "%s", at + strlen("\"token\":\""));
    assert_has(ask(house, 3, "{\"cmd\":\"create\",\"game\":\"tablut\"}"), "\"reply\"");
}

/* One thing that somebody does; $ in it is the code of Cid's room. */
static const struct step {
    const char *name, *line;
    size_t conn;
} steps[] = {
    {"chat", "{\"cmd\":\"say\",\"text\":\"hello\",\"id\":\"x\"}", 1},
    {"the end of a game", "{\"cmd\":\"resign\",\"id\":\"x\"}", 1},
    {"a new room", "{\"cmd\":\"create\",\"game\":\"ur\",\"id\":\"x\"}", 4},
    {"a room that is closed", "{\"cmd\":\"leave\",\"id\":\"x\"}", 3},
};

/* The disk fails somewhere in a step.  False: it did not come so far. */
static bool fail_in_step(const struct step *step, int write_at, int sync_at) {
    char token[TOKEN_BYTES + 1];
    struct house *house = open_filed_house("");
    play(house, token);
    assert_true(come(house, 4));
    ask(house, 4, "{\"cmd\":\"name\",\"name\":\"Dora\"}");
    unsigned long before = seq_of(house, 2);
    size_t n_rooms = hub_n_rooms(house->hub);
    break_disk(write_at, sync_at);
    hear(house, 2);
    say(house, step->conn, step->line);
    char answer[4096];
    snprintf(answer, sizeof answer, "%.4000s", hear(house, step->conn));
    if (!fault_vfs.has_failed) {
        repair_disk();
        assert_has(answer, "{\"reply\":");
        close_filed_house(house);
        return false;
    }
    /* What needs no disk goes on. */
    assert_has(ask(house, 2, "{\"cmd\":\"ping\"}"), "{\"reply\":\"ping\"}");
    bool failed = has(answer, "\"error\":\"storage\"");
    if (failed) {
        assert_has(answer, "\"id\":\"x\"");
        assert_false(has(answer, "{\"reply\":"));
        assert_false(has(answer, "\"event\":\"state\""));
        assert_false(has(answer, "\"event\":\"say\""));
    }
    repair_disk();
    pass(house, 1200);
    hear(house, 2);
    if (failed) {
        assert_int_equal(seq_of(house, 2), before);
        assert_int_equal(hub_n_rooms(house->hub), n_rooms);
        assert_has(ask(house, step->conn, step->line), "{\"reply\":");
    }
    unsigned long after = seq_of(house, 2);
    /* And it is all there after a crash. */
    restart_house(house);
    size_t there = hub_n_rooms(house->hub);
    assert_int_equal(there, step->conn == 3 ? 1 : step->conn == 4 ? 3 : 2);
    assert_true(come(house, 5));
    char line[128];
    snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}", token);
    assert_int_equal(has(ask(house, 5, line), "{\"reply\":\"resume\""), step->conn != 3);
    assert_true(after >= before + (step->conn == 1));
    close_filed_house(house);
    return true;
}

static void test_step(void **state) {
    const struct step *step = table_row(state);
    int n_writes = 1, n_syncs = 1;
    while (fail_in_step(step, n_writes, 0)) {
        assert_in_range(++n_writes, 1, FAULTS_MAX);
    }
    while (fail_in_step(step, 0, n_syncs)) {
        assert_in_range(++n_syncs, 1, FAULTS_MAX);
    }
    assert_true(n_writes > 1 && n_syncs > 1);
}

/* What players of a room that stands still are told, and that others go on. */
static void test_a_frozen_room(void **state) {
    (void)state;
    char token[TOKEN_BYTES + 1];
    struct house *house = open_filed_house("");
    play(house, token);
    break_disk(1, 0);
    say(house, 1, "{\"cmd\":\"say\",\"text\":\"secret\"}");
    const char *told = hear(house, 2);
    assert_has(told, "{\"event\":\"notice\"");
    assert_false(has(told, "secret"));
    assert_has(ask(house, 2, "{\"cmd\":\"board\"}"), "\"error\":\"storage\"");
    assert_has(ask(house, 2, "{\"cmd\":\"say\",\"text\":\"x\"}"), "\"retry_after_ms\"");
    assert_has(ask(house, 2, "{\"cmd\":\"who\"}"), "\"Cid\"");
    assert_has(ask(house, 3, "{\"cmd\":\"board\"}"), "\"stage\":\"waiting\"");
    pass(house, 5000); /* still broken: nothing new is told */
    assert_string_equal(hear(house, 2), "");
    repair_disk();
    assert_has(ask(house, 3, "{\"cmd\":\"say\",\"text\":\"me\"}"), "\"reply\":\"say\"");
    hear(house, 2);
    pass(house, 1200);
    told = hear(house, 2);
    assert_has(told, "\"snapshot\":true");
    assert_has(told, "the disk works again");
    assert_has(ask(house, 2, "{\"cmd\":\"resign\"}"), "\"stage\":\"over\"");
    close_filed_house(house);
}

/* Who goes and who comes while a room stands still is told when it goes on. */
static void test_who_goes_meanwhile(void **state) {
    (void)state;
    char token[TOKEN_BYTES + 1];
    struct house *house = open_filed_house("");
    play(house, token);
    break_disk(1, 0);
    ask(house, 1, "{\"cmd\":\"say\",\"text\":\"x\"}");
    hub_close(house->hub, house->client[2]);
    hear(house, 1);
    repair_disk();
    pass(house, 1200);
    assert_has(hear(house, 1), "{\"what\":\"away\",\"side\":\"black\"}");
    close_filed_house(house);
}

/* A clock does not run while its room stands still. */
static void test_time_stands_still_with_the_room(void **state) {
    (void)state;
    struct ticket ticket[2];
    struct house *house = open_filed_game(TABLUT, ticket);
    break_disk(1, 0);
    ask(house, 1, "{\"cmd\":\"say\",\"text\":\"x\"}");
    pass(house, 3600000);
    repair_disk();
    pass(house, 1200);
    hear(house, 1);
    assert_has(ask(house, 1, "{\"cmd\":\"board\"}"), "\"stage\":\"playing\"");
    pass(house, 59000);
    assert_false(has(hear(house, 1), "flag"));
    pass(house, 2000);
    assert_has(hear(house, 1), "\"reason\":\"flag\"");
    close_filed_house(house);
}

/* Who is told that nothing was done goes on watching. */
static void test_who_could_not_unwatch(void **state) {
    (void)state;
    struct ticket ticket[2], cyd;
    struct house *house = open_filed_game(ROYAL_UR, ticket);
    const char *room = ticket[0].room;
    enter(house, 3, "Cyd", &cyd);
    assert_has(watch(house, 3, room), "\"reply\"");
    break_disk(1, 0);
    say(house, 1, "{\"cmd\":\"say\",\"text\":\"hello\"}");
    say_about(house, 3, "unwatch", room);
    assert_has(hear(house, 3), "\"error\":\"storage\"");
    assert_int_equal(hub_n_watchers(house->hub), 1);
    repair_disk();
    pass(house, 2000);
    say(house, 1, "{\"cmd\":\"say\",\"text\":\"hello\"}");
    say_about(house, 3, "unwatch", room);
    assert_has(hear(house, 3), "\"reply\":\"unwatch\"");
    assert_int_equal(hub_n_watchers(house->hub), 0);
    close_filed_house(house);
}

/* Restarts are events, too: one of them begins the log of a room anew where everybody has
 * waited for long. */
static void test_a_long_wait_over_restarts(void **state) {
    (void)state;
    struct house *house = open_filed_house("--limit say_per_minute=100000 "
                                           "--limit commands_per_s=1000000");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    house->ms += 1000;
    for (int i = 0; i < 990; i++) {
        house->ms += 20;
        hub_set_time(house->hub, (struct hub_time){house->ms, (int64_t)house->ms});
        assert_has(ask(house, 1, "{\"cmd\":\"say\",\"text\":\"well?\"}"), "\"reply\"");
    }
    for (int i = 0; i < 20; i++) {
        restart_house(house);
        assert_int_equal(hub_n_rooms(house->hub), 1);
        assert_false(store_has_set_aside(house->store));
    }
    assert_has(come_back(house, 1, &ticket[0], -1), ticket[0].room);
    close_filed_house(house);
}

/* A game is out of the server's sight, or comes back into it. */
static void set_live(struct house *house, const char *sql) {
    sqlite3 *db;
    kill_house(house);
    assert_int_equal(sqlite3_open(house->config.hub.stored.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    start_house(house);
}

/* While a game is set aside, strangers who sit down do not become those who sit in it. */
static void test_who_sits_where_nobody_sees(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2], other[2];
    begin(house, ROYAL_UR, ticket);
    set_live(house, "UPDATE games SET live = 0, damage = 'moths' WHERE n = 1");
    assert_int_equal(hub_n_rooms(house->hub), 0);
    enter(house, 3, "Eve", &other[0]);
    assert_has(ask(house, 3, ROYAL_UR), "\"reply\"");
    enter(house, 4, "Mal", &other[1]);
    assert_has(ask(house, 4, ROYAL_UR), "\"reply\"");
    set_live(house, "UPDATE games SET live = 1, damage = NULL WHERE n = 1");
    assert_int_equal(hub_n_rooms(house->hub), 3);
    assert_has(come_back(house, 1, &ticket[0], -1), "\"name\":\"Ann\"");
    assert_has(come_back(house, 2, &ticket[1], -1), "\"name\":\"Bob\"");
    assert_has(come_back(house, 3, &other[0], -1), "\"opponent\":null");
    close_filed_house(house);
}

/* Who changes his name could sit in a room that has just been taken back. */
static void test_a_new_name_meanwhile(void **state) {
    (void)state;
    char token[TOKEN_BYTES + 1];
    struct house *house = open_filed_house("");
    play(house, token);
    assert_true(come(house, 4));
    ask(house, 4, "{\"cmd\":\"name\",\"name\":\"Dora\"}");
    break_disk(1, 0);
    assert_has(ask(house, 1, "{\"cmd\":\"say\",\"text\":\"x\"}"),
               "\"error\":\"storage\"");
    assert_has(ask(house, 4, "{\"cmd\":\"name\",\"name\":\"Dorothy\"}"),
               "{\"error\":\"storage\"");
    repair_disk();
    pass(house, 1200);
    assert_has(ask(house, 4, "{\"cmd\":\"name\",\"name\":\"Dorothy\"}"),
               "{\"reply\":\"name\"");
    close_filed_house(house);
}

int main(void) {
    random_state = random_seed();
    fault_vfs_register();
    house_vfs = FAULT_VFS;
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_frozen_room),
        cmocka_unit_test(test_who_goes_meanwhile),
        cmocka_unit_test(test_time_stands_still_with_the_room),
        cmocka_unit_test(test_who_could_not_unwatch),
        cmocka_unit_test(test_a_long_wait_over_restarts),
        cmocka_unit_test(test_who_sits_where_nobody_sees),
        cmocka_unit_test(test_a_new_name_meanwhile),
    };
    return TABLE_RUN("hub: the disk fails", test_step, steps) +
           cmocka_run_group_tests_name("hub: rooms that stand still", tests, NULL, NULL);
}
