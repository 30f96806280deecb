/* alead as a service: notifications to the service manager, the welcome text, SIGHUP. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/support/scene.h"

/* Extra arguments of the servers in tests that make files. */
#define ARGS_BYTES 256

/* --- the service manager --- */

/* Binds a socket for datagrams, and puts its name into NOTIFY_SOCKET. */
static int listen_as_manager(const char *name) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    size_t len = strlen(name);
    assert_true(len < sizeof at.sun_path);
    memcpy(at.sun_path, name, len);
    if (name[0] == '@') {
        at.sun_path[0] = '\0';
    }
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    size_t size = offsetof(struct sockaddr_un, sun_path) + len;
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, (socklen_t)size), 0);
    assert_int_equal(setenv("NOTIFY_SOCKET", name, 1), 0);
    return fd;
}

static void expect_datagram(int fd, const char *expected) {
    char said[80];
    struct pollfd in = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&in, 1, PEER_LIMIT_MS), 1);
    ssize_t n = recv(fd, said, sizeof said - 1, 0);
    assert_true(n >= 0);
    said[n] = '\0';
    assert_string_equal(said, expected);
}

static void expect_silence(int fd) {
    char byte;
    assert_int_equal(recv(fd, &byte, 1, MSG_DONTWAIT), -1);
}

static void start_and_stop(const char *name, int fd, int signal) {
    struct server server = {0};
    server_start(&server, "");
    expect_datagram(fd, "READY=1");
    expect_silence(fd);
    server_stop(&server, signal);
    expect_datagram(fd, "STOPPING=1");
    expect_silence(fd);
    server_fini(&server, false);
    close(fd);
    unlink(name);
    unsetenv("NOTIFY_SOCKET");
}

SCENE(tells_a_socket_with_a_path) {
    char name[100];
    snprintf(name, sizeof name, "%.80s/notify", scene->server.dir);
    start_and_stop(name, listen_as_manager(name), SIGTERM);
}

SCENE(tells_an_abstract_socket) {
    char name[100];
    snprintf(name, sizeof name, "@%.80s/notify", scene->server.dir);
    start_and_stop(name, listen_as_manager(name), SIGINT);
}

/* It reads nothing more: the server runs, and stops. */
SCENE(a_manager_is_stuck) {
    char name[100];
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct server server = {0};
    snprintf(name, sizeof name, "%.80s/notify", scene->server.dir);
    int fd = listen_as_manager(name);
    int other = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    memcpy(at.sun_path, name, strlen(name));
    assert_int_equal(connect(other, (const struct sockaddr *)&at, sizeof at), 0);
    while (send(other, "X=1", 3, MSG_DONTWAIT) > 0) {
    }
    server_start(&server, "");
    server_stop(&server, SIGTERM);
    char *log = server_read_log(&server);
    assert_non_null(strstr(log, "warn  notify_failed state=READY=1 why=\""));
    assert_non_null(strstr(log, "warn  notify_failed state=STOPPING=1 why=\""));
    free(log);
    server_fini(&server, false);
    close(other);
    close(fd);
    unsetenv("NOTIFY_SOCKET");
}

/* A server that cannot start is never ready. */
SCENE(is_not_ready_when_it_cannot_start) {
    char name[100], args[80];
    struct server server = {0};
    snprintf(name, sizeof name, "%.80s/notify", scene->server.dir);
    int fd = listen_as_manager(name);
    snprintf(args, sizeof args, "--listen 127.0.0.1:%u", scene->server.port[0]);
    assert_int_equal(server_run_to_end(&server, args), 1);
    expect_silence(fd);
    server_fini(&server, false);
    close(fd);
    unsetenv("NOTIFY_SOCKET");
}

/* The socket does not exist, or is not supported: the server runs, and logs it. */
SCENE(runs_without_a_manager) {
    static const char *const names[] = {"/nowhere/notify", "vsock:2:1"};
    for (size_t i = 0; i < 2; i++) {
        struct server server = {0};
        assert_int_equal(setenv("NOTIFY_SOCKET", names[i], 1), 0);
        server_start(&server, "");
        server_stop(&server, SIGTERM);
        char *log = server_read_log(&server);
        assert_non_null(strstr(log, "warn  notify_failed state=READY=1 why=\""));
        free(log);
        server_fini(&server, false);
    }
    unsetenv("NOTIFY_SOCKET");
}

/* --- the reader of --ready-fd has gone --- */

/* The server runs, and logs it. */
SCENE(nobody_hears_that_it_is_ready) {
    char program[SERVER_PATH_BYTES];
    const char *output;
    server_program(program, "alead");
    struct process *process =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){"sh", "-c",
                                        "exec \"$0\" --listen 127.0.0.1:0 --db :memory: "
                                        "--no-discovery --ready-fd 9 9>/dev/full",
                                        program, NULL});
    while (strstr(peer_line(&process->stdio), "warn  ready_unread fd=9") == NULL) {
    }
    kill(process->pid, SIGTERM);
    assert_int_equal(process_finish(process, 30, &output), 0);
}

/* --- the welcome text --- */

