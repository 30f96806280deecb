/* alea play --local, from its start to its end: no server runs. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/game.h"
#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define LIMIT_S   120
#define ARGS_MAX  5
#define DIR_BYTES 32

/* Where this person keeps games. */
struct person {
    char dir[DIR_BYTES];
    char state[DIR_BYTES + 20];
    char data[DIR_BYTES + 20];
};

static void person_init(struct person *person) {
    snprintf(person->dir, sizeof person->dir, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(person->dir));
    snprintf(person->state, sizeof person->state, "XDG_STATE_HOME=%s", person->dir);
    snprintf(person->data, sizeof person->data, "XDG_DATA_HOME=%s", person->dir);
}

static void person_fini(const struct person *person) {
    process_must_succeed((const char *const[]){"rm", "-r", person->dir, NULL}, LIMIT_S);
}

/* Starts alea play --local with these arguments, closed by NULL. */
static void start(const struct person *person, struct process *process,
                  enum process_stdio how, const char *const *args) {
    char alea[SERVER_PATH_BYTES];
    server_program(alea, "alea");
    const char *argv[ARGS_MAX + 8] = {"env", person->state, person->data, "USER=ann",
                                      alea,  "play",        "--local"};
    size_t n = 7;
    while (*args != NULL) {
        assert_in_range(n, 0, ARGS_MAX + 6);
        argv[n++] = *args++;
    }
    argv[n] = NULL;
    process_start(process, how, argv);
}

/* Reads lines until one contains this, and returns it. */
static const char *await_text(struct process *process, const char *text) {
    const char *line;
    while ((line = peer_line(&process->stdio)) != NULL) {
        if (strstr(line, text) != NULL) {
            return line;
        }
    }
    fail_msg("no line with: %s", text);
    return NULL;
}

static void expect_end(struct process *process, int status, const char *said) {
    const char *output;
    assert_int_equal(process_finish(process, LIMIT_S, &output), status);
    if (strstr(output, said) == NULL) {
        fail_msg("said: %s", output);
    }
    process_fini(process);
}

static void play_with(const struct person *person, struct process *process,
                      const char *game, const char *option) {
    start(person, process, PROCESS_SOCKET,
          (const char *const[]){game, option, option != NULL ? "--plain" : NULL, NULL});
}

/* --- whole games --- */

/* Plays the first move on every turn, until the game is over. */
static void play_to_the_end(struct process *process) {
    const char *line;
    peer_send(&process->stdio, "auto on");
    while ((line = peer_line(&process->stdio)) != NULL &&
           strstr(line, " wins: ") == NULL && strstr(line, "is a draw") == NULL) {
        if (strncmp(line, "Your turn", strlen("Your turn")) == 0) {
            peer_send(&process->stdio, "1");
        }
    }
    assert_non_null(line);
}

/* Saves the record, and checks the dice and the moves in it. */
static void expect_good_record(const struct person *person, struct process *process) {
    char alea[SERVER_PATH_BYTES], record[DIR_BYTES + 20];
    server_program(alea, "alea");
    snprintf(record, sizeof record, "%s/record.json", person->dir);
    peer_send(&process->stdio, "save %s", record);
    peer_await_line(&process->stdio, "Saved.");
    peer_send(&process->stdio, "quit");
    expect_end(process, 0, "");
    process_must_succeed((const char *const[]){alea, "verify", record, NULL}, LIMIT_S);
}

static const struct game_row {
    const char *name;
    const char *game;
    const char *option;
} game_rows[] = {
    {"royal-ur", "royal-ur", "--level=1"},
    {"akalamdung", "akalamdung", "--level=1"},
    {"ur", "ur", "--level=1"},
    {"stelpur", "stelpur", "--level=1"},
    {"morris", "morris", "--level=1"},
    {"tablut", "tablut", "--level=1"},
    {"alea-evangelii", "alea-evangelii", "--level=1"},
    {"stelpur, two people", "stelpur", "--two"},
    {"tablut, two people", "tablut", "--two=bob"},
};

