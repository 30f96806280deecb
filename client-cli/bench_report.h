/* What `alea bench` has measured. */
#ifndef ALEA_CLIENT_BENCH_REPORT_H
#define ALEA_CLIENT_BENCH_REPORT_H

#include <stdio.h>

#include "client-cli/bench.h"

/* For people. */
void bench_report_text(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);
/* For programs: one JSON object.  Times of answers in microseconds. */
void bench_report_json(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);

#endif
