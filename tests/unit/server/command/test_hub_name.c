/* Names: how they are kept, which are the same, and which are the host's. */
#include "tests/unit/server/account.h"
#include <sqlite3.h>

#define NAME(name)    "{\"cmd\":\"name\",\"name\":\"" name "\"}"
#define TO(cmd, name) "{\"cmd\":\"" cmd "\",\"name\":\"" name "\"}"
#define ZOE_LOGIN(name)                                                                  \
    "{\"cmd\":\"login\",\"name\":\"" name "\",\"password\":\"" PASSWORD "\"}"

static void test_kept_composed(void **state) {
    (void)state;
    struct house *house = open_house("");
    assert_has(ask_anew(house, 1, NAME("Zoe\\u0301")), "\"name\":\"Zoé\"");
    assert_true(come(house, 2));
    assert_has(ask(house, 2, "name Bjo\xcc\x88rk"), "+ You are Björk.");
    assert_has(ask(house, 1, NAME("Zoe\\u0301\\u0301")), "\"error\":\"bad_name\"");
    assert_has(ask(house, 1, NAME("Zo\\u200be")), "no control or invisible characters");
    assert_has(ask(house, 1, NAME("\\u0417oe")), "\"error\":\"bad_name\"");
    close_house(house);
}

/* Zoé (1), with an account, and Bob (2). */
static struct house *open_zoe(const char *args) {
    struct house *house = open_secure(args);
    struct ticket ticket;
    enter(house, 1, "Zoé", &ticket);
    enter(house, 2, "Bob", &ticket);
    assert_has(ask(house, 1, REGISTER), "{\"reply\":\"register\"");
    return house;
}

/* Whoever is asked for is found without case and diacritics, as the name is written. */
static void test_one_name(void **state) {
    (void)state;
    struct house *house = open_zoe("");
    assert_has(ask_anew(house, 3, NAME("zoe")), "\"error\":\"name_registered\"");
    assert_has(ask(house, 3, NAME("BÖB")), "\"error\":\"name_taken\"");
    assert_has(ask(house, 2, TO("whois", "ZOE")), "\"name\":\"Zoé\"");
    assert_has(ask(house, 2, TO("rating", "zoë")), "\"name\":\"Zoé\"");
    assert_has(ask(house, 2, "{\"cmd\":\"tell\",\"name\":\"zoe\",\"text\":\"hi\"}"),
               "{\"reply\":\"tell\",\"name\":\"Zoé\"");
    assert_has(ask(house, 2, TO("gag", "Zoe")), "[{\"name\":\"Zoe\"}]");
    assert_has(ask(house, 2, TO("gag", "ZOÉ")), "[{\"name\":\"Zoe\"}]"); /* the same */
    assert_has(ask(house, 1, "{\"cmd\":\"tell\",\"name\":\"bob\",\"text\":\"hi\"}"),
               "\"gagged\"");
    assert_has(ask(house, 2, "{\"cmd\":\"gag\",\"name\":\"zoé\",\"show\":\"off\"}"),
               "\"gags\":[]");
    assert_has(ask(house, 1, TO("gag", "zoe")), "that is you");
    assert_has(ask(house, 1, NAME("zoe")), "\"name\":\"zoe\""); /* hers, as she likes */
    assert_has(ask(house, 1, HELLO), "\"account\":true");
    drop(house, 1);
    assert_has(ask(house, 3, ZOE_LOGIN("zOe")), "{\"reply\":\"login\",\"name\":\"zoe\"");
    close_house(house);
}

static void test_kicked_and_banned(void **state) {
    (void)state;
    struct house *house = open_filed_house("--operator-local");
    house->tls = true;
    assert_has(ask_from(house, 1, "127.0.0.1", NAME("Ann")), "\"name\":\"Ann\"");
    assert_has(ask_anew(house, 2, NAME("Zoé")), "\"name\":\"Zoé\"");
    assert_has(ask(house, 1, "{\"cmd\":\"clients\",\"who\":\"zoe\"}"), "\"Zoé\"");
    say(house, 1, "{\"cmd\":\"ban\",\"who\":\"Zoë\"}");
    assert_has(hear(house, 2), "\"code\":\"banned\"");
    assert_has(ask(house, 1, "{\"cmd\":\"ban\",\"who\":\"zoe\"}"), "\"who\":\"zoe\"");
    restart_house(house);
    assert_has(ask_anew(house, 2, NAME("ZOÉ")), "\"error\":\"banned\"");
    assert_has(ask_from(house, 1, "127.0.0.1", "{\"cmd\":\"bans\"}"),
               "\"bans\":[{\"who\":\"zoe\"");
    assert_has(ask(house, 1, "{\"cmd\":\"unban\",\"who\":\"Zoé\"}"), "\"reply\"");
    restart_house(house);
    assert_has(ask_anew(house, 2, NAME("Zoé")), "\"name\":\"Zoé\"");
    close_filed_house(house);
}

