/* The event loop: listeners, connections, signals and deadlines.  At the end of each
 * turn, and only there, it commits everything and then sends. */
#ifndef ALEA_SERVER_NET_LOOP_H
#define ALEA_SERVER_NET_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "server/base/address.h"
#include "server/conn/tls.h"
#include "server/net/endpoint.h"
#include "server/turn/config.h"
#include "server/web/web.h"

struct hub;

/* With LOOP_CROWD connections or more, the turn after a commit gathers input for
 * LOOP_GATHER_MS before it commits, so that moves that arrive one by one share a commit
 * and a sync.  The loop keeps running meanwhile. */
#define LOOP_CROWD     256
#define LOOP_GATHER_MS 3

/* When this many messages are queued, as when all players come back after a restart, the
 * loop commits and sends them before it reads more.  Otherwise short-lived messages for
 * everybody would fragment the heap, which costs more than a commit. */
#define LOOP_OUTBOX_MAX 1024

/* While a clock runs the loop sleeps at most this long, in ms, to notice pauses of
 * the process: server time stops during them (server_time.h).  A pause costs a player at
 * most this plus SERVER_TIME_LATE_MS.  Twenty wake-ups a second are 0.1 % of a core;
 * without clocks there are none. */
#define LOOP_SLEEP_MS 50
/* Without clocks it sleeps at most 1/LOOP_SLEEP_PART of the time until the next deadline;
 * a pause takes no more of it. */
#define LOOP_SLEEP_PART 16
/* When a deadline has passed, the loop first polls until there is no more input, at most
 * this many times. */
#define LOOP_POLLS_MAX 16
/* A pause of at least this many ms is logged. */
#define LOOP_PAUSE_LOG_MS 1000

struct loop;
struct door;

/* Makes libuv abort when it is out of memory (mem.h).  Call it once, before anything else
 * here. */
void loop_use_memory(void);
/* Creates a loop that listens on n endpoints (bound.h).  Borrows config and store, which
 * must outlive it.  Returns owned; NULL with a fault: one could not be opened. */
struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]);
/* Draws a token for each house bot, and writes its file, FILE.bot-NAME beside the
 * database, which only this user can read: whoever has it can log in as the bot.  A
 * failure is logged, and the server runs without that bot. */
void loop_write_tokens(struct hub *hub, const struct hub_config *config);
/* Where to set certificate, site and proxies, to add listeners, and to run; borrowed. */
struct door *loop_door(struct loop *loop);
/* Listens for fronts, at an endpoint or the path of a Unix socket.  key has
 * TRUNK_KEY_BYTES, is borrowed, and may be NULL for a path.  Keeps in the FRONTS_MAX ways
 * what they announce; borrowed.  False with a fault, as above. */
bool loop_listen_for_fronts(struct loop *loop, const char *endpoint, const uint8_t *key,
                            struct front_ways *ways, char fault[static FAULT_BYTES]);
/* Stops it cleanly when the other end of this descriptor is closed. */
void loop_follow(struct loop *loop, int fd);
/* Frees everything.  door_run must have returned, or never have been called. */
void loop_free(struct loop *loop);
/* Borrowed. */
struct hub *loop_hub(struct loop *loop);

#endif
