/* What a player does by itself: greeting, name, seals. */

#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "client-cli/player/dice_check.h"
#include "client-cli/player/greeting.h"
#include "client-cli/player/save.h"
#include "client-cli/player/seal.h"

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
     "too many connections: try again later"},
    {"a server that says why", "- You are not welcome here: [spam] [banned]",
     "you are not welcome here: [spam]"},
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
    assert_string_equal(text, "you may not play here");
    assert_true(player_read_refusal("- No: [not] now [of_next_year]", &why, text));
    assert_int_equal(why, ERROR_CODE_COUNT);
    assert_string_equal(text, "no: [not] now");
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

/* --- ready --- */

/* What a player adds to the dice while commands are under way: the server decides which
 * nonce counts, and the player recognizes, opens and checks that one. */

/* Throws 0 and 5 of the vector in docs/fairness.md, for the nonces alice and bob. */
#define THROWS                                                                           \
    "[{'what':'start_throw','k':0,'white':[1,1,1],'black':[1,1,0]},"                     \
    "{'what':'throw','k':5,'side':'black','dice':[1,0,0]}]"

static const struct sample waiting = {.stage = "waiting", .white = SAMPLE_UNREADY("ann")};

static void hear(struct fake_server *server, const char *json) {
    message_free(fake_server_says(server, json));
}

/* The player says ready with a seal.  Writes Ann's seat as the server then shows it. */
static void seat_of_ready(struct fake_server *server, char seat[static 200]) {
    player_ready(&server->player, "", NULL);
    fake_server_seat(server, seat);
}

/* The player opens the nonce whose seal is in this seat. */
static void expect_open(struct fake_server *server, const char *seat) {
    const char *key = json("'nonce':'");
    char nonce[FAIR_NONCE_BYTES], hex[FAIR_HEX_BYTES];
    const char *line = fake_server_heard(server);
    assert_non_null(line);
    assert_has(line, "'cmd':'open'");
    const char *at = strstr(line, key) + strlen(key);
    snprintf(nonce, sizeof nonce, "%.*s", (int)strcspn(at, "\""), at);
    fair_seal(nonce, hex);
    assert_non_null(strstr(seat, hex));
}

/* The player is ready with a seal, and opens it when the game begins.  Writes the seat.
 */
static void begin_and_open(struct fake_server *server, char seat[static 200]) {
    fake_server_begin(server, "waiting");
    seat_of_ready(server, seat);
    fake_server_see(server, &(struct sample){.stage = "opening", .white = seat});
    expect_open(server, seat);
}