/* Restarts the scene's server with a welcome text. */
static void welcome_with(struct scene *scene, char file[static ARGS_BYTES],
                         const char *text) {
    char args[2 * ARGS_BYTES];
    snprintf(file, ARGS_BYTES, "/tmp/alea-welcome.%ld", (long)getpid());
    write_file(file, text);
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    snprintf(args, sizeof args, "--welcome %s", file);
    server_start(&scene->server, args);
}

#define WORDS                                                                            \
    "Thursdays we meet.\n\n   \\o/ h\xc3\xb6"                                            \
    "fn\n"

SCENE(readers_are_welcome) {
    char file[ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    struct peer *peer = scene_text(scene);
    peer_send(peer, "ping");
    assert_string_equal(peer_line(peer), "* Thursdays we meet.");
    assert_string_equal(peer_line(peer), "  ");
    assert_string_equal(peer_line(peer), "     \\o/ h\xc3\xb6"
                                         "fn");
    peer_expect_line(peer, "+ pong");
    peer_send(peer, "ping"); /* the welcome comes only once */
    peer_expect_line(peer, "+ pong");
    peer = scene_text(scene);
    peer_send(peer, "gibberish");
    peer_expect_line(peer, "* Thursdays");
    peer_await_line(peer, "- No command");
    unlink(file);
}

SCENE(programs_find_it_in_hello) {
    char file[ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    struct peer *peer = scene_text(scene);
    peer_ask(peer, "{'cmd':'hello'}");
    json_t *hello = peer_message(peer);
    assert_string_equal(peer_text(hello, "reply"), "hello");
    assert_string_equal(peer_text(hello, "welcome"),
                        "Thursdays we meet.\n\n   \\o/ h\xc3\xb6"
                        "fn");
    peer_ask(peer, "{'cmd':'mode','mode':'text'}");
    peer_expect_line(peer, "+ ");
    peer = scene_text(scene);
    peer_send(peer, "mode json");
    peer_ask(peer, "{'cmd':'ping'}");
    assert_string_equal(peer_text(peer_message(peer), "reply"), "mode");
    unlink(file);
}

SCENE(no_browser_sees_it) {
    char file[ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    struct peer *peer = scene_text(scene);
    peer_send(peer, "GET / HTTP/1.1");
    peer_expect_line(peer, "* The connection is closed: this is not a web server");
    unlink(file);
}

SCENE(nothing_is_said_without) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "ping");
    peer_expect_line(peer, "+ pong");
    struct peer *program = scene_text(scene);
    peer_ask(program, "{'cmd':'hello'}");
    const json_t *welcome = json_object_get(peer_message(program), "welcome");
    assert_true(json_is_null(welcome));
}

SCENE(hangup) {
    char file[ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    write_file(file, "Fridays!");
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "info  welcome_reloaded file=");
    struct peer *peer = scene_text(scene);
    peer_send(peer, "ping");
    peer_expect_line(peer, "* Fridays!");
    /* An invalid file is logged, and changes nothing. */
    write_file(file, "one\ntwo\ta");
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "line=2 why=\"control characters are not allowed");
    unlink(file);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "line=0 why=\"cannot be read: No such file");
    peer = scene_text(scene);
    peer_send(peer, "ping");
    peer_expect_line(peer, "* Fridays!");
}

/* Both files are read again; an error in one does not affect the other. */
SCENE(hangup_with_tls) {
    char file[ARGS_BYTES], args[2 * ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    snprintf(args, sizeof args,
             "--listen 127.0.0.1:0 --tls-listen 127.0.0.1:0 --welcome %s", file);
    server_start(&scene->server, args);
    write_file(file, "Fridays!");
    snprintf(args, sizeof args, "%.200s/key.pem", scene->server.dir);
    assert_int_equal(unlink(args), 0);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "error tls_reload_failed why=\"");
    server_await_log(&scene->server, "info  welcome_reloaded file=");
    unlink(file);
}

/* Nobody writes to these pipes: they are not read again. */
SCENE(hangup_with_pipes) {
    char file[ARGS_BYTES], args[2 * ARGS_BYTES];
    welcome_with(scene, file, WORDS);
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    snprintf(args, sizeof args,
             "--listen 127.0.0.1:0 --tls-listen 127.0.0.1:0 --welcome %s", file);
    server_start(&scene->server, args);
    snprintf(args, sizeof args, "%.200s/key.pem", scene->server.dir);
    unlink(file);
    unlink(args);
    assert_int_equal(mkfifo(file, 0600), 0);
    assert_int_equal(mkfifo(args, 0600), 0);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server,
                     "key.pem: is not a regular file, so it is read at the start only");
    server_await_log(&scene->server, "line=0 why=\"is not a regular file");
    unlink(file);
}

/* A key that others can read is used, with a warning. */
SCENE_WITH(a_key_for_everybody, .args = "--listen 127.0.0.1:0 --tls-listen 127.0.0.1:0") {
    char key[ARGS_BYTES];
    snprintf(key, sizeof key, "%.200s/key.pem", scene->server.dir);
    assert_int_equal(chmod(key, 0644), 0);
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "warn  tls_key_readable_by_all file=\"");
}

