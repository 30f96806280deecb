/* Runs a command of alea in a child process, and collects its output. */
#ifndef ALEA_TESTS_UNIT_CLIENT_RUN_CMD_H
#define ALEA_TESTS_UNIT_CLIENT_RUN_CMD_H

#include "tests/unit/client/records.h"

#define ARGS_MAX   8
#define PATH_BYTES 64

/* A command line, and its expected result. */
struct cli_row {
    const char *name;
    const char *args; /* with blanks between them, or in ''; "@NAME" is a made file */
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
/* Makes them, and removes them at the end with all that was made there. */
void make_files(const struct made_file *files, size_t n);
/* Runs a command with arguments, sends all its output to fd, and exits. */
void run_in_child(int (*run)(int argc, char **argv), const char *args, int fd);
/* Runs a row with standard input from a file, which may be "@NAME", and checks the
 * result. Returns the output, owned. */
char *run_row(int (*run)(int argc, char **argv), const struct cli_row *row,
              const char *standard_input);

#endif
