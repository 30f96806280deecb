/* alead: reads its options, opens the store, listens, and runs until it is stopped. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem/lossy.h"
#include "proto/json/arena.h"
#include "server/base/crash.h"
#include "server/base/notify.h"
#include "server/command/dispatch.h"
#include "server/config/config.h"
#include "server/front/front.h"
#include "server/hub/hub.h"
#include "server/net/door.h"
#include "server/store/lease.h"
#include "server/trunk/cipher.h"
#include "server/turn/clock.h"

/* Descriptors needed besides connections: listeners, discovery sockets, the loop's own,
 * standard streams. */
#define SPARE_DESCRIPTORS 80
/* How long the rest of the log has to be written at the end, in ms. */
#define LOG_END_MS 500
/* How long the start may wait for a reader of --ready-fd or for the service manager, in
 * ms: without that, neither may ever learn that the server runs. */
#define READY_MS 1000

/* Redirects fd to /dev/null; -1: opens it as any free descriptor.  Returns the descriptor
 * that was opened, which is closed again if it was duplicated to fd; -1: failed. */
static int open_null(int fd) {
    int null = open("/dev/null", O_RDWR);
    if (null >= 0 && fd >= 0 && null != fd) {
        (void)dup2(null, fd);
        close(null);
    }
    return null;
}

/* Opens the standard streams that our parent has closed.  A connection must not get their
 * numbers, because libuv never closes descriptors 0 to 2. */
static void fill_standard_streams(void) {
    int fd;
    do {
        fd = open_null(-1);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) {
        close(fd);
    }
}

/* Writes "ready WHAT ENDPOINT" to fd, as --ready-fd promises. */
static void tell(const struct log *log, int fd, const char *what, const char *endpoint) {
    char line[ENDPOINT_BYTES + 16];
    int len = snprintf(line, sizeof line, "ready %s%s\n", what, endpoint);
    struct pollfd polled = {.fd = fd, .events = POLLOUT};
    ssize_t n = 0;
    if (poll(&polled, 1, READY_MS) != 0) {
        do {
            n = write(fd, line, (size_t)len); /* a pipe takes a whole line or nothing */
        } while (n < 0 && errno == EINTR);
    }
    if (n != len) {
        log_line(log, LOG_WARN, "ready_unread fd=%d", fd);
    }
}

/* WHAT in the lines of tell_ready, by kind of listener. */
static const char *const kind_words[] = {
    [0] = "",
    [LISTENER_TLS] = "tls ",
    [LISTENER_WEB] = "web ",
    [LISTENER_WEB | LISTENER_TLS] = "web-tls ",
    [LISTENER_TRUNK] = "trunk ",
    [LISTENER_METRICS] = "metrics ",
};

/* The parts of a running server.  close_program also closes one that is only partly
 * open. */
struct program {
    struct config *config;       /* borrowed */
    struct tls_context *context; /* NULL: no TLS */
    struct store *store;
    struct loop *loop;   /* of a server with a hub */
    struct front *front; /* of a front */
    struct door *door;   /* of either; borrowed */
    struct signal_hooks hooks;
    int leader; /* of the hub of a node: the descriptor to its front; else -1 */
    char **argv;
    char waits[FAULT_BYTES]; /* why it waits or has waited for the database; "": never */
};

/* Writes all our endpoints to fd, and closes it. */
static void tell_ready(const struct program *program, int fd) {
    const struct log *log = &program->config->hub.log;
    const struct door *door = program->door;
    const struct listener *at;
    for (size_t i = 0; (at = listeners_get(door->listeners, i)) != NULL; i++) {
        tell(log, fd, kind_words[at->kind], at->endpoint);
    }
    if (fd <= STDERR_FILENO) {
        (void)open_null(fd);
    } else {
        close(fd);
    }
}

/* Reports a state to the service manager, if there is one. */
static void notify(const struct config *config, const char *state, unsigned most_ms) {
    int error = notify_send(state, most_ms);
    if (error != 0) {
        log_line(&config->hub.log, LOG_WARN, "notify_failed state=%s why=%s", state,
                 LOG_QUOTED(strerror(error)));
    }
}

/* Raises the limit of descriptors as far as allowed.  If that is too low for the limit of
 * connections, logs it and lowers the limit of connections, with some descriptors to
 * spare for refusing clients. */
