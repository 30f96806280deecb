/* NATS as the transport of links.  Our own thread connects, retrying forever, and sends;
 * libnats' threads receive.  The loop never waits for them: packets pass through two
 * bounded queues. */
#ifndef ALEA_SERVER_BUS_NATS_H
#define ALEA_SERVER_BUS_NATS_H

#include "server/bus/libnats.h"
#include "server/bus/link.h"

/* Most bytes queued in each direction: four of the longest messages.  Packets beyond that
 * are dropped, which resets their links. */
#define NATS_QUEUE_MAX (4 * LINK_MESSAGE_MAX)
/* Delay before reconnecting, in ms.  It doubles with each failure up to
 * NATS_RETRY_MAX_MS; up to half of it is subtracted at random, to avoid a stampede of all
 * nodes. */
#define NATS_RETRY_MS     100
#define NATS_RETRY_MAX_MS 5000

struct nats;

struct nats_config {
    struct nats_login login;
    char name[LINKS_NAME_BYTES]; /* of the cluster (links_name) */
    int slot;                    /* of this node */
    /* Events are waiting (nats_take).  Called from other threads. */
    void (*wake)(void *owner);
    void *owner;
};

struct nats_event {
    enum nats_event_kind {
        NATS_UP,     /* connected */
        NATS_DOWN,   /* connection lost, or an attempt failed */
        NATS_PACKET, /* for this node or for all */
    } kind;
    struct nats_event *next;
    int to;          /* of a packet on its way out */
    size_t n;        /* of a packet */
    uint8_t bytes[]; /* of NATS_DOWN: the reason as text; "": we closed the connection */
};

/* Starts connecting; NATS_UP tells when it is connected.  Copies config and what it
 * points to.  Returns owned; NULL with a fault: no library, or an address or file is
 * invalid. */
struct nats *nats_open(const struct nats_config *config, char fault[static FAULT_BYTES]);
/* Waits for its threads to end: at most about NATS_TIMEOUT_MS for each server. */
void nats_close(struct nats *nats);
/* Takes the oldest event.  Returns owned, free() it; NULL: the queue is empty. */
struct nats_event *nats_take(struct nats *nats);
/* The transport interface; nats is its owner. */
struct transport nats_transport(struct nats *nats);
/* Packets dropped for lack of room since the start. */
int64_t nats_n_lost(struct nats *nats);

#endif
