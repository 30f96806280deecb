/* Who is an operator: people on this machine, and accounts that the host names. */
#include "server/hub/hub.h"
#include "server/people/come.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define LOCAL "127.0.0.1"

TEST(only_operators_may) {
    open_fixture("--operator-local");
    assert_true(come(1));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command_spec *spec = command_spec((enum command_kind)i);
        if ((spec->flags & COMMAND_OPERATOR) != 0) {
            assert_begins(askf(1, "%s%s", spec->word,
                               spec->n_required > 1   ? " x y"
                               : spec->n_required > 0 ? " x"
                                                      : ""),
                          "- Only an operator");
        }
    }
    come_as_operator();
    assert_begins(ask(9, "{'cmd':'stats'}"), "{'reply':'stats'");
}

TEST(addresses_of_this_machine) {
    static const struct {
        const char *address;
        bool is_local;
    } rows[] = {{"127.0.0.1", true},  {"127.1.2.3", true}, {"::1", true},
                {"1.127.0.0", false}, {"::", false},       {"12.7.0.1", false},
                {"fe80::", false},    {"?", false}};
    open_fixture("--operator-local");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(come_from(1, rows[i].address));
        assert_begins(ask(1, "stats"),
                      rows[i].is_local ? "+"
                                       : "- Only an operator of this server may do this");
        drop(1);
    }
}

/* A player's typing error must not send a message to everybody. */
TEST(in_full_only) {
    open_fixture("--operator-local");
    assert_true(come_from(1, LOCAL));
    assert_begins(ask(1, "annou hello"), "- If you mean it, type announce in full");
}

#define REGISTER "{'cmd':'register','password':'seven red herrings'}"
#define LOGIN    "{'cmd':'login','name':'ann','password':'seven red herrings'}"

/* Connects 1 from this machine, where passwords are safe. */
static void enter_here(const char *name) {
    assert_true(come_from(1, LOCAL));
    assert_has(askf(1, "{'cmd':'name','name':'%s'}", name), "'token'");
}

/* Any web site that the host visits can make their browser connect to this machine. */
TEST(a_page_has_no_role) {
    open_fixture("--operator-local");
    fixture->client[9] = people_add_client(hub_people(fixture->hub), 9, "127.0.0.1",
                                           &(struct come){.web = true});
    assert_has(ask(9, "{'cmd':'clients'}"), "'error':'not_operator'");
}

/* Restarts with this option. */
static void restart_with_operator(const char *name, int64_t account) {
    struct named_operator *given = &fixture->config.hub.operators[0];
    fixture->config.hub.n_operators = name != NULL ? 1 : 0;
    *given = (struct named_operator){.account = account};
    snprintf(given->name, sizeof given->name, "%s", name != NULL ? name : "");
    restart_fixture();
}

static void expect_operator(bool is_one) {
    assert_true(come_from(1, LOCAL));
    assert_has(ask(1, LOGIN), "{'reply':'login'");
    assert_has(ask(1, "{'cmd':'stats'}"),
               is_one ? "'stat':'accounts'" : "'error':'not_operator'");
}

/* Ann gives up her name, and another player registers it: they do not become operator,
 * now or after a restart, until the host says so. */
TEST(the_role_is_not_inherited) {
    open_filed_fixture("");
    enter_here("Ann");
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    restart_with_operator("ann", 0);
    expect_operator(true);
    assert_has(ask(1, "{'cmd':'forget-me','password':'seven red herrings'}"),
               "{'reply':'forget-me'}");
    drop(1);
    pass(1000);
    enter_here("Ann");
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    assert_has(ask(1, "{'cmd':'stats'}"), "'error':'not_operator'");
    static const struct {
        const char *name;
        int64_t account;
        bool is_one;
    } starts[] = {
        {"ann", 0, false}, {NULL, 0, false}, {"Ann", 0, false}, {"ann", 1, false},
        {"ann", 3, false}, {"ann", 2, true}, {"ann", 0, true},
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        restart_with_operator(starts[i].name, starts[i].account);
        expect_operator(starts[i].is_one);
    }
}

/* A player who registers a name after the host has named it does not get the role. */
TEST(the_role_is_not_for_the_quick) {
    open_filed_fixture("--operator ann");
    enter_here("Ann");
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    restart_fixture();
    expect_operator(false);
    restart_with_operator("ann", 1);
    expect_operator(true);
}

/* Otherwise the next start would give it to another account. */
TEST(the_role_must_be_stored) {
    open_filed_fixture("");
    enter_here("Ann");
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    kill_fixture();
    break_disk();
    fixture->config.hub.n_operators = 1;
    strcpy(fixture->config.hub.operators[0].name, "ann");
    start_fixture();
    repair_disk();
    pass(2000);
    expect_operator(false);
    restart_fixture();
    expect_operator(true);
}

TEST(by_an_account_that_was_there_at_the_start) {
    open_filed_fixture("");
    enter_here("Ann");
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    assert_has(ask(1, "{'cmd':'stats'}"), "'error':'not_operator'");
    strcpy(fixture->config.hub.operators[0].name, "Bob");
    strcpy(fixture->config.hub.operators[1].name, "ann");
    fixture->config.hub.n_operators = 2;
    restart_fixture();
    enter(2, "Bob", NULL); /* a guest */
    assert_has(ask(2, "{'cmd':'stats'}"), "'error':'not_operator'");
    assert_true(come_from(1, LOCAL));
    assert_has(ask(1, "{'cmd':'stats'}"), "'error':'not_operator'");
    assert_has(ask(1, LOGIN), "{'reply':'login'");
    assert_has(ask(1, "{'cmd':'stats'}"), "{'stat':'accounts','value':1}");
}

TEST(a_banned_name_does_not_log_in) {
    open_fixture("--operator-local");
    come_as_operator();
    enter_here("Ann");
    ask(1, REGISTER);
    drop(1);
    assert_true(come_from(1, LOCAL));
    ask(9, "{'cmd':'ban','who':'ann'}");
    assert_has(ask(1, LOGIN), "{'error':'banned'");
    ask(9, "{'cmd':'unban','who':'ann'}");
    assert_has(ask(1, LOGIN), "{'reply':'login'");
}

BEFORE_TESTS {
    use_bad_disk();
}
