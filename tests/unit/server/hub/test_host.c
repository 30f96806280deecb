/* What operators see and do.  test_host_role.c tests who is an operator. */
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/turn/clock.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* The value of one row of stats; fails if there is none. */
static long stat_of(const char *key) {
    char row[64];
    snprintf(row, sizeof row, "{'stat':'%s','value':", key);
    const char *told = ask(9, "{'cmd':'stats'}");
    const char *at = strstr(told, json(row));
    if (at == NULL) {
        fail_msg("no %s in %s", key, told);
        return 0;
    }
    return strtol(at + strlen(row), NULL, 10);
}

/* --- stats --- */

TEST(what_is_counted) {
    open_fixture("--operator-local");
    come_as_operator();
    begin(ROYAL_UR);
    ask(1, "{'cmd':'say','text':'hi'}");
    ask(who_moves(), "{'cmd':'move','move':'1'}");
    ask(1, "{'cmd':'claim'}");
    assert_int_equal(stat_of("connections"), 3);
    assert_int_equal(stat_of("players"), 3);
    assert_int_equal(stat_of("sessions"), 3);
    assert_int_equal(stat_of("rooms"), 1);
    assert_int_equal(stat_of("games_running"), 1);
    assert_int_equal(stat_of("games_begun"), 1);
    assert_int_equal(stat_of("games_over"), 0);
    assert_int_equal(stat_of("moves"), 1);
    assert_int_equal(stat_of("said"), 1);
    assert_int_equal(stat_of("errors"), 1);
    assert_int_equal(stat_of("refused"), 0);
    assert_int_equal(stat_of("connections_opened"), 3);
    assert_int_equal(stat_of("draining"), 0);
    long commands = stat_of("commands");
    assert_int_equal(stat_of("commands"), commands + 1);
    assert_true(stat_of("commits") >= 6);
    ask(1, "{'cmd':'resign'}");
    assert_int_equal(stat_of("games_running"), 0);
    assert_int_equal(stat_of("games_over"), 1);
    drop(1);
    pass(61000);
    assert_int_equal(stat_of("connections"), 2);
    assert_int_equal(stat_of("uptime_s"), 61);
}

/* --- clients --- */

static size_t some_per_connection(void *owner, uint64_t conn) {
    return *(const size_t *)owner * (size_t)conn;
}

TEST(who_is_connected) {
    open_fixture("--operator-local");
    size_t two = 2;
    come_as_operator();
    assert_true(come(1));
    pass(5000);
    ask(1, "name Ann");
    assert_true(come_from(2, "2001:db8::"));
    pass(3000);
    const char *told = ask(9, "{'cmd':'clients'}");
    assert_has(told, "{'client':2,'name':'Ann','address':'192.0.2.1','age_s':8,'idle_s':"
                     "3,'queue_bytes':null,'last':'name','tls':false,'mode':'text'}");
    assert_has(told, "{'client':3,'name':null,'address':'2001:db8::','age_s':3,'idle_s':"
                     "3,'queue_bytes':null,'last':null,'tls':false,'mode':'text'}");
    assert_has(told, "'last':'clients','tls':false,'mode':'json'}");
    people_set_queue_bytes(hub_people(fixture->hub), some_per_connection, &two);
    assert_has(ask(9, "{'cmd':'clients','who':'ann'}"),
               "{'reply':'clients','clients':[{'client':2,'name':'Ann','address':'192.0."
               "2.1','age_s':8,'idle_s':3,'queue_bytes':2,");
    assert_has(ask(9, "{'cmd':'clients','who':'2001:db8::'}"), "'clients':[{'client':3,");
    assert_has(ask(9, "{'cmd':'clients','who':'3'}"), "'clients':[{'client':3,");
    assert_has(ask(9, "{'cmd':'clients','who':'4'}"), "'clients':[]");
}

