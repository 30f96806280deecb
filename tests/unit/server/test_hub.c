/* A whole server in this process, without sockets, at virtual times. */
#include "server/hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/bounds.h"
#include "server/config.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#define START_MS    1000000
#define HEARD_BYTES (256 * 1024)

/* Connection n of the tests below is number n of the outbox, too. */
#define CONNS_MAX 16

struct house {
    struct config config;
    struct hub *hub;
    uint64_t ms;
    uint64_t session[CONNS_MAX]; /* by connection */
    char heard[HEARD_BYTES];     /* what the connection listened to last was sent */
    bool closed;                 /* and whether it was closed then */
};

static uint64_t random_state;

static void test_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&random_state, 256);
    }
}

/* Opens a house with these options of alead. */
static struct house *open_house(const char *limits) {
    struct house *house = calloc(1, sizeof *house);
    char words[256], name[] = "alead";
    char *argv[20] = {name};
    int argc = 1;
    snprintf(words, sizeof words, "%s", limits);
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    enum exit_code code;
    assert_true(config_read(&house->config, argc, argv, &code));
    house->config.hub.random_bytes = test_bytes;
    house->config.hub.log.level = LOG_ERROR;
    house->ms = START_MS;
    house->hub = hub_new(&house->config.hub, (struct hub_time){START_MS, 0});
    return house;
}

static void close_house(struct house *house) {
    hub_free(house->hub);
    free(house);
}

/* Lets time pass, as the loop does: ticks at deadlines. */
static void pass(struct house *house, uint64_t ms) {
    uint64_t until = house->ms + ms;
    while (house->ms < until) {
        uint64_t next = hub_deadline(house->hub);
        house->ms = next > house->ms && next < until ? next : until;
        hub_set_time(house->hub, (struct hub_time){house->ms, (int64_t)house->ms});
        hub_tick(house->hub);
    }
}

static bool come_from(struct house *house, size_t conn, const char *address) {
    house->session[conn] = hub_open(house->hub, conn, address);
    return house->session[conn] != 0;
}

static bool come(struct house *house, size_t conn) {
    return come_from(house, conn, "192.0.2.1");
}

static void say(struct house *house, size_t conn, const char *line) {
    hub_line(house->hub, house->session[conn], line, strlen(line));
}

/* All that was sent to conn since the outbox was last emptied; empties it for all. */
static const char *hear(struct house *house, size_t conn) {
    struct outbox *outbox = hub_outbox(house->hub);
    size_t len = 0;
    house->closed = false;
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        if (item->conn == conn && item->buf != NULL) {
            assert_true(len + item->buf->len < HEARD_BYTES);
            memcpy(house->heard + len, item->buf->data, item->buf->len);
            len += item->buf->len;
        }
        house->closed |= item->conn == conn && item->buf == NULL;
    }
    house->heard[len] = '\0';
    outbox_drop(outbox, outbox->n);
    return house->heard;
}

/* Says a line and returns the answer to it. */
static const char *ask(struct house *house, size_t conn, const char *line) {
    hear(house, conn);
    say(house, conn, line);
    return hear(house, conn);
}

static void assert_begins(const char *text, const char *expected) {
    if (strncmp(text, expected, strlen(expected)) != 0) {
        fail_msg("\"%s\" does not begin with \"%s\"", text, expected);
    }
}

static void assert_has(const char *text, const char *expected) {
    if (strstr(text, expected) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", text, expected);
    }
}

/* Seats Ann (1) and Bob (2) in a room; both have JSON mode. */
static void seat_two(struct house *house) {
    for (size_t conn = 1; conn <= 2; conn++) {
        assert_true(come(house, conn));
        say(house, conn,
            conn == 1 ? "{\"cmd\":\"name\",\"name\":\"Ann\"}"
                      : "{\"cmd\":\"name\",\"name\":\"Bob\"}");
    }
    const char *created = ask(house, 1, "{\"cmd\":\"create\",\"game\":\"royal-ur\"}");
    const char *code = strstr(created, "\"room\":\"");
    assert_non_null(code);
    char join[64];
    snprintf(join, sizeof join, "{\"cmd\":\"join\",\"room\":\"%.4s\"}",
             code + strlen("\"room\":\""));
    assert_begins(ask(house, 2, join), "{\"reply\":\"join\"");
}

/* --- time --- */

static void test_login_timeout(void **state) {
    (void)state;
    struct house *house = open_house("--limit login_ms=5000");
    come(house, 1);
    come(house, 2);
    say(house, 2, "name Bob");
    pass(house, 4999);
    hear(house, 1);
    assert_false(house->closed);
    pass(house, 101); /* deadlines are rounded up */
    assert_has(hear(house, 1), "you have not said who you are in time");
    assert_true(house->closed);
    assert_begins(ask(house, 1, "ping"), ""); /* no longer listened to */
    assert_begins(ask(house, 2, "ping"), "+ pong");
    assert_true(hub_deadline(house->hub) == UINT64_MAX);
    close_house(house);
}