static void restart_with(struct scene *scene, const char *args) {
    server_stop(&scene->server, SIGTERM);
    server_fini(&scene->server, false);
    server_start(&scene->server, args);
}

/* A store that others can read is used, with a warning.  A new store is private. */
SCENE(a_store_for_everybody) {
    char db[ARGS_BYTES], args[2 * ARGS_BYTES];
    struct stat st;
    snprintf(db, sizeof db, "/tmp/alea-shared.%ld", (long)getpid());
    snprintf(args, sizeof args, "--db %s", db);
    restart_with(scene, args);
    assert_int_equal(stat(db, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    char *log = server_read_log(&scene->server);
    assert_null(strstr(log, "store_readable_by_all"));
    free(log);
    assert_int_equal(chmod(db, 0644), 0);
    restart_with(scene, args);
    server_await_log(&scene->server, "warn  store_readable_by_all file=\"");
    server_stop(&scene->server, SIGTERM);
    unlink(db);
    snprintf(args, sizeof args, "%s-lock", db);
    unlink(args);
}

/* A new player who asks to be registered. */
static struct peer *register_as(struct scene *scene, const char *name) {
    struct peer *peer = scene_player(scene, name);
    peer_ask(peer, "{'cmd':'register','password':'eight chars'}");
    return peer;
}

/* Nobody can take a name: it would not be stored. */
static void refuse_name(struct scene *scene, const char *name) {
    char line[64];
    struct peer *peer = scene_text(scene);
    snprintf(line, sizeof line, "name %s", name);
    peer_send(peer, "%s", line);
    peer_expect_line(peer, "- The server cannot write to its disk: nothing was done.");
}

/* What is acknowledged before is there once the file is put back; nothing is acknowledged
 * that would be missing then. */
SCENE_WITH(a_store_that_is_moved, .args = "--db DIR/alea.db") {
    char db[SERVER_PATH_BYTES + 16], moved[SERVER_PATH_BYTES + 16];
    snprintf(db, sizeof db, "%s/alea.db", scene->server.dir);
    snprintf(moved, sizeof moved, "%s/moved.db", scene->server.dir);
    peer_reply(register_as(scene, "ann"));
    assert_int_equal(rename(db, moved), 0);
    refuse_name(scene, "bob");
    server_await_log(&scene->server,
                     "error store_failed why=\"the file or its log was moved");
    server_stop(&scene->server, SIGTERM);
    assert_int_equal(rename(moved, db), 0);
    struct server next = {0};
    char args[SERVER_PATH_BYTES + 32];
    snprintf(args, sizeof args, "--db %s", db);
    server_start(&next, args);
    struct peer ann;
    peer_connect(&ann, next.host[0], next.port[0]);
    peer_expect_line(&ann, "* Welcome to alea: type help [alea/1 alead/");
    peer_send(&ann, "login ann eight chars");
    peer_expect_line(&ann, "+ Welcome, ann.");
    peer_fini(&ann);
    server_stop(&next, SIGTERM);
    server_fini(&next, false);
}

SCENE_WITH(a_store_that_is_deleted, .args = "--db DIR/alea.db") {
    char db[SERVER_PATH_BYTES + 16];
    snprintf(db, sizeof db, "%s/alea.db", scene->server.dir);
    assert_int_equal(unlink(db), 0);
    server_await_log(&scene->server,
                     "error store_failed why=\"the file or its log was moved");
    refuse_name(scene, "ann");
}

/* --- --check-config --- */

/* Runs alead --check-config.  Returns the exit status. */
static int check_config(struct scene *scene, const char *cert, const char *key,
                        const char **output) {
    char program[SERVER_PATH_BYTES];
    server_program(program, "alead");
    const char *argv[] = {program,
                          "--check-config",
                          "--tls-listen",
                          ":0",
                          "--tls-cert",
                          cert,
                          "--tls-key",
                          key,
                          NULL};
    return process_finish(scene_run(scene, PROCESS_SOCKET, argv), 30, output);
}

SCENE_WITH(check_loads_the_certificate,
           .args = "--listen 127.0.0.1:0 --tls-listen 127.0.0.1:0") {
    char cert[ARGS_BYTES], key[ARGS_BYTES];
    const char *output;
    snprintf(cert, sizeof cert, "%.200s/cert.pem", scene->server.dir);
    snprintf(key, sizeof key, "%.200s/key.pem", scene->server.dir);
    assert_int_equal(check_config(scene, cert, key, &output), 0);
    assert_non_null(strstr(output, "\ntls-listen = :0\ntls-cert = "));
    assert_int_equal(check_config(scene, cert, cert, &output), 2);
    assert_null(strstr(output, "all is right"));
    assert_non_null(strstr(output, "alead: TLS: "));
    assert_int_equal(check_config(scene, "/nowhere", key, &output), 2);
    assert_non_null(strstr(output, "/nowhere"));
}

SCENE(hangup_without_a_file) {
    kill(scene->server.pid, SIGHUP);
    server_await_log(&scene->server, "info  reload_ignored\n");
}
