/* How the bot answers challenges and seeks. */
#include <signal.h>

#include "tests/unit/client/bot_scene.h"
#include "tests/unit/client/run_cmd.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/test.h"

#include "client-cli/bot/bot.h"
#include "client-cli/commands.h"

#define NAMED "{'reply':'name','id':'player.name','name':'ann'}"
#define OFFER(to, game)                                                                  \
    "{'event':'offer','offer':7,'kind':'challenge','name':'bob',"                        \
    "'to':" to ",'rating':null,'game':'" game "','time':null,'rated':false,"             \
    "'side':null,'bot':false}"
#define ACCEPTED                                                                         \
    "{'reply':'accept','id':'bot.accept7','room':'LINI','seq':2,"                        \
    "'side':'white'}"

static const struct bot_plan house = {.games = {"royal-ur", "tablut:king=unarmed"},
                                      .n_games = 2,
                                      .is_house = true,
                                      .tables = 2};
static const struct bot_plan level = {.games = {"royal-ur"},
                                      .n_games = 1,
                                      .is_house = true,
                                      .is_of_host = true,
                                      .only_challenges = true,
                                      .tables = 2};
static const struct bot_plan joins = {
    .games = {"royal-ur"}, .n_games = 1, .n_plays = 1, .join = "KOTO"};

/* The bot tells the server which games it plays, and how many at once. */
static const struct profile_row {
    const char *name;
    const struct bot_plan *plan;
    const char *sent;
} profile_rows[] = {
    {"one game", &guest,
     "{'cmd':'profile','id':'bot.profile','games':'royal-ur','rated':'no','max':'1',"
     "'bot':'yes'}"},
    {"a house", &house,
     "{'cmd':'profile','id':'bot.profile','games':'royal-ur+tablut','rated':'no',"
     "'max':'4','bot':'yes'}"},
    {"a level of the host", &level,
     "{'cmd':'profile','id':'bot.profile','games':'royal-ur','rated':'any','max':'2',"
     "'bot':'yes'}"},
    {"one that joins a room", &joins,
     "{'cmd':'profile','id':'bot.profile','games':'none','rated':'no','max':'1',"
     "'bot':'yes'}"},
};

TEST_ROWS(profile_rows) {
    const struct profile_row *row = table_row(state);
    struct scene scene;
    bot_scene_init(&scene, row->plan);
    bot_hears_json(&scene, NAMED, 0);
    fake_server_expect(&scene.server, row->sent);
    bot_hears_json(&scene, /* a server without profiles */
                   "{'error':'unknown_command','id':'bot.profile','text':'no'}", 0);
    assert_false(scene.bot.has_failed);
    assert_string_equal(scene.told, "");
    bot_scene_fini(&scene);
}

#define ACCEPT "{'cmd':'accept','id':'bot.accept7','offer':'7'}"
#define DECLINE_FOR(reason)                                                              \
    "{'cmd':'decline','id':'bot.decline','offer':'7','reason':'" reason "'}"
#define DECLINE DECLINE_FOR("busy")

static const struct answer_row {
    const char *name;
    const struct bot_plan *plan;
    const struct sample *before; /* NULL: the bot has no seat */
    const char *offer;
    const char *sent; /* NULL: nothing */
} answer_rows[] = {
    {"its game", &guest, NULL, OFFER("'ann'", "royal-ur"), ACCEPT},
    {"alone in a room", &guest, &alone, OFFER("'ann'", "royal-ur"), ACCEPT},
    {"with somebody", &guest, &both_sit, OFFER("'ann'", "royal-ur"), DECLINE},
    {"when all is played", &guest, &over, OFFER("'ann'", "royal-ur"), DECLINE},
    {"another game", &guest, NULL, OFFER("'ann'", "tablut"), DECLINE_FOR("game")},
    {"a longer name", &guest, NULL, OFFER("'ann'", "royal-urs"), DECLINE_FOR("game")},
    {"a seek", &guest, NULL, OFFER("null", "royal-ur"), NULL},
    {"to somebody else", &guest, NULL, OFFER("'cid'", "royal-ur"), NULL},
    {"it has a room to join", &joins, NULL, OFFER("'ann'", "royal-ur"), DECLINE},
    {"a house, other options", &house, NULL, OFFER("'ann'", "tablut"), ACCEPT},
    {"a house with a room", &house, &both_sit, OFFER("'ann'", "royal-ur"), ACCEPT},
};

