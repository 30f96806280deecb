/* Nodes: whoever has the lease is the hub of all.  Players are at one that is not. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/alead.h"
#include "tests/support/scene.h"

/* How to lose a hub. */
enum loss { KILL_NODE, KILL_HUB, KILL_BOTH, PAUSE_HUB, PAUSE_NODE, STOP_NODE, DRAIN };

struct nodes {
    char dir[32]; /* of the database */
    struct alead a, b;
    pid_t hub; /* the process of a that is the hub */
};

static struct alead start_node(struct scene *scene, const struct nodes *nodes,
                               const char *name) {
    char args[300];
    snprintf(args, sizeof args,
             "--node %s --store postgresql:///postgres?host=%s&user=alea --listen "
             "127.0.0.1:0 --trunk-listen 127.0.0.1:0 --operator-local "
             "--hub-metrics-listen 127.0.0.1:0",
             name, nodes->dir);
    struct alead node = alead_start(scene, args);
    node.port = alead_await_port(&node, ALEAD_LISTENING);
    return node;
}

/* Two nodes; a is the hub.  The scene's clients connect to b. */
static void start(struct scene *scene, struct nodes *nodes) {
    snprintf(nodes->dir, sizeof nodes->dir, "/tmp/alea-pg-XXXXXX");
    assert_non_null(mkdtemp(nodes->dir));
    process_must_succeed(
        (const char *const[]){"tests/postgres", "start", nodes->dir, "fsync = off", NULL},
        60);
    nodes->a = start_node(scene, nodes, "a");
    nodes->hub = (pid_t)strtol(alead_await_log(&nodes->a, "hub_started pid="), NULL, 10);
    alead_await_log(&nodes->a, "hub_joined");
    nodes->b = start_node(scene, nodes, "b");
    alead_await_log(&nodes->b, "hub_joined");
    scene->server.port[0] = nodes->b.port;
}

static void end(struct nodes *nodes) {
    process_must_succeed(
        (const char *const[]){"tests/postgres", "stop", nodes->dir, NULL}, 60);
}

static void lose(struct nodes *nodes, struct peer *operator, enum loss how) {
    pid_t node = nodes->a.process->pid;
    switch (how) {
    case KILL_NODE: kill(node, SIGKILL); break;
    case KILL_HUB: kill(nodes->hub, SIGKILL); break;
    case KILL_BOTH:
        kill(nodes->hub, SIGKILL);
        kill(node, SIGKILL);
        break;
    case PAUSE_HUB: kill(nodes->hub, SIGSTOP); break;
    case PAUSE_NODE:
        kill(nodes->hub, SIGSTOP);
        kill(node, SIGSTOP);
        break;
    case STOP_NODE: kill(node, SIGTERM); break;
    case DRAIN:
        peer_ask(operator, "{'cmd':'drain'}");
        peer_reply_to(operator, "drain");
        break;
    }
}

static const enum loss losses[] = {KILL_NODE,  KILL_HUB,  KILL_BOTH, PAUSE_HUB,
                                   PAUSE_NODE, STOP_NODE, DRAIN};

/* The player who does not wait for the other one's move is shown the room by the next
 * hub, and both play on. */
SCENE_WITH(a_hub_is_lost, .param = &losses[KILL_NODE]) {
    const enum loss how = *(const enum loss *)scene->test->param;
    struct nodes nodes;
    start(scene, &nodes);
    struct pair pair = pair_begin(scene);
    pair_move(&pair);
    json_int_t seq = json_integer_value(json_object_get(pair.ann->state, "seq"));
    lose(&nodes, pair.ann, how);
    uint16_t metrics = alead_await_port(&nodes.b, "listening_metrics address=127.0.0.1:");
    alead_await_log(&nodes.b, "hub_joined"); /* b had joined before */
    alead_expect_page(metrics, "/metrics", "alea_games_running 1");
    (void)pair_await_seq(pair.ann, seq + 1);
    (void)pair_await_seq(pair.bob, seq + 1);
    pair_move(&pair);
    if (how == PAUSE_HUB || how == PAUSE_NODE) {
        kill(nodes.hub, SIGCONT);
        kill(nodes.a.process->pid, SIGCONT);
        alead_await_log(&nodes.a, "hub_ended");
        alead_await_log(&nodes.a, "hub_joined"); /* it is a front of b now */
    }
    pair_move(&pair);
    scene->server.port[0] = nodes.b.port;
    scene_expect_health(scene);
    alead_stop(&nodes.b);
    end(&nodes);
}
SCENE_ALSO(kill_9_of_its_hub, a_hub_is_lost, .param = &losses[KILL_HUB]);
SCENE_ALSO(kill_9_of_both, a_hub_is_lost, .param = &losses[KILL_BOTH]);
SCENE_ALSO(the_hub_is_paused, a_hub_is_lost, .param = &losses[PAUSE_HUB]);
SCENE_ALSO(the_node_is_paused, a_hub_is_lost, .param = &losses[PAUSE_NODE]);
SCENE_ALSO(drain_hands_over, a_hub_is_lost, .param = &losses[DRAIN]);
SCENE_ALSO(the_node_is_stopped, a_hub_is_lost, .param = &losses[STOP_NODE]);

BEFORE_TESTS {
    if (getenv("ALEA_POSTGRES") == NULL) {
        puts("skipped: no PostgreSQL (tests/with_postgres starts one)\n"
             "[  SKIPPED ] nodes");
        exit(0);
    }
}
