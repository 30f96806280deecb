/* Where a client connects when a node of a cluster is gone. */
#include "client-cli/net/nodes.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client-cli/player/player.h"
#include "tests/unit/client/unused_port.h"
#include "tests/unit/listen.h"
#include "tests/unit/test.h"

static const struct node_view views[] = {
    {"a", "a.example:1"}, {"b", "b.example:2"}, {"c", ""}, {"d", "[::1]:4"}};
static const struct hello hello = {.nodes = views, .n_nodes = 4};

static struct net_address address_of(const char *text) {
    struct net_address address;
    char fault[FAULT_BYTES];
    assert_true(net_address_read(text, NULL, &address, fault));
    return address;
}

/* The ports of the nodes in their order, each a digit. */
static const char *order(const struct nodes *nodes) {
    static char ports[10];
    size_t n = 0;
    for (const struct net_address *at; (at = nodes_next(nodes, n)) != NULL; n++) {
        ports[n] = at->port[0];
    }
    ports[n] = '\0';
    return ports;
}

TEST(test_order) {
    struct nodes nodes = {0};
    struct net_address given = address_of("games.example:9");
    assert_string_equal(order(&nodes), "");
    nodes_use(&nodes, &given);
    nodes_hear(&nodes, &hello);
    assert_string_equal(order(&nodes), "124");
    struct net_address b = address_of("b.example:2");
    nodes_use(&nodes, &b);
    assert_string_equal(order(&nodes), "412"); /* the node itself comes last */
    nodes_hear(&nodes, &(struct hello){.n_nodes = 0});
    assert_string_equal(order(&nodes), "");
    nodes_fini(&nodes);
}

/* With and without TLS: ports of the other kind are left out. */
TEST(test_kinds) {
    static const struct node_view kinds[] = {
        {"a", "a.example:2532"}, {"b", "b.example:2533"}, {"c", "c.example:7"}};
    static const struct hello said = {.nodes = kinds, .n_nodes = 3};
    static struct trust trust;
    struct nodes nodes = {.now.trust = &trust};
    nodes_hear(&nodes, &said);
    assert_string_equal(nodes_next(&nodes, 0)->host, "b.example");
    assert_string_equal(nodes_next(&nodes, 1)->host, "c.example");
    assert_ptr_equal(nodes_next(&nodes, 1)->trust, &trust);
    assert_null(nodes_next(&nodes, 2));
    nodes.now.trust = NULL;
    nodes_hear(&nodes, &said);
    assert_string_equal(nodes_next(&nodes, 0)->host, "a.example");
    assert_string_equal(nodes_next(&nodes, 1)->host, "c.example");
    assert_null(nodes_next(&nodes, 1)->trust);
    assert_null(nodes_next(&nodes, 2));
    nodes_fini(&nodes);
}

/* A server that greets one client, in another process.  Returns its port. */
static unsigned greet_one(pid_t *pid) {
    unsigned port;
    int fd = listen_somewhere(&port);
    *pid = fork();
    if (*pid == 0) {
        static const char greeting[] = "* Games: type help [alea/1 alead/0.1.0]\r\n";
        int conn = accept(fd, NULL, NULL);
        bool works = write(conn, greeting, sizeof greeting - 1) > 0;
        char byte;
        while (read(conn, &byte, 1) > 0) {
        }
        _exit(works ? 0 : 1);
    }
    close(fd);
    return port;
}

TEST(test_connect) {
    pid_t pid;
    char dead[UNUSED_ADDRESS_BYTES], alive[UNUSED_ADDRESS_BYTES];
    int unused = bind_unused_port(dead);
    snprintf(alive, sizeof alive, "127.0.0.1:%u", greet_one(&pid));
    struct node_view named[] = {{"a", dead}, {"b", alive}};
    struct net_address given = address_of(dead);
    struct player player;
    player_init(&player, "ann", "");
    assert_false(player_connect(&player, &given));
    nodes_hear(&player.nodes, &(struct hello){.nodes = named, .n_nodes = 2});
    assert_true(player_connect(&player, &given));
    assert_string_equal(player.nodes.now.port, strchr(alive, ':') + 1);
    player_close(&player);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    close(unused);
}
