#include "client-cli/bench_usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool read_cpu(pid_t pid, double *cpu_s) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return false;
    }
    *cpu_s = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    return true;
}

/* The number behind `key` in the first line that begins with `line_start`; 0: none. */
static uint64_t find_number(const char *path, const char *line_start, const char *key) {
    char line[256];
    uint64_t number = 0;
    bool is_found = false;
    FILE *file = fopen(path, "r");
    while (file != NULL && !is_found && fgets(line, sizeof line, file) != NULL) {
        const char *at =
            strncmp(line, line_start, strlen(line_start)) == 0 ? strstr(line, key) : NULL;
        is_found = at != NULL;
        number = is_found ? strtoull(at + strlen(key), NULL, 10) : 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return number;
}

static uint64_t of_process(pid_t pid, const char *name, const char *key) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return find_number(path, key, key);
}

bool bench_usage_read(pid_t pid, struct bench_usage *usage) {
    uint64_t page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    usage->rss_kb = of_process(pid, "status", "VmRSS:");
    usage->private_kb = of_process(pid, "smaps_rollup", "Private_Dirty:");
    usage->kernel_kb = find_number("/proc/meminfo", "Slab:", "Slab:") +
                       page_kb * find_number("/proc/net/sockstat", "TCP:", " mem ");
    return read_cpu(pid, &usage->cpu_s) && usage->rss_kb > 0;
}
