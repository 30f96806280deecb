/* The trace of a run: everything is hashed, and the latest notes are kept for a
 * report. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/sim.h"

static struct trace *to;

void trace_to(struct trace *trace) {
    to = trace;
    to->hash = UINT64_C(0xcbf29ce484222325);
}

/* Adds bytes to the FNV-1a hash. */
static void hash(const void *bytes, size_t n) {
    const unsigned char *byte = bytes;
    uint64_t h = to->hash;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    to->hash = h;
}

static char *next_line(void) {
    to->now_ms = sim.now_ms;
    to->steps = sim.steps;
    return to->line[to->n++ % TRACE_LINES];
}

static void show(const char *line) {
    if (to->shows) {
        printf("%s\n", line);
    }
}

void trace_note(const char *format, ...) {
    char *line = next_line();
    int len = snprintf(line, TRACE_BYTES, "%10llu ", (unsigned long long)sim.now_ms);
    va_list args;
    va_start(args, format);
    vsnprintf(line + len, (size_t)(TRACE_BYTES - len), format, args);
    va_end(args);
    hash(line, strlen(line));
    show(line);
}

void trace_bytes(const char *who, const char *what, const char *bytes, size_t n) {
    char *line = next_line();
    int len = snprintf(line, TRACE_BYTES, "%10llu %s %s ", (unsigned long long)sim.now_ms,
                       who, what);
    hash(line, (size_t)len);
    hash(bytes, n);
    for (size_t i = 0; i < n && len + 1 < TRACE_BYTES; i++) {
        line[len++] = (char)(bytes[i] < ' ' || bytes[i] > '~' ? '.' : bytes[i]);
    }
    line[len] = '\0';
    if (to->shows) {
        printf("%10llu %s %s %.*s\n", (unsigned long long)sim.now_ms, who, what, (int)n,
               bytes);
    }
}

void trace_summary(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int len = vsnprintf(to->summary, sizeof to->summary, format, args);
    va_end(args);
    snprintf(to->summary + len, sizeof to->summary - (size_t)len, ", hash %016llx",
             (unsigned long long)to->hash);
}

void sim_fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(to->fault, sizeof to->fault, format, args);
    va_end(args);
    fflush(stdout);
    _exit(1);
}
