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
    char sql[200];
    snprintf(sql, sizeof sql,
             "CREATE TRIGGER kept BEFORE DELETE ON sessions WHEN old.id = "
             "(SELECT id FROM sessions ORDER BY id LIMIT 1 OFFSET %d) "
             "BEGIN SELECT RAISE(ABORT, 'kept'); END",
             session);
    run_sql(fixture->config.db, sql);
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
