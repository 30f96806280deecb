/* NATS as the transport of links.  A thread of its own connects, for ever, and sends;
 * threads of libnats receive.  The loop never waits for them: packets pass through two
 * bounded queues. */
#ifndef ALEA_SERVER_BUS_NATS_H
#define ALEA_SERVER_BUS_NATS_H

#include "server/bus/libnats.h"
#include "server/bus/link.h"

/* Most bytes that wait in each direction: four of the longest messages.  What finds no
 * room is lost, which resets the links concerned. */
#define NATS_QUEUE_MAX (4 * LINK_MESSAGE_MAX)
/* After a failure the next attempt waits so long, in ms: twice the last time, at most
 * NATS_RETRY_MAX_MS, less up to a half, so that not all nodes come at once. */
#define NATS_RETRY_MS     100
#define NATS_RETRY_MAX_MS 5000

struct nats;

struct nats_config {
    struct nats_login login;
    char name[LINKS_NAME_BYTES]; /* of the cluster (links_name) */
    int slot;                    /* of this node */
    /* Something has come (nats_take); called from other threads. */
    void (*wake)(void *owner);
    void *owner;
};

struct nats_event {
    enum nats_event_kind {
        NATS_UP,     /* connected */
        NATS_DOWN,   /* not any more, or not yet */
        NATS_PACKET, /* for this node or for all */
    } kind;
    struct nats_event *next;
    int to;          /* of a packet on its way out */
    size_t n;        /* of a packet */
    uint8_t bytes[]; /* its own; of NATS_DOWN: why, a text; "": we have closed it */
};

/* Begins to connect.  Copies config and what it points to.  Returns owned; NULL with a
 * fault: no library, or a file is wrong.  It is not up before it says so. */
struct nats *nats_open(const struct nats_config *config, char fault[static FAULT_BYTES]);
/* Waits until its threads have ended: at most about NATS_TIMEOUT_MS for each server. */
void nats_close(struct nats *nats);
/* Takes what came first.  Returns owned, free() it; NULL: nothing is left. */
struct nats_event *nats_take(struct nats *nats);
/* What sends; nats is its owner. */
struct transport nats_transport(struct nats *nats);
/* Packets that found no room, since the start. */
int64_t nats_n_lost(struct nats *nats);

#endif