/* Plays the game to its end, after the seals are open. */
static enum dice_check_verdict play_to_the_end(struct fake_server *server,
                                               const struct sample *begun) {
    struct sample over = *begun;
    char text[FAULT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    fake_server_see(server, begun);
    over.stage = "over";
    over.secret = SAMPLE_SECRET;
    over.happened = NULL;
    over.result = "{'outcome':'white','reason':'resign'}";
    struct message *msg = fake_server_shows(server, &over);
    const struct player_room *room = player_find_room(&server->player, msg->room);
    enum dice_check_verdict verdict =
        dice_check_judge(&room->dice_check, msg->state, &out);
    message_free(msg);
    return verdict;
}

/* Two words in quick succession: the one that the server accepts counts. */
TEST(test_two_words) {
    static const char *const words[][2] = {{"alice", "carol"}, {"carol", "alice"}};
    for (size_t i = 0; i < 2; i++) {
        struct fake_server server;
        fake_server_begin(&server, "waiting");
        player_ready(&server.player, "", words[i][0]);
        player_ready(&server.player, "", words[i][1]);
        assert_int_equal(play_to_the_end(&server, &(struct sample){.happened = THROWS}),
                         DICE_CHECK_KEPT);
        fake_server_fini(&server);
    }
}

/* A word and a seal in quick succession: only a seal that the server has accepted is
 * opened. */
TEST(test_word_and_seal) {
    struct fake_server server;
    char seat[200];
    fake_server_begin(&server, "waiting");
    seat_of_ready(&server, seat);
    player_ready(&server.player, "", "alice");
    assert_non_null(fake_server_heard(&server));
    fake_server_see(&server, &(struct sample){.stage = "opening", .white = seat});
    expect_open(&server, seat);
    fake_server_see(&server, &(struct sample){.stage = "opening",
                                              .white = SAMPLE_SEAT("ann", "alice")});
    fake_server_expect_nothing(&server);
    fake_server_fini(&server);
}

/* The player leaves, joins another room and says ready there before the server
 * answers. */
TEST(test_leave_join_ready) {
    struct fake_server server;
    char seat[200];
    struct sample there = {.room = "LINI",
                           .game_id = "g43",
                           .stage = "waiting",
                           .white = SAMPLE_UNREADY("ann")};
    fake_server_begin(&server, "waiting");
    seat_of_ready(&server, seat);
    hear(&server, "{'reply':'leave','room':'KOTO'}");
    fake_server_see(&server, &there);
    there.white = seat;
    fake_server_see(&server, &there);
    fake_server_expect_nothing(&server);
    assert_true(player_find_room(&server.player, "LINI")->dice_check.is_ready);
    there.stage = "opening";
    fake_server_see(&server, &there);
    expect_open(&server, seat);
    fake_server_fini(&server);
}

/* As above, without a first room, and with a word: the word was sent before the
 * commitment was seen, so nothing was promised. */
TEST(test_join_ready_word) {
    struct fake_server server;
    fake_server_init(&server);
    player_ready(&server.player, "", "alice");
    fake_server_expect(&server, "{'cmd':'ready','nonce':'alice'}");
    fake_server_see(&server, &waiting);
    assert_int_equal(play_to_the_end(&server, &(struct sample){.happened = THROWS}),
                     DICE_CHECK_NOTHING);
    fake_server_fini(&server);
}

/* A rematch, and ready for it: the nonce is for the next game. */
TEST(test_rematch_ready) {
    struct fake_server server;
    char first[200], seat[200];
    begin_and_open(&server, first);
    fake_server_see(&server, &(struct sample){.stage = "over", .white = first});
    seat_of_ready(&server, seat);
    assert_string_not_equal(seat, first);
    struct sample next = {
        .game_id = "g43", .stage = "waiting", .white = SAMPLE_UNREADY("ann")};
    fake_server_see(&server, &next);
    next.stage = "opening";
    next.white = seat;
    fake_server_see(&server, &next);
    expect_open(&server, seat);
    assert_true(player_find_room(&server.player, "KOTO")->dice_check.is_ready);
    fake_server_fini(&server);
}

/* The opponent leaves while `ready` is under way, and another player has come when it
 * arrives: it counts for another game. */
TEST(test_another_opponent) {
    struct fake_server server;
    char seat[200];
    fake_server_begin(&server, "waiting");
    seat_of_ready(&server, seat);
    fake_server_see(&server, &(struct sample){.game_id = "g43",
                                              .stage = "waiting",
                                              .white = SAMPLE_UNREADY("ann")});
    fake_server_see(
        &server, &(struct sample){.game_id = "g43", .stage = "opening", .white = seat});
    expect_open(&server, seat);
    fake_server_fini(&server);
}

/* A nonce that was opened is known to others: it is not used for another game. */
TEST(test_opened_once) {
    struct fake_server server;
    char seat[200];
    struct sample next = {
        .game_id = "g43", .stage = "waiting", .white = SAMPLE_UNREADY("ann")};
    begin_and_open(&server, seat);
    fake_server_see(&server, &next);
    next.white = seat;
    next.stage = "opening";
    fake_server_see(&server, &next);
    fake_server_expect_nothing(&server);
    assert_false(player_find_room(&server.player, "KOTO")->dice_check.is_ready);
    fake_server_fini(&server);
}

/* A spectator promises nothing. */
TEST(test_watcher) {
    struct fake_server server;
    fake_server_init(&server);
    fake_server_see(&server,
                    &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("cyd")});
    player_ready(&server.player, "KOTO", "alice");
    assert_false(player_find_room(&server.player, "KOTO")->dice_check.is_ready);
    fake_server_fini(&server);
}

