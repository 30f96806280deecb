/* The options of alead: one table for the command line, the file of --config, --help and
 * --check-config.  A new option is a row in option.c. */
#ifndef ALEA_SERVER_CONFIG_OPTION_H
#define ALEA_SERVER_CONFIG_OPTION_H

#include <stdio.h>

#include "server/config/config.h"
#include "view/page.h"

enum {
    OPTION_IN_FILE = 1, /* may be a key of the file */
    OPTION_REPEATS = 2, /* may be given several times, each time adding a value */
    OPTION_FIRST = 4,   /* read before the others, and before the file */
    OPTION_ONCE = 8,    /* must not be given twice on the command line */
    OPTION_USUAL = 16,  /* in the short --help */
};

/* The type, and the C type that it sets in struct config. */
enum value_type {
    VALUE_FLAG,      /* bool; the command line has no value, the file yes or no */
    VALUE_NUMBER,    /* int, 0 to option->most */
    VALUE_CHOICE,    /* an enum: the index of one of option->words */
    VALUE_PATH,      /* char[PATH_BYTES]; "" if not set */
    VALUE_TITLE,     /* char[TITLE_BYTES] */
    VALUE_ENDPOINT,  /* char[ENDPOINT_BYTES]; "" if not set */
    VALUE_TRUNK,     /* char[ENDPOINT_BYTES], also a path; "" if not set */
    VALUE_ENDPOINTS, /* struct texts */
    VALUE_ORIGINS,   /* struct texts */
    VALUE_NETWORKS,  /* struct networks */
    VALUE_WELCOME,   /* struct welcome */
    VALUE_HOST,      /* char[FRONT_HOST_BYTES]; "" if not set */
    VALUE_NODE,      /* char[NODE_NAME_BYTES]; "" if not set */
    VALUE_KEEP,      /* struct keep_rule */
    VALUE_OPERATOR,  /* struct hub_config: operators */
    VALUE_BOT,       /* struct hub_config: bots */
    VALUE_LIMIT,     /* struct limits */
    VALUE_TYPE_COUNT
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

/* --- values: value.c --- */

/* Sets the value of an option; NULL: a flag on the command line.  False if it is invalid;
 * fault says what is valid, and config may hold a part of the value. */
bool value_read(const struct config_option *option, struct config *config,
                const char *value, char fault[static FAULT_BYTES]);
/* Writes the value as lines of the file; none if it is not set. */
void value_write(const struct config_option *option, const struct config *config,
                 FILE *out);

/* Sets every limit to its default. */
void config_set_limits(struct limits *limits);
/* Prints the limits with their defaults, for --help limits. */
void config_print_limits(struct page *page);
/* Adds a value, which must be valid; the list must have room. */
void value_add_text(struct texts *list, const char *text);

/* --- the file of --config: lines KEY = VALUE (file.c) --- */

/* Largest file of --config, in bytes: a thousand lines, with comments. */
#define CONFIG_FILE_BYTES 65536

/* Reads the file into config.  False: *line, from 1, is invalid (0: the whole file), and
 * fault says what is valid. */
bool config_file_read(struct config *config, const char *path, unsigned *line,
                      char fault[static FAULT_BYTES]);

#endif
