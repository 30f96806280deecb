/* Accounts: names that belong to somebody. */
#include "tests/unit/server/house.h"

#define PASSWORD "seven blue herons"
#define REGISTER "{\"cmd\":\"register\",\"password\":\"" PASSWORD "\"}"
#define LOGIN    "{\"cmd\":\"login\",\"name\":\"ann\",\"password\":\"" PASSWORD "\"}"
#define WRONG    "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"seven red herons\"}"

/* Its connections have TLS. */
static struct house *open_secure(const char *args) {
    struct house *house = open_house(args);
    house->tls = true;
    return house;
}

/* Ann (1) has an account, and is logged in. */
static struct house *open_ann(const char *args, struct ticket *ticket) {
    struct house *house = open_secure(args);
    enter(house, 1, "Ann", ticket);
    assert_begins(ask(house, 1, REGISTER), "{\"reply\":\"register\",\"name\":\"Ann\"}");
    return house;
}

/* Says this on a new connection, in JSON mode. */
static const char *ask_anew(struct house *house, size_t conn, const char *line) {
    assert_true(come(house, conn));
    return ask(house, conn, line);
}

static void test_a_registered_name(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    assert_has(ask(house, 1, "{\"cmd\":\"hello\"}"), "\"account\":true");
    assert_has(ask(house, 1, REGISTER), "\"error\":\"already_registered\"");
    drop(house, 1);
    assert_has(ask_anew(house, 2, "{\"cmd\":\"name\",\"name\":\"ANN\"}"),
               "\"error\":\"name_registered\"");
    assert_has(ask(house, 2, WRONG), "\"error\":\"wrong_password\"");
    assert_begins(ask(house, 2, LOGIN),
                  "{\"reply\":\"login\",\"name\":\"Ann\",\"token\":");
    assert_has(ask(house, 2, "{\"cmd\":\"hello\"}"),
               "\"you\":\"Ann\",\"passwords\":\"any\",\"account\":true");
    close_house(house);
}

/* Who gives himself another name is a guest, and can be himself again. */
static void test_another_name(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    assert_has(ask(house, 1, "{\"cmd\":\"name\",\"name\":\"ANN\"}"),
               "\"reply\":\"name\"");
    assert_has(ask(house, 1, "{\"cmd\":\"hello\"}"), "\"account\":true");
    assert_has(ask(house, 1, "{\"cmd\":\"name\",\"name\":\"Bob\"}"),
               "\"reply\":\"name\"");
    assert_has(ask(house, 1, "{\"cmd\":\"hello\"}"), "\"account\":false");
    assert_has(ask(house, 1, "{\"cmd\":\"name\",\"name\":\"Ann\"}"), "name_registered");
    assert_has(ask(house, 1, LOGIN), "{\"reply\":\"login\",\"name\":\"Ann\"");
    assert_has(ask_anew(house, 2, "{\"cmd\":\"name\",\"name\":\"bob\"}"),
               "\"reply\":\"name\"");
    close_house(house);
}

static const struct refused_row {
    const char *name, *line, *error;
} refused_rows[] = {
    {"nobody's", "{\"cmd\":\"login\",\"name\":\"eve\",\"password\":\"12345678\"}",
     "not_registered\",\"text\":\"nobody has registered eve: type name eve"},
    {"no name", "{\"cmd\":\"login\",\"name\":\"4711\",\"password\":\"12345678\"}",
     "bad_name"},
    {"too short", "{\"cmd\":\"login\",\"name\":\"Ann\",\"password\":\"1234567\"}",
     "bad_password"},
    {"too short to register", "{\"cmd\":\"register\",\"password\":\"1234567\"}",
     "bad_password"},
};

static void test_refused(void **state) {
    const struct refused_row *row = table_row(state);
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    char expected[128];
    enter(house, 2, "Bob", &ticket);
    snprintf(expected, sizeof expected, "{\"error\":\"%s", row->error);
    house->holds_jobs = true; /* without asking for one */
    assert_begins(ask(house, 2, row->line), expected);
    close_house(house);
}

