/* Turns: what is done in one turn of the loop becomes one value (struct turn).  It is
 * handed to the store, which reports when it is durable; only then do its messages
 * leave, in order.  Meanwhile the next turn collects.
 *
 * If the store fails, both turns are dropped whole: their changes of memory are undone
 * (change.h), their rooms are rebuilt as they are stored (freeze.c), and each of their
 * requests is answered `storage`. */
#ifndef ALEA_SERVER_HUB_TURN_H
#define ALEA_SERVER_HUB_TURN_H

#include "server/hub/change.h"
#include "server/hub/hub.h"
#include "server/hub/sessions.h"
#include "server/queue/task.h"
#include "server/store/writes.h"

/* How often to try whether the disk works again, in ms. */
#define HUB_THAW_MS 1000

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
/* The request is done, with all that follows from it: its changes of memory become part
 * of the turn that its answer waits for. */
void hub_end_request(struct hub *hub);
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
/* Whether further requests are answered `storage` and not carried out: the store has
 * had a turn for HUB_STALL_MS, so nobody knows what became of the commit, or the lease
 * is late. */
bool hub_is_stalled(const struct hub *hub);
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

/* --- when the disk fails: freeze.c --- */

/* Freezes a room whose turn was dropped, until it is rebuilt as the store has it and
 * the store works again.  Removes a room that was never stored. */
void hub_freeze_room(struct hub *hub, struct room *room);
/* Repeats snapshots that were dropped with a turn, of rooms that it did not change. */
void hub_show_again(struct hub *hub);
/* If it is time, tries whether the disk works again. */
void hub_thaw(struct hub *hub);
/* Takes the next step of a round that hub_thaw has begun.  Call it only while the
 * present turn is empty. */
void hub_thaw_next(struct hub *hub);

/* --- load.c --- */

/* Reads all live rooms of this server and their sessions from the store. */
void hub_load(struct hub *hub);
/* Gives the sessions that sit in a room their seats there.  False: one does not exist. */
ALEA_MUST_USE bool hub_seat_sessions(struct hub *hub, struct room *room);
/* Takes the room out of the sessions that sit there. */
void hub_unseat_sessions(struct hub *hub, struct room *room);
/* Marks both players of a room as away from now on, through no fault of theirs. */
void hub_restart_room(struct hub *hub, struct room *room);

#endif
