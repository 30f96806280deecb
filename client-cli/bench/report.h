/* The results of `alea bench`, as text. */
#ifndef ALEA_CLIENT_BENCH_REPORT_H
#define ALEA_CLIENT_BENCH_REPORT_H

#include <stdio.h>

#include "client-cli/bench/bench.h"

/* For people. */
void bench_report_text(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);
/* For programs: one JSON object. */
void bench_report_json(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);

#endif
