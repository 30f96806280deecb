/* alea find and a real alead on this machine; test_lan.c tests it between machines. */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "proto/message/discovery.h"
#include "server/net/responder.h"
#include "tests/support/scene.h"

#define NONCE "abcdefghijklmnop"
/* alea find stops when it has found enough servers, or after this time. */
#define LONG_MS "30000"

/* Runs alea find for one server on this port.  Returns its output, borrowed. */
static const char *find_one(struct scene *scene, uint16_t port, const char *option,
                            int expected_code) {
    char alea[SERVER_PATH_BYTES], number[8];
    const char *output;
    server_program(alea, "alea");
    snprintf(number, sizeof number, "%u", port);
    const char *argv[] = {alea,    "find",     "--port", number, "--wait",
                          LONG_MS, "--enough", "1",      option, NULL};
    struct process *process = scene_run(scene, PROCESS_SOCKET, argv);
    assert_int_equal(process_finish(process, SERVER_LIMIT_S, &output), expected_code);
    return output;
}

static void expect_in(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" is not in: %s", part, text);
    }
}

/* --- alea find --- */

SCENE_WITH(found, .args = "--title Ours") {
    char line[80];
    scene_player(scene, "Ann");
    scene_player(scene, "Bob");
    scene_text(scene); /* has no name yet */
    snprintf(line, sizeof line,
             "alea play 127.0.0.1:%u  plain    2 players  alead/" ALEA_VERSION "  Ours\n",
             scene->server.port[0]);
    assert_string_equal(find_one(scene, scene->server.port[0], NULL, 0), line);
}

SCENE_WITH(found_ipv6, .args = "--listen [::1]:0") {
    char address[40];
    snprintf(address, sizeof address, "alea play [::1]:%u ", scene->server.port[0]);
    expect_in(find_one(scene, scene->server.port[0], NULL, 0), address);
}

SCENE_WITH(found_json, .args = "--title Ours") {
    json_error_t error;
    char address[40];
    json_t *hello = NULL;
    struct peer *peer = scene_player(scene, "Ann");
    const char *output = find_one(scene, scene->server.port[0], "--json", 0);
    json_t *line = json_loads(output, 0, &error);
    assert_non_null(line);
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    assert_string_equal(peer_text(line, "address"), address);
    assert_int_equal(json_array_size(json_object_get(line, "addresses")), 1);
    assert_string_equal(peer_text(line, "title"), "Ours");
    assert_int_equal(json_integer_value(json_object_get(line, "players")), 1);
    assert_int_equal(json_integer_value(json_object_get(line, "protocol")),
                     PROTOCOL_VERSION);
    /* The server itself reports the same. */
    peer_ask(peer, "{'cmd':'hello'}");
    hello = peer_reply(peer);
    assert_string_equal(peer_text(line, "boot"), peer_text(hello, "boot"));
    json_decref(line);
}

