/* A cluster of servers: 1 to 20 nodes, each a hub with its connections, on one database
 * and one bus.  Nodes are started, stopped, paused and killed; the database and the bus
 * go away and come back.
 *
 * The fake libuv of tests/sim/one has one loop only, so a node here is a hub without a
 * loop: machine.c does what server/net/loop*.c does.  The database is a file of SQLite on
 * the simulated disk, which all nodes share; what a node asks it is done at once, but at
 * a later time, in order. */
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

/* A connection at its server. */
struct line {
    struct wire *wire;
    uint64_t client;
    struct frame frame;
    struct bytes {
        char *byte; /* owned */
        size_t n, cap;
    } in, out;      /* read, not fed to the frame yet; not written yet */
    bool is_ending; /* closed as soon as all is written, or then: */
    uint64_t closes_ms;
    bool has_ended;    /* the client says no more */
    bool is_lagging;   /* see hub_mark_lagging */
    uint8_t n_drained; /* as struct client's */
    struct line *next;
};

/* Work that has to be done for a node, or was done: at the database, or a password. */
struct errand {
    struct store_task *task; /* NULL: it is a job */
    struct job *job;
    bool is_broken; /* the connection was lost before it was done */
    bool is_done;
    uint64_t done_ms; /* when the node learns it */
    struct errand *next;
};

/* On its way, or not read yet. */
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
    struct store *store; /* NULL: it is down */
    struct hub *hub;
    unsigned start;         /* number of this start in the whole cluster */
    struct line *lines;     /* owned */
    struct errand *errands; /* owned; oldest first */
    int slot;
    struct links *links;      /* to the other nodes */
    struct packet *packets;   /* owned; oldest first */
    unsigned side;            /* of the bus, which may be in two parts */
    bool is_cut, knows_cut;   /* from the bus */
    bool is_noticing;         /* will know it later */
    bool is_stopping;         /* by SIGTERM */
    bool is_awaited;          /* a start of it is planned */
    uint64_t paused_until_ms; /* SIGSTOP until then */
    uint64_t still_ms;        /* how long it has stood still, in total */
    uint64_t wake_ms;         /* when it has something to do next */
    uint64_t connects_ms;     /* it has no connection to the database until then */
};

struct cluster {
    struct shared_db *database;
    struct machine machine[NODES_MAX];
    unsigned n;
    unsigned n_starts, n_kills, n_pauses;
    uint64_t database_away_ms; /* the database does nothing until then */
    uint64_t trouble_ms;       /* the database sometimes fails until then */
    uint64_t died_ms[2];       /* when the last node has ended, and the one before it */
    unsigned n_failovers;      /* of the database */
    unsigned task_ms;          /* most time until it begins and ends a task */
    unsigned bus_ms;           /* most time that a packet takes */
    uint64_t arrives_ms[NODES_MAX][NODES_MAX]; /* of the latest packet, which the next
                                                * does not overtake */
    uint64_t n_packets;
};

extern struct cluster cluster;

/* --- machine.c --- */

bool machine_is_up(const struct machine *node);
/* Whether it can do anything now. */
bool machine_runs(const struct machine *node);
/* Starts a node that is down, once the database is there. */
void machine_start(struct machine *node);
void machine_stop(struct machine *node);
/* Tells it to drain, after so many minutes; 0: now. */
void machine_drain(struct machine *node, unsigned minutes);
/* It need not drain after all. */
void machine_end_drain(struct machine *node);
/* As by SIGKILL. */
void machine_kill(struct machine *node);
/* As by SIGSTOP, and SIGCONT after so many ms. */
void machine_pause(struct machine *node, uint64_t ms);
/* Starts it after so many ms, under this name ("": its own). */
void machine_start_in(struct machine *node, uint64_t ms);
/* Does what there is to do now; false: nothing. */
bool machine_poll(struct machine *node);
void machine_free(struct machine *node);
/* Tells its hub the time. */
void machine_set_time(struct machine *node);

/* --- lines.c: the connections of a node --- */

/* Accepts connections and reads lines. */
void lines_read(struct machine *node);
/* Hands out what the hub says, and writes. */
void lines_write(struct machine *node);
/* Forgets them all. */
void lines_free(struct machine *node);
size_t lines_waiting(void *node, uint64_t conn);

/* --- errands.c: the database, and passwords --- */

void errands_begin(struct machine *node);
/* Hands the hub what is done. */
void errands_end(struct machine *node);
/* Forgets all of them. */
void errands_free(struct machine *node);
/* The node was killed while the database had a task of it: true, if that is done later,
 * or not at all.  Then it takes the hub and the store. */
bool errands_haunt(struct machine *node);
/* Frees what still waits of them. */
void errands_exorcise(void);
/* The database does nothing for so long, and loses nothing. */
void database_leave(uint64_t ms);
/* It dies, and a standby takes its place after so long.  What was under way is done or
 * not, and what is asked for meanwhile fails at once. */
void database_fail_over(uint64_t ms);

/* --- bus.c --- */

struct transport bus_transport(struct machine *node);
/* Hands a node what has arrived for it. */
void bus_receive(struct machine *node);
void bus_free(struct machine *node);
/* The bus is gone for so long, for all nodes or some. */
void bus_leave(uint64_t ms);
/* For so long, a part of the nodes cannot reach the others. */
void bus_part(uint64_t ms);

/* --- probe.c --- */

/* After so many ms, everybody stops for a while, and all nodes are asked the same. */
void probe_in(uint64_t ms);
/* In a turn of a node: its probe asks. */
void probe_turn(struct machine *node);
/* Whether this connection is a probe's; then it hears this. */
bool probe_hear(struct machine *node, uint64_t conn, const char *bytes, size_t n);
void probe_free(void);

/* --- census.c: what must be true of all nodes together --- */

/* Call after each turn of a node. */
void census_turn(struct machine *node);
/* Nothing has failed for a while: a player has a connection at one node only. */
void census_calm(void);

#endif