static void raise_descriptors(struct hub_config *config) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return;
    }
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)config->limits.connections + SPARE_DESCRIPTORS) {
        log_line(&config->log, LOG_WARN, "descriptors_low have=%llu connections=%lld",
                 (unsigned long long)files.rlim_cur,
                 (long long)config->limits.connections);
        rlim_t rest = files.rlim_cur / 2 > SPARE_DESCRIPTORS
                          ? files.rlim_cur - SPARE_DESCRIPTORS
                          : files.rlim_cur / 2;
        config->limits.connections = rest > 0 ? (int64_t)rest : 1;
    }
}

static void on_stop(void *arg) {
    const struct program *program = arg;
    notify(program->config, "STOPPING=1", 0);
}

/* If the new certificate is wrong or incomplete, the old one stays. */
static void read_certificate_again(const struct program *program) {
    const struct log *log = &program->config->hub.log;
    char fault[FAULT_BYTES];
    if (tls_context_read_again(program->context, fault)) {
        tls_context_log(program->context, log);
    } else {
        log_line(log, LOG_ERROR, "tls_reload_failed why=%s", LOG_QUOTED(fault));
    }
}

static void on_hangup(void *arg) {
    const struct program *program = arg;
    if (program->context != NULL) {
        read_certificate_again(program);
    }
    if (program->front != NULL) {
        front_hangup(program->front);
    }
    if (program->context == NULL || program->config->welcome.file[0] != '\0') {
        config_read_welcome_again(program->config);
    }
}

/* Warns about files of the store that other users can read, because they contain the
 * secrets of the dice.  New files get mode 0600. */
static void warn_if_readable(const struct hub_config *config) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char path[PATH_BYTES + 8];
        struct stat file;
        snprintf(path, sizeof path, "%s%s", config->stored.path, suffixes[i]);
        if (stat(path, &file) == 0 && (file.st_mode & S_IROTH) != 0) {
            log_line(&config->log, LOG_WARN, "store_readable_by_all file=%s",
                     LOG_QUOTED(path));
        }
    }
}

/* Prepares the door, and listens there.  False with a fault. */
static bool open_door(const struct program *program, char fault[static FAULT_BYTES]) {
    const struct config *config = program->config;
    struct door *door = program->door;
    const struct more {
        unsigned kind;
        const struct texts *at;
    } all[] = {
        {0, &config->listen},
        {LISTENER_TLS, &config->tls_listen},
        {LISTENER_WEB, &config->web_listen},
        {LISTENER_WEB | LISTENER_TLS, &config->web_tls_listen},
    };
    door->context = program->context;
    door->site = (struct web_site){.origins = config->web_origins.item,
                                   .n_origins = config->web_origins.n};
    door->proxy = config->proxies.item;
    door->n_proxies = config->proxies.given.n;
    for (size_t i = program->loop != NULL; i < sizeof all / sizeof all[0]; i++) {
        if (!door_listen(door, all[i].kind, all[i].at->item, all[i].at->n, fault)) {
            return false;
        }
    }
    return true;
}

static bool open_front(struct program *program, char fault[static FAULT_BYTES]) {
    const struct config *config = program->config;
    const struct front_config front = {
        .limits = &config->hub.limits,
        .log = &config->hub.log,
        .hub = config->front,
        .key = config_trunk_key(config),
        .title = config->no_discovery ? NULL : config->title,
        .argv = config_is_node(config) ? program->argv : NULL,
        .operator_local = config->hub.operator_local,
        .announce = config->announce,
    };
    program->front = front_new(&front, fault);
    if (program->front == NULL) {
        return false;
    }
    program->door = front_door(program->front);
    return open_door(program, fault);
}

/* Another server has the database, or it is away. */
static void on_wait(void *arg, const char *why) {
    struct program *program = arg;
    struct pollfd leader = {.fd = program->leader, .events = POLLIN};
    if (program->leader >= 0 && poll(&leader, 1, 0) != 0) {
        exit(EXIT_CODE_OK); /* its front has ended */
    }
    if (strcmp(program->waits, why) != 0) {
        text_copy(program->waits, sizeof program->waits, why);
        log_line(&program->config->hub.log, LOG_INFO, "standby why=%s", LOG_QUOTED(why));
    }
}

/* Tells the front of this node where the hub is. */
static void on_hub(void *arg, const char *trunk, const char *key) {
    const struct program *program = arg;
    char line[ENDPOINT_BYTES + STORE_TRUNK_KEY_BYTES + 4];
    int len =
        snprintf(line, sizeof line, "%s %s %d\n", trunk, key, program->loop != NULL);
    if (len >= (int)sizeof line || write(program->leader, line, (size_t)len) != len) {
        log_line(&program->config->hub.log, LOG_WARN, "front_not_told hub=%s",
                 LOG_QUOTED(trunk));
    }
}

