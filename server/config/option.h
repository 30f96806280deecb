/* The options of alead: one table for the command line, the file of --config, --help and
 * --check-config.  A new option is a row in option.c. */
#ifndef ALEA_SERVER_CONFIG_OPTION_H
#define ALEA_SERVER_CONFIG_OPTION_H

#include "server/config/value.h"

enum {
    OPTION_IN_FILE = 1, /* may be a key of the file */
    OPTION_REPEATS = 2, /* may be given several times, each time adding a value */
    OPTION_FIRST = 4,   /* read before the others, and before the file */
    OPTION_ONCE = 8,    /* must not be given twice on the command line */
    OPTION_USUAL = 16,  /* in the short --help */
};

struct config_option {
    const char *name; /* without dashes */
    const char *arg;  /* name of its value in --help; NULL: it takes none */
    unsigned flags;
    const char *help; /* lines, each ended by a line feed */
    enum value_type type;
    size_t at;                /* offset in struct config of what it sets */
    const char *form;         /* the valid form; for VALUE_NUMBER and VALUE_CHOICE */
    const char *const *words; /* VALUE_CHOICE: by number; NULL-terminated */
    int most;                 /* VALUE_NUMBER */
};

enum {
    OPT_CONFIG,
    OPT_CHECK,
    OPT_LISTEN,
    OPT_TLS_LISTEN,
    OPT_WEB_LISTEN,
    OPT_WEB_TLS_LISTEN,
    OPT_WEB_ORIGIN,
    OPT_PROXY_FROM,
    OPT_TLS_CERT,
    OPT_TLS_KEY,
    OPT_METRICS,
    OPT_HUB_METRICS,
    OPT_TITLE,
    OPT_DB,
    OPT_STORE,
    OPT_STORE_PASSWORD,
    OPT_NODE,
    OPT_TRUNK_LISTEN,
    OPT_FRONT,
    OPT_TRUNK_KEY,
    OPT_ANNOUNCE,
    OPT_DURABILITY,
    OPT_KEEP_GAMES,
    OPT_PLAIN_PASSWORDS,
    OPT_NO_DISCOVERY,
    OPT_OPERATOR,
    OPT_OPERATOR_LOCAL,
    OPT_BOT,
    OPT_RATED_LEVELS,
    OPT_WELCOME,
    OPT_LOG,
    OPT_LIMIT,
    OPT_READY,
    OPT_HELP,
    OPT_VERSION,
    CONFIG_OPTION_COUNT
};

extern const struct config_option config_options[CONFIG_OPTION_COUNT];

#endif
