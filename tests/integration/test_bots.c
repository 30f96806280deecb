/* Bots of this project play each other on a real server, and every record that they save
 * is verified. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/game.h"
#include "tests/support/scene.h"

/* Pairs of bots that play at the same time, and games of each pair: 200 in total. */
#define PAIRS 4
#define GAMES 50
/* Games of each pair for each game; fewer if a game has thousands of moves. */
#define GAMES_EACH      40
#define GAMES_EACH_LONG 5
/* On a large board, games are long if they may go on this long without progress. */
#define QUIET_MAX_LONG 400
/* Seconds for all of them; generous, for slow machines. */
#define GAMES_LIMIT_S 600
#define LIMIT_S       120

/* Effectively no limit on commands. */
#define QUICK "--limit commands_per_s=1000000 --limit commands_burst=1000000"

/* "HOST:PORT" of the scene's server. */
static const char *address(const struct scene *scene, char text[static 32]) {
    snprintf(text, 32, "127.0.0.1:%u", scene->server.port[0]);
    return text;
}

static void expect_success(struct process *process, int limit_s) {
    const char *output;
    int code = process_finish(process, limit_s, &output);
    if (code != 0) {
        fail_msg("exit code %d: %s", code, output != NULL ? output : "");
    }
}

/* Runs a shell command, with a program as $1 and a directory as $2. */
static void expect_shell(struct scene *scene, const char *command, const char *program) {
    expect_success(scene_run(scene, PROCESS_SOCKET,
                             (const char *const[]){"sh", "-c", command, "sh", program,
                                                   scene->server.dir, NULL}),
                   GAMES_LIMIT_S);
}

static struct process *start_bot(struct scene *scene, const char *game, unsigned number,
                                 unsigned n_games) {
    char count[8], program[SERVER_PATH_BYTES], dir[SERVER_PATH_BYTES], host[32], name[16],
        seed[16];
    server_quick_program(program, "alea");
    snprintf(count, sizeof count, "%u", n_games);
    snprintf(name, sizeof name, "bot%u", number);
    snprintf(seed, sizeof seed, "%u", number);
    snprintf(dir, sizeof dir, "%.200s/%s", scene->server.dir, name);
    assert_int_equal(mkdir(dir, 0700), 0);
    return scene_run(scene, PROCESS_SOCKET,
                     (const char *const[]){program, "bot", "--game", game, "--name", name,
                                           "--seed", seed, "--games", count, "--save",
                                           dir, address(scene, host), NULL});
}

/* Pairs of bots play; waits for them, and verifies every record that they saved. */
static void play_and_verify(struct scene *scene, const char *game, unsigned pairs,
                            unsigned n_games) {
    char program[SERVER_PATH_BYTES], count[80];
    for (unsigned i = 0; i < 2 * pairs; i++) {
        start_bot(scene, game, i, n_games);
    }
    for (unsigned i = 0; i < 2 * pairs; i++) {
        expect_success(&scene->process[i], GAMES_LIMIT_S);
        process_fini(&scene->process[i]);
    }
    scene->n_processes = 0;
    snprintf(count, sizeof count, "test $(ls $2/*/*.json | wc -l) -eq %u",
             2 * pairs * n_games);
    server_quick_program(program, "alea");
    expect_shell(scene, count, program);
    expect_shell(scene, "exec $1 verify $2/*/*.json", program);
}

SCENE_WITH(two_hundred_games, .args = QUICK) {
    play_and_verify(scene, games[0]->id, PAIRS, GAMES);
}

static void one_game(struct scene *scene) {
    const struct game *game = scene->test->param;
    bool is_long = game->dice == NULL && game->quiet_max >= QUIET_MAX_LONG;
    char text[GAME_TEXT_BYTES]; /* no matches: each game leaves a record */
    snprintf(text, sizeof text, "%s:legs=1", game->id);
    play_and_verify(scene, text, 1, is_long ? GAMES_EACH_LONG : GAMES_EACH);
}

/* The Python bot of the documentation, and the independent verifier. */
SCENE_WITH(the_bot_of_the_documentation, .param = "royal-ur") {
    char port[8];
    snprintf(port, sizeof port, "%u", scene->server.port[0]);
    struct process *ours = start_bot(scene, scene->test->param, 1, 1);
    struct process *theirs =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){"python3", "docs/examples/bot.py", "127.0.0.1",
                                        port, scene->test->param, NULL});
    const char *output;
    expect_success(theirs, LIMIT_S);
    assert_int_equal(process_finish(ours, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "\n1 game: ")); /* also if it is a match of two */
    expect_shell(scene, "exec python3 docs/examples/verify.py $2/*/*.json", "");
}
SCENE_ALSO(the_bot_of_the_documentation_in_a_match, the_bot_of_the_documentation,
           .args = QUICK, .param = "tablut:legs=2");

