/* Running out of memory ends the program with its exit status and one line; a growing
 * buffer keeps its content. */
#include "mem/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/test.h"

/* Without this, the address sanitizer would end the program. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* More than there is; not a constant, because the compiler would notice. */
static volatile size_t too_much = SIZE_MAX / 4;

static void want_new(void) {
    free(mem_new(too_much, 2));
}

static void want_more(void) {
    free(mem_grow(NULL, too_much, 2));
}

static void want_bytes(void) {
    free(mem_alloc(too_much));
}

static void want_more_bytes(void) {
    free(mem_realloc(NULL, too_much));
}

static void want_nothing_there(void) {
    mem_checked(NULL);
}

static const struct row {
    const char *name;
    void (*want)(void);
} rows[] = {
    {"mem_new", want_new},
    {"mem_grow", want_more},
    {"mem_alloc", want_bytes},
    {"mem_realloc", want_more_bytes},
    {"mem_checked", want_nothing_there},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    int says[2], status;
    char said[2048] = "";
    assert_int_equal(pipe(says), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(says[1], STDERR_FILENO);
        row->want();
        _exit(0);
    }
    close(says[1]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    size_t len = 0;
    for (ssize_t n; len < sizeof said - 1 &&
                    (n = read(says[0], said + len, sizeof said - 1 - len)) > 0;) {
        len += (size_t)n;
    }
    close(says[0]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), MEM_EXIT_CODE);
    static const char line[] = "alea: out of memory\n"; /* a sanitizer prints more than
                                                         * this line */
    assert_true(len >= strlen(line));
    assert_string_equal(said + len - strlen(line), line);
}

TEST(nothing_is_something) {
    void *p = mem_alloc(0);
    assert_non_null(p);
    p = mem_realloc(p, 10);
    assert_non_null(p);
    assert_null(mem_realloc(p, 0));
}

TEST(a_text_grows) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    assert_int_equal(len, 0);
    assert_string_equal(text, "");
    for (unsigned i = 0; i < 5000; i++) {
        fprintf(out, "%04u ", i);
        if (i == 1) {
            fflush(out);
            assert_string_equal(text, "0000 0001 ");
            assert_int_equal(len, 10);
        }
        assert_int_equal(ftell(out), 5 * (i + 1));
    }
    assert_int_equal(fclose(out), 0);
    assert_int_equal(len, 25000);
    assert_int_equal(strlen(text), len);
    for (unsigned i = 0; i < 5000; i++) {
        assert_int_equal(strtoul(text + (size_t)5 * i, NULL, 10), i);
    }
    free(text);
}

TEST(a_text_of_nothing) {
    char *text;
    size_t len;
    assert_int_equal(fclose(mem_stream(&text, &len)), 0);
    assert_int_equal(len, 0);
    assert_string_equal(text, "");
    free(text);
}
