/* What a bot does after a reconnect, and when its opponent is away. */
#include <sodium.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"

#define MINE(code, game, stage, opponent, seq)                                           \
    "{'room':'" code "','game':'" game "','stage':'" stage                               \
    "','side':'white','opponent':" opponent ",'away':false,'your_turn':true,'seq':" seq  \
    "}"

static const struct sample our_turn = {.moves = "in-2", .position = "7,7 - 0,0 w 2"};

/* The bot sits in KOTO with a token, and looks for no other seat. */
static void sit_down(struct scene *scene, const struct bot_plan *plan) {
    bot_scene_init(scene, plan);
    bot_hears_json(scene,
                   "{'reply':'name','id':'player.name','name':'ann','token':"
                   "'" TOKEN "'}",
                   0);
    scene->bot.lobby_due_ms = UINT64_MAX;
    bot_hears(scene, &both_sit, 0);
    bot_act(&scene->bot, 0);
    expect_command(scene, "'cmd':'ready'");
}

/* The bot reconnects, and still has these rooms. */
static void come_back(struct scene *scene, const char *rows, uint64_t now_ms) {
    char json[1000];
    fake_server_cut(&scene->server);
    fake_server_return(&scene->server);
    expect_command(scene, "'cmd':'hello'");
    expect_command(scene, TOKEN);
    assert_int_equal(bot_act(&scene->bot, now_ms), UINT64_MAX);
    fake_server_expect_nothing(&scene->server);
    snprintf(json, sizeof json,
             "{'reply':'resume','id':'player.resume','name':'ann',"
             "'mine':[%s]}",
             rows);
    bot_hears_json(scene, json, now_ms);
    expect_command(scene, "'cmd':'profile'"); /* it sends its profile again */
    assert_non_null(strstr(scene->told, "back again as ann\n"));
    assert_null(strstr(scene->told, TOKEN));
}

/* As sit_down, and the bot has sent a move. */
static void sit_and_move(struct scene *scene) {
    sit_down(scene, &guest);
    bot_hears(scene, &our_turn, 0);
    bot_act(&scene->bot, 0);
}

/* --- after a reconnect --- */

