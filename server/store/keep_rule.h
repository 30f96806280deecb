/* Which finished games are kept: the value of --keep-games.  Pure. */
#ifndef ALEA_SERVER_STORE_KEEP_RULE_H
#define ALEA_SERVER_STORE_KEEP_RULE_H

#include <stdint.h>

#include "rules/text.h"

/* For messages about a wrong value. */
#define KEEP_FORM                                                                        \
    "games are kept always, for so many days (365d), in so many bytes (500M, 2G), or "   \
    "both (365d,2G)"
#define KEEP_DAYS_MAX 36500

#define KEEP_BYTES_MAX (INT64_C(1) << 50)
/* The default. */
#define KEEP_BYTES (INT64_C(2) << 30)

struct keep_rule {
    int64_t days;  /* maximum age; 0: no limit */
    int64_t bytes; /* maximum used in the file by everything; 0: no limit */
};

/* Reads "always", "365d", "2G", "500M" or "365d,2G".  False: wrong; rule is unchanged. */
bool keep_rule_read(struct keep_rule *rule, const char *text);
/* Appends it in the same form. */
void keep_rule_write(const struct keep_rule *rule, struct text_out *out);

#endif
