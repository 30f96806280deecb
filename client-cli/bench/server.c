#include "client-cli/bench/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "client-cli/net/wait.h"

/* Timeout to start or stop: generous, for a large file on a slow disk. */
#define LIMIT_MS 30000
/* How often to check whether the process has ended. */
#define LOOK_MS    5
#define PATH_BYTES 4096
#define WORDS_MAX  40

/* --- starting --- */

/* Writes the path of the alead next to this program; "alead" if that is unknown. */
static void find_program(char path[static PATH_BYTES]) {
    ssize_t n = readlink("/proc/self/exe", path, PATH_BYTES - sizeof "alead");
    path[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(path, '/');
    char *name = slash != NULL ? slash + 1 : path;
    memcpy(name, "alead", sizeof "alead");
    if (access(path, X_OK) != 0) {
        memcpy(path, "alead", sizeof "alead");
    }
}

/* Runs in the child. */
static _Noreturn void run(const struct bench_server_config *config, int ready_fd) {
    char program[PATH_BYTES], fd[16], core[16], connections[40];
    const char *words[WORDS_MAX] = {NULL};
    size_t n = 0;
    find_program(program);
    snprintf(fd, sizeof fd, "%d", ready_fd);
    snprintf(core, sizeof core, "%u", config->core);
    snprintf(connections, sizeof connections, "connections=%u", config->connections);
    const char *const pinned[] = {"taskset", "-c", core};
    for (size_t i = 0; config->core != BENCH_ANY_CORE && i < 3; i++) {
        words[n++] = pinned[i];
    }
    const char *const always[] = {
        program,
        "--listen",
        "127.0.0.1:0",
        "--ready-fd",
        fd,
        strncmp(config->db, "postgresql://", 13) == 0 ? "--store" : "--db",
        config->db,
        "--limit",
        "connections_per_address=1000000",
        "--limit",
        connections,
        "--limit",
        "connects_per_minute=10000000",
        "--limit",
        "rooms=100000",
        "--limit",
        "rooms_per_address=100000",
        "--limit",
        "watchers_per_room=100000",
        "--limit",
        "commands_per_s=1000000",
        "--limit",
        "commands_burst=1000000",
        "--limit",
        "stored_per_hour=1000000000",
        "--log-level",
        "warn",
    };
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        words[n++] = always[i];
    }
    if (config->is_web) {
        words[n++] = "--web-listen";
        words[n++] = "127.0.0.1:0";
    }
    if (config->durability != NULL) {
        words[n++] = "--durability";
        words[n++] = config->durability;
    }
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* the server ends with this program in any case */
#endif
    char *argv[WORDS_MAX];
    memcpy(argv, words, sizeof argv); /* execvp does not change them */
    execvp(argv[0], argv);
    fprintf(stderr, "alea bench: %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* Reads "ready HOST:PORT"; with is_web, "ready web HOST:PORT" too. */
static bool read_ready(int fd, bool is_web, struct net_address *address) {
    char text[2 * NET_HOST_BYTES + 32] = "";
    const char *word = is_web ? "ready web " : "ready ", *line;
    size_t len = 0;
    while ((line = strstr(text, word)) == NULL || strchr(line, '\n') == NULL) {
        struct wait_fd wait = {.fd = fd};
        if (len == sizeof text - 1 || wait_for(&wait, 1, LIMIT_MS) != WAIT_READY) {
            return false;
        }
        ssize_t n = read(fd, text + len, sizeof text - 1 - len);
        if (n <= 0) {
            return false;
        }
        len += (size_t)n;
        text[len] = '\0';
    }
    char fault[FAULT_BYTES];
    text[(size_t)(line - text) + strcspn(line, "\n")] = '\0';
    return net_address_read(line + strlen(word), NULL, address, fault);
}

bool bench_server_start(struct bench_server *server,
                        const struct bench_server_config *config,
                        char fault[static FAULT_BYTES]) {
    int ready[2] = {-1, -1};
    *server = (struct bench_server){0};
    fflush(NULL);
    pid_t pid = pipe(ready) == 0 ? fork() : -1;
    if (pid < 0) {
        snprintf(fault, FAULT_BYTES, "alead does not start: %s", strerror(errno));
        close(ready[0]);
        close(ready[1]);
        return false;
    }
    if (pid == 0) {
        close(ready[0]);
        run(config, ready[1]);
    }
    close(ready[1]);
    server->pid = pid;
    bool is_ready = read_ready(ready[0], config->is_web, &server->address);
    close(ready[0]);
    if (!is_ready && bench_server_stop(server, fault)) {
        snprintf(fault, FAULT_BYTES,
                 "alead does not start"); /* but stops without fault */
    }
    return is_ready;
}

/* --- stopping --- */

/* Waits for the process to end.  False after the timeout. */
static bool await_end(pid_t pid, int *status) {
    struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    for (unsigned ms = 0; ms < LIMIT_MS; ms += LOOK_MS) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended != 0) {
            return ended == pid;
        }
        nanosleep(&pause, NULL);
    }
    return false;
}

bool bench_server_stop(struct bench_server *server, char fault[static FAULT_BYTES]) {
    int status = 0;
    pid_t pid = server->pid;
    if (pid == 0) {
        return true;
    }
    server->pid = 0;
    kill(pid, SIGTERM);
    if (!await_end(pid, &status)) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        snprintf(fault, FAULT_BYTES, "alead did not stop");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "alead ended with %s %d",
             WIFEXITED(status) ? "status" : "signal",
             WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return false;
}

/* --- usage --- */

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
