/* A whole server in this process: what it owes each client, and what one address can do
 * in total, whatever the number of its connections and names.  Everything beyond the
 * limits is refused with a time to retry, and others are served. */
#include "server/command/dispatch.h"
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/come.h"
#include "server/people/send.h"
#include "server/people/state.h"
#include "server/rooms/leave.h"
#include "server/turn/turn.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define EVIL "192.0.2.66"
#define GOOD "192.0.2.7"
#define PING "{'cmd':'ping'}"
#define PONG "{'reply':'ping'}\n"

/* --- commands --- */

/* A game goes on even if the players exceed commands_per_s: no time passes here at
 * all. */
TEST(test_moves_that_count_are_free) {
    open_fixture("--limit commands_burst=40 --limit commands_per_s=1");
    seat(ROYAL_UR);
    say(1, "{'cmd':'ready'}");
    const char *told = ask(2, "{'cmd':'ready'}");
    int n_moves = 0;
    while (strstr(told, json("'stage':'playing'")) != NULL) {
        size_t mover = strstr(told, json("'turn':'white'")) != NULL ? 1 : 2;
        told = ask(mover, "{'cmd':'move','move':'1'}");
        assert_has(told, "{'reply':'move'");
        n_moves++;
    }
    assert_true(n_moves > 2 * 40);
}

TEST(test_commands_of_an_address) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    assert_true(come_from(1, GOOD));
    unsigned n_answered = 0;
    for (size_t conn = 2; conn < 22; conn++) {
        assert_true(come_from(conn, EVIL));
        for (int i = 0; i < 10; i++) {
            const char *told = ask(conn, PING);
            n_answered += strcmp(told, json(PONG)) == 0;
            if (strcmp(told, json(PONG)) != 0) {
                assert_has(told, "come from your address");
                assert_has(told, "'retry_after_ms':100}");
            }
        }
    }
    assert_int_equal(n_answered, 10 * 10);
    for (int i = 0; i < 10; i++) {
        assert_json(ask(1, PING), PONG);
    }
    pass(100);
    assert_json(ask(21, PING), PONG);
}

/* --- reconnecting --- */

/* Visits of browsers have a bound of their own, whether they open a WebSocket or not. */
TEST(test_visits_of_an_address) {
    open_fixture("--limit connects_per_minute=2");
    struct hub *hub = fixture->hub;
    for (int i = 0; i < 80; i++) {
        struct address_counts *visitor = people_add_visitor(hub_people(hub), EVIL);
        assert_non_null(visitor);
        people_remove_visitor(hub_people(hub), visitor);
    }
    assert_null(people_add_visitor(hub_people(hub), EVIL));
    assert_true(come_from(1, EVIL));
    people_remove_visitor(hub_people(hub), people_add_visitor(hub_people(hub), GOOD));
    pass(1000);
    people_remove_visitor(hub_people(hub), people_add_visitor(hub_people(hub), EVIL));
    assert_null(people_add_visitor(hub_people(hub), EVIL));
}

/* --- deceptive names --- */

static const char *const no_names[] = {
    "A\\u0000nn",
    "An\\u0007n",
    "Ann\\u001b[31m",
    "An\\u0085n",
    "Ann\\u009b31m",
    "Ann\\u200b", /* zero width space */
    "An\\u200dn",
    "\\ufeffAnn",
    "Ann\\u202e", /* right-to-left override */
    "\\u2066Ann\\u2069",
    "\\u0410nn",
    "\\u0391nn", /* Cyrillic and Greek A */
    "\\uff21nn", /* full-width letters */
    "An\\u0301\\u0301n",
    "\\u212aate",
    "\\u017fam", /* two accents, Kelvin, long s */
    "Ann ",
    " Ann",
    "An n",
    "Ann\\n",
    "Ann\\u00a0",
    "1nn",
    "_nn",
    "A",
    "Annnnnnnnnnnnnnnn",
};

TEST(test_names_that_confuse) {
    open_fixture("--limit commands_burst=1000");
    enter(1, "Ann-Kate", NULL);
    assert_true(come(2));
    for (size_t i = 0; i < sizeof no_names / sizeof no_names[0]; i++) {
        char line[96];
        snprintf(line, sizeof line, "{'cmd':'name','name':'%s'}", no_names[i]);
        const char *told = ask(2, line);
        if (strstr(told, json("'error'")) == NULL) {
            fail_msg("%s: %s", no_names[i], told);
        }
    }
    /* A name is the same in upper and lower case, whatever the host's locale. */
    static const char *const taken[] = {"ann-kate", "ANN-KATE", "aNN-kATE",
                                        "A\\u0301nn-Kate", "\\u00c5nn-\\u0136ate"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        assert_has(askf(2, "{'cmd':'name','name':'%s'}", taken[i]), "'name_taken'");
    }
}

/* --- control characters in text for others --- */

TEST(test_what_terminals_obey_is_not_passed_on) {
    seat(ROYAL_UR);
    static const char *const said[] = {"\\u001b[2J", "\\u009b2J",  "\\u202egnp",
                                       "a\\u2028b",  "\\u0007bel", "\\u2067x"};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        char line[96];
        snprintf(line, sizeof line, "{'cmd':'say','text':'%s'}", said[i]);
        hear(2);
        say(1, line);
        const char *told = hear(2);
        assert_null(strstr(told, said[i]));
        for (const char *at = told; *at != '\0'; at++) {
            assert_true(*at == '\n' || (unsigned char)*at >= ' ');
        }
        assert_null(strstr(told, "\xc2\x9b"));
        assert_null(strstr(told, "\xe2\x80\xae"));
        assert_null(strstr(told, "\xe2\x80\xa8"));
        assert_null(strstr(told, "\xe2\x81\xa7"));
    }
}

/* --- connecting and leaving --- */

TEST(test_shut_down) {
    come(1);
    come(2);
    say(2, "{'cmd':'ping'}");
    hear(2);
    hub_shut_down(fixture->hub);
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    assert_int_equal(outbox->n, 4);
    assert_begins(hear(2), "{'event':'bye','code':'shutting_down'");
    assert_true(fixture->closed);
    assert_false(come(3));
    assert_has(hear(3), "shutting down");
}

TEST(test_a_dead_client_is_silent) {
    come(1);
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[1]);
    assert_string_equal(ask(1, "ping"), "");
    dispatch_line_too_long(fixture->hub, fixture->client[1]);
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[1]);
    assert_string_equal(hear(1), "");
}

/* --- memory --- */

/* The memory of one long message is freed later. */
TEST(test_a_long_message) {
    static char text[1 << 20];
    assert_true(come(1));
    assert_begins(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}");
    memset(text, 'x', sizeof text - 1);
    people_announce(hub_people(fixture->hub), text, true);
    assert_true(fixture->hub->people->json.cap >= sizeof text);
    outbox_drop(turn_outbox(hub_turns(fixture->hub)),
                turn_outbox(hub_turns(fixture->hub))->n);
    assert_begins(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}");
    assert_in_range(fixture->hub->people->json.cap, 1, 65536);
}

BEFORE_TESTS {
    random_state = random_seed();
}
