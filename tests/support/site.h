/* A real, private nats-server, and two nodes that meet over it.  The loops of the nodes
 * run in this process. */
#ifndef ALEA_TESTS_SUPPORT_SITE_H
#define ALEA_TESTS_SUPPORT_SITE_H

#include "server/config/config.h"
#include "tests/support/cmocka.h"
#include "tests/support/process.h"

/* Begins a program with such tests.  False: this machine cannot run them, and why is
 * printed. */
bool site_begin(const char *group);

/* --- the server --- */

struct site {
    char dir[64];
    struct process nats;
    unsigned port; /* the same after a restart */
    char url[64];
};

/* A test with a site, which is its state. */
#define SITE_TEST(name) cmocka_unit_test_setup_teardown(name, site_open, site_close)
int site_open(void **state);
int site_close(void **state);
/* Starts nats-server, with these lines in its configuration. */
void site_start_nats(struct site *site, const char *lines);
void site_kill_nats(struct site *site);

/* --- nodes --- */

#define SITE_NODES 2

struct site_node {
    struct config config;
    struct store *store;
    struct loop *loop;
    struct bus bus;
    bool is_up; /* the other node */
    unsigned n_downs;
    size_t n_heard;     /* messages */
    size_t bytes_heard; /* of the last one */
    char text[32];      /* and its beginning */
};

/* Their slots are 1 and 2. */
extern struct site_node site_node[SITE_NODES];

void site_open_node(int i, uint64_t epoch, const char *url);
void site_close_node(int i);
void site_open_nodes(const char *url);
void site_close_nodes(void);
/* Whether the first has noticed that the second is up (or: down), and the other way
 * round. */
bool site_nodes_are_up(bool is_up);
/* Lets the nodes work for a moment.  False: too long already. */
bool site_work(int64_t since_ms);

#define WAIT_UNTIL(condition)                                                            \
    for (int64_t since_ms = peer_now_ms(); !(condition);) {                              \
        assert_true(site_work(since_ms));                                                \
    }

/* --- a connection without a node --- */

/* Logs in as this slot; NULL, and a reason: not even an attempt is made.  Close it with
 * nats_close. */
struct nats *site_open_line(const struct nats_login *login, int slot,
                            char fault[static FAULT_BYTES]);

#endif
