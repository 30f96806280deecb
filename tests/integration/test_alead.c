/* alead as a program: its command line, where it listens, how it ends. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/scene.h"

/* Runs alead with these arguments until it exits by itself. */
static void expect_end(const char *args, int code, const char *said) {
    struct server server = {0};
    int ended_with = server_run_to_end(&server, args);
    char *log = server_read_log(&server);
    bool has_said = strstr(log, said) != NULL && strstr(log, "Sanitizer") == NULL;
    server_fini(&server, ended_with != code || !has_said);
    free(log);
    assert_int_equal(ended_with, code);
    assert_true(has_said);
}

/* The options of a host are one screen. */
SCENE(short_help) {
    struct server server = {0};
    assert_int_equal(server_run_to_end(&server, "--help"), 0);
    char *text = server_read_log(&server);
    unsigned n = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        n++;
    }
    assert_in_range(n, 10, 23);
    assert_null(strstr(text, "--trunk-listen"));
    server_fini(&server, false);
    free(text);
}

SCENE(help) {
    expect_end("--help", 0, "--listen ADDR:PORT");
    expect_end(
        "--help limits", 0,
        "Exit codes: 0 stopped cleanly, 1 cannot listen, open its file or load the\n"
        "certificate, or has lost its database, 2 wrong usage, 71 out of memory.");
}

SCENE(version) {
    expect_end("--version", 0, "alead " ALEA_VERSION "\n");
}

SCENE(wrong_usage) {
    expect_end("--frobnicate", 2,
               "alead: --frobnicate: unknown option, or its value is missing (try alead "
               "--help)");
    expect_end("hello", 2, "try alead --help");
    expect_end("limits", 2, "alead takes only options");
    expect_end("--help hello", 2, "alead takes only options");
    expect_end("--limit rooms=0", 2, "rooms is from 1 to ");
}

SCENE(check_config) {
    expect_end("--check-config --title Ours --limit rooms=7", 0,
               "title = Ours\ndb = :memory:\n");
    expect_end("--check-config --limit rooms=7", 0, "\nlimit = rooms=7\n");
    expect_end("--check-config --limit rooms=0", 2,
               "alead: --limit: rooms is from 1 to 100000, not \"0\"");
    expect_end("--config /nowhere", 2, "alead: /nowhere: cannot be read: No such file");
    expect_end("--config LICENSE", 2,
               "alead: LICENSE:1: a line is KEY = VALUE, or a comment");
}

SCENE(port_in_use) {
    char args[80];
    snprintf(args, sizeof args, "--listen 127.0.0.1:%u", scene->server.port[0]);
    expect_end(args, 1, "Address already in use");
}

SCENE(nowhere_to_listen) {
    expect_end("--listen 127.0.0.1", 2, "--listen: it is ADDRESS:PORT");
    expect_end("--listen :x", 2, "a port is ");
    expect_end("--listen :65536", 2, "a port is ");
    expect_end("--listen 192.0.2.1:0", 1, "cannot listen on 192.0.2.1:0: ");
    expect_end("--listen [nonsense:0", 2, "--listen: it is ADDRESS:PORT");
    expect_end("--listen a..b:0", 1, "cannot listen on a..b:0");
    expect_end("--metrics-listen 192.0.2.1:0", 1, "cannot give metrics on 192.0.2.1:0: ");
}

/* --- addresses --- */

static void expect_greeting(const char *host, uint16_t port) {
    struct peer peer;
    peer_connect(&peer, host, port);
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 alead/");
    peer_fini(&peer);
}

SCENE_WITH(several_addresses,
           .args = "--listen 127.0.0.1:0 --listen [::1]:0 --listen 127.0.0.1:0") {
    assert_int_equal(scene->server.n_ports, 3);
    assert_string_equal(scene->server.host[0], "127.0.0.1");
    assert_string_equal(scene->server.host[1], "::1");
    assert_string_equal(scene->server.host[2], "127.0.0.1");
    for (unsigned i = 0; i < 3; i++) {
        expect_greeting(scene->server.host[i], scene->server.port[i]);
    }
}

SCENE_WITH(all_addresses, .args = "--listen :0") {
    assert_int_equal(scene->server.n_ports, 1);
    expect_greeting("127.0.0.1", scene->server.port[0]);
    expect_greeting("::1", scene->server.port[0]);
}

