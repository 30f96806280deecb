/* How a bot chooses its moves and thinks, with minds of its own or with a program; how
 * long it waits; what it saves; and `alea bot` without a server. */
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/client/bot_scene.h"
#include "tests/unit/client/run_cmd.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/test.h"

#include "client-cli/bot/bot.h"
#include "client-cli/bot/inside.h"
#include "client-cli/bot/visit.h"
#include "client-cli/commands.h"
#include "engine/engine.h"

/* The first moves that a bot with this seed chooses. */
static void choose(uint64_t seed, char *chosen, size_t cap) {
    struct scene scene;
    bot_scene_init(&scene, &guest);
    scene.bot.random = seed;
    for (int i = 0; i < 20; i++) {
        bot_scene_play(&scene, "seated | <turn moves=1-3 2-4 in-2; "
                               "position=5,7 w1=w,w2=w 0,0 w 2 | @0");
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

/* The bot asks for the record at once, and saves it under a safe file name. */
TEST(test_save) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[80];
    struct bot_plan plan = guest;
    assert_non_null(mkdtemp(dir));
    plan.save_dir = dir;
    bot_plays(&plan, "seated | <over game_id=g42/../../x | busy | @0 | "
                     ">{'cmd':'record','id':'bot.record.g42/../../x',"
                     "'game_id':'g42/../../x'} | "
                     "< {'reply':'record','id':'bot.record.g42/../../x','record':{'a':1}}"
                     " | told | done");
    snprintf(path, sizeof path, "%s/g42.json", dir);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0);
}

/* --- thinking --- */

/* A plan with minds for royal-ur and tablut.  The minds are owned: minds_free. */
static struct bot_plan with_minds(unsigned think_ms) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    plan.minds = minds_new(ENGINE_LEVELS, think_ms, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    assert_true(minds_add(plan.minds, &game_tablut, &(struct options){{0}}, fault));
    return plan;
}

/* The same with a program for royal-ur. */
static struct bot_plan with_program(const char *command) {
    char fault[FAULT_BYTES];
    struct bot_plan plan = guest;
    plan.minds = minds_new_programs(command, 100, 1);
    assert_true(minds_add(plan.minds, &game_royal_ur, &(struct options){{0}}, fault));
    return plan;
}

#define TABLUT_START "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"

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
    static const char *const tries[] = {
        "<turn moves=d9-d8; game=tablut; "
        "position=4t4/9/2t1T1t2/3T5/1t5Tt/3T1t3/9/2t6/5t3 w; " /* without a king */
        "result={'outcome':'black','reason':'captured'},'phase':'over'",
        "<turn moves=d9-d8; game=tablut; position=" TABLUT_START " b",
        "<turn moves=d9-d8; game=tablut; position=" TABLUT_START " w",
        "<turn moves=in-3",
        "<turn moves=in-2 in-3",
        "<turn moves=in-2; position=7,7 - 0,0 b 2",
    };
    struct bot_plan plan = with_minds(1);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct scene scene;
        bot_scene_init(&scene, &plan);
        bot_scene_play(&scene, "seated");
        bot_scene_play(&scene, tries[i]);
        bot_scene_play(&scene, "@0 | > 'cmd':'move'");
        const char *move = scene.bot.tables[0].move;
        assert_true(move[0] != '\0' && strstr(tries[i], move) != NULL);
        bot_scene_fini(&scene);
    }
    minds_free(plan.minds);
}

/* The bot thinks only after it has read everything, and only once, whatever arrives
 * before; after too_fast it sends the same move again. */
