/* Both players of a room get the same event, but for the legal moves at its end: when the
 * second one gets it, its bytes are compared with those that were read, which is cheaper
 * than reading them again, and misses nothing. */
#ifndef ALEA_CLIENT_BENCH_TWIN_H
#define ALEA_CLIENT_BENCH_TWIN_H

#include "client-cli/bench_line.h"

/* Longest event that is kept; longer ones are read twice. */
#define BENCH_TWIN_BYTES 4096

/* All zero: none is kept. */
struct bench_twin {
    uint64_t seq;           /* number of the event; 0: none */
    struct bench_line line; /* what it says, without the moves; points into bytes */
    size_t len;             /* of the bytes that both get */
    char bytes[BENCH_TWIN_BYTES];
};

/* Keeps event seq, which one of them got; none, if it is not of the form above. */
void bench_twin_keep(struct bench_twin *twin, const struct bench_line *line,
                     uint64_t seq);
/* Reads a line as bench_line_read does, if it has the bytes of the event that is kept and
 * that has this number.  Else false: it is to be read by bench_line_read. */
bool bench_twin_read(const struct bench_twin *twin, uint64_t seq, struct bench_line *line,
                     const char *text, size_t len);

#endif