/* What was typed after the command word is private: it may be a token. */
TEST(only_the_word_of_a_command_is_kept) {
    open_fixture("--operator-local");
    struct ticket own;
    enter(1, "Ann", &own);
    drop(1);
    come_back(1, &own, -1);
    come_as_operator();
    const char *told = ask(9, "{'cmd':'clients'}");
    assert_has(told, "'last':'resume'");
    assert_null(strstr(told, own.token));
}

TEST(a_list_of_clients_is_bounded) {
    open_fixture("--operator-local --limit "
                 "connections_per_address=300 --limit "
                 "connects_per_minute=300");
    come_as_operator();
    for (uint64_t i = 0; i < 250; i++) {
        assert_true(people_add_client(hub_people(fixture->hub), 100 + i, "192.0.2.1",
                                      &(struct come){.tls = false}) != 0);
    }
    assert_int_equal(count(ask(9, "{'cmd':'clients'}"), "'client':"), 200);
}

/* --- announce, loglevel --- */

TEST(what_is_logged) {
    open_fixture("--operator-local");
    come_as_operator();
    assert_json(ask(9, "{'cmd':'loglevel'}"), "{'reply':'loglevel','level':'error'}\n");
    assert_has(ask(9, "{'cmd':'loglevel','level':'loud'}"),
               "a log level is error, warn, info or debug, not loud");
    assert_int_equal(fixture->config.hub.log.level, LOG_ERROR);
    assert_json(ask(9, "{'cmd':'loglevel','level':'warn'}"),
                "{'reply':'loglevel','level':'warn'}\n");
    assert_int_equal(fixture->config.hub.log.level, LOG_WARN);
}

/* Lines written to standard error during a command. */
static void log_of(const char *line, char *text, size_t cap) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    ask(9, line);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, cap - 1, file)] = '\0';
    fclose(file);
}

TEST(what_operators_do_is_logged) {
    open_fixture("--operator-local");
    char text[1000];
    come_as_operator();
    fixture->config.hub.log.level = LOG_INFO;
    log_of("{'cmd':'announce','text':'it is \\'noon\\''}", text, sizeof text);
    assert_has(text, "info  operator command=announce result=ok client=1 name=Hal "
                     "address=127.0.0.1 text=\"it is \\\"noon\\\"\"\n");
    log_of("{'cmd':'loglevel','level':'x'}", text, sizeof text);
    assert_has(text, "command=loglevel result=bad_argument ");
    log_of("{'cmd':'loglevel','level':'error'}", text, sizeof text);
    assert_has(text, "command=loglevel result=ok ");
    log_of("{'cmd':'stats'}", text, sizeof text);
    assert_string_equal(text, "");
}

/* --- shutting down --- */

TEST(nothing_begins_while_it_drains) {
    static const char *const begins[] = {
        ROYAL_UR,
        "{'cmd':'ready'}",
        "{'cmd':'rematch'}",
        "{'cmd':'play','game':'ur'}",
        "{'cmd':'seek','game':'ur'}",
        "{'cmd':'challenge','name':'Bob','game':'ur'}",
        "{'cmd':'accept','offer':'1'}",
    };
    size_t n_begin = 0; /* those are all */
    for (int i = 0; i < COMMAND_COUNT; i++) {
        n_begin += (command_spec((enum command_kind)i)->flags & COMMAND_BEGINS) != 0;
    }
    assert_int_equal(n_begin, sizeof begins / sizeof begins[0]);
    open_fixture("--operator-local");
    come_as_operator();
    begin(ROYAL_UR);
    assert_has(ask(9, "{'cmd':'hello'}"), "'draining':false");
    hear(1);
    say(9, "{'cmd':'drain'}");
    assert_has(hear(1), "{'event':'notice','text':'it will stop");
    assert_has(ask(9, "{'cmd':'drain'}"),
               "{'reply':'drain','draining':true,'stops':null,'games_running':1}");
    assert_has(ask(9, "{'cmd':'hello'}"), "'draining':true");
    assert_int_equal(stat_of("draining"), 1);
    /* Running games go on to their end. */
    assert_has(ask(1, "{'cmd':'board'}"), "'stage':'playing'");
    assert_has(ask(1, "{'cmd':'resign'}"), "{'reply':'resign'");
    for (size_t i = 0; i < n_begin; i++) {
        assert_has(ask(1, begins[i]), "'error':'draining'");
    }
    pass(86400000);
    assert_false(turn_wants_stop(hub_turns(fixture->hub)));
    say(9, "{'cmd':'drain','minutes':'off'}");
    assert_has(hear(1), "it does not stop after all");
    assert_has(ask(1, begins[2]), "{'reply':'rematch'");
    assert_has(ask(1, begins[1]), "{'reply':'ready'");
    assert_json(ask(9, "{'cmd':'drain','minutes':'off'}"),
                "{'reply':'drain','draining':false,'stops':null,'games_running':0}\n");
}

