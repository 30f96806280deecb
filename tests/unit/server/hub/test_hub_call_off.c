/* Games that are called off: who may do so until when, and what whois counts. */
#include "tests/unit/server/account.h"
#include "tests/unit/server/shelf.h"

#define ABORT "{\"cmd\":\"abort\"}"
#define SEAL  "sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* Ann (1), who has an account, and Bob (2), a guest, sit in a new room. */
static struct house *seat_registered(const char *create, const char *args) {
    struct ticket ticket;
    struct house *house = open_ann(args, NULL);
    char room[8];
    enter(house, 2, "Bob", &ticket);
    create_room(house, 1, create, room);
    ask_about(house, 2, "join", room);
    return house;
}

/* The connection of the side to move. */
static size_t mover(struct house *house) {
    const char *board = ask(house, 1, "{\"cmd\":\"board\"}");
    return strstr(board, "\"turn\":\"white\"") != NULL ? 1 : 2;
}

static const char *whois(struct house *house, const char *name) {
    char line[64];
    snprintf(line, sizeof line, "{\"cmd\":\"whois\",\"name\":\"%s\"}", name);
    return ask(house, 2, line);
}

static void test_the_side_that_begins_has_thrown(void **state) {
    (void)state;
    struct house *house = seat_registered(ROYAL_UR, "");
    be_ready(house);
    assert_has(ask(house, mover(house), ABORT), "\"error\":\"too_late\"");
    assert_has(ask(house, 3 - mover(house), ABORT), "\"reason\":\"aborted\"");
    close_house(house);
}

/* Leaving is no way around it. */
static void test_leaving_resigns_then(void **state) {
    (void)state;
    struct house *house = seat_registered(ROYAL_UR, "");
    be_ready(house);
    size_t first = mover(house);
    assert_has(ask(house, first, "{\"cmd\":\"leave\"}"), "to resign and go");
    hear(house, 1);
    say(house, first, "{\"cmd\":\"leave\",\"sure\":\"sure\"}");
    assert_has(hear(house, 3 - first), "\"reason\":\"resign\"");
    close_house(house);
}

static void test_whois_counts(void **state) {
    (void)state;
    struct house *house = seat_registered(TABLUT, "");
    assert_has(whois(house, "ann"), "\"called_off\":0,\"unopened\":0");
    for (int n = 1; n <= 2; n++) {
        char expected[64];
        be_ready(house);
        ask(house, 1, ABORT);
        snprintf(expected, sizeof expected, "\"called_off\":%d,\"unopened\":0", n);
        assert_has(whois(house, "ann"), expected);
        ask(house, 2, "{\"cmd\":\"rematch\"}");
    }
    be_ready(house);
    assert_has(ask(house, 2, ABORT), "\"reason\":\"aborted\"");
    assert_has(whois(house, "ann"), "\"called_off\":2,\"unopened\":0");
    assert_has(whois(house, "bob"), "\"called_off\":null,\"unopened\":null");
    close_house(house);
}

static void test_a_seal_not_opened_counts(void **state) {
    (void)state;
    struct house *house = seat_registered(ROYAL_UR, "");
    ask(house, 1, "{\"cmd\":\"ready\",\"nonce\":\"" SEAL "\"}");
    ask(house, 2, "{\"cmd\":\"ready\"}");
    pass(house, 11000);
    assert_has(whois(house, "ann"), "\"called_off\":0,\"unopened\":1");
    close_house(house);
}

/* It is kept with the account, and as long as that. */
static void test_it_is_kept(void **state) {
    (void)state;
    struct shelf shelf;
    char args[SHELF_PATH_BYTES + 16];
    make_shelf(&shelf);
    snprintf(args, sizeof args, "--db %s", shelf.path);
    struct house *house = seat_registered(TABLUT, args);
    be_ready(house);
    ask(house, 1, ABORT);
    ask(house, 1, "{\"cmd\":\"leave\"}");
    restart_house(house);
    assert_has(ask_anew(house, 3, "{\"cmd\":\"whois\",\"name\":\"ann\"}"),
               "\"called_off\":1");
    assert_has(ask(house, 3, LOGIN), "\"reply\":\"login\"");
    assert_has(ask(house, 3, "{\"cmd\":\"forget-me\",\"password\":\"" PASSWORD "\"}"),
               "\"reply\":\"forget-me\"");
    pass(house, 1000);
    close_house(house);
    assert_int_equal(ask_sql(shelf.path, "SELECT count(*) FROM accounts"), 0);
    assert_int_equal(ask_sql(shelf.path, "SELECT count(*) FROM call_offs"), 0);
    close_shelf(&shelf);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_side_that_begins_has_thrown),
        cmocka_unit_test(test_leaving_resigns_then),
        cmocka_unit_test(test_whois_counts),
        cmocka_unit_test(test_a_seal_not_opened_counts),
        cmocka_unit_test(test_it_is_kept),
    };
    return cmocka_run_group_tests_name("hub, games called off", tests, NULL, NULL);
}