static int64_t count_rows(struct house *house, const char *sql) {
    char path[200];
    sqlite3 *db;
    sqlite3_stmt *stmt;
    snprintf(path, sizeof path, "%s/alea.db", house->dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return n;
}

/* What was played and said under any spelling is forgotten. */
static void test_forgotten(void **state) {
    (void)state;
    struct ticket ticket;
    char room[8];
    struct house *house = open_filed_house("");
    house->tls = true;
    enter(house, 1, "Zoé", &ticket);
    enter(house, 2, "Bob", &ticket);
    assert_has(ask(house, 1, REGISTER), "{\"reply\":\"register\"");
    assert_has(ask(house, 1, NAME("ZOË")), "\"name\":\"ZOË\"");
    assert_has(ask(house, 2, TO("gag", "zoe")), "\"gags\"");
    create_room(house, 1, ROYAL_UR, room);
    ask_about(house, 2, "join", room);
    be_ready(house);
    one_moves(house);
    assert_has(ask(house, 2, "{\"cmd\":\"resign\"}"), "\"reply\"");
    assert_has(ask(house, 2, TO("games", "zoè")), "\"white\":\"ZOË\"");
    assert_has(ask(house, 2, TO("dicestats", "zoè")), "two-faced");
    assert_has(ask(house, 2, TO("whois", "zoe")), "\"games\":1");
    end_turn(house);
    assert_int_equal(count_rows(house, "SELECT count(*) FROM games WHERE white='ZOË'"),
                     1);
    assert_has(ask(house, 1, "{\"cmd\":\"forget-me\",\"password\":\"" PASSWORD "\"}"),
               "{\"reply\":\"forget-me\"");
    pass(house, 1000);
    assert_int_equal(count_rows(house, "SELECT count(*) FROM games WHERE white='gone-1' "
                                       "AND white_key='gone-1'"),
                     1);
    assert_int_equal(
        count_rows(house, "SELECT count(*) FROM events WHERE name LIKE 'z%'"), 0);
    assert_int_equal(count_rows(house, "SELECT count(*) FROM seats WHERE name LIKE 'z%'"),
                     0);
    assert_int_equal(count_rows(house, "SELECT count(*) FROM dice WHERE name LIKE 'z%'"),
                     0);
    assert_has(ask(house, 2, TO("games", "zoe")), "\"games\":[]");
    assert_has(ask(house, 2, TO("games", "GONE-1")), "\"white\":\"gone-1\"");
    assert_has(ask(house, 1, NAME("Góne-1")), "\"error\":\"bad_name\"");
    close_filed_house(house);
}

/* An operator may have a name of the host's, also as an account; and it stays his. */
static void test_reserved(void **state) {
    (void)state;
    struct house *house = open_filed_house("--operator-local");
    house->tls = true;
    assert_has(ask_anew(house, 1, NAME("Adm1n")), "\"error\":\"name_reserved\"");
    assert_has(ask_from(house, 2, "127.0.0.1", NAME("Admin")), "\"name\":\"Admin\"");
    assert_has(ask(house, 2, REGISTER), "{\"reply\":\"register\"");
    drop(house, 2);
    assert_has(ask(house, 1, NAME("Admin")), "\"error\":\"name_registered\"");
    assert_has(ask(house, 1, NAME("Server")), "\"error\":\"name_reserved\"");
    assert_has(ask(house, 1, ZOE_LOGIN("admin")), "{\"reply\":\"login\"");
    assert_has(ask(house, 1, NAME("ADMIN")), "\"name\":\"ADMIN\""); /* it is his */
    assert_has(ask(house, 1, NAME("Operator")), "\"error\":\"name_reserved\"");
    close_filed_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_composed),     cmocka_unit_test(test_one_name),
        cmocka_unit_test(test_kicked_and_banned), cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_reserved),
    };
    return cmocka_run_group_tests_name("hub/name", tests, NULL, NULL);
}
