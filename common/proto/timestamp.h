/* Unix time as "2026-11-21T01:02:03Z". */
#ifndef ALEA_PROTO_TIMESTAMP_H
#define ALEA_PROTO_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

/* Size of a timestamp, with its NUL. */
#define TIMESTAMP_BYTES 21

/* The last second of the year 9999. */
#define TIMESTAMP_MAX_S INT64_C(253402300799)

/* Writes Unix time, 0 to TIMESTAMP_MAX_S, as a timestamp. */
void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]);
/* Reads exactly this form.  False: another form, or a day or hour that does not exist. */
bool timestamp_read(const char *text, int64_t *time_s);

#endif