TEST_ROWS(game_rows) {
    const struct game_row *row = table_row(state);
    struct person person;
    struct process process = {0};
    person_init(&person);
    play_with(&person, &process, row->game, row->option);
    play_to_the_end(&process);
    expect_good_record(&person, &process);
    person_fini(&person);
}

/* --- hints --- */

static const struct hint_row {
    const char *name; /* the game */
} hint_rows[] = {
    {"royal-ur"}, {"akalamdung"},     {"ur"}, {"stelpur"}, {"morris"},
    {"tablut"},   {"alea-evangelii"},
};

TEST_ROWS(hint_rows) {
    const struct hint_row *row = table_row(state);
    struct person person;
    struct process process = {0};
    person_init(&person);
    play_with(&person, &process, row->name, "--level=1");
    peer_await_line(&process.stdio, "Your turn");
    peer_send(&process.stdio, "hint");
    await_text(&process, "% to win");
    peer_send(&process.stdio, "quit");
    expect_end(&process, 0, "Goodbye.");
    person_fini(&person);
}

/* --- unfinished games --- */

/* Plays one move of tablut as black, and leaves. */
static void leave_a_game(const struct person *person) {
    struct process process = {0};
    start(person, &process, PROCESS_SOCKET,
          (const char *const[]){"tablut", "--level=1", "--side=black", NULL});
    peer_await_line(&process.stdio, "Your turn");
    peer_send(&process.stdio, "a4-b4");
    await_text(&process, "plays a4-b4.");
    peer_send(&process.stdio, "quit");
    expect_end(&process, 0, "Your game is kept.  To go on: alea play --local tablut\n");
}

TEST(test_kept) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    leave_a_game(&person);
    play_with(&person, &process, "tablut", NULL);
    peer_await_line(&process.stdio, "Your unfinished game goes on.");
    peer_await_line(&process.stdio, "Your turn, Black");
    peer_send(&process.stdio, "resign sure");
    await_text(&process, "White (level-1) wins");
    peer_send(&process.stdio, "quit");
    expect_end(&process, 0, "Goodbye.");
    play_with(&person, &process, "tablut", NULL);
    await_text(&process, "level-3"); /* a new game */
    peer_hang_up(&process.stdio);
    expect_end(&process, 0, "");
    person_fini(&person);
}

/* A game whose player is killed goes on, too. */
TEST(test_killed) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    play_with(&person, &process, "tablut:first=white", "--level=1");
    peer_await_line(&process.stdio, "Your turn");
    peer_send(&process.stdio, "e4-b4");
    await_text(&process, "plays e4-b4.");
    process_fini(&process);
    process = (struct process){0};
    play_with(&person, &process, "tablut", NULL);
    peer_await_line(&process.stdio, "Your unfinished game goes on.");
    peer_send(&process.stdio, "quit");
    expect_end(&process, 0, "Your game is kept.");
    person_fini(&person);
}

TEST(test_list) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    leave_a_game(&person);
    play_with(&person, &process, NULL, NULL);
    for (size_t i = 0; games[i] != NULL; i++) {
        await_text(&process, games[i]->title);
        if (games[i] == &game_tablut) {
            assert_non_null(strstr(peer_line(&process.stdio),
                                   "unfinished, against level 1: it goes on"));
        }
    }
    expect_end(&process, 0, "");
    person_fini(&person);
}

/* Other options need --new. */
TEST(test_new) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    leave_a_game(&person);
    play_with(&person, &process, "tablut", "--level=2");
    expect_end(&process, 2, "a game against level 1 is unfinished");
    play_with(&person, &process, "tablut:king=unarmed", NULL);
    expect_end(&process, 2, "a game against level 1 is unfinished");
    play_with(&person, &process, "tablut", "--side=white");
    expect_end(&process, 2, "a game against level 1 is unfinished");
    play_with(&person, &process, "tablut", "--two");
    expect_end(&process, 2, "a game against level 1 is unfinished");
    play_with(&person, &process, "tablut", "--new");
    await_text(&process, "level-3");
    peer_hang_up(&process.stdio);
    expect_end(&process, 0, "");
    person_fini(&person);
}

