/* A real alead with browsers: the page over HTTP, and WebSockets that play with people at
 * telnet. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/support/json.h"
#include "tests/support/scene.h"
#include "tests/support/tls_end.h"
#include "tests/support/tls_peer.h"
#include "tests/unit/server/web/frames.h"

#define WEB "--web-listen 127.0.0.1:0 "

/* Longest frame that a test sends or reads, in bytes. */
#define FRAME_BYTES 20000

static struct peer *browser(struct scene *scene) {
    struct peer *peer = &scene->peer[scene->n_peers++];
    assert_true(scene->n_peers <= SCENE_PEERS_MAX);
    peer_connect(peer, "127.0.0.1", scene->server.web_port);
    return peer;
}

/* Sends a request, with more fields, and expects the first line of its answer. */
static void ask_page(struct peer *peer, const char *first, const char *fields,
                     const char *answer) {
    char text[1000];
    int n = snprintf(text, sizeof text, "%s\r\nHost: here\r\n%s\r\n", first, fields);
    assert_true(peer_send_bytes(peer, text, (size_t)n));
    peer_expect_line(peer, answer);
}

/* Reads the rest of a head; returns Content-Length, or 0. */
static size_t read_head(struct peer *peer) {
    size_t n = 0;
    for (const char *line; (line = peer_line(peer)) != NULL && line[0] != '\0';) {
        (void)sscanf(line, "Content-Length: %zu", &n);
    }
    return n;
}

static void need(struct peer *peer, size_t n) {
    while (peer->end - peer->begin < n) {
        assert_true(peer_fill(peer, peer_now_ms() + PEER_LIMIT_MS));
    }
}

static void skip_bytes(struct peer *peer, size_t n) {
    need(peer, n);
    peer->begin += n;
}

/* --- WebSocket --- */

static void open_with(struct peer *peer, const char *fields, const char *answer) {
    char all[600];
    snprintf(all, sizeof all,
             "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s",
             fields);
    ask_page(peer, "GET /ws HTTP/1.1", all, answer);
}

