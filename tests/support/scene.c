#include "tests/support/scene.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/tls_peer.h"

static int setup(void **state) {
    struct scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        return -1;
    }
    scene->test = *state;
    *state = scene;
    return 0;
}

static void run(void **state) {
    struct scene *scene = *state;
    server_start(&scene->server, scene->test->args != NULL ? scene->test->args : "");
    scene->test->run(scene);
    for (size_t i = 0; i < scene->n_peers; i++) {
        peer_fini(&scene->peer[i]);
    }
    if (scene->server.pid != 0) {
        server_stop(&scene->server, SIGTERM);
    }
    scene->has_passed = true;
}

static int teardown(void **state) {
    struct scene *scene = *state;
    for (size_t i = 0; i < scene->n_processes; i++) {
        process_fini(&scene->process[i]);
    }
    for (size_t i = 0; i < scene->n_peers; i++) {
        peer_fini(&scene->peer[i]);
    }
    server_fini(&scene->server, !scene->has_passed);
    free(scene);
    return 0;
}

void scene_add(const struct scene_test *test) {
    struct scene_test *row = malloc(sizeof *row); /* for as long as the program runs */
    assert_non_null(row);
    *row = *test;
    signal(SIGPIPE, SIG_IGN);
    test_add(&(struct CMUnitTest){test->name, run, setup, teardown, row});
}

struct peer *scene_connect(struct scene *scene) {
    assert_true(scene->n_peers < SCENE_PEERS_MAX);
    struct peer *peer = &scene->peer[scene->n_peers];
    if (scene->test->tls) {
        peer_connect_tls(peer, scene->server.tls_host[0], scene->server.tls_port[0], 0);
    } else {
        peer_connect(peer, scene->server.host[0], scene->server.port[0]);
    }
    scene->n_peers++;
    return peer;
}

struct peer *scene_text(struct scene *scene) {
    struct peer *peer = scene_connect(scene);
    peer_expect_line(peer, "* ");
    return peer;
}

struct peer *scene_player(struct scene *scene, const char *name) {
    struct peer *peer = scene_text(scene);
    peer_ask(peer, "{'cmd':'name','name':'%s'}", name);
    peer_reply(peer);
    return peer;
}

struct process *scene_run(struct scene *scene, enum process_stdio how,
                          const char *const *argv) {
    assert_true(scene->n_processes < SCENE_PROCESSES_MAX);
    struct process *process = &scene->process[scene->n_processes++];
    process_start(process, how, argv);
    return process;
}

void scene_expect_health(struct scene *scene) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "ping");
    peer_expect_line(peer, "+ pong");
    peer_fini(peer);
}

/* --- two players in one room --- */

static struct pair seat(struct peer *ann, struct peer *bob, const char *game) {
    struct pair pair = {ann, bob, ""};
    peer_ask(ann, "{'cmd':'create','game':'%s'}", game);
    snprintf(pair.room, sizeof pair.room, "%s", peer_text(peer_reply(ann), "room"));
    peer_ask(bob, "{'cmd':'join','room':'%s'}", pair.room);
    peer_reply(bob);
    peer_await_stage(bob, "waiting");
    return pair;
}

struct pair pair_seat(struct scene *scene) {
    struct peer *ann = scene_player(scene, "Ann");
    return seat(ann, scene_player(scene, "Bob"), "royal-ur");
}

struct pair pair_play(struct peer *ann, struct peer *bob, const char *game) {
    struct pair pair = seat(ann, bob, game);
    peer_ask(ann, "{'cmd':'ready','nonce':'apple'}");
    peer_reply(ann);
    peer_ask(bob, "{'cmd':'ready','nonce':'pear'}");
    peer_await_stage(ann, "playing");
    peer_await_stage(bob, "playing");
    return pair;
}

struct pair pair_begin(struct scene *scene) {
    struct peer *ann = scene_player(scene, "Ann");
    return pair_play(ann, scene_player(scene, "Bob"), "royal-ur");
}

struct peer *pair_mover(const struct pair *pair) {
    bool white = strcmp(peer_text(pair->ann->state, "turn"), "white") == 0;
    return white ? pair->ann : pair->bob;
}

struct peer *pair_other(const struct pair *pair) {
    return pair_mover(pair) == pair->ann ? pair->bob : pair->ann;
}

json_t *pair_await_seq(struct peer *peer, json_int_t seq) {
    while (peer->state == NULL ||
           json_integer_value(json_object_get(peer->state, "seq")) < seq) {
        peer_message(peer);
    }
    return peer->state;
}

void pair_move(const struct pair *pair) {
    struct peer *mover = pair_mover(pair);
    peer_ask(mover, "{'cmd':'move','move':'1'}");
    json_int_t seq = json_integer_value(json_object_get(peer_reply(mover), "seq"));
    pair_await_seq(pair->ann, seq);
    pair_await_seq(pair->bob, seq);
}
