/* A real alead with TLS, and alea: which servers it trusts, and what it refuses.
 * test_tls_lines.c tests that everything else is as without TLS. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/certs.h"
#include "tests/support/scene.h"

/* Time limit for a program, in seconds. */
#define LIMIT_S 60
/* Certificates, each in NAME.pem and NAME.key of a directory. */
enum who { CA, GOOD, WRONG, EXPIRED, SELF, OTHER_SELF, N_CERTS };
static const char *const names[N_CERTS] = {"ca",      "good", "wrong",
                                           "expired", "self", "other"};
static struct cert certs[N_CERTS];
static char place[64];

static void cert_path(char path[static 100], enum who who, const char *end) {
    snprintf(path, 100, "%s/%s.%s", place, names[who], end);
}

/* --- programs --- */

/* Arguments and input for a run of alea. */
struct run {
    const char *words[4]; /* after --tls */
    const char *input;
    enum { TLS_TO_TLS, PLAIN_TO_TLS, TLS_TO_PLAIN } how;
};

static void write_port(const struct scene *scene, const struct run *run, char *text,
                       size_t cap) {
    const struct server *server = &scene->server;
    snprintf(text, cap, "127.0.0.1:%u",
             run->how == TLS_TO_PLAIN ? server->port[0] : server->tls_port[0]);
}

static struct process *start_play(struct scene *scene, enum process_stdio how,
                                  const struct run *run) {
    char program[SERVER_PATH_BYTES], address[40];
    const char *argv[12] = {program, "play", "--plain", "--name", "Ann"};
    size_t n = 5;
    server_program(program, "alea");
    write_port(scene, run, address, sizeof address);
    if (run->how != PLAIN_TO_TLS) {
        argv[n++] = "--tls";
    }
    for (size_t i = 0; i < 4 && run->words[i] != NULL; i++) {
        argv[n++] = run->words[i];
    }
    argv[n++] = address;
    struct process *process = scene_run(scene, how, argv);
    if (run->input != NULL) {
        peer_send_bytes(&process->stdio, run->input, strlen(run->input));
    }
    return process;
}

/* Runs alea play to its end, and checks its exit status and output. */
static void expect_play(struct scene *scene, const struct run *run, int code,
                        const char *said) {
    const char *output;
    struct process *process = start_play(scene, PROCESS_SOCKET, run);
    peer_hang_up(&process->stdio);
    int ended_with = process_finish(process, LIMIT_S, &output);
    if (ended_with != code || strstr(output, said) == NULL) {
        fail_msg("it ended with %d, and said: %s", ended_with, output);
    }
    process_fini(process);
    scene->n_processes--;
}

#define HELLO               "hello\n"
#define WITH(option, value) (&(struct run){.words = {option, value}, .input = HELLO})
#define IS_SECURE           "This connection has TLS"

/* --- which servers to trust --- */

static void vouched_by_a_file(struct scene *scene) {
    char ca[100];
    cert_path(ca, CA, "pem");
    expect_play(scene, WITH("--tls-ca", ca), 0, IS_SECURE);
    expect_play(scene, WITH("--tls-ca", "/nowhere"), 1, "/nowhere: No such file");
    expect_play(scene, WITH("--tls-ca", "/dev/null"), 1,
                "/dev/null: there is no certificate in it");
    cert_path(ca, SELF, "pem");
    expect_play(scene, WITH("--tls-ca", ca), 1, "does not vouch for it");
}

static void vouched_by_the_system(struct scene *scene) {
    char ca[100];
    cert_path(ca, CA, "pem");
    expect_play(scene, &(struct run){.input = HELLO}, 1,
                "its certificate cannot be trusted");
    setenv("SSL_CERT_FILE", ca, 1); /* OpenSSL's variable for the system's roots */
    expect_play(scene, &(struct run){.input = HELLO}, 0, IS_SECURE);
    unsetenv("SSL_CERT_FILE");
}

static void another_host(struct scene *scene) {
    char ca[100];
    cert_path(ca, CA, "pem");
    expect_play(scene, WITH("--tls-ca", ca), 1, "IP address mismatch");
}

