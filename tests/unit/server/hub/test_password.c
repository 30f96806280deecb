/* Passwords: checking them takes time, attackers may guess them, others may be able to
 * read them, and players lose them; the same one may be typed in another form. */
#include <sodium.h>

#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* --- jobs --- */

/* The request of a client that has disconnected, or is told goodbye, has no effect. */
TEST(test_gone_before_it_is_done) {
    open_ann("", NULL);
    fixture->holds_jobs = true;
    assert_string_equal(ask_anew(2, LOGIN), "");
    assert_string_equal(ask_anew(3, LOGIN), "");
    drop(2);
    pass(300100); /* login_ms */
    assert_has(hear(3), "'code':'login_timeout'");
    do_jobs();
    assert_string_equal(hear(1), ""); /* not taken over */
    assert_has(ask(1, HELLO), "'account':true");
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

/* --- passwords without TLS --- */

TEST(test_insecure) {
    open_ann("", NULL);
    fixture->tls = false;
    drop(1);
    assert_has(ask_anew(2, HELLO), "'passwords':'warn'");
    assert_has(ask(2, LOGIN), "others on the way can read what you type");
    assert_has(ask(2, LOGIN), "'reply':'login'");
    assert_has(ask_anew(3, LOGIN), "'error':'insecure'"); /* each must be repeated */
}

/* Connections within this machine are safe without TLS. */
TEST(test_insecure_is_refused) {
    static const char *const addresses[] = {"127.0.0.1", "127.8.9.10", "::1"};
    open_ann("--plain-passwords refuse", NULL);
    fixture->tls = false;
    assert_has(ask_anew(2, HELLO), "'passwords':'refuse'");
    for (int i = 0; i < 3; i++) {
        assert_has(ask(2, LOGIN), "this server takes passwords over TLS only");
    }
    for (size_t i = 0; i < 3; i++) {
        assert_has(ask_from(3 + i, addresses[i], HELLO), "'passwords':'any'");
    }
    assert_has(ask_from(6, "2001:db8::", HELLO), "'passwords':'refuse'");
}

/* --- two forms of one password --- */

/* ü in one part and in two. */
#define COMPOSED   "Gr\xc3\xbcn 1234"
#define DECOMPOSED "Gru\xcc\x88n 1234"

static const struct form_row {
    const char *name, *set, *typed;
} form_rows[] = {
    {"composed, decomposed", COMPOSED, DECOMPOSED},
    {"blanks at both ends", "eight chars", "   eight chars  "},
    {"blanks of other widths",
     "eight\xc2\xa0"
     "chars",
     "eight\xe3\x80\x80"
     "chars"},
    {"an invisible character", "eight\xe2\x80\x8b chars", "eight chars"},
};

/* Sends a command, and a password as its last argument. */
static const char *ask_with(size_t conn, const char *before, const char *password) {
    return askf(conn, "%s%s%s", before, password, before[0] == '{' ? "'}" : "");
}

#define LOGIN_WITH "{'cmd':'login','name':'ann','password':'"

TEST_ROWS(form_rows) {
    const struct form_row *row = table_row(state);
    open_secure("");
    enter(1, "Ann", NULL);
    assert_has(ask_with(1, "{'cmd':'register','password':'", row->set),
               "'reply':'register'");
    assert_true(come(2));
    assert_has(ask_with(2, LOGIN_WITH, row->typed), "'reply':'login'");
    assert_has(ask_with(2, LOGIN_WITH, "eight other chars"), "wrong_password");
    assert_true(come(3)); /* text mode */
    assert_begins(ask_with(3, "login ann ", row->typed), "+ Welcome, Ann.");
}

TEST(test_length_of_the_form) {
    static const char *const short_ones[] = {"1234567 ", "        ",
                                             "123456\xe2\x80\x8b\xe2\x80\x8b"};
    open_secure("");
    enter(1, "Ann", NULL);
    for (size_t i = 0; i < 3; i++) {
        assert_has(ask_with(1, "{'cmd':'register','password':'", short_ones[i]),
                   "'bad_password'");
    }
    char line[3000] = "{'cmd':'register','password':'1";
    for (int i = 0; i < 127; i++) {
        strcat(line, "A\xcc\x8a"); /* two bytes once it is composed */
    }
    strcat(line, "'}");
    assert_has(ask(1, line), "'bad_password'");
    strcpy(strstr(line, "A") + 63 * 3, "1'}"); /* 128 bytes */
    assert_has(ask(1, line), "'reply':'register'");
}

/* Ann's account gets a hash of exactly these bytes. */
static void open_with(const char *password) {
    char hash[PASSWORD_HASH_BYTES];
    open_ann("", NULL);
    assert_int_equal(crypto_pwhash_str(hash, password, strlen(password), 1,
                                       JOB_COST_LEAST.memory_bytes),
                     0);
    WRITE(fixture->store, writes_put_password, 1, hash);
    assert_true(store_commit(fixture->store));
    drop(1);
    assert_true(come(2));
}

/* They get in as they always did; from then on, in any form. */
TEST(test_old_account) {
    open_with(DECOMPOSED);
    assert_has(ask_with(2, LOGIN_WITH, COMPOSED), "'wrong_password'");
    assert_has(ask_with(2, LOGIN_WITH, "eight other chars"), "'wrong_password'");
    assert_has(ask_with(2, LOGIN_WITH, DECOMPOSED), "'reply':'login'");
    assert_has(ask_with(2, LOGIN_WITH, COMPOSED), "'reply':'login'");
}

/* A password that would be too short now stays as it is. */
TEST(test_old_account_with_a_short_password) {
    open_with("1234567 ");
    for (int i = 0; i < 2; i++) {
        assert_has(ask_with(2, LOGIN_WITH, "1234567 "), "'reply':'login'");
    }
    assert_has(ask_with(2, LOGIN_WITH, "1234567"), "'bad_password'");
    assert_has(ask(2, "{'cmd':'password','old':'1234567 ','new':'eight chars '}"),
               "'reply':'password'");
    assert_has(ask_with(2, LOGIN_WITH, "eight chars"), "'reply':'login'");
}

/* --- a password is lost, and an operator sets a one-time password --- */

#define RESET "{'cmd':'reset-password','name':'ann'}"
#define NEW   "four red crows"

/* Sets a one-time password for Ann. */
static void reset(char once[static 32]) {
    const char *told = ask(9, RESET);
    assert_begins(told, "{'reply':'reset-password','name':'Ann','password':'");
    take(told, "password", once, 32);
    assert_int_equal(strlen(once), 19);
}

static const char *log_in(size_t conn, const char *password) {
    assert_true(come(conn));
    return askf(conn, LOGIN_WITH "%s'}", password);
}

static const char *change(size_t conn, const char *old) {
    return askf(conn, "{'cmd':'password','old':'%s','new':'" NEW "'}", old);
}

/* Ann has an account, and has left. */
static void open_lost(const char *args) {
    char all[200];
    snprintf(all, sizeof all, "--operator-local %s", args);
    open_ann(all, NULL);
    drop(1);
    come_as_operator();
}

TEST(test_once) {
    char once[32];
    open_lost("");
    reset(once);
    const char *told = log_in(2, once);
    assert_has(told, "'reply':'login'");
    assert_has(strstr(told, json("'reply':'login'")), "choose your own password now");
    assert_has(log_in(3, once), "wrong_password");
    assert_has(change(2, once), "'reply':'password'");
    assert_has(change(2, once), "wrong_password");
    assert_has(log_in(4, PASSWORD), "wrong_password");
    assert_has(log_in(5, NEW), "It was used.  If that was not you, tell the host.");
    assert_null(strstr(log_in(6, NEW), "notice"));
    assert_has(ask(9, "{'cmd':'reset-password','name':'eve'}"), "'not_registered'");
    assert_has(ask(6, RESET), "'error':'not_operator'");
}

TEST(test_for_a_day) {
    char once[32];
    open_lost("--limit login_ms=86400000");
    reset(once);
    pass(86399000);
    assert_has(log_in(2, once), "'reply':'login'");
    pass(2000);
    assert_has(change(2, once), "wrong_password");
    reset(once);
    pass(86401000);
    assert_has(log_in(3, once), "wrong_password");
}

/* A malicious operator cannot do it in secret. */
TEST(test_the_owner_is_told) {
    char once[32];
    open_ann("--operator-local", NULL);
    come_as_operator();
    hear(1);
    say(9, RESET);
    assert_has(hear(1), "'text':'an operator has set a one-time password for "
                        "your account, good until 1970-01-02T00:16:40Z.");
    drop(1);
    /* Unused: the owner's own password makes it void. */
    reset(once);
    assert_has(log_in(2, PASSWORD), "It was not used, and is void now.");
    assert_has(log_in(3, once), "wrong_password");
    /* Used: the owner takes the account back. */
    reset(once);
    assert_has(log_in(4, once), "'reply':'login'");
    assert_has(log_in(5, PASSWORD), "It was used.  If that was not you");
    assert_string_equal(hear(4), "");
    assert_has(change(5, once), "wrong_password");
    /* With a new password, the owner sees why the old one is wrong. */
    reset(once);
    assert_has(log_in(6, once), "'reply':'login'");
    assert_has(change(6, once), "'reply':'password'");
    assert_has(log_in(7, PASSWORD),
               "wrong password; an operator set a one-time password at "
               "1970-01-01T00:16:40Z");
}

/* This way does not lead to the operator's role; and passwords are not sent where others
 * can read them. */
TEST(test_accounts_of_operators) {
    open_filed_fixture("--operator-local");
    struct ticket own;
    fixture->tls = true;
    enter(1, "Ann", &own);
    ask(1, REGISTER);
    enter(2, "Bob", &own);
    ask(2, REGISTER);
    fixture->config.hub.n_operators = 1;
    strcpy(fixture->config.hub.operators[0].name, "ann");
    restart_fixture();
    come_as_operator();
    assert_has(ask(9, RESET), "Ann is an operator");
    const char *told = ask_anew(1, LOGIN);
    assert_has(told, "'text':'you are an operator of this server");
    take(told, "token", own.token, sizeof own.token);
    assert_has(ask(1, "{'cmd':'reset-password','name':'bob'}"), "'password'");
    drop(1);
    fixture->tls = false;
    assert_has(come_back(1, &own, -1), "'reply':'resume'");
    assert_has(ask(1, "{'cmd':'reset-password','name':'bob'}"), "'error':'insecure'");
}

TEST(test_after_a_restart) {
    char once[32];
    open_secure_file("--operator-local");
    enter(1, "Ann", NULL);
    ask(1, REGISTER);
    come_as_operator();
    break_disk();
    assert_has(ask(9, RESET), "'error':'storage'");
    repair_disk();
    pass(2000);
    assert_string_equal(hear(1), "");
    reset(once);
    restart_fixture();
    break_disk();
    assert_has(log_in(2, once), "'error':'storage'");
    repair_disk();
    pass(2000);
    assert_has(log_in(3, once), "'reply':'login'");
    restart_fixture();
    assert_has(log_in(4, once), "wrong_password");
    assert_has(log_in(5, PASSWORD), "It was used.");
}

BEFORE_TESTS {
    use_bad_disk();
}
