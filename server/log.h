/* Log lines on standard error: time, level, event, then key=value fields. */
#ifndef ALEA_SERVER_LOG_H
#define ALEA_SERVER_LOG_H

#define LOG_LEVELS(X)                                                                    \
    X(LOG_ERROR, "error") /* the host must act */                                        \
    X(LOG_WARN, "warn")   /* something is not as it should be; alead copes */            \
    X(LOG_INFO, "info")   /* start, stop, games begun and ended */                       \
    X(LOG_DEBUG, "debug") /* connections, faults of peers */

enum log_level {
#define X(id, name) id,
    LOG_LEVELS(X)
#undef X
        LOG_LEVEL_COUNT
};

struct log {
    enum log_level level; /* the least important level that is written */
};

const char *log_level_name(enum log_level level);
/* Writes one line if level is important enough.  format makes "event key=value ...";
 * nothing secret, and nothing that a peer sent without cleaning, belongs into it. */
void log_line(const struct log *log, enum log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
