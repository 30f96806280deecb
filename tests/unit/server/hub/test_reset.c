/* A player has lost their password, and an operator sets a one-time password. */
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define RESET "{'cmd':'reset-password','name':'ann'}"
#define NEW   "four red crows"

/* Sets a one-time password for Ann. */
static void reset(struct fixture *fixture, char once[static 32]) {
    const char *told = ask(fixture, 9, RESET);
    assert_begins(told, "{'reply':'reset-password','name':'Ann','password':'");
    take(told, "password", once, 32);
    assert_int_equal(strlen(once), 19);
}

static const char *log_in(struct fixture *fixture, size_t conn, const char *password) {
    char line[128];
    snprintf(line, sizeof line, "{'cmd':'login','name':'ann','password':'%s'}", password);
    return ask_anew(fixture, conn, line);
}

static const char *change(struct fixture *fixture, size_t conn, const char *old) {
    char line[128];
    snprintf(line, sizeof line, "{'cmd':'password','old':'%s','new':'" NEW "'}", old);
    return ask(fixture, conn, line);
}

/* Ann has an account, and has left. */
static struct fixture *open_lost(const char *args) {
    char all[200];
    snprintf(all, sizeof all, "--operator-local %s", args);
    struct fixture *fixture = open_ann(all, NULL);
    drop(fixture, 1);
    come_as_operator(fixture);
    return fixture;
}

TEST(test_once) {
    char once[32];
    struct fixture *fixture = open_lost("");
    reset(fixture, once);
    const char *told = log_in(fixture, 2, once);
    assert_has(told, "'reply':'login'");
    assert_has(strstr(told, json("'reply':'login'")), "choose your own password now");
    assert_has(log_in(fixture, 3, once), "wrong_password");
    assert_has(change(fixture, 2, once), "'reply':'password'");
    assert_has(change(fixture, 2, once), "wrong_password");
    assert_has(log_in(fixture, 4, PASSWORD), "wrong_password");
    told = log_in(fixture, 5, NEW);
    assert_has(told, "'reply':'login'");
    assert_has(told, "It was used.  If that was not you, tell the host.");
    told = log_in(fixture, 6, NEW);
    assert_has(told, "'reply':'login'");
    assert_null(strstr(told, "notice"));
}

TEST(test_for_a_day) {
    char once[32];
    struct fixture *fixture = open_lost("--limit login_ms=86400000");
    reset(fixture, once);
    pass(fixture, 86399000);
    assert_has(log_in(fixture, 2, once), "'reply':'login'");
    pass(fixture, 2000);
    assert_has(change(fixture, 2, once), "wrong_password");
    reset(fixture, once);
    pass(fixture, 86401000);
    assert_has(log_in(fixture, 3, once), "wrong_password");
}

/* A malicious operator cannot do it in secret. */
TEST(test_the_owner_is_told) {
    char once[32];
    struct fixture *fixture = open_ann("--operator-local", NULL);
    come_as_operator(fixture);
    hear(fixture, 1);
    say(fixture, 9, RESET);
    assert_has(hear(fixture, 1), "'text':'an operator has set a one-time password for "
                                 "your account, good until 1970-01-02T00:16:40Z.");
    drop(fixture, 1);
    /* Unused: the owner's own password makes it void. */
    reset(fixture, once);
    assert_has(log_in(fixture, 2, PASSWORD), "It was not used, and is void now.");
    assert_has(log_in(fixture, 3, once), "wrong_password");
    /* Used: the owner takes the account back. */
    reset(fixture, once);
    assert_has(log_in(fixture, 4, once), "'reply':'login'");
    assert_has(log_in(fixture, 5, PASSWORD), "It was used.  If that was not you");
    assert_string_equal(hear(fixture, 4), "");
    assert_has(change(fixture, 5, once), "wrong_password");
    /* With a new password, the owner sees why the old one is wrong. */
    reset(fixture, once);
    assert_has(log_in(fixture, 6, once), "'reply':'login'");
    assert_has(change(fixture, 6, once), "'reply':'password'");
    assert_has(log_in(fixture, 7, PASSWORD),
               "wrong password; an operator set a one-time password at "
               "1970-01-01T00:16:40Z");
}

TEST(test_refused) {
    struct fixture *fixture = open_lost("");
    assert_has(ask(fixture, 9, "{'cmd':'reset-password','name':'eve'}"),
               "'error':'not_registered'");
    assert_has(ask(fixture, 9, "{'cmd':'reset-password','name':'4711'}"),
               "'error':'bad_name'");
    assert_has(ask_anew(fixture, 1, RESET), "'error':'not_operator'");
    assert_has(log_in(fixture, 2, "abcd-efgh-ijkl-mnop"), "wrong_password");
}

/* This way does not lead to the operator's role; and passwords are not sent where others
 * can read them. */
TEST(test_accounts_of_operators) {
    struct fixture *fixture = open_filed_fixture("--operator-local");
    struct ticket ticket;
    fixture->tls = true;
    enter(fixture, 1, "Ann", &ticket);
    ask(fixture, 1, REGISTER);
    enter(fixture, 2, "Bob", &ticket);
    ask(fixture, 2, REGISTER);
    fixture->config.hub.n_operators = 1;
    strcpy(fixture->config.hub.operators[0].name, "ann");
    restart_fixture(fixture);
    come_as_operator(fixture);
    assert_has(ask(fixture, 9, RESET), "Ann is an operator");
    const char *told = ask_anew(fixture, 1, LOGIN);
    assert_has(told, "'text':'you are an operator of this server");
    take(told, "token", ticket.token, sizeof ticket.token);
    assert_has(ask(fixture, 1, "{'cmd':'reset-password','name':'bob'}"), "'password'");
    drop(fixture, 1);
    fixture->tls = false;
    assert_has(come_back(fixture, 1, &ticket, -1), "'reply':'resume'");
    assert_has(ask(fixture, 1, "{'cmd':'reset-password','name':'bob'}"),
               "'error':'insecure'");
}

TEST(test_after_a_restart) {
    char once[32];
    use_bad_disk();
    struct fixture *fixture = open_filed_fixture("--operator-local");
    struct ticket ticket;
    fixture->tls = true;
    enter(fixture, 1, "Ann", &ticket);
    ask(fixture, 1, REGISTER);
    come_as_operator(fixture);
    break_disk();
    assert_has(ask(fixture, 9, RESET), "'error':'storage'");
    repair_disk();
    pass(fixture, 2000);
    assert_string_equal(hear(fixture, 1), "");
    reset(fixture, once);
    restart_fixture(fixture);
    break_disk();
    assert_has(log_in(fixture, 2, once), "'error':'storage'");
    repair_disk();
    pass(fixture, 2000);
    assert_has(log_in(fixture, 3, once), "'reply':'login'");
    restart_fixture(fixture);
    assert_has(log_in(fixture, 4, once), "wrong_password");
    assert_has(log_in(fixture, 5, PASSWORD), "It was used.");
    close_filed_fixture(fixture);
    fixture_vfs = NULL;
}

/* Operators are told once for each connection. */
TEST(test_operators_are_told) {
    static const char told[] =
        "{'event':'notice','text':'you are an operator of this server: "
        "help operator says what you can do.'}";
    struct fixture *fixture = open_fixture("--operator-local");
    assert_has(ask_from(fixture, 1, "127.0.0.1", "{'cmd':'name','name':'Hal'}"), told);
    assert_null(strstr(ask(fixture, 1, "{'cmd':'name','name':'Hal2'}"), "operator"));
    assert_null(strstr(ask_anew(fixture, 2, "{'cmd':'name','name':'Bob'}"), "operator"));
}