TEST_ROWS(answer_rows) {
    const struct answer_row *row = table_row(state);
    struct scene scene;
    bot_scene_init(&scene, row->plan);
    bot_hears_json(&scene, NAMED, 0);
    expect_command(&scene, "profile");
    scene.bot.lobby_due_ms = UINT64_MAX;
    if (row->before != NULL) {
        bot_hears(&scene, row->before, 0);
    }
    while (fake_server_heard(&scene.server) != NULL) {
    }
    bot_hears_json(&scene, row->offer, 0);
    if (row->sent != NULL) {
        fake_server_expect(&scene.server, row->sent);
    } else {
        fake_server_expect_nothing(&scene.server);
    }
    bot_scene_fini(&scene);
}

/* A house bot accepts challenges until it has as many tables as allowed. */
TEST(test_tables) {
    struct bot_plan plan = house;
    struct scene scene;
    plan.tables = 1;
    bot_scene_init(&scene, &plan);
    bot_hears_json(&scene, NAMED, 0);
    expect_command(&scene, "profile");
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_hears(&scene, &both_sit, 0);
    expect_command(&scene, "say");
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    fake_server_expect(&scene.server, DECLINE);
    bot_hears_json(&scene, OFFER("'ann'", "tablut"), 0);
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(&scene, OFFER("'ann'", "tablut"), 0); /* not answered yet */
    fake_server_expect(&scene.server, DECLINE);
    bot_scene_fini(&scene);
}

/* A bot that is alone in its own room leaves it to play in the room of an offer. */
TEST(test_leaves_its_room) {
    struct scene scene;
    bot_scene_init(&scene, &guest);
    bot_hears_json(&scene, NAMED, 0);
    expect_command(&scene, "profile");
    bot_hears(&scene, &alone, 0);
    bot_act(&scene.bot, 0);
    expect_command(&scene, "rooms");
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(
        &scene, /* answers an earlier request; the bot no longer joins that room */
        "{'reply':'rooms','id':'bot.lobby','rooms':[{'room':'BABA',"
        "'game':'royal-ur','stage':'waiting','white':'ada','black':"
        "null}]}",
        0);
    fake_server_expect_nothing(&scene.server);
    bot_hears_json(&scene, ACCEPTED, 0);
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'leave','id':'KOTO','room':'KOTO'}");
    bot_scene_fini(&scene);
}

/* The offer is already over: the bot looks for another opponent. */
TEST(test_too_late) {
    struct scene scene;
    bot_scene_init(&scene, &guest);
    bot_hears_json(&scene, NAMED, 0);
    expect_command(&scene, "profile");
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(&scene, "{'error':'unknown_offer','id':'bot.accept7','text':'no'}", 0);
    assert_false(scene.bot.has_failed);
    bot_act(&scene.bot, 0);
    expect_command(&scene, "rooms");
    bot_scene_fini(&scene);
}

/* The bot declines an offer that the server does not let it accept, so that nobody
 * waits. */
TEST(test_cannot_take) {
    static const char *const errors[][2] = {{"too_many_rooms", DECLINE},
                                            {"lobby_full", DECLINE},
                                            {"draining", DECLINE_FOR("later")},
                                            {"not_wanted", DECLINE_FOR("later")}};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        struct scene scene;
        char json[100];
        bot_scene_init(&scene, &house);
        bot_hears_json(&scene, NAMED, 0);
        expect_command(&scene, "seeks");
        bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
        fake_server_expect(&scene.server, ACCEPT);
        snprintf(json, sizeof json, "{'error':'%s','id':'bot.accept7','text':'no'}",
                 errors[i][0]);
        bot_hears_json(&scene, json, 0);
        fake_server_expect(&scene.server, errors[i][1]);
        assert_false(scene.bot.has_failed);
        bot_scene_fini(&scene);
    }
}

/* --- seeks --- */

#define HELLO                                                                            \
    "{'reply':'hello','id':'player.hello','protocol':1,'server':'alead',"                \
    "'version':'0.1.0','title':'t','boot':'b','time_ms':0,'durability':"                 \
    "'full','draining':false,'passwords':'any','limits':{"                               \
    "'rooms_per_player':8,'rooms_per_bot':2,'bot_wait_ms':3000}}"
