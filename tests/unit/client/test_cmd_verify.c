/* alea verify: what it says, and its exit status. */
#include "client-cli/cmd_verify.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/support/random_record.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define EXAMPLE "docs/examples/record.json"
#define MISSING "docs/examples/no-such-record.json"

#define ARGS_MAX     2
#define PATH_BYTES   64
#define OUTPUT_BYTES 8192

/* Files that the tests make, under the names that stand for them in the rows. */
static const struct made_file {
    const char *name;
    const char *game;
    enum ending ending;
    const char *from, *to; /* NULL: nothing is altered */
} made_files[] = {
    {"@running", "royal-ur", RUNNING, NULL, NULL},
    {"@called-off", "royal-ur", CALLED_OFF, NULL, NULL},
    {"@absent", "stelpur", ABSENT, NULL, NULL},
    {"@tafl", "tablut", RESIGNED, NULL, NULL},
    {"@running-tafl", "tablut", RUNNING, NULL, NULL},
    {"@wrong", "royal-ur", RESIGNED, "\"k\":1", "\"k\":2"},
    {"@escape", "royal-ur", RESIGNED, "\"game_id\"", "\"\x1b[31m\""},
};

static struct cli_row {
    const char *name;
    const char *args[ARGS_MAX + 1];
    int status;
    const char *said; /* somewhere in the output */
} rows[] = {
    {"--help", {"--help"}, 0, "usage: alea verify FILE"},
    {"no file", {NULL}, 2, "which files?"},
    {"unknown option", {"-x"}, 2, "-x: unknown option"},
    {"no such file", {MISSING}, 2, MISSING ": No such file"},
    {"a directory", {"docs"}, 2, "docs: Is a directory"},
    {"a file too large", {"/dev/zero"}, 2, "/dev/zero: File too large"},
    {"no record", {"Makefile"}, 1, "Makefile:\n  WRONG: not a record: "},
    {"standard input", {"-"}, 0, "-:\n  Game 483a50dd234a of royal-ur: ann (white)"},
    {"right: the throws", {EXAMPLE}, 0, "Each of the 11 throws follows"},
    {"right: the end", {EXAMPLE}, 0, "White (ann) wins: Black (bob) resigned."},
    {"right: the commitment", {EXAMPLE}, 0, "\n  50a928c225500c31f0465bd0fae8e0fddfd1"},
    {"right: six-sided dice", {"@absent"}, 0, "All is right.  Each of"},
    {"right: no dice", {"@tafl"}, 0, "a game without dice; each of the 6 moves"},
    {"right: called off", {"@called-off"}, 0, "Nothing was thrown or played."},
    {"not over", {"@running"}, 3, "dice cannot be checked before the end"},
    {"not over, no dice", {"@running-tafl"}, 3, "wrong in 0 throws and 6 moves.\n"},
    {"wrong", {"@wrong"}, 1, "WRONG: log[1]: throw 1 comes here, the record says 2"},
    {"wrong, with control characters", {"@escape"}, 1, "WRONG: not a record: "},
    {"two: wrong before unreadable", {"@wrong", MISSING}, 1, MISSING},
    {"two: unreadable before not over", {MISSING, "@running"}, 2, "not over"},
    {"two: not over before right", {"@running", EXAMPLE}, 3, "All is right."},
};

static char folder[] = "/tmp/alea-test-XXXXXX";

static void path_of(const char *arg, char path[static PATH_BYTES]) {
    bool is_made = arg[0] == '@';
    snprintf(path, PATH_BYTES, "%s%s%s", is_made ? folder : "", is_made ? "/" : "", arg);
}

/* --- files --- */

static void make_file(const struct made_file *file, uint64_t *rng) {
    struct plan plan = {.game = game_find(file->game, strlen(file->game)),
                        .ending = file->ending};
    struct record record;
    make_record(&plan, rng, &record);
    char *text = record_to_json(&record, 0);
    record_fini(&record);
    const char *altered = file->from != NULL ? strstr(text, file->from) : text;
    assert_non_null(altered);
    char path[PATH_BYTES];
    path_of(file->name, path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fwrite(text, 1, (size_t)(altered - text), out);
    fputs(file->from != NULL ? file->to : "", out);
    fputs(altered + (file->from != NULL ? strlen(file->from) : 0), out);
    assert_int_equal(fclose(out), 0);
    free(text);
}

static int make_files(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < N_OF(made_files); i++) {
        make_file(&made_files[i], &rng);
    }
    return 0;
}

static int remove_files(void **state) {
    (void)state;
    for (size_t i = 0; i < N_OF(made_files); i++) {
        char path[PATH_BYTES];
        path_of(made_files[i].name, path);
        unlink(path);
    }
    return rmdir(folder);
}

/* --- running it --- */

/* In a child process: its output goes to fd. */
static void run_in_child(const struct cli_row *row, int fd) {
    char name[] = "verify";
    char paths[ARGS_MAX][PATH_BYTES];
    char *argv[ARGS_MAX + 2] = {name};
    int argc = 1;
    for (; row->args[argc - 1] != NULL; argc++) {
        path_of(row->args[argc - 1], paths[argc - 1]);
        argv[argc] = paths[argc - 1];
    }
    if (dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0 ||
        freopen(EXAMPLE, "r", stdin) == NULL) {
        _exit(99);
    }
    int status = cmd_verify(argc, argv);
    fflush(stdout);
    _exit(status);
}

static void test_row(void **state) {
    const struct cli_row *row = *state;
    FILE *output = tmpfile();
    assert_non_null(output);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        run_in_child(row, fileno(output));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    char said[OUTPUT_BYTES];
    rewind(output);
    said[fread(said, 1, sizeof said - 1, output)] = '\0';
    fclose(output);
    if (strstr(said, row->said) == NULL) {
        fail_msg("it said: %s", said);
    }
    assert_null(strchr(said, '\x1b'));
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), row->status);
}

int main(void) {
    struct CMUnitTest tests[N_OF(rows)];
    for (size_t i = 0; i < N_OF(rows); i++) {
        tests[i] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = test_row, .initial_state = &rows[i]};
    }
    return cmocka_run_group_tests_name("client/cmd_verify", tests, make_files,
                                       remove_files);
}
