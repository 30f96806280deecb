/* Fronts of one hub: the server of a scene is the hub, and players are at fronts. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/pair.h"
#include "tests/support/unread.h"

#define KEY_A  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
#define KEY_B  "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
#define WORDS  24
#define SOCKET "--trunk-listen DIR/hub.sock "

/* An alead whose log the test reads. */
struct alead {
    struct process *process;
    uint16_t port, web_port, metrics_port;
};

/* Reads the log up to a line with this text, and returns what follows the text. */
static const char *await_log(const struct alead *alead, const char *text) {
    for (const char *line; (line = peer_line(&alead->process->stdio)) != NULL;) {
        const char *at = strstr(line, text);
        if (at != NULL) {
            return at + strlen(text);
        }
    }
    fail_msg("the log has no %s", text);
    return NULL;
}

/* Starts alead with these words; DIR/ is the directory of the hub. */
static struct alead start(struct scene *scene, const char *args) {
    struct alead alead = {0};
    char program[SERVER_PATH_BYTES], words[1024], paths[WORDS][2 * SERVER_PATH_BYTES];
    const char *argv[WORDS + 2] = {program};
    size_t n = 1;
    server_program(program, "alead");
    snprintf(words, sizeof words, "--no-discovery %s", args);
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest), n++) {
        assert_true(n < WORDS);
        bool is_path = strncmp(word, "DIR/", 4) == 0;
        snprintf(paths[n], sizeof paths[n], "%s%s", is_path ? scene->server.dir : "",
                 is_path ? word + 3 : word);
        argv[n] = paths[n];
    }
    alead.process = scene_run(scene, PROCESS_SOCKET, argv);
    return alead;
}

static uint16_t await_port(const struct alead *alead, const char *text) {
    return (uint16_t)strtoul(await_log(alead, text), NULL, 10);
}

#define LISTENING " listening address=127.0.0.1:"
#define FRONT     "--front DIR/hub.sock --listen 127.0.0.1:0 "

/* A front that has found the hub; from now on the scene's clients connect there. */
static struct alead start_front(struct scene *scene, const char *args) {
    char all[512];
    snprintf(all, sizeof all, FRONT "%s", args);
    struct alead front = start(scene, all);
    front.port = await_port(&front, LISTENING);
    if (strstr(args, "--web-listen") != NULL) {
        front.web_port = await_port(&front, LISTENING);
    }
    if (strstr(args, "--metrics-listen") != NULL) {
        front.metrics_port = await_port(&front, "listening_metrics address=127.0.0.1:");
    }
    await_log(&front, "hub_joined");
    scene->server.port[0] = front.port;
    return front;
}

static void stop(struct alead *alead) {
    kill(alead->process->pid, SIGTERM);
    assert_int_equal(process_finish(alead->process, SERVER_LIMIT_S, NULL), 0);
}

static void end_abruptly(struct alead *alead) {
    kill(alead->process->pid, SIGKILL);
    (void)process_finish(alead->process, SERVER_LIMIT_S, NULL);
}

/* Ann at one front opens a room, Bob at another one joins it; both are ready. */
static struct pair begin_apart(struct scene *scene, struct alead fronts[static 2]) {
    struct pair pair;
    fronts[0] = start_front(scene, "");
    pair.ann = scene_player(scene, "Ann");
    fronts[1] = start_front(scene, "");
    pair.bob = scene_player(scene, "Bob");
    peer_ask(pair.ann, "{'cmd':'create','game':'royal-ur'}");
    snprintf(pair.room, sizeof pair.room, "%s", peer_text(peer_reply(pair.ann), "room"));
    peer_ask(pair.bob, "{'cmd':'join','room':'%s'}", pair.room);
    peer_reply(pair.bob);
    peer_ask(pair.ann, "{'cmd':'ready'}");
    peer_reply(pair.ann);
    peer_ask(pair.bob, "{'cmd':'ready'}");
    peer_await_stage(pair.ann, "playing");
    peer_await_stage(pair.bob, "playing");
    return pair;
}

