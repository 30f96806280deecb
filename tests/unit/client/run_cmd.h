/* Runs a command of alea in a child process, and collects its output. */
#ifndef ALEA_TESTS_UNIT_CLIENT_RUN_CMD_H
#define ALEA_TESTS_UNIT_CLIENT_RUN_CMD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/support/random_record.h"

#define ARGS_MAX   5
#define PATH_BYTES 64

/* A command line, and its expected result. */
struct cli_row {
    const char *name;
    const char *args[ARGS_MAX + 1]; /* ends with NULL; "@NAME" is a made file */
    int status;
    const char *said; /* part of the output */
};

/* A file that a test makes; "@NAME" in the arguments means its path. */
struct made_file {
    const char *name;
    const char *game;
    enum ending ending;
    const char *from, *to; /* a change to the record, ' for "; NULL: none */
};

/* Directory of the made files; set by make_files. */
extern char made_folder[sizeof "/tmp/alea-test-XXXXXX"];

/* The path for an argument: of a made file, or itself. */
void made_path(const char *arg, char path[static PATH_BYTES]);
void make_files(const struct made_file *files, size_t n);
int remove_files(const struct made_file *files, size_t n);
/* Runs a command with arguments, sends all its output to fd, and exits. */
void run_in_child(int (*run)(int argc, char **argv), const char *const *args, int fd);
/* Runs a row with standard input from a file, and checks the result.  Returns the output,
 * owned. */
char *run_row(int (*run)(int argc, char **argv), const struct cli_row *row,
              const char *standard_input);

#endif
