/* What is kept of finished games, as --keep-games says it.  Pure. */
#ifndef ALEA_SERVER_STORE_KEEP_H
#define ALEA_SERVER_STORE_KEEP_H

#include <stdint.h>

#include "rules/text.h"

/* How it is written. */
#define KEEP_FORM                                                                        \
    "games are kept always, for so many days (365d), in so many bytes (500M, 2G), or "   \
    "both (365d,2G)"
#define KEEP_DAYS_MAX 36500

#define KEEP_BYTES_MAX (INT64_C(1) << 50)
/* By default. */
#define KEEP_BYTES (INT64_C(2) << 30)

struct keep_rule {
    int64_t days;  /* 0: however old */
    int64_t bytes; /* used in the file by everything there is; 0: however many */
};

/* Reads "always", "365d", "2G", "500M" or "365d,2G".  False: it is none of them. */
bool keep_read(struct keep_rule *rule, const char *text);
void keep_write(const struct keep_rule *rule, struct text_out *out);

#endif
