/* What a player does by itself: greeting, name, seals. */
#include "client-cli/player/greeting.h"

#include <sodium.h>

#include "client-cli/player/seal.h"
#include "tests/support/json.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/test.h"

static const struct greeting_row {
    const char *name;
    const char *line;
    const char *fault; /* start of the fault; NULL: a good greeting */
} greeting_rows[] = {
    {"ours", "* Welcome to alea: type help [alea/1 alead/0.1.0; programs: mode json]",
     NULL},
    {"nothing but the version", "* x [alea/1]", NULL},
    {"brackets in a title", "* [alea/2] [x]: type help [alea/1 alead/0.1.0]", NULL},
    {"another version", "* x [alea/2 alead/9.0]", "this client speaks version 1"},
    {"a longer number", "* x [alea/11 alead/9.0]", "this client speaks version 1"},
    {"no version", "* x [alea/x]", "this client speaks version 1"},
    {"no brackets", "* Welcome to alea", "this is not an alea server; it says: * Welc"},
    {"brackets of others", "* x [telnetd/1]", "this is not an alea server; it says: * x"},
    {"a server that is full",
     "- Too many connections: try again later [too_many_connections]",
     "Too many connections: try again later"},
    {"a server that says why", "- You are not welcome here: [spam] [banned]",
     "You are not welcome here: [spam]"},
    {"a web server", "HTTP/1.1 400 Bad Request", "that port is for browsers"},
    {"another server", "220 mail.example.org ESMTP",
     "this is not an alea server; it says: 220"},
    {"a hostile one", "\033[2Jhello", "this is not an alea server; it says: [2Jhello"},
};

TEST_ROWS(greeting_rows) {
    const struct greeting_row *row = table_row(state);
    char fault[FAULT_BYTES] = "";
    assert_int_equal(player_check_greeting(row->line, fault), row->fault == NULL);
    if (row->fault != NULL) {
        assert_memory_equal(fault, row->fault, strlen(row->fault));
        assert_null(strchr(fault, '\033'));
    }
}

TEST(test_refusals) {
    enum error_code why;
    char text[FAULT_BYTES];
    assert_true(player_read_refusal("- You may not play here [banned]", &why, text));
    assert_int_equal(why, ERR_BANNED);
    assert_string_equal(text, "You may not play here");
    assert_true(player_read_refusal("- No: [not] now [of_next_year]", &why, text));
    assert_int_equal(why, ERROR_CODE_COUNT);
    assert_string_equal(text, "No: [not] now");
    assert_false(player_read_refusal("* x [alea/1]", &why, text));
    assert_false(player_read_refusal("- banned", &why, text));
    assert_false(player_read_refusal("- [banned]", &why, text));
}

static const struct fit_row {
    const char *name;
    const char *user;
    const char *fitted;
} fit_rows[] = {
    {"good already", "ann", "ann"},
    {"signs that names have not", "j.r. o'hara", "jrohara"},
    {"a digit first", "4ever", "ever"},
    {"too long", "abcdefghijklmnopqrstuvw", "abcdefghijklmnop"},
    {"too short", "x", "guest"},
    {"nothing", "", "guest"},
    {"a letter with an accent", "\xc3\xa9milie", "\xc3\xa9milie"},
    {"the same, decomposed", "e\xcc\x81milie", "\xc3\xa9milie"},
    {"letters of other alphabets", "\xce\xb5milie", "milie"},
    {"too long, in letters of two bytes", "éééééééééééééééééé", "éééééééééééééééé"},
    {"not UTF-8", "\xc3milie", "milie"},
};

TEST_ROWS(fit_rows) {
    const struct fit_row *row = table_row(state);
    char name[NAME_BYTES_MAX + 1];
    player_fit_name(row->user, name);
    assert_string_equal(name, row->fitted);
}

TEST(test_name_taken) {
    struct fake_server server;
    fake_server_init(&server);
    server.player.name[0] = '\0';
    strcpy(server.player.wanted, "abcdefghijklmnop");
    server.player.n_names = 1;
    assert_null(fake_server_says(&server, "{'error':'name_taken','id':'player.name',"
                                          "'text':'no'}"));
    fake_server_expect(&server,
                       "{'cmd':'name','id':'player.name','name':'abcdefghijklmno2'}");
    struct message *msg = fake_server_says(
        &server, "{'reply':'name','id':'player.name','name':'abcdefghijklmno2'}");
    assert_non_null(msg);
    assert_string_equal(server.player.name, "abcdefghijklmno2");
    message_free(msg);
    fake_server_fini(&server);
}

/* The line from the value of this member on. */
static const char *value_of(const char *json, const char *key) {
    const char *at = strstr(json, key);
    assert_non_null(at);
    return at + strlen(key);
}

/* A second `ready` has the same seal; when it is time, the nonce is opened, and fits the
 * seal. */