SCENE_WITH(title, .args = "--title Ours") {
    peer_expect_line(scene_connect(scene),
                     "* Ours: type help [alea/1 alead/" ALEA_VERSION ";");
}

/* --- the end --- */

static void stop_by(struct scene *scene, int signal) {
    struct peer *text = scene_text(scene), *json = scene_player(scene, "Ann");
    server_stop(&scene->server, signal);
    assert_non_null(strstr(peer_expect_line(text, "* "), "the server is shutting down"));
    peer_expect_end(text);
    json_t *bye = peer_message(json);
    assert_string_equal(peer_text(bye, "event"), "bye");
    assert_string_equal(peer_text(bye, "code"), "shutting_down");
    peer_expect_end(json);
}

SCENE(stop_by_sigterm) {
    stop_by(scene, SIGTERM);
}

SCENE(stop_by_sigint) {
    stop_by(scene, SIGINT);
}

/* The server does not promise connections for which the system has no descriptors. */
SCENE(few_descriptors) {
    char program[SERVER_PATH_BYTES];
    server_program(program, "alead");
    struct process *alead =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){
                      "sh", "-c",
                      "ulimit -n 200 && exec \"$0\" --listen 127.0.0.1:0 --db :memory: "
                      "--no-discovery --ready-fd 1 --limit connections=150",
                      program, NULL});
    const char *told = peer_line(&alead->stdio);
    assert_non_null(told);
    assert_non_null(strstr(told, " warn  descriptors_low have=200 connections=150"));
    const char *ready = peer_await_line(&alead->stdio, "ready 127.0.0.1:");
    struct peer peer;
    peer_connect(&peer, "127.0.0.1",
                 (uint16_t)strtoul(strrchr(ready, ':') + 1, NULL, 10));
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 ");
    peer_ask(&peer, "{'cmd':'hello'}");
    const json_t *limits = json_object_get(peer_reply(&peer), "limits");
    assert_int_equal(json_integer_value(json_object_get(limits, "connections")), 120);
    peer_fini(&peer);
    kill(alead->pid, SIGTERM);
    assert_int_equal(process_finish(alead, SERVER_LIMIT_S, NULL), 0);
}

/* Started without a standard input, and with an output that it closes when it is ready:
 * no connection gets one of their descriptors, which would never be closed. */
SCENE(standard_streams) {
    char program[SERVER_PATH_BYTES];
    server_program(program, "alead");
    struct process *alead = scene_run(
        scene, PROCESS_SOCKET,
        (const char *const[]){"sh", "-c",
                              "exec \"$0\" --listen 127.0.0.1:0 --db :memory: "
                              "--no-discovery --log-level error --ready-fd 1 <&-",
                              program, NULL});
    const char *ready = peer_expect_line(&alead->stdio, "ready 127.0.0.1:");
    uint16_t port = (uint16_t)strtoul(strrchr(ready, ':') + 1, NULL, 10);
    struct peer peers[3];
    for (size_t i = 0; i < 3; i++) {
        peer_connect(&peers[i], "127.0.0.1", port);
    }
    for (size_t i = 0; i < 3; i++) {
        peer_ask(&peers[i], "{'cmd':'quit'}");
        (void)peer_await_line(&peers[i], "{\"event\":\"bye\"");
        peer_expect_end(&peers[i]);
        peer_fini(&peers[i]);
    }
    kill(alead->pid, SIGTERM);
    assert_int_equal(process_finish(alead, SERVER_LIMIT_S, NULL), 0);
}

/* A full server says so: the client does not report that there is no server. */
SCENE_WITH(full, .args = "--limit connections=1") {
    char program[SERVER_PATH_BYTES], host[32], home[SERVER_PATH_BYTES + 20];
    const char *output;
    scene_text(scene);
    server_program(program, "alea");
    snprintf(host, sizeof host, "127.0.0.1:%u", scene->server.port[0]);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", scene->server.dir);
    const char *const argv[] = {"env", home, program, "play", host, NULL};
    int code =
        process_finish(scene_run(scene, PROCESS_SOCKET, argv), SERVER_LIMIT_S, &output);
    assert_int_not_equal(code, 0);
    assert_non_null(strstr(output, "too many connections: try again later"));
    assert_null(strstr(output, "No alea server"));
}