/* Listens for the fronts of all nodes, and lets them find this one.  False with a fault.
 */
static bool open_node(struct program *program, char fault[static FAULT_BYTES]) {
    struct config *config = program->config;
    char at[ENDPOINT_BYTES], key[STORE_TRUNK_KEY_BYTES];
    if (!store_tell_trunk(program->store, "", key) ||
        !trunk_key_parse(key, config->trunk_key)) {
        snprintf(fault, FAULT_BYTES, "%s", store_fault(program->store));
        return false;
    }
    if (!loop_listen_for_fronts(program->loop, config->trunk_listen, config->trunk_key,
                                config->hub.ways, fault)) {
        return false;
    }
    text_copy(at, sizeof at, listeners_get(program->door->listeners, 0)->endpoint);
    if (!store_tell_trunk(program->store, at, key)) {
        snprintf(fault, FAULT_BYTES, "%s", store_fault(program->store));
        return false;
    }
    loop_follow(program->loop, program->leader);
    on_hub(program, at, key);
    return true;
}

/* Reads again what may have changed while the server waited: for weeks, perhaps. */
static void end_wait(struct program *program) {
    if (program->waits[0] != '\0' &&
        (program->context != NULL || program->config->welcome.file[0] != '\0')) {
        on_hangup(program);
    }
}

/* Opens store and loop.  False with a fault. */
static bool open_hub(struct program *program, char fault[static FAULT_BYTES]) {
    struct config *config = program->config;
    config->hub.stored.on_wait = program->leader >= 0 ? on_wait : NULL;
    config->hub.stored.on_hub = program->leader >= 0 ? on_hub : NULL;
    config->hub.stored.arg = program;
    config->hub.has_fronts = config->trunk_listen[0] != '\0';
    program->store = store_open(&config->hub.stored, fault);
    if (program->store == NULL) {
        return false;
    }
    end_wait(program);
    warn_if_readable(&config->hub);
    program->loop = loop_new(&config->hub, program->store, config->listen.item,
                             config->listen.n, fault);
    if (program->loop == NULL) {
        return false;
    }
    program->door = loop_door(program->loop);
    if (store_was_away(program->store)) {
        snprintf(fault, FAULT_BYTES, "the database was away while the games were read");
        return false;
    }
    if (turn_wants_stop(hub_turns(loop_hub(program->loop)))) {
        snprintf(fault, FAULT_BYTES, "the disk does not give the list of players");
        return false;
    }
    return program->leader >= 0
               ? open_node(program, fault)
               : open_door(program, fault) &&
                     (config->trunk_listen[0] == '\0' ||
                      loop_listen_for_fronts(program->loop, config->trunk_listen,
                                             config_trunk_key(config), config->hub.ways,
                                             fault));
}

/* Opens the certificate, and then everything.  False with a fault. */
static bool open_program(struct program *program, char fault[static FAULT_BYTES]) {
    const struct config *config = program->config;
    if (config_has_tls(config)) {
        program->context = tls_context_open(config->tls_cert, config->tls_key, fault);
        if (program->context == NULL) {
            return false;
        }
        tls_context_log(program->context, &config->hub.log);
    }
    bool has_hub_elsewhere =
        config->front[0] != '\0' || (config_is_node(config) && program->leader < 0);
    return (has_hub_elsewhere ? open_front(program, fault) : open_hub(program, fault)) &&
           (config->metrics_listen[0] == '\0' ||
            door_give_metrics(program->door, config->metrics_listen, fault));
}

/* Returns whether the store worked to the end.  False: it was never open, or was lost. */
static bool close_program(struct program *program) {
    if (program->loop != NULL) {
        loop_free(program->loop);
    }
    if (program->front != NULL) {
        front_free(program->front);
    }
    bool works = program->front != NULL ||
                 (program->store != NULL && !store_is_lost(program->store));
    if (works && program->store != NULL && store_has_lease(program->store)) {
        store_end_lease(program->store);
    }
    store_close(program->store);
    tls_context_close(program->context);
    return works;
}

/* Logs where it listens. */
static void log_endpoints(const struct program *program) {
    const struct config *config = program->config;
    const struct door *door = program->door;
    const struct listener *at;
    for (size_t i = 0; (at = listeners_get(door->listeners, i)) != NULL; i++) {
        if (at->kind == LISTENER_TRUNK) {
            log_line(&config->hub.log, LOG_INFO, "listening_trunk address=%s",
                     LOG_QUOTED(at->endpoint));
            continue;
        }
        if (at->kind == LISTENER_METRICS) {
            log_line(&config->hub.log, LOG_INFO, "listening_metrics address=%s",
                     at->endpoint);
            continue;
        }
        log_line(&config->hub.log, LOG_INFO,
                 "listening address=%s tls=%d web=%d version=%s db=%s", at->endpoint,
                 (at->kind & LISTENER_TLS) != 0, (at->kind & LISTENER_WEB) != 0,
                 ALEA_VERSION,
                 LOG_QUOTED(program->front != NULL ? "" : config->hub.stored.path));
    }
}

