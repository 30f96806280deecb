/* A log-linear histogram of times.  Each power of two has the same number of buckets, so
 * quantiles are accurate to one percent, from nanoseconds to centuries. */
#ifndef ALEA_CLIENT_BENCH_HIST_H
#define ALEA_CLIENT_BENCH_HIST_H

#include <stddef.h>
#include <stdint.h>

/* 2^7 = 128 parts. */
#define HIST_PART_BITS 7
#define HIST_PARTS     ((size_t)1 << HIST_PART_BITS)
/* Values below HIST_PARTS have a bucket each; then each higher bit has a row. */
#define HIST_BUCKETS ((64 - HIST_PART_BITS + 1) * HIST_PARTS)

/* A zeroed histogram is empty. */
struct hist {
    uint64_t count[HIST_BUCKETS];
    uint64_t n;   /* number of values */
    uint64_t max; /* the largest value, exact */
};

void hist_add(struct hist *hist, uint64_t value);
/* The quantile: `per_mille` of 1000 values are at most this.  Rounded up to the end of
 * its bucket, but at most max.  0 without values. */
uint64_t hist_quantile(const struct hist *hist, unsigned per_mille);

#endif
