/* Invalid bytes, and bytes that the network splits: the server answers, and stays in
 * step. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/support/scene.h"

#define BYTES(text) (text), sizeof(text) - 1

static void send_bytes(struct peer *peer, const char *bytes, size_t n) {
    assert_true(peer_send_bytes(peer, bytes, n));
}

/* Checks that the next answer is the one to a line sent now: no earlier line has had more
 * than one. */
static void expect_in_step(struct peer *peer) {
    peer_send(peer, "#step ping");
    const char *line = peer_line(peer);
    while (line != NULL && line[0] == ' ') { /* the previous answer continues */
        line = peer_line(peer);
    }
    assert_non_null(line);
    assert_string_equal(line, "+ #step pong");
}

static void read_to_end(struct peer *peer) {
    while (peer_fill(peer, peer_now_ms() + PEER_LIMIT_MS)) {
    }
}

/* --- lines --- */

SCENE(longest_line) {
    struct peer *peer = scene_text(scene);
    char line[4097];
    memset(line, ' ', sizeof line);
    memcpy(line, "ping", 4);
    line[sizeof line - 1] = '\n';
    send_bytes(peer, line, sizeof line);
    peer_expect_line(peer, "+ pong");
}

SCENE(endless_line) {
    struct peer *peer = scene_text(scene);
    char part[1000];
    memset(part, 'x', sizeof part);
    for (int i = 0; i < 1000; i++) {
        send_bytes(peer, part, sizeof part);
    }
    peer_expect_line(peer, "- A line may have at most 4096 bytes");
    send_bytes(peer, BYTES("\n"));
    expect_in_step(peer);
}

SCENE(line_ends) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer, BYTES("#1 ping\n#2 ping\r\n#3 ping\r\0#4 ping\r#5 ping\n"));
    peer_expect_line(peer, "+ #1 pong");
    peer_expect_line(peer, "+ #2 pong");
    peer_expect_line(peer, "+ #3 pong");
    peer_expect_line(peer, "+ #4 pong");
    peer_expect_line(peer, "+ #5 pong");
    expect_in_step(peer);
}

SCENE(lines_out_end_as_the_mode_says) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer, BYTES("ping\nmode json\n{\"cmd\":\"ping\"}\n{\"cmd\":\"quit\"}\n"));
    read_to_end(peer);
    const char *expected = "+ pong\r\n{\"reply\":\"mode\"}\n{\"reply\":\"ping\"}\n"
                           "{\"reply\":\"quit\"}\n{\"event\":\"bye\",\"code\":\"ok\"";
    assert_int_equal(strncmp(peer->buf, expected, strlen(expected)), 0);
    assert_string_equal(peer->buf + peer->end - 2, "}\n");
}

/* What a connection sends first, and the answer. */
static const struct {
    const char *name, *bytes, *answer;
} first[] = {
    {"JSON", "{\"cmd\":\"ping\"}\n", "{\"reply\":\"ping\"}"},
    {"a byte order mark", "\xef\xbb\xbf{\"cmd\":\"ping\"}\n", "{\"reply\":\"ping\"}"},
    {"an empty line", "\n{\"cmd\":\"ping\"}\n", "{\"reply\":\"ping\"}"},
    {"both", "\xef\xbb\xbf\r\n \t\r\n{\"cmd\":\"ping\"}\n", "{\"reply\":\"ping\"}"},
    {"spaces", "  {\"cmd\":\"ping\"}\n", "{\"reply\":\"ping\"}"},
    {"an empty line in between", "{\"cmd\":\"ping\"}\n\n", "{\"reply\":\"ping\"}"},
    {"text after a byte order mark", "\xef\xbb\xbfping\n", "+ pong"},
    {"nothing but a byte order mark", "\xef\xbb\xbf", "+ pong"},
};

SCENE(the_first_line_decides_the_mode) {
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct peer *peer = scene_text(scene);
        bool is_json = first[i].answer[0] == '{';
        send_bytes(peer, first[i].bytes, strlen(first[i].bytes));
        if (strchr(first[i].bytes, '\n') != NULL) {
            peer_expect_line(peer, first[i].answer);
        }
        peer_send(peer, "%s", is_json ? "{\"cmd\":\"ping\",\"id\":1}" : "#1 ping");
        peer_expect_line(peer, is_json ? "{\"reply\":\"ping\",\"id\":1}" : "+ #1 pong");
    }
}

/* --- bytes --- */