/* A move without an answer may not have arrived: it is sent again, which is safe. */
TEST(test_same_move_again) {
    struct scene scene;
    char sent[300];
    sit_and_move(&scene);
    snprintf(sent, sizeof sent, "%s", fake_server_heard(&scene.server));
    assert_has(sent, "'seq':'8'");
    come_back(&scene, MINE("KOTO", "royal-ur", "playing", "'bob'", "8"), 500);
    bot_act(&scene.bot, 500);
    assert_string_equal(fake_server_heard(&scene.server), sent);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* An answered move is not sent again. */
TEST(test_answered) {
    struct scene scene;
    sit_and_move(&scene);
    expect_command(&scene, "'cmd':'move'");
    bot_hears_json(&scene, "{'reply':'move','id':'KOTO','room':'KOTO'}", 0);
    come_back(&scene, MINE("KOTO", "royal-ur", "playing", "'bob'", "8"), 500);
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_act(&scene.bot, 500);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* The bot gets the missed events, and acts only on the last. */
TEST(test_missed) {
    struct scene scene;
    sit_and_move(&scene);
    expect_command(&scene, "'cmd':'move'");
    come_back(&scene, MINE("KOTO", "royal-ur", "playing", "'bob'", "10"), 500);
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_hears(&scene, &(struct sample){.seq = 9}, 500);
    bot_hears(&scene, &(struct sample){.seq = 10, .moves = "in-3"}, 500);
    bot_act(&scene.bot, 500);
    fake_server_expect(&scene.server, "{'cmd':'move','id':'KOTO','room':'KOTO',"
                                      "'move':'in-3','seq':'10'}");
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* A game that ended while the bot was away counts once, however the bot learns of it. */
TEST(test_ended) {
    static const struct {
        const char *rows;
        struct sample state;
    } cases[] = {
        {MINE("KOTO", "royal-ur", "over", "'bob'", "20"),
         {.stage = "over",
          .secret = SAMPLE_SECRET,
          .seq = 20,
          .snapshot = true,
          .result = "{'outcome':'white','reason':'flag'}"}},
        {MINE("KOTO", "royal-ur", "waiting", "'bob'", "20"),
         {.stage = "waiting",
          .game_id = "g43",
          .white = SAMPLE_UNREADY("ann"),
          .black = SAMPLE_UNREADY("bob"),
          .seq = 20,
          .snapshot = true}},
        {"", {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        sit_down(&scene, &guest);
        bot_hears(&scene, &our_turn, 0);
        assert_int_equal(scene.bot.n_played, 0);
        come_back(&scene, cases[i].rows, 500);
        for (int times = 0; times < 2 && cases[i].state.seq > 0; times++) {
            bot_hears(&scene, &cases[i].state, 500);
        }
        assert_int_equal(scene.bot.n_played, 1);
        assert_true(bot_is_done(&scene.bot));
        bot_scene_fini(&scene);
    }
}

/* The bot asks again for a record whose answer was lost. */
TEST(test_record_again) {
    char dir[] = "/tmp/alea-test-XXXXXX";
    struct bot_plan plan = guest;
    struct scene scene;
    assert_non_null(mkdtemp(dir));
    plan.save_dir = dir;
    sit_down(&scene, &plan);
    bot_hears(&scene, &over, 0);
    bot_act(&scene.bot, 0);
    expect_command(&scene, "bot.record.g42");
    come_back(&scene, MINE("KOTO", "royal-ur", "over", "'bob'", "8"), 500);
    assert_false(bot_is_done(&scene.bot));
    bot_act(&scene.bot, 500);
    expect_command(&scene, "bot.record.g42");
    rmdir(dir);
    bot_scene_fini(&scene);
}

/* The bot plays on in a room that it does not know. */
TEST(test_unknown_room) {
    static const struct bot_plan house = {
        .games = {"royal-ur", "tablut"}, .n_games = 2, .is_house = true, .tables = 1};
    struct scene scene;
    bot_scene_init(&scene, &house);
    strcpy(scene.server.player.token, TOKEN);
    come_back(&scene,
              MINE("LINI", "tablut", "playing", "'bob'",
                   "4") "," MINE("KOTO", "royal-ur", "playing", "'bob'", "7"),
              0);
    bot_hears(
        &scene,
        &(struct sample){
            .moves = "in-2", .position = "7,7 - 0,0 w 2", .seq = 7, .snapshot = true},
        0);
    bot_act(&scene.bot, 0);
    assert_int_equal(scene.bot.n_played, 0);
    assert_null(strstr(scene.told, "meanwhile"));
    expect_command(&scene, "'cmd':'move'");    /* and no greeting for a known opponent */
    fake_server_expect_nothing(&scene.server); /* and no further room of either game */
    bot_scene_fini(&scene);
}

/* If the server no longer knows the bot, it starts again. */
TEST(test_forgotten) {
    struct scene scene;
    sit_down(&scene, &guest);
    fake_server_cut(&scene.server);
    fake_server_return(&scene.server);
    expect_command(&scene, "'cmd':'hello'");
    expect_command(&scene, "'cmd':'resume'");
    bot_hears_json(&scene, "{'error':'unknown_token','id':'player.resume','text':'no'}",
                   0);
    assert_non_null(strstr(scene.told, "starts afresh"));
    fake_server_expect(&scene.server, "{'cmd':'name','id':'player.name','name':'ann'}");
    bot_hears_json(&scene,
                   "{'reply':'name','id':'player.name','name':'ann','token':"
                   "'" TOKEN "'}",
                   0);
    bot_act(&scene.bot, 0);
    expect_command(&scene, "'cmd':'profile'");
    fake_server_expect(&scene.server, "{'cmd':'rooms','id':'bot.lobby'}");
    assert_false(scene.bot.has_failed);
    bot_scene_fini(&scene);
}

/* --- an opponent who is away --- */

#define AWAY(name, ready, grace_ms)                                                      \
    "{'name':'" name "','ready':" ready                                                  \
    ",'seal':null,'nonce':null,'away':true,'grace_ms':" grace_ms "}"

#define OFFERS(offer)                                                                    \
    "{'name':'bob','ready':true,'seal':null,'nonce':null,'offer':'" offer "'}"

static const struct absent_row {
    const char *name;
    struct sample state;
    const char *sent; /* NULL: nothing */
} absent_rows[] = {
    {"who wants to go on another time",
     {.black = OFFERS("adjourn")},
     "{'cmd':'adjourn','id':'KOTO','room':'KOTO'}"},
    {"who wants to go on another time, and it is our turn",
     {.black = OFFERS("adjourn"), .moves = "in-2", .position = "7,7 - 0,0 w 2"},
     "{'cmd':'adjourn','id':'KOTO','room':'KOTO'}"},
    {"in a rated game",
     {.black = OFFERS("adjourn"), .result = "null,'rated':true"},
     NULL},
    {"in a rated game, and it is our turn",
     {.black = OFFERS("adjourn"),
      .moves = "in-2",
      .position = "7,7 - 0,0 w 2",
      .result = "null,'rated':true"},
     "{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2','seq':'7'}"},
    {"who offers a draw", {.black = OFFERS("draw")}, NULL},
    {"who offers a draw, and it is our turn",
     {.black = OFFERS("draw"), .moves = "in-2", .position = "7,7 - 0,0 w 2"},
     "{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2','seq':'7'}"},
    {"within the grace time", {.black = AWAY("bob", "true", "5000")}, NULL},
    {"within the grace time, and it is our turn",
     {.black = AWAY("bob", "true", "5000"), .moves = "in-2", .position = "7,7 - 0,0 w 2"},
     "{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2','seq':'7'}"},
    {"after it",
     {.black = AWAY("bob", "true", "0")},
     "{'cmd':'claim','id':'KOTO','room':'KOTO'}"},
    {"after it, and it is our turn",
     {.black = AWAY("bob", "true", "0"), .moves = "in-2", .position = "7,7 - 0,0 w 2"},
     "{'cmd':'claim','id':'KOTO','room':'KOTO'}"},
    {"before the game",
     {.stage = "waiting",
      .white = SAMPLE_UNREADY("ann"),
      .black = AWAY("bob", "true", "5000")},
     NULL},
    {"in an adjourned game: who waits for the other one cannot lose it",
     {.stage = "adjourned",
      .white = SAMPLE_UNREADY("ann"),
      .black = AWAY("bob", "false", "0")},
     "{'cmd':'resume','id':'KOTO','room':'KOTO'}"},
    {"back in an adjourned game",
     {.stage = "adjourned",
      .white = SAMPLE_UNREADY("ann"),
      .black = SAMPLE_UNREADY("bob")},
     "{'cmd':'resume','id':'KOTO','room':'KOTO'}"},
    {"we want to go on already",
     {.stage = "adjourned",
      .white = SAMPLE_SEAT("ann", "alice"),
      .black = SAMPLE_UNREADY("bob")},
     NULL},
};

TEST_ROWS(absent_rows) {
    const struct absent_row *row = table_row(state);
    struct scene scene;
    bot_scene_in_room(&scene, &guest, &row->state);
    if (row->sent != NULL) {
        fake_server_expect(&scene.server, row->sent);
    }
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* A claim that came too early is repeated when the server allows it, unless the opponent
 * has come back. */
TEST(test_claim_again) {
    for (int is_back = 0; is_back < 2; is_back++) {
        struct scene scene;
        bot_scene_in_room(&scene, &guest,
                          &(struct sample){.black = AWAY("bob", "true", "0")});
        expect_command(&scene, "'cmd':'claim'");
        if (is_back) {
            bot_hears(&scene, &(struct sample){0}, 0);
        }
        bot_hears_json(&scene,
                       "{'error':'not_absent','id':'KOTO','text':'no',"
                       "'retry_after_ms':40}",
                       100);
        assert_int_equal(bot_act(&scene.bot, 100), is_back ? UINT64_MAX : 140);
        bot_act(&scene.bot, 140);
        if (!is_back) {
            expect_command(&scene, "'cmd':'claim'");
        }
        fake_server_expect_nothing(&scene.server);
        bot_scene_fini(&scene);
    }
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
