#include "server/base/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static const struct row {
    const char *key;
    size_t offset; /* in struct metrics */
    enum metric_kind kind;
    const char *prometheus;
    int64_t per_unit;
    const char *help;
} rows[METRIC_COUNT] = {
#define X(key, kind, prometheus, per_unit, help)                                         \
    [METRIC_##                                                                           \
        key] = {#key, offsetof(struct metrics, key), kind, prometheus, per_unit, help},
    METRICS(X)
#undef X
};

const char *metrics_key(size_t i) {
    return rows[i].key;
}

int64_t metrics_value(const struct metrics *metrics, size_t i) {
    int64_t value;
    memcpy(&value, (const char *)metrics + rows[i].offset, sizeof value);
    return value;
}

/* Writes a value in Prometheus's unit, as a decimal number. */
static void write_value(FILE *out, const struct row *row, int64_t value) {
    if (row->per_unit == 1) {
        fprintf(out, "%" PRId64 "\n", value);
    } else {
        fprintf(out, "%" PRId64 ".%06" PRId64 "\n", value / row->per_unit,
                value % row->per_unit * (1000000 / row->per_unit));
    }
}

char *metrics_text(const struct metrics *metrics, size_t *len) {
    char *text = NULL;
    FILE *out = mem_stream(&text, len);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        const struct row *row = &rows[i];
        fprintf(out, "# HELP alea_%s %s\n# TYPE alea_%s %s\nalea_%s ", row->prometheus,
                row->help, row->prometheus,
                row->kind == METRIC_COUNTER ? "counter" : "gauge", row->prometheus);
        write_value(out, row, metrics_value(metrics, i));
    }
    fclose(out);
    return text;
}