static void test_lengths(void **state) {
    (void)state;
    static const struct {
        int len;
        const char *error;
    } rows[] = {{7, "bad_password"}, {129, "bad_password"}, {128, "reply"}};
    struct house *house = open_secure("");
    struct ticket ticket;
    enter(house, 1, "Ann", &ticket);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "{\"cmd\":\"register\",\"password\":\"%0*d\"}",
                 rows[i].len, 7);
        assert_has(ask(house, 1, line), rows[i].error);
    }
    close_house(house);
}

/* --- password, whois --- */

#define CHANGE(old, new) "{\"cmd\":\"password\",\"old\":\"" old "\",\"new\":\"" new "\"}"

static void test_password(void **state) {
    (void)state;
    struct house *house = open_filed_house("--limit logins_per_minute=3");
    house->tls = true;
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 1, REGISTER);
    assert_has(ask(house, 2, CHANGE("12345678", "12345678")),
               "{\"error\":\"not_registered\",\"text\":\"you have no account");
    assert_has(ask(house, 1, CHANGE("12345678", "four red crows")), "wrong_password");
    assert_has(ask(house, 1, CHANGE(PASSWORD, "four")), "bad_password");
    const char *told = ask(house, 1, CHANGE(PASSWORD, "four red crows"));
    assert_begins(told, "{\"reply\":\"password\",\"token\":");
    struct ticket fresh = ticket[0];
    take(told, "token", fresh.token, sizeof fresh.token);
    kill_house(house);
    start_house(house);
    assert_has(come_back(house, 3, &ticket[0], -1), "\"error\":\"unknown_token\"");
    assert_has(come_back(house, 4, &fresh, -1), "\"reply\":\"resume\"");
    assert_has(ask_anew(house, 5, LOGIN), "wrong_password");
    assert_has(ask(house, 5,
                   "{\"cmd\":\"login\",\"name\":\"Ann\","
                   "\"password\":\"four red crows\"}"),
               "\"reply\":\"login\"");
    /* Guessing the old one is guessing. */
    assert_has(ask(house, 5, CHANGE("12345678", "12345678")), "wrong_password");
    assert_has(ask(house, 5, CHANGE("12345678", "12345678")), "wrong_password");
    assert_has(ask(house, 5, CHANGE("12345678", "12345678")), "too_fast");
    close_filed_house(house);
}

static void test_whois(void **state) {
    (void)state;
    struct house *house = open_secure("");
    struct ticket ticket[2];
    char card[200];
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, REGISTER);
    pass(house, 3000);
    snprintf(
        card, sizeof card,
        "{\"reply\":\"whois\",\"name\":\"Ann\",\"registered\":\"1970-01-01T00:16:40Z\","
        "\"here\":true,\"idle_s\":3,\"away\":false,\"rooms\":\"%s\",\"games\":0,"
        "\"ratings\":null}",
        ticket[0].room);
    assert_has(ask(house, 2, "{\"cmd\":\"whois\",\"name\":\"aNN\"}"), card);
    ask(house, 2, "{\"cmd\":\"resign\"}");
    drop(house, 2);
    snprintf(card, sizeof card,
             "\"name\":\"Bob\",\"registered\":null,\"here\":false,\"idle_s\":null,"
             "\"away\":true,\"rooms\":\"%s\",\"games\":1,\"ratings\":null}",
             ticket[0].room);
    assert_has(ask(house, 1, "{\"cmd\":\"whois\",\"name\":\"bob\"}"), card);
    pass(house, 200000); /* his seat is free, and he is only history */
    assert_has(ask(house, 1, "{\"cmd\":\"whois\",\"name\":\"Bob\"}"),
               "\"away\":false,\"rooms\":null,\"games\":1,\"ratings\":null}");
    ask(house, 1, "{\"cmd\":\"quit\"}");
    drop(house, 1);
    assert_has(ask_anew(house, 3, "{\"cmd\":\"whois\",\"name\":\"ann\"}"),
               "\"here\":false,\"idle_s\":null,\"away\":false,\"rooms\":null,\"games\":1,"
               "\"ratings\":null}");
    assert_has(ask(house, 3, "{\"cmd\":\"whois\",\"name\":\"eve\"}"),
               "\"error\":\"unknown_player\"");
    assert_has(ask(house, 3, "{\"cmd\":\"whois\",\"name\":\"4711\"}"), "\"bad_name\"");
    close_house(house);
}