/* An opening that was refused with too_fast is repeated later, once. */
TEST(test_open_too_fast) {
    struct fake_server server;
    struct player *player = &server.player;
    char seat[200];
    begin_and_open(&server, seat);
    assert_true(player_act(player, 1000) == UINT64_MAX);
    assert_null(fake_server_says(&server, "{'error':'too_fast','id':'player.open',"
                                          "'text':'no','retry_after_ms':300}"));
    assert_int_equal(player_act(player, 1000), 1300);
    assert_int_equal(player_act(player, 1299), 1300);
    fake_server_expect_nothing(&server);
    assert_true(player_act(player, 1300) == UINT64_MAX);
    expect_open(&server, seat);
    assert_true(player_act(player, 9999) == UINT64_MAX);
    fake_server_expect_nothing(&server);
    fake_server_fini(&server);
}

/* A game without dice needs no nonce. */
TEST(test_no_dice) {
    struct fake_server server;
    fake_server_init(&server);
    fake_server_see(&server,
                    &(struct sample){
                        .stage = "waiting",
                        .white = SAMPLE_UNREADY("ann"),
                        .game = "tablut",
                        .position = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b",
                    });
    player_ready(&server.player, "", NULL);
    fake_server_expect(&server, "{'cmd':'ready'}");
    player_ready(&server.player, "", "banana");
    fake_server_expect(&server, "{'cmd':'ready','nonce':'banana'}");
    fake_server_fini(&server);
}

/* --- save --- */

/* Where records can be saved. */

TEST(test_dir) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    assert_non_null(mkdtemp(dir));
    assert_true(save_check_dir(dir, fault));
    snprintf(path, sizeof path, "%s/nowhere", dir);
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: No such file or directory"));
    assert_true(save_record(path, "{}", fault));
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: Not a directory"));
    unlink(path);
    if (geteuid() != 0) { /* root can write anywhere */
        chmod(dir, 0500);
        assert_false(save_check_dir(dir, fault));
        assert_non_null(strstr(fault, "Permission denied"));
    }
    rmdir(dir);
}

/* A limit on the file size simulates a full disk. */
TEST(test_full_disk) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    static char record[100000];
    struct rlimit before, few = {.rlim_cur = 4096};
    memset(record, 'x', sizeof record - 1);
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    bool is_saved = save_record(path, record, fault);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(is_saved);
    assert_non_null(strstr(fault, "/game.json: File too large"));
    assert_int_equal(rmdir(dir), 0); /* no file is left behind */
}

TEST(test_never_over_another) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "", text[8] = "";
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    assert_true(save_record(path, "one", fault));
    assert_false(save_record(path, "two", fault));
    assert_non_null(strstr(fault, "/game.json: File exists"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), 4);
    fclose(file);
    assert_string_equal(text, "one\n");
    unlink(path);
    assert_int_equal(rmdir(dir), 0);
}

/* --- dice check --- */

/* The dice check, with the test vector of docs/fairness.md, and every possible
 * mismatch. */

#define OTHER_HEX "730dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

/* Throws 0 and 5 of the vector. */
#define GOOD_THROWS                                                                      \
    "[{'what':'start_throw','k':0,'white':[1,1,1],'black':[1,1,0]},"                     \
    "{'what':'throw','k':5,'side':'black','dice':[1,0,0]}]"

