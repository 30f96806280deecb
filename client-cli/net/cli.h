/* What all commands share: command lines, texts, the directories of the user's files. */
#ifndef ALEA_CLIENT_NET_CLI_H
#define ALEA_CLIENT_NET_CLI_H

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/net/net.h"
#include "lang/lang.h"
#include "rules/game.h"

/* An option, and where its value goes: to `at`, the offset of a member of the owner.  Use
 * the macros below. */
struct cli_option {
    const char *name; /* without its dashes; NULL: the end of a table */
    enum cli_kind { CLI_OWN, CLI_FLAG, CLI_TEXT, CLI_NUMBER } kind;
    size_t at;
    unsigned least, most; /* CLI_NUMBER */
    int id;               /* CLI_OWN: for take */
    int has_value;        /* CLI_OWN: as in getopt_long */
};

/* Where a member is; it must have this type. */
#define CLI_AT(type, owner, member)                                                      \
    _Generic(&((owner *)0)->member, type * : offsetof(owner, member))
/* Sets a bool; keeps a text; reads a number from least to most. */
#define CLI_FLAG(name, owner, member)                                                    \
    { name, CLI_FLAG, CLI_AT(bool, owner, member), 0, 0, 0, no_argument }
#define CLI_TEXT(name, owner, member)                                                    \
    { name, CLI_TEXT, CLI_AT(const char *, owner, member), 0, 0, 0, required_argument }
#define CLI_NUMBER(name, owner, member, least, most)                                     \
    {                                                                                    \
        name, CLI_NUMBER, CLI_AT(unsigned, owner, member), least, most, 0,               \
            required_argument                                                            \
    }
/* Is for the command's own function, by this id. */
#define CLI_OWN(name, has_value, id)                                                     \
    { name, CLI_OWN, 0, 0, 0, id, has_value }

struct cli {
    const char *command;              /* its name: "bot" */
    const char *help;                 /* what --help and -h print */
    const struct cli_option *options; /* NULL: none but --help */
    /* Takes an option of CLI_OWN, whose value is in optarg.  False after cli_refuse.
     * owner: from cli_read. */
    bool (*take)(void *owner, int id);
};

/* Most options of a command. */
#define CLI_OPTIONS_MAX 32

/* What cli_read returns if the command can go on; anything else is its exit status. */
#define CLI_GO_ON (-1)
/* Every command's exit status for a wrong command line. */
#define CLI_WRONG 2

/* Reads the options of a command line; the other words start at argv[optind].  Returns
 * CLI_GO_ON; 0 after printing the help; CLI_WRONG after printing what is wrong. */
int cli_read(const struct cli *cli, int argc, char **argv, void *owner);
/* Writes what --help says, in the language of whoever reads it. */
void cli_put_help(FILE *out, const char *help);
/* Prints on standard error what went wrong, in the language of whoever reads it. */
void cli_tell(const char *command, const char *fault);
/* The same for a wrong command line, and its wrong word; word NULL: none.  Returns
 * false. */
bool cli_refuse(const char *command, const char *what, const char *word);
/* The same with the wrong word first, for faults that name no option. */
bool cli_refuse_word(const char *command, const char *word, const char *why);

/* Writes a word as a shell takes it, in quotes if it needs them. */
void cli_write_word(const char *word, struct text_out *out);
/* Whether a descriptor is a terminal that knows escape sequences. */
bool cli_takes_escapes(int fd);

/* Each of these reads one thing.  They return false after cli_refuse. */

/* The value of an option (optarg): a number from least to most. */
bool cli_number(const char *command, const char *option, unsigned least, unsigned most,
                unsigned *n);
/* A game with its options. */
bool cli_read_game(const char *command, const char *text, const struct game **game,
                   struct options *opt);
/* The same.  game: in canonical form. */
bool cli_game(const char *command, const char *text, char game[static GAME_TEXT_BYTES]);
/* At most one word is left: the address of a server; "" if there is none.  trust: see
 * net_address_read. */
bool cli_address(const char *command, int argc, char **argv, struct trust *trust,
                 struct net_address *address);
/* Exactly one word is left: the name of a file. */
bool cli_file(const char *command, int argc, char **argv, const char **file);

/* Returns a text in the language of whoever sits at this terminal (lang_of_environment).
 */
__attribute__((format_arg(1))) const char *said(const char *english);
/* The same for a text that printf made, such as why a connection is lost.  The caller
 * frees it. */
char *said_made(const char *english);

/* The user's home directory: $HOME, or what the system has.  Borrowed until the next
 * call; NULL: none. */
const char *home_dir(void);
/* $XDG_STATE_HOME/alea/NAME, or ~/.local/state/alea/NAME.  False if the environment has
 * neither variable, or the path is too long. */
bool state_dir_path(const char *name, char path[static PATH_MAX]);
/* As state_dir_path, for data files: $XDG_DATA_HOME/alea/NAME, or
 * ~/.local/share/alea/NAME. */
bool data_dir_path(const char *name, char path[static PATH_MAX]);
/* Creates a directory and its parents, for this user only.  Succeeds if it exists.  False
 * with errno. */
bool state_dir_make(const char *dir);

/* Progress of long work, on standard error: a bar on a terminal, elsewhere a line for
 * each tenth. */
struct progress {
    bool has_bar;        /* standard error is a terminal */
    double started;      /* fraction done by an earlier run */
    uint64_t started_ms; /* monotonic */
    uint64_t shown_ms;   /* when the bar was last drawn, monotonic */
    unsigned tenths;     /* tenths printed so far */
};

/* fraction: the part of the work done by an earlier run, 0..1. */
void progress_begin(struct progress *progress, double fraction);
/* fraction: the part of the work done so far, 0..1.  Cheap enough to call often. */
void progress_show(struct progress *progress, double fraction);
/* Removes the bar.  Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

#endif