/* --- taken over --- */

/* From another connection, in the midst of a game: as resume. */
static void test_login_takes_over(void **state) {
    (void)state;
    struct house *house = open_secure("");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    assert_has(ask(house, 1, REGISTER), "\"reply\":\"register\"");
    assert_true(come(house, 3));
    hear(house, 3);
    say(house, 3, LOGIN);
    assert_has(hear(house, 1), "\"code\":\"taken_over\"");
    drop(house, 1);
    assert_string_equal(hear(house, 2), ""); /* nobody was away */
    assert_has(ask(house, 3, "{\"cmd\":\"board\"}"), "\"stage\":\"playing\"");
    /* The token of before is worth nothing any more. */
    assert_has(come_back(house, 4, &ticket[0], -1), "\"error\":\"unknown_token\"");
    close_house(house);
}

/* Who sits nowhere can come back all the same for a while, with his token. */
static void test_back_without_a_seat(void **state) {
    (void)state;
    struct ticket ticket, guest;
    struct house *house = open_ann("--limit grace_ms=5000", &ticket);
    enter(house, 2, "Bob", &guest);
    assert_has(ask(house, 1, "{\"cmd\":\"seek\",\"game\":\"tablut\"}"), "\"seek\"");
    drop(house, 1);
    assert_has(hear(house, 2), "\"why\":\"gone\"");
    drop(house, 2);
    pass(house, 4900);
    assert_has(come_back(house, 2, &guest, -1), "\"unknown_token\"");
    for (int i = 0; i < 2; i++) { /* the time begins anew each time */
        assert_begins(come_back(house, 1, &ticket, -1),
                      "{\"reply\":\"resume\",\"name\":\"Ann\",\"mine\":[]}");
        assert_has(ask(house, 1, "{\"cmd\":\"hello\"}"), "\"account\":true");
        pass(house, 6000); /* as long as she is here nothing ends */
        drop(house, 1);
        pass(house, 4900);
    }
    pass(house, 200);
    assert_has(come_back(house, 3, &ticket, -1), "\"unknown_token\"");
    take(ask(house, 3, LOGIN), "token", ticket.token, sizeof ticket.token);
    assert_has(ask(house, 3, "{\"cmd\":\"quit\"}"), "\"reply\":\"quit\"");
    drop(house, 3);
    assert_has(come_back(house, 4, &ticket, -1), "\"unknown_token\"");
    close_house(house);
}

/* A session left for another one is not kept; and of one address not more are than could
 * be connected. */
static void test_who_is_not_kept(void **state) {
    (void)state;
    struct ticket ticket, guest;
    struct house *house = open_ann("--limit connections_per_address=2", &ticket);
    enter(house, 2, "Bob", &guest);
    ask(house, 2, REGISTER);
    drop(house, 1);
    assert_has(come_back(house, 1, &ticket, -1), "\"reply\":\"resume\"");
    char line[160];
    snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}", guest.token);
    assert_has(ask(house, 1, line), "\"name\":\"Bob\"");
    drop(house, 2);
    assert_has(come_back(house, 3, &ticket, -1), "\"unknown_token\"");
    drop(house, 3);
    drop(house, 1); /* Bob is kept */
    for (int i = 0; i < 2; i++) {
        enter(house, 4, i == 0 ? "Cyd" : "Dan", &ticket);
        ask(house, 4, REGISTER);
        drop(house, 4); /* so is Cyd */
    }
    assert_has(come_back(house, 4, &ticket, -1), "\"unknown_token\"");
    drop(house, 4);
    assert_has(come_back(house, 4, &guest, -1), "\"name\":\"Bob\"");
    close_house(house);
}

