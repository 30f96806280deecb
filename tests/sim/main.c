/* alea-sim: runs the simulation for one seed, or for many, each in a separate process.
 * Says how to repeat a run that has failed. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/run.h"

#define JOBS_MAX 64
/* Highest number of seeds, and of steps. */
#define COUNT_MAX 1000000000
/* A seed that uses more CPU time than this, in s, hangs. */
#define HANG_S 30

struct job {
    pid_t pid; /* 0: none */
    uint64_t seed;
    struct trace *trace; /* shared with the process */
    char dir[32];
};

static struct {
    const char *program, *name; /* as on the command line; without its directory */
    uint64_t first, n;
    unsigned steps, jobs, hubs, fronts;
    bool shows, prints_hash, is_quiet;
    struct job job[JOBS_MAX];
    uint64_t n_done, n_failed;
    double began_s;
} all = {.first = 1, .n = 1, .steps = SIM_STEPS, .jobs = 1, .hubs = 1};

static double now_s(void) {
    struct timespec now;
    sim_real_time(&now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* --- reports --- */

static void report(const struct job *job, int status) {
    const struct trace *trace = job->trace;
    const char *why = trace->fault;
    char died[64];
    if (why[0] == '\0') {
        snprintf(died, sizeof died,
                 WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU
                     ? "it hangs"
                     : "the program has ended by itself, status %d",
                 status);
        why = died;
    }
    uint64_t n = trace->n < TRACE_LINES ? trace->n : TRACE_LINES;
    printf("\nseed %llu FAILS at step %u, %llu ms:\n  %s\nthe last events:\n",
           (unsigned long long)job->seed, trace->steps, (unsigned long long)trace->now_ms,
           why);
    for (uint64_t i = trace->n - n; i < trace->n; i++) {
        printf("  %s\n", trace->line[i % TRACE_LINES]);
    }
    printf("repeat it with: %s --hubs %u --fronts %u --seed %llu --steps %u --trace\n",
           all.program, all.hubs, all.fronts, (unsigned long long)job->seed, all.steps);
}

static void progress(void) {
    double s = now_s() - all.began_s;
    printf("%llu of %llu seeds, %llu failed, %.1f seeds/s\n",
           (unsigned long long)all.n_done, (unsigned long long)all.n,
           (unsigned long long)all.n_failed, (double)all.n_done / (s > 0 ? s : 1));
    fflush(stdout);
}

/* --- jobs --- */

static void start(struct job *job, uint64_t seed) {
    job->seed = seed;
    memset(job->trace, 0, sizeof *job->trace);
    job->trace->shows = all.shows;
    fflush(stdout);
    job->pid = fork();
    if (job->pid == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){HANG_S, HANG_S + 1});
        trace_to(job->trace);
        run_seed(seed, all.hubs, all.fronts, all.steps, job->dir);
        exit(0); /* checks for leaks */
    }
}

static void finish(struct job *job, int status) {
    bool failed = status != 0;
    job->pid = 0;
    all.n_done++;
    all.n_failed += failed;
    if (failed) {
        report(job, status);
    } else if (all.prints_hash) {
        printf("seed %llu hash %016llx\n", (unsigned long long)job->seed,
               (unsigned long long)job->trace->hash);
    } else if (all.n == 1) {
        printf("seed %llu: %s\n", (unsigned long long)job->seed, job->trace->summary);
    }
    if (!all.is_quiet && all.n > 1 && (all.n_done % 100 == 0 || all.n_done == all.n)) {
        progress();
    }
}

static void wait_for_one(void) {
    int status;
    pid_t pid = wait(&status);
    for (unsigned i = 0; i < all.jobs; i++) {
        if (pid > 0 && all.job[i].pid == pid) {
            finish(&all.job[i], status);
        }
    }
}

static void run_all(void) {
    uint64_t next = 0, n_running = 0;
    while (next < all.n || n_running > 0) {
        for (unsigned i = 0; i < all.jobs && next < all.n; i++) {
            if (all.job[i].pid == 0) {
                start(&all.job[i], all.first + next++);
            }
        }
        wait_for_one();
        n_running = 0;
        for (unsigned i = 0; i < all.jobs; i++) {
            n_running += all.job[i].pid != 0;
        }
    }
}

/* --- the command line --- */

