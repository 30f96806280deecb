/* A stream that never waits for its reader: what is dropped, and what is said of it. */
#include "mem/lossy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mem/mem.h"
#include "tests/unit/test.h"

/* Longer than a slow machine needs. */
#define LONG_MS 30000
/* More than the pipe, what is being written, and what waits. */
#define LINES_MANY 30000

static size_t write_gap(char text[static LOSSY_GAP_BYTES], size_t n) {
    return (size_t)snprintf(text, LOSSY_GAP_BYTES, "gap %zu\n", n);
}

struct line_pipe {
    int end[2];
    struct lossy *lossy;
    FILE *in;
};

static void open_pipe(struct line_pipe *pipes) {
    assert_int_equal(pipe(pipes->end), 0);
    pipes->lossy = lossy_open(pipes->end[1], write_gap);
    assert_non_null(pipes->lossy);
    pipes->in = fdopen(pipes->end[0], "r");
}

static void close_pipe(struct line_pipe *pipes) {
    close(pipes->end[1]);
    fclose(pipes->in);
}

static void expect_line(struct line_pipe *pipes, const char *expected) {
    char line[80];
    assert_non_null(fgets(line, sizeof line, pipes->in));
    assert_string_equal(line, expected);
}

TEST(test_all_lines) {
    struct line_pipe pipes;
    open_pipe(&pipes);
    fputs("one\n", lossy_stream(pipes.lossy));
    expect_line(&pipes, "one\n");
    fputs("two\nthree\n", lossy_stream(pipes.lossy));
    lossy_close(pipes.lossy, LONG_MS);
    expect_line(&pipes, "two\n");
    expect_line(&pipes, "three\n");
    close_pipe(&pipes);
}

/* Each gap has the right number, and is told without another line. */
TEST(test_a_gap) {
    struct line_pipe pipes;
    char line[80];
    unsigned n = 0, next, gap, n_gaps = 0;
    open_pipe(&pipes);
    for (unsigned i = 0; i < LINES_MANY; i++) {
        fprintf(lossy_stream(pipes.lossy), "line %u\n", i);
    }
    while (n < LINES_MANY && fgets(line, sizeof line, pipes.in) != NULL) {
        if (sscanf(line, "line %u", &next) == 1) {
            assert_int_equal(next, n);
            n++;
        } else {
            assert_int_equal(sscanf(line, "gap %u", &gap), 1);
            n += gap;
            n_gaps++;
        }
    }
    assert_int_equal(n, LINES_MANY);
    assert_true(n_gaps > 0);
    fputs("after\n", lossy_stream(pipes.lossy));
    expect_line(&pipes, "after\n");
    lossy_close(pipes.lossy, LONG_MS);
    close_pipe(&pipes);
}

/* lossy_close gives up; what waits is lost. */
TEST(test_nobody_reads) {
    struct line_pipe pipes;
    open_pipe(&pipes);
    for (unsigned i = 0; i < LINES_MANY; i++) {
        fprintf(lossy_stream(pipes.lossy), "line %u\n", i);
    }
    lossy_wait(pipes.lossy, 1);
    lossy_close(pipes.lossy, 1);
    expect_line(&pipes, "line 0\n");
    /* Lets the thread, which has nothing left to write to, end. */
    char byte;
    while (read(pipes.end[0], &byte, 1) == 1 && byte != 'g') {
    }
    close_pipe(&pipes);
}

TEST(test_a_reader_that_is_gone) {
    struct line_pipe pipes;
    open_pipe(&pipes);
    fclose(pipes.in);
    fputs("one\n", lossy_stream(pipes.lossy));
    lossy_wait(pipes.lossy, LONG_MS);
    fputs("two\n", lossy_stream(pipes.lossy));
    lossy_close(pipes.lossy, LONG_MS); /* no SIGPIPE */
    close(pipes.end[1]);
}
