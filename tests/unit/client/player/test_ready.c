/* What a player adds to the dice while commands are under way: the server decides which
 * nonce counts, and the player recognizes, opens and checks that one. */
#include <sodium.h>

#include "client-cli/player/seal.h"
#include "tests/support/json.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/test.h"

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

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
