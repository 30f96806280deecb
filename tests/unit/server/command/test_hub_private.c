/* Private rooms, which need a word, and rated games, with a whole server in this
 * process. */
#define _GNU_SOURCE /* memmem */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define PRIVATE "{'cmd':'create','game':'tablut','word':'sesame'}"

static const char *join(struct fixture *fixture, size_t conn, const struct ticket *ticket,
                        const char *more) {
    char line[160];
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'%s}", ticket->room, more);
    return ask(fixture, conn, line);
}

/* Ann (1) sits in a private room; Bob (2) is outside. */
static void open_private(struct fixture *fixture, struct ticket *ticket) {
    enter(fixture, 1, "Ann", &ticket[0]);
    enter(fixture, 2, "Bob", &ticket[1]);
    const char *told = ask(fixture, 1, PRIVATE);
    take(told, "room", ticket[0].room, sizeof ticket[0].room);
    assert_has(told, "'rated':false,'private':true");
    memcpy(ticket[1].room, ticket[0].room, sizeof ticket[1].room);
}

TEST(test_entered_with_its_word) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    open_private(fixture, ticket);
    assert_has(ask(fixture, 2, "{'cmd':'rooms'}"),
               "'rated':false,'private':true,'bots':false}");
    assert_has(join(fixture, 2, ticket, ""), "{'error':'wrong_word'");
    assert_has(join(fixture, 2, ticket, ",'word':'Sesame'"), "'wrong_word'");
    assert_has(join(fixture, 2, ticket, ",'word':''"), "'wrong_word'");
    assert_has(join(fixture, 2, ticket, ",'word':'sesame'"), "{'reply':'join'");
}

TEST(test_watched_with_its_word) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    char line[100];
    open_private(fixture, ticket);
    assert_has(watch(fixture, 2, ticket[0].room), "{'error':'wrong_word'");
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s','word':'sesame'}",
             ticket[0].room);
    assert_has(ask(fixture, 2, line), "{'reply':'watch'");
}

TEST(test_text_mode) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket;
    assert_true(come(fixture, 1));
    assert_true(come(fixture, 2));
    ask(fixture, 1, "name Ann");
    ask(fixture, 2, "name Bob");
    const char *told = ask(fixture, 1, "create ur word=Sesame5");
    assert_has(told, " word=WORD\r\n");
    snprintf(ticket.room, sizeof ticket.room, "%.4s", strstr(told, "in room ") + 8);
    assert_has(ask(fixture, 2, "rooms"), "private: join CODE word=WORD");
    char line[64];
    snprintf(line, sizeof line, "join %s word=Sesame5", ticket.room);
    assert_begins(ask(fixture, 2, line), "+ You play black");
}

/* The same word in another room has another hash, and the word itself is not stored. */
TEST(test_the_word_is_not_kept) {
    uint8_t a[WORD_HASH_BYTES], b[WORD_HASH_BYTES];
    room_hash_word("KOTO", "sesame", a);
    room_hash_word("RIBA", "sesame", b);
    assert_memory_not_equal(a, b, sizeof a);
    room_hash_word("KOTO", "sesam", b);
    assert_memory_not_equal(a, b, sizeof a);
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    open_private(fixture, ticket);
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
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2], cid;
    open_private(fixture, ticket);
    join(fixture, 2, ticket, ",'word':'sesame'");
    end_turn(fixture);
    restart_fixture(fixture);
    assert_has(come_back(fixture, 1, &ticket[0], -1), "'private':true");
    come_back(fixture, 2, &ticket[1], -1);
    be_ready(fixture);
    one_moves(fixture);
    ask(fixture, 1, "{'cmd':'resign'}");
    assert_has(ask(fixture, 2, "{'cmd':'games'}"),
               "'rated':false,'white_rating':null,'black_rating':null}]");
    assert_has(ask(fixture, 2, "{'cmd':'rematch'}"), "'private':true");
    end_turn(fixture);
    restart_fixture(fixture);
    come_back(fixture, 1, &ticket[0], -1);
    come_back(fixture, 2, &ticket[1], -1);
    ask(fixture, 2, "{'cmd':'leave'}");
    enter(fixture, 3, "Cid", &cid);
    assert_has(join(fixture, 3, ticket, ""), "'wrong_word'");
    assert_has(join(fixture, 3, ticket, ",'word':'sesame'"), "{'reply':'join'");
}

/* Each address has five wrong words a minute, to join and to watch; another address can
 * still use the right one. */
