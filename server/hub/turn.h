/* Turns: what is done in one turn of the loop becomes one value (struct turn).  It is
 * handed to the store, which reports when it is durable; only then do its messages
 * leave, in order.  Meanwhile the next turn collects.
 *
 * If the store fails, both turns are dropped whole: each of their requests is answered
 * `storage`, connections get back what they had (remembered.h), and everything else is
 * read again from the store (load.h). */
#ifndef ALEA_SERVER_HUB_TURN_H
#define ALEA_SERVER_HUB_TURN_H

#include "proto/message/message.h"
#include "server/hub/hub.h"
#include "server/hub/sessions.h"
#include "server/queue/task.h"
#include "server/store/writes.h"

/* How often to try whether the disk works again, in ms. */
#define HUB_RETRY_MS 1000

/* When the store has had a turn for this long, in ms, further requests are refused: see
 * hub_is_stalled. */
#define HUB_STALL_MS 3000

/* Back-pressure: while the store has a turn, and the next one has this many bytes of
 * writes or this many messages, no more is read: see hub_is_full.  A move takes about
 * 800 bytes. */
#define HUB_TURN_BYTES    ((size_t)4 * 1024 * 1024)
#define HUB_TURN_MESSAGES 16384

/* While the store stalls, requests are read and refused until this many answers wait
 * for it: some 30 MB.  Then no more is read. */
#define HUB_STALL_MESSAGES 65536

struct room;

/* Logs that recent events were damaged (store_was_renewed). */
void hub_log_renewed(struct hub *hub, int n_lost);

/* --- in a turn --- */

/* Messages from now on belong to the present turn, even if it has written nothing yet:
 * the present request may still write. */
void hub_open_turn(struct hub *hub);
/* Where the present turn records what is to be stored. */
struct writes *hub_writes(struct hub *hub);
/* Notes that the turn changes this room. */
void hub_touch_room(struct hub *hub, struct room *room);
/* Notes what a client keeps now, as the present turn is about to change it: its mode, its
 * session, its goodbye, or what its player watches.  If the turn fails the client gets it
 * back. */
void hub_remember(struct hub *hub, const struct client *client);
/* Calls a function once the present turn is stored; if it fails, never. */
void hub_after_turn(struct hub *hub, void (*run)(struct hub *hub, uint64_t arg),
                    uint64_t arg);
/* The number of the last turn that a message sent now may depend on; 0: none. */
uint64_t hub_needs(const struct hub *hub);
/* The outbox for a message to a client that depends on turns up to this number.  The
 * client's messages stay in order. */
struct outbox *hub_outbox_for(struct hub *hub, struct client *client, uint64_t needs);
/* Whether messages to the client wait for a turn. */
bool hub_is_awaited(const struct hub *hub, const struct client *client);
/* The message that was just queued answers this request: if its turn fails, the request
 * is answered `storage` instead. */
void hub_note_asked(struct hub *hub, const struct client *client, const char *id);
/* The answer `storage` to a request with this id (borrowed). */
struct message hub_storage_error(const char *id);
/* Whether further requests are answered `storage` and not carried out: the store has
 * had a turn for HUB_STALL_MS, so nobody knows what became of the commit; everything is
 * read again; or the lease is late. */
bool hub_is_stalled(const struct hub *hub);
/* Whether anything can be stored now.  If not, what the store has can still be read. */
bool hub_may_write(const struct hub *hub);
/* Nobody could move since this server time: credits running clocks with the time from
 * then to now.  No time is credited twice. */
void hub_forgive(struct hub *hub, uint64_t from_ms);
/* Credits the running clock of a room with this time, in ms, which has just passed, but
 * never more than it has run.  The free time of an absent player stays as it is. */
void hub_give_back(const struct hub *hub, struct room *room, uint64_t time_ms);
/* Whether all that was decided is stored. */
bool hub_is_decided(const struct hub *hub);
void hub_free_turns(struct hub *hub);
void hub_new_turn(struct hub *hub);

/* --- work for the store --- */

/* Starts a task (takes it) at once. */
void hub_start_task(struct hub *hub, struct store_task *task);
/* Starts a task (takes it) once all earlier changes are on their way to the store, so
 * it sees them.  True: it is done already. */
bool hub_ask_store(struct hub *hub, struct store_task *task);
/* Notes whether the store works, and logs it when that changes. */
void hub_note_store(struct hub *hub, bool works, const char *fault);
/* The store is of no use any more (store_is_lost): stops the server, and logs why. */
void hub_lose_store(struct hub *hub, const char *fault);

#endif
