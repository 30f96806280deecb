/* What a process of this machine uses. */
#ifndef ALEA_CLIENT_BENCH_USAGE_H
#define ALEA_CLIENT_BENCH_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What the system does not tell is 0. */
struct bench_usage {
    double cpu_s;        /* time of processors, of all its threads, ever */
    uint64_t rss_kb;     /* memory in use now */
    uint64_t private_kb; /* of it, what is its own and was written to */
};

/* False when there is no such process, or the system tells nothing of it. */
bool bench_usage_read(pid_t pid, struct bench_usage *usage);

#endif
