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

#define CONFIG_OPTION_COUNT 35

extern const struct config_option config_options[CONFIG_OPTION_COUNT];

#endif
