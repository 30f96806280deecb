/* Options of a game: `tablut:king=unarmed,throne=hostile` <-> struct options. */
#ifndef ALEA_RULES_OPTIONS_H
#define ALEA_RULES_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/text.h"

/* Most options of a game, with legs=. */
#define OPTIONS_MAX 6
/* Longest option list as text, with its NUL: tablut's six. */
#define OPTIONS_TEXT_BYTES 80

/* Most values of an option. */
#define OPTION_VALUES_MAX 4

/* An option of a game.  The first value is the default.  The array of a game's options
 * ends with a row whose name is NULL. */
struct option_kind {
    const char *name;                      /* "king" */
    const char *values[OPTION_VALUES_MAX]; /* "armed", "unarmed"; then NULL */
    const char *help;                      /* one line: what it changes */
};

/* The option that every game has: the number of games in a match, the default first.
 * Rooms use it; the rules do not. */
#define OPTION_LEGS(usual, other)                                                        \
    { "legs", {usual, other}, "games in a match, with sides exchanged" }
/* Ends an array of options. */
#define OPTIONS_END                                                                      \
    { NULL, {NULL}, NULL }

/* Of games that have no other option: one game, or two. */
extern const struct option_kind options_legs[];

/* The value of each option, as an index into its values, in the order of the table. */
struct options {
    uint8_t value[OPTIONS_MAX];
};

/* Reads "king=unarmed,throne=hostile" in any order; other options get their defaults.
 * False, with a fault that lists the known options, if an option or value is unknown,
 * repeated or empty, or the text is empty. */
bool options_read(const struct option_kind *kinds, struct text_in *in,
                  struct options *opt);
/* Returns the number of its values. */
unsigned option_values(const struct option_kind *kind);
/* Writes the values, "7|5|3|2". */
void option_values_write(const struct option_kind *kind, struct text_out *out);
/* Writes the options that differ from their defaults, in the order of the table; "":
 * none. */
void options_write(const struct option_kind *kinds, const struct options *opt,
                   struct text_out *out);

/* Whether games with these options have the same rules: all options but legs= agree. */
bool options_same_rules(const struct option_kind *kinds, const struct options *a,
                        const struct options *b);

#endif
