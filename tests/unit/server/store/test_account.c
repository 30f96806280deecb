/* Accounts: registered names. */
#include "server/hub/host.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define FORGET "{'cmd':'forget-me','password':'" PASSWORD "'}"

TEST(test_a_registered_name) {
    open_ann("", NULL);
    assert_has(ask(1, HELLO), "'account':true");
    assert_has(ask(1, REGISTER), "'error':'already_registered'");
    drop(1);
    assert_has(ask_anew(2, "{'cmd':'name','name':'ANN'}"), "'error':'name_registered'");
    assert_has(ask(2, WRONG), "'error':'wrong_password'");
    assert_begins(ask(2, LOGIN), "{'reply':'login','name':'Ann','token':");
    assert_has(ask(2, HELLO), "'you':'Ann','passwords':'any','account':true");
}

/* A player who takes another name is a guest, and can log in again. */
TEST(test_another_name) {
    open_ann("", NULL);
    assert_has(ask(1, "{'cmd':'name','name':'ANN'}"), "'reply':'name'");
    assert_has(ask(1, HELLO), "'account':true");
    assert_has(ask(1, "{'cmd':'name','name':'Bob'}"), "'reply':'name'");
    assert_has(ask(1, HELLO), "'account':false");
    assert_has(ask(1, "{'cmd':'name','name':'Ann'}"), "name_registered");
    assert_has(ask(1, LOGIN), "{'reply':'login','name':'Ann'");
    assert_has(ask_anew(2, "{'cmd':'name','name':'bob'}"), "'reply':'name'");
}

static const struct refused_row {
    const char *name, *line, *error;
} refused_rows[] = {
    {"nobody's", "{'cmd':'login','name':'eve','password':'12345678'}",
     "not_registered','text':'nobody has registered eve: type name eve"},
    {"no name", "{'cmd':'login','name':'4711','password':'12345678'}", "bad_name"},
    {"too short", "{'cmd':'login','name':'Ann','password':'1234567'}", "bad_password"},
    {"too short to register", "{'cmd':'register','password':'1234567'}", "bad_password"},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    struct ticket own;
    open_ann("", &own);
    char expected[128];
    enter(2, "Bob", &own);
    snprintf(expected, sizeof expected, "{'error':'%s", row->error);
    fixture->holds_jobs = true; /* without a job for it */
    assert_begins(ask(2, row->line), expected);
}

TEST(test_lengths) {
    static const struct {
        int len;
        const char *error;
    } rows[] = {{7, "bad_password"}, {129, "bad_password"}, {128, "reply"}};
    open_secure("");
    enter(1, "Ann", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_has(askf(1, "{'cmd':'register','password':'%0*d'}", rows[i].len, 7),
                   rows[i].error);
    }
}

/* --- password, whois --- */

#define CHANGE(old, new) "{'cmd':'password','old':'" old "','new':'" new "'}"

TEST(test_password) {
    open_secure_file("--limit logins_per_minute=3");
    seat(ROYAL_UR);
    ask(1, REGISTER);
    assert_has(ask(2, CHANGE("12345678", "12345678")),
               "{'error':'not_registered','text':'you have no account");
    assert_has(ask(1, CHANGE("12345678", "four red crows")), "wrong_password");
    assert_has(ask(1, CHANGE(PASSWORD, "four")), "bad_password");
    const char *told = ask(1, CHANGE(PASSWORD, "four red crows"));
    assert_begins(told, "{'reply':'password','token':");
    struct ticket fresh = ticket[0];
    take(told, "token", fresh.token, sizeof fresh.token);
    restart_fixture();
    assert_has(come_back(3, &ticket[0], -1), "'error':'unknown_token'");
    assert_has(come_back(4, &fresh, -1), "'reply':'resume'");
    assert_has(ask_anew(5, LOGIN), "wrong_password");
    assert_has(ask(5, "{'cmd':'login','name':'Ann','password':'four red crows'}"),
               "'reply':'login'");
    /* A wrong old password counts as a guess. */
    assert_has(ask(5, CHANGE("12345678", "12345678")), "wrong_password");
    assert_has(ask(5, CHANGE("12345678", "12345678")), "wrong_password");
    assert_has(ask(5, CHANGE("12345678", "12345678")), "too_fast");
}

/* If a new password cannot be stored, it is not acknowledged: the old password and token
 * stay valid. */
TEST(test_password_on_a_disk_that_fails) {
    open_secure_file("");
    seat(ROYAL_UR);
    ask(1, REGISTER);
    break_disk();
    assert_begins(ask(1, CHANGE(PASSWORD, "four red crows")), "{'error':'storage'");
    repair_disk();
    pass(2000);
    assert_has(come_back(3, &ticket[0], -1), "'reply':'resume'");
    drop(3);
    assert_has(ask_anew(4, LOGIN), "'reply':'login'");
}

