/* Answers in a loop iteration whose commit fails: exactly one for each request, and a
 * true one. */
#include "server/hub/host.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define SAY   "{'cmd':'say','text':'x','id':'q'}"
#define LEAVE "{'cmd':'leave','id':'q'}"

static int n_stored_sessions(void) {
    struct stored_session session = {.id = 0};
    int n = 0;
    while (store_next_session(fixture->store, session.id, &session) == FOUND) {
        n++;
    }
    return n;
}

/* The session is removed as soon as the disk works again. */
TEST(test_a_session_that_cannot_be_removed) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    ask(1, LEAVE);
    break_disk();
    drop(1);
    say(2, "{'cmd':'ping','id':'p'}");
    assert_int_equal(count(hear(2), "'id':'p'"), 1);
    end_turn(); /* now: the session ends when that is stored */
    assert_int_equal(n_stored_sessions(), 2);
    repair_disk();
    pass(12000); /* no other writes */
    assert_int_equal(n_stored_sessions(), 1);
}

/* Makes the row of this stored session impossible to delete. */
static void make_undeletable(int session) {
    char path[64], sql[200];
    snprintf(path, sizeof path, "%s/alea.db", fixture->dir);
    snprintf(sql, sizeof sql,
             "CREATE TRIGGER kept BEFORE DELETE ON sessions WHEN old.id = "
             "(SELECT id FROM sessions ORDER BY id LIMIT 1 OFFSET %d) "
             "BEGIN SELECT RAISE(ABORT, 'kept'); END",
             session);
    run_sql(path, sql);
}

/* It does not undo other players' moves, now or after a restart, and other rows are
 * deleted. */
TEST(test_a_row_that_cannot_be_deleted) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    enter(3, "Cyd", &ticket[2]);
    create_room(3, ROYAL_UR, ticket[2].room);
    end_turn();
    make_undeletable(0);
    ask(1, LEAVE);
    ask(2, LEAVE);
    ask(3, LEAVE);
    for (size_t i = 1; i <= 3; i++) {
        drop(i);
    }
    pass(1000);
    seat(ROYAL_UR);
    assert_int_equal(n_stored_sessions(), 5);
    pass(60000);
    assert_int_equal(n_stored_sessions(), 3);
    be_ready();
    restart_fixture();
    pass(60000);
    assert_int_equal(n_stored_sessions(), 3);
    assert_has(come_back(1, &ticket[0], -1), "'stage':'playing'");
    assert_has(ask(1, SAY), "'reply':'say'");
    assert_int_equal(hub_measure(fixture->hub)->rooms_frozen, 0);
}

/* The server checks whether the disk works again even if there is no room. */
TEST(test_a_disk_that_nobody_waits_for) {
    open_filed_fixture("");
    enter(1, "Ann", NULL);
    break_disk();
    assert_has(ask(1, ROYAL_UR), "'error':'storage'");
    pass(3000);
    int64_t n = hub_measure(fixture->hub)->commits;
    repair_disk();
    pass(3000);
    assert_int_equal(hub_measure(fixture->hub)->commits, n + 1);
}

/* Sessions of the previous server are also deleted later, and their ids are not reused.
 */
TEST(test_sessions_that_cannot_be_removed_at_the_start) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    ask(1, LEAVE);
    ask(2, LEAVE);
    kill_fixture();
    break_disk();
    start_fixture();
    pass(2000);
    assert_int_equal(n_stored_sessions(), 2);
    repair_disk();
    pass(2000);
    enter(3, "Cyd", &ticket[2]);
    create_room(3, ROYAL_UR, ticket[2].room);
    pass(12000);
    assert_int_equal(n_stored_sessions(), 1);
    restart_fixture();
    assert_has(come_back(4, &ticket[2], -1), "'reply':'resume'");
}

