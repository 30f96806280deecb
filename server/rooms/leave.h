/* The end of a connection: its player is away from the rooms where they sit. */
#ifndef ALEA_SERVER_ROOMS_LEAVE_H
#define ALEA_SERVER_ROOMS_LEAVE_H

#include <stdint.h>

struct client;
struct room;
struct rooms;

/* As rooms_remove_client, but the peer may still read: pending requests are answered
 * before this connection closes. */
void rooms_end_client(struct rooms *rooms, uint64_t client, uint64_t conn);
/* The connection is gone or about to close: its player is away from the rooms where
 * they sit. */
void rooms_remove_client(struct rooms *rooms, uint64_t client);

/* The player is back: says so in a room, unless nothing can be stored now. */
void rooms_end_absence(struct rooms *rooms, struct client *client, struct room *room);
/* A client that had a connection to a hub before this one is there again: shows it its
 * rooms. */
void rooms_come_back(struct rooms *rooms, uint64_t client);

#endif
