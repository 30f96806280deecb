/* How connections come: they are counted, refused or greeted. */
#ifndef ALEA_SERVER_PEOPLE_COME_H
#define ALEA_SERVER_PEOPLE_COME_H

#include "server/people/clients.h"

/* How a client has come. */
struct come {
    bool tls;      /* nobody on the way can read or change the connection */
    bool web;      /* a WebSocket: in JSON mode from the start, and not greeted */
    bool proxied;  /* through a proxy (--proxy-from): it never counts as local, whatever
                    * its address; passwords are secure only with TLS */
    uint8_t front; /* that has its connection: 1 more than its index in
                    * hub_config.ways; 0: none */
    bool local;    /* of a front's: from the machine of one with --operator-local */
    bool again;    /* likewise: it was at a hub before this one, and is not counted */
    bool greeted;  /* of those: that hub has greeted it */
    bool spoken, json; /* of those: as in struct client */
};
/* Adds the client of a connection from a numeric address; conn is the caller's id.
 * Queues the greeting.  Returns the client's id; 0: refused, and a line that says why is
 * queued instead. */
uint64_t people_add_client(struct people *people, uint64_t conn, const char *address,
                           const struct come *come);
/* Counts a proxy's connection that has not named its client yet, in total only, until
 * people_remove_pending.  False: refused. */
bool people_add_pending(struct people *people);
void people_remove_pending(struct people *people);
/* Counts a browser that has connected from this address as a connection, of the address
 * and in total, until people_remove_visitor.  Rate limit of an address: 40 times
 * connects_per_minute.  Returns borrowed; NULL: refused. */
struct address_counts *people_add_visitor(struct people *people, const char *address);
/* Does nothing with NULL. */
void people_remove_visitor(struct people *people, struct address_counts *visitor);
/* Sends the host's welcome in text mode.  Programs get it with hello. */
void people_send_welcome(struct people *people, struct client *client);
/* Says goodbye to clients that have not logged in by then. */
void people_expire_logins(struct people *people);
/* The connection should speak TLS, but does not: queues a line that says so, and the
 * end of the connection.  The caller drops the greeting. */
void people_not_tls(struct people *people, uint64_t client);
/* Too many bytes without a line: queues goodbye. */
void people_garbage(struct people *people, uint64_t client);
/* Counts a room that was opened from this address.  Returns borrowed. */
struct address_counts *people_count_room(struct people *people, const char *address);
/* Does nothing with NULL. */
void people_uncount_room(struct people *people, struct address_counts *counts);
struct rate_limits *people_rates(struct people *people);

#endif