/* Lets time pass, and checks that exactly this number of minutes is announced; 0:
 * nothing. */
static void expect_countdown(uint64_t ms, int minutes) {
    char text[40];
    hear(1);
    pass(ms);
    const char *told = hear(1);
    snprintf(text, sizeof text, "it stops in %d minute%s,", minutes,
             minutes == 1 ? "" : "s");
    assert_int_equal(count(told, "it stops in"), minutes > 0);
    if (minutes > 0) {
        assert_has(told, text);
    }
}

#define MINUTE 60000

TEST(the_end_is_counted_down) {
    open_fixture("--operator-local");
    come_as_operator();
    assert_true(come(1));
    ask(1, "name Ann");
    say(9, "{'cmd':'drain','minutes':20}");
    assert_has(hear(1), "it stops in 20 minutes,");
    expect_countdown(5 * MINUTE - 1, 0);
    expect_countdown(100, 15);
    expect_countdown(10 * MINUTE - 200, 0);
    expect_countdown(200, 5);
    expect_countdown(4 * MINUTE, 1);
    expect_countdown(MINUTE - 1000, 0);
    assert_false(turn_wants_stop(hub_turns(fixture->hub)));
    pass(1000);
    assert_true(turn_wants_stop(hub_turns(fixture->hub)));
}

TEST(wrong_minutes) {
    static const char *const wrong[] = {"0", "1441", "-1", "soon", "1.5", ""};
    open_fixture("--operator-local");
    come_as_operator();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_has(askf(9, "{'cmd':'drain','minutes':'%s'}", wrong[i]),
                   "'error':'bad_argument'");
    }
    assert_has(ask(9, "{'cmd':'hello'}"), "'draining':false");
    assert_has(ask(9, "{'cmd':'drain','minutes':1440}"),
               "'stops':'1970-01-02T00:16:40Z'");
}

TEST(shutdown_asks_once) {
    open_fixture("--operator-local");
    come_as_operator();
    begin(ROYAL_UR);
    assert_has(ask(9, "{'cmd':'shutdown'}"),
               "'text':'other players here: 2, running games: 1; ");
    assert_has(ask(9, "{'cmd':'shutdown','sure':'yes'}"), "'error':'bad_argument'");
    drop(1);
    drop(2);
    assert_has(ask(9, "{'cmd':'shutdown'}"), "other players here: 0, running games: 1");
    assert_false(turn_wants_stop(hub_turns(fixture->hub)));
    assert_has(ask(9, "{'cmd':'shutdown','sure':'sure'}"), "{'reply':'shutdown'}");
    assert_true(turn_wants_stop(hub_turns(fixture->hub)));
}

TEST(shutdown_of_an_empty_server) {
    open_fixture("--operator-local");
    assert_true(come_from(1, "127.0.0.1")); /* without a name */
    assert_begins(ask(1, "shutdown"), "+ The server stops.");
    assert_true(turn_wants_stop(hub_turns(fixture->hub)));
}