static void expired(struct scene *scene) {
    char ca[100], cert[100], key[100], program[SERVER_PATH_BYTES];
    const char *output;
    cert_path(ca, CA, "pem");
    expect_play(scene, WITH("--tls-ca", ca), 1, "certificate has expired");
    cert_path(cert, EXPIRED, "pem");
    cert_path(key, EXPIRED, "key");
    server_program(program, "alead");
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){program, "--check-config", "--tls-listen", ":0",
                                        "--tls-cert", cert, "--tls-key", key, NULL});
    assert_int_equal(process_finish(process, 30, &output), 0); /* the connection works */
    assert_non_null(strstr(output, "expired.pem: this certificate has expired\n"));
}

static void expect_nothing_known(void) {
    char path[120];
    snprintf(path, sizeof path, "%s/alea/known_servers", place);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* Deletes the list of known servers, before a test. */
static void forget(void) {
    char path[120];
    snprintf(path, sizeof path, "%s/alea/known_servers", place);
    unlink(path);
}

/* If the user cannot be asked, the program says how to accept the certificate.  After
 * that it is remembered, in a file for this user only. */
static void signed_by_itself(struct scene *scene) {
    char own[65], other[65], path[120];
    struct stat stat_of;
    forget();
    cert_fingerprint(&certs[SELF], own);
    cert_fingerprint(&certs[OTHER_SELF], other);
    expect_play(scene, &(struct run){.input = HELLO}, 1, own);
    expect_play(scene, &(struct run){.input = HELLO}, 1,
                "accept it with --tls-fingerprint");
    expect_play(scene, WITH("--tls-fingerprint", other), 1,
                "is not the server that you mean");
    expect_nothing_known();
    expect_play(scene, WITH("--tls-fingerprint", own), 0, IS_SECURE);
    snprintf(path, sizeof path, "%s/alea/known_servers", place);
    assert_int_equal(stat(path, &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 07777, 0600);
    expect_play(scene, &(struct run){.input = HELLO}, 0, IS_SECURE);
}

static void asks_on_a_terminal(struct scene *scene) {
    char own[65];
    forget();
    cert_fingerprint(&certs[SELF], own);
    for (int i = 0; i < 3; i++) {
        struct process *play = start_play(scene, PROCESS_PTY, &(struct run){0});
        if (i < 2) {
            char line[70];
            snprintf(line, sizeof line, "    %s", own);
            peer_await_line(&play->stdio, line);
            peer_send(&play->stdio, i == 0 ? "perhaps" : "yes");
        }
        if (i == 0) {
            const char *output;
            assert_int_equal(process_finish(play, LIMIT_S, &output), 1);
            assert_non_null(strstr(output, "you have not accepted its certificate"));
            expect_nothing_known();
        } else {
            peer_send(&play->stdio, "quit");
            assert_int_equal(process_finish(play, LIMIT_S, NULL), 0);
        }
    }
}

/* Gives the server another certificate, and waits until the server uses it. */
static void change_certificate(struct scene *scene, enum who who) {
    char cert[SERVER_PATH_BYTES], key[SERVER_PATH_BYTES], hex[65];
    snprintf(cert, sizeof cert, "%s/used.pem", place);
    snprintf(key, sizeof key, "%s/used.key", place);
    cert_write(&certs[who], cert, key);
    cert_fingerprint(&certs[who], hex);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, hex);
}

static void changed(struct scene *scene) {
    char own[65], other[65];
    forget();
    change_certificate(scene, SELF);
    cert_fingerprint(&certs[SELF], own);
    cert_fingerprint(&certs[OTHER_SELF], other);
    expect_play(scene, WITH("--tls-fingerprint", own), 0, IS_SECURE);
    change_certificate(scene, OTHER_SELF);
    expect_play(scene, &(struct run){.input = HELLO}, 1,
                "IS NOT THE SAME SERVER AS BEFORE");
    expect_play(scene, &(struct run){.input = HELLO}, 1, own);
    expect_play(scene, &(struct run){.input = HELLO}, 1, other);
    expect_play(scene, WITH("--tls-fingerprint", other), 0, IS_SECURE);
    expect_play(scene, &(struct run){.input = HELLO}, 0, IS_SECURE);
}

/* The server gets another certificate while clients are connected. */
static void hangup_signal(struct scene *scene) {
    char key[SERVER_PATH_BYTES];
    change_certificate(scene, SELF);
    struct peer *before = scene_text(scene);
    change_certificate(scene, OTHER_SELF);
    peer_send(before, "ping");
    peer_expect_line(before, "+ pong");
    snprintf(key, sizeof key, "%s/used.key", place);
    cert_write(&certs[GOOD], NULL, key);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "this is not the key of the certificate");
    scene_expect_health(scene); /* it still uses the old certificate */
    peer_send(before, "ping");
    peer_expect_line(before, "+ pong");
}