static void run(struct program *program) {
    const struct config *config = program->config;
    program->hooks = (struct signal_hooks){on_stop, on_hangup, program};
    door_catch_signals(program->door, &program->hooks);
    if (program->loop != NULL && !config->no_discovery) {
        door_discover(program->door, &config->hub.limits, config->hub.title,
                      hub_boot(loop_hub(program->loop)));
    }
    log_endpoints(program);
    if (config->ready_fd >= 0) {
        tell_ready(program, config->ready_fd);
    }
    notify(config, "READY=1", READY_MS);
    door_run(program->door);
    log_line(&config->hub.log, LOG_INFO, "stopped");
}

/* Memory blocks of at least this size, in bytes, go back to the system when they are
 * freed or grow.  By default, malloc raises this limit; then the holes that large blocks
 * leave between small ones cost 0.2 KiB for each idle connection. */
#define LARGE_BLOCK_BYTES (128 * 1024)

static void use_memory(void) {
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES);
#endif
    proto_use_memory();
    tls_use_memory();
    store_set_up_sqlite();
    loop_use_memory();
}

/* As the hub of a node, which its front has started (front/node.c), this program serves
 * fronts only.  Returns the descriptor to that front; -1: it is none. */
static int follow_leader(struct config *config) {
    const char *fd = getenv(FRONT_NODE_VARIABLE);
    if (fd == NULL || !config_is_node(config)) {
        return -1;
    }
    config->listen.n = config->tls_listen.n = 0;
    config->web_listen.n = config->web_tls_listen.n = 0;
    text_copy(config->metrics_listen, sizeof config->metrics_listen,
              config->hub_metrics_listen);
    config->no_discovery = true;
    config->ready_fd = -1;
    (void)unsetenv("NOTIFY_SOCKET");
    return (int)strtol(fd, NULL, 10);
}

/* Runs the server until it is stopped. */
static enum exit_code serve(struct config *config, char **argv) {
    struct program program = {.config = config, .argv = argv};
    program.leader = follow_leader(config);
    char fault[FAULT_BYTES] = "";
    if (config->front[0] == '\0' && !config_make_directory(config)) {
        return EXIT_CODE_FAILED;
    }
    raise_descriptors(&config->hub);
    bool is_open = open_program(&program, fault);
    if (is_open) {
        run(&program);
    } else {
        log_line(&config->hub.log, LOG_ERROR, "start_failed why=%s", LOG_QUOTED(fault));
    }
    bool works = close_program(&program);
    return is_open && works ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

/* Stands in the log for lines that were dropped. */
static size_t write_gap(char text[static LOSSY_GAP_BYTES], size_t n) {
    char line[LOG_LINE_BYTES];
    (void)log_format(line, LOG_WARN, "log_dropped lines=%zu", n);
    return (size_t)snprintf(text, LOSSY_GAP_BYTES, "%s", line);
}

/* Nothing that serves players may wait for the reader of the log. */
static struct lossy *open_log(struct log *log) {
    struct lossy *lossy = lossy_open(STDERR_FILENO, write_gap);
    log->out = lossy != NULL ? lossy_stream(lossy) : NULL;
    crash_catch(lossy);
    return lossy;
}

static void close_log(struct lossy *lossy) {
    crash_catch(NULL);
    lossy_close(lossy, LOG_END_MS);
}

int main(int argc, char **argv) {
    fill_standard_streams();
    use_memory();
    if (sodium_init() < 0) {
        fprintf(stderr, "alead: no source of randomness\n");
        return EXIT_CODE_FAILED;
    }
    struct config config;
    enum exit_code code;
    if (!config_read(&config, argc, argv, &code)) {
        return (int)code;
    }
    signal(SIGPIPE, SIG_IGN); /* writing to a peer that is gone fails instead */
    signal(SIGXFSZ, SIG_IGN); /* so does writing to a file that may not grow */
    signal(SIGHUP, SIG_IGN);  /* until the loop runs: see end_wait */
    struct lossy *log = open_log(&config.hub.log);
    code = serve(&config, argv);
    close_log(log);
    return (int)code;
}
