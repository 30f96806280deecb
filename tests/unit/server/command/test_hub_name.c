/* Names: how they are stored, which count as the same, and which are reserved for the
 * host. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"
#include <sqlite3.h>

#define NAME(name)      "{'cmd':'name','name':'" name "'}"
#define TO(cmd, name)   "{'cmd':'" cmd "','name':'" name "'}"
#define ZOE_LOGIN(name) "{'cmd':'login','name':'" name "','password':'" PASSWORD "'}"

TEST(test_kept_composed) {
    open_fixture("");
    assert_has(ask_anew(1, NAME("Zoe\\u0301")), "'name':'Zoé'");
    assert_true(come(2));
    assert_has(ask(2, "name Bjo\xcc\x88rk"), "+ You are Björk.");
    assert_has(ask(1, NAME("Zoe\\u0301\\u0301")), "'error':'bad_name'");
    assert_has(ask(1, NAME("Zo\\u200be")), "no control or invisible characters");
    assert_has(ask(1, NAME("\\u0417oe")), "'error':'bad_name'");
}

/* Zoé (1), with an account, and Bob (2). */
static void open_zoe(const char *args) {
    open_secure(args);
    enter(1, "Zoé", NULL);
    enter(2, "Bob", NULL);
    assert_has(ask(1, REGISTER), "{'reply':'register'");
}

/* Names in commands are found without regard to case and diacritics; answers have the
 * original spelling. */
TEST(test_one_name) {
    open_zoe("");
    assert_has(ask_anew(3, NAME("zoe")), "'error':'name_registered'");
    assert_has(ask(3, NAME("BÖB")), "'error':'name_taken'");
    assert_has(ask(2, TO("whois", "ZOE")), "'name':'Zoé'");
    assert_has(ask(2, TO("rating", "zoë")), "'name':'Zoé'");
    assert_has(ask(2, "{'cmd':'tell','name':'zoe','text':'hi'}"),
               "{'reply':'tell','name':'Zoé'");
    assert_has(ask(2, TO("gag", "Zoe")), "[{'name':'Zoe'}]");
    assert_has(ask(2, TO("gag", "ZOÉ")), "[{'name':'Zoe'}]"); /* the same */
    assert_has(ask(1, "{'cmd':'tell','name':'bob','text':'hi'}"), "'gagged'");
    assert_has(ask(2, "{'cmd':'gag','name':'zoé','show':'off'}"), "'gags':[]");
    assert_has(ask(1, TO("gag", "zoe")), "that is you");
    assert_has(ask(1, NAME("zoe")), "'name':'zoe'"); /* her own name, in any
                                                      * spelling */
    assert_has(ask(1, HELLO), "'account':true");
    drop(1);
    assert_has(ask(3, ZOE_LOGIN("zOe")), "{'reply':'login','name':'zoe'");
}

TEST(test_kicked_and_banned) {
    open_secure_file("--operator-local");
    assert_has(ask_from(1, "127.0.0.1", NAME("Ann")), "'name':'Ann'");
    assert_has(ask_anew(2, NAME("Zoé")), "'name':'Zoé'");
    assert_has(ask(1, "{'cmd':'clients','who':'zoe'}"), "'Zoé'");
    say(1, "{'cmd':'ban','who':'Zoë'}");
    assert_has(hear(2), "'code':'banned'");
    assert_has(ask(1, "{'cmd':'ban','who':'zoe'}"), "'who':'zoe'");
    restart_fixture();
    assert_has(ask_anew(2, NAME("ZOÉ")), "'error':'banned'");
    assert_has(ask_from(1, "127.0.0.1", "{'cmd':'bans'}"), "'bans':[{'who':'zoe'");
    assert_has(ask(1, "{'cmd':'unban','who':'Zoé'}"), "'reply'");
    restart_fixture();
    assert_has(ask_anew(2, NAME("Zoé")), "'name':'Zoé'");
}

static int64_t count_rows(const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open(fixture->config.db, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return n;
}

/* Games and chat under any spelling of the name are included when the account is
 * deleted. */
TEST(test_forgotten) {
    char room[8];
    open_secure_file("");
    enter(1, "Zoé", NULL);
    enter(2, "Bob", NULL);
    assert_has(ask(1, REGISTER), "{'reply':'register'");
    assert_has(ask(1, NAME("ZOË")), "'name':'ZOË'");
    assert_has(ask(2, TO("gag", "zoe")), "'gags'");
    create_room(1, ROYAL_UR, room);
    ask_about(2, "join", room);
    be_ready();
    one_moves();
    assert_has(ask(2, "{'cmd':'resign'}"), "'reply'");
    assert_has(ask(2, TO("games", "zoè")), "'white':'ZOË'");
    assert_has(ask(2, TO("dicestats", "zoè")), "two-faced");
    assert_has(ask(2, TO("whois", "zoe")), "'games':1");
    end_turn();
    assert_int_equal(count_rows("SELECT count(*) FROM games WHERE white='ZOË'"), 1);
    assert_has(ask(1, "{'cmd':'forget-me','password':'" PASSWORD "'}"),
               "{'reply':'forget-me'");
    pass(1000);
    assert_int_equal(count_rows("SELECT count(*) FROM games WHERE white='gone-1' "
                                "AND white_key='gone-1'"),
                     1);
    assert_int_equal(count_rows("SELECT count(*) FROM events WHERE name LIKE 'z%'"), 0);
    assert_int_equal(count_rows("SELECT count(*) FROM seats WHERE name LIKE 'z%'"), 0);
    assert_int_equal(count_rows("SELECT count(*) FROM dice WHERE name LIKE 'z%'"), 0);
    assert_has(ask(2, TO("games", "zoe")), "'games':[]");
    assert_has(ask(2, TO("games", "GONE-1")), "'white':'gone-1'");
    assert_has(ask(1, NAME("Góne-1")), "'error':'bad_name'");
}

/* An operator may use a reserved name, also for an account, and keeps it. */
TEST(test_reserved) {
    open_secure_file("--operator-local");
    assert_has(ask_anew(1, NAME("Adm1n")), "'error':'name_reserved'");
    assert_has(ask_from(2, "127.0.0.1", NAME("Admin")), "'name':'Admin'");
    assert_has(ask(2, REGISTER), "{'reply':'register'");
    drop(2);
    assert_has(ask(1, NAME("Admin")), "'error':'name_registered'");
    assert_has(ask(1, NAME("Server")), "'error':'name_reserved'");
    assert_has(ask(1, ZOE_LOGIN("admin")), "{'reply':'login'");
    assert_has(ask(1, NAME("ADMIN")), "'name':'ADMIN'"); /* it belongs to them */
    assert_has(ask(1, NAME("Operator")), "'error':'name_reserved'");
}