static const struct dice_check_row {
    const char *name;
    const char *throws;
    const char *secret; /* as published at the end */
    const char *seen;   /* the seat of black during the game */
    const char *black;  /* the seat of black at the end */
    const char *nonce;  /* the nonce that white has sent */
    enum dice_check_verdict verdict;
} rows[] = {
    {"all as promised", GOOD_THROWS, SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_KEPT},
    {"no throw was made", "[]", SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_KEPT},
    {"another secret", "[]",
     "'100102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'", NULL, NULL,
     "alice", DICE_CHECK_BROKEN},
    {"no secret", "[]", NULL, NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"a throw was changed", "[{'what':'throw','k':5,'side':'black','dice':[1,1,0]}]",
     SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"the throw for the start was changed",
     "[{'what':'start_throw','k':0,'white':[1,1,1],'black':[0,0,1]}]", SAMPLE_SECRET,
     NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"a throw with another number",
     "[{'what':'throw','k':0,'side':'black','dice':[1,0,0]}]", SAMPLE_SECRET, NULL, NULL,
     "alice", DICE_CHECK_BROKEN},
    {"our nonce was not used", GOOD_THROWS, SAMPLE_SECRET, NULL, NULL, "allan",
     DICE_CHECK_BROKEN},
    {"the opponent's nonce is another", GOOD_THROWS, SAMPLE_SECRET, NULL,
     SAMPLE_SEAT("bob", "rob"), "alice", DICE_CHECK_BROKEN},
    {"the opponent's nonce is not told", GOOD_THROWS, SAMPLE_SECRET,
     SAMPLE_UNREADY("bob"), SAMPLE_UNREADY("bob"), "alice", DICE_CHECK_BROKEN},
    {"the opponent has left", GOOD_THROWS, SAMPLE_SECRET, NULL, "null", "alice",
     DICE_CHECK_KEPT},
    {"another has come", GOOD_THROWS, SAMPLE_SECRET, NULL, SAMPLE_UNREADY("cid"), "alice",
     DICE_CHECK_KEPT},
    {"who has left had another nonce", GOOD_THROWS, SAMPLE_SECRET,
     SAMPLE_SEAT("bob", "rob"), "null", "alice", DICE_CHECK_BROKEN},
};

static void see(struct dice_check *dice_check, const struct sample *sample) {
    struct message *msg = sample_state(sample);
    dice_check_see(dice_check, msg->state);
    message_free(msg);
}

/* Judges the end of a game. */
static enum dice_check_verdict judge(const struct dice_check *dice_check,
                                     const struct sample *sample,
                                     char text[FAULT_BYTES]) {
    struct message *msg = sample_state(sample);
    struct text_out out = text_out_of(text, FAULT_BYTES);
    enum dice_check_verdict verdict = dice_check_judge(dice_check, msg->state, &out);
    message_free(msg);
    assert_in_range(out.len, 0, FAULT_BYTES - 1);
    return verdict;
}

TEST_ROWS(rows) {
    const struct dice_check_row *row = table_row(state);
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    dice_check_promise(&dice_check, SIDE_WHITE, row->nonce);
    see(&dice_check, &(struct sample){.happened = row->throws, .black = row->seen});
    enum dice_check_verdict verdict =
        judge(&dice_check,
              &(struct sample){
                  .stage = "over",
                  .secret = row->secret,
                  .black = row->black,
                  .result = "{'outcome':'white','reason':'resign'}",
              },
              text);
    assert_int_equal(verdict, row->verdict);
    assert_int_equal(strstr(text, "WARNING") != NULL, verdict == DICE_CHECK_BROKEN);
    dice_check_fini(&dice_check);
}

/* A server that hides our own nonce could have used any. */
TEST(test_own_nonce_not_told) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    dice_check_promise(&dice_check, SIDE_WHITE, "alice");
    see(&dice_check, &(struct sample){.happened = GOOD_THROWS});
    assert_int_equal(judge(&dice_check,
                           &(struct sample){.stage = "over",
                                            .secret = SAMPLE_SECRET,
                                            .white = SAMPLE_UNREADY("ann")},
                           text),
                     DICE_CHECK_BROKEN);
    dice_check_fini(&dice_check);
}

/* Without ready, nothing was promised. */
TEST(test_not_ready) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check, &(struct sample){.happened = GOOD_THROWS});
    assert_int_equal(judge(&dice_check, &(struct sample){.stage = "over"}, text),
                     DICE_CHECK_NOTHING);
    assert_string_equal(text, "");
    dice_check_fini(&dice_check);
}

/* The commitment seen before `ready` is the one that counts. */
TEST(test_commitment_exchanged) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    strcpy(dice_check.commitment, OTHER_HEX);
    dice_check_promise(&dice_check, SIDE_WHITE, "alice");
    see(&dice_check, &(struct sample){.stage = "waiting"});
    assert_int_equal(judge(&dice_check,
                           &(struct sample){.stage = "over", .secret = SAMPLE_SECRET},
                           text),
                     DICE_CHECK_BROKEN);
    assert_non_null(strstr(text, "SHA-256"));
    dice_check_fini(&dice_check);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
