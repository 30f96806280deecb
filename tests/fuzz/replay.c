/* The main function of a fuzz target without libFuzzer.  Runs the files on the command
 * line, or every file of the target's corpus and then random mutations of them
 * (ALEA_ROUNDS: how many; 0: none). */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#define CORPUS_DIR      "build/corpus"
#define PATH_BYTES      256
#define INPUT_BYTES_MAX 65536

/* Mutated inputs to try, unless the target wants fewer. */
#define ROUNDS 1000
/* Most mutations of one input. */
#define CHANGES_MAX 6
/* A file that is named after what it reaches is a separate test; files named by
 * libFuzzer, with their SHA-1, are one test together. */
#define HASH_BYTES 40
#define INPUTS_MAX 4096

/* A file of the corpus; the row of a test. */
struct input {
    const char *path; /* owned */
    char *bytes;      /* owned */
    size_t len;
};

static struct input inputs[INPUTS_MAX]; /* those with descriptive names first */
static size_t n_inputs, n_named;

/* --- runs an input, and saves it if the target aborts --- */

static char crash_path[PATH_BYTES];
static struct fuzz_in tried;

static void keep_input(int number) {
    int fd = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0 && write(fd, tried.at, tried.len) == (ssize_t)tried.len) {
        dprintf(STDERR_FILENO, "the input is in %s:\n%.*s\n", crash_path, (int)tried.len,
                tried.at);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Makes sanitizers call abort() as well. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1";
}

static void try_input(const char *bytes, size_t len) {
    char *copy = fuzz_copy(bytes, len);
    tried = (struct fuzz_in){copy, len};
    LLVMFuzzerTestOneInput((const uint8_t *)copy, len);
    free(copy);
}

/* --- random mutations --- */

struct changing {
    char bytes[INPUT_BYTES_MAX];
    size_t len;
    uint64_t rng;
};

static size_t below(struct changing *c, size_t n) {
    return random_below(&c->rng, (unsigned)n);
}

/* Replaces n_old bytes by n others, if there is room. */
static void replace(struct changing *c, size_t at, size_t n_old, const char *with,
                    size_t n) {
    size_t tail = c->len - at - n_old;
    if (at + n + tail > sizeof c->bytes) {
        return;
    }
    char copy[32];
    assert(n <= sizeof copy);
    memcpy(copy, with, n);
    memmove(c->bytes + at + n, c->bytes + at + n_old, tail);
    memcpy(c->bytes + at, copy, n);
    c->len = at + n + tail;
}

/* Replaces some bytes by some of another input, or by a random byte; either may be
 * empty. */
static void change(struct changing *c) {
    size_t at = below(c, c->len + 1);
    size_t n_old = below(c, 1 + below(c, 16));
    n_old = n_old < c->len - at ? n_old : c->len - at;
    if (below(c, 3) == 0) {
        char byte = (char)below(c, 256);
        replace(c, at, n_old > 0, &byte, 1);
        return;
    }
    const struct input *other = &inputs[below(c, n_inputs)];
    size_t from = below(c, other->len + 1);
    size_t n = below(c, 1 + below(c, 32));
    n = n < other->len - from ? n : other->len - from;
    replace(c, at, n_old, other->bytes + from, n);
}

static void change_some(struct changing *c) {
    for (size_t n = 1 + below(c, CHANGES_MAX); n > 0; n--) {
        change(c);
    }
    if (LLVMFuzzerCustomMutator != NULL) {
        c->len = LLVMFuzzerCustomMutator((uint8_t *)c->bytes, c->len, sizeof c->bytes,
                                         (unsigned)random_next(&c->rng));
    }
}

static unsigned n_rounds(void) {
    const char *text = getenv("ALEA_ROUNDS");
    unsigned usual = fuzz_rounds != NULL ? fuzz_rounds() : ROUNDS;
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : usual;
}

static void test_changes(void **state) {
    static struct changing c;
    c.rng = random_seed();
    for (unsigned n = n_rounds(); n > 0; n--) {
        const struct input *input = &inputs[below(&c, n_inputs)];
        memcpy(c.bytes, input->bytes, input->len);
        c.len = input->len;
        change_some(&c);
        try_input(c.bytes, c.len);
    }
}

/* --- files --- */

static void test_file(void **state) {
    const struct input *input = table_row(state);
    try_input(input->bytes, input->len);
}

static void test_learned(void **state) {
    for (size_t i = n_named; i < n_inputs; i++) {
        try_input(inputs[i].bytes, inputs[i].len);
    }
}

static bool is_hash(const char *name) {
    return strlen(name) == HASH_BYTES && strspn(name, "0123456789abcdef") == HASH_BYTES;
}

static void add_file(const char *path) {
    static char bytes[INPUT_BYTES_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert(n_inputs < INPUTS_MAX);
    inputs[n_inputs++] =
        (struct input){.path = strdup(path), .bytes = fuzz_copy(bytes, len), .len = len};
}

/* Adds the files of a directory: those named by libFuzzer, or the others. */
static void add_files(const char *dir, bool learned) {
    struct dirent **entries;
    int n = scandir(dir, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[2 * PATH_BYTES];
        const char *name = entries[i]->d_name;
        snprintf(path, sizeof path, "%s/%s", dir, name);
        if (name[0] != '.' && is_hash(name) == learned) {
            add_file(path);
        }
        free(entries[i]);
    }
    if (n >= 0) {
        free(entries);
    }
}

static void add_corpus(const char *name) {
    char dir[PATH_BYTES];
    snprintf(dir, sizeof dir, "%s/%s", CORPUS_DIR, name);
    add_files(dir, false);
    n_named = n_inputs;
    add_files(dir, true);
}

static void drop_files(void) {
    for (size_t i = 0; i < n_inputs; i++) {
        free((void *)(uintptr_t)inputs[i].path);
        free(inputs[i].bytes);
    }
}

/* The name of the target: what follows "fuzz_" in the name of the program. */
static const char *target_name(const char *program) {
    const char *slash = strrchr(program, '/');
    const char *base = slash != NULL ? slash + 1 : program;
    return strncmp(base, "fuzz_", 5) == 0 ? base + 5 : base;
}

int main(int argc, char **argv) {
    const struct CMUnitTest others[] = {cmocka_unit_test(test_learned),
                                        cmocka_unit_test(test_changes)};
    const char *name = target_name(argv[0]);
    snprintf(crash_path, sizeof crash_path, "%s.crash", argv[0]);
    signal(SIGABRT, keep_input);
    for (int i = 1; i < argc; i++) {
        add_file(argv[i]);
    }
    n_named = n_inputs;
    if (argc == 1) {
        add_corpus(name);
    }
    int failed = n_inputs == 0;
    failed += table_run(name, test_file, inputs, n_named, sizeof inputs[0]);
    if (argc == 1 && n_inputs > 0) {
        failed += cmocka_run_group_tests_name(name, others, NULL, NULL);
    }
    drop_files();
    return failed;
}
