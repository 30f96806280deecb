/* The bus in the loop: links over a transport, with their deadlines.  Private to loop*.c,
 * but for struct loop_bus_config. */
#ifndef ALEA_SERVER_NET_LOOP_BUS_H
#define ALEA_SERVER_NET_LOOP_BUS_H

#include "server/bus/nats.h"
#include "server/net/loop.h"

/* Packets that are heard in one turn: then connections have their turn. */
#define LOOP_BUS_PACKETS 256

struct loop_bus;

/* Writes what is due: a hello, and who is silent.  Does nothing for NULL, as all of
 * these. */
void loop_bus_tick(struct loop_bus *bus);
/* When it has something to do, in server time. */
uint64_t loop_bus_deadline(const struct loop_bus *bus);
/* Sends what waits, and closes what belongs to libuv.  The hub must not publish any more.
 */
void loop_bus_close(struct loop_bus *bus);
/* Frees it, once libuv has closed that. */
void loop_bus_free(struct loop_bus *bus);

#endif
