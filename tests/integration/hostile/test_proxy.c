/* A real alead behind a proxy: whose word counts, whose address is limited, banned and
 * logged, and what nobody can claim. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/alead.h"
#include "tests/support/json.h"
#include "tests/support/scene.h"
#include "tests/support/tls_peer.h"

/* The proxies are here; everybody else in these tests is at 127.0.0.1. */
#define PROXY "127.0.0.66"
#define FROM  "--proxy-from 127.0.0.64/26 "
#define ALL                                                                              \
    FROM "--tls-listen 127.0.0.1:0 --web-listen 127.0.0.1:0 --web-tls-listen "           \
         "127.0.0.1:0 "
#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"
#define LOCAL     SIGNATURE "\x20\0\0\0"

/* Connects to a port as a proxy. */
static struct peer *proxy(struct scene *scene, uint16_t port) {
    const int on = 1;
    struct sockaddr_in from = {.sin_family = AF_INET}, to = from;
    to.sin_port = htons(port);
    assert_int_equal(inet_pton(AF_INET, PROXY, &from.sin_addr), 1);
    assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &to.sin_addr), 1);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_true(scene->n_peers < SCENE_PEERS_MAX);
    struct peer *peer = &scene->peer[scene->n_peers++];
    peer_init(peer, fd);
    return peer;
}

/* Writes the header for a client; returns its length. */
static size_t header(char *bytes, const char *client) {
    bool is_4 = strchr(client, ':') == NULL;
    memset(bytes, 0, 52);
    memcpy(bytes, SIGNATURE "\x21", 13);
    bytes[13] = is_4 ? 0x11 : 0x21;
    bytes[15] = is_4 ? 12 : 36;
    assert_int_equal(inet_pton(is_4 ? AF_INET : AF_INET6, client, bytes + 16), 1);
    return is_4 ? 28 : 52;
}

static struct peer *client_at(struct scene *scene, uint16_t port, const char *client) {
    char bytes[52];
    struct peer *peer = proxy(scene, port);
    assert_true(peer_send_bytes(peer, bytes, header(bytes, client)));
    return peer;
}

/* What the operator sees of a named player's connection. */
static void expect_row(struct peer *operator, const char * name, const char *address) {
    char expected[200];
    snprintf(expected, sizeof expected, "'name':'%s','address':'%s',", name, address);
    peer_ask(operator, "{'cmd':'clients','who':'%s'}", name);
    char *text = json_dumps(peer_reply(operator), JSON_COMPACT);
    print_message("%s\n", text);
    assert_non_null(strstr(text, json(expected)));
    free(text);
}

static void name(struct peer *peer, const char *who) {
    peer_ask(peer, "{'cmd':'name','name':'%s'}", who);
    (void)peer_reply_to(peer, "name");
}

/* --- whose address counts --- */

SCENE_WITH(addresses, .args = FROM "--operator-local") {
    struct peer *operator= scene_player(scene, "Op");
    uint16_t port = scene->server.port[0];
    struct peer *ann = client_at(scene, port, "203.0.113.7");
    struct peer *bob = client_at(scene, port, "2001:db8:1:2::7");
    struct peer *check = proxy(scene, port);
    assert_true(peer_send_bytes(check, LOCAL, sizeof LOCAL - 1));
    peer_expect_line(ann, "* Welcome to alea: ");
    peer_expect_line(bob, "* Welcome to alea: ");
    peer_expect_line(check, "* Welcome to alea: ");
    name(ann, "Ann");
    name(bob, "Bob");
    name(check, "Cid");
    expect_row(operator, "Ann", "203.0.113.7");
    expect_row(operator, "Bob", "2001:db8:1:2::");
    expect_row(operator, "Cid", PROXY);
    peer_ask(operator, "{'cmd':'ban','who':'203.0.113.7'}");
    (void)peer_reply_to(operator, "ban");
    peer_await_line(ann, "{\"event\":\"bye\",\"code\":\"banned\"");
    peer_expect_line(client_at(scene, port, "203.0.113.7"), "- You may not play here");
    peer_expect_line(client_at(scene, port, "203.0.113.8"), "* Welcome to alea: ");
}

SCENE_WITH(limits, .args = FROM "--limit connections_per_address=1") {
    uint16_t port = scene->server.port[0];
    peer_expect_line(client_at(scene, port, "203.0.113.7"), "* Welcome to alea: ");
    peer_expect_line(client_at(scene, port, "203.0.113.7"),
                     "- Too many connections: try again later");
    peer_expect_line(client_at(scene, port, "203.0.113.8"), "* Welcome to alea: ");
}

/* Whoever can make a proxy say so is not on this machine. */
SCENE_WITH(not_local, .args = FROM "--operator-local") {
    static const char *const claims[] = {"127.0.0.1", "::1", "::ffff:127.0.0.1"};
    for (size_t i = 0; i < 3; i++) {
        struct peer *peer = client_at(scene, scene->server.port[0], claims[i]);
        peer_expect_line(peer, "* Welcome to alea: ");
        peer_ask(peer, "{'cmd':'stats'}");
        (void)peer_error(peer, "not_operator");
    }
    struct peer *check = proxy(scene, scene->server.port[0]);
    assert_true(peer_send_bytes(check, LOCAL, sizeof LOCAL - 1));
    peer_expect_line(check, "* Welcome to alea: ");
    peer_ask(check, "{'cmd':'stats'}");
    (void)peer_error(check, "not_operator");
    struct peer *direct = scene_player(scene, "Op");
    peer_ask(direct, "{'cmd':'stats'}");
    (void)peer_reply(direct);
}