/* Opens a UDP socket on a port of 127.0.0.1 (0: any).  -1: the port is in use. */
static int open_udp(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    assert_true(fd >= 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static uint16_t port_of(int fd) {
    struct sockaddr_in address;
    socklen_t len = sizeof address;
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    return ntohs(address.sin_port);
}

SCENE(none) {
    char alea[SERVER_PATH_BYTES], number[8];
    const char *output;
    int fd = open_udp(0); /* another program listens there, and does not answer */
    server_program(alea, "alea");
    snprintf(number, sizeof number, "%u", port_of(fd));
    const char *argv[] = {alea, "find", "--port", number, "--wait", "10", NULL};
    struct process *process = scene_run(scene, PROCESS_SOCKET, argv);
    assert_int_equal(process_finish(process, SERVER_LIMIT_S, &output), 1);
    expect_in(output, "no server answered on port ");
    close(fd);
}

/* Hostile answers to a query: invalid ones are ignored, and valid ones cannot control the
 * terminal. */
SCENE(hostile) {
    char alea[SERVER_PATH_BYTES], number[8], bytes[512], nonce[DISCOVERY_ID_BYTES + 1];
    const char *output;
    int fd = open_udp(0);
    struct sockaddr_in from;
    socklen_t len = sizeof from;
    server_program(alea, "alea");
    snprintf(number, sizeof number, "%u", port_of(fd));
    const char *argv[] = {alea,    "find",     "--port", number, "--wait",
                          LONG_MS, "--enough", "1",      NULL};
    struct process *process = scene_run(scene, PROCESS_SOCKET, argv);
    struct pollfd wait = {fd, POLLIN, 0};
    assert_int_equal(poll(&wait, 1, PEER_LIMIT_MS), 1);
    ssize_t n = recvfrom(fd, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &len);
    assert_int_equal(n, DISCOVERY_BYTES);
    assert_true(discovery_read_query(bytes, (size_t)n, nonce));
    static const struct {
        const char *before, *after; /* before and after the nonce */
    } answers[] = {
        {"", ""},
        {"", "\x1b[2J"},
        {"alea-here/1 ", "\n"},
        {"alea-here/1 qqqqqqqqqqqqqqqq boot=",
         " port=1 protocol=1 server=alead/0 players=0 title=not to us\n"},
        {"alea-here/1 ", " boot=" NONCE " port=1 protocol=1 server=a\x1b[2J players=0 "
                         "title=x\n"},
        {"alea-here/1 ", " boot=" NONCE " port=7 protocol=1 server=alead/0 players=0 "
                         "title=a\x1b]0;b\x07\xc2\x9b"
                         "c\n"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        int told = snprintf(bytes, sizeof bytes, "%s%s%s", answers[i].before, nonce,
                            answers[i].after);
        assert_int_equal(
            sendto(fd, bytes, (size_t)told, 0, (struct sockaddr *)&from, len), told);
    }
    assert_int_equal(process_finish(process, SERVER_LIMIT_S, &output), 0);
    assert_string_equal(output,
                        "alea play 127.0.0.1:7  plain    0 players  alead/0  a]0;bc\n");
    close(fd);
}

/* --- packets --- */

/* A socket connected to this port of this machine. */
static int connect_udp(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = open_udp(0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* Reads an answer, which must have this nonce.  Returns its length. */
static size_t expect_answer(int fd, const char *nonce, struct discovery_answer *told) {
    char bytes[2 * DISCOVERY_BYTES], fault[FAULT_BYTES];
    struct pollfd wait = {fd, POLLIN, 0};
    assert_int_equal(poll(&wait, 1, PEER_LIMIT_MS), 1);
    ssize_t n = recv(fd, bytes, sizeof bytes, 0);
    assert_true(n > 0);
    if (!discovery_read_answer(bytes, (size_t)n, told, fault)) {
        fail_msg("%s", fault);
    }
    assert_string_equal(told->nonce, nonce);
    return (size_t)n;
}

/* Only a query of full length is answered.  The packets before it are not: the first
 * answer is the one to the query. */
SCENE(no_amplifier) {
    char query[DISCOVERY_BYTES], packet[2 * DISCOVERY_BYTES];
    struct discovery_answer told;
    int fd = connect_udp(scene->server.port[0]);
    discovery_write_query("qqqqqqqqqqqqqqqq", query);
    memset(packet, ' ', sizeof packet);
    memcpy(packet, query, sizeof query);
    static const size_t lengths[] = {
        0, 1, 28, DISCOVERY_BYTES - 1, DISCOVERY_BYTES + 1, sizeof packet};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        assert_int_equal(send(fd, packet, lengths[i], 0), lengths[i]);
    }
    discovery_write_query(NONCE, query);
    assert_int_equal(send(fd, query, sizeof query, 0), sizeof query);
    assert_in_range(expect_answer(fd, NONCE, &told), 1, sizeof query);
    assert_int_equal(told.port, scene->server.port[0]);
    close(fd);
    scene_expect_health(scene);
}

/* With the longest title, the answer is still not longer than the query. */
SCENE_WITH(
    longest,
    .args = "--title 123456789012345678901234567890123456789012345678901234567890") {
    char query[DISCOVERY_BYTES];
    struct discovery_answer told;
    int fd = connect_udp(scene->server.port[0]);
    discovery_write_query(NONCE, query);
    assert_int_equal(send(fd, query, sizeof query, 0), sizeof query);
    assert_in_range(expect_answer(fd, NONCE, &told), 1, sizeof query);
    assert_int_equal(strlen(told.title), TITLE_BYTES_MAX);
    close(fd);
}

/* A client that asks all the time is answered only now and then, and does not disturb
 * others. */
SCENE(flood) {
    enum { QUERIES = 200 };
    char query[DISCOVERY_BYTES], bytes[DISCOVERY_BYTES];
    unsigned n = 0;
    int64_t begin_ms = peer_now_ms();
    int fd = connect_udp(scene->server.port[0]);
    discovery_write_query(NONCE, query);
    for (int i = 0; i < QUERIES; i++) {
        send(fd, query, sizeof query, 0);
    }
    scene_expect_health(scene);
    scene_expect_health(scene);
    while (recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
        n++;
    }
    int64_t passed_s = (peer_now_ms() - begin_ms) / 1000 + 1;
    assert_in_range(n, 1, RESPONDER_SOURCE_BURST + RESPONDER_SOURCE_PER_S * passed_s);
    close(fd);
}

/* --- discovery turned off, or impossible --- */

SCENE_WITH(turned_off, .args = "--no-discovery") {
    int fd = open_udp(scene->server.port[0]);
    assert_true(fd >= 0); /* the server does not use the port */
    close(fd);
    scene_expect_health(scene);
}

/* The server's port is free for TCP, but in use for UDP: the server logs that, and
 * runs. */
SCENE(port_taken) {
    struct server server = {0};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char args[80];
    int udp, tcp, tries = 0;
    const int on = 1;
    do { /* until a number is free for both */
        udp = open_udp(0);
        tcp = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(tcp, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        address.sin_port = htons(port_of(udp));
    } while (bind(tcp, (struct sockaddr *)&address, sizeof address) != 0 &&
             close(udp) == 0 && close(tcp) == 0 && ++tries < 100);
    snprintf(args, sizeof args, "--listen 127.0.0.1:%u", port_of(udp));
    server_start(&server, args);
    close(tcp); /* nobody else has taken it meanwhile */
    struct peer peer;
    peer_connect(&peer, server.host[0], server.port[0]);
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 ");
    peer_fini(&peer);
    server_stop(&server, SIGTERM); /* then all of its log is in the file */
    char *log = server_read_log(&server);
    bool has_said = strstr(log, "warn  discovery_off port=") != NULL &&
                    strstr(log, "error=EADDRINUSE") != NULL;
    free(log);
    server_fini(&server, !has_said);
    close(udp);
    assert_true(has_said);
}

/* Each listener is found at its port. */
SCENE_WITH(several, .args = "--listen :0") {
    for (unsigned i = 0; i < scene->server.n_ports; i++) {
        expect_in(find_one(scene, scene->server.port[i], NULL, 0), "alea play ");
    }
}
SCENE_ALSO(several_listeners, several,
           .args = "--listen 127.0.0.1:0 --listen [::1]:0 --listen 127.0.0.1:0");

SCENE_WITH(tls_only, .args = "--title Ours --listen [::1]:0 --tls-listen 127.0.0.1:0") {
    char line[100];
    uint16_t port = scene->server.tls_port[0];
    snprintf(line, sizeof line,
             "alea play --tls 127.0.0.1:%u  TLS      0 players  alead/" ALEA_VERSION
             "  Ours\n",
             port);
    assert_string_equal(find_one(scene, port, NULL, 0), line);
}

/* The server is found at either port, and reports both. */
SCENE_WITH(tls_and_plain, .args = "--listen 127.0.0.1:0 --tls-listen 127.0.0.1:0") {
    char line[100];
    uint16_t port = scene->server.port[0], tls_port = scene->server.tls_port[0];
    snprintf(line, sizeof line, "alea play 127.0.0.1:%u  both     0 players  alead/",
             port);
    expect_in(find_one(scene, port, NULL, 0), line);
    expect_in(find_one(scene, tls_port, NULL, 0), line);
    snprintf(line, sizeof line, "\"tls_addresses\":[\"127.0.0.1:%u\"]", tls_port);
    expect_in(find_one(scene, port, "--json", 0), line);
}

/* Asks at this port, and checks that the answer has these two; 0: none. */
static void expect_ports(uint16_t asked, uint16_t port, uint16_t tls_port) {
    char query[DISCOVERY_BYTES];
    struct discovery_answer told;
    int fd = connect_udp(asked);
    discovery_write_query(NONCE, query);
    assert_int_equal(send(fd, query, sizeof query, 0), sizeof query);
    expect_answer(fd, NONCE, &told);
    assert_int_equal(told.port, port);
    assert_int_equal(told.tls_port, tls_port);
    close(fd);
}

/* An answer lists only ports that can be reached at the address it comes from. */
SCENE_WITH(tls_elsewhere, .args = "--listen 127.0.0.1:0 --tls-listen [::1]:0") {
    uint16_t port = scene->server.port[0];
    expect_ports(port, port, 0); /* TLS is at ::1 only */
    expect_in(find_one(scene, scene->server.tls_port[0], NULL, 0),
              "alea play --tls [::1]:");
}

/* Each listener reports its own port, and the first of the other kind. */
SCENE_WITH(tls_several,
           .args = "--listen 127.0.0.1:0 --listen 127.0.0.1:0 --tls-listen 127.0.0.1:0 "
                   "--tls-listen 127.0.0.1:0") {
    const struct server *server = &scene->server;
    expect_ports(server->port[0], server->port[0], server->tls_port[0]);
    expect_ports(server->port[1], server->port[1], server->tls_port[0]);
    expect_ports(server->tls_port[0], server->port[0], server->tls_port[0]);
    expect_ports(server->tls_port[1], server->port[0], server->tls_port[1]);
}

/* TLS on all addresses, and plain connections on loopback only. */
SCENE_WITH(tls_everywhere, .args = "--listen 127.0.0.1:0 --tls-listen :0") {
    uint16_t port = scene->server.port[0], tls_port = scene->server.tls_port[0];
    expect_ports(port, port, tls_port);
    expect_ports(tls_port, 0, tls_port); /* the query could have come to another of our
                                          * addresses */
}