TEST(test_thinks_once) {
    struct bot_plan plan = with_minds(1);
    struct scene scene;
    bot_scene_init(&scene, &plan);
    for (int i = 0; i < 2; i++) {
        bot_scene_play(&scene, "seated | <turn");
        assert_string_equal(scene.bot.tables[0].move, "");
        assert_true(bot_table_thinks(&scene.bot.tables[0]));
    }
    bot_scene_play(&scene, "@0 | >{'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2',"
                           "'seq':'8'} | @0 | . | =100 | < {'error':'too_fast',"
                           "'id':'KOTO','text':'slow','retry_after_ms':40}");
    assert_false(bot_table_thinks(&scene.bot.tables[0]));
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* Two tables share the time to think, and the bot sends `ready`, which others wait for,
 * first. */
TEST(test_thinks_last) {
    struct bot_plan plan = with_minds(100);
    struct scene scene;
    bot_scene_init(&scene, &plan);
    bot_scene_play(&scene, "seated | <turn | <turn room=LINI | <both room=SALI | @0");
    assert_int_equal(scene.bot.tables[0].task.most_ms, 50);
    assert_int_equal(scene.bot.tables[1].task.most_ms, 50);
    bot_scene_play(&scene, "> 'cmd':'ready' | > 'cmd':'move','id':'KOTO' | "
                           "> 'cmd':'move','id':'LINI'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* The bot thinks for at most a twentieth of the time on its own clock. */
TEST(test_thinks_by_clock) {
    struct bot_plan plan = with_minds(5000);
    struct scene scene;
    bot_scene_init(&scene, &plan);
    bot_scene_play(&scene, "<turn result=null,'clock':{'time':'5+10','white_ms':2000,"
                           "'black_ms':60000,'running':'white'}");
    assert_int_equal(scene.bot.tables[0].task.most_ms, 100);
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* Waits for the program until the bot has moved at its first n tables. */
static void await_moves(struct scene *scene, unsigned n) {
    for (unsigned i = 0; i < n;) {
        struct wait_fd fds[BOT_GAMES_MAX];
        if (!bot_table_thinks(&scene->bot.tables[i])) {
            i++;
            continue;
        }
        assert_int_equal(wait_for(fds, minds_fds(scene->plan.minds, fds), 60000),
                         WAIT_READY);
        bot_act(&scene->bot, wait_now_ms());
    }
}

/* While a program thinks, the bot answers the server; and it plays the answer.  The
 * program answers `go` once it can read a line from a file. */
TEST(test_asks_a_program) {
    char fifo[] = "/tmp/alea-test-XXXXXX", command[256];
    struct scene scene;
    assert_non_null(mkdtemp(fifo));
    assert_int_equal(rmdir(fifo), 0);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    snprintf(command, sizeof command,
             "while read word rest; do case $word in go) read x <%s; echo ok in-2;; "
             "*) echo ok;; esac; done",
             fifo);
    struct bot_plan plan = with_program(command);
    bot_scene_init(&scene, &plan);
    bot_scene_play(&scene, "seated | <turn");
    uint64_t due_ms = bot_act(&scene.bot, wait_now_ms());
    assert_true(due_ms < UINT64_MAX); /* when the program must have answered */
    bot_scene_play(&scene, ". | <both room=SALI");
    bot_act(&scene.bot, wait_now_ms());
    bot_scene_play(&scene, "> 'cmd':'ready' | .");
    int fd = open(fifo, O_WRONLY);
    assert_int_equal(write(fd, "go\n", 3), 3);
    close(fd);
    await_moves(&scene, 1);
    bot_scene_play(&scene, "> 'cmd':'move','id':'KOTO','room':'KOTO','move':'in-2'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
    assert_int_equal(unlink(fifo), 0);
}

/* The program is asked about one table after the other, the older first. */
TEST(test_a_program_for_two_tables) {
    struct bot_plan plan = with_program("while read word rest; do case $word in "
                                        "go) echo ok in-2;; *) echo ok;; esac; done");
    struct scene scene;
    bot_scene_init(&scene, &plan);
    bot_scene_play(&scene, "seated | <turn | <turn room=LINI");
    bot_act(&scene.bot, wait_now_ms());
    await_moves(&scene, 2);
    bot_scene_play(&scene, "> 'cmd':'move','id':'KOTO' | > 'cmd':'move','id':'LINI'");
    bot_scene_fini(&scene);
    minds_free(plan.minds);
}

/* What arrives while the bot thinks. */
struct meanwhile {
    struct scene *scene;
    const char *state;
    bool is_heard, hurries;
};

static bool hear_meanwhile(void *arg) {
    struct meanwhile *meanwhile = arg;
    char byte;
    assert_int_equal(read(meanwhile->scene->server.player.net.fd, &byte, 1), 1);
    bot_scene_play(meanwhile->scene, meanwhile->state);
    meanwhile->is_heard = true;
    meanwhile->hurries = bot_answer(&meanwhile->scene->bot, 0);
    return meanwhile->hurries;
}

/* The first position of tablut, with all its moves. */
static const char *first_of_tablut(void) {
    static char text[64 + MOVES_MAX * MOVE_TEXT_BYTES];
    static struct move move[MOVES_MAX];
    static char each[MOVES_MAX][MOVE_TEXT_BYTES];
    struct position pos;
    game_start(&game_tablut, &(struct options){{0}}, SIDE_WHITE, &pos);
    size_t n = game_moves_sorted(&game_tablut, &pos, move, each);
    struct text_out out = text_out_of(text, sizeof text);
    text_put(&out, "<turn game=tablut; position=" TABLUT_START " w; moves=");
    for (size_t i = 0; i < n; i++) {
        text_put(&out, i > 0 ? " " : "");
        text_put(&out, each[i]);
    }
    return text;
}

/* It answers while it thinks; only a table that needs a move shortens that; and if the
 * state of its table changes, it drops what it has thought of. */
static const struct meanwhile_row {
    const char *name;
    const char *state;
    bool hurries;
    const char *then;
} meanwhile_rows[] = {
    {"a table where somebody waits", "<both room=SALI", false,
     "> 'cmd':'ready' | @0 | > 'cmd':'move','id':'KOTO'"},
    {"a table that needs a move", "<turn room=SALI", true,
     "> 'cmd':'move','id':'KOTO' | @0 | > 'cmd':'move','id':'SALI'"},
    {"another position", "<turn", true, ". | @0 | > 'move':'in-2'"},
    {"the end of the game", "<over", false, "> 'cmd':'rematch' | @0 | ."},
};

TEST_ROWS(meanwhile_rows) {
    const struct meanwhile_row *row = table_row(state);
    struct bot_plan plan = with_minds(300);
    struct scene scene;
    struct meanwhile meanwhile = {.scene = &scene, .state = row->state};
    plan.n_plays = 5;
    bot_scene_init(&scene, &plan);
    scene.bot.on_input = hear_meanwhile;
    scene.bot.input_arg = &meanwhile;
    bot_scene_play(&scene, "seated");
    bot_scene_play(&scene, first_of_tablut());
    assert_true(bot_table_thinks(&scene.bot.tables[0]));
    assert_int_equal(write(scene.server.fd, "x", 1), 1);
    bot_scene_play(&scene, "@0 0"); /* again, at once */
    assert_true(meanwhile.is_heard);
    assert_int_equal(meanwhile.hurries, row->hurries);
    bot_scene_play(&scene, row->then);
    bot_scene_fini(&scene);
    minds_free(plan.minds);
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

/* --- cmd bot --- */

/* `alea bot` without a server. */

static const struct cli_row cli_rows[] = {
    {"no such host, one game", "--games=1 [::1%nosuch]:1", 1,
     "it gives up (see --retry)"},
    {"no such host, a house", "--house [::1%nosuch]:1", 1, "it gives up (see --retry)"},
    {"no such host, at a pace", "--pace=0 [::1%nosuch]:1", 1, "gives up (see --retry)"},
    {"both", "--level=2 --exec=x", 2, "alea bot: either --level or --exec (see"},
    {"think", "--think=9", 2, "only with --level or --exec: --think"},
};

TEST_ROWS(cli_rows) {
    free(run_row(cmd_bot, table_row(state), "/dev/null"));
}

TEST(a_server_that_is_not_there) {
    char address[UNUSED_ADDRESS_BYTES], args[80];
    int fd = bind_unused_port(address);
    snprintf(args, sizeof args, "--games 2 %s", address);
    const struct cli_row row = {"refused", args, 1, "refused; it gives up"};
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
        char args[80];
        snprintf(args, sizeof args, "--retry %s", address);
        run_in_child(cmd_bot, args, output[1]);
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

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
