/* What the hub tells of its doings for the case that it crashes. */
#include "tests/unit/server/house.h"

static struct crash_table *table;
static enum crash_stage stage_seen; /* when bytes were drawn last */
static struct crash_row row_seen;

/* Bytes are drawn in the midst of a command. */
static void look_while_drawing(void *buf, size_t n) {
    stage_seen = table->stage;
    row_seen = table->row[table->place];
    test_bytes(buf, n);
}

static struct house *open_watched_house(const char *args) {
    struct house *house = open_house(args);
    table = crash_table_new((uint32_t)house->config.hub.limits.connections);
    assert_non_null(table);
    house->config.hub.crash = table;
    house->config.hub.random_bytes = look_while_drawing;
    return house;
}

static void close_watched_house(struct house *house) {
    close_house(house);
    crash_table_free(table);
}

static void assert_row(uint32_t place, const struct crash_row *expected) {
    const struct crash_row *row = &table->row[place];
    assert_int_equal(row->number, expected->number);
    assert_int_equal(row->serial, expected->serial);
    assert_string_equal(row->name, expected->name);
    assert_string_equal(row->room, expected->room);
    if (row->serial != 0) {
        assert_int_equal(row->command, expected->command);
    }
}

static void test_rows_follow_the_connections(void **state) {
    (void)state;
    struct ticket ticket[2];
    struct house *house = open_watched_house("--limit connections=2");
    seat(house, ROYAL_UR, ticket);
    struct crash_row ann = {1, 3, CMD_CREATE, "", "Ann"};
    struct crash_row bob = {2, 4, CMD_JOIN, "", "Bob"};
    strcpy(ann.room, ticket[0].room);
    strcpy(bob.room, ticket[0].room);
    assert_row(0, &ann);
    assert_row(1, &bob);
    ask(house, 1, "{\"cmd\":\"who\"}");
    assert_row(0, &(struct crash_row){1, 5, CMD_WHO, "", "Ann"});
    ask(house, 1, "{\"cmd\":\"nonsense\"}"); /* no command */
    assert_row(0, &(struct crash_row){1, 5, CMD_WHO, "", "Ann"});
    assert_int_equal(table->stage, CRASH_RESTS);
    assert_row(1, &bob);
    assert_false(come(house, 3)); /* there is no row for it, nor a place */
    drop(house, 1);
    assert_row(0, &(struct crash_row){.number = 0});
    assert_true(come(house, 4));
    assert_row(0, &(struct crash_row){.number = 4});
    close_watched_house(house);
}

static void test_in_the_midst_of_a_command(void **state) {
    (void)state;
    struct house *house = open_watched_house("");
    come(house, 1);
    come(house, 2);
    ask(house, 2, "name Bob");
    assert_int_equal(stage_seen, CRASH_DOES);
    assert_int_equal(row_seen.number, 2);
    assert_int_equal(row_seen.command, CMD_NAME);
    ask(house, 2, "create royal-ur");
    assert_int_equal(row_seen.command, CMD_CREATE);
    assert_string_equal(row_seen.name, "Bob");
    close_watched_house(house);
}

/* While a password is checked others are served; then its command goes on. */
static void test_a_command_that_waits(void **state) {
    (void)state;
    struct house *house = open_watched_house("");
    house->tls = true;
    house->holds_jobs = true;
    come(house, 1);
    come(house, 2);
    ask(house, 1, "name Ann");
    ask(house, 1, "register 12345678");
    assert_int_equal(table->stage, CRASH_RESTS);
    ask(house, 2, "ping");
    assert_row(0, &(struct crash_row){1, 2, CMD_REGISTER, "", "Ann"});
    do_job(house);
    assert_has(hear(house, 1), "+ The name Ann is yours");
    assert_row(0, &(struct crash_row){1, 2, CMD_REGISTER, "", "Ann"});
    assert_int_equal(table->serial, 3); /* it has been counted before */
    assert_int_equal(table->stage, CRASH_RESTS);
    close_watched_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_follow_the_connections),
        cmocka_unit_test(test_in_the_midst_of_a_command),
        cmocka_unit_test(test_a_command_that_waits),
    };
    return cmocka_run_group_tests_name("hub, crash", tests, NULL, NULL);
}