static void open_websocket(struct peer *peer) {
    open_with(peer, "Origin: http://HERE\r\n", "HTTP/1.1 101 ");
    peer_await_line(peer, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    (void)read_head(peer);
}

static void send_frame(struct peer *peer, unsigned first, const void *bytes, size_t n) {
    static uint8_t frame[FRAME_BYTES + FRAME_HEADER_BYTES];
    assert_true(n <= FRAME_BYTES);
    assert_true(peer_send_bytes(peer, frame, frame_write(frame, first, bytes, n)));
}

/* Sends JSON, in which ' stands for ". */
static void say(struct peer *peer, const char *text) {
    const char *line = json(text);
    send_frame(peer, FRAME_FIN | FRAME_TEXT, line, strlen(line));
}

/* Reads a frame: its first byte, and its payload as text, valid until the next call. */
static const char *read_frame(struct peer *peer, unsigned first) {
    static char text[FRAME_BYTES];
    need(peer, 2);
    const uint8_t *at = (const uint8_t *)peer->buf + peer->begin;
    assert_int_equal(at[0], first);
    size_t n = at[1], header = 2;
    assert_true(n != 127);
    if (n == 126) {
        need(peer, 4);
        at = (const uint8_t *)peer->buf + peer->begin;
        n = (size_t)at[2] << 8 | at[3];
        header = 4;
    }
    need(peer, header + n);
    assert_true(n < sizeof text);
    memcpy(text, peer->buf + peer->begin + header, n);
    text[n] = '\0';
    peer->begin += header + n;
    return text;
}

/* Reads messages until one has this part, in which ' stands for ". */
static void await(struct peer *peer, const char *part) {
    while (strstr(read_frame(peer, FRAME_FIN | FRAME_TEXT), json(part)) == NULL) {
    }
}

static void expect_close(struct peer *peer, unsigned code, const char *reason) {
    const char *payload = read_frame(peer, FRAME_FIN | FRAME_CLOSE);
    assert_int_equal((unsigned)(uint8_t)payload[0] << 8 | (uint8_t)payload[1], code);
    assert_string_equal(payload + 2, reason);
    assert_null(peer_line(peer));
}

/* --- the page --- */

SCENE_WITH(page, .args = WEB) {
    struct peer *peer = browser(scene);
    ask_page(peer, "GET /play/abc?x HTTP/1.1", "", "HTTP/1.1 200 OK");
    peer_await_line(peer, "Content-Security-Policy: default-src 'self'; ");
    peer_expect_line(peer, "X-Content-Type-Options: nosniff");
    peer_expect_line(peer, "Referrer-Policy: no-referrer");
    (void)read_head(peer);
    peer_expect_line(peer, "<!doctype html>");
}

SCENE_WITH(keeps_open, .args = WEB) {
    struct peer *peer = browser(scene);
    char etag[100];
    ask_page(peer, "HEAD / HTTP/1.1", "", "HTTP/1.1 200 OK");
    snprintf(etag, sizeof etag, "If-None-Match: %s\r\n",
             peer_await_line(peer, "ETag: ") + 6);
    assert_true(read_head(peer) == 0); /* Content-Length came before */
    ask_page(peer, "GET / HTTP/1.1", etag, "HTTP/1.1 304 ");
    (void)read_head(peer);
    ask_page(peer, "GET / HTTP/1.1", "Accept-Encoding: gzip\r\n", "HTTP/1.1 200 ");
    size_t n = read_head(peer);
    need(peer, n);
    assert_memory_equal(peer->buf + peer->begin, "\x1f\x8b", 2);
    skip_bytes(peer, n);
    ask_page(peer, "GET /nothing HTTP/1.1", "", "HTTP/1.1 404 ");
    n = read_head(peer);
    skip_bytes(peer, n);
    assert_null(peer_line(peer));
}

SCENE_WITH(wrong_requests, .args = WEB) {
    static const char *const wrong[][3] = {
        {"POST / HTTP/1.1", "", "HTTP/1.1 405 "},
        {"GET / HTTP/1.1", "Content-Length: 5\r\n", "HTTP/1.1 413 "},
        {"GET /ws HTTP/1.1", "", "HTTP/1.1 426 "},
        {"name ann", "", "HTTP/1.1 400 "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct peer *peer = browser(scene);
        ask_page(peer, wrong[i][0], wrong[i][1], wrong[i][2]);
        skip_bytes(peer, read_head(peer));
        assert_null(peer_line(peer));
    }
    scene_expect_health(scene);
}

/* A connection that is kept open, as by a proxy, may ask for as much as it likes. */
SCENE_WITH(many_requests, .args = WEB) {
    static char cookie[8000] = "Cookie: ";
    memset(cookie + 8, 'c', sizeof cookie - 11);
    memcpy(cookie + sizeof cookie - 3, "\r\n", 3);
    static char request[sizeof cookie + 100];
    int n = snprintf(request, sizeof request, "HEAD / HTTP/1.1\r\nHost: here\r\n%s\r\n",
                     cookie);
    struct peer *peer = browser(scene);
    for (int i = 0; i < 300;
         i++) { /* 2.4 MB: more than a line may have without its end */
        assert_true(peer_send_bytes(peer, request, (size_t)n));
        peer_expect_line(peer, "HTTP/1.1 200 OK");
        (void)read_head(peer);
    }
}

/* A head that never ends is not collected for ever. */
SCENE_WITH(long_head, .args = WEB) {
    static const char *const begins[] = {"GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\n",
                                         "GET / HTTP/1.1\r\nCookie : ", "Cookie: "};
    static char head[9000];
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        memset(head, 'c', sizeof head);
        memcpy(head, begins[i], strlen(begins[i]));
        struct peer *peer = browser(scene);
        (void)peer_send_bytes(peer, head, sizeof head);
        peer_expect_line(peer, "HTTP/1.1 431 ");
    }
    scene_expect_health(scene);
}

/* Sends a request with fields of n bytes of cookies, all but its end. */
static struct peer *ask_with_cookies(struct scene *scene, size_t n) {
    static const char begin[] = "GET / HTTP/1.1\r\nHost: here\r\nCookie: ",
                      more[] = "\r\ncookie:";
    static char request[262144];
    struct peer *peer = browser(scene);
    memset(request, 'c', n);
    memcpy(request, begin, strlen(begin));
    memcpy(request + n / 2, more, strlen(more));
    assert_true(peer_send_bytes(peer, request, n));
    return peer;
}

/* Other services on the same host have set them. */
SCENE_WITH(cookies_of_others, .args = WEB) {
    struct peer *peer = ask_with_cookies(scene, 100000);
    peer_send(peer, "\r\nConnection: close\r\n\r");
    peer_expect_line(peer, "HTTP/1.1 200 OK");
    peer = ask_with_cookies(scene, 262144);
    peer_expect_line(peer, "HTTP/1.1 431 ");
    scene_expect_health(scene);
}

/* --- who may connect --- */

SCENE_WITH(origins,
           .args = WEB
           "--web-origin https://friend.example --web-origin https://Other.example:443") {
    static const char *const wrong[] = {
        "Origin: http://evil\r\n",     "Origin: null\r\n",
        "Origin: https://here\r\n",    "Origin: http://here:81\r\n",
        "Origin: http://here:443\r\n", "Origin: http://friend.example:443\r\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        open_with(browser(scene), wrong[i], "HTTP/1.1 403 ");
    }
    open_with(browser(scene), "Origin: https://friend.example\r\n", "HTTP/1.1 101 ");
    open_with(browser(scene), "Origin: https://other.example\r\n", "HTTP/1.1 101 ");
    open_with(browser(scene), "Origin: http://HERE:80\r\n", "HTTP/1.1 101 ");
    open_with(browser(scene), "", "HTTP/1.1 101 ");
}

/* Browsers that only look at the page count, and others get in when they have gone. */
SCENE_WITH(visitors, .args = WEB "--limit connections_per_address=2") {
    struct peer *one = browser(scene), *two = browser(scene);
    ask_page(one, "HEAD / HTTP/1.1", "", "HTTP/1.1 200 OK");
    ask_page(two, "HEAD / HTTP/1.1", "", "HTTP/1.1 200 OK");
    assert_null(peer_line(browser(scene)));
    peer_connect(&scene->peer[scene->n_peers], scene->server.host[0],
                 scene->server.port[0]);
    peer_expect_line(&scene->peer[scene->n_peers++],
                     "- Too many connections: try again later");
    (void)read_head(one);
    open_websocket(one); /* it counts once */
    say(one, "{'cmd':'ping'}");
    await(one, "'reply':'ping'");
    (void)read_head(two);
    ask_page(two, "HEAD / HTTP/1.1", "Connection: close\r\n", "HTTP/1.1 200 OK");
    (void)read_head(two);
    assert_null(peer_line(two));
    struct peer *three = browser(scene);
    open_websocket(three);
    say(three, "{'cmd':'ping'}");
    await(three, "'reply':'ping'");
}

SCENE_WITH(refused, .args = WEB "--limit connects_per_minute=1") {
    struct peer *one = browser(scene), *two = browser(scene);
    open_websocket(one);
    open_websocket(two);
    await(two, "'event':'bye','code':'too_many_connections'");
    expect_close(two, 1008, "too_many_connections");
}

/* --- WebSockets --- */

SCENE_WITH(bytes, .args = WEB) {
    struct peer *peer = browser(scene);
    uint8_t frames[200];
    size_t n = frame_write(frames, FRAME_TEXT, "{\"cmd\":", 7);
    n += frame_write(frames + n, FRAME_FIN | FRAME_PING, "hi", 2);
    n += frame_write(frames + n, FRAME_FIN | FRAME_MORE_PARTS, "\"ping\"}", 7);
    open_websocket(peer);
    for (size_t i = 0; i < n; i++) {
        assert_true(peer_send_bytes(peer, frames + i, 1));
    }
    assert_string_equal(read_frame(peer, FRAME_FIN | FRAME_PONG), "hi");
    assert_string_equal(read_frame(peer, FRAME_FIN | FRAME_TEXT), "{\"reply\":\"ping\"}");
    static char line[5000];
    memset(line, 'x', sizeof line);
    send_frame(peer, FRAME_FIN | FRAME_TEXT, line, sizeof line);
    await(peer, "'error':'line_too_long'");
    say(peer, "ping"); /* that is text mode */
    await(peer, "'error':'bad_json'");
    send_frame(peer, FRAME_FIN | FRAME_CLOSE, "\x03\xe9", 2);
    expect_close(peer, 1001, "");
    scene_expect_health(scene);
}

SCENE_WITH(broken_frames, .args = WEB) {
    static const struct {
        unsigned first, code;
    } rows[] = {
        {FRAME_FIN | FRAME_BINARY, 1003},
        {FRAME_FIN | FRAME_RESERVED | FRAME_TEXT, 1002},
        {FRAME_FIN | FRAME_MORE_PARTS, 1002},
        {FRAME_PING, 1002},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct peer *peer = browser(scene);
        open_websocket(peer);
        send_frame(peer, rows[i].first, "x", 1);
        expect_close(peer, rows[i].code, "");
    }
    struct peer *peer = browser(scene);
    open_websocket(peer);
    assert_true(peer_send_bytes(peer, "\x81\x01x", 3)); /* no mask */
    expect_close(peer, 1002, "");
    scene_expect_health(scene);
}

/* Somebody at a browser plays with somebody at telnet. */
SCENE_WITH(game, .args = WEB) {
    struct peer *ann = browser(scene), *bob = scene_text(scene);
    char join[64];
    open_websocket(ann);
    say(ann, "{'cmd':'name','name':'Ann'}");
    await(ann, "'reply':'name','name':'Ann'");
    say(ann, "{'cmd':'create','game':'royal-ur'}");
    const char *answer = read_frame(ann, FRAME_FIN | FRAME_TEXT);
    const char *room = strstr(answer, json("'room':'"));
    assert_non_null(room);
    snprintf(join, sizeof join, "join %.*s", (int)strcspn(room + 8, "\""), room + 8);
    peer_send(bob, "name Bob");
    peer_send(bob, "%s", join);
    await(ann, "'seq':2");
    say(ann, "{'cmd':'ready','nonce':'abcdefgh'}");
    peer_send(bob, "ready");
    await(ann, "'stage':'playing'");
    send_frame(ann, FRAME_FIN | FRAME_CLOSE, "\x03\xe8", 2);
    expect_close(ann, 1000, "");
    const char *line = peer_line(bob);
    while (line != NULL && strstr(line, " is away") == NULL) {
        line = peer_line(bob);
    }
    assert_non_null(line);
}

/* --- the page of a finished game --- */

/* Ann at a WebSocket and bob at telnet play a move of tablut.  Writes the game's id. */
static void play_tablut(struct scene *scene, char id[static 40]) {
    struct peer *ann = browser(scene), *bob = scene_text(scene);
    open_websocket(ann);
    say(ann, "{'cmd':'name','name':'Ann'}");
    await(ann, "'reply':'name'");
    say(ann, "{'cmd':'create','game':'tablut'}");
    const char *room = strstr(read_frame(ann, FRAME_FIN | FRAME_TEXT), json("'room':'"));
    assert_non_null(room);
    peer_send(bob, "name Bob");
    peer_send(bob, "join %.*s", (int)strcspn(room + 8, "\""), room + 8);
    await(ann, "'seq':2");
    say(ann, "{'cmd':'ready'}");
    peer_send(bob, "ready");
    await(ann, "'stage':'playing'");
    peer_send(bob, "move a4-a2");
    await(ann, "'what':'move'");
    say(ann, "{'cmd':'resign'}");
    const char *text;
    do {
        text = read_frame(ann, FRAME_FIN | FRAME_TEXT);
    } while (strstr(text, json("'stage':'over'")) == NULL);
    const char *at = strstr(text, json("'game_id':'"));
    assert_non_null(at);
    snprintf(id, 40, "%.*s", (int)strcspn(at + 11, "\""), at + 11);
}

/* Asks for a path below /game/, with no more fields; a new connection each time. */
static struct peer *ask_game(struct scene *scene, const char *verb, const char *id,
                             const char *end, const char *answer) {
    struct peer *peer = browser(scene);
    char first[100];
    snprintf(first, sizeof first, "%s /game/%s%s HTTP/1.1", verb, id, end);
    ask_page(peer, first, "", answer);
    return peer;
}

static void expect_meta(struct peer *peer, const char *name, const char *content) {
    char line[300];
    snprintf(line, sizeof line, "<meta property=\"og:%s\" content=\"%s\">", name,
             content);
    peer_await_line(peer, line);
}

/* Reads to the end.  Whether a line of it has this part. */
static bool has_line(struct peer *peer, const char *part) {
    bool found = false;
    for (const char *line; (line = peer_line(peer)) != NULL;) {
        found = found || strstr(line, part) != NULL;
    }
    return found;
}

/* A link to a finished game shows it in a messenger, and to a person. */
SCENE_WITH(shown_game, .args = WEB "--web-origin https://here") {
    static const char png[] = "\x89PNG\r\n\x1a\n";
    char id[40], link[100];
    play_tablut(scene, id);
    struct peer *peer = ask_game(scene, "GET", id, "", "HTTP/1.1 200 OK");
    peer_expect_line(peer, "Content-Type: text/html; charset=utf-8");
    peer_await_line(peer, "Content-Security-Policy: default-src 'self'; ");
    peer_await_line(peer, "<!doctype html>");
    expect_meta(peer, "title", "Tablut: Ann \u2013 Bob");
    expect_meta(peer, "description",
                "Black (Bob) wins: White (Ann) resigned. 1 move, step by step.");
    snprintf(link, sizeof link, "https://here/game/%s", id); /* --web-origin */
    expect_meta(peer, "url", link);
    snprintf(link, sizeof link, "https://here/game/%s.png", id);
    expect_meta(peer, "image", link);
    assert_true(has_line(peer, "<main"));

    peer = ask_game(scene, "GET", id, ".png", "HTTP/1.1 200 OK");
    peer_expect_line(peer, "Content-Type: image/png");
    size_t n = read_head(peer);
    assert_in_range(n, 1000, 20000);
    need(peer, n);
    assert_memory_equal(peer->buf + peer->begin, png, sizeof png - 1);

    peer = ask_game(scene, "HEAD", id, ".png", "HTTP/1.1 200 OK");
    assert_int_equal(read_head(peer), n);
    assert_null(peer_line(peer));
    scene_expect_health(scene);
}

/* Without a game the page comes as it is, and says so itself. */
SCENE_WITH(unknown_game, .args = WEB) {
    assert_false(has_line(ask_game(scene, "GET", "abcdef", "", "HTTP/1.1 200"), "og:"));
    assert_false(has_line(ask_game(scene, "GET", "", "", "HTTP/1.1 200"), "og:"));
    assert_false(has_line(ask_game(scene, "GET", "a\",\"b", "", "HTTP/1.1 200"), "og:"));
    ask_game(scene, "GET", "abcdef", ".png", "HTTP/1.1 404 ");
    ask_game(scene, "GET", "abcdef", ".png", "HTTP/1.1 404 ");
    scene_expect_health(scene);
}

/* Who asks for games counts as a client, in each limit. */
SCENE_WITH(refused_game, .args = WEB "--limit connects_per_minute=1") {
    struct peer *peer = browser(scene);
    open_websocket(peer);
    peer = ask_game(scene, "GET", "abcdef", "", "HTTP/1.1 200 OK");
    assert_true(has_line(peer, "<main"));
    ask_game(scene, "GET", "abcdef", ".png", "HTTP/1.1 503 ");
}

/* --- how we end a WebSocket --- */

SCENE_WITH(quits, .args = WEB) {
    struct peer *peer = browser(scene);
    open_websocket(peer);
    say(peer, "{'cmd':'quit'}");
    await(peer, "'event':'bye','code':'ok'");
    expect_close(peer, 1000, "ok");
}

SCENE_WITH(taken_over, .args = WEB) {
    struct peer *old = browser(scene), *new = browser(scene);
    char resume[300];
    open_websocket(old);
    open_websocket(new);
    say(old, "{'cmd':'name','name':'Ann'}");
    const char *token =
        strstr(read_frame(old, FRAME_FIN | FRAME_TEXT), json("'token':'"));
    assert_non_null(token);
    snprintf(resume, sizeof resume, "{'cmd':'resume','token':'%.*s'}",
             (int)strcspn(token + 9, "\""), token + 9);
    say(new, resume);
    await(new, "'reply':'resume'");
    await(old, "'event':'bye','code':'taken_over'");
    expect_close(old, 1000, "taken_over");
}

SCENE_WITH(says_nothing, .args = WEB "--limit login_ms=1000") {
    struct peer *peer = browser(scene);
    open_websocket(peer);
    await(peer, "'event':'bye','code':'login_timeout'");
    expect_close(peer, 1008, "login_timeout");
}

/* CONN_GARBAGE_BYTES and a few without the end of a message.  More would be unread at the
 * end, and the goodbye lost with them. */
SCENE_WITH(never_ends, .args = WEB) {
    static const uint8_t part[FRAME_BYTES];
    struct peer *peer = browser(scene);
    open_websocket(peer);
    const size_t frame = sizeof part + 8;
    for (size_t left = (size_t)2 * 1024 * 1024 + 100; left > 8;) {
        size_t n = left < frame ? left - 8 : sizeof part;
        bool begins = left > (size_t)2 * 1024 * 1024;
        send_frame(peer, begins ? FRAME_TEXT : FRAME_MORE_PARTS, part, n);
        left -= n + 8;
    }
    await(peer, "'event':'bye','code':'line_too_long'");
    expect_close(peer, 1009, "line_too_long");
}

/* --- slow lines --- */

/* A page takes as long as it takes, if the browser reads at all; a request does not. */
SCENE_WITH(slow_page, .args = WEB "--limit web_request_ms=1000") {
    struct peer *slow = browser(scene), *dead = browser(scene);
    int bytes = 2048;
    setsockopt(slow->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    setsockopt(dead->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    static const char get[] = "GET /lang/fr.js HTTP/1.1\r\nHost: a\r\n\r\n";
    for (int i = 0; i < 40; i++) { /* more than the buffers of the kernel take */
        assert_true(peer_send_bytes(slow, get, sizeof get - 1));
        assert_true(peer_send_bytes(dead, get, sizeof get - 1));
    }
    struct peer *idle = browser(scene);
    assert_true(peer_send_bytes(idle, "GET / HT", 8));
    assert_null(peer_line(idle)); /* web_request_ms */
    for (int i = 0; i < 40; i++) {
        peer_await_line(slow, "HTTP/1.1 200 OK");
        skip_bytes(slow, read_head(slow));
    }
    assert_null(peer_line(slow)); /* it asks for nothing more */
    (void)dead;
}

SCENE_WITH(tls, .args = "--web-tls-listen 127.0.0.1:0 --tls-listen 127.0.0.1:0") {
    struct peer *peer = &scene->peer[scene->n_peers++];
    peer_connect_tls(peer, "127.0.0.1", scene->server.web_tls_port, 0);
    open_with(peer, "Origin: https://here\r\n", "HTTP/1.1 101 ");
    (void)read_head(peer);
    say(peer, "{'cmd':'hello'}");
    await(peer, "'tls':true");
    struct peer *plain = &scene->peer[scene->n_peers++];
    peer_connect(plain, "127.0.0.1", scene->server.web_tls_port);
    (void)peer_send_bytes(plain, "GET / HTTP/1.1\r\n\r\n", 18);
    peer_expect_line(plain, "HTTP/1.1 400 ");
    peer_await_line(plain, "400 Bad Request: this port speaks HTTPS: open https://");
    assert_null(peer_line(plain));
}

/* --- those who want another port are told at once --- */

SCENE_WITH(wrong_port, .args = WEB) {
    static const char hello[] = {0x16, 3, 1}; /* of TLS */
    static const char *const lines[] = {"help", "{\"cmd\":\"hello\"}", "GET /", ""};
    struct peer *peer = browser(scene);
    assert_true(peer_send_bytes(peer, hello, sizeof hello));
    peer_expect_line(peer, "HTTP/1.1 400 ");
    peer_await_line(peer, "400 Bad Request: this port speaks HTTP without TLS");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        peer = browser(scene);
        peer_send(peer, "%s", lines[i]);
        peer_expect_line(peer, "HTTP/1.1 400 ");
        peer_await_line(peer, "400 Bad Request: this port is for browsers: alea play");
        assert_null(peer_line(peer));
    }
    scene_expect_health(scene);
}

/* alea play tells what is wrong with an address where a server answers all the same. */
static void play_at(struct scene *scene, const char *option, const char *address,
                    const char *fault) {
    char program[SERVER_PATH_BYTES], state[SERVER_PATH_BYTES + 20];
    const char *output;
    server_program(program, "alea");
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", scene->server.dir);
    struct process *play =
        scene_run(scene, PROCESS_SOCKET,
                  (const char *const[]){"env", state, program, "play", "--name", "ann",
                                        address, option, NULL});
    assert_int_equal(process_finish(play, 30, &output), 1);
    assert_non_null(strstr(output, fault));
    assert_null(strstr(output, "No alea server answers there"));
}

/* The address of the page, as somebody has sent it, and a port without TLS. */
SCENE_WITH(play_at_the_page, .args = WEB) {
    char address[40];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", scene->server.web_port);
    play_at(scene, NULL, address, "that port is for browsers");
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.web_port);
    play_at(scene, "--tls", address, "it does not speak TLS there");
}

/* Feeds the browser's end with what the server has sent next.  False: the end. */
static bool take_wire(struct end *end, int fd) {
    char bytes[4096];
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, PEER_LIMIT_MS), 1);
    ssize_t n = recv(fd, bytes, sizeof bytes, 0);
    return n > 0 && tls_feed(end->tls, bytes, (size_t)n) < TLS_ENDED;
}