#define OVER "{'event':'offer_over','offer':7,'why':'withdrawn'}"

/* A house bot with nothing to do. */
static void begin_house(struct scene *scene, const struct bot_plan *plan) {
    bot_scene_init(scene, plan);
    bot_hears_json(scene, HELLO, 0);
    bot_hears_json(scene, NAMED, 0);
    expect_command(scene, "seeks");
    scene->bot.is_asking = true; /* so that it sends nothing else */
}

/* It leaves a seek to people first, by default for as long as the server says. */
TEST(test_accepts_a_seek) {
    struct scene scene;
    begin_house(&scene, &house);
    bot_hears_json(&scene, OFFER("null", "royal-ur"), 1000);
    assert_int_equal(bot_act(&scene.bot, 1000), 4000);
    fake_server_expect_nothing(&scene.server);
    bot_act(&scene.bot, 4000);
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(&scene,
                   "{'error':'too_fast','id':'bot.accept7','text':'no',"
                   "'retry_after_ms':500}",
                   4000);
    assert_int_equal(bot_act(&scene.bot, 4000), 4500);
    bot_act(&scene.bot, 4500);
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(&scene, ACCEPTED, 4500);
    bot_act(&scene.bot, 9000);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

TEST(test_is_told_how_long_to_wait) {
    struct bot_plan plan = house;
    struct scene scene;
    plan.has_seek_wait = true;
    plan.seek_wait_ms = 10;
    begin_house(&scene, &plan);
    bot_hears_json(&scene, OFFER("null", "royal-ur"), 0);
    assert_int_equal(bot_act(&scene.bot, 0), 10);
    bot_scene_fini(&scene);
}

/* Another player has accepted the seek first. */
TEST(test_a_seek_that_is_over) {
    struct scene scene;
    begin_house(&scene, &house);
    bot_hears_json(&scene, OFFER("null", "royal-ur"), 0);
    bot_hears_json(&scene, OVER, 0);
    assert_true(bot_act(&scene.bot, 9000) == UINT64_MAX);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* It also sees seeks from before it came; it ignores seeks of bots, rated seeks, and
 * other games. */
TEST(test_hears_what_is_sought) {
    struct scene scene;
    begin_house(&scene, &house);
#define SOUGHT(number, game, rated, bot)                                                 \
    "{'offer':" number ",'kind':'seek','name':'bob','to':null,"                          \
    "'rating':null,'game':'" game "','time':null,'rated':" rated                         \
    ",'side':null,'bot':" bot "}"
    bot_hears_json(
        &scene,
        "{'reply':'seeks','id':'bot.seeks','seeks':[" SOUGHT(
            "4", "royal-ur", "false",
            "true") "," SOUGHT("5", "royal-ur", "true",
                               "false") "," SOUGHT("6", "ur", "false",
                                                   "false") "," SOUGHT("7", "royal-ur",
                                                                       "false",
                                                                       "false") "]}",
        0);
    bot_act(&scene.bot, 3000);
    fake_server_expect(&scene.server, ACCEPT);
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* If it sits in as many rooms as it may, it leaves one without an opponent.  If there is
 * none, it declines a challenge, and keeps a seek for later. */
TEST(test_full) {
    struct bot_plan plan = house;
    struct scene scene;
    struct sample with_bob = both_sit, waits = alone;
    plan.is_of_host = true;
    plan.tables = PLAYER_ROOMS_MAX;
    with_bob.room = "BABA";
    begin_house(&scene, &plan);
    bot_hears(&scene, &with_bob, 0);
    bot_hears(&scene, &waits, 0);
    scene.bot.lobby_due_ms = UINT64_MAX;
    expect_command(&scene, "say");
    bot_act(&scene.bot, 0);
    expect_command(&scene, "ready");
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    fake_server_expect(&scene.server, "{'cmd':'leave','id':'KOTO','room':'KOTO'}");
    fake_server_expect(&scene.server, ACCEPT);
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    fake_server_expect(&scene.server, DECLINE);
    bot_hears_json(&scene, OFFER("null", "royal-ur"), 0);
    bot_act(&scene.bot, 3000);
    fake_server_expect_nothing(&scene.server);
    assert_int_equal(bot_act(&scene.bot, 3000), 5000);
    bot_scene_fini(&scene);
}

/* --- the room of an offer --- */

/* What happens in the room of an offer, and what the bot does when it is alone there. */
static const struct left_row {
    const char *name;
    const struct bot_plan *plan;
    bool state_is_first; /* the reply to accept comes after the state */
    const char *stage;
    bool is_there;    /* the opponent is there */
    const char *sent; /* NULL: nothing */
} left_rows[] = {
    {"before the game", &house, false, "waiting", false, "leave"},
    {"the state comes first", &house, true, "waiting", false, "leave"},
    {"after the game", &house, false, "over", false, "leave"},
    {"a guest, before the game", &guest, false, "waiting", false, "leave"},
    {"he is there", &house, false, "over", true, NULL},
    {"adjourned", &house, false, "adjourned", true, "resume"},
};

TEST_ROWS(left_rows) {
    const struct left_row *row = table_row(state);
    struct scene scene;
    struct sample met = both_sit, later = both_sit;
    met.room = later.room = "LINI";
    later.stage = row->stage;
    later.black = row->is_there ? SAMPLE_UNREADY("bob") : "null";
    bot_scene_init(&scene, row->plan);
    bot_hears_json(&scene, NAMED, 0);
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_hears_json(&scene, OFFER("'ann'", "royal-ur"), 0);
    if (row->state_is_first) {
        bot_hears(&scene, &met, 0);
        bot_hears_json(&scene, ACCEPTED, 0);
    } else {
        bot_hears_json(&scene, ACCEPTED, 0);
        bot_hears(&scene, &met, 0);
    }
    bot_act(&scene.bot, 0);
    while (fake_server_heard(&scene.server) != NULL) {
    }
    scene.bot.is_asking = true; /* keeps the bot out of the lobby */
    bot_hears(&scene, &later, 0);
    bot_act(&scene.bot, 10000);
    if (row->sent != NULL) {
        expect_command(&scene, row->sent);
    }
    fake_server_expect_nothing(&scene.server);
    bot_scene_fini(&scene);
}

/* A restarted house bot does not know which offer a room was made for: it leaves a room
 * whose game has other options than its own. */
TEST(test_left_unknown) {
    struct scene scene;
    struct sample left = alone;
    left.game = "stelpur";
    bot_scene_init(&scene, &house);
    scene.bot.is_asking = true;
    bot_hears(&scene, &left, 0);
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'leave','id':'KOTO','room':'KOTO'}");
    bot_scene_fini(&scene);
}

/* --- bot lobby --- */

/* How a bot finds a seat. */

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

/* --- cmd bot --- */

/* `alea bot` without a server. */

TEST(a_host_that_does_not_exist) {
    static const char *const kinds[] = {"--games=1", "--house", "--pace=0"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct cli_row row = {
            "no host", {kinds[i], "[::1%nosuch]:1"}, 1, "it gives up (see --retry)"};
        free(run_row(cmd_bot, &row, "/dev/null"));
    }
}

TEST(a_server_that_is_not_there) {
    char address[UNUSED_ADDRESS_BYTES];
    int fd = bind_unused_port(address);
    const struct cli_row row = {
        "refused", {"--games", "2", address}, 1, "refused; it gives up"};
    free(run_row(cmd_bot, &row, "/dev/null"));
    close(fd);
}

/* With --retry, the bot tries to connect until it is stopped. */
TEST(a_bot_that_keeps_trying) {
    char address[UNUSED_ADDRESS_BYTES], said[200] = "";
    int fd = bind_unused_port(address), output[2], status;
    assert_int_equal(pipe(output), 0);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        run_in_child(cmd_bot, (const char *const[]){"--retry", address, NULL}, output[1]);
    }
    close(output[1]);
    for (size_t len = 0; strchr(said, '\n') == NULL;) {
        ssize_t n = read(output[0], said + len, sizeof said - 1 - len);
        assert_true(n > 0);
        len += (size_t)n;
    }
    assert_non_null(strstr(said, "; trying again "));
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    close(output[0]);
    close(fd);
}

TEST(options_that_do_not_fit) {
    static const struct cli_row rows[] = {
        {"both", {"--level=2", "--exec=x"}, 2, "alea bot: either --level or --exec (see"},
        {"think", {"--think=9"}, 2, "only with --level or --exec: --think"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        free(run_row(cmd_bot, &rows[i], "/dev/null"));
    }
}