static const struct {
    const char *line;
    size_t len;
    const char *answer; /* NULL: none */
} hostile[] = {
    {BYTES("pi\0ng\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("\0\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("\xff\xff\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("say \xc3\x28\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("say \xed\xa0\x80\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("\xc0\xaf\n"), "- Lines are UTF-8 without NUL"},
    {BYTES("\x1b[2J\n"), NULL}, /* a key */
    {BYTES("\n"), NULL},
    {BYTES(" \t \n"), NULL},
    {BYTES("%s%n%n\n"), "- No command \"%s%n%n\": "},
    {BYTES("#\n"), "- An id is a string of at most 64 bytes, or a"},
    {BYTES("name \xce\xb1\xce\xb1\n"), "- A name is a Latin letter, then 1 to 15"},
    {BYTES("{\"cmd\":\"ping\"}\n"), "- This is text mode: "},
};

SCENE(hostile_bytes) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "ping"); /* this connection is in text mode from now on */
    peer_expect_line(peer, "+ pong");
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        send_bytes(peer, hostile[i].line, hostile[i].len);
        if (hostile[i].answer != NULL) {
            peer_expect_line(peer, hostile[i].answer);
        }
        expect_in_step(peer);
    }
}

SCENE(what_others_see_has_no_control_characters) {
    struct peer *ann = scene_text(scene), *bob = scene_text(scene);
    peer_send(ann, "name Ann");
    peer_send(ann, "create royal-ur");
    const char *line = peer_await_line(ann, "+ You play white in room ");
    char join[32];
    snprintf(join, sizeof join, "join %.4s", line + strlen("+ You play white in room "));
    peer_send(bob, "name Bob");
    peer_send(bob, "%s", join);
    peer_await_line(bob, "  Both: type ready");
    send_bytes(ann, BYTES("say a\x1b[31mb\x07"
                          "c\xc2\x9b"
                          "d\xe2\x80\xae"
                          "e\n"));
    assert_non_null(strstr(peer_await_line(bob, "* "), " Ann: abcde"));
}

/* --- telnet --- */

#define IAC  "\xff"
#define WILL "\xfb"
#define DO   "\xfd"
#define SB   "\xfa"
#define SE   "\xf0"
#define DM   "\xf2"
#define IP   "\xf4"
#define AYT  "\xf6"

SCENE(telnet_options_in_a_line) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer, BYTES("pi" IAC WILL "\x18"
                           "n" IAC DO "\x01"
                           "gx\x7f" IAC SB "\x18"
                           "quit\n" IAC SE "\r\n"));
    peer_expect_line(peer, IAC "\xfe\x18" IAC "\xfc\x01"
                               "+ pong");
    expect_in_step(peer);
}

/* Urgent data: the line after it is whole. */
SCENE(telnet_synch) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer, BYTES("resign" IAC IP));
    assert_int_equal(send(peer->fd, IAC DM, 2, MSG_OOB | MSG_NOSIGNAL), 2);
    expect_in_step(peer);
}

SCENE(telnet_asks_whether_we_are_there) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer, BYTES("pi" IAC AYT));
    peer_expect_line(peer, "* The server is here.");
    send_bytes(peer, BYTES("ng\n"));
    peer_expect_line(peer, "+ pong");
}

/* As telnet sends them in character mode. */
SCENE(keys_edit_the_line) {
    struct peer *peer = scene_text(scene);
    send_bytes(peer,
               BYTES("leave sure\x15\x1b[200~pong\x1b[201~ now\x17\x17ping\x1b[D\r\n"));
    peer_expect_line(peer, "+ pong");
    expect_in_step(peer);
}

/* Without a limit, two peers could refuse each other's refusals forever. */
SCENE(telnet_floods_are_answered_64_times) {
    struct peer *peer = scene_text(scene);
    for (int i = 0; i < 1000; i++) {
        send_bytes(peer, BYTES(IAC DO "\x01"));
    }
    peer_send(peer, "ping");
    const char *line = peer_line(peer);
    assert_non_null(line);
    assert_int_equal(strlen(line), 64 * 3 + strlen("+ pong"));
}

/* --- split at any byte --- */

static const char session[] =
    "#1 ping\r\nna" IAC SB "\x03\x0a" IAC SE "me 4nn\n\xff\xff\n{\"a\":1}\n"
    "who\x08\x08\x08mode json\r\0{\"cmd\":\"name\",\"name\":\"B\xce\xb1\"}\n"
    "{\"cmd\":\"create\",\"game\":\"chess\"}\n{\"cmd\":\"quit\"}\n";

/* Sends the session in two parts.  When the server answers another client's later line,
 * it has read the first. */
static void send_in_two(struct peer *peer, struct peer *other, size_t cut) {
    send_bytes(peer, session, cut);
    expect_in_step(other);
    send_bytes(peer, session + cut, sizeof session - 1 - cut);
}

SCENE_WITH(cut_at_every_byte, .args = "--limit commands_burst=1000") {
    struct peer *whole = scene_text(scene), *other = scene_text(scene);
    send_bytes(whole, BYTES(session));
    read_to_end(whole);
    for (size_t cut = 1; cut < sizeof session - 1; cut++) {
        struct peer peer;
        peer_connect(&peer, scene->server.host[0], scene->server.port[0]);
        peer_expect_line(&peer, "* Welcome to alea: type help [alea/1 ");
        send_in_two(&peer, other, cut);
        read_to_end(&peer);
        assert_string_equal(peer.buf + peer.begin, whole->buf + whole->begin);
        peer_fini(&peer);
    }
}
