/* What operators see and do: counts, connections, the log, shutting down, kicks and bans.
 * test_host_role.c tests who is an operator. */
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/people/come.h"
#include "server/turn/clock.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

/* --- stats, clients --- */

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

TEST(what_is_counted) {
    static const struct {
        const char *key;
        long value;
    } counted[] = {
        {"connections", 3}, {"players", 3},       {"sessions", 3},
        {"rooms", 1},       {"games_begun", 1},   {"games_over", 0},
        {"moves", 1},       {"said", 1},          {"errors", 1},
        {"refused", 0},     {"draining", 0},      {"connections_opened", 3},
        {"uptime_s", 61},   {"games_running", 1},
    };
    open_fixture("--operator-local");
    come_as_operator();
    begin(ROYAL_UR);
    ask(1, "{'cmd':'say','text':'hi'}");
    ask(who_moves(), "{'cmd':'move','move':'1'}");
    ask(1, "{'cmd':'claim'}");
    pass(61000);
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
        assert_int_equal(stat_of(counted[i].key), counted[i].value);
    }
    ask(1, "{'cmd':'resign'}");
    assert_int_equal(stat_of("games_running"), 0);
    assert_int_equal(stat_of("games_over"), 1);
    drop(1);
    assert_int_equal(stat_of("connections"), 2);
}

TEST(who_is_connected) {
    open_fixture("--operator-local");
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
    assert_has(ask(9, "{'cmd':'clients','who':'ann'}"), "'clients':[{'client':2,");
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

/* --- the log --- */

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
    assert_json(ask(9, "{'cmd':'loglevel'}"), "{'reply':'loglevel','level':'error'}\n");
    ask(9, "{'cmd':'loglevel','level':'info'}");
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
    assert_has(ask(9, "{'cmd':'drain','minutes':0}"), "'error':'bad_argument'");
    assert_has(ask(9, "{'cmd':'drain','minutes':1441}"), "'error':'bad_argument'");
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
    come_as_operator();
    assert_has(ask(9, "{'cmd':'shutdown'}"), "{'reply':'shutdown'}");
    assert_true(turn_wants_stop(hub_turns(fixture->hub)));
}

/* --- kicks and bans --- */

/* Until the connection ends, the seek stays: the player may come back first. */
TEST(a_seek_of_a_kicked_player) {
    open_fixture("--operator-local");
    come_as_operator();
    enter(1, "Ann", &ticket[0]);
    ask(1, "{'cmd':'seek','game':'ur'}");
    ask(9, "{'cmd':'kick','who':'Ann'}");
    assert_has(ask(9, "{'cmd':'accept','offer':1}"), "Ann is losing the connection");
    come_back(2, &ticket[0], -1);
    assert_has(ask(9, "{'cmd':'accept','offer':1}"), "{'reply':'accept'");
}

TEST(an_address_is_kept_out) {
    open_fixture("--operator-local");
    come_as_operator();
    assert_true(come_from(1, "2001:db8::"));
    assert_true(come_from(2, "192.0.2.1"));
    assert_has(ask(9, "{'cmd':'ban','who':'2001:db8::5/64'}"),
               "{'reply':'ban','who':'2001:db8::','until':null}");
    say(9, "{'cmd':'ban','who':'2001:db8::5','minutes':'always'}");
    hear(1);
    assert_string_equal(ask(1, "ping"), ""); /* input is ignored now */
    drop(1);
    assert_false(come_from(1, "2001:db8::"));
    assert_begins(hear(1), "- You may not play here");
    assert_true(fixture->closed);
    assert_begins(ask(2, "ping"), "+ pong");
    assert_has(ask(9, "{'cmd':'unban','who':'2001:db8::'}"),
               "{'reply':'unban','who':'2001:db8::'}");
    assert_true(come_from(1, "2001:db8::"));
    assert_has(ask(9, "{'cmd':'unban','who':'2001:db8::'}"), "'error':'not_banned'");
}

/* A browser that was let in before the ban still gets no further than the page. */
TEST(a_browser_is_kept_out) {
    open_fixture("--operator-local");
    come_as_operator();
    struct address_counts *visitor = people_add_visitor(hub_people(fixture->hub), HERE);
    ask(9, "{'cmd':'ban','who':'192.0.2.1','text':'calm down'}");
    assert_null(people_add_visitor(hub_people(fixture->hub), HERE));
    people_remove_visitor(hub_people(fixture->hub), visitor);
    assert_int_equal(
        people_add_client(hub_people(fixture->hub), 1, HERE, &(struct come){.web = true}),
        0);
    assert_has(hear(1), "{'event':'bye','code':'banned',");
    assert_true(fixture->closed);
}

TEST(what_is_refused) {
    static const struct {
        const char *args, *text;
    } wrong[] = {
        {"'who':'127.0.0.1'", "127.0.0.1 is you, or this machine"},
        {"'who':'::1'", "::1 is you, or this machine"},
        {"'who':'HAL'", "HAL is you, or this machine"},
        {"'who':'10.0.0.0/8'", "not 10.0.0.0/8"},
        {"'who':'x'", "WHO is a name, or an address"},
        {"'who':'bob','minutes':'0'", "1 to 525600, or always, not 0"},
        {"'who':'bob','minutes':'525601'", "1 to 525600, or always, not 525601"},
        {"'who':'bob','minutes':'rude'", "1 to 525600, or always, not rude"},
    };
    open_fixture("--operator-local");
    come_as_operator();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "{'cmd':'ban',%s}", wrong[i].args);
        assert_has(ask(9, line), "'error':'bad_argument'");
        assert_has(ask(9, line), wrong[i].text);
    }
    assert_json(ask(9, "{'cmd':'bans'}"), "{'reply':'bans','bans':[]}\n");
}

TEST(bans_outlive_the_server) {
    open_filed_fixture("--operator-local");
    come_as_operator();
    ask(9, "{'cmd':'ban','who':'ann','minutes':1,'text':'one'}");
    ask(9, "{'cmd':'ban','who':'bob','minutes':60,'text':'two'}");
    ask(9, "{'cmd':'ban','who':'192.0.2.1'}");
    ask(9, "{'cmd':'ban','who':'cid'}");
    ask(9, "{'cmd':'unban','who':'CID'}");
    kill_fixture();
    fixture->ms += 120000; /* the first ban is over */
    start_fixture();
    come_as_operator();
    const char *told = ask(9, "{'cmd':'bans'}");
    assert_int_equal(count(told, "'who':"), 2);
    assert_has(told, "{'who':'bob','since':'1970-01-01T00:16:40Z','until':'1970-01-01T01:"
                     "16:40Z','why':'two'}");
    assert_has(
        told,
        "{'who':'192.0.2.1','since':'1970-01-01T00:16:40Z','until':null,'why':null}");
    assert_false(come(1));
}

BEFORE_TESTS {
    use_bad_disk();
}
