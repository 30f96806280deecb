#include "tests/sim/server.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "server/base/disk.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/disk.h"
#include "tests/sim/world/loop.h"
#include "tests/sim/world/net.h"

struct sim_server server;

/* --- what the server gets from outside --- */

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
    if (level <= log->level) {
        trace_note("alead: %s", line);
    }
}

/* --- a new server --- */

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
    if (sim_one_in(RANDOM_FATE, 2)) { /* these must fit together */
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
    add_limit(words, "keep_s", keep_s[sim_below(RANDOM_FATE, 3)]);
    add_limit(words, "offer_ms", offer_ms[sim_below(RANDOM_FATE, 2)]);
    add_limit(words, "open_ms", open_ms[sim_below(RANDOM_FATE, 2)]);
}

void server_begin(const char *dir) {
    struct words words = {.n = 0};
    enum exit_code code;
    memset(&server, 0, sizeof server);
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
    SIM_CHECK(config_read(&server.config, words.n, words.word, &code),
              "the command line is refused");
    server.config.hub.random_bytes = server_bytes;
    server.config.hub.password_cost = JOB_COST_LEAST;
    server.config.hub.stored.vfs = DISK_VFS;
}

/* --- start and end --- */

static void on_stop(void *arg) {
    (void)arg;
    trace_note("alead: stops");
}

static const struct loop_hooks hooks = {on_stop, on_stop, NULL};

static void on_turn(void) {
    server.turns++;
    if (!server.is_killed) {
        inspect_turn(loop_hub(server.loop));
    }
}

/* False: the disk has failed. */
static bool start(void) {
    char fault[FAULT_BYTES] = "";
    struct config *config = &server.config;
    disk_has_failed();
    config->hub.stored.recent_events =
        sim.seed % 2 == 0 ? 50 : 0; /* games are filed soon */
    server.store = store_open(&config->hub.stored, fault);
    if (server.store == NULL) {
        SIM_CHECK(disk_has_failed() || server.is_killed, "the store is not opened: %s",
                  fault);
        return false;
    }
    server.loop = loop_new(&config->hub, server.store, config->listen.item,
                           config->listen.n, fault);
    SIM_CHECK(server.loop != NULL, "no loop: %s", fault);
    loop_catch_signals(server.loop, &hooks);
    fake_loop_on_turn(on_turn);
    trace_note("the server has started, number %u", ++server.n_starts);
    if (!server.is_killed) {
        inspect_after(loop_hub(server.loop));
    }
    return true;
}

struct hub *server_hub(void) {
    return server.loop != NULL ? loop_hub(server.loop) : NULL;
}

void server_kill(bool loses_power) {
    if (server.is_killed || (server.loop == NULL && !server.is_starting)) {
        return;
    }
    trace_note("the server is killed%s", loses_power ? ", and power is lost" : "");
    server.is_killed = true;
    server.n_kills++;
    server.loses_power = loses_power;
    server.down_ms = sim_below(RANDOM_FATE, 3) * sim_below(RANDOM_FATE, 20000);
    disk_die();
    if (server.loop != NULL) {
        fake_loop_die();
    }
    net_die();
}

void server_stop(void) {
    if (server.loop != NULL && !server.is_killed) {
        trace_note("the server is told to stop");
        server.down_ms = sim_below(RANDOM_FATE, 20000);
        fake_loop_signal(SIGTERM);
    }
}

static void end(void) {
    if (server.loop != NULL) {
        loop_free(server.loop);
        server.loop = NULL;
    }
    store_close(server.store);
    server.store = NULL;
    net_die();
    if (server.is_killed) {
        bool loses = server.loses_power;
        bool forgets = loses && server.config.hub.stored.durability == DURABILITY_PROCESS;
        disk_revive(loses);
        server.is_killed = false;
        server.loses_power = false;
        if (forgets) {
            server.has_forgotten = true;
            referee_forget();
            people_forget();
        }
    }
}

/* Time passes while the server is down. */
static void be_down(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    while (!sim.is_over && sim_next_ms() <= until_ms) {
        sim_step();
    }
    if (sim.now_ms < until_ms) {
        sim_pass(until_ms - sim.now_ms);
    }
}

void server_run(void) {
    while (!sim.is_over) {
        server.down_ms = 1000;
        server.is_starting = true;
        bool runs = start() && !server.is_killed;
        server.is_starting = false;
        if (runs) {
            loop_run(server.loop);
            inspect_before(server_hub());
        }
        end();
        be_down(server.down_ms);
    }
}
