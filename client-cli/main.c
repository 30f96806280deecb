/* alea: plays old board games on a server, and checks what the server says. */
#include <fcntl.h>
#include <locale.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/commands.h"
#include "client-cli/net/cli.h"
#include "proto/json/arena.h"
#include "tls/tls.h"
#include "view/page.h"

enum status { STATUS_GOOD, STATUS_BROKEN, STATUS_USAGE };

static const struct {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
    const char *help;
} commands[] = {
    {"play", cmd_play,
     "play a game:        alea play --local, or alea play [HOST[:PORT]]"},
    {"learn", cmd_learn, "learn a game:       alea learn royal-ur"},
    {"find", cmd_find, "find LAN servers:   alea find"},
    {"bot", cmd_bot, "let a bot play:     alea bot [HOST[:PORT]] --game royal-ur"},
    {"rules", cmd_rules, "the rules, offline: alea rules royal-ur"},
    {"verify", cmd_verify, "check a record:     alea verify FILE"},
    {"analyse", cmd_analyse, "luck and skill:     alea analyse FILE"},
    {"replay", cmd_replay, "watch a record:     alea replay FILE"},
    {"check-db", cmd_check_db, "check a database:   alea check-db FILE"},
    {"copy-db", cmd_copy_db, "copy a database:    alea copy-db FROM TO"},
    {"solve", cmd_solve, "perfect play:       alea solve royal-ur"},
    {"engine", cmd_engine, "for programs:       alea engine royal-ur"},
    {"match", cmd_match, "compare players:    alea match plain random"},
    {"train", cmd_train, "train a network:    alea train stelpur"},
    {"bench", cmd_bench, "load a server:      alea bench --rooms 50"},
};

#define N_COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(FILE *out) {
    struct page_text help;
    page_text_begin(&help);
    fputs("usage: alea COMMAND [ARGUMENT...]\n"
          "       alea    on a terminal: asks how you want to play\n"
          "\n"
          "Old board games for two, against people and bots.  The dice can be checked.\n"
          "\n",
          help.out);
    for (size_t i = 0; i < N_COMMANDS; i++) {
        fprintf(help.out, "  %-9s %s\n", commands[i].name, commands[i].help);
    }
    fputs("\nalea help COMMAND, or alea COMMAND --help (-h), tells you more.\n",
          help.out);
    fclose(help.out);
    cli_put_help(out, help.text);
    free(help.text);
}

/* The exit status of the program after a command; a failure if output was lost. */
static int status_of(int status) {
    bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    if (!is_written && status == STATUS_GOOD) {
        fputs(said("alea: cannot write to standard output\n"), stderr);
        return STATUS_BROKEN;
    }
    return status;
}

/* Fills the standard streams that our parent has closed, so that nothing else gets their
 * numbers.  Reading and writing them still fails. */
static void fill_standard_streams(void) {
    int fd;
    do {
        fd = open("/dev/null", O_WRONLY);
        if (fd == STDOUT_FILENO || fd == STDERR_FILENO) {
            close(fd);
            fd = open("/dev/null", O_RDONLY);
        }
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) {
        close(fd);
    }
}

int main(int argc, char **argv) {
    fill_standard_streams();
    proto_use_memory();
    tls_use_memory();
    setlocale(LC_CTYPE, ""); /* to find out whether the terminal uses UTF-8 */
    if (sodium_init() < 0) {
        fputs(said("alea: the system has no source of randomness\n"), stderr);
        return STATUS_BROKEN;
    }
    if (argc > 2 && strcmp(argv[1], "--lang") == 0) {
        if (lang_find(argv[2]) == LANG_COUNT || setenv(LANG_VARIABLE, argv[2], 1) != 0) {
            fputs("alea: --lang is en or fr\n", stderr);
            return STATUS_USAGE;
        }
        argv[2] = argv[0];
        argv += 2;
        argc -= 2;
    }
    const char *word = argc > 1 ? argv[1] : "";
    bool wants_help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
                      strcmp(word, "help") == 0;
    char help_option[] = "--help";
    char *help_argv[] = {argv[0], argc > 2 ? argv[2] : NULL, help_option, NULL};
    if (wants_help && argc > 2) { /* `help COMMAND` is the same as `COMMAND --help` */
        word = argv[2];
        argv = help_argv;
        argc = 3;
        wants_help = false;
    }
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(word, commands[i].name) == 0) {
            return status_of(commands[i].run(argc - 1, argv + 1));
        }
    }
    if (argc == 1 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        return status_of(cmd_start());
    }
    if (strcmp(word, "--version") == 0) {
        puts("alea " ALEA_VERSION);
        return status_of(STATUS_GOOD);
    }
    if (wants_help) {
        print_help(stdout);
        return status_of(STATUS_GOOD);
    }
    if (word[0] != '\0') {
        fprintf(stderr, said("alea: there is no command %s\n"), word);
    }
    print_help(stderr);
    return STATUS_USAGE;
}