/* A bot that wants one game of tablut sits down where a match waits, and plays all of
 * it. */
SCENE_WITH(a_match_for_one_game, .args = QUICK) {
    char program[SERVER_PATH_BYTES], host[32];
    const char *output;
    struct peer *ann = scene_player(scene, "ann");
    peer_ask(ann, "{'cmd':'create','game':'tablut:legs=2'}");
    peer_reply_to(ann, "create");
    server_program(program, "alea");
    struct process *bot =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "bot", "--game", "tablut", "--games",
                                        "1", address(scene, host), NULL});
    for (unsigned leg = 1; leg <= 2; leg++) {
        json_t *seats;
        do {
            seats = json_object_get(peer_await_stage(ann, "waiting"), "seats");
        } while (json_is_null(json_object_get(seats, "black")));
        peer_ask(ann, "{'cmd':'ready'}");
        peer_await_stage(ann, "playing");
        peer_ask(ann, "{'cmd':'resign'}");
        peer_await_stage(ann, "over");
    }
    assert_int_equal(process_finish(bot, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "game 2, "));
    assert_non_null(strstr(output, "\n1 game: 1 won, 0 drawn, 0 lost\n"));
}

/* The program of the documentation finds the moves. */
SCENE_WITH(the_program_of_the_documentation, .args = QUICK) {
    char program[SERVER_PATH_BYTES], host[32], exec[SERVER_PATH_BYTES + 64];
    const char *output;
    start_bot(scene, "stelpur", 1, 1);
    server_program(program, "alea");
    snprintf(exec, sizeof exec, "python3 docs/examples/engine.py %s", program);
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "bot", "--game", "stelpur", "--exec",
                                        exec, address(scene, host), NULL});
    assert_int_equal(process_finish(process, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "game 1, "));
    assert_null(strstr(output, "--exec")); /* nothing was wrong */
}

/* A player of the Bologna challenge plays both sides of a match through the bridge; it
 * checks what the bridge tells it. */
SCENE(a_player_of_the_challenge) {
    char program[SERVER_PATH_BYTES], exec[3 * SERVER_PATH_BYTES];
    const char *output;
    server_program(program, "alea");
    snprintf(exec, sizeof exec,
             "exec=BOLOGNA_PORT=0 exec python3 docs/examples/bologna.py %s python3 "
             "tests/support/challenger.py %s {role} {host} {port}",
             program, program);
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "match", "--game", "tablut", "--games",
                                        "2", exec, "plain", NULL});
    assert_int_equal(process_finish(process, LIMIT_S, &output), 0);
    assert_null(strstr(output, "random move")); /* nothing was wrong */
}

/* A program that never answers with a legal move: the bot plays random ones until it
 * gives up. */
SCENE(a_program_without_moves) {
    char program[SERVER_PATH_BYTES], host[32];
    const char *output;
    start_bot(scene, "tablut", 1, 1);
    server_program(program, "alea");
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "bot", "--game", "tablut", "--exec",
                                        "while read a; do echo ok a1-a2; done",
                                        address(scene, host), NULL});
    assert_int_equal(process_finish(process, LIMIT_S, &output), 1);
    assert_non_null(strstr(output, "its move is not legal: a1-a2; a random move is"));
    assert_non_null(strstr(output, "no legal move, 10 times in a row: it gives up"));
}

/* With --show, each position is drawn, and the result is printed. */
SCENE(shown) {
    char program[SERVER_PATH_BYTES], host[32];
    const char *output;
    start_bot(scene, games[0]->id, 1, 1);
    server_program(program, "alea");
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "bot", "--show", "--name", "shown",
                                        address(scene, host), NULL});
    assert_int_equal(process_finish(process, LIMIT_S, &output), 0);
    const char *drawn = strstr(output, "+-----+-----+");
    assert_non_null(drawn);
    assert_null(strstr(output, "\033[")); /* the output is not a terminal */
    assert_non_null(strstr(drawn, "Your turn, "));
    assert_non_null(strstr(drawn, " wins: all its pieces are home."));
}

BEFORE_TESTS {
    for (size_t i = 0; games[i] != NULL; i++) {
        scene_add(&(struct scene_test){
            .name = games[i]->id, .run = one_game, .args = QUICK, .param = games[i]});
    }
}
