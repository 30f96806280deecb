#include "tests/support/server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/certs.h"
#include "tests/support/cmocka.h"
#include "tests/support/peer.h"
#include "tests/support/process.h"

void server_program(char path[static SERVER_PATH_BYTES], const char *name) {
    const char *build = getenv("ALEA_BUILD");
    if (build == NULL) {
        fail_msg("set ALEA_BUILD, as tests/run does");
    }
    snprintf(path, SERVER_PATH_BYTES, "%s/%s", build, name);
}

void server_quick_program(char path[static SERVER_PATH_BYTES], const char *name) {
    snprintf(path, SERVER_PATH_BYTES, "build/release/%s", name);
    if (strcmp(getenv("ALEA_BUILD"), "build/asan") != 0 || access(path, X_OK) != 0) {
        server_program(path, name);
    }
}

/* Makes a self-signed certificate for the server. */
static void certify(const struct server *server, char cert[static SERVER_PATH_BYTES],
                    char key[static SERVER_PATH_BYTES]) {
    snprintf(cert, SERVER_PATH_BYTES, "%.200s/cert.pem", server->dir);
    snprintf(key, SERVER_PATH_BYTES, "%.200s/key.pem", server->dir);
    struct cert own = cert_make(&(struct cert_plan){.name = "alead"});
    cert_write(&own, cert, key);
    cert_fini(&own);
}

static void make_dir(struct server *server) {
    const char *parent = getenv("TMPDIR");
    snprintf(server->dir, sizeof server->dir, "%s/alea-test.XXXXXX",
             parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(server->dir));
    snprintf(server->log, sizeof server->log, "%.200s/log", server->dir);
}

/* What a process is; a front gets the options of its sockets, its hub all others, and
 * some are for both. */
enum part { WHOLE, HUB, FRONT };