static void send_wire(struct end *end, struct peer *peer) {
    assert_true(peer_send_bytes(peer, end->out.at, end->out.n));
    end->out.n = 0;
}

/* A request that is sent together with the end of the handshake gets its answer, even if
 * the connection ends with it. */
SCENE_WITH(early_request,
           .args = "--web-tls-listen 127.0.0.1:0 --tls-listen 127.0.0.1:0") {
    static const char wrong[] = "NONSENSE\r\n\r\n";
    struct peer peer;
    struct end end = {0};
    peer_connect(&peer, "127.0.0.1", scene->server.web_tls_port);
    end_open_client(&end, 0, 0);
    tls_start(end.tls);
    send_wire(&end, &peer);
    while (tls_get_state(end.tls) == TLS_HANDSHAKE) {
        assert_true(take_wire(&end, peer.fd));
    }
    assert_true(tls_write(end.tls, wrong, sizeof wrong - 1));
    send_wire(&end, &peer);
    while (take_wire(&end, peer.fd)) {
    }
    assert_in_range(end.heard.n, 12, FRAME_BYTES);
    assert_memory_equal(end.heard.at, "HTTP/1.1 400", 12);
    end_fini(&end);
    peer_fini(&peer);
}

/* The server stops at once, whoever looks at the page. */
SCENE_WITH(stop, .args = WEB) {
    struct peer *peer = browser(scene), *visitor = browser(scene);
    open_websocket(peer);
    ask_page(visitor, "HEAD / HTTP/1.1", "", "HTTP/1.1 200 OK");
    (void)read_head(visitor);
    server_stop(&scene->server, SIGTERM);
    await(peer, "'event':'bye','code':'shutting_down'");
    expect_close(peer, 1001, "shutting_down");
    assert_null(peer_line(visitor));
}
