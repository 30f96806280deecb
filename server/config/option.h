/* The options of alead: one table for the command line, for the file of --config and for
 * --help. */
#ifndef ALEA_SERVER_CONFIG_OPTION_H
#define ALEA_SERVER_CONFIG_OPTION_H

#include <stdio.h>

#include "server/config/config.h"

/* What an option is besides its name and value. */
enum {
    OPTION_IN_FILE = 1, /* a key of the file, too */
    OPTION_REPEATS = 2, /* may be given more than once */
    OPTION_FIRST = 4,   /* counts before the others: what is asked for, and the file */
};

struct config_option {
    const char *name; /* without dashes */
    const char *arg;  /* what its value is called; NULL: it takes none */
    unsigned flags;
    const char *help; /* lines, each ended by a line feed */
    /* Takes a value.  False, with what is right, when it is wrong; the config may then
     * hold a part of it.  NULL: it takes none; in the file that is yes or no. */
    bool (*read)(struct config *config, const char *value,
                 char fault[static FAULT_BYTES]);
    /* Writes what is set as lines of the file; NULL: not for the file. */
    void (*write)(const struct config *config, FILE *out);
    size_t flag; /* without a value: where in struct config the bool is that it sets */
};

enum {
    OPT_CONFIG,
    OPT_CHECK,
    OPT_LISTEN,
    OPT_TLS_LISTEN,
    OPT_TLS_CERT,
    OPT_TLS_KEY,
    OPT_METRICS,
    OPT_TITLE,
    OPT_DB,
    OPT_DURABILITY,
    OPT_KEEP_GAMES,
    OPT_PLAIN_PASSWORDS,
    OPT_NO_DISCOVERY,
    OPT_OPERATOR,
    OPT_OPERATOR_LOCAL,
    OPT_BOT,
    OPT_WELCOME,
    OPT_LOG,
    OPT_LIMIT,
    OPT_READY,
    OPT_HELP,
    OPT_VERSION,
    CONFIG_OPTION_COUNT
};

extern const struct config_option config_options[CONFIG_OPTION_COUNT];

/* Sets every limit to its default. */
void config_set_limits(struct limits *limits);
/* The limits with their defaults, for people. */
void config_print_limits(FILE *out);

#endif
