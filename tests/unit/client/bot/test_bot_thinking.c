/* How a bot thinks about its moves, with minds of its own or with a program. */
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-cli/bot/table.h"
#include "engine/engine.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/test.h"

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

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