/* A damaged file is told, and stays until the user wants another game. */
TEST(test_damaged_game) {
    struct person person;
    struct process process = {0};
    char edit[2 * DIR_BYTES + 80];
    person_init(&person);
    leave_a_game(&person);
    snprintf(edit, sizeof edit, "sed -i 's/^move/m/' %s/alea/local/tablut", person.dir);
    process_must_succeed((const char *const[]){"sh", "-c", edit, NULL}, LIMIT_S);
    play_with(&person, &process, NULL, NULL);
    await_text(&process, "unfinished, but its file is damaged");
    expect_end(&process, 0, "");
    for (int i = 0; i < 2; i++) {
        play_with(&person, &process, "tablut", NULL);
        expect_end(&process, 1, "alea/local/tablut\nKeep a copy if you want to mend it.");
    }
    play_with(&person, &process, "tablut", "--new");
    await_text(&process, "level-3");
    peer_hang_up(&process.stdio);
    expect_end(&process, 0, "");
    person_fini(&person);
}

/* In a second window the same game is played, too, but not kept. */
TEST(test_two_windows) {
    struct person person;
    struct process first = {0}, second = {0};
    person_init(&person);
    play_with(&person, &first, "tablut:first=white", "--level=1");
    peer_await_line(&first.stdio, "Your turn");
    play_with(&person, &second, "tablut", NULL);
    await_text(&second, "this game is being played in another window");
    peer_send(&second.stdio, "quit");
    expect_end(&second, 0, "Your game is not kept.");
    peer_send(&first.stdio, "quit");
    expect_end(&first, 0, "Goodbye.");
    person_fini(&person);
}

/* --- the opponent --- */

/* A damaged table of royal-ur is told, and the game is kept. */
TEST(test_damaged_table) {
    struct person person;
    struct process process = {0};
    char path[DIR_BYTES + 40];
    person_init(&person);
    snprintf(path, sizeof path, "%s/alea", person.dir);
    process_must_succeed((const char *const[]){"mkdir", path, NULL}, LIMIT_S);
    snprintf(path, sizeof path, "%s/alea/royal-ur.table", person.dir);
    process_must_succeed((const char *const[]){"cp", "Makefile", path, NULL}, LIMIT_S);
    play_with(&person, &process, "royal-ur", NULL);
    const char *line;
    while ((line = peer_line(&process.stdio)) != NULL &&
           strstr(line, "alea: your opponent cannot think: the table of royal-ur") ==
               NULL) {
        if (strncmp(line, "Your turn", strlen("Your turn")) == 0) {
            peer_send(&process.stdio, "1");
        }
    }
    assert_non_null(line);
    expect_end(&process, 1, "");
    person_fini(&person);
}

/* A move that the opponent still thinks about after its game is over is not played. */
TEST(test_rematch_while_it_thinks) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    start(&person, &process, PROCESS_PTY,
          (const char *const[]){"tablut:first=white", "--level=8", "--side=black",
                                "--plain", NULL});
    await_text(&process, "White (level-8) begins.");
    peer_send(&process.stdio, "resign sure");
    await_text(&process, "White (level-8) wins");
    peer_send(&process.stdio, "rematch");
    await_text(&process, "Your turn, White");
    peer_send(&process.stdio, "hint"); /* thinks as long as the opponent would have */
    await_text(&process, "hint");
    peer_line(&process.stdio); /* the hint */
    peer_send(&process.stdio, "quit");
    const char *output;
    assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
    assert_null(strstr(output, "kept")); /* nobody has moved */
    process_fini(&process);
    person_fini(&person);
}

/* --- a terminal --- */

TEST(test_terminal) {
    struct person person;
    struct process process = {0};
    person_init(&person);
    start(&person, &process, PROCESS_PTY,
          (const char *const[]){"tablut:first=white", "--level=1", "--plain", NULL});
    await_text(&process, "Your turn, White");
    peer_send(&process.stdio, "e4-b4");
    await_text(&process, "White (ann) plays e4-b4.");
    await_text(&process, "Black (level-1) plays");
    peer_send(&process.stdio, "quit");
    expect_end(&process, 0, "Your game is kept.");
    person_fini(&person);
}
