/* The bus in the loop: links over a transport, with their deadlines.  Private to
 * loop*.c. */
#ifndef ALEA_SERVER_NET_LOOP_BUS_H
#define ALEA_SERVER_NET_LOOP_BUS_H

#include "server/bus/nats.h"
#include "server/net/loop.h"

/* Most packets handled per turn, so that connections get their turn. */
#define LOOP_BUS_PACKETS 256

struct loop_bus;

/* Runs links_tick and updates the metrics.  All functions here do nothing with NULL. */
void loop_bus_tick(struct loop_bus *bus);
/* When loop_bus_tick must run next, in server time. */
uint64_t loop_bus_deadline(const struct loop_bus *bus);
/* Sends queued packets, and closes the libuv handles.  The hub must not publish after
 * this. */
void loop_bus_close(struct loop_bus *bus);
/* Frees it; call it after libuv has closed the handles. */
void loop_bus_free(struct loop_bus *bus);

#endif