static void players_at_two_fronts_play(struct scene *scene) {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    while (strcmp(peer_text(pair.ann->state, "stage"), "playing") == 0) {
        pair_move(&pair);
    }
    assert_string_equal(peer_text(pair.ann->state, "stage"), "over");
    assert_string_equal(peer_text(pair.bob->state, "stage"), "over");
    stop(&fronts[0]);
    stop(&fronts[1]);
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

static void a_front_dies(struct scene *scene) {
    struct alead fronts[2];
    struct pair pair = begin_apart(scene, fronts);
    struct peer *cid = scene_text(scene);
    char token[100];
    peer_ask(cid, "{'cmd':'name','name':'Cid'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(cid), "token"));
    peer_ask(cid, "{'cmd':'create','game':'ur'}");
    peer_reply(cid);
    end_abruptly(&fronts[1]);
    do {
        (void)peer_message(pair.ann);
    } while (!json_is_true(json_object_get(seat_of_bob(pair.ann->state), "away")));
    scene->server.port[0] = fronts[0].port;
    struct peer *again = scene_text(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    assert_string_equal(peer_text(peer_reply(again), "name"), "Cid");
    stop(&fronts[0]);
}

/* Those who have a channel are told, and asked to come again once the hub is back;
 * whoever comes while it is away waits for it. */
static void the_hub_dies(struct scene *scene) {
    struct alead front = start_front(scene, "");
    struct peer *ann = scene_text(scene), *quiet = scene_text(scene);
    peer_ask(ann, "{'cmd':'name','name':'Ann'}");
    char token[100];
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(ann), "token"));
    peer_ask(ann, "{'cmd':'create','game':'ur'}");
    peer_reply_to(ann, "create");
    kill(scene->server.pid, SIGKILL);
    process_wait(scene->server.pid, SERVER_LIMIT_S);
    scene->server.pid = 0;
    await_log(&front, "hub_lost clients=2");
    assert_string_equal(peer_text(await_event(ann, "notice"), "text"),
                        "the server is away for a moment: what you type waits.");
    peer_ask(ann, "{'cmd':'ping'}");
    struct peer *eve = scene_connect(scene);
    peer_send(eve, "ping");
    struct alead hub = start(scene, "--listen 127.0.0.1:0 --db DIR/a.db " SOCKET);
    await_log(&front, "hub_joined");
    const json_t *bye = peer_message(ann);
    assert_string_equal(peer_text(bye, "event"), "bye");
    assert_string_equal(peer_text(bye, "code"), "shutting_down");
    peer_expect_end(ann);
    assert_non_null(strstr(peer_line(quiet), "[shutting_down]"));
    peer_expect_line(eve, "* Welcome");
    peer_expect_line(eve, "+ pong");
    struct peer *again = scene_text(scene);
    peer_ask(again, "{'cmd':'resume','token':'%s'}", token);
    assert_string_equal(peer_text(peer_reply(again), "name"), "Ann");
    stop(&hub);
    peer_await_line(eve, "* The connection is closed");
    stop(&front);
}

/* A hub that stops says so itself, and the front goes on waiting. */
static void the_hub_stops(struct scene *scene) {
    struct alead front = start_front(scene, "");
    struct peer *ann = scene_player(scene, "Ann");
    server_stop(&scene->server, SIGTERM);
    const json_t *bye = peer_message(ann);
    assert_string_equal(peer_text(bye, "code"), "shutting_down");
    peer_expect_end(ann);
    assert_non_null(strstr(await_log(&front, "hub_lost clients="), "it stops"));
    stop(&front);
}

/* --- limits --- */

static void queue_bytes(struct scene *scene) {
    (void)start_front(scene, scene->test->param);
    unread_queue_bytes(scene);
}

static void pause_bytes(struct scene *scene) {
    (void)start_front(scene, scene->test->param);
    unread_pause_bytes(scene);
}

/* By the client's own address, whatever front it comes through. */
static void connections_per_address(struct scene *scene) {
    (void)start_front(scene, "");
    (void)scene_text(scene);
    (void)start_front(scene, "");
    (void)scene_text(scene);
    peer_expect_line(scene_connect(scene), "- Too many connections");
}

/* --- lines --- */

/* Nothing of a line goes up before all of it is there. */
static void a_line_is_cut_at_every_byte(struct scene *scene) {
    static const char line[] = "{\"cmd\":\"ping\",\"id\":\"x\"}\n";
    (void)start_front(scene, "");
    struct peer *ann = scene_player(scene, "Ann"), *bob = scene_player(scene, "Bob");
    for (size_t n = 1; n < sizeof line - 1; n++) {
        assert_true(peer_send_bytes(ann, line, n));
        peer_ask(bob, "{'cmd':'ping'}");
        peer_reply_to(bob, "ping");
        assert_true(peer_send_bytes(ann, line + n, sizeof line - 1 - n));
        assert_string_equal(peer_text(peer_reply_to(ann, "ping"), "id"), "x");
    }
}

static void lines_of_all_lengths(struct scene *scene) {
    (void)start_front(scene, "");
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
static void operator_local(struct scene *scene) {
    const bool *is_operator = scene->test->param;
    (void)start_front(scene, is_operator[0] ? "--operator-local" : "");
    struct peer *ann = scene_text(scene);
    peer_ask(ann, "{'cmd':'stats'}");
    if (is_operator[1]) {
        peer_reply_to(ann, "stats");
    } else {
        peer_error(ann, "not_operator");
    }
}

static void write_file(const struct scene *scene, const char *name, const char *text) {
    char path[2 * SERVER_PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", scene->server.dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(chmod(path, 0600), 0);
    fputs(text, out);
    fclose(out);
}

/* By TCP, with keys: the right one, another one, none that it needs. */
static void keys(struct scene *scene) {
    char args[200];
    write_file(scene, "key", KEY_A);
    write_file(scene, "other", KEY_B);
    struct alead hub = start(scene, "--listen 127.0.0.1:0 --db :memory: "
                                    "--trunk-listen 127.0.0.1:0 --trunk-key DIR/key");
    hub.port = await_port(&hub, "listening_trunk address=\"127.0.0.1:");
    snprintf(args, sizeof args,
             "--front 127.0.0.1:%u --listen 127.0.0.1:0 --trunk-key DIR/other", hub.port);
    struct alead wrong = start(scene, args);
    assert_non_null(strstr(await_log(&hub, "front_refused address=127.0.0.1 why="),
                           "it has another --trunk-key"));
    await_log(&wrong, "hub_unreachable");
    snprintf(args, sizeof args,
             "--front 127.0.0.1:%u --listen 127.0.0.1:0 --trunk-key DIR/key", hub.port);
    struct alead right = start(scene, args);
    right.port = await_port(&right, LISTENING);
    await_log(&right, "hub_joined");
    scene->server.port[0] = right.port;
    scene_expect_health(scene);
    stop(&right);
    stop(&wrong);
    stop(&hub);
}

/* A Unix socket needs no key, as nobody else can open it. */
static void others_cannot_open_the_socket(struct scene *scene) {
    char path[2 * SERVER_PATH_BYTES];
    struct stat file;
    snprintf(path, sizeof path, "%s/hub.sock", scene->server.dir);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
}

/* --- what a front serves itself --- */

static void expect_page(uint16_t port, const char *path, const char *text) {
    struct peer peer;
    peer_connect(&peer, "127.0.0.1", port);
    peer_send(&peer, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r", path);
    peer_await_line(&peer, text);
    peer_fini(&peer);
}

static void page_and_metrics(struct scene *scene) {
    struct alead front =
        start_front(scene, "--web-listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0");
    (void)scene_text(scene);
    expect_page(front.web_port, "/", "<!doctype html>");
    expect_page(front.metrics_port, "/metrics", "alea_trunks 1");
    expect_page(front.metrics_port, "/metrics", "alea_connections 1");
    server_stop(&scene->server, SIGTERM);
    await_log(&front, "hub_lost");
    expect_page(front.web_port, "/", "<!doctype html>");
    expect_page(front.metrics_port, "/metrics", "alea_trunks 0");
    stop(&front);
}

#define LOW_LIMITS                                                                       \
    "--limit queue_bytes=16384 --limit pause_bytes=4096 "                                \
    "--limit say_per_minute=100000 --limit commands_burst=1000000 "

int main(void) {
    static const bool both[] = {true, true}, only_hub[] = {false, false},
                      only_front[] = {true, false};
    static const struct scene_test tests[] = {
        {"players at two fronts play", players_at_two_fronts_play, .args = SOCKET},
        {"a front dies", a_front_dies, .args = SOCKET},
        {"the hub dies", the_hub_dies, .args = SOCKET "--db DIR/a.db"},
        {"the hub stops", the_hub_stops, .args = SOCKET},
        {"queue_bytes of the hub", queue_bytes, .args = SOCKET LOW_LIMITS, .param = ""},
        {"queue_bytes of the front", queue_bytes,
         .args = SOCKET "--limit say_per_minute=100000 --limit commands_burst=1000000",
         .param = "--limit queue_bytes=16384 --limit pause_bytes=4096"},
        {"pause_bytes of the hub", pause_bytes, .args = SOCKET LOW_LIMITS, .param = ""},
        {"connections_per_address", connections_per_address,
         .args = SOCKET "--limit connections_per_address=2"},
        {"a line is cut at every byte", a_line_is_cut_at_every_byte,
         .args = SOCKET "--limit commands_burst=1000"},
        {"lines of all lengths", lines_of_all_lengths,
         .args = SOCKET "--limit commands_burst=1000"},
        {"operators at a front", operator_local, .args = SOCKET "--operator-local",
         .param = both},
        {"operators at the hub only", operator_local, .args = SOCKET "--operator-local",
         .param = only_hub},
        {"operators at a front only", operator_local, .args = SOCKET,
         .param = only_front},
        {"keys", keys, .args = SOCKET},
        {"others cannot open the socket", others_cannot_open_the_socket, .args = SOCKET},
        {"page and metrics", page_and_metrics, .args = SOCKET},
    };
    return SCENE_MAIN("front", tests);
}