TEST(test_seal) {
    const char *key = json("'nonce':'");
    struct fake_server server;
    char seal[80], again[80], white[300], hex[FAIR_HEX_BYTES], nonce[FAIR_NONCE_BYTES];
    fake_server_begin(&server, "waiting");
    player_ready(&server.player, "", NULL);
    snprintf(seal, sizeof seal, "%.71s", value_of(fake_server_heard(&server), key));
    player_ready(&server.player, "KOTO", NULL);
    snprintf(again, sizeof again, "%.71s", value_of(fake_server_heard(&server), key));
    assert_memory_equal(seal, "sha256:", 7);
    assert_string_equal(seal, again);
    snprintf(white, sizeof white, "{'name':'ann','ready':true,'seal':'%s','nonce':null}",
             seal + 7);
    fake_server_see(&server, &(struct sample){.stage = "opening", .white = white});
    const char *open = fake_server_heard(&server);
    assert_has(open, "'cmd':'open'");
    snprintf(nonce, sizeof nonce, "%.32s", value_of(open, key));
    fair_seal(nonce, hex);
    assert_string_equal(hex, seal + 7);
    fake_server_fini(&server);
}

TEST(test_word) {
    struct fake_server server;
    fake_server_begin(&server, "waiting");
    player_ready(&server.player, "KOTO", "banana");
    fake_server_expect(&server,
                       "{'cmd':'ready','id':'KOTO','room':'KOTO','nonce':'banana'}");
    fake_server_see(&server, &(struct sample){.stage = "opening",
                                              .white = SAMPLE_SEAT("ann", "banana")});
    fake_server_expect_nothing(&server);
    fake_server_fini(&server);
}

/* `ready` instead of `resume`: the promise for the running game still counts. */
TEST(test_ready_when_adjourned) {
    struct fake_server server;
    fake_server_begin(&server, "waiting");
    player_ready(&server.player, "KOTO", "banana");
    assert_non_null(fake_server_heard(&server));
    fake_server_see(
        &server, &(struct sample){.stage = "adjourned", .white = SAMPLE_UNREADY("ann")});
    player_ready(&server.player, "KOTO", "cherry");
    fake_server_expect(&server,
                       "{'cmd':'ready','id':'KOTO','room':'KOTO','nonce':'cherry'}");
    player_ready(&server.player, "KOTO", NULL);
    assert_non_null(strstr(fake_server_heard(&server), "sha256:"));
    const struct dice_check *dice_check =
        &player_find_room(&server.player, "KOTO")->dice_check;
    assert_int_equal(dice_check->n_said, 1);
    assert_string_equal(dice_check->said[0], "banana");
    fake_server_fini(&server);
}

/* As above, in a program that has not seen the game begin. */
TEST(test_ready_when_come_back) {
    struct fake_server server;
    fake_server_begin(&server, "adjourned");
    player_ready(&server.player, "KOTO", NULL);
    assert_false(player_find_room(&server.player, "KOTO")->dice_check.is_ready);
    fake_server_fini(&server);
}

/* `ready` does not apply to a watched room, and a closed room is forgotten. */
TEST(test_watched_room) {
    struct fake_server server;
    struct player *player = &server.player;
    fake_server_init(&server);
    fake_server_see(&server,
                    &(struct sample){.room = "LINI", .white = SAMPLE_UNREADY("cyd")});
    assert_int_equal(player_find_room(player, "")->side, SIDE_COUNT);
    fake_server_see(&server,
                    &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    assert_string_equal(player_find_room(player, "")->code, "KOTO");
    player_ready(player, "", NULL);
    assert_non_null(strstr(fake_server_heard(&server), "sha256:"));
    message_free(fake_server_says(&server, "{'event':'closed','room':'LINI'}"));
    assert_null(player_find_room(player, "LINI"));
    fake_server_see(&server,
                    &(struct sample){.room = "LINI", .white = SAMPLE_UNREADY("cyd")});
    message_free(fake_server_says(&server, "{'reply':'unwatch','room':'LINI'}"));
    assert_null(player_find_room(player, "LINI"));
    assert_non_null(player_find_room(player, "KOTO"));
    fake_server_fini(&server);
}

/* A line that cannot be understood is skipped; the next one is not. */
TEST(test_unknown_message) {
    struct fake_server server;
    fake_server_init(&server);
    assert_null(fake_server_says(&server, "not even JSON"));
    struct message *msg =
        fake_server_says(&server, "{'event':'notice','text':'hello','new':1}");
    assert_string_equal(msg->text, "hello");
    message_free(msg);
    fake_server_fini(&server);
}

/* A long reason for a lost connection is cut between two characters. */
TEST(test_long_last_words) {
    static const char *const says[] = {"{'event':'bye','code':'kicked'",
                                       "{'error':'storage','id':'player.name'"};
    for (size_t i = 0; i < 4; i++) {
        char text[2 * FAULT_BYTES] = "x", line[3 * FAULT_BYTES];
        for (size_t at = i % 2; at + 2 < sizeof text; at += 2) {
            memcpy(text + at, "\xc3\xb6", 3);
        }
        snprintf(line, sizeof line, "%s,'text':'%s'}", says[i / 2], text);
        struct fake_server server;
        fake_server_init(&server);
        message_free(fake_server_says(&server, line));
        const char *why = player_why_lost(&server.player);
        assert_true(strlen(why) > FAULT_BYTES / 2 && utf8_is_text(why, strlen(why)));
        fake_server_fini(&server);
    }
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
