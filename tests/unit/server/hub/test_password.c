/* Passwords: checking them takes time, attackers may guess them, and others may be able
 * to read them. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

/* --- jobs --- */

/* The request of a client that has disconnected has no effect. */
TEST(test_gone_before_it_is_done) {
    open_ann("", NULL);
    fixture->holds_jobs = true;
    assert_string_equal(ask_anew(2, LOGIN), "");
    drop(2);
    do_job();
    assert_string_equal(hear(1), ""); /* not taken over */
    assert_has(ask(1, HELLO), "'account':true");
}

/* The same when the client is being disconnected, or the server stops. */
TEST(test_closing_before_it_is_done) {
    open_ann("", NULL);
    fixture->holds_jobs = true;
    assert_string_equal(ask_anew(2, LOGIN), "");
    pass(300100); /* login_ms */
    assert_has(hear(2), "'code':'login_timeout'");
    do_job();
    assert_string_equal(hear(2), "");
    assert_has(ask(1, HELLO), "'account':true"); /* not taken over */
}

TEST(test_how_many_wait) {
    open_ann("--limit jobs=2", NULL);
    fixture->holds_jobs = true;
    assert_string_equal(ask_from(2, "192.0.2.2", WRONG), "");
    assert_string_equal(ask_from(3, "192.0.2.3", WRONG), "");
    assert_has(ask_from(4, "192.0.2.4", WRONG), "'retry_after_ms':1000");
    do_job();
    assert_has(hear(2), "wrong_password");
    assert_string_equal(ask(4, WRONG), "");
}

/* One address can use half of the jobs: the others are for other addresses. */
TEST(test_how_many_wait_of_one_address) {
    open_ann("--limit jobs=4 --limit logins_per_minute=6", NULL);
    fixture->holds_jobs = true;
    for (size_t conn = 2; conn <= 3; conn++) {
        assert_string_equal(ask_from(conn, "192.0.2.66", WRONG), "");
        drop(conn); /* this does not end the job */
    }
    assert_has(ask_from(4, "192.0.2.66", WRONG),
               "'retry_after_ms':1000"); /* 60 a minute */
    assert_string_equal(ask_from(5, "192.0.2.5", LOGIN), "");
    do_jobs();
    assert_has(hear(5), "'reply':'login'");
}

/* Two logins at once: the second password is right as well, and takes the first one's
 * session over. */
TEST(test_two_at_once) {
    open_ann("", NULL);
    drop(1);
    fixture->holds_jobs = true;
    for (size_t conn = 2; conn <= 3; conn++) {
        assert_string_equal(ask_anew(conn, LOGIN), "");
    }
    do_jobs();
    assert_has(hear(2), "'code':'taken_over'");
    assert_has(ask(3, HELLO), "'you':'Ann'");
}

/* --- many at once --- */

/* n clients of one address send this at once; all have an answer at the end. */
static void say_at_once(size_t n, const char *line) {
    fixture->holds_jobs = true;
    for (size_t i = 0; i < n; i++) {
        assert_true(come_from(10 + i, "192.0.2.9"));
        say(10 + i, line);
    }
    fixture->holds_jobs = false;
    do_jobs();
}

/* A school class logs in from one address with the right passwords. */
TEST(test_many_right_ones_at_once) {
    open_ann("--limit logins_per_minute=2 --limit resume_per_minute=100", NULL);
    hear(1);
    say_at_once(5, LOGIN);
    assert_has(hear(14), "'reply':'login'");
}

/* An attacker who guesses many at once pays for each guess. */
TEST(test_many_wrong_ones_at_once) {
    open_ann("--limit logins_per_minute=2", NULL);
    hear(1);
    say_at_once(5, WRONG);
    assert_has(hear(14), "wrong_password");
    pass(30000 * 3);
    assert_has(ask_from(2, "192.0.2.9", LOGIN), "too many wrong passwords");
    pass(30000);
    assert_has(ask(2, LOGIN), "'reply':'login'");
}

/* A client that knows a password cannot keep all cores busy either. */
TEST(test_right_ones_from_an_address) {
    open_ann("--limit logins_per_minute=1", NULL);
    for (int i = 0; i < 10; i++) {
        assert_has(ask(1, LOGIN), "'reply':'login'");
    }
    assert_has(ask(1, LOGIN), "many passwords come from your address");
    assert_has(ask_from(2, "192.0.2.9", LOGIN), "'reply':'login'");
    pass(6000);
    assert_has(ask_anew(1, LOGIN), "'reply':'login'");
}

TEST(test_how_many_accounts) {
    struct ticket own;
    open_ann("--limit accounts=2 --limit registers_per_hour=1", &own);
    enter(2, "Bob", &own);
    assert_has(ask(2, REGISTER), "'error':'too_fast'");
    pass(3600000);
    assert_has(ask(2, REGISTER), "'reply':'register'");
    enter(3, "Cid", &own);
    assert_has(ask(3, REGISTER), "'error':'too_many_accounts'");
}

/* --- passwords without TLS --- */

TEST(test_insecure) {
    open_ann("", NULL);
    fixture->tls = false;
    drop(1);
    assert_has(ask_anew(2, HELLO), "'passwords':'warn'");
    assert_has(
        ask(2, LOGIN),
        "{'error':'insecure','text':'others on the way can read what you type, your "
        "password too: use alea play --tls, or type the same again to go ahead'}");
    assert_has(ask(2, LOGIN), "'reply':'login'");
    assert_has(ask_anew(3, LOGIN), "'error':'insecure'"); /* each must be
                                                           * repeated */
}

TEST(test_insecure_is_refused) {
    open_ann("--plain-passwords refuse", NULL);
    fixture->tls = false;
    assert_has(ask_anew(2, HELLO), "'passwords':'refuse'");
    for (int i = 0; i < 3; i++) {
        assert_has(ask(2, LOGIN),
                   "{'error':'insecure','text':'this server takes passwords over TLS "
                   "only: use alea play --tls'}");
    }
}

/* Connections within this machine are safe without TLS. */
TEST(test_secure_without_tls) {
    static const char *const addresses[] = {"127.0.0.1", "127.8.9.10", "::1"};
    open_fixture("--plain-passwords refuse");
    for (size_t i = 0; i < 3; i++) {
        assert_has(ask_from(i, addresses[i], HELLO), "'passwords':'any'");
    }
    assert_has(ask_from(4, "2001:db8::", HELLO), "'passwords':'refuse'");
}
