/* Who is an operator: people on this machine, and accounts that the host names. */
#include "server/hub/hub.h"
#include "server/people/come.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define LOCAL "127.0.0.1"

TEST(only_operators_may) {
    struct fixture *fixture = open_fixture("--operator-local");
    assert_true(come(fixture, 1));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command_spec *spec = command_spec((enum command_kind)i);
        if ((spec->flags & COMMAND_OPERATOR) != 0) {
            char line[80];
            snprintf(line, sizeof line, "%s%s", spec->word,
                     spec->n_required > 1   ? " x y"
                     : spec->n_required > 0 ? " x"
                                            : "");
            assert_begins(ask(fixture, 1, line), "- Only an operator");
        }
    }
    come_as_operator(fixture);
    assert_begins(ask(fixture, 9, "{'cmd':'stats'}"), "{'reply':'stats'");
}

TEST(addresses_of_this_machine) {
    static const struct {
        const char *address;
        bool is_local;
    } rows[] = {{"127.0.0.1", true},  {"127.1.2.3", true}, {"::1", true},
                {"1.127.0.0", false}, {"::", false},       {"12.7.0.1", false},
                {"fe80::", false},    {"?", false}};
    struct fixture *fixture = open_fixture("--operator-local");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(come_from(fixture, 1, rows[i].address));
        assert_begins(ask(fixture, 1, "stats"),
                      rows[i].is_local ? "+"
                                       : "- Only an operator of this server may do this");
        drop(fixture, 1);
    }
}

/* A player's typing error must not send a message to everybody. */
TEST(in_full_only) {
    struct fixture *fixture = open_fixture("--operator-local");
    assert_true(come_from(fixture, 1, LOCAL));
    assert_begins(ask(fixture, 1, "annou hello"),
                  "- If you mean it, type announce in full");
}

#define REGISTER "{'cmd':'register','password':'seven red herrings'}"
#define LOGIN    "{'cmd':'login','name':'ann','password':'seven red herrings'}"

/* Connects 1 from this machine, where passwords are safe. */
static void enter_here(struct fixture *fixture, const char *name) {
    char line[60];
    assert_true(come_from(fixture, 1, LOCAL));
    snprintf(line, sizeof line, "{'cmd':'name','name':'%s'}", name);
    assert_has(ask(fixture, 1, line), "'token'");
}

/* Any web site that the host visits can make their browser connect to this machine. */
TEST(a_page_has_no_role) {
    struct fixture *fixture = open_fixture("--operator-local");
    fixture->client[9] =
        people_add_web_client(hub_people(fixture->hub), 9, "127.0.0.1", false);
    assert_has(ask(fixture, 9, "{'cmd':'clients'}"), "'error':'not_operator'");
}

/* Restarts with this option. */
static void restart_with_operator(struct fixture *fixture, const char *name,
                                  int64_t account) {
    struct named_operator *given = &fixture->config.hub.operators[0];
    fixture->config.hub.n_operators = name != NULL ? 1 : 0;
    *given = (struct named_operator){.account = account};
    snprintf(given->name, sizeof given->name, "%s", name != NULL ? name : "");
    restart_fixture(fixture);
}

static void expect_operator(struct fixture *fixture, bool is_one) {
    assert_true(come_from(fixture, 1, LOCAL));
    assert_has(ask(fixture, 1, LOGIN), "{'reply':'login'");
    assert_has(ask(fixture, 1, "{'cmd':'stats'}"),
               is_one ? "'stat':'accounts'" : "'error':'not_operator'");
}

/* Ann gives up her name, and another player registers it: they do not become operator,
 * now or after a restart, until the host says so. */
TEST(the_role_is_not_inherited) {
    struct fixture *fixture = open_filed_fixture("");
    enter_here(fixture, "Ann");
    assert_has(ask(fixture, 1, REGISTER), "{'reply':'register'");
    restart_with_operator(fixture, "ann", 0);
    expect_operator(fixture, true);
    assert_has(ask(fixture, 1, "{'cmd':'forget-me','password':'seven red herrings'}"),
               "{'reply':'forget-me'}");
    drop(fixture, 1);
    pass(fixture, 1000);
    enter_here(fixture, "Ann");
    assert_has(ask(fixture, 1, REGISTER), "{'reply':'register'");
    assert_has(ask(fixture, 1, "{'cmd':'stats'}"), "'error':'not_operator'");
    static const struct {
        const char *name;
        int64_t account;
        bool is_one;
    } starts[] = {
        {"ann", 0, false}, {NULL, 0, false}, {"Ann", 0, false}, {"ann", 1, false},
        {"ann", 3, false}, {"ann", 2, true}, {"ann", 0, true},
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        restart_with_operator(fixture, starts[i].name, starts[i].account);
        expect_operator(fixture, starts[i].is_one);
    }
}

/* A player who registers a name after the host has named it does not get the role. */
TEST(the_role_is_not_for_the_quick) {
    struct fixture *fixture = open_filed_fixture("--operator ann");
    enter_here(fixture, "Ann");
    assert_has(ask(fixture, 1, REGISTER), "{'reply':'register'");
    restart_fixture(fixture);
    expect_operator(fixture, false);
    restart_with_operator(fixture, "ann", 1);
    expect_operator(fixture, true);
}

/* Otherwise the next start would give it to another account. */
TEST(the_role_must_be_stored) {
    use_bad_disk();
    struct fixture *fixture = open_filed_fixture("");
    enter_here(fixture, "Ann");
    assert_has(ask(fixture, 1, REGISTER), "{'reply':'register'");
    kill_fixture(fixture);
    break_disk();
    fixture->config.hub.n_operators = 1;
    strcpy(fixture->config.hub.operators[0].name, "ann");
    start_fixture(fixture);
    repair_disk();
    pass(fixture, 2000);
    expect_operator(fixture, false);
    restart_fixture(fixture);
    expect_operator(fixture, true);
    close_filed_fixture(fixture);
    fixture_vfs = NULL;
}

TEST(by_an_account_that_was_there_at_the_start) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket;
    enter_here(fixture, "Ann");
    assert_has(ask(fixture, 1, REGISTER), "{'reply':'register'");
    assert_has(ask(fixture, 1, "{'cmd':'stats'}"), "'error':'not_operator'");
    strcpy(fixture->config.hub.operators[0].name, "Bob");
    strcpy(fixture->config.hub.operators[1].name, "ann");
    fixture->config.hub.n_operators = 2;
    restart_fixture(fixture);
    enter(fixture, 2, "Bob", &ticket); /* a guest */
    assert_has(ask(fixture, 2, "{'cmd':'stats'}"), "'error':'not_operator'");
    assert_true(come_from(fixture, 1, LOCAL));
    assert_has(ask(fixture, 1, "{'cmd':'stats'}"), "'error':'not_operator'");
    assert_has(ask(fixture, 1, LOGIN), "{'reply':'login'");
    assert_has(ask(fixture, 1, "{'cmd':'stats'}"), "{'stat':'accounts','value':1}");
}

TEST(a_banned_name_does_not_log_in) {
    struct fixture *fixture = open_fixture("--operator-local");
    come_as_operator(fixture);
    enter_here(fixture, "Ann");
    ask(fixture, 1, REGISTER);
    drop(fixture, 1);
    assert_true(come_from(fixture, 1, LOCAL));
    ask(fixture, 9, "{'cmd':'ban','who':'ann'}");
    assert_has(ask(fixture, 1, LOGIN), "{'error':'banned'");
    ask(fixture, 9, "{'cmd':'unban','who':'ann'}");
    assert_has(ask(fixture, 1, LOGIN), "{'reply':'login'");
}
