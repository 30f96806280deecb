#include "tests/support/server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/certs.h"
#include "tests/support/cmocka.h"
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

/* Runs alead in a child; its --ready-fd is ready_fd. */
static void run(struct server *server, const char *args, int ready_fd) {
    char program[SERVER_PATH_BYTES], fd[12], words[1024], in_dir[2 * SERVER_PATH_BYTES];
    server_program(program, "alead");
    snprintf(fd, sizeof fd, "%d", ready_fd);
    snprintf(words, sizeof words, "%s", args);
    char cert[SERVER_PATH_BYTES], key[SERVER_PATH_BYTES];
    const char *argv[SERVER_ARGS_MAX + 12] = {program, "--ready-fd", fd};
    size_t n = 3;
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        assert_true(n < SERVER_ARGS_MAX);
        argv[n++] = word;
        if (strncmp(word, "DIR/", 4) == 0) {
            snprintf(in_dir, sizeof in_dir, "%s/%s", server->dir, word + 4);
            argv[n - 1] = in_dir;
        }
    }
    if (strstr(args, "--listen") == NULL) {
        argv[n++] = "--listen";
        argv[n++] = "127.0.0.1:0";
    }
    if (strstr(args, "--db") == NULL) {
        argv[n++] = "--db";
        argv[n++] = ":memory:";
    }
    if (strstr(args, "--tls-listen") != NULL && strstr(args, "--tls-cert") == NULL) {
        certify(server, cert, key);
        argv[n++] = "--tls-cert";
        argv[n++] = cert;
        argv[n++] = "--tls-key";
        argv[n++] = key;
    }
    server->pid = process_fork();
    if (server->pid == 0) {
        int log = open(server->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        process_exec(argv);
    }
}

/* Parses "ready HOST:PORT" or "ready [HOST]:PORT", with or without "tls ", "web " or such
 * a word in it. */
static void take_endpoint(struct server *server, const char *line) {
    assert_int_equal(strncmp(line, "ready ", 6), 0);
    line += 6;
    const struct {
        const char *word;
        uint16_t *port;
    } kinds[] = {
        {"metrics ", &server->metrics_port},
        {"web ", &server->web_port},
        {"web-tls ", &server->web_tls_port},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0) {
            *kinds[i].port = (uint16_t)strtoul(strrchr(line, ':') + 1, NULL, 10);
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

void server_start(struct server *server, const char *args) {
    int pipe_fds[2];
    assert_int_equal(pipe(pipe_fds), 0);
    fcntl(pipe_fds[0], F_SETFD, FD_CLOEXEC);
    make_dir(server);
    run(server, args, pipe_fds[1]);
    close(pipe_fds[1]);
    struct peer pipe_peer;
    peer_init(&pipe_peer, pipe_fds[0]);
    for (const char *line; (line = peer_line(&pipe_peer)) != NULL;) {
        take_endpoint(server, line);
    }
    peer_fini(&pipe_peer);
    if (server->n_ports + server->n_tls_ports == 0) {
        fail_msg("alead has not started");
    }
}

int server_run_to_end(struct server *server, const char *args) {
    make_dir(server);
    run(server, args, STDERR_FILENO);
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

void server_stop(struct server *server, int signal) {
    kill(server->pid, signal);
    int code = process_wait(server->pid, SERVER_LIMIT_S);
    assert_int_not_equal(code, -1);
    server->pid = 0;
    assert_int_equal(code, 0);
    char *log = server_read_log(server);
    bool reported =
        strstr(log, "Sanitizer") != NULL || strstr(log, "runtime error:") != NULL;
    free(log);
    assert_false(reported);
}

void server_fini(struct server *server, bool show_log) {
    if (server->pid > 0) {
        kill(server->pid, SIGKILL);
        process_wait(server->pid, SERVER_LIMIT_S);
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
