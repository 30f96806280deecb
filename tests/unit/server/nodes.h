/* Several nodes of a cluster in this process: a group, and a bus between them that the
 * test can cut. */
#ifndef ALEA_TESTS_UNIT_SERVER_NODES_H
#define ALEA_TESTS_UNIT_SERVER_NODES_H

#include "server/bus/bus.h"
#include "tests/unit/server/group.h"

struct nodes;

/* A node; its slot is its index + 1. */
struct node {
    struct nodes *all;
    size_t i;
    struct fixture *fixture;
    struct heard {
        char *text; /* owned; told to this connection, and not asked for */
        size_t n;
    } heard[CONNS_MAX];
};

/* A message on its way. */
struct letter {
    size_t from, to;
    void *bytes; /* owned */
    size_t n;
    struct letter *next;
};

struct nodes {
    struct node node[GROUP_MAX];
    size_t n;
    bool is_up[GROUP_MAX][GROUP_MAX];
    bool is_held[GROUP_MAX][GROUP_MAX]; /* letters wait */
    bool adds_members; /* messages but feeds have one more, as those of a newer version */
    struct letter *letters;
    size_t n_sent;
};

/* Starts n nodes that reach each other. */
struct nodes *open_nodes(size_t n);
void close_nodes(struct nodes *nodes);
/* Lets all that can be done now be done: turns, and letters. */
void settle(struct nodes *nodes);
/* Two nodes no longer reach each other; letters between them are lost. */
void cut(struct nodes *nodes, size_t a, size_t b);
/* They do again. */
void mend(struct nodes *nodes, size_t a, size_t b);
/* Node a notices first that it reaches b again; call it for b and a afterwards. */
void mend_from(struct nodes *nodes, size_t a, size_t b);
/* Letters from a to b wait, or come. */
void hold_letters(struct nodes *nodes, size_t a, size_t b, bool holds);
/* All letters that are on their way come twice. */
void repeat_letters(struct nodes *nodes);
/* Lets time pass at all nodes. */
void pass_all(struct nodes *nodes, uint64_t ms);

/* A connection of a node says a line; hears what was told since it was asked last. */
void say_at(struct nodes *nodes, size_t i, size_t conn, const char *line);
const char *hear_at(struct nodes *nodes, size_t i, size_t conn);
/* Both, with all that follows from it in between. */
const char *ask_at(struct nodes *nodes, size_t i, size_t conn, const char *line);
/* Connects, and says its name. */
void enter_at(struct nodes *nodes, size_t i, size_t conn, const char *name,
              struct ticket *ticket);

#endif
