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

/* Time and level, then the event; a long event is cut. */
__attribute__((format(printf, 3, 0))) static size_t
format_line(char *line, enum log_level level, const char *format, va_list args) {
    char stamp[32];
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    size_t len = (size_t)snprintf(line, LOG_LINE_BYTES, "%s.%03ldZ %-5s ", stamp,
                                  now.tv_nsec / 1000000, log_level_name(level));
    size_t room = LOG_LINE_BYTES - len - 1;
    size_t n = (size_t)vsnprintf(line + len, room, format, args);
    len += n < room ? n : room - 1;
    line[len++] = '\n';
    line[len] = '\0';
    return len;
}

size_t log_format(char line[static LOG_LINE_BYTES], enum log_level level,
                  const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t len = format_line(line, level, format, args);
    va_end(args);
    return len;
}

void log_line(const struct log *log, enum log_level level, const char *format, ...) {
    char line[LOG_LINE_BYTES];
    if (level > log->level) {
        return;
    }
    va_list args;
    va_start(args, format);
    (void)format_line(line, level, format, args);
    va_end(args);
    fputs(line, log->out != NULL ? log->out : stderr);
}