/* The same through a front, which alone knows its proxies. */
SCENE_WITH(addresses_at_a_front, .args = ALEAD_SOCKET "--operator-local") {
    struct alead front = alead_front(scene, FROM "--operator-local");
    addresses(scene);
    alead_stop(&front);
}

SCENE_WITH(not_local_at_a_front, .args = ALEAD_SOCKET "--operator-local") {
    struct alead front = alead_front(scene, FROM "--operator-local");
    not_local(scene);
    alead_stop(&front);
}

/* --- every listener --- */

/* Asks for the page, and opens a WebSocket. */
static void browse(struct peer *peer, const char *origin) {
    char text[400];
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\n"
                     "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: %s\r\n\r\n",
                     origin);
    assert_true(peer_send_bytes(peer, "HEAD / HTTP/1.1\r\nHost: here\r\n\r\n", 31));
    peer_expect_line(peer, "HTTP/1.1 200 ");
    peer_await_line(peer, "X-Content-Type-Options");
    assert_true(peer_send_bytes(peer, text, (size_t)n));
    peer_await_line(peer, "HTTP/1.1 101 ");
}

/* TLS comes after the header. */
static struct peer *tls_client_at(struct scene *scene, uint16_t port,
                                  const char *client) {
    struct peer *peer = client_at(scene, port, client);
    peer_begin_tls(peer, 0);
    return peer;
}

SCENE_WITH(every_listener, .args = ALL "--limit connections_per_address=1") {
    const struct server *server = &scene->server;
    peer_expect_line(tls_client_at(scene, server->tls_port[0], "203.0.113.7"),
                     "* Welcome to alea: ");
    assert_null(peer_line(client_at(scene, server->tls_port[0], "203.0.113.7")));
    struct peer *plain = client_at(scene, server->tls_port[0], "203.0.113.8");
    peer_send(plain, "hello");
    peer_await_line(plain, "- This port speaks TLS only"); /* perhaps after the greeting:
                                                              both came at once */
    browse(client_at(scene, server->web_port, "203.0.113.9"), "http://here");
    assert_null(peer_line(client_at(scene, server->web_port, "203.0.113.9")));
    browse(tls_client_at(scene, server->web_tls_port, "203.0.113.10"), "https://here");
    assert_null(peer_line(client_at(scene, server->web_tls_port, "203.0.113.10")));
}

/* --- wrong headers --- */

SCENE_WITH(wrong_headers, .args = ALL) {
    static const struct {
        const char *bytes;
        size_t n;
    } wrong[] = {
        {"PROXY TCP4 203.0.113.7 127.0.0.1 4660 2532\r\n", 45},
        {"{\"cmd\":\"hello\"}\n", 16},
        {"\x16\x03\x01", 3},
        {"GET / HTTP/1.1\r\n\r\n", 18},
    };
    const struct server *server = &scene->server;
    const uint16_t ports[] = {server->port[0], server->tls_port[0], server->web_port,
                              server->web_tls_port};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        for (size_t k = 0; k < sizeof ports / sizeof ports[0]; k++) {
            struct peer *peer = proxy(scene, ports[k]);
            (void)peer_send_bytes(peer, wrong[i].bytes, wrong[i].n);
            assert_null(peer_line(peer));
            peer_fini(peer);
            scene->n_peers--;
        }
    }
    scene_expect_health(scene);
}

/* Wherever the header is cut, no client comes of it; byte by byte one does. */
SCENE_WITH(cut, .args = FROM) {
    char bytes[52];
    size_t n = header(bytes, "2001:db8:1:2::7");
    for (size_t at = 0; at < n; at++) {
        struct peer *peer = proxy(scene, scene->server.port[0]);
        assert_true(peer_send_bytes(peer, bytes, at));
        peer_hang_up(peer);
        assert_null(peer_line(peer));
        peer_fini(peer);
        scene->n_peers--;
    }
    struct peer *peer = proxy(scene, scene->server.port[0]);
    for (size_t at = 0; at < n; at++) {
        assert_true(peer_send_bytes(peer, bytes + at, 1));
    }
    peer_expect_line(peer, "* Welcome to alea: ");
}

/* From others a header is only what it looks like. */
SCENE_WITH(others, .args = ALL) {
    char bytes[52];
    size_t n = header(bytes, "203.0.113.7");
    struct peer *peer = scene_text(scene);
    assert_true(peer_send_bytes(peer, bytes, n));
    peer_send(peer, "\nwho");
    peer_await_line(peer, "+ ");
    struct peer *browser = &scene->peer[scene->n_peers++];
    peer_connect(browser, "127.0.0.1", scene->server.web_port);
    assert_true(peer_send_bytes(browser, bytes, n));
    peer_expect_line(browser, "HTTP/1.1 400 ");
}

/* Proxies that have not said for whom they come count, and go after a while. */
SCENE_WITH(pending, .args = FROM "--limit connections=2 --limit tls_handshake_ms=2000") {
    struct peer *one = proxy(scene, scene->server.port[0]);
    struct peer *two = proxy(scene, scene->server.port[0]);
    assert_null(peer_line(proxy(scene, scene->server.port[0])));
    assert_null(peer_line(one));
    assert_null(peer_line(two));
    peer_expect_line(client_at(scene, scene->server.port[0], "203.0.113.7"),
                     "* Welcome to alea: ");
}
