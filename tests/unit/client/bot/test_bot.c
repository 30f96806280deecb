/* What a bot does, message by message; also a house bot.  test_bot_thinking.c tests how
 * it chooses its moves. */
#include "client-cli/bot/bot.h"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

static const struct bot_plan house = {
    .games = {"royal-ur", "tablut"}, .n_games = 2, .is_house = true, .tables = 2};

/* --- a game --- */

/* The bot says ready when it has an opponent, moves at its pace, and is done after the
 * game. */
TEST(test_game) {
    struct bot_plan plan = guest;
    struct scene scene;
    plan.pace_ms = 30;
    bot_scene_in_room(&scene, &plan, &both_sit);
    expect_command(&scene, "'cmd':'ready'");
    bot_hears(&scene, &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"},
              100);
    assert_int_equal(bot_act(&scene.bot, 110), 130);
    fake_server_expect_nothing(&scene.server);
    bot_act(&scene.bot, 130);
    fake_server_expect(&scene.server, "{'cmd':'move','id':'KOTO','room':'KOTO',"
                                      "'move':'in-2','seq':'8'}");
    assert_false(bot_is_done(&scene.bot));
    bot_hears(&scene, &over, 200);
    assert_true(bot_is_done(&scene.bot));
    assert_int_equal(bot_act(&scene.bot, 10000), UINT64_MAX);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* The first moves that a bot with this seed chooses. */
static void choose(uint64_t seed, char *chosen, size_t cap) {
    struct scene scene;
    bot_scene_init(&scene, &guest);
    scene.bot.random = seed;
    scene.bot.lobby_due_ms = UINT64_MAX;
    for (int i = 0; i < 20; i++) {
        bot_hears(&scene,
                  &(struct sample){.moves = "1-3 2-4 in-2",
                                   .position = "5,7 w1=w,w2=w 0,0 w 2"},
                  0);
        bot_act(&scene.bot, 0);
        const char *move = strstr(fake_server_heard(&scene.server), json("'move':'"));
        assert_non_null(move);
        snprintf(chosen + strlen(chosen), cap - strlen(chosen), "%.4s ", move + 8);
    }
    bot_scene_fini(&scene);
}

/* Every move is chosen sooner or later, and the same seed chooses the same moves. */
TEST(test_choice) {
    char first[200] = "", second[200] = "", other[200] = "";
    choose(7, first, sizeof first);
    choose(7, second, sizeof second);
    choose(8, other, sizeof other);
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
    assert_non_null(strstr(first, "1-3"));
    assert_non_null(strstr(first, "2-4"));
    assert_non_null(strstr(first, "in-2"));
}

/* After too_fast, the bot repeats the command when the server allows it. */
TEST(test_too_fast) {
    struct scene scene;
    bot_scene_in_room(&scene, &guest,
                      &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"});
    expect_command(&scene, "'cmd':'move'");
    bot_hears_json(&scene,
                   "{'error':'too_fast','id':'KOTO','text':'slow',"
                   "'retry_after_ms':40}",
                   100);
    assert_int_equal(bot_act(&scene.bot, 100), 140);
    bot_act(&scene.bot, 140);
    expect_command(&scene, "'cmd':'move'");
    bot_scene_fini(&scene);
}

/* A draining server restarts, or stops draining: the bot waits. */
TEST(test_draining) {
    static const char error[] = "{'error':'draining','id':'KOTO','text':'no'}";
    struct bot_plan plan = guest;
    struct scene scene;
    plan.n_plays = 2;
    bot_scene_in_room(&scene, &plan, &over);
    expect_command(&scene, "'cmd':'rematch'");
    bot_hears_json(&scene, error, 100);
    assert_false(scene.bot.has_failed);
    assert_int_equal(bot_act(&scene.bot, 100), 5100);
    bot_act(&scene.bot, 5100);
    expect_command(&scene, "'cmd':'rematch'");
    bot_scene_fini(&scene);
}

/* The bot does nothing if the other player has asked for a rematch first. */
TEST(test_rematch) {
    struct bot_plan plan = guest;
    struct scene scene;
    plan.n_plays = 2;
    bot_scene_in_room(&scene, &plan, &over);
    expect_command(&scene, "'cmd':'rematch'");
    bot_hears_json(&scene, "{'error':'not_over','id':'KOTO','text':'no'}", 0);
    assert_string_equal(scene.told, "");
    assert_int_equal(bot_act(&scene.bot, 0), UINT64_MAX);
    bot_scene_fini(&scene);
}

/* --- records --- */

static struct bot_plan saving(char *dir) {
    struct bot_plan plan = guest;
    assert_non_null(mkdtemp(dir));
    plan.save_dir = dir;
    return plan;
}

/* Checks that the file exists in the directory, and removes both. */
static void expect_saved(const char *dir, const char *name) {
    char path[80];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0);
}

#define RECORD_REPLY(game_id)                                                            \
    "{'reply':'record','id':'bot.record." game_id "','record':{'a':1}}"

/* The bot asks for the record at once, and saves it under a safe file name. */
TEST(test_save) {
    char dir[] = "/tmp/alea-test-XXXXXX";
    struct bot_plan plan = saving(dir);
    struct sample tricky = over;
    struct scene scene;
    bot_scene_init(&scene, &plan);
    scene.bot.lobby_due_ms = UINT64_MAX;
    tricky.game_id = "g42/../../x";
    bot_hears(&scene, &tricky, 0);
    assert_false(bot_is_done(&scene.bot));
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'record','id':'bot.record.g42/../../x',"
                                      "'game_id':'g42/../../x'}");
    bot_hears_json(&scene, RECORD_REPLY("g42/../../x"), 0);
    assert_string_equal(scene.told, "");
    assert_true(bot_is_done(&scene.bot));
    expect_saved(dir, "g42.json");
    bot_scene_fini(&scene);
}

