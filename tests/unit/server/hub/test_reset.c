/* A player has lost their password, and an operator sets a one-time password. */
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

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
    char line[128];
    snprintf(line, sizeof line, "{'cmd':'login','name':'ann','password':'%s'}", password);
    return ask_anew(conn, line);
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
    told = log_in(5, NEW);
    assert_has(told, "'reply':'login'");
    assert_has(told, "It was used.  If that was not you, tell the host.");
    told = log_in(6, NEW);
    assert_has(told, "'reply':'login'");
    assert_null(strstr(told, "notice"));
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

TEST(test_refused) {
    open_lost("");
    assert_has(ask(9, "{'cmd':'reset-password','name':'eve'}"),
               "'error':'not_registered'");
    assert_has(ask(9, "{'cmd':'reset-password','name':'4711'}"), "'error':'bad_name'");
    assert_has(ask_anew(1, RESET), "'error':'not_operator'");
    assert_has(log_in(2, "abcd-efgh-ijkl-mnop"), "wrong_password");
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

/* Operators are told once for each connection. */
TEST(test_operators_are_told) {
    static const char told[] =
        "{'event':'notice','text':'you are an operator of this server: "
        "help operator says what you can do.'}";
    open_fixture("--operator-local");
    assert_has(ask_from(1, "127.0.0.1", "{'cmd':'name','name':'Hal'}"), told);
    assert_null(strstr(ask(1, "{'cmd':'name','name':'Hal2'}"), "operator"));
    assert_null(strstr(ask_anew(2, "{'cmd':'name','name':'Bob'}"), "operator"));
}

BEFORE_TESTS {
    use_bad_disk();
}
