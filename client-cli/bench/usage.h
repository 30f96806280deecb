/* The CPU time and memory of a process on this machine. */
#ifndef ALEA_CLIENT_BENCH_USAGE_H
#define ALEA_CLIENT_BENCH_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Each field is 0 if the system does not provide it. */
struct bench_usage {
    double cpu_s;        /* CPU time of all its threads since it started */
    uint64_t rss_kb;     /* resident memory now */
    uint64_t private_kb; /* the private dirty part of it */
};

/* False when there is no such process, or the system does not provide its figures. */
bool bench_usage_read(pid_t pid, struct bench_usage *usage);

#endif
