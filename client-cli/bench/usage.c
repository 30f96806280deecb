#include "client-cli/bench/usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool read_cpu(pid_t pid, double *cpu_s) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return false;
    }
    *cpu_s = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    return true;
}

/* The number in the line of /proc/PID/NAME that begins with `key`; 0: none. */
static uint64_t find_number(pid_t pid, const char *name, const char *key) {
    char path[64], line[256];
    uint64_t number = 0;
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    FILE *file = fopen(path, "r");
    while (file != NULL && number == 0 && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, strlen(key)) == 0) {
            number = strtoull(line + strlen(key), NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return number;
}

bool bench_usage_read(pid_t pid, struct bench_usage *usage) {
    usage->rss_kb = find_number(pid, "status", "VmRSS:");
    usage->private_kb = find_number(pid, "smaps_rollup", "Private_Dirty:");
    return read_cpu(pid, &usage->cpu_s) && usage->rss_kb > 0;
}