TEST(test_whois) {
    open_secure("");
    char card[200];
    begin(ROYAL_UR);
    ask(1, REGISTER);
    pass(3000);
    snprintf(card, sizeof card,
             "{'reply':'whois','name':'Ann','registered':'1970-01-01T00:16:40Z','here':"
             "true,'idle_s':3,'away':false,'rooms':'%s','games':0,'ratings':null,'called_"
             "off':0,'unopened':0}",
             ticket[0].room);
    assert_has(ask(2, "{'cmd':'whois','name':'aNN'}"), card);
    one_moves();
    ask(2, "{'cmd':'resign'}");
    drop(2);
    snprintf(card, sizeof card,
             "'name':'Bob','registered':null,'here':false,'idle_s':null,'away':true,'"
             "rooms':'%s','games':1,'ratings':null,'called_off':null,'unopened':null}",
             ticket[0].room);
    assert_has(ask(1, "{'cmd':'whois','name':'bob'}"), card);
    pass(200000); /* his seat is free, and only records mention him */
    assert_has(ask(1, "{'cmd':'whois','name':'Bob'}"),
               "'away':false,'rooms':null,'games':1,'ratings':null,");
    ask(1, "{'cmd':'quit'}");
    drop(1);
    assert_has(ask_anew(3, "{'cmd':'whois','name':'ann'}"),
               "'here':false,'idle_s':null,'away':false,'rooms':null,'games':1,'ratings':"
               "null,'called_off':0,'unopened':0}");
    assert_has(ask(3, "{'cmd':'whois','name':'eve'}"), "'error':'unknown_player'");
    assert_has(ask(3, "{'cmd':'whois','name':'4711'}"), "'bad_name'");
}

/* --- taken over --- */

/* A login from another connection during a game works like resume. */
TEST(test_login_takes_over) {
    open_secure("");
    begin(ROYAL_UR);
    assert_has(ask(1, REGISTER), "'reply':'register'");
    assert_true(come(3));
    hear(3);
    say(3, LOGIN);
    assert_has(hear(1), "'code':'taken_over'");
    drop(1);
    assert_string_equal(hear(2), ""); /* it does not count as an absence */
    assert_has(ask(3, "{'cmd':'board'}"), "'stage':'playing'");
    /* The previous token is invalid. */
    assert_has(come_back(4, &ticket[0], -1), "'error':'unknown_token'");
}

/* A player without a seat can still come back with their token for a while. */
TEST(test_back_without_a_seat) {
    struct ticket own, guest;
    open_ann("--limit grace_ms=5000", &own);
    enter(2, "Bob", &guest);
    assert_has(ask(1, "{'cmd':'seek','game':'tablut'}"), "'seek'");
    drop(1);
    assert_has(hear(2), "'why':'gone'");
    drop(2);
    pass(4900);
    assert_has(come_back(2, &guest, -1), "'unknown_token'");
    for (int i = 0; i < 2; i++) { /* the time starts again each time */
        assert_begins(come_back(1, &own, -1),
                      "{'reply':'resume','name':'Ann','mine':[]}");
        assert_has(ask(1, HELLO), "'account':true");
        pass(6000); /* nothing ends while she is connected */
        drop(1);
        pass(4900);
    }
    pass(200);
    assert_has(come_back(3, &own, -1), "'unknown_token'");
    take(ask(3, LOGIN), "token", own.token, sizeof own.token);
    assert_has(ask(3, "{'cmd':'quit'}"), "'reply':'quit'");
    drop(3);
    assert_has(come_back(4, &own, -1), "'unknown_token'");
}

/* A session that was left for another one is not kept, and for each address only as many
 * as it may have connections. */
TEST(test_who_is_not_kept) {
    struct ticket own, guest;
    open_ann("--limit connections_per_address=2", &own);
    enter(2, "Bob", &guest);
    ask(2, REGISTER);
    drop(1);
    assert_has(come_back(1, &own, -1), "'reply':'resume'");
    assert_has(askf(1, "{'cmd':'resume','token':'%s'}", guest.token), "'name':'Bob'");
    drop(2);
    assert_has(come_back(3, &own, -1), "'unknown_token'");
    drop(3);
    drop(1); /* Bob's session is kept */
    for (int i = 0; i < 2; i++) {
        enter(4, i == 0 ? "Cyd" : "Dan", &own);
        ask(4, REGISTER);
        drop(4); /* so is Cyd's */
    }
    assert_has(come_back(4, &own, -1), "'unknown_token'");
    drop(4);
    assert_has(come_back(4, &guest, -1), "'name':'Bob'");
}

