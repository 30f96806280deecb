/* Command lines: what all commands share. */
#ifndef ALEA_CLIENT_NET_CLI_H
#define ALEA_CLIENT_NET_CLI_H

#include <getopt.h>

#include "client-cli/net/net.h"
#include "rules/game.h"

struct cli {
    const char *command;          /* its name: "bot" */
    const char *help;             /* what --help prints */
    const struct option *options; /* for getopt_long; 'h' is --help and -h */
    /* Takes one option, whose value is in optarg.  False after cli_refuse.  owner: from
     * cli_read.  NULL if --help is the only option. */
    bool (*take)(void *owner, int id);
};

/* What cli_read returns if the command can go on; anything else is its exit status. */
#define CLI_GO_ON (-1)
/* Every command's exit status for a wrong command line. */
#define CLI_WRONG 2

/* Reads the options of a command line; the other words start at argv[optind].  Returns
 * CLI_GO_ON; 0 after printing the help; CLI_WRONG after printing what is wrong. */
int cli_read(const struct cli *cli, int argc, char **argv, void *owner);
/* Prints on standard error what is wrong, and the wrong word of the command line; word
 * NULL: none.  Returns false. */
bool cli_refuse(const char *command, const char *what, const char *word);

/* Writes a word as a shell takes it, in quotes if it needs them. */
void cli_write_word(const char *word, struct text_out *out);
/* Whether a descriptor is a terminal that knows escape sequences. */
bool cli_takes_escapes(int fd);

/* Each of these reads one thing.  They return false after cli_refuse. */

/* The value of an option (optarg): a number from least to most. */
bool cli_number(const char *command, const char *option, unsigned least, unsigned most,
                unsigned *n);
/* A game with its options.  game: the same in canonical form. */
bool cli_game(const char *command, const char *text, char game[static GAME_TEXT_BYTES]);
/* At most one word is left: the address of a server; "" if there is none.  trust: see
 * net_address_read. */
bool cli_address(const char *command, int argc, char **argv, struct trust *trust,
                 struct net_address *address);
/* Exactly one word is left: the name of a file. */
bool cli_file(const char *command, int argc, char **argv, const char **file);

#endif
