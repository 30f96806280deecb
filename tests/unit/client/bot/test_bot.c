/* What a bot does, message by message, and how it chooses its moves; also a house bot. */
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

#include "client-cli/bot/bot.h"
#include "client-cli/bot/patience.h"
#include "client-cli/bot/table.h"
#include "engine/engine.h"

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

/* --- bot thinking --- */

/* How a bot thinks about its moves, with minds of its own or with a program. */

/* A plan with minds for royal-ur and tablut.  The minds are owned: minds_free. */
static struct bot_plan with_minds(unsigned think_ms) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    plan.minds = minds_new(ENGINE_LEVELS, think_ms, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    assert_true(minds_add(plan.minds, &game_tablut, &(struct options){{0}}, fault));
    return plan;
}

#define TABLUT_START "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
#define TABLUT_OVER  "4t4/9/2t1T1t2/3T5/1t5Tt/3T1t3/9/2t6/5t3 w" /* without a king */
#define CAPTURED     "{'outcome':'black','reason':'captured'},'phase':'over'"

/* Input ends a thought early, so that nobody at another table waits long.  But whoever
 * chats all the time leaves the bot half of its time. */
TEST(test_half_of_the_time) {
    struct bot_plan plan = with_minds(1000);
    const struct game *game = &game_alea_evangelii;
    struct minds_task task = {.number = 1, .game = game, .most_ms = 1000};
    char move[MOVE_TEXT_BYTES], fault[FAULT_BYTES];
    int ends[2];
    assert_true(minds_add(plan.minds, game, &(struct options){{0}}, fault));
    game_start(game, &(struct options){{0}}, SIDE_BLACK, &task.pos);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    task.input_fd = ends[0];
    uint64_t began_ms = wait_now_ms();
    assert_true(minds_choose(plan.minds, &task, move));
    assert_in_range(wait_now_ms() - began_ms, 500, UINT64_MAX);
    close(ends[0]);
    close(ends[1]);
    minds_free(plan.minds);
}

/* If the server sends moves for a finished game, or moves that the position does not
 * have, the bot plays one of those that it was sent. */
TEST(test_false_moves) {
    static const struct sample tries[] = {
        {.moves = "d9-d8", .game = "tablut", .position = TABLUT_OVER, .result = CAPTURED},
        {.moves = "d9-d8", .game = "tablut", .position = TABLUT_START " b"},
        {.moves = "d9-d8", .game = "tablut", .position = TABLUT_START " w"},
        {.moves = "in-3", .position = "7,7 - 0,0 w 2"},
        {.moves = "in-2 in-3", .position = "7,7 - 0,0 w 2"},
        {.moves = "in-2", .position = "7,7 - 0,0 b 2"},
    };
    struct bot_plan plan = with_minds(1);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct scene scene;
        bot_scene_in_room(&scene, &plan, &tries[i]);
        assert_non_null(strstr(tries[i].moves, scene.bot.tables[0].move));
        expect_command(&scene, "'cmd':'move'");
        bot_scene_fini(&scene);
    }
    minds_free(plan.minds);
}

/* The bot thinks only after it has read everything, and only once, whatever arrives
 * before. */
TEST(test_thinks_once) {
    struct bot_plan plan = with_minds(1);
    struct scene scene;
    bot_scene_init(&scene, &plan);
    scene.bot.lobby_due_ms = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        bot_hears(&scene, &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"},
                  0);
        assert_string_equal(scene.bot.tables[0].move, "");
        assert_true(bot_table_thinks(&scene.bot.tables[0]));
    }
    bot_act(&scene.bot, 0);
    fake_server_expect(&scene.server, "{'cmd':'move','id':'KOTO','room':'KOTO',"
                                      "'move':'in-2','seq':'8'}");
    bot_act(&scene.bot, 0);
    fake_server_expect_nothing(&scene.server);
    bot_hears_json(&scene,
                   "{'error':'too_fast','id':'KOTO','text':'slow','retry_after_ms':40}",
                   100);
    assert_false(bot_table_thinks(&scene.bot.tables[0])); /* it sends the same move
                                                           * again */
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* Two tables share the time to think, and the bot sends `ready`, which others wait for,
 * first. */
