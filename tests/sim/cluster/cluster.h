/* A cluster of servers: 1 to 20 nodes, each a hub with its connections, on one database
 * and one bus.  Nodes are started, stopped, paused and killed; the database and the bus
 * fail and come back.
 *
 * The fake libuv of tests/sim/one has only one loop, so a node here is a hub without a
 * loop: machine.c does what server/net/loop*.c does.  The database is an SQLite file on
 * the simulated disk, shared by all nodes.  A task is delayed, then runs in zero time;
 * tasks of a node run in order. */
#ifndef ALEA_TESTS_SIM_CLUSTER_CLUSTER_H
#define ALEA_TESTS_SIM_CLUSTER_CLUSTER_H

#include "proto/frame.h"
#include "server/bus/link.h"
#include "server/hub/hub.h"
#include "server/queue/task.h"
#include "server/store/nodes.h"
#include "tests/sim/server.h"
#include "tests/sim/world/net.h"

#define NODES_MAX NET_HOSTS_MAX

/* The server's end of a connection. */
struct line {
    struct wire *wire;
    uint64_t client;
    struct frame frame;
    struct bytes {
        char *byte; /* owned */
        size_t n, cap;
    } in, out;      /* read, not fed to the frame yet; not written yet */
    bool is_ending; /* to be closed once all is written, or at: */
    uint64_t closes_ms;
    bool has_ended;    /* the client has closed its end */
    bool is_lagging;   /* see hub_mark_lagging */
    uint8_t n_drained; /* as struct client's */
    struct line *next;
};

/* Work done outside a node: a task for the database, or a password job. */
struct errand {
    struct store_task *task; /* NULL: a password job */
    struct job *job;
    bool is_broken; /* the connection was lost before it ran */
    bool is_done;
    uint64_t done_ms; /* when the node gets the result */
    struct errand *next;
};

/* A packet in flight, or not read yet. */
struct packet {
    void *bytes; /* owned */
    size_t n;
    unsigned start; /* of the receiver */
    struct packet *next;
};

struct machine {
    unsigned host;
    char name[BUS_NAME_BYTES];
    struct hub_config config;
    struct store *store; /* NULL: the node is down */
    struct hub *hub;
    unsigned start;         /* number of this start in the whole cluster */
    struct line *lines;     /* owned */
    struct errand *errands; /* owned; oldest first */
    int slot;
    struct links *links;      /* to the other nodes */
    struct packet *packets;   /* owned; oldest first */
    unsigned side;            /* of the bus, if that is partitioned */
    bool is_cut, knows_cut;   /* cut off from the bus */
    bool is_noticing;         /* knows_cut will be updated */
    bool is_stopping;         /* by SIGTERM */
    bool is_awaited;          /* its next start is scheduled */
    uint64_t paused_until_ms; /* SIGSTOP until then */
    uint64_t still_ms;        /* total time stopped */
    uint64_t wake_ms;         /* when it must run next */
    uint64_t connects_ms;     /* no database connection until then */
};

struct cluster {
    struct shared_db *database;
    struct machine machine[NODES_MAX];
    unsigned n;
    unsigned n_starts, n_kills, n_pauses;
    uint64_t database_away_ms; /* the database does not answer until then */
    uint64_t trouble_ms;       /* the database may fail until then */
    uint64_t died_ms[2];       /* when the last two nodes ended, latest first */
    unsigned n_failovers;      /* of the database */
    unsigned task_ms;          /* most latency of a task, each way */
    unsigned bus_ms;           /* most latency of a packet */
    uint64_t arrives_ms[NODES_MAX][NODES_MAX]; /* of the latest packet in order */
    uint64_t n_packets;
};

extern struct cluster cluster;

/* --- machine.c --- */

bool machine_is_up(const struct machine *node);
/* Whether it is up and not paused. */
bool machine_runs(const struct machine *node);
/* Starts a node that is down, as soon as the database is available. */
void machine_start(struct machine *node);
void machine_stop(struct machine *node);
/* Tells it to drain in so many minutes; 0: now. */
void machine_drain(struct machine *node, unsigned minutes);
/* Cancels the drain. */
void machine_end_drain(struct machine *node);
/* As by SIGKILL. */
void machine_kill(struct machine *node);
/* As by SIGSTOP, and SIGCONT after so many ms. */
void machine_pause(struct machine *node, uint64_t ms);
/* Starts it after so many ms. */
void machine_start_in(struct machine *node, uint64_t ms);
/* Runs one turn if there is anything to do now; false: there is not. */
bool machine_poll(struct machine *node);
void machine_free(struct machine *node);
/* Sets the time of its hub. */
void machine_set_time(struct machine *node);

/* --- lines.c: the connections of a node --- */

/* Accepts connections and reads lines. */
void lines_read(struct machine *node);
/* Passes the hub's messages to the connections, and writes. */
void lines_write(struct machine *node);
/* Frees all connections. */
void lines_free(struct machine *node);
size_t lines_waiting(void *node, uint64_t conn);

/* --- errands.c: the database, and passwords --- */

void errands_begin(struct machine *node);
/* Hands finished work to the hub. */
void errands_end(struct machine *node);
/* Frees all of it. */
void errands_free(struct machine *node);
/* Call it when a node was killed.  True: the database still has a task of the dead node,
 * which may run later or never; then this takes the hub and the store. */
bool errands_haunt(struct machine *node);
/* Frees the tasks of dead nodes that have not run yet. */
void errands_exorcise(void);
/* The database does not answer for so long, but loses nothing. */
void database_leave(uint64_t ms);
/* The database dies, and a standby replaces it after so long.  Tasks in progress may be
 * done or not; tasks asked for meanwhile fail at once. */
void database_fail_over(uint64_t ms);

/* --- bus.c --- */

struct transport bus_transport(struct machine *node);
/* Delivers the packets that have arrived for a node. */
void bus_receive(struct machine *node);
void bus_free(struct machine *node);
/* The bus fails for so long, for all nodes or some. */
void bus_leave(uint64_t ms);
/* Partitions the bus for so long: some nodes cannot reach the others. */
void bus_part(uint64_t ms);

/* --- probe.c --- */

/* After so many ms everybody pauses for a while, and all nodes are asked the same
 * questions. */
void probe_in(uint64_t ms);
/* Lets a node's probe ask; call it in each turn of the node. */
void probe_turn(struct machine *node);
/* Passes bytes to a probe.  False: the connection is not a probe's. */
bool probe_hear(struct machine *node, uint64_t conn, const char *bytes, size_t n);
void probe_free(void);

/* --- census.c: invariants of all nodes together --- */

/* Call after each turn of a node. */
void census_turn(struct machine *node);
/* Call when nothing has failed for a while: checks that each player is connected to one
 * node only. */
void census_calm(void);

#endif