/* --- TLS on one end only --- */

/* The server's timeout for handshakes is shorter than the client's. */
static void plain_text_on_the_port(struct scene *scene) {
    expect_play(scene, &(struct run){.input = HELLO, .how = PLAIN_TO_TLS}, 1,
                "this port speaks TLS only: use alea play --tls");
}

static void tls_on_a_plain_port(struct scene *scene) {
    expect_play(scene, &(struct run){.input = HELLO, .how = TLS_TO_PLAIN}, 1,
                "it does not speak TLS there");
}

/* --- games --- */

/* A server that is killed sends no close_notify: the client notices that the end is
 * missing. */
static void cut_by_the_server(struct scene *scene) {
    char ca[100];
    cert_path(ca, CA, "pem");
    struct process *play = start_play(scene, PROCESS_SOCKET, WITH("--tls-ca", ca));
    peer_await_line(&play->stdio, IS_SECURE);
    kill(scene->server.pid, SIGKILL);
    process_wait(scene->server.pid, LIMIT_S);
    scene->server.pid = 0;
    peer_await_line(&play->stdio, "The connection is lost: the connection was cut.");
    kill(play->pid, SIGTERM);
    assert_int_equal(process_finish(play, LIMIT_S, NULL), 1);
}

/* Two bots play a whole game, and both receive its long record completely. */
static void a_whole_game(struct scene *scene) {
    char program[SERVER_PATH_BYTES], ca[100], address[40];
    struct process *bots[2];
    server_program(program, "alea");
    cert_path(ca, CA, "pem");
    write_port(scene, &(struct run){.input = NULL}, address, sizeof address);
    for (int i = 0; i < 2; i++) {
        const char *argv[] = {program,  "bot",   "--tls-ca", ca,   "--game",
                              "tablut", address, NULL,       NULL, NULL};
        if (i == 0) {
            argv[7] = "--save";
            argv[8] = scene->server.dir;
        }
        bots[i] = scene_run(scene, PROCESS_SOCKET, argv);
    }
    for (int i = 0; i < 2; i++) {
        const char *output;
        int code = process_finish(bots[i], 120, &output);
        if (code != 0) {
            fail_msg("it ended with %d, and said: %s", code, output);
        }
    }
}

/* Errors in the files are reported before clients can connect. */
static void expect_no_start(const char *args, int code, const char *said) {
    struct server server = {0};
    int ended_with = server_run_to_end(&server, args);
    char *log = server_read_log(&server);
    bool has_said = strstr(log, said) != NULL;
    server_fini(&server, ended_with != code || !has_said);
    free(log);
    assert_int_equal(ended_with, code);
    assert_true(has_said);
}

static void wrong_command_lines(struct scene *scene) {
    char args[400];
    (void)scene;
    snprintf(args, sizeof args,
             "--tls-listen 127.0.0.1:0 --tls-cert %s/good.pem --tls-key %s/self.key",
             place, place);
    expect_no_start(args, 1, "self.key: this is not the key of the certificate");
    expect_no_start("--tls-listen 127.0.0.1:0 --tls-cert /nowhere", 2,
                    "these must be given together");
    snprintf(args, sizeof args,
             "--tls-listen nonsense --tls-cert %s/good.pem --tls-key %s/good.key", place,
             place);
    expect_no_start(args, 2, "--tls-listen: it is ADDRESS:PORT");
}

