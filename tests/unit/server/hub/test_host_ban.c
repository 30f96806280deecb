/* Kicks, and bans, which survive a restart. */
#include "server/hub/hub.h"
#include "server/people/come.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

/* --- kick --- */

/* Until the connection ends, the seek stays: the player may come back first. */
TEST(a_seek_of_a_kicked_player) {
    open_fixture("--operator-local");
    come_as_operator();
    struct ticket own;
    enter(1, "ann", &own);
    ask(1, "{'cmd':'seek','game':'royal-ur'}");
    ask(9, "{'cmd':'kick','who':'ann'}");
    assert_has(
        ask(9, "{'cmd':'accept','offer':1}"),
        "{'error':'not_wanted','text':'ann is losing the connection: try again later'}");
    come_back(2, &own, -1);
    assert_has(ask(9, "{'cmd':'accept','offer':1}"), "{'reply':'accept'");
}

/* --- bans --- */

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

/* Operators cannot lock themselves out by mistake. */
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

/* A ban that could not be stored has no effect: nobody is disconnected, and the bans are
 * as before. */
TEST(a_ban_that_cannot_be_stored) {
    open_filed_fixture("--operator-local");
    come_as_operator();
    assert_true(come(1));
    ask(1, "name Ann");
    ask(9, "{'cmd':'ban','who':'cid'}");
    break_disk();
    assert_has(ask(9, "{'cmd':'ban','who':'ann'}"), "'error':'storage'");
    assert_has(ask(9, "{'cmd':'unban','who':'cid'}"), "'error':'storage'");
    assert_begins(ask(1, "ping"), "+ pong");
    const char *told = ask(9, "{'cmd':'bans'}");
    assert_has(told, "'who':'cid'");
    assert_null(strstr(told, json("'who':'ann'")));
    repair_disk();
    pass(2000);
    assert_has(ask(9, "{'cmd':'ban','who':'ann'}"), "{'reply':'ban'");
}

/* Another program runs this SQL while the server runs. */
static void meddle(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->config.db, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Bans that cannot be read any more still hold, and cannot be changed. */
TEST(bans_that_cannot_be_read) {
    open_filed_fixture("--operator-local");
    come_as_operator();
    ask(9, "{'cmd':'ban','who':'cid'}");
    meddle("ALTER TABLE bans RENAME TO lost");
    assert_has(ask(9, "{'cmd':'ban','who':'ann'}"), "'error':'storage'");
    assert_has(ask(9, "{'cmd':'bans'}"), "'who':'cid'");
    assert_true(come(1));
    meddle("ALTER TABLE lost RENAME TO bans");
    pass(2000);
    assert_has(ask(1, "name Cid"), "- You may not play here");
    assert_has(ask(9, "{'cmd':'ban','who':'ann'}"), "{'reply':'ban'");
}

BEFORE_TESTS {
    use_bad_disk();
}
