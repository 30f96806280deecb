/* How a player reconnects. */
#include <sodium.h>

#include "client-cli/player/seal.h"
#include "tests/support/json.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/test.h"

#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define OTHER "zbcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

#define HELLO  "{'cmd':'hello','id':'player.hello','client':'alea " ALEA_VERSION "'}"
#define RESUME "{'cmd':'resume','id':'player.resume','token':'" TOKEN "'"

static void scene_init(struct fake_server *server) {
    fake_server_init(server);
    message_free(fake_server_says(server, "{'reply':'name','id':'player.name',"
                                          "'name':'ann','token':'" TOKEN "'}"));
    assert_string_equal(server->player.token, TOKEN);
}

/* Reconnects; the player must send this first. */
static void come_back(struct fake_server *server, const char *expected) {
    fake_server_cut(server);
    fake_server_return(server);
    assert_string_equal(server->player.name, "");
    fake_server_expect(server, HELLO);
    fake_server_expect(server, expected);
    fake_server_expect_nothing(server);
}

#define MINE(code, seq)                                                                  \
    "{'room':'" code "','game':'royal-ur','stage':'playing','side':"                     \
    "'white','opponent':'bob','away':false,'your_turn':true,'seq':" seq "}"

static struct message *take_in(struct fake_server *server, const char *rows) {
    char json[1000];
    snprintf(json, sizeof json,
             "{'reply':'resume','id':'player.resume','name':'ann',"
             "'mine':[%s]}",
             rows);
    return fake_server_says(server, json);
}

/* --- what the player asks for --- */

static const struct sample playing = {.room = "KOTO", .seq = 9};
static const struct sample waiting = {.room = "LINI", .stage = "waiting", .seq = 40};
static const struct sample watching = {
    .room = "BABA",
    .white = SAMPLE_SEAT("cleo", ""),
    .black = SAMPLE_SEAT("dora", ""),
    .seq = 90,
};
static const struct sample also_playing = {.room = "RANO", .seq = 10};

static const struct ask_row {
    const char *name;
    const struct sample *seen[3];
    const char *asked;
} ask_rows[] = {
    {"no room", {NULL}, RESUME "}"},
    {"the room", {&playing}, RESUME ",'room':'KOTO','last':'9'}"},
    {"the game that goes on", {&playing, &waiting}, RESUME ",'room':'KOTO','last':'9'}"},
    {"in whatever order", {&waiting, &playing}, RESUME ",'room':'KOTO','last':'9'}"},
    {"the one with more events",
     {&playing, &also_playing},
     RESUME ",'room':'RANO','last':'10'}"},
    {"where we sit", {&watching, &waiting}, RESUME ",'room':'LINI','last':'40'}"},
};

TEST_ROWS(ask_rows) {
    const struct ask_row *row = table_row(state);
    struct fake_server server;
    scene_init(&server);
    for (size_t i = 0; i < 3 && row->seen[i] != NULL; i++) {
        fake_server_see(&server, row->seen[i]);
    }
    come_back(&server, row->asked);
    fake_server_fini(&server);
}

/* Chat events have numbers, too. */
TEST(test_chat_counts) {
    struct fake_server server;
    scene_init(&server);
    fake_server_see(&server, &playing);
    message_free(fake_server_says(&server, "{'event':'say','room':'KOTO','seq':10,"
                                           "'name':'bob','text':'hello'}"));
    come_back(&server, RESUME ",'room':'KOTO','last':'10'}");
    fake_server_fini(&server);
}

/* --- what the server sends --- */

/* An event that was seen is skipped, but a snapshot is not. */
TEST(test_seen) {
    struct fake_server server;
    struct sample again = playing, snapshot = playing, next = playing;
    scene_init(&server);
    fake_server_see(&server, &playing);
    come_back(&server, RESUME ",'room':'KOTO','last':'9'}");
    message_free(take_in(&server, MINE("KOTO", "9")));
    assert_string_equal(server.player.name, "ann");
    assert_null(fake_server_shows(&server, &again));
    snapshot.snapshot = true;
    struct message *msg = fake_server_shows(&server, &snapshot);
    assert_non_null(msg);
    message_free(msg);
    next.seq = 10;
    msg = fake_server_shows(&server, &next);
    assert_non_null(msg);
    message_free(msg);
    fake_server_fini(&server);
}

