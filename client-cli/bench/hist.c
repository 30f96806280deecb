#include "client-cli/bench/hist.h"

/* How far to shift a value right to keep only its top bits. */
static unsigned shift_of(uint64_t value) {
    unsigned shift = 0;
    while ((value >> shift) >= 2 * HIST_PARTS) {
        shift++;
    }
    return shift;
}

static size_t bucket_of(uint64_t value) {
    unsigned shift = shift_of(value);
    return shift * HIST_PARTS + (size_t)(value >> shift);
}

/* The largest value of a bucket. */
static uint64_t bucket_end(size_t bucket) {
    if (bucket < 2 * HIST_PARTS) {
        return bucket;
    }
    size_t shift = bucket / HIST_PARTS - 1;
    uint64_t part = bucket - shift * HIST_PARTS;
    return (part << shift) + (((uint64_t)1 << shift) - 1);
}

void hist_add(struct hist *hist, uint64_t value) {
    hist->count[bucket_of(value)]++;
    hist->n++;
    hist->max = value > hist->max ? value : hist->max;
}

uint64_t hist_quantile(const struct hist *hist, unsigned per_mille) {
    uint64_t wanted = (hist->n * per_mille + 999) / 1000, seen = 0;
    for (size_t i = 0; i < HIST_BUCKETS; i++) {
        seen += hist->count[i];
        if (seen >= wanted && seen > 0) {
            uint64_t end = bucket_end(i);
            return end < hist->max ? end : hist->max;
        }
    }
    return 0;
}
