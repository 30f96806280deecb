/* The types of option values: one reader and one writer for each. */
#ifndef ALEA_SERVER_CONFIG_VALUE_H
#define ALEA_SERVER_CONFIG_VALUE_H

#include <stdio.h>

#include "server/config/config.h"
#include "view/page.h"

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

struct config_option;

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

#endif
