#include "server/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

const char *log_level_name(enum log_level level) {
    static const char *const names[] = {
#define X(id, name) [id] = (name),
        LOG_LEVELS(X)
#undef X
    };
    return names[level];
}

const char *log_quote(char out[static LOG_QUOTED_BYTES], const char *text) {
    size_t len = 0;
    out[len++] = '"';
    for (; *text != '\0' && len + sizeof "\\x1b\"" <= LOG_QUOTED_BYTES; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\n') {
            out[len++] = '\\';
            out[len++] = 'n';
        } else if (c < ' ' || c == 0x7F) {
            len += (size_t)snprintf(out + len, LOG_QUOTED_BYTES - len, "\\x%02x", c);
        } else {
            if (c == '"' || c == '\\') {
                out[len++] = '\\';
            }
            out[len++] = *text;
        }
    }
    out[len++] = '"';
    out[len] = '\0';
    return out;
}

void log_line(const struct log *log, enum log_level level, const char *format, ...) {
    if (level > log->level) {
        return;
    }
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    struct timespec now;
    struct tm utc;
    char stamp[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(stderr, "%s.%03ldZ %-5s %s\n", stamp, now.tv_nsec / 1000000,
            log_level_name(level), line);
}