TEST(test_thinks_last) {
    struct bot_plan plan = with_minds(100);
    struct sample other = both_sit;
    struct scene scene;
    bot_scene_init(&scene, &plan);
    scene.bot.lobby_due_ms = UINT64_MAX;
    other.room = "SALI";
    bot_hears(&scene, &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"}, 0);
    bot_hears(
        &scene,
        &(struct sample){.room = "LINI", .moves = "in-2", .position = "7,7 - 0,0 w 2"},
        0);
    bot_hears(&scene, &other, 0);
    bot_act(&scene.bot, 0);
    assert_int_equal(scene.bot.tables[0].task.most_ms, 50);
    assert_int_equal(scene.bot.tables[1].task.most_ms, 50);
    expect_command(&scene, "'cmd':'ready'");
    expect_command(&scene, "'cmd':'move','id':'KOTO'");
    expect_command(&scene, "'cmd':'move','id':'LINI'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* The bot thinks for at most a twentieth of the time on its own clock. */
TEST(test_thinks_by_clock) {
    struct bot_plan plan = with_minds(5000);
    struct scene scene;
    bot_scene_init(&scene, &plan);
    bot_hears(&scene,
              &(struct sample){.moves = "in-2",
                               .position = "7,7 - 0,0 w 2",
                               .result = "null,'clock':{'time':'5+10','white_ms':2000,"
                                         "'black_ms':60000,'running':'white'}"},
              0);
    assert_int_equal(scene.bot.tables[0].task.most_ms, 100);
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* A program answers `go` once it can read a line from a file, so that the test decides
 * when. */
#define SLOW_PROGRAM                                                                     \
    "while read word rest; do case $word in go) read x <%s; echo ok in-2;; *) echo "     \
    "ok;; "                                                                              \
    "esac; done"

/* While a program thinks, the bot answers the server; and it plays the answer. */
TEST(test_asks_a_program) {
    char fifo[] = "/tmp/alea-test-XXXXXX", command[256], fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    struct sample other = both_sit;
    struct scene scene;
    assert_non_null(mkdtemp(fifo));
    assert_int_equal(rmdir(fifo), 0);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    snprintf(command, sizeof command, SLOW_PROGRAM, fifo);
    plan.minds = minds_new_programs(command, 100, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    bot_scene_init(&scene, &plan);
    scene.bot.lobby_due_ms = UINT64_MAX;
    other.room = "SALI";
    bot_hears(&scene, &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"}, 0);
    uint64_t due_ms = bot_act(&scene.bot, wait_now_ms());
    assert_true(due_ms < UINT64_MAX); /* when the program must have answered */
    fake_server_expect_nothing(&scene.server);
    bot_hears(&scene, &other, wait_now_ms());
    bot_act(&scene.bot, wait_now_ms());
    expect_command(&scene, "'cmd':'ready'");
    fake_server_expect_nothing(&scene.server);
    int fd = open(fifo, O_WRONLY);
    assert_int_equal(write(fd, "go\n", 3), 3);
    close(fd);
    while (bot_table_thinks(&scene.bot.tables[0])) {
        struct wait_fd fds[BOT_GAMES_MAX];
        assert_int_equal(minds_fds(plan.minds, fds), 1);
        assert_int_equal(wait_for(fds, 1, 20000), WAIT_READY);
        bot_act(&scene.bot, wait_now_ms());
    }
    expect_command(&scene, "'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
    assert_int_equal(unlink(fifo), 0);
}

/* The program is asked about one table after the other, the older first. */
TEST(test_a_program_for_two_tables) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    struct scene scene;
    plan.minds = minds_new_programs("while read word rest; do case $word in go) echo ok "
                                    "in-2;; *) echo ok;; esac; done",
                                    100, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    bot_scene_init(&scene, &plan);
    scene.bot.lobby_due_ms = UINT64_MAX;
    bot_hears(&scene, &(struct sample){.moves = "in-2", .position = "7,7 - 0,0 w 2"}, 0);
    bot_hears(
        &scene,
        &(struct sample){.room = "LINI", .moves = "in-2", .position = "7,7 - 0,0 w 2"},
        0);
    bot_act(&scene.bot, wait_now_ms());
    while (bot_table_thinks(&scene.bot.tables[0]) ||
           bot_table_thinks(&scene.bot.tables[1])) {
        struct wait_fd fds[BOT_GAMES_MAX];
        unsigned n = minds_fds(plan.minds, fds);
        assert_int_equal(wait_for(fds, n, 20000), WAIT_READY);
        bot_act(&scene.bot, wait_now_ms());
    }
    expect_command(&scene, "'cmd':'move','id':'KOTO'");
    expect_command(&scene, "'cmd':'move','id':'LINI'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* --- bot meanwhile --- */

/* The bot hears and answers while its engine thinks. */

static struct bot_plan bot_meanwhile_with_minds(void) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    plan.minds = minds_new(ENGINE_LEVELS, 300, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    assert_true(minds_add(plan.minds, &game_tablut, &(struct options){{0}}, fault));
    return plan;
}

/* What arrives while the bot thinks. */
struct meanwhile {
    struct scene *scene;
    const struct sample *state;
    bool is_heard, hurries;
};

static bool hear_meanwhile(void *arg) {
    struct meanwhile *meanwhile = arg;
    char byte;
    assert_int_equal(read(meanwhile->scene->server.player.net.fd, &byte, 1), 1);
    bot_hears(meanwhile->scene, meanwhile->state, 0);
    meanwhile->is_heard = true;
    meanwhile->hurries = bot_answer(&meanwhile->scene->bot, 0);
    return meanwhile->hurries;
}

#define BOT_MEANWHILE_TABLUT_START "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 w"

/* All moves of the first position of tablut. */
static const char *tablut_moves(void) {
    static char text[MOVES_MAX * MOVE_TEXT_BYTES];
    static struct move move[MOVES_MAX];
    static char each[MOVES_MAX][MOVE_TEXT_BYTES];
    struct position pos;
    game_start(&game_tablut, &(struct options){{0}}, SIDE_WHITE, &pos);
    size_t n = game_moves_sorted(&game_tablut, &pos, move, each);
    struct text_out out = text_out_of(text, sizeof text);
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? " " : "");
        text_put(&out, each[i]);
    }
    return text;
}

static void expect(struct scene *scene, const char *word) {
    if (word != NULL) {
        expect_command(scene, word);
    } else {
        fake_server_expect_nothing(&scene->server);
    }
}

/* It answers while it thinks; only a table that needs a move shortens that; and if the
 * state of its table changes, it drops what it has thought of. */
TEST(test_answers_while_it_thinks) {
    static const struct sample turn = {.moves = "in-2", .position = "7,7 - 0,0 w 2"};
    struct sample waits = both_sit, other_turn = turn, ended = over;
    waits.room = other_turn.room = "SALI";
    const struct {
        const struct sample *state;
        const char *first, *then; /* what the bot sends; NULL: nothing */
        bool hurries;
    } rows[] = {
        {&waits, "'cmd':'ready'", "'cmd':'move','id':'KOTO'", false},
        {&other_turn, "'cmd':'move','id':'KOTO'", "'cmd':'move','id':'SALI'", true},
        {&turn, NULL, "'move':'in-2'", true},
        {&ended, "'cmd':'rematch'", NULL, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bot_plan plan = bot_meanwhile_with_minds();
        struct scene scene;
        struct meanwhile meanwhile = {.scene = &scene, .state = rows[i].state};
        plan.n_plays = 5;
        bot_scene_init(&scene, &plan);
        scene.bot.lobby_due_ms = UINT64_MAX;
        scene.bot.on_input = hear_meanwhile;
        scene.bot.input_arg = &meanwhile;
        bot_hears(&scene,
                  &(struct sample){.game = "tablut",
                                   .position = BOT_MEANWHILE_TABLUT_START,
                                   .moves = tablut_moves()},
                  0);
        assert_true(bot_table_thinks(&scene.bot.tables[0]));
        assert_int_equal(write(scene.server.fd, "x", 1), 1);
        assert_int_equal(bot_act(&scene.bot, 0), 0); /* again, at once */
        assert_true(meanwhile.is_heard);
        assert_int_equal(meanwhile.hurries, rows[i].hurries);
        expect(&scene, rows[i].first);
        bot_act(&scene.bot, 0);
        expect(&scene, rows[i].then);
        bot_scene_fini(&scene);
        minds_free(plan.minds);
    }
}

/* --- patience --- */

/* How long a bot waits for a server, and for an opponent. */

#define MINUTE_MS 60000u

TEST(the_server_must_be_there_at_first) {
    struct patience patience = {.is_endless = false}, the_house = {.is_house = true};
    assert_false(patience_tries_again(&patience, 5));
    assert_false(patience_tries_again(&the_house, 5));
    patience.is_endless = true;
    assert_true(patience_tries_again(&patience, 5));
}

TEST(a_lost_server_is_given_up_in_time) {
    struct patience patience = {.is_endless = false}, the_house = {.is_house = true};
    patience_is_in(&patience, false, 1000);
    patience_is_in(&the_house, false, 1000);
    assert_true(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS - 1));
    assert_false(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS));
    assert_true(patience_tries_again(&the_house, 1000 + 100 * PATIENCE_SERVER_MS));
    patience_is_in(&patience, false, 2000);
    assert_true(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS));
    patience.is_endless = true;
    assert_true(patience_tries_again(&patience, 1000 + 100 * PATIENCE_SERVER_MS));
}

TEST(an_opponent_must_come_in_time) {
    struct patience patience = {.wants_opponent = true};
    patience_is_in(&patience, false, 1000);
    patience_is_in(&patience, false, 1000 + MINUTE_MS);
    assert_int_equal(patience_opponent_due_ms(&patience), 1000 + PATIENCE_OPPONENT_MS);
    patience_is_in(&patience, true, 1000 + 2 * MINUTE_MS);
    patience_is_in(&patience, false, 1000 + 3 * MINUTE_MS);
    assert_int_equal(patience_opponent_due_ms(&patience),
                     1000 + 2 * MINUTE_MS + PATIENCE_OPPONENT_MS);
    patience.is_endless = true;
    assert_true(patience_opponent_due_ms(&patience) == UINT64_MAX);
    patience = (struct patience){.wants_opponent = false};
    patience_is_in(&patience, false, 1000);
    assert_true(patience_opponent_due_ms(&patience) == UINT64_MAX);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