static void test_seal_expiry(void **state) {
    (void)state;
    struct house *house = open_house("--limit open_ms=3000");
    seat_two(house);
    say(house, 1,
        "{\"cmd\":\"ready\",\"nonce\":\"sha256:"
        "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90\"}");
    assert_has(ask(house, 2, "{\"cmd\":\"ready\"}"), "\"stage\":\"opening\"");
    pass(house, 2999);
    assert_string_equal(hear(house, 2), "");
    pass(house, 101);
    const char *told = hear(house, 2);
    assert_has(told, "\"stage\":\"over\"");
    assert_has(told, "{\"what\":\"unopened\",\"side\":\"white\"}");
    assert_has(told, "\"reason\":\"unopened\"");
    close_house(house);
}

static void test_command_rate(void **state) {
    (void)state;
    struct house *house =
        open_house("--limit commands_burst=10 --limit commands_per_s=4");
    come(house, 1);
    say(house, 1, "mode json");
    for (int i = 0; i < 9; i++) {
        assert_string_equal(ask(house, 1, "{\"cmd\":\"ping\"}"),
                            "{\"reply\":\"ping\"}\n");
    }
    const char *refused = ask(house, 1, "{\"cmd\":\"ping\",\"id\":\"x\"}");
    assert_has(refused, "\"error\":\"too_fast\"");
    assert_has(refused, "\"retry_after_ms\":250");
    assert_has(refused, "\"id\":\"x\"");
    pass(house, 249);
    assert_has(ask(house, 1, "{\"cmd\":\"ping\"}"), "\"retry_after_ms\":1");
    pass(house, 1);
    assert_string_equal(ask(house, 1, "{\"cmd\":\"ping\"}"), "{\"reply\":\"ping\"}\n");
    close_house(house);
}

static void test_faulty_lines_cost_as_much(void **state) {
    (void)state;
    struct house *house =
        open_house("--limit commands_burst=10 --limit commands_per_s=1");
    come(house, 1);
    for (int i = 0; i < 10; i++) {
        assert_begins(ask(house, 1, "frobnicate"), "- unknown_command");
    }
    assert_begins(ask(house, 1, "frobnicate"), "- too_fast");
    close_house(house);
}

static void test_who_does_not_slow_down_is_sent_away(void **state) {
    (void)state;
    struct house *house = open_house("--limit commands_burst=10 --limit commands_per_s=1 "
                                     "--limit refused_commands=3");
    come(house, 1);
    for (int i = 0; i < 12; i++) {
        ask(house, 1, "ping");
        assert_false(house->closed);
    }
    assert_has(ask(house, 1, "ping"), "* ");
    assert_true(house->closed);
    assert_string_equal(ask(house, 1, "ping"), "");
    close_house(house);
}

static void test_chat_rate(void **state) {
    (void)state;
    struct house *house = open_house("--limit say_per_minute=2");
    seat_two(house);
    for (int i = 0; i < 2; i++) {
        assert_has(ask(house, 1, "{\"cmd\":\"say\",\"text\":\"hi\"}"),
                   "{\"reply\":\"say\"");
    }
    assert_has(ask(house, 1, "{\"cmd\":\"say\",\"text\":\"hi\"}"),
               "\"retry_after_ms\":30000");
    assert_has(ask(house, 2, "{\"cmd\":\"say\",\"text\":\"hi\"}"), "{\"reply\":\"say\"");
    pass(house, 30000);
    assert_has(ask(house, 1, "{\"cmd\":\"say\",\"text\":\"hi\"}"), "{\"reply\":\"say\"");
    close_house(house);
}

/* A game goes on even if the players are faster than commands_per_s: here no time passes
 * at all. */
static void test_moves_that_count_are_free(void **state) {
    (void)state;
    struct house *house =
        open_house("--limit commands_burst=10 --limit commands_per_s=1");
    seat_two(house);
    say(house, 1, "{\"cmd\":\"ready\"}");
    const char *told = ask(house, 2, "{\"cmd\":\"ready\"}");
    int n_moves = 0;
    while (strstr(told, "\"stage\":\"playing\"") != NULL) {
        size_t mover = strstr(told, "\"turn\":\"white\"") != NULL ? 1 : 2;
        told = ask(house, mover, "{\"cmd\":\"move\",\"move\":\"1\"}");
        assert_has(told, "{\"reply\":\"move\"");
        n_moves++;
    }
    assert_true(n_moves > 2 * 10);
    close_house(house);
}