/* The bot asks again for a record that the server cannot send yet, and reports a missing
 * one. */
TEST(test_save_later) {
    char dir[] = "/tmp/alea-test-XXXXXX";
    struct bot_plan plan = saving(dir);
    struct scene scene;
    bot_scene_in_room(&scene, &plan, &over);
    expect_command(&scene, "'cmd':'record'");
    bot_hears_json(&scene,
                   "{'error':'too_fast','id':'bot.record.g42','text':'slow',"
                   "'retry_after_ms':40}",
                   100);
    assert_int_equal(bot_act(&scene.bot, 100), 140);
    bot_act(&scene.bot, 140);
    expect_command(&scene, "'cmd':'record'");
    bot_hears_json(&scene,
                   "{'error':'unknown_record','id':'bot.record.g42',"
                   "'text':'none'}",
                   200);
    assert_string_equal(scene.told, "no record of g42: none\n");
    assert_true(bot_is_done(&scene.bot));
    rmdir(dir);
    bot_scene_fini(&scene);
}

/* Dice that are not as promised are reported, and the bot remembers it. */
TEST(test_cheated) {
    struct scene scene;
    struct sample false_over = over;
    bot_scene_in_room(&scene, &guest, &both_sit);
    false_over.secret =
        "'100102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'";
    bot_hears(&scene, &false_over, 0);
    assert_true(scene.bot.is_cheated);
    assert_non_null(strstr(scene.told, "NOT AS PROMISED"));
    bot_scene_fini(&scene);
}

/* --- a house bot --- */

static void open_room(struct scene *scene, const char *game, const char *code) {
    char json[200];
    bot_act(&scene->bot, 0);
    expect_command(scene, game);
    snprintf(json, sizeof json,
             "{'reply':'create','id':'bot.lobby','room':'%s',"
             "'side':'white','seq':1}",
             code);
    bot_hears_json(scene, json, 0);
}