/* --- all tests --- */

/* The arguments of a server with this certificate; OTHER_SELF: one that changes. */
static const char *server_args(enum who who) {
    static char args[N_CERTS][400];
    const char *name = who == OTHER_SELF ? "used" : names[who];
    snprintf(args[who], sizeof args[who],
             "--tls-listen 127.0.0.1:0 --tls-cert %s/%s.pem --tls-key %s/%s.key "
             "--limit commands_burst=1000",
             place, name, place, name);
    return args[who];
}

static void make_certs(void) {
    static const struct cert_plan plans[N_CERTS] = {
        [CA] = {.name = "Test CA", .is_ca = true},
        [GOOD] = {.name = "good", .hosts = "DNS:localhost,IP:127.0.0.1"},
        [WRONG] = {.name = "wrong", .hosts = "DNS:example.org,IP:192.0.2.1"},
        [EXPIRED] = {.name = "expired", .hosts = "IP:127.0.0.1", .is_expired = true},
        [SELF] = {.name = "self", .hosts = "IP:127.0.0.1"},
        [OTHER_SELF] = {.name = "self", .hosts = "IP:127.0.0.1"},
    };
    char cert[100], key[100];
    for (enum who who = CA; who < N_CERTS; who++) {
        struct cert_plan plan = plans[who];
        plan.issuer = who > CA && who < SELF ? &certs[CA] : NULL;
        certs[who] = cert_make(&plan);
        cert_path(cert, who, "pem");
        cert_path(key, who, "key");
        cert_write(&certs[who], cert, key);
    }
    snprintf(cert, sizeof cert, "%s/used.pem", place);
    snprintf(key, sizeof key, "%s/used.key", place);
    cert_write(&certs[GOOD], cert, key);
}

static void drop_certs(void) {
    for (enum who who = CA; who < N_CERTS; who++) {
        cert_fini(&certs[who]);
    }
    pid_t pid = process_fork();
    if (pid == 0) {
        process_exec((const char *const[]){"rm", "-rf", place, NULL});
    }
    process_wait(pid, LIMIT_S);
}

BEFORE_TESTS {
    const char *parent = getenv("TMPDIR");
    snprintf(place, sizeof place, "%.30s/alea-certs.XXXXXX",
             parent != NULL ? parent : "/tmp");
    if (mkdtemp(place) == NULL) {
        exit(1);
    }
    make_certs();
    atexit(drop_certs);
    setenv("XDG_STATE_HOME", place, 1);
    unsetenv("SSL_CERT_FILE");
    const struct scene_test tests[] = {
        {"vouched for by --tls-ca", vouched_by_a_file, server_args(GOOD), NULL, false},
        {"vouched for by the system's roots", vouched_by_the_system, server_args(GOOD),
         NULL, false},
        {"certificate of another host", another_host, server_args(WRONG), NULL, false},
        {"expired certificate", expired, server_args(EXPIRED), NULL, false},
        {"self-signed", signed_by_itself, server_args(SELF), NULL, false},
        {"self-signed, on a terminal", asks_on_a_terminal, server_args(SELF), NULL,
         false},
        {"changed certificate", changed, server_args(OTHER_SELF), NULL, false},
        {"SIGHUP", hangup_signal, server_args(OTHER_SELF), NULL, true},
        {"plain text on the TLS port", plain_text_on_the_port,
         "--tls-listen 127.0.0.1:0 --limit tls_handshake_ms=300", NULL, false},
        {"the client speaks first", plain_text_on_the_port,
         "--tls-listen 127.0.0.1:0 --limit tls_handshake_ms=60000", NULL, false},
        {"TLS on the plain port", tls_on_a_plain_port, server_args(GOOD), NULL, false},
        {"cut by the server", cut_by_the_server, server_args(GOOD), NULL, false},
        {"a whole game", a_whole_game, server_args(GOOD), NULL, false},
        {"wrong command lines", wrong_command_lines, NULL, NULL, false},
    };
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        scene_add(&tests[i]);
    }
}