/* --- how many --- */

static void test_connections_of_one_address(void **state) {
    (void)state;
    struct house *house = open_house("--limit connections_per_address=2");
    assert_true(come(house, 1));
    assert_true(come(house, 2));
    assert_false(come(house, 3));
    assert_has(hear(house, 3), "too many connections");
    assert_true(house->closed);
    assert_true(come_from(house, 4, "192.0.2.2"));
    hub_close(house->hub, house->session[1]);
    assert_true(come(house, 5));
    close_house(house);
}

static void test_connections_of_all(void **state) {
    (void)state;
    struct house *house = open_house("--limit connections=2");
    assert_true(come_from(house, 1, "192.0.2.1"));
    assert_true(come_from(house, 2, "192.0.2.2"));
    assert_false(come_from(house, 3, "192.0.2.3"));
    assert_int_equal(hub_n_sessions(house->hub), 2);
    close_house(house);
}

static void test_rooms_of_one_player(void **state) {
    (void)state;
    struct house *house = open_house("--limit rooms_per_player=2");
    come(house, 1);
    come(house, 2);
    say(house, 1, "name Ann");
    say(house, 2, "name Bob");
    for (int i = 0; i < 2; i++) {
        assert_begins(ask(house, 1, "create royal-ur"), "+ ");
    }
    assert_begins(ask(house, 1, "create royal-ur"), "- too_many_rooms");
    char join[16] = "join ";
    const char *code = strstr(ask(house, 2, "create royal-ur"), "in room ");
    assert_non_null(code);
    memcpy(join + 5, code + strlen("in room "), 4);
    assert_begins(ask(house, 1, join), "- too_many_rooms");
    close_house(house);
}

static void test_rooms_of_all(void **state) {
    (void)state;
    struct house *house = open_house("--limit rooms=1");
    come(house, 1);
    come(house, 2);
    say(house, 1, "name Ann");
    say(house, 2, "name Bob");
    assert_begins(ask(house, 1, "create royal-ur"), "+ ");
    assert_begins(ask(house, 2, "create royal-ur"), "- lobby_full");
    hub_close(house->hub, house->session[1]);
    assert_int_equal(hub_n_rooms(house->hub), 0);
    assert_begins(ask(house, 2, "create royal-ur"), "+ ");
    close_house(house);
}

/* --- coming and going --- */

static void test_names(void **state) {
    (void)state;
    struct house *house = open_house("");
    come(house, 1);
    come(house, 2);
    assert_begins(ask(house, 1, "name Ann"), "+ ");
    assert_begins(ask(house, 2, "name aNN"), "- name_taken");
    assert_begins(ask(house, 1, "name ann"), "+ "); /* his own, in other letters */
    hub_close(house->hub, house->session[1]);
    assert_begins(ask(house, 2, "name aNN"), "+ ");
    close_house(house);
}

static void test_shut_down(void **state) {
    (void)state;
    struct house *house = open_house("");
    come(house, 1);
    come(house, 2);
    say(house, 2, "{\"cmd\":\"ping\"}");
    hear(house, 2);
    hub_shut_down(house->hub);
    struct outbox *outbox = hub_outbox(house->hub);
    assert_int_equal(outbox->n, 4);
    assert_begins(hear(house, 2), "{\"event\":\"bye\",\"code\":\"shutting_down\"");
    assert_true(house->closed);
    assert_false(come(house, 3));
    assert_has(hear(house, 3), "shutting down");
    close_house(house);
}

static void test_a_dead_session_is_silent(void **state) {
    (void)state;
    struct house *house = open_house("");
    come(house, 1);
    hub_close(house->hub, house->session[1]);
    assert_string_equal(ask(house, 1, "ping"), "");
    hub_line_too_long(house->hub, house->session[1]);
    hub_close(house->hub, house->session[1]);
    assert_string_equal(hear(house, 1), "");
    close_house(house);
}

int main(void) {
    random_state = random_seed();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_login_timeout),
        cmocka_unit_test(test_seal_expiry),
        cmocka_unit_test(test_command_rate),
        cmocka_unit_test(test_faulty_lines_cost_as_much),
        cmocka_unit_test(test_who_does_not_slow_down_is_sent_away),
        cmocka_unit_test(test_chat_rate),
        cmocka_unit_test(test_moves_that_count_are_free),
        cmocka_unit_test(test_connections_of_one_address),
        cmocka_unit_test(test_connections_of_all),
        cmocka_unit_test(test_rooms_of_one_player),
        cmocka_unit_test(test_rooms_of_all),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_shut_down),
        cmocka_unit_test(test_a_dead_session_is_silent),
    };
    return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
