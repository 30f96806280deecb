/* Damaged rows of accounts and ratings: requests that need them are refused, no values
 * are made up, and everything else works. */
#include "tests/unit/server/account.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define RATED "{'cmd':'create','game':'tablut:legs=1','rated':'yes'}"
#define OF_ANN                                                                           \
    " WHERE account = (SELECT id FROM accounts WHERE name = 'Ann') AND kind = 'tablut'"
#define LONG "printf('%.*c', 1000, 'x')"

/* Ann (1) and Bob (2) have accounts.  Ann has lost a rated game to Bob, and both have
 * left. */
static void open_rated(void) {
    open_secure_file("");
    enter(1, "Ann", &ticket[0]);
    enter(2, "Bob", &ticket[1]);
    ask(1, REGISTER);
    ask(2, REGISTER);
    create_room(1, RATED, ticket[0].room);
    ask_about(2, "join", ticket[0].room);
    be_ready();
    assert_has(ask(1, "{'cmd':'resign'}"), "'event':'rating'");
}

/* Kills the server, changes its file, and starts it again. */
static void damage(const char *sql) {
    kill_fixture();
    run_sql(fixture->config.db, sql);
    start_fixture();
}

static const struct account_row {
    const char *name, *line;
} account_rows[] = {
    {"login", LOGIN},
    {"whois", "{'cmd':'whois','name':'ann'}"},
    {"her rating", "{'cmd':'rating','name':'ann'}"},
    {"her name", "{'cmd':'name','name':'Ann'}"},
};

TEST_ROWS(account_rows) {
    const struct account_row *row = table_row(state);
    open_rated();
    ask(1, "{'cmd':'leave'}");
    damage("UPDATE accounts SET password = " LONG " WHERE name = 'Ann'");
    assert_has(ask_anew(3, row->line), "{'error':'storage'");
    assert_has(ask_anew(4, "{'cmd':'whois','name':'bob'}"), "{'reply':'whois'");
}

static const struct rating_row {
    const char *name, *sql;
} rating_rows[] = {
    {"a rating beyond all", "UPDATE ratings SET rating = 1e300" OF_ANN},
    {"no deviation", "UPDATE ratings SET deviation = 0" OF_ANN},
    {"a day before all", "UPDATE ratings SET period = -1" OF_ANN},
    {"fewer games than today", "UPDATE ratings SET games = 0" OF_ANN},
};

/* A game that has just ended is rated for neither player. */
TEST_ROWS(rating_rows) {
    const struct rating_row *row = table_row(state);
    char before[512];
    open_rated();
    snprintf(before, sizeof before, "%.500s", ask(2, "{'cmd':'rating'}"));
    damage(row->sql);
    come_back(1, &ticket[0], -1);
    come_back(2, &ticket[1], -1);
    assert_has(ask(1, "{'cmd':'rating'}"), "'ratings':[]");
    ask(1, "{'cmd':'rematch'}");
    be_ready();
    one_moves();
    const char *end = ask(1, "{'cmd':'resign'}");
    assert_has(end, "'stage':'over'");
    assert_null(strstr(end, json("'event':'rating'")));
    assert_string_equal(ask(2, "{'cmd':'rating'}"), before);
    assert_int_equal(count(ask(2, "{'cmd':'games'}"), "'game_id'"), 2);
}

BEFORE_TESTS {
    random_state = random_seed();
    fault_vfs_register();
}