TEST(test_login_after_an_absence) {
    open_secure("");
    begin(ROYAL_UR);
    ask(1, REGISTER);
    drop(1);
    assert_has(hear(2), "'what':'away'");
    const char *told = ask_anew(3, LOGIN);
    assert_begins(strstr(told, json("{'reply'")), "{'reply':'login','name':'Ann'");
    assert_has(told, "'mine':[{'room':");
    assert_has(told, "'snapshot':true");
    assert_has(told, "{'what':'back','side':'white'}");
    /* And the new token works. */
    take(told, "token", ticket[0].token, sizeof ticket[0].token);
    drop(3);
    assert_has(come_back(4, &ticket[0], -1), "'reply':'resume'");
}

/* A player who sits somewhere under another name must leave the seat first. */
TEST(test_not_from_a_room) {
    struct ticket own;
    open_ann("", &own);
    drop(1);
    enter(2, "Bob", &own);
    assert_has(ask(2, ROYAL_UR), "'reply':'create'");
    assert_has(ask(2, LOGIN), "'error':'name_fixed'");
}

/* --- what is stored --- */

TEST(test_after_a_restart) {
    open_secure_file("");
    begin(ROYAL_UR);
    ask(1, REGISTER);
    restart_fixture();
    assert_has(come_back(3, &ticket[0], -1), "'reply':'resume'");
    assert_has(ask(3, HELLO), "'account':true");
    assert_has(ask_anew(4, LOGIN), "'reply':'login'");
    assert_has(come_back(5, &ticket[1], -1), "'reply':'resume'");
    assert_has(ask(5, HELLO), "'account':false");
    restart_fixture(); /* only with the token of the login */
    assert_has(come_back(6, &ticket[0], -1), "'error':'unknown_token'");
}

/* The file contains neither the password nor anything similar. */
TEST(test_the_file_has_no_password) {
    static char bytes[1 << 20];
    static const char *const names[] = {"alea.db", "alea.db-wal"};
    open_secure_file("");
    size_t n_hashes = 0;
    enter(1, "Ann", NULL);
    ask(1, REGISTER);
    for (size_t i = 0; i < 2; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", fixture->dir, names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t n = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        for (size_t at = 0; at < n; at++) {
            assert_memory_not_equal(bytes + at, PASSWORD, 8);
            n_hashes += memcmp(bytes + at, "$argon2id$", 10) == 0;
        }
    }
    assert_true(n_hashes > 0);
}

/* --- the number of accounts --- */

static void ask_count(int64_t n) {
    assert_int_equal(hub_measure(fixture->hub)->accounts, n);
}

/* Accounts are counted once, not again for each new one. */
TEST(test_the_count_is_kept) {
    open_secure_file("--limit accounts=2");
    enter(1, "Ann", NULL);
    assert_has(ask(1, REGISTER), "'reply':'register'");
    enter(2, "Bob", NULL);
    break_disk();
    assert_has(ask(2, REGISTER), "'error':'storage'");
    repair_disk();
    pass(2000);
    ask_count(1);
    assert_has(ask(2, REGISTER), "'reply':'register'");
    ask_count(2);
    enter(3, "Cyd", NULL);
    assert_has(ask(3, REGISTER), "'error':'too_many_accounts'");
    run_sql(
        fixture->config.db,
        "INSERT INTO accounts(id, name, password, created_s) VALUES(99, 'Eve', '', 0)");
    ask_count(2);
    assert_has(ask(1, FORGET), "'reply':'forget-me'");
    pass(12000); /* the disk has failed: retried later */
    ask_count(1);
    assert_has(ask(3, REGISTER), "'reply':'register'");
    restart_fixture();
    ask_count(3);
}

/* Damages the last page of the index of names; no name of these tests is there. */
static void damage_names(const char *path) {
    run_sql(path, "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i "
                  "WHERE n < 999) INSERT INTO accounts(name, password, created_s, key) "
                  "SELECT printf('Zoe-%03d', n), 'x', 0, printf('zoe-%03d', n) FROM i");
    int64_t page = ask_sql(path, "SELECT pageno FROM dbstat WHERE name = "
                                 "'accounts_key' AND pagetype = 'leaf' "
                                 "ORDER BY path DESC LIMIT 1");
    damage_page_at(path, (long)((page - 1) * ask_sql(path, "PRAGMA page_size")));
}

/* If they cannot be counted, there may be too many. */
TEST(test_accounts_that_cannot_be_counted) {
    open_secure_file("");
    fault_vfs_register();
    kill_fixture();
    damage_names(fixture->config.db);
    start_fixture();
    enter(1, "Ann", NULL);
    assert_has(ask(1, REGISTER), "'error':'storage'");
    ask_count(-1);
}

BEFORE_TESTS {
    use_bad_disk();
}
