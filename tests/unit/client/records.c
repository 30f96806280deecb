#include "tests/unit/client/records.h"

#include "tests/support/file.h"

#include "tests/support/json.h"

enum verdict verify_text(const char *text, size_t len, char *fault) {
    struct record record;
    struct verification v = {.verdict = VERDICT_WRONG};
    if (!record_from_json(text, len, &record, fault)) {
        assert_int_not_equal(fault[0], '\0');
        return VERDICT_WRONG;
    }
    verify_record(&record, &v);
    record_fini(&record);
    snprintf(fault, VERIFY_FAULT_BYTES, "%s", v.fault);
    return v.verdict;
}

/* Runs the Python example for each path on its input, and writes how it ended; starting
 * Python for each record would take longer than all of them do. */
static const char examiner[] =
    "import contextlib, io, runpy, sys\n"
    "for path in iter(sys.stdin.readline, ''):\n"
    "    sys.argv, status = ['" PYTHON "', path.rstrip()], 0\n"
    "    with contextlib.redirect_stdout(io.StringIO()):\n"
    "        try: runpy.run_path('" PYTHON "', run_name='__main__')\n"
    "        except SystemExit as end: status = end.code or 0\n"
    "    print(status, flush=True)\n";

/* Starts it at the first call; it ends with this program, as its input does. */
static void ask_examiner(const char *path, int *status) {
    static FILE *to, *from;
    if (to == NULL) {
        int in[2], out[2];
        assert_int_equal(pipe(in), 0);
        assert_int_equal(pipe(out), 0);
        pid_t child = fork();
        assert_int_not_equal(child, -1);
        if (child == 0) {
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            close(in[1]);
            execlp("python3", "python3", "-c", examiner, (char *)NULL);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to = fdopen(in[1], "w");
        from = fdopen(out[0], "r");
    }
    fprintf(to, "%s\n", path);
    assert_int_equal(fflush(to), 0);
    assert_int_equal(fscanf(from, "%d", status), 1);
}

enum verdict verify_in_python(const char *text, size_t len) {
    char path[] = "/tmp/alea-test-XXXXXX";
    int fd = mkstemp(path);
    assert_int_not_equal(fd, -1);
    assert_int_equal(write(fd, text, len), (ssize_t)len);
    close(fd);
    int status;
    ask_examiner(path, &status);
    unlink(path);
    switch (status) {
    case 0: return VERDICT_GOOD;
    case 1: return VERDICT_WRONG;
    case 3: return VERDICT_UNFINISHED;
    default: fail_msg("%s: exit status %d", PYTHON, status);
    }
    return VERDICT_WRONG;
}

char *make_text(const struct game *game, enum ending ending, uint64_t *rng) {
    struct record record;
    make_record(&(struct plan){.game = game, .ending = ending}, rng, &record);
    char *text = record_to_json(&record);
    record_fini(&record);
    return text;
}

char *read_example(void) {
    return read_file(EXAMPLE);
}

char *replace(const char *text, const char *from, const char *to) {
    from = json(from);
    to = json(to);
    const char *at = strstr(text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    size_t size = strlen(text) + strlen(to) + 1;
    char *replaced = malloc(size);
    assert_non_null(replaced);
    snprintf(replaced, size, "%.*s%s%s", (int)before, text, to, at + strlen(from));
    return replaced;
}
