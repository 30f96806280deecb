#include "tests/unit/client/run_cmd.h"

#include "tests/support/file.h"

char made_folder[] = "/tmp/alea-test-XXXXXX";

void made_path(const char *arg, char path[static PATH_BYTES]) {
    bool is_made = arg[0] == '@';
    snprintf(path, PATH_BYTES, "%s%s%s", is_made ? made_folder : "", is_made ? "/" : "",
             arg);
}

static void make_file(const struct made_file *file, uint64_t *rng) {
    const struct game *game = game_find(file->game, strlen(file->game));
    char *text = make_text(game, file->ending, rng);
    char *altered = file->from != NULL ? replace(text, file->from, file->to) : NULL;
    char path[PATH_BYTES];
    made_path(file->name, path);
    write_file(path, altered != NULL ? altered : text);
    free(altered);
    free(text);
}

static pid_t maker; /* of the folder; its children end without removing it */

/* The tests leave other files there, too. */
static void remove_folder(void) {
    if (getpid() != maker) {
        return;
    }
    char command[sizeof made_folder + 8];
    snprintf(command, sizeof command, "rm -r %s", made_folder);
    (void)!system(command); /* NOLINT: mkdtemp made the name */
}

void make_files(const struct made_file *files, size_t n) {
    uint64_t rng = random_seed();
    assert_non_null(mkdtemp(made_folder));
    maker = getpid();
    atexit(remove_folder);
    for (size_t i = 0; i < n; i++) {
        make_file(&files[i], &rng);
    }
}

/* Cuts off the next word of *text; 'more than one word' has no quotes then.  NULL: there
 * is none. */
static char *next_word(char **text) {
    char *word = *text + strspn(*text, " ");
    const char *end = word[0] == '\'' ? "'" : " ";
    word += word[0] == '\'';
    *text = word + strcspn(word, end);
    if (**text != '\0') {
        *(*text)++ = '\0';
    }
    return word[0] != '\0' ? word : NULL;
}

void run_in_child(int (*run)(int argc, char **argv), const char *args, int fd) {
    char name[] = "command", words[ARGS_MAX * PATH_BYTES];
    char paths[ARGS_MAX][PATH_BYTES];
    char *argv[ARGS_MAX + 2] = {name}, *rest = words, *word;
    int argc = 1;
    snprintf(words, sizeof words, "%s", args);
    for (; (word = next_word(&rest)) != NULL && argc <= ARGS_MAX; argc++) {
        made_path(word, paths[argc - 1]);
        argv[argc] = paths[argc - 1];
    }
    if (word != NULL) {
        _exit(99); /* too many */
    }
    if (dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0) {
        _exit(99);
    }
    exit(run(argc, argv)); /* not _exit: leaks are detected at exit */
}

char *run_row(int (*run)(int argc, char **argv), const struct cli_row *row,
              const char *standard_input) {
    FILE *output = tmpfile();
    assert_non_null(output);
    fflush(NULL);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        char path[PATH_BYTES];
        made_path(standard_input, path);
        if (freopen(path, "r", stdin) == NULL) {
            _exit(99);
        }
        run_in_child(run, row->args, fileno(output));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    fseek(output, 0, SEEK_END);
    long len = ftell(output);
    char *said = calloc(1, (size_t)len + 1);
    assert_non_null(said);
    rewind(output);
    assert_int_equal(fread(said, 1, (size_t)len, output), len);
    fclose(output);
    if (strstr(said, row->said) == NULL) {
        fail_msg("it said: %s", said);
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), row->status);
    return said;
}