static void usage(FILE *out) {
    fprintf(
        out,
        "usage: %s [--seed N | --seeds N [--first N]] [--hubs N] [--fronts N] "
        "[--steps N] [--jobs N] [--trace] [--hash] [--quiet]\n"
        "  --seed N    one seed\n"
        "  --seeds N   so many, from --first on, which is 1\n"
        "  --fronts N  so many fronts of a hub, at most 4; 0: a server alone\n"
        "  --hubs N    so many, at most 4, of which one has the lease; with --fronts\n"
        "  --steps N   what people do, until all of it must come to a good end\n"
        "  --jobs N    processes at once\n"
        "  --trace     prints everything that happens\n"
        "  --hash      prints the hash of everything that happens\n"
        "  --quiet     says nothing of what went well\n",
        all.name);
}

/* Reads a number that consists of digits only and is at least `least`. */
static bool read_number(const char *name, const char *text, uint64_t least, uint64_t most,
                        uint64_t *n) {
    errno = 0;
    *n = strtoull(text, NULL, 10);
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' || errno != 0 ||
        *n < least || *n > most) {
        fprintf(stderr, "%s: --%s is a number from %llu to %llu, not \"%s\"\n", all.name,
                name, (unsigned long long)least, (unsigned long long)most, text);
        return false;
    }
    return true;
}

/* Reads one option.  False: it is invalid; prints why. */
static bool read_word(int c, const char *text) {
    uint64_t n = 0;
    bool is_good = true;
    switch (c) {
    case 's': return read_number("seed", text, 0, UINT64_MAX, &all.first);
    case 'f': return read_number("first", text, 0, UINT64_MAX, &all.first);
    case 'n': return read_number("seeds", text, 1, COUNT_MAX, &all.n);
    case 'S':
        is_good = read_number("steps", text, 1, COUNT_MAX, &n);
        all.steps = (unsigned)n;
        return is_good;
    case 'F':
        is_good = read_number("fronts", text, 0, SIM_FRONTS, &n);
        all.fronts = (unsigned)n;
        return is_good;
    case 'U':
        is_good = read_number("hubs", text, 1, SIM_HUBS, &n);
        all.hubs = (unsigned)n;
        return is_good;
    case 'j':
        is_good = read_number("jobs", text, 1, JOBS_MAX, &n);
        all.jobs = (unsigned)n;
        return is_good;
    case 't': all.shows = true; return true;
    case 'h': all.prints_hash = true; return true;
    case 'q': all.is_quiet = true; return true;
    default: usage(stderr); return false;
    }
}

enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG };

static enum parsed read_words(int argc, char **argv) {
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},   {"seeds", required_argument, NULL, 'n'},
        {"first", required_argument, NULL, 'f'},  {"steps", required_argument, NULL, 'S'},
        {"jobs", required_argument, NULL, 'j'},   {"trace", no_argument, NULL, 't'},
        {"hash", no_argument, NULL, 'h'},         {"quiet", no_argument, NULL, 'q'},
        {"fronts", required_argument, NULL, 'F'}, {"hubs", required_argument, NULL, 'U'},
        {"help", no_argument, NULL, 'H'},         {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'H') {
            usage(stdout);
            return PARSED_HELP;
        }
        if (!read_word(c, optarg)) {
            return PARSED_WRONG;
        }
    }
    if (optind < argc || (all.hubs > 1 && all.fronts == 0)) {
        usage(stderr);
        return PARSED_WRONG;
    }
    return PARSED_GOOD;
}

/* Maps memory that the job shares with us. */
static bool open_job(struct job *job) {
    char path[64];
    snprintf(job->dir, sizeof job->dir, "/tmp/alea-sim-XXXXXX");
    if (mkdtemp(job->dir) == NULL) {
        return false;
    }
    snprintf(path, sizeof path, "%s/trace", job->dir);
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, sizeof *job->trace) != 0) {
        return false;
    }
    job->trace =
        mmap(NULL, sizeof *job->trace, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    unlink(path);
    return job->trace != MAP_FAILED;
}

static bool open_jobs(void) {
    for (unsigned i = 0; i < all.jobs; i++) {
        if (!open_job(&all.job[i])) {
            perror(all.name);
            return false;
        }
    }
    return true;
}

static void close_jobs(void) {
    for (unsigned i = 0; i < all.jobs; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/alea.db", all.job[i].dir);
        unlink(path);
        snprintf(path, sizeof path, "%s/alea.db-lock", all.job[i].dir);
        unlink(path);
        rmdir(all.job[i].dir);
        munmap(all.job[i].trace, sizeof *all.job[i].trace);
    }
}

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    all.program = argv[0];
    all.name = slash != NULL ? slash + 1 : argv[0];
    switch (read_words(argc, argv)) {
    case PARSED_GOOD: break;
    case PARSED_HELP: return 0;
    case PARSED_WRONG: return 2;
    }
    if (!open_jobs()) {
        return 1;
    }
    all.began_s = now_s();
    run_all();
    close_jobs();
    return all.n_failed > 0;
}
