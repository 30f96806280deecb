/* What one address can do in total, whatever the number of its connections and names.
 * Everything beyond the limits is refused with a time to retry, and others are served. */
#include "tests/unit/test.h"

#include "server/hub/hub.h"
#include "server/people/come.h"
#include "tests/unit/server/fixture.h"

#define EVIL "192.0.2.66"
#define GOOD "192.0.2.7"
#define PING "{'cmd':'ping'}"
#define PONG "{'reply':'ping'}\n"

/* --- commands --- */

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

/* A client uses each token as soon as there is one, and sends commands in between. */
TEST(test_who_never_listens_is_sent_away) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1 "
                 "--limit refused_commands=5");
    assert_true(come_from(1, EVIL));
    for (int i = 0; i < 10; i++) {
        ask(1, PING);
    }
    for (int i = 0; i < 4; i++) {
        assert_has(ask(1, PING), "'error':'too_fast'");
        assert_has(ask(1, PING), "'error':'too_fast'"); /* too early */
        pass(1000);
        assert_json(ask(1, PING), PONG);
    }
    assert_has(ask(1, PING), "'error':'too_fast'");
    assert_has(ask(1, PING), "'code':'too_fast'");
    assert_true(fixture->closed);
}

/* A client that waits as long as told is never disconnected. */
TEST(test_who_listens_stays) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1 "
                 "--limit refused_commands=5");
    assert_true(come_from(1, GOOD));
    ask(1, "{'cmd':'name','name':'Ann'}");
    pass(60000);
    for (int i = 0; i < 10; i++) {
        assert_json(ask(1, PING), PONG);
    }
    for (int i = 0; i < 50; i++) {
        assert_has(ask(1, PING), "'retry_after_ms':1000}");
        pass(1000);
        assert_json(ask(1, PING), PONG);
    }
}

/* Moves are free for a player, but limited for an address; after the wait, the game goes
 * on. */
TEST(test_moves_of_an_address) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    seat(ROYAL_UR);
    ask(1, "{'cmd':'ready'}");
    const char *told = ask(2, "{'cmd':'ready'}");
    size_t mover = 1;
    int n_moves = 0;
    while (strstr(told, json("'stage':'playing'")) != NULL) {
        mover = strstr(told, json("'turn':'white'")) != NULL ? 1 : 2;
        told = ask(mover, "{'cmd':'move','move':'1'}");
        n_moves += strstr(told, json("{'reply':'move'")) != NULL;
    }
    assert_int_equal(n_moves + 2, 10 * 10); /* two `ready` count as well */
    assert_has(told, "'retry_after_ms':100}");
    pass(100);
    assert_has(ask(mover, "{'cmd':'move','move':'1'}"), "{'reply':'move'");
}

/* --- long answers --- */

/* Opens so many rooms that their list is long. */
static void fill_lobby(void) {
    for (size_t conn = 10; conn < 20; conn++) {
        char address[16], line[64];
        snprintf(address, sizeof address, "192.0.2.%zu", conn);
        snprintf(line, sizeof line, "{'cmd':'name','name':'Dan%zu'}", conn);
        assert_true(come_from(conn, address));
        ask(conn, line);
        for (int i = 0; i < 8; i++) {
            assert_has(ask(conn, ROYAL_UR), "'reply':'create'");
        }
    }
}

/* Long answers cost more, but the game of the player who requests them goes on. */
TEST(test_long_answers) {
    open_fixture("--limit commands_burst=60 --limit commands_per_s=1");
    fill_lobby();
    seat(ROYAL_UR);
    pass(60000);
    const char *told = ask(1, "{'cmd':'rooms'}");
    size_t cost = 1 + strlen(told) / 4096;
    assert_in_range(cost, 3, 10);
    size_t n = 0;
    for (; strstr(told, json("'reply'")) != NULL; n++) {
        told = ask(1, "{'cmd':'rooms'}");
    }
    assert_int_equal(n, (60 + cost - 1) / cost);
    assert_has(told, "'retry_after_ms'");
    assert_has(ask(1, "{'cmd':'ready'}"), "'reply':'ready'");
}

/* Reading from the store costs more than the bytes of the answer. */
TEST(test_lists_of_the_store) {
    static const struct {
        const char *line;
        size_t cost;
    } rows[] = {{"{'cmd':'games'}", 10}, {"{'cmd':'top','game':'royal-ur'}", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_fixture("--limit commands_burst=30 --limit commands_per_s=1");
        come(1);
        size_t n = 0;
        while (strstr(ask(1, rows[i].line), json("'reply'")) != NULL) {
            n++;
        }
        assert_int_equal(n, 30 / rows[i].cost);
        close_fixture();
    }
}

/* --- reconnecting --- */

TEST(test_connects_of_an_address) {
    open_fixture("--limit connects_per_minute=20");
    for (int i = 0; i < 20; i++) {
        assert_true(come_from(1, EVIL));
        drop(1);
    }
    hear(1);
    assert_false(come_from(1, EVIL));
    assert_has(hear(1), "from your address: try again in 3 s [too_many_connections]\r\n");
    assert_true(fixture->closed);
    assert_true(come_from(2, GOOD));
    pass(2999);
    assert_false(come_from(1, EVIL));
    hear(1);
    pass(1);
    assert_true(come_from(1, EVIL));
}

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

/* A player who reconnects starts anew with the limits of a connection, but not with those
 * of an address. */
TEST(test_reconnecting_fills_no_bucket) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    unsigned n_answered = 0;
    for (int i = 0; i < 200; i++) {
        assert_true(come_from(1, EVIL));
        n_answered += strcmp(ask(1, PING), json(PONG)) == 0;
        drop(1);
    }
    assert_int_equal(n_answered, 10 * 10);
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
