/* Private rooms, which need a word. */
#define _GNU_SOURCE /* memmem */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define PRIVATE "{'cmd':'create','game':'tablut','word':'sesame'}"

static const char *join(size_t conn, const struct ticket *own, const char *more) {
    return askf(conn, "{'cmd':'join','room':'%s'%s}", own->room, more);
}

/* Ann (1) sits in a private room; Bob (2) is outside. */
static void open_private(void) {
    enter(1, "Ann", &ticket[0]);
    enter(2, "Bob", &ticket[1]);
    const char *told = ask(1, PRIVATE);
    take(told, "room", ticket[0].room, sizeof ticket[0].room);
    assert_has(told, "'rated':false,'private':true");
    memcpy(ticket[1].room, ticket[0].room, sizeof ticket[1].room);
}

/* The same word in another room has another hash, and the word itself is not stored. */
TEST(test_the_word_is_not_kept) {
    uint8_t a[WORD_HASH_BYTES], b[WORD_HASH_BYTES];
    room_hash_word("KOTO", "sesame", a);
    room_hash_word("RIBA", "sesame", b);
    assert_memory_not_equal(a, b, sizeof a);
    room_hash_word("KOTO", "sesam", b);
    assert_memory_not_equal(a, b, sizeof a);
    open_filed_fixture("");
    open_private();
    char path[64], byte[65536];
    static const char *const names[] = {"alea.db", "alea.db-wal"};
    size_t n_hashes = 0;
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->dir, names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t len;
        while ((len = fread(byte, 1, sizeof byte, file)) > 0) {
            assert_null(memmem(byte, len, "sesame", 6));
            room_hash_word(ticket[0].room, "sesame", a);
            n_hashes += memmem(byte, len, a, sizeof a) != NULL;
        }
        fclose(file);
    }
    assert_true(n_hashes > 0); /* the search was in the right place */
}

/* A room stays private after a restart, in the next game, and after a player has left. */
TEST(test_it_stays_private) {
    open_filed_fixture("");
    open_private();
    join(2, ticket, ",'word':'sesame'");
    be_ready();
    one_moves();
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'rematch'}"), "'private':true");
    end_turn();
    restart_fixture();
    assert_has(come_back(1, &ticket[0], -1), "'private':true");
    come_back(2, &ticket[1], -1);
    ask(2, "{'cmd':'leave'}");
    enter(3, "Cid", NULL);
    assert_has(join(3, ticket, ""), "'wrong_word'");
    assert_has(join(3, ticket, ",'word':'sesame'"), "{'reply':'join'");
}

/* Each address has five wrong words a minute, to join and to watch; another address can
 * still use the right one. */
TEST(test_words_are_counted) {
    open_fixture("");
    open_private();
    assert_true(come_from(3, "192.0.2.9"));
    ask(3, "{'cmd':'name','name':'Eve'}");
    for (int i = 0; i < 4; i++) {
        assert_has(join(3, ticket, ",'word':'x'"), "'wrong_word'");
    }
    static const char look[] = "{'cmd':'watch','room':'%s','word':'x'}";
    assert_has(askf(3, look, ticket[0].room), "'wrong_word'");
    assert_has(askf(3, look, ticket[0].room), "'error':'too_fast'");
    const char *told = join(3, ticket, ",'word':'sesame'");
    assert_has(told, "'error':'too_fast'"); /* otherwise this would be a free guess */
    assert_has(told, "'retry_after_ms':12000");
    assert_has(join(3, ticket, ""), "'wrong_word'"); /* not a guess */
    assert_has(join(2, ticket, ",'word':'sesame'"), "{'reply':'join'");
}

/* A player who guesses in many rooms has four times as many tries for all of them
 * together. */
TEST(test_words_for_all_rooms) {
    open_fixture("--limit words_per_minute=1");
    struct ticket own;
    int n_wrong = 0;
    enter(1, "Ann", &own);
    assert_true(come_from(3, "192.0.2.9"));
    ask(3, "{'cmd':'name','name':'Eve'}");
    for (int i = 0; i < 6; i++) {
        take(ask(1, PRIVATE), "room", own.room, sizeof own.room);
        const char *told = join(3, &own, ",'word':'x'");
        n_wrong += strstr(told, json("'wrong_word'")) != NULL;
    }
    assert_int_equal(n_wrong, 4);
}

/* Each wrong word costs five tokens: guessing is slow. */
TEST(test_guessing_is_slow) {
    open_fixture("--limit commands_burst=21 --limit commands_per_s=1 "
                 "--limit words_per_minute=100");
    open_private();
    for (int i = 0; i < 4; i++) {
        assert_has(join(2, ticket, ",'word':'x'"), "'wrong_word'");
    }
    assert_has(join(2, ticket, ",'word':'x'"), "'error':'too_fast'");
}

/* The players in the room are told who tries, once a minute. */
TEST(test_the_room_is_told) {
    open_private();
    for (int i = 0; i < 2; i++) {
        hear(1);
        for (int tries = 0; tries < 2; tries++) {
            sayf(2, "{'cmd':'join','room':'%s','word':'x'}", ticket[0].room);
        }
        assert_int_equal(count(hear(1), "Bob tried to join "), 1);
        pass(60000);
    }
}

#define X10 "xxxxxxxxxx"
#define X64 X10 X10 X10 X10 X10 X10 "xxxx"

static const struct word_row {
    const char *name, *set, *expected;
    const char *typed; /* the same word; NULL: it is refused */
} word_rows[] = {
    {"empty", "", "has 1 to 64 bytes and no space", NULL},
    {"two words", "open sesame", "has 1 to 64 bytes and no space", NULL},
    {"a wide blank", "open\xc2\xa0sesame", "has 1 to 64 bytes and no space", NULL},
    {"too long", X64 "x", "has 1 to 64 bytes and no space", NULL},
    {"the longest", X64, "'reply':'create'", X64},
    {"a letter of two codes", "Gru\xcc\x88n", "'reply':'create'", "Gr\xc3\xbcn"},
    {"blanks at the ends", " sesame ", "'reply':'create'", "sesame"},
};

/* Words that look the same are the same. */
TEST_ROWS(word_rows) {
    const struct word_row *row = table_row(state);
    enter(1, "Ann", NULL);
    enter(2, "Bob", NULL);
    const char *told = askf(1, "{'cmd':'create','game':'ur','word':'%s'}", row->set);
    assert_has(told, row->expected);
    if (row->typed != NULL) {
        char more[100];
        take(told, "room", ticket[0].room, sizeof ticket[0].room);
        snprintf(more, sizeof more, ",'word':'%s'", row->typed);
        assert_has(join(2, &ticket[0], ",'word':'Sesame'"), "'wrong_word'");
        assert_has(join(2, &ticket[0], more), "'reply':'join'");
    }
}