static bool is_among(const char *word, const char *const *words) {
    while (*words != NULL && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

static bool is_for(enum part part, const char *option) {
    static const char *const fronts[] = {
        "--listen",  "--tls-listen", "--web-listen",     "--web-tls-listen", "--tls-cert",
        "--tls-key", "--web-origin", "--metrics-listen", "--proxy-from",     NULL};
    static const char *const both[] = {"--limit",     "--operator-local", "--title",
                                       "--log-level", "--no-discovery",   NULL};
    return part == WHOLE || is_among(option, both) ||
           is_among(option, fronts) == (part == FRONT);
}

typedef char path_in_dir[2 * SERVER_PATH_BYTES];

/* Adds the arguments of this part; argv has n so far.  Returns how many it has then. */
static size_t add_words(const struct server *server, enum part part, char *words,
                        path_in_dir *paths, const char **argv, size_t n) {
    bool is_ours = true;
    size_t n_paths = 0;
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        is_ours = strncmp(word, "--", 2) == 0 ? is_for(part, word) : is_ours;
        if (!is_ours || strcmp(word, "FRONT") == 0) {
            continue;
        }
        assert_true(n < SERVER_ARGS_MAX);
        argv[n++] = word;
        if (strncmp(word, "DIR/", 4) == 0) {
            assert_true(n_paths < SERVER_PATHS_MAX);
            snprintf(paths[n_paths], sizeof *paths, "%s/%s", server->dir, word + 4);
            argv[n - 1] = paths[n_paths++];
        }
    }
    return n;
}

/* Runs alead in a child; its --ready-fd is ready_fd. */
static pid_t run(struct server *server, enum part part, const char *args, int ready_fd) {
    char program[SERVER_PATH_BYTES], fd[12], words[1024], trunk[2 * SERVER_PATH_BYTES];
    server_program(program, "alead");
    snprintf(fd, sizeof fd, "%d", ready_fd);
    snprintf(words, sizeof words, "%s", args);
    snprintf(trunk, sizeof trunk, "%s/hub.sock", server->dir);
    char cert[SERVER_PATH_BYTES], key[SERVER_PATH_BYTES];
    const char *argv[SERVER_ARGS_MAX + 14] = {program, "--ready-fd", fd};
    path_in_dir paths[SERVER_PATHS_MAX];
    size_t n = add_words(server, part, words, paths, argv, 3);
    if (part == HUB || strstr(args, "--listen") == NULL) {
        argv[n++] = "--listen";
        argv[n++] = "127.0.0.1:0";
    }
    if (part != FRONT && strstr(args, "--db") == NULL) {
        argv[n++] = "--db";
        argv[n++] = ":memory:";
    }
    if (part != HUB && strstr(args, "--tls-listen") != NULL &&
        strstr(args, "--tls-cert") == NULL) {
        certify(server, cert, key);
        argv[n++] = "--tls-cert";
        argv[n++] = cert;
        argv[n++] = "--tls-key";
        argv[n++] = key;
    }
    if (part != WHOLE) {
        argv[n++] = part == HUB ? "--trunk-listen" : "--front";
        argv[n++] = trunk;
    }
    pid_t pid = process_fork();
    if (pid == 0) {
        int log = open(server->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        process_exec(argv);
    }
    return pid;
}

/* Parses "ready HOST:PORT" or "ready [HOST]:PORT", with or without "tls ", "web " or such
 * a word in it. */
static void take_endpoint(struct server *server, const char *line) {
    assert_int_equal(strncmp(line, "ready ", 6), 0);
    line += 6;
    uint16_t ignored;
    const struct {
        const char *word;
        uint16_t *port;
    } kinds[] = {
        {"metrics ", &server->metrics_port},
        {"web ", &server->web_port},
        {"web-tls ", &server->web_tls_port},
        {"trunk ", &ignored},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0) {
            const char *colon = strrchr(line, ':');
            *kinds[i].port = (uint16_t)strtoul(colon != NULL ? colon + 1 : "", NULL, 10);
            return;
        }
    }
    bool is_tls = strncmp(line, "tls ", 4) == 0;
    line += is_tls ? 4 : 0;
    unsigned *n = is_tls ? &server->n_tls_ports : &server->n_ports;
    assert_true(*n < SERVER_PORTS_MAX);
    char *host = is_tls ? server->tls_host[*n] : server->host[*n];
    uint16_t *port = is_tls ? &server->tls_port[*n] : &server->port[*n];
    const char *colon = strrchr(line, ':');
    assert_non_null(colon);
    bool bracket = line[0] == '[';
    snprintf(host, sizeof server->host[0], "%.*s", (int)(colon - line - 2 * bracket),
             line + bracket);
    *port = (uint16_t)strtoul(colon + 1, NULL, 10);
    (*n)++;
}

/* Runs a part until it has said where it listens. */
static pid_t start(struct server *server, enum part part, const char *args) {
    int pipe_fds[2];
    assert_int_equal(pipe(pipe_fds), 0);
    fcntl(pipe_fds[0], F_SETFD, FD_CLOEXEC);
    pid_t pid = run(server, part, args, pipe_fds[1]);
    close(pipe_fds[1]);
    struct peer pipe_peer;
    peer_init(&pipe_peer, pipe_fds[0]);
    for (const char *line; (line = peer_line(&pipe_peer)) != NULL;) {
        if (part != HUB) {
            take_endpoint(server, line);
        }
    }
    peer_fini(&pipe_peer);
    return pid;
}

void server_start(struct server *server, const char *args) {
    bool has_front = strstr(args, "FRONT") != NULL || getenv("ALEA_FRONT") != NULL;
    make_dir(server);
    server->hub = has_front ? start(server, HUB, args) : 0;
    server->pid = start(server, has_front ? FRONT : WHOLE, args);
    if (server->n_ports + server->n_tls_ports == 0) {
        fail_msg("alead has not started");
    }
}

int server_run_to_end(struct server *server, const char *args) {
    make_dir(server);
    server->pid = run(server, WHOLE, args, STDERR_FILENO);
    int code = process_wait(server->pid, SERVER_LIMIT_S);
    server->pid = code == -1 ? server->pid : 0;
    return code;
}

char *server_read_log(const struct server *server) {
    FILE *in = fopen(server->log, "r");
    char *text = NULL;
    size_t cap = 0;
    if (in == NULL || getdelim(&text, &cap, '\0', in) < 0) {
        free(text);
        text = strdup("");
    }
    if (in != NULL) {
        fclose(in);
    }
    return text;
}

void server_await_log(const struct server *server, const char *text) {
    int64_t deadline_ms = peer_now_ms() + SERVER_LIMIT_S * 1000;
    for (bool is_there = false; !is_there; poll(NULL, 0, 2)) {
        assert_true(peer_now_ms() < deadline_ms);
        char *log = server_read_log(server);
        is_there = strstr(log, text) != NULL;
        free(log);
    }
}

void server_stop(struct server *server, int signal) {
    pid_t *const pids[] = {&server->pid, &server->hub};
    for (size_t i = 0; i < sizeof pids / sizeof pids[0]; i++) {
        if (*pids[i] > 0) {
            kill(*pids[i], signal);
            int code = process_wait(*pids[i], SERVER_LIMIT_S);
            assert_int_not_equal(code, -1);
            *pids[i] = 0;
            assert_int_equal(code, 0);
        }
    }
    char *log = server_read_log(server);
    bool reported =
        strstr(log, "Sanitizer") != NULL || strstr(log, "runtime error:") != NULL;
    free(log);
    assert_false(reported);
}

void server_fini(struct server *server, bool show_log) {
    const pid_t pids[] = {server->pid, server->hub};
    for (size_t i = 0; i < sizeof pids / sizeof pids[0]; i++) {
        if (pids[i] > 0) {
            kill(pids[i], SIGKILL);
            process_wait(pids[i], SERVER_LIMIT_S);
        }
    }
    if (server->dir[0] == '\0') {
        return;
    }
    if (show_log) {
        char *log = server_read_log(server);
        print_message("--- log of alead ---\n%s--- end of the log ---\n", log);
        free(log);
    }
    pid_t pid = process_fork();
    if (pid == 0) {
        process_exec((const char *const[]){"rm", "-rf", server->dir, NULL});
    }
    process_wait(pid, SERVER_LIMIT_S);
    *server = (struct server){0};
}