/* A house bot opens a room for each game, greets a guest, and opens another room. */
TEST(test_house) {
    struct scene scene;
    bot_scene_init(&scene, &house);
    open_room(&scene, "'game':'royal-ur'", "KOTO");
    bot_hears(&scene, &alone, 0);
    open_room(&scene, "'game':'tablut'", "LINI");
    bot_hears(&scene,
              &(struct sample){.stage = "waiting",
                               .white = SAMPLE_UNREADY("ann"),
                               .black = "null",
                               .game = "tablut",
                               .room = "LINI"},
              0);
    bot_act(&scene.bot, 0);
    fake_server_expect_nothing(&scene.server);
    bot_hears(&scene, &both_sit, 0);
    expect_command(&scene, "Hello!");
    bot_act(&scene.bot, 0);
    expect_command(&scene, "'cmd':'ready'");
    expect_command(&scene, "'game':'royal-ur'");
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* After a game, it waits for the other player. */
TEST(test_house_after_game) {
    struct scene scene;
    struct sample left = over;
    bot_scene_init(&scene, &house);
    scene.bot.is_asking = true; /* keeps the bot out of the lobby */
    bot_hears(&scene, &over, 0);
    expect_command(&scene, "Hello!");
    bot_act(&scene.bot, 10000);
    fake_server_expect_nothing(&scene.server);
    bot_hears(&scene, &both_sit, 0); /* the guest wants a rematch */
    bot_act(&scene.bot, 0);
    expect_command(&scene, "'cmd':'ready'");
    left.black = "null";
    left.happened = "[{'what':'gone','side':'black','name':'bob'}]";
    bot_hears(&scene, &left, 0); /* the guest has left: the bot opens the room to
                                  * others */
    bot_act(&scene.bot, 10000);
    expect_command(&scene, "'cmd':'rematch'");
    assert_false(bot_is_done(&scene.bot));
    bot_scene_fini(&scene);
}

/* If a game was called off because the house bot lost its nonce, the bot asks for a
 * rematch; if it was called off because of the guest, it does not. */
TEST(test_house_called_off) {
    static const char unopened[] = "{'name':'ann','ready':true,'seal':null,'nonce':null}";
    struct sample off = over;
    off.result = "{'outcome':'none','reason':'unopened'}";
    for (int by_house = 0; by_house <= 1; by_house++) {
        struct scene scene;
        bot_scene_init(&scene, &house);
        scene.bot.is_asking = true;
        off.white = by_house ? unopened : NULL;
        bot_hears(&scene, &off, 0);
        expect_command(&scene, "Hello!");
        bot_act(&scene.bot, 10000);
        if (by_house) {
            expect_command(&scene, "'cmd':'rematch'");
        }
        fake_server_expect_nothing(&scene.server);
        bot_scene_fini(&scene);
    }
}

/* One free room for a game is enough: it leaves the second one. */
TEST(test_house_leaves) {
    struct scene scene;
    struct sample second = alone;
    second.room = "LINI";
    bot_scene_init(&scene, &house);
    scene.bot.is_asking = true;
    bot_hears(&scene, &alone, 0);
    bot_hears(&scene, &second, 0);
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'leave','id':'LINI','room':'LINI'}");
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* It opens no more rooms than allowed; when the server refuses more, it waits. */
TEST(test_house_bounds) {
    struct bot_plan plan = house;
    struct scene scene;
    plan.n_games = 1;
    plan.tables = 1;
    bot_scene_init(&scene, &plan);
    bot_act(&scene.bot, 0);
    expect_command(&scene, "'cmd':'create'");
    bot_hears_json(&scene, "{'error':'too_many_rooms','id':'bot.lobby','text':'no'}", 0);
    assert_in_range(bot_act(&scene.bot, 0), 1000, 60000);
    fake_server_expect_nothing(&scene.server);
    bot_hears(&scene, &both_sit, 0);
    expect_command(&scene, "Hello");
    bot_act(&scene.bot, 60000);
    expect_command(&scene, "'cmd':'ready'");
    fake_server_expect_nothing(&scene.server);
    assert_false(scene.bot.has_failed);
    bot_scene_fini(&scene);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