TEST(test_words_are_counted) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    char line[100];
    open_private(fixture, ticket);
    assert_true(come_from(fixture, 3, "192.0.2.9"));
    ask(fixture, 3, "{'cmd':'name','name':'Eve'}");
    for (int i = 0; i < 4; i++) {
        assert_has(join(fixture, 3, ticket, ",'word':'x'"), "'wrong_word'");
    }
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s','word':'x'}", ticket[0].room);
    assert_has(ask(fixture, 3, line), "'wrong_word'");
    assert_has(ask(fixture, 3, line), "'error':'too_fast'");
    const char *told = join(fixture, 3, ticket, ",'word':'sesame'");
    assert_has(told, "'error':'too_fast'"); /* otherwise this would be a free guess */
    assert_has(told, "'retry_after_ms':12000");
    assert_has(join(fixture, 3, ticket, ""), "'wrong_word'"); /* not a guess */
    assert_has(join(fixture, 2, ticket, ",'word':'sesame'"), "{'reply':'join'");
    pass(fixture, 12000);
    assert_has(ask(fixture, 3, line), "'wrong_word'");
    assert_has(ask(fixture, 3, line), "'error':'too_fast'");
}

/* A player who guesses in many rooms has four times as many tries for all of them
 * together. */
TEST(test_words_for_all_rooms) {
    struct fixture *fixture = open_fixture("--limit words_per_minute=1");
    struct ticket ticket;
    int n_wrong = 0;
    enter(fixture, 1, "Ann", &ticket);
    assert_true(come_from(fixture, 3, "192.0.2.9"));
    ask(fixture, 3, "{'cmd':'name','name':'Eve'}");
    for (int i = 0; i < 6; i++) {
        take(ask(fixture, 1, PRIVATE), "room", ticket.room, sizeof ticket.room);
        const char *told = join(fixture, 3, &ticket, ",'word':'x'");
        n_wrong += strstr(told, json("'wrong_word'")) != NULL;
    }
    assert_int_equal(n_wrong, 4);
}

/* The players in the room are told who tries, once a minute. */
TEST(test_the_room_is_told) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    char line[100];
    open_private(fixture, ticket);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s','word':'x'}", ticket[0].room);
    hear(fixture, 1);
    say(fixture, 2, line);
    const char *told = hear(fixture, 1);
    assert_has(told, "{'event':'notice'");
    assert_has(told, "'text':'Bob tried to join ");
    assert_has(told, " with a wrong word.'");
    say(fixture, 2, line);
    assert_string_equal(hear(fixture, 1), "");
    pass(fixture, 60000);
    hear(fixture, 1);
    say(fixture, 2, line);
    assert_has(hear(fixture, 1), "wrong word");
}

/* Each wrong word costs five tokens: guessing is slow. */
TEST(test_guessing_is_slow) {
    struct fixture *fixture =
        open_fixture("--limit commands_burst=21 --limit commands_per_s=1 "
                     "--limit words_per_minute=100");
    struct ticket ticket[2];
    open_private(fixture, ticket);
    for (int i = 0; i < 4; i++) {
        assert_has(join(fixture, 2, ticket, ",'word':'x'"), "'wrong_word'");
    }
    assert_has(join(fixture, 2, ticket, ",'word':'x'"), "'error':'too_fast'");
    pass(fixture, 20000);
    for (int i = 0; i < 19; i++) { /* leaving the word out is not a guess */
        assert_has(join(fixture, 2, ticket, ""), "'wrong_word'");
    }
}

static const struct word_row {
    const char *name, *create, *expected;
} word_rows[] = {
    {"empty", "'word':''", "{'error':'bad_argument'"},
    {"two words", "'word':'open sesame'", "{'error':'bad_argument'"},
    {"the longest",
     "'word':'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'",
     "{'reply':'create'"},
    {"too long",
     "'word':'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefX'",
     "{'error':'bad_argument'"},
    {"rated for a guest", "'rated':'yes'", "{'error':'not_registered'"},
    {"not rated", "'rated':'no'", "{'reply':'create'"},
    {"rated perhaps", "'rated':'perhaps'", "{'error':'bad_argument'"},
};

TEST_ROWS(word_rows) {
    const struct word_row *row = table_row(state);
    struct fixture *fixture = open_fixture("");
    struct ticket ticket;
    enter(fixture, 1, "Ann", &ticket);
    char line[200];
    snprintf(line, sizeof line, "{'cmd':'create','game':'ur',%s}", row->create);
    assert_begins(ask(fixture, 1, line), row->expected);
}
