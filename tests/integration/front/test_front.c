/* Fronts of one hub: the server of a scene is the hub, and players are at fronts. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/trunk/cipher.h"
#include "tests/support/alead.h"
#include "tests/support/file.h"
#include "tests/support/scene.h"
#include "tests/support/unread.h"

#define LOW_LIMITS                                                                       \
    "--limit queue_bytes=65536 --limit pause_bytes=4096 "                                \
    "--limit say_per_minute=100000 --limit commands_burst=1000000 "

#define KEY_A  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
#define KEY_B  "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
#define SOCKET ALEAD_SOCKET

/* Ann at one front opens a room, Bob at another one joins it; both are ready. */
static struct pair begin_apart(struct scene *scene, struct alead fronts[static 2]) {
    fronts[0] = alead_front(scene, "");
    struct peer *ann = scene_player(scene, "Ann");
    fronts[1] = alead_front(scene, "");
    return pair_play(ann, scene_player(scene, "Bob"), "royal-ur");
}

static const bool both_go[] = {true, true}, only_hub[] = {false, false},
                  only_front[] = {true, false};

SCENE_WITH(players_at_two_fronts_play, .args = SOCKET) {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    while (strcmp(peer_text(pair.ann->state, "stage"), "playing") == 0) {
        pair_move(&pair);
    }
    assert_string_equal(peer_text(pair.ann->state, "stage"), "over");
    assert_string_equal(peer_text(pair.bob->state, "stage"), "over");
    alead_stop(&fronts[0]);
    alead_stop(&fronts[1]);
}

/* --- a process dies --- */

static const json_t *seat_of_bob(const json_t *state) {
    return json_object_get(json_object_get(state, "seats"), "black");
}

static const json_t *await_event(struct peer *peer, const char *event) {
    const json_t *msg;
    do {
        msg = peer_message(peer);
    } while (strcmp(peer_text(msg, "event"), event) != 0);
    return msg;
}

