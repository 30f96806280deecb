/* The same password or word, in another form: typed on another device, or in another
 * mode. */
#include <sodium.h>

#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* ü in one part and in two; ß. */
#define COMPOSED                                                                         \
    "Gr\xc3\xbc\xc3\x9f"                                                                 \
    "e 123"
#define DECOMPOSED                                                                       \
    "Gru\xcc\x88\xc3\x9f"                                                                \
    "e 123"

/* --- two forms of one password --- */

static const struct form_row {
    const char *name, *set, *typed;
} form_rows[] = {
    {"composed, decomposed", COMPOSED, DECOMPOSED},
    {"decomposed, composed", DECOMPOSED, COMPOSED},
    {"a blank at the end", "eight chars ", "eight chars"},
    {"blanks at both ends", "eight chars", "   eight chars  "},
    {"blanks of other widths",
     "eight\xc2\xa0"
     "chars",
     "eight\xe3\x80\x80"
     "chars"},
    {"an invisible character", "eight\xe2\x80\x8b chars", "eight chars"},
    {"two codes of one letter",
     "\xe2\x84\xab"
     "ngstrom",
     "\xc3\x85"
     "ngstrom"},
    {"Hangul", "\xed\x95\x9c\xed\x95\x9c\xed\x95\x9c",
     "\xed\x95\x98\xe1\x86\xab\xed\x95\x98\xe1\x86\xab\xed\x95\x98\xe1\x86\xab"},
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
    assert_true(come(4));
    assert_begins(ask_with(4, "login ann ", row->set), "+ Welcome, Ann.");
}

/* --- lengths --- */

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

/* --- accounts from before --- */

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

TEST(test_old_account_is_forgotten) {
    open_with(DECOMPOSED);
    assert_has(ask_with(2, LOGIN_WITH, DECOMPOSED), "'reply':'login'");
    assert_has(ask_with(2, "{'cmd':'forget-me','password':'", COMPOSED),
               "'reply':'forget-me'");
}

/* --- the words of private rooms --- */

static const struct word_row {
    const char *name, *set, *typed;
} word_rows[] = {
    {"composed, decomposed",
     "Gr\xc3\xbc\xc3\x9f"
     "e",
     "Gru\xcc\x88\xc3\x9f"
     "e"},
    {"decomposed, composed",
     "Gru\xcc\x88\xc3\x9f"
     "e",
     "Gr\xc3\xbc\xc3\x9f"
     "e"},
    {"blanks at the ends", " sesame ", "sesame"},
    {"an invisible character", "sesa\xe2\x80\x8bme", "sesame"},
};

TEST_ROWS(word_rows) {
    const struct word_row *row = table_row(state);
    struct ticket ann;
    char line[120];
    enter(1, "Ann", &ann);
    enter(2, "Bob", NULL);
    const char *told = ask_with(1, "{'cmd':'create','game':'ur','word':'", row->set);
    take(told, "room", ann.room, sizeof ann.room);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s','word':'", ann.room);
    assert_has(ask_with(2, line, "Sesame"), "'wrong_word'");
    assert_has(ask_with(2, line, row->typed), "'reply':'watch'");
    assert_true(come(3)); /* text mode */
    ask(3, "name Cid");
    snprintf(line, sizeof line, "join %s word=", ann.room);
    assert_begins(ask_with(3, line, row->typed), "+ You play black");
}

TEST(test_no_blank_in_a_word) {
    enter(1, "Ann", NULL);
    static const char *const bad[] = {"open sesame", "open\xc2\xa0sesame", " ", ""};
    for (size_t i = 0; i < 4; i++) {
        assert_has(ask_with(1, "{'cmd':'create','game':'ur','word':'", bad[i]),
                   "has 1 to 64 bytes and no space");
    }
}

/* A room that was opened before words were prepared. */
TEST(test_old_room) {
    struct ticket ann;
    char line[120];
    enter(1, "Ann", &ann);
    enter(2, "Bob", NULL);
    take(ask(1, "{'cmd':'create','game':'ur','word':'sesame'}"), "room", ann.room,
         sizeof ann.room);
    struct room *room = rooms_find(hub_rooms(fixture->hub), ann.room);
    room_hash_word(room->code,
                   "Gru\xcc\x88\xc3\x9f"
                   "e",
                   room->word_hash);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s','word':'", ann.room);
    assert_has(ask_with(2, line,
                        "Gru\xcc\x88\xc3\x9f"
                        "e"),
               "'reply':'join'");
}