/* Neither what was said nor the take-over has happened. */
TEST(test_a_take_over_in_the_turn_that_fails) {
    open_filed_game(ROYAL_UR);
    assert_true(come(3));
    hear(3);
    break_disk();
    say(1, SAY);
    sayf(3, "{'cmd':'resume','token':'%s'}", ticket[0].token);
    const char *told = hear(1);
    assert_has(told, "{'error':'storage','id':'q'");
    assert_int_equal(count(told, "'id':'q'"), 1);
    assert_null(strstr(told, "bye"));
    assert_has(ask(3, "{'cmd':'mine'}"), "'no_name'");
    assert_has(ask(1, "{'cmd':'mine'}"), "'stage':'playing'");
    repair_disk();
    pass(2000);
    assert_has(come_back(4, &ticket[0], -1), "'reply':'resume'");
}

TEST(test_who_hangs_up_in_the_turn_that_fails) {
    open_filed_game(ROYAL_UR);
    break_disk();
    say(1, SAY);
    drop(1); /* they can still read */
    assert_has(hear(1), "{'error':'storage','id':'q'");
    repair_disk();
}

TEST(test_quit) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    break_disk();
    const char *told = ask(1, "{'cmd':'quit','id':'q'}");
    assert_begins(told, "{'error':'storage','id':'q'");
    assert_int_equal(count(told, "'id':'q'"), 1);
    assert_null(strstr(told, "bye"));
    assert_has(ask(1, "{'cmd':'mine','id':'r'}"), "'id':'r'");
    repair_disk();
    pass(2000);
    assert_has(ask(1, "{'cmd':'quit'}"), "'bye'");
}

/* Offers are in memory only: who was told of one hears that it is gone. */
TEST(test_offers) {
    open_filed_fixture("");
    enter(1, "Ann", &ticket[0]);
    enter(2, "Bob", &ticket[1]);
    assert_has(ask(1, "{'cmd':'seek','game':'ur'}"), "'offer':1");
    break_disk();
    say(2, ROYAL_UR);
    say(2, "{'cmd':'seek','game':'tablut'}");
    const char *told = hear(2);
    assert_has(told, "{'event':'offer_over','offer':1,'why':'gone'");
    assert_int_equal(count(told, "'offer_over'"), 1);
    repair_disk();
    pass(2000);
    assert_has(ask(1, "{'cmd':'seeks'}"), "'seeks':[]");
}

/* What is not stored for an account but for the session comes back, too. */
TEST(test_what_guests_have_set) {
    open_filed_fixture("");
    struct ticket own;
    enter(1, "Ann", &own);
    ask(1, ROYAL_UR);
    ask(1, "{'cmd':'gag','name':'Mal'}");
    ask(1, "{'cmd':'profile','max':3}");
    break_disk();
    say(1, "{'cmd':'profile','max':5}");
    assert_has(ask(1, "{'cmd':'gag','name':'Eve'}"), "'error':'storage'");
    repair_disk();
    pass(2000);
    assert_has(ask(1, "{'cmd':'profile'}"), "'max':3");
    assert_has(ask(1, "{'cmd':'gag'}"), "[{'name':'Mal'}]");
    restart_fixture();
    come_back(1, &own, -1);
    assert_has(ask(1, "{'cmd':'profile'}"), "'max':3");
    assert_has(ask(1, "{'cmd':'gag'}"), "[{'name':'Mal'}]");
}

/* The log has an account once it is stored, and not before. */
TEST(test_an_account_that_cannot_be_stored) {
    open_filed_fixture("");
    char *logged;
    size_t len;
    FILE *log = open_memstream(&logged, &len);
    assert_non_null(log);
    fixture->tls = true;
    enter(1, "Ann", NULL);
    fixture->config.hub.log = (struct log){.level = LOG_INFO, .out = log};
    break_disk();
    assert_has(ask(1, REGISTER), "'error':'storage'");
    fflush(log);
    assert_null(strstr(logged, "registered name="));
    repair_disk();
    pass(2000);
    assert_has(ask(1, REGISTER), "'reply':'register'");
    fflush(log);
    assert_int_equal(count(logged, "registered name=Ann account="), 1);
    fixture->config.hub.log = (struct log){.level = LOG_ERROR};
    close_filed_fixture();
    fclose(log);
    free(logged);
}

BEFORE_TESTS {
    use_bad_disk();
}