static void test_login_after_an_absence(void **state) {
    (void)state;
    struct house *house = open_secure("");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, REGISTER);
    drop(house, 1);
    assert_has(hear(house, 2), "\"what\":\"away\"");
    const char *told = ask_anew(house, 3, LOGIN);
    assert_begins(strstr(told, "{\"reply\""), "{\"reply\":\"login\",\"name\":\"Ann\"");
    assert_has(told, "\"mine\":[{\"room\":");
    assert_has(told, "\"snapshot\":true");
    assert_has(told, "{\"what\":\"back\",\"side\":\"white\"}");
    /* And the new token works. */
    take(told, "token", ticket[0].token, sizeof ticket[0].token);
    drop(house, 3);
    assert_has(come_back(house, 4, &ticket[0], -1), "\"reply\":\"resume\"");
    close_house(house);
}

/* Who sits under another name must get up first. */
static void test_not_from_a_room(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    drop(house, 1);
    enter(house, 2, "Bob", &ticket);
    assert_has(ask(house, 2, ROYAL_UR), "\"reply\":\"create\"");
    assert_has(ask(house, 2, LOGIN), "\"error\":\"name_fixed\"");
    close_house(house);
}

/* --- what is kept --- */

static void test_after_a_restart(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    house->tls = true;
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, REGISTER);
    kill_house(house);
    start_house(house);
    assert_has(come_back(house, 3, &ticket[0], -1), "\"reply\":\"resume\"");
    assert_has(ask(house, 3, "{\"cmd\":\"hello\"}"), "\"account\":true");
    assert_has(ask_anew(house, 4, LOGIN), "\"reply\":\"login\"");
    assert_has(come_back(house, 5, &ticket[1], -1), "\"reply\":\"resume\"");
    assert_has(ask(house, 5, "{\"cmd\":\"hello\"}"), "\"account\":false");
    kill_house(house);
    start_house(house); /* with the token of the login only */
    assert_has(come_back(house, 6, &ticket[0], -1), "\"error\":\"unknown_token\"");
    close_filed_house(house);
}

