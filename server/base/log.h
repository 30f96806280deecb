/* Log lines: time, level, event, then key=value fields. */
#ifndef ALEA_SERVER_BASE_LOG_H
#define ALEA_SERVER_BASE_LOG_H

#include <stdio.h>

#define LOG_LEVELS(X)                                                                    \
    X(LOG_ERROR, "error") /* the host must act */                                        \
    X(LOG_WARN, "warn")   /* something is wrong; alead copes */                          \
    X(LOG_INFO, "info")   /* start, stop, games begun and ended */                       \
    X(LOG_DEBUG, "debug") /* connections, faults of peers */

enum log_level {
#define X(id, name) id,
    LOG_LEVELS(X)
#undef X
        LOG_LEVEL_COUNT
};

struct log {
    enum log_level level; /* least important level that is written */
    FILE *out;            /* borrowed; NULL: standard error, which may block */
};

const char *log_level_name(enum log_level level);
/* Longest result of log_quote, with its NUL: a path, or a sentence. */
#define LOG_QUOTED_BYTES 320
/* Quotes any text for a value: escapes \" and \\, writes control characters as \n or
 * \x1b, and cuts long text.  Returns out. */
const char *log_quote(char out[static LOG_QUOTED_BYTES], const char *text);
/* The same, in memory that lives as long as the enclosing block. */
#define LOG_QUOTED(text) log_quote((char[LOG_QUOTED_BYTES]){0}, (text))

/* Longest line, with its end and a NUL. */
#define LOG_LINE_BYTES 1100
/* Writes a line with its end.  Returns its length. */
size_t log_format(char line[static LOG_LINE_BYTES], enum log_level level,
                  const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes one line if level is important enough.  format is "event key=value ...",
 * documented in docs/operating.md (a test compares).  Pass values that may have spaces or
 * come from outside through LOG_QUOTED.  Never log a secret. */
void log_line(const struct log *log, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