SCENE_WITH(a_front_dies, .args = SOCKET) {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    struct peer *cid = scene_text(scene);
    char token[100];
    peer_ask(cid, "{'cmd':'name','name':'Cid'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(cid), "token"));
    peer_ask(cid, "{'cmd':'create','game':'ur'}");
    peer_reply(cid);
    alead_kill(&fronts[1]);
    do {
        (void)peer_message(pair.ann);
    } while (!json_is_true(json_object_get(seat_of_bob(pair.ann->state), "away")));
    scene->server.port[0] = fronts[0].port;
    struct peer *again = scene_text(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    assert_string_equal(peer_text(peer_reply(again), "name"), "Cid");
    alead_stop(&fronts[0]);
}

static void expect_fronts(struct peer *peer, const char *expected) {
    peer_ask(peer, "{'cmd':'hello'}");
    const json_t *fronts = json_object_get(peer_reply(peer), "fronts");
    char *text = fronts != NULL ? json_dumps(fronts, 0) : strdup("none");
    assert_string_equal(text, expected);
    free(text);
}

static void play_as_black(struct peer *peer) {
    while (strcmp(peer_text(peer->state, "stage"), "playing") == 0) {
        const char *moves = json_string_value(json_object_get(peer->state, "moves"));
        if (strcmp(peer_text(peer->state, "turn"), "black") == 0 && moves != NULL) {
            peer_ask(peer, "{'cmd':'move','move':'%.*s'}", (int)strcspn(moves, " "),
                     moves);
            peer_reply_to(peer, "move");
        }
        await_event(peer, "state");
    }
}

/* A client learns of other fronts, and goes there when its own one dies. */
SCENE_WITH(a_client_goes_to_another_front,
           .args = SOCKET "--limit commands_burst=100000") {
    char program[SERVER_PATH_BYTES], at[32], both[80];
    struct alead second = alead_front(scene, "--announce 127.0.0.1");
    struct alead first = alead_front(scene, "--announce 127.0.0.1");
    struct peer *ann = scene_player(scene, "Ann");
    snprintf(both, sizeof both, "[\"127.0.0.1:%u\", \"127.0.0.1:%u\"]", second.port,
             first.port);
    expect_fronts(ann, both);
    snprintf(at, sizeof at, "127.0.0.1:%u", first.port);
    server_quick_program(program, "alea");
    (void)scene_run(scene, PROCESS_SOCKET,
                    (const char *const[]){program, "bot", "--game", "royal-ur", "--name",
                                          "bot", "--games", "1", at, NULL});
    scene->server.port[0] = second.port;
    struct peer *bob = scene_player(scene, "Bob");
    const json_t *reply;
    do {
        peer_ask(bob, "{'cmd':'rooms'}");
        reply = peer_reply(bob);
    } while (json_array_size(json_object_get(reply, "rooms")) == 0);
    const json_t *room = json_array_get(json_object_get(reply, "rooms"), 0);
    peer_ask(bob, "{'cmd':'join','room':'%s'}", peer_text(room, "room"));
    peer_ask(bob, "{'cmd':'ready'}");
    peer_await_stage(bob, "playing");
    alead_kill(&first);
    play_as_black(bob);
    assert_string_equal(peer_text(bob->state, "stage"), "over");
    expect_fronts(bob, "none");
    alead_stop(&second);
}

static void kill_hub(struct scene *scene) {
    kill(scene->server.pid, SIGKILL);
    process_wait(scene->server.pid, SERVER_LIMIT_S);
    scene->server.pid = 0;
}

static struct alead start_again(struct scene *scene) {
    return alead_start(scene, "--listen 127.0.0.1:0 --db DIR/a.db " SOCKET);
}

/* Nobody loses the connection, or what belongs to it: seat, name, a room that is watched,
 * the mode. */
SCENE_WITH(the_hub_dies, .args = SOCKET "--db DIR/a.db") {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    struct peer *cid = scene_player(scene, "Cid"), *dan = scene_player(scene, "Dan");
    struct peer *eve = scene_text(scene), *quiet = scene_text(scene);
    peer_ask(dan, "{'cmd':'watch','room':'%s'}", pair.room);
    peer_await_stage(dan, "playing");
    peer_send(eve, "name Eve");
    peer_await_line(eve, "+ You are Eve");
    peer_send(eve, "mode text unicode");
    peer_await_line(eve, "+ ");
    pair_move(&pair);
    json_int_t seq = json_integer_value(json_object_get(pair.ann->state, "seq"));
    kill_hub(scene);
    assert_string_equal(peer_text(await_event(cid, "notice"), "text"),
                        "the server is away for a moment: what you type waits.");
    peer_ask(cid, "{'cmd':'hello','id':'7'}");
    peer_send(eve, "rooms");
    struct peer *late = scene_connect(scene);
    peer_send(late, "ping");
    struct alead hub = start_again(scene);
    json_t *hello = peer_reply_to(cid, "hello");
    assert_string_equal(peer_text(hello, "id"), "7");
    assert_string_equal(peer_text(hello, "you"), "Cid");
    const json_t *shown = await_event(pair.ann, "state");
    assert_true(json_is_true(json_object_get(shown, "snapshot")));
    do {
        (void)peer_message(dan);
    } while (json_integer_value(json_object_get(dan->state, "seq")) <= seq);
    pair_move(&pair);
    json_int_t moved = json_integer_value(json_object_get(pair.ann->state, "seq"));
    (void)pair_await_seq(dan, moved);
    peer_await_line(eve, "+ ");
    peer_send(eve, "create ur");
    peer_await_line(eve, "+ You play white");
    peer_expect_line(late, "* Welcome");
    peer_expect_line(late, "+ pong");
    peer_send(quiet, "ping");
    peer_await_line(quiet, "+ pong");
    alead_stop(&hub);
}

/* What the hub has taken and not answered is interrupted; what waits at the front is
 * carried out. */
SCENE_WITH(requests_are_interrupted, .args = SOCKET "--db DIR/a.db") {
    struct alead front = alead_front(scene, "--web-listen 127.0.0.1:0");
    struct peer *ann = scene_player(scene, "Ann"), *bob = scene_text(scene);
    peer_send(bob, "name Bob");
    peer_await_line(bob, "+ You are Bob");
    kill(scene->server.pid, SIGSTOP);
    peer_ask(ann, "{'cmd':'create','game':'ur','id':'one'}");
    peer_ask(ann, "{'cmd':'ping','id':'two'}");
    peer_send(bob, "  ");
    peer_send(bob, "#three ping");
    peer_send(bob, "%4097s", "");
    struct peer *late = scene_connect(scene); /* whom this hub does not greet */
    alead_settle(&front);
    kill_hub(scene);
    (void)await_event(ann, "notice");
    peer_ask(ann, "{'cmd':'ping','id':'four'}");
    struct alead hub = start_again(scene);
    assert_string_equal(peer_text(peer_error(ann, "interrupted"), "id"), "one");
    assert_string_equal(peer_text(peer_error(ann, "interrupted"), "id"), "two");
    assert_string_equal(peer_text(peer_reply_to(ann, "ping"), "id"), "four");
    peer_expect_line(late, "* Welcome");
    peer_await_line(bob, "- #three The server was interrupted");
    peer_await_line(bob, "- The server was interrupted");
    kill(hub.process->pid, SIGSTOP); /* what is answered is not interrupted again */
    peer_ask(ann, "{'cmd':'ping','id':'five'}");
    alead_settle(&front);
    alead_kill(&hub);
    hub = start_again(scene);
    assert_string_equal(peer_text(peer_error(ann, "interrupted"), "id"), "five");
    peer_send(bob, "#six ping");
    peer_await_line(bob, "+ #six pong");
    alead_stop(&hub);
}

/* A hub that stops has answered what it has carried out, and fronts keep the clients. */
SCENE_WITH(the_hub_stops, .args = SOCKET "--db DIR/a.db") {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    json_int_t seq = json_integer_value(json_object_get(pair.ann->state, "seq"));
    server_stop(&scene->server, SIGTERM);
    assert_non_null(strstr(alead_await_log(&fronts[0], "hub_lost clients="), "it stops"));
    struct alead hub = start_again(scene);
    (void)pair_await_seq(pair.ann, seq + 1);
    (void)pair_await_seq(pair.bob, seq + 1);
    pair_move(&pair);
    alead_stop(&hub);
}

/* The player has come back through another front before this one found the hub. */
SCENE_WITH(taken_over, .args = SOCKET "--db DIR/a.db") {
    struct alead front = alead_front(scene, "");
    struct peer *ann = scene_text(scene);
    char token[100];
    peer_ask(ann, "{'cmd':'name','name':'Ann'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(ann), "token"));
    kill(front.process->pid, SIGSTOP);
    kill_hub(scene);
    struct alead hub = start_again(scene);
    (void)alead_front(scene, "");
    struct peer *again = scene_text(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    assert_string_equal(peer_text(peer_reply(again), "name"), "Ann");
    kill(front.process->pid, SIGCONT);
    assert_string_equal(peer_text(await_event(ann, "bye"), "code"), "taken_over");
    peer_expect_end(ann);
    alead_stop(&hub);
}

/* --- limits --- */

SCENE_WITH(queue_bytes, .args = SOCKET LOW_LIMITS, .param = "") {
    (void)alead_front(scene, scene->test->param);
    unread_queue_bytes(scene);
}
SCENE_ALSO(queue_bytes_of_the_front, queue_bytes,
           .args = SOCKET "--limit say_per_minute=100000 --limit commands_burst=1000000",
           .param = "--limit queue_bytes=16384 --limit pause_bytes=4096");

SCENE_WITH(pause_bytes, .args = SOCKET LOW_LIMITS, .param = "") {
    (void)alead_front(scene, scene->test->param);
    unread_pause_bytes(scene);
}

/* By the client's own address, whatever front it comes through. */
SCENE_WITH(connections_per_address, .args = SOCKET "--limit connections_per_address=2") {
    (void)alead_front(scene, "");
    (void)scene_text(scene);
    (void)alead_front(scene, "");
    (void)scene_text(scene);
    peer_expect_line(scene_connect(scene), "- Too many connections");
}

/* --- lines --- */

/* Nothing of a line goes up before all of it is there. */
SCENE_WITH(a_line_is_cut_at_every_byte, .args = SOCKET "--limit commands_burst=1000") {
    static const char line[] = "{\"cmd\":\"ping\",\"id\":\"x\"}\n";
    (void)alead_front(scene, "");
    struct peer *ann = scene_player(scene, "Ann"), *bob = scene_player(scene, "Bob");
    for (size_t n = 1; n < sizeof line - 1; n++) {
        assert_true(peer_send_bytes(ann, line, n));
        peer_ask(bob, "{'cmd':'ping'}");
        peer_reply_to(bob, "ping");
        assert_true(peer_send_bytes(ann, line + n, sizeof line - 1 - n));
        assert_string_equal(peer_text(peer_reply_to(ann, "ping"), "id"), "x");
    }
}

SCENE_WITH(lines_of_all_lengths, .args = SOCKET "--limit commands_burst=1000") {
    (void)alead_front(scene, "");
    struct peer *ann = scene_text(scene);
    char line[5001];
    for (int round = 0; round < 20; round++) { /* more than the window, at once */
        memset(line, 'x', sizeof line);
        line[4000 + round * 5] = '\0';
        peer_send(ann, "%s", line);
    }
    for (int round = 0; round < 20; round++) {
        peer_await_line(ann, "- ");
    }
    line[4097] = '\0';
    memset(line, 'x', 4097);
    peer_send(ann, "%s", line);
    peer_await_line(ann, "- A line may have");
    peer_ask_for_help(ann, 100); /* much output, all of which arrives */
    peer_send(ann, "ping");
    peer_await_line(ann, "+ pong");
}

/* --- who may --- */

/* Rows of answers to `stats` of a local client: both the hub and the front must say that
 * local clients are operators. */
SCENE_WITH(operator_local, .args = SOCKET "--operator-local", .param = both_go) {
    const bool *is_operator = scene->test->param;
    (void)alead_front(scene, is_operator[0] ? "--operator-local" : "");
    struct peer *ann = scene_text(scene);
    peer_ask(ann, "{'cmd':'stats'}");
    if (is_operator[1]) {
        peer_reply_to(ann, "stats");
    } else {
        peer_error(ann, "not_operator");
    }
}
SCENE_ALSO(operators_at_the_hub_only, operator_local, .args = SOCKET "--operator-local",
           .param = only_hub);
SCENE_ALSO(operators_at_a_front_only, operator_local, .args = SOCKET,
           .param = only_front);

static void write_key(const struct scene *scene, const char *name, const char *key) {
    char path[2 * SERVER_PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", scene->server.dir, name);
    write_file(path, key);
    assert_int_equal(chmod(path, 0600), 0);
}

/* By TCP, with keys: the right one, another one, none that it needs. */
SCENE_WITH(keys, .args = SOCKET) {
    char args[200];
    write_key(scene, "key", KEY_A);
    write_key(scene, "other", KEY_B);
    struct alead hub =
        alead_start(scene, "--listen 127.0.0.1:0 --db :memory: "
                           "--trunk-listen 127.0.0.1:0 --trunk-key DIR/key");
    hub.port = alead_await_port(&hub, "listening_trunk address=\"127.0.0.1:");
    snprintf(args, sizeof args,
             "--front 127.0.0.1:%u --listen 127.0.0.1:0 --trunk-key DIR/other", hub.port);
    struct alead wrong = alead_start(scene, args);
    assert_non_null(strstr(alead_await_log(&hub, "front_refused address=127.0.0.1 why="),
                           "it has another --trunk-key"));
    alead_await_log(&wrong, "hub_unreachable");
    snprintf(args, sizeof args,
             "--front 127.0.0.1:%u --listen 127.0.0.1:0 --trunk-key DIR/key", hub.port);
    struct alead right = alead_start(scene, args);
    right.port = alead_await_port(&right, ALEAD_LISTENING);
    alead_await_log(&right, "hub_joined");
    scene->server.port[0] = right.port;
    scene_expect_health(scene);
    alead_stop(&right);
    alead_stop(&wrong);
    alead_stop(&hub);
}

/* A Unix socket needs no key, as nobody else can open it. */
SCENE_WITH(others_cannot_open_the_socket, .args = SOCKET) {
    char path[2 * SERVER_PATH_BYTES];
    struct stat file;
    snprintf(path, sizeof path, "%s/hub.sock", scene->server.dir);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
}

/* A front of another version: its greeting, and a packet with who it is. */
static int other_version(const struct scene *scene, uint8_t oldest, uint8_t version) {
    static const uint8_t frame[] = {0, 0, 0, 0,   0,   0,   0,   0,
                                    0, 0, 5, 'o', 't', 'h', 'e', 'r'};
    uint8_t sent[CIPHER_HELLO_BYTES + CIPHER_LENGTH_BYTES + CIPHER_MORE_BYTES +
                 sizeof frame] = {'a', 'l', 'e', 'a', oldest, version};
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sent[CIPHER_HELLO_BYTES + 1] = CIPHER_MORE_BYTES + sizeof frame;
    memcpy(sent + sizeof sent - sizeof frame, frame, sizeof frame);
    int len = snprintf(at.sun_path, sizeof at.sun_path, "%s/hub.sock", scene->server.dir);
    assert_in_range(len, 1, sizeof at.sun_path - 1);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(write(fd, sent, sizeof sent), sizeof sent);
    return fd;
}

/* Consecutive versions work together; others are refused, and the log says why. */
SCENE_WITH(versions, .args = NULL) {
    struct alead hub = alead_start(scene, "--listen 127.0.0.1:0 --db :memory: " SOCKET);
    alead_await_log(&hub, "listening_trunk");
    int next = other_version(scene, TRUNK_VERSION, TRUNK_VERSION + 1);
    alead_await_log(&hub, "front_joined front=\"other\"");
    int last = other_version(scene, TRUNK_OLDEST, TRUNK_OLDEST);
    alead_await_log(&hub, "front_joined front=\"other\"");
    int old = other_version(scene, TRUNK_OLDEST - 1, TRUNK_OLDEST - 1);
    alead_await_log(&hub, "why=\"its version of alead is too old for this one\"");
    close(next);
    close(last);
    close(old);
    alead_stop(&hub);
}

/* --- what a front serves itself --- */

SCENE_WITH(page_and_metrics, .args = SOCKET) {
    struct alead front =
        alead_front(scene, "--web-listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0");
    (void)scene_text(scene);
    alead_expect_page(front.web_port, "/", "<!doctype html>");
    alead_expect_page(front.metrics_port, "/metrics", "alea_trunks 1");
    alead_expect_page(front.metrics_port, "/metrics", "alea_connections 1");
    server_stop(&scene->server, SIGTERM);
    alead_await_log(&front, "hub_lost");
    alead_expect_page(front.web_port, "/", "<!doctype html>");
    alead_expect_page(front.metrics_port, "/metrics", "alea_trunks 0");
    alead_stop(&front);
}

/* CONN_LINES_AT_ONCE answers to `help`, which nobody takes while a front does not run,
 * are no more than a queue and a half. */