/* Neither the password nor anything like it is in the file. */
static void test_the_file_has_no_password(void **state) {
    (void)state;
    static char bytes[1 << 20];
    static const char *const names[] = {"alea.db", "alea.db-wal"};
    struct house *house = open_filed_house("");
    house->tls = true;
    struct ticket ticket;
    size_t n_hashes = 0;
    enter(house, 1, "Ann", &ticket);
    ask(house, 1, REGISTER);
    for (size_t i = 0; i < 2; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", house->dir, names[i]);
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
    close_filed_house(house);
}

/* --- jobs --- */

/* Nothing happens to a request whose client has gone. */
static void test_gone_before_it_is_done(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    house->holds_jobs = true;
    assert_true(come(house, 2));
    assert_string_equal(ask(house, 2, LOGIN), "");
    drop(house, 2);
    do_job(house);
    assert_string_equal(hear(house, 1), ""); /* not taken over */
    assert_has(ask(house, 1, "{\"cmd\":\"hello\"}"), "\"account\":true");
    close_house(house);
}

/* The same for one who was disconnected meanwhile, and one whose server stops. */
static void test_closing_before_it_is_done(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    house->holds_jobs = true;
    assert_true(come(house, 2));
    hear(house, 2);
    say(house, 2, LOGIN);
    pass(house, 300100); /* login_ms */
    assert_has(hear(house, 2), "\"code\":\"login_timeout\"");
    do_job(house);
    assert_string_equal(hear(house, 2), "");
    close_house(house);
}

static void test_how_many_wait(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--limit jobs=2", &ticket);
    house->holds_jobs = true;
    static const char *const address[] = {"192.0.2.2", "192.0.2.3", "192.0.2.4"};
    for (size_t conn = 2; conn <= 4; conn++) {
        assert_true(come_from(house, conn, address[conn - 2]));
        hear(house, conn);
        if (conn < 4) {
            assert_string_equal(ask(house, conn, WRONG), "");
        }
    }
    assert_has(ask(house, 4, WRONG), "\"retry_after_ms\":1000");
    do_job(house);
    assert_has(hear(house, 2), "wrong_password");
    assert_string_equal(ask(house, 4, WRONG), "");
    close_house(house);
}

/* Whatever comes from one address: half of the jobs are for others. */
static void test_how_many_wait_of_one_address(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--limit jobs=4 --limit logins_per_minute=6", &ticket);
    house->holds_jobs = true;
    for (size_t conn = 2; conn <= 3; conn++) {
        assert_true(come_from(house, conn, "192.0.2.66"));
        hear(house, conn);
        assert_string_equal(ask(house, conn, WRONG), "");
        drop(house, conn); /* which does not end the job */
    }
    assert_true(come_from(house, 4, "192.0.2.66"));
    hear(house, 4);
    assert_has(ask(house, 4, WRONG), "\"retry_after_ms\":1000"); /* 60 a minute */
    assert_true(come_from(house, 5, "192.0.2.5"));
    hear(house, 5);
    assert_string_equal(ask(house, 5, LOGIN), "");
    while (house->n_jobs > 0) {
        do_job(house);
    }
    assert_has(hear(house, 5), "\"reply\":\"login\"");
    close_house(house);
}

/* Two at once: of the second the password is right, too, and the first is taken over. */
static void test_two_at_once(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    drop(house, 1);
    house->holds_jobs = true;
    for (size_t conn = 2; conn <= 3; conn++) {
        assert_true(come(house, conn));
        hear(house, conn);
        say(house, conn, LOGIN);
    }
    do_job(house);
    do_job(house);
    assert_has(hear(house, 2), "\"code\":\"taken_over\"");
    assert_has(ask(house, 3, "{\"cmd\":\"hello\"}"), "\"you\":\"Ann\"");
    close_house(house);
}

/* --- guessing --- */

static void guess(struct house *house, size_t conn, const char *address,
                  const char *expected) {
    assert_true(come_from(house, conn, address));
    hear(house, conn);
    assert_has(ask(house, conn, WRONG), expected);
    drop(house, conn);
}

static void test_guessing_a_name(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--limit logins_per_minute=3", &ticket);
    drop(house, 1);
    guess(house, 2, "192.0.2.2", "wrong_password");
    guess(house, 2, "192.0.2.3", "wrong_password");
    guess(house, 2, "192.0.2.4", "wrong_password");
    guess(house, 2, "192.0.2.5", "\"retry_after_ms\":20000");
    pass(house, 20000);
    assert_has(ask_anew(house, 3, LOGIN), "\"reply\":\"login\"");
    /* A right one costs nothing. */
    assert_has(ask(house, 3, LOGIN), "\"reply\":\"login\"");
    guess(house, 2, "192.0.2.6", "wrong_password");
    guess(house, 2, "192.0.2.7", "too_fast");
    close_house(house);
}

static void test_guessing_from_an_address(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--limit logins_per_minute=2", &ticket);
    enter(house, 2, "Bob", &ticket);
    ask(house, 2, REGISTER);
    guess(house, 3, "192.0.2.9", "wrong_password");
    guess(house, 3, "192.0.2.9", "wrong_password");
    assert_true(come_from(house, 3, "192.0.2.9"));
    hear(house, 3);
    assert_has(
        ask(house, 3, "{\"cmd\":\"login\",\"name\":\"Bob\",\"password\":\"12345678\"}"),
        "\"error\":\"too_fast\"");
    close_house(house);
}

/* Nor does who knows a password keep the cores busy. */
static void test_right_ones_from_an_address(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--limit logins_per_minute=1", &ticket);
    for (int i = 0; i < 10; i++) {
        assert_has(ask(house, 1, LOGIN), "\"reply\":\"login\"");
    }
    assert_has(ask(house, 1, LOGIN), "many passwords come from your address");
    assert_true(come_from(house, 2, "192.0.2.9"));
    hear(house, 2);
    assert_has(ask(house, 2, LOGIN), "\"reply\":\"login\"");
    pass(house, 6000);
    assert_has(ask_anew(house, 1, LOGIN), "\"reply\":\"login\"");
    close_house(house);
}

static void test_how_many_accounts(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house =
        open_ann("--limit accounts=2 --limit registers_per_hour=1", &ticket);
    enter(house, 2, "Bob", &ticket);
    assert_has(ask(house, 2, REGISTER), "\"error\":\"too_fast\"");
    pass(house, 3600000);
    assert_has(ask(house, 2, REGISTER), "\"reply\":\"register\"");
    enter(house, 3, "Cid", &ticket);
    assert_has(ask(house, 3, REGISTER), "\"error\":\"too_many_accounts\"");
    close_house(house);
}

/* --- who listens on the way --- */

static void test_insecure(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("", &ticket);
    house->tls = false;
    drop(house, 1);
    assert_true(come(house, 2));
    assert_has(ask(house, 2, "{\"cmd\":\"hello\"}"), "\"passwords\":\"warn\"");
    assert_has(ask(house, 2, LOGIN),
               "{\"error\":\"insecure\",\"text\":\"others on the way can read what you "
               "type, your password too: use alea play --tls, or type the same once more "
               "to go ahead\"}");
    assert_has(ask(house, 2, LOGIN), "\"reply\":\"login\"");
    assert_has(ask_anew(house, 3, LOGIN), "\"error\":\"insecure\""); /* each for itself */
    close_house(house);
}

static void test_insecure_is_refused(void **state) {
    (void)state;
    struct ticket ticket;
    struct house *house = open_ann("--plain-passwords refuse", &ticket);
    house->tls = false;
    assert_true(come(house, 2));
    assert_has(ask(house, 2, "{\"cmd\":\"hello\"}"), "\"passwords\":\"refuse\"");
    for (int i = 0; i < 3; i++) {
        assert_has(ask(house, 2, LOGIN),
                   "{\"error\":\"insecure\",\"text\":\"this server takes passwords over "
                   "TLS only: use alea play --tls\"}");
    }
    close_house(house);
}

/* Nobody listens on the way of what does not leave the machine. */
static void test_secure_without_tls(void **state) {
    (void)state;
    static const char *const addresses[] = {"127.0.0.1", "127.8.9.10", "::1"};
    struct house *house = open_house("--plain-passwords refuse");
    for (size_t i = 0; i < 3; i++) {
        assert_true(come_from(house, i, addresses[i]));
        assert_has(ask(house, i, "{\"cmd\":\"hello\"}"), "\"passwords\":\"any\"");
    }
    assert_true(come_from(house, 4, "2001:db8::"));
    assert_has(ask(house, 4, "{\"cmd\":\"hello\"}"), "\"passwords\":\"refuse\"");
    close_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_registered_name),
        cmocka_unit_test(test_another_name),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_password),
        cmocka_unit_test(test_whois),
        cmocka_unit_test(test_login_takes_over),
        cmocka_unit_test(test_login_after_an_absence),
        cmocka_unit_test(test_back_without_a_seat),
        cmocka_unit_test(test_who_is_not_kept),
        cmocka_unit_test(test_not_from_a_room),
        cmocka_unit_test(test_after_a_restart),
        cmocka_unit_test(test_the_file_has_no_password),
        cmocka_unit_test(test_gone_before_it_is_done),
        cmocka_unit_test(test_closing_before_it_is_done),
        cmocka_unit_test(test_how_many_wait),
        cmocka_unit_test(test_how_many_wait_of_one_address),
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_guessing_a_name),
        cmocka_unit_test(test_guessing_from_an_address),
        cmocka_unit_test(test_right_ones_from_an_address),
        cmocka_unit_test(test_how_many_accounts),
        cmocka_unit_test(test_insecure),
        cmocka_unit_test(test_insecure_is_refused),
        cmocka_unit_test(test_secure_without_tls),
    };
    return TABLE_RUN("account/refused", test_refused, refused_rows) +
           cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
