#include "tests/sim/outside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include <sodium.h>

#include "server/base/disk.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

static void server_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)sim_below(RANDOM_SERVER, 256);
    }
}

static const char *sodium_name(void) {
    return "sim";
}

static uint32_t sodium_random(void) {
    uint32_t n;
    server_bytes(&n, sizeof n);
    return n;
}

static struct randombytes_implementation sodium_bytes = {
    .implementation_name = sodium_name, .random = sodium_random, .buf = server_bytes};

/* The linker replaces the real functions by these (--wrap). */
int __wrap_clock_gettime(clockid_t id, struct timespec *now);
void __wrap_disk_measure(const char *path, struct disk_use *use);
__attribute__((format(printf, 3, 4))) void
__wrap_log_line(const struct log *log, enum log_level level, const char *format, ...);

/* The same on each machine, and in each run. */
int __wrap_gethostname(char *name, size_t cap);
pid_t __wrap_getpid(void);

int __wrap_gethostname(char *name, size_t cap) {
    snprintf(name, cap, "sim");
    return 0;
}

pid_t __wrap_getpid(void) {
    return 1;
}

int __wrap_clock_gettime(clockid_t id, struct timespec *now) {
    int64_t ms = id == CLOCK_REALTIME ? sim_unix_ms() : (int64_t)sim.now_ms;
    *now = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    return 0;
}

/* The real disk would differ from run to run. */
void __wrap_disk_measure(const char *path, struct disk_use *use) {
    (void)path;
    *use = (struct disk_use){-1, -1, -1};
}

void __wrap_log_line(const struct log *log, enum log_level level, const char *format,
                     ...) {
    char line[300];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (!server_serves()) {
        /* it is not about the server */
    } else if (strncmp(line, "store_failed ", strlen("store_failed ")) == 0) {
        server_note_store(true);
    } else if (strcmp(line, "store_recovered") == 0) {
        server_note_store(false);
    }
    if (level <= log->level) {
        trace_note("alead: %s", line);
    }
}

/* --- the command line --- */

struct words {
    char text[3000];
    char *word[120];
    int n;
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void add_word(struct words *words,
                                                           const char *format, ...) {
    va_list args;
    va_start(args, format);
    words->word[words->n++] = words->text + words->len;
    words->len += 1 + (size_t)vsnprintf(words->text + words->len,
                                        sizeof words->text - words->len, format, args);
    va_end(args);
}

static void add_limit(struct words *words, const char *name, unsigned value) {
    add_word(words, "--limit");
    add_word(words, "%s=%u", name, value);
}

/* Sets limits that a few people can reach. */
static void add_few(struct words *words) {
    static const struct {
        const char *name;
        unsigned least, most;
    } rows[] = {
        {"rooms", 3, 10},
        {"rooms_per_player", 1, 3},
        {"rooms_per_address", 2, 6},
        {"watched_per_player", 1, 3},
        {"watchers_per_room", 1, 3},
        {"commands_per_s", 1, 10},
        {"commands_burst", 10, 40},
        {"refused_commands", 2, 10},
        {"say_per_minute", 1, 6},
        {"gags_per_player", 1, 3},
        {"offers", 2, 6},
        {"offers_per_player", 1, 3},
        {"seeks_per_minute", 1, 6},
        {"challenges_per_minute", 1, 6},
        {"connections_per_address", 6, 9},
        {"replay_events", 0, 10},
        {"resume_per_minute", 3, 10},
        {"login_ms", 3000, 30000},
        {"logins_per_minute", 3, 10},
        {"registers_per_hour", 2, 6},
        {"accounts", 3, 20},
        {"jobs", 1, 2},
        {"skip_bytes", 1024, 8000},
        {"stall_ms", 1000, 5000},
    };
    if (sim_one_in(RANDOM_FATE, 2)) { /* their values depend on each other */
        add_limit(words, "queue_bytes", 16384 + sim_below(RANDOM_FATE, 20000));
        add_limit(words, "pause_bytes", 1024 + sim_below(RANDOM_FATE, 15000));
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned value =
            rows[i].least + sim_below(RANDOM_FATE, rows[i].most - rows[i].least + 1);
        if (sim_one_in(RANDOM_FATE, 2)) {
            add_limit(words, rows[i].name, value);
        }
    }
}

static void add_times(struct words *words) {
    static const unsigned grace_ms[] = {3000, 20000, 120000};
    static const unsigned keep_s[] = {600, 86400, 2592000};
    static const unsigned offer_ms[] = {20000, 600000};
    static const unsigned open_ms[] = {2000, 10000};
    add_limit(words, "grace_ms", grace_ms[sim_below(RANDOM_FATE, 3)]);
    static const unsigned adjourn_ms[] = {5000, 60000, 1209600000};
    add_limit(words, "adjourn_ms", adjourn_ms[sim_below(RANDOM_FATE, 3)]);
    add_limit(words, "keep_s", keep_s[sim_below(RANDOM_FATE, 3)]);
    add_limit(words, "offer_ms", offer_ms[sim_below(RANDOM_FATE, 2)]);
    add_limit(words, "open_ms", open_ms[sim_below(RANDOM_FATE, 2)]);
}

void outside_begin(struct config *config, const char *dir) {
    struct words words = {.n = 0};
    enum exit_code code;
    randombytes_set_implementation(&sodium_bytes);
    bool is_full = sim_one_in(RANDOM_FATE, 2);
    add_word(&words, "alead");
    add_word(&words, "--listen");
    add_word(&words, "127.0.0.1:2532");
    add_word(&words, "--db");
    add_word(&words, "%s/alea.db", dir);
    add_word(&words, "--durability");
    add_word(&words, "%s", is_full ? "full" : "process");
    add_word(&words, "--log-level");
    add_word(&words, "info");
    add_word(&words, "--operator-local");
    add_word(&words, "--no-discovery");
    add_times(&words);
    if (sim.has[FAULT_FEW]) {
        add_few(&words);
    }
    for (int i = 0; i < words.n; i++) {
        trace_note("word %s", i == 4 ? "DB" : words.word[i]);
    }
    SIM_CHECK(config_read(config, words.n, words.word, &code),
              "the command line is refused");
    config->hub.random_bytes = server_bytes;
    config->hub.password_cost = JOB_COST_LEAST;
    config->hub.stored.vfs = DISK_VFS;
}