/* If the server has lost events, the player goes on from the server's numbers. */
TEST(test_server_lost_some) {
    struct fake_server server;
    struct sample next = playing;
    scene_init(&server);
    fake_server_see(&server, &playing);
    come_back(&server, RESUME ",'room':'KOTO','last':'9'}");
    message_free(take_in(&server, MINE("KOTO", "6")));
    next.seq = 7;
    struct message *msg = fake_server_shows(&server, &next);
    assert_non_null(msg);
    message_free(msg);
    come_back(&server, RESUME ",'room':'KOTO','last':'7'}");
    fake_server_fini(&server);
}

/* Throws that are repeated in a snapshot are not counted twice. */
TEST(test_snapshot_throws) {
    struct fake_server server;
    struct sample thrown = {
        .happened = "[{'what':'throw','side':'white','k':1,'dice':[1,0,0]}]",
    };
    scene_init(&server);
    fake_server_see(&server,
                    &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    player_ready(&server.player, "KOTO", "alice");
    fake_server_see(&server, &thrown);
    assert_int_equal(server.player.rooms[0].dice_check.n_throws, 1);
    thrown.snapshot = true;
    thrown.seq = 8;
    fake_server_see(&server, &thrown);
    assert_int_equal(server.player.rooms[0].dice_check.n_throws, 1);
    fake_server_fini(&server);
}

/* Rooms where we no longer sit are forgotten; the others are not. */
TEST(test_rooms_gone) {
    struct fake_server server;
    scene_init(&server);
    fake_server_see(&server, &playing);
    fake_server_see(&server, &waiting);
    come_back(&server, RESUME ",'room':'KOTO','last':'9'}");
    message_free(take_in(&server, MINE("LINI", "40")));
    assert_null(player_find_room(&server.player, "KOTO"));
    assert_non_null(player_find_room(&server.player, "LINI"));
    fake_server_fini(&server);
}

/* A sealed nonce is kept, and opened again even if no event asks for it. */
TEST(test_seal) {
    struct fake_server server;
    char opened[300], seat[200];
    scene_init(&server);
    fake_server_see(&server,
                    &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    player_ready(&server.player, "", NULL);
    fake_server_see(&server, &(struct sample){.stage = "opening",
                                              .white = fake_server_seat(&server, seat)});
    snprintf(opened, sizeof opened, "%s", fake_server_heard(&server));
    assert_has(opened, "'cmd':'open'");
    come_back(&server, RESUME ",'room':'KOTO','last':'8'}");
    message_free(take_in(&server, MINE("KOTO", "8")));
    assert_string_equal(fake_server_heard(&server), opened);
    fake_server_fini(&server);
}

/* There is nothing to open if only the other player's seal is closed. */
TEST(test_no_seal) {
    struct fake_server server;
    scene_init(&server);
    fake_server_see(&server,
                    &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    player_ready(&server.player, "", "alice");
    assert_non_null(fake_server_heard(&server));
    fake_server_see(&server, &(struct sample){.stage = "opening",
                                              .white = SAMPLE_SEAT("ann", "alice")});
    come_back(&server, RESUME ",'room':'KOTO','last':'8'}");
    message_free(take_in(&server, MINE("KOTO", "8")));
    fake_server_expect_nothing(&server);
    fake_server_fini(&server);
}

/* --- when the player cannot return --- */

/* If the server no longer knows the player, they watch their rooms again once they have a
 * name. */
TEST(test_watching_forgotten) {
    struct fake_server server;
    scene_init(&server);
    fake_server_see(&server,
                    &(struct sample){.room = "LINI", .white = SAMPLE_UNREADY("cyd")});
    fake_server_see(&server,
                    &(struct sample){.room = "BABA", .white = SAMPLE_UNREADY("cyd")});
    come_back(&server, RESUME "}");
    message_free(fake_server_says(
        &server, "{'error':'unknown_token','id':'player.resume','text':'no'}"));
    assert_false(server.player.has_lost_seats);
    fake_server_expect(&server, "{'cmd':'name','id':'player.name','name':'ann'}");
    message_free(
        fake_server_says(&server, "{'reply':'name','id':'player.name','name':'ann'}"));
    fake_server_expect(&server, "{'cmd':'watch','id':'player.watch.LINI','room':'LINI'}");
    fake_server_expect(&server, "{'cmd':'watch','id':'player.watch.BABA','room':'BABA'}");
    assert_null(fake_server_says(
        &server, "{'error':'unknown_room','id':'player.watch.LINI','text':'no'}"));
    assert_null(fake_server_says(
        &server, "{'reply':'watch','id':'player.watch.BABA','room':'BABA'}"));
    assert_null(player_find_room(&server.player, "LINI"));
    assert_non_null(player_find_room(&server.player, "BABA"));
    fake_server_fini(&server);
}

/* If the server does not know the token, the player asks for the name, and the message is
 * passed on, except right after the program has started. */
TEST(test_unknown_token) {
    static const char json[] =
        "{'error':'unknown_token','id':'player.resume','text':'no'}";
    for (int was_in = 0; was_in < 2; was_in++) {
        struct fake_server server;
        scene_init(&server);
        fake_server_see(&server, &playing);
        server.player.was_in = was_in == 1;
        come_back(&server, RESUME ",'room':'KOTO','last':'9'}");
        struct message *msg = fake_server_says(&server, json);
        assert_int_equal(msg != NULL, was_in == 1);
        if (msg != NULL) {
            message_free(msg);
        }
        fake_server_expect(&server, "{'cmd':'name','id':'player.name','name':'ann'}");
        assert_string_equal(server.player.token, "");
        assert_true(server.player.has_lost_seats);
        assert_null(player_find_room(&server.player, "KOTO"));
        fake_server_fini(&server);
    }
}

/* A temporary refusal is treated as a lost connection: the player tries again. */
TEST(test_not_now) {
    struct fake_server server;
    scene_init(&server);
    come_back(&server, RESUME "}");
    assert_null(fake_server_says(&server, "{'error':'storage','id':'player.resume',"
                                          "'text':'the disk is full'}"));
    assert_int_equal(server.player.net.fd, -1);
    assert_true(player_may_return(&server.player));
    assert_string_equal(player_why_lost(&server.player), "the disk is full");
    assert_string_equal(server.player.token, TOKEN);
    fake_server_fini(&server);
}

static const struct bye_row {
    const char *name;
    const char *code;
    bool may_return;
} bye_rows[] = {
    {"we have quit", "ok", false},
    {"somebody else is us now", "taken_over", false},
    {"not for browsers", "http", false},
    {"too slow to say a name", "login_timeout", false},
    {"a reason that is not known here", "banned", false},
    {"the server goes down", "shutting_down", true},
    {"the server is full", "too_many_connections", true},
};

TEST_ROWS(bye_rows) {
    const struct bye_row *row = table_row(state);
    struct fake_server server;
    char json[100];
    scene_init(&server);
    snprintf(json, sizeof json, "{'event':'bye','code':'%s','text':'why'}", row->code);
    assert_true(player_may_return(&server.player));
    message_free(fake_server_says(&server, json));
    assert_int_equal(player_may_return(&server.player), row->may_return);
    assert_string_equal(player_why_lost(&server.player), "why");
    fake_server_fini(&server);
}

/* --- tokens --- */

/* The token is that of the last name, or the one that the user has resumed with. */
TEST(test_other_token) {
    struct fake_server server;
    scene_init(&server);
    message_free(
        fake_server_says(&server, "{'reply':'name','name':'bea','token':'" OTHER "'}"));
    assert_string_equal(server.player.token, OTHER);
    assert_string_equal(server.player.wanted, "bea");
    player_ask(&server.player,
               &(struct request){.kind = CMD_RESUME, .arg = {TOKEN, NULL, NULL}});
    assert_string_equal(server.player.token, OTHER);
    message_free(fake_server_says(&server, "{'reply':'resume','name':'ann','mine':[]}"));
    assert_string_equal(server.player.token, TOKEN);
    /* this resume is about an adjourned game */
    message_free(fake_server_says(&server, "{'reply':'resume','room':'KOTO'}"));
    assert_string_equal(server.player.name, "ann");
    fake_server_fini(&server);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
