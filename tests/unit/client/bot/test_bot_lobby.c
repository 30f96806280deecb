/* How a bot finds a seat. */
#include "client-cli/bot/bot.h"

#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

#define ROOM_AND(code, game, stage, white, black, more)                                  \
    "{'room':'" code "','game':'" game "','stage':'" stage "','white':" white            \
    ",'black':" black more "}"
#define ROOM(code, game, stage, white, black)                                            \
    ROOM_AND(code, game, stage, white, black, "")
#define PRIVATE_ROOM                                                                     \
    ROOM_AND("KOTO", "royal-ur", "waiting", "'bob'", "null",                             \
             ",'rated':false,'private':true")
#define RATED_ROOM                                                                       \
    ROOM_AND("LINI", "royal-ur", "waiting", "'cleo'", "null",                            \
             ",'rated':true,'private':false")

static const struct seat_row {
    const char *name;
    const char *rooms;
    const char *sent;
} seat_rows[] = {
    {"no rooms", "", "{'cmd':'create','id':'bot.lobby','game':'royal-ur'}"},
    {"somebody waits", ROOM("KOTO", "royal-ur", "waiting", "'bob'", "null"),
     "{'cmd':'join','id':'bot.lobby','room':'KOTO'}"},
    {"not for our game", ROOM("KOTO", "tablut", "waiting", "'bob'", "null"),
     "{'cmd':'create','id':'bot.lobby','game':'royal-ur'}"},
    {"in a match of two games",
     ROOM("KOTO", "royal-ur:legs=2", "waiting", "'bob'", "null"),
     "{'cmd':'join','id':'bot.lobby','room':'KOTO'}"},
    {"both seats are taken",
     ROOM("KOTO", "royal-ur", "waiting", "'bob'", "'cleo'") "," //
     ROOM("LINI", "royal-ur", "over", "'bob'", "null") ","      //
     ROOM("BABA", "royal-ur", "waiting", "null", "'bob'"),
     "{'cmd':'join','id':'bot.lobby','room':'BABA'}"},
    {"not for bots", PRIVATE_ROOM "," RATED_ROOM,
     "{'cmd':'create','id':'bot.lobby','game':'royal-ur'}"},
    {"behind those that are not for bots",
     PRIVATE_ROOM "," RATED_ROOM "," //
     ROOM("BABA", "royal-ur", "waiting", "null", "'bob'"),
     "{'cmd':'join','id':'bot.lobby','room':'BABA'}"},
};

TEST_ROWS(seat_rows) {
    const struct seat_row *row = table_row(state);
    struct scene scene;
    char json[1000];
    bot_scene_init(&scene, &guest);
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'rooms','id':'bot.lobby'}");
    snprintf(json, sizeof json, "{'reply':'rooms','id':'bot.lobby','rooms':[%s]}",
             row->rooms);
    bot_hears_json(&scene, json, 0);
    fake_server_expect(&scene.server, row->sent);
    assert_int_equal(bot_act(&scene.bot, 0), UINT64_MAX);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* If the bot cannot join a room, it looks again later, and skips rooms that do not take
 * bots. */
TEST(test_seat_lost) {
    static const char free_room[] = "{'reply':'rooms','id':'bot.lobby','rooms':[" //
        ROOM("KOTO", "royal-ur", "waiting", "'bob'", "null") "]}";
    static const struct {
        const char *error;
        const char *then;
    } cases[] = {
        {"room_full", "'cmd':'join'"},        {"seat_taken", "'cmd':'join'"},
        {"unknown_room", "'cmd':'join'"},     {"wrong_word", "'cmd':'create'"},
        {"not_registered", "'cmd':'create'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        char json[100];
        bot_scene_init(&scene, &guest);
        bot_act(&scene.bot, 0);
        expect_command(&scene, "rooms");
        bot_hears_json(&scene, free_room, 0);
        expect_command(&scene, "'cmd':'join'");
        snprintf(json, sizeof json, "{'error':'%s','id':'bot.lobby','text':'no'}",
                 cases[i].error);
        bot_hears_json(&scene, json, 100);
        assert_false(scene.bot.has_failed);
        assert_string_equal(scene.told, "");
        uint64_t due_ms = bot_act(&scene.bot, 100);
        assert_in_range(due_ms, 101, 100 + 60000);
        fake_server_expect_nothing(&scene.server);
        bot_act(&scene.bot, due_ms);
        expect_command(&scene, "rooms");
        bot_hears_json(&scene, free_room, due_ms);
        expect_command(&scene, cases[i].then);
        bot_scene_fini(&scene);
    }
}

/* Two bots have opened rooms at the same time: the one whose name sorts later joins the
 * other. */
TEST(test_lonely) {
    static const struct {
        const char *rooms;
        bool leaves;
    } cases[] = {
        {ROOM("LINI", "royal-ur", "waiting", "'ada'", "null"), true},
        {ROOM("LINI", "royal-ur", "waiting", "'bob'", "null"), false},
        {ROOM("KOTO", "royal-ur", "waiting", "'ann'", "null"), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        char json[300];
        bot_scene_init(&scene, &guest);
        bot_hears(&scene, &alone, 0);
        bot_act(&scene.bot, 0);
        expect_command(&scene, "rooms");
        snprintf(json, sizeof json, "{'reply':'rooms','id':'bot.lobby','rooms':[%s]}",
                 cases[i].rooms);
        bot_hears_json(&scene, json, 0);
        uint64_t due_ms = bot_act(&scene.bot, 0);
        if (cases[i].leaves) {
            expect_command(&scene, "'cmd':'leave'");
            bot_hears_json(&scene, "{'reply':'leave','id':'KOTO','room':'KOTO'}", 0);
            due_ms = bot_act(&scene.bot, 0);
        } else {
            fake_server_expect_nothing(&scene.server);
            assert_in_range(due_ms, 1, 60000);
            bot_act(&scene.bot, due_ms);
        }
        expect_command(&scene, "rooms");
        bot_scene_fini(&scene);
    }
}

/* The bot ends if it cannot join the room that it was told to join. */
TEST(test_join_refused) {
    static const char *const errors[] = {"room_full", "wrong_word", "not_registered"};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        struct bot_plan plan = guest;
        struct scene scene;
        char json[100];
        plan.join = "KOTO";
        bot_scene_init(&scene, &plan);
        bot_act(&scene.bot, 0);
        fake_server_expect(&scene.server,
                           "{'cmd':'join','id':'bot.lobby','room':'KOTO'}");
        snprintf(json, sizeof json, "{'error':'%s','id':'bot.lobby','text':'no'}",
                 errors[i]);
        bot_hears_json(&scene, json, 0);
        assert_true(scene.bot.has_failed);
        assert_string_equal(scene.told, "the server says: no\n");
        bot_scene_fini(&scene);
    }
}
