/* Turns: what is done in one turn of the loop becomes one value (struct turn).  It is
 * handed to the store, which reports when it is durable; only then its messages leave, in
 * order. Meanwhile the next turn collects.  If the store fails, both are dropped whole:
 * their changes of memory are undone (change.h), their rooms are rebuilt as they are
 * stored (freeze.c), and each of their requests is answered `storage`. */
#ifndef ALEA_SERVER_HUB_TURN_H
#define ALEA_SERVER_HUB_TURN_H

#include "server/hub/change.h"
#include "server/hub/hub.h"
#include "server/hub/sessions.h"
#include "server/queue/task.h"
#include "server/store/writes.h"

/* Between two tries whether the disk works again, in ms. */
#define HUB_THAW_MS 1000

/* When the store has had a turn for so long, in ms, further requests are refused: see
 * hub_is_stalled. */
#define HUB_STALL_MS 3000

/* While the store has a turn and the next one has collected this many bytes of writes, or
 * messages, no more is read: see hub_is_full.  A move takes about 800 bytes. */
#define HUB_TURN_BYTES    ((size_t)4 * 1024 * 1024)
#define HUB_TURN_MESSAGES 16384

/* While it is stalled, requests are read and refused until so many answers wait for it:
 * some 30 MB. */
#define HUB_STALL_MESSAGES 65536

struct room;

/* Logs that recent events were damaged (store_was_renewed). */
void hub_log_renewed(struct hub *hub, int n_lost);

/* --- in a turn --- */

/* What is said from now on belongs to the present turn, even if it writes nothing before
 * that: the request that says it may write more. */
void hub_open_turn(struct hub *hub);
/* Where the present turn records what is to be stored. */
struct writes *hub_writes(struct hub *hub);
/* Notes that the turn changes this room. */
void hub_touch_room(struct hub *hub, struct room *room);
/* The request is carried out, with all that follows from it: its changes of memory belong
 * to the turn for which its answer waits. */
void hub_end_request(struct hub *hub);
/* The number of the last turn that what is said now may depend on; 0: none. */
uint64_t hub_needs(const struct hub *hub);
/* The outbox for a message to a client that depends on turns up to this number.  The
 * client's messages stay in order. */
struct outbox *hub_outbox_for(struct hub *hub, struct client *client, uint64_t needs);
/* Whether messages to the client wait for a turn. */
bool hub_is_awaited(const struct hub *hub, const struct client *client);
/* The message that was just queued so answers this request: if the turn fails it is
 * answered `storage`. */
void hub_note_asked(struct hub *hub, const struct client *client, const char *id);
/* Whether the store has had a turn for so long that further requests are answered
 * `storage`, without being carried out: a database is away, and nobody knows yet what
 * became of a commit. */
bool hub_is_stalled(const struct hub *hub);
/* Nobody could move since this server time, so nobody pays for the time from then to
 * now. */
void hub_forgive(struct hub *hub, uint64_t from_ms);
/* Whoever is to move in a room does not pay for this time, in ms, which has just passed:
 * the clock that runs is set back, at most to its start.  The free time of a player who
 * is away is left as it is. */
void hub_give_back(const struct hub *hub, struct room *room, uint64_t time_ms);
/* Server time goes on from at_ms, if that is later than now. */
void hub_skip_to(struct hub *hub, uint64_t at_ms);
/* Whether all that was decided is stored. */
bool hub_is_decided(const struct hub *hub);
void hub_free_turns(struct hub *hub);
void hub_new_turn(struct hub *hub);

/* --- work for the store --- */

/* Starts a task (takes it) at once. */
void hub_start_task(struct hub *hub, struct store_task *task);
/* Starts it as soon as all that was done before is on its way to the store, so that it
 * sees it.  True: it is done already. */
bool hub_ask_store(struct hub *hub, struct store_task *task);

/* --- when the disk fails: freeze.c --- */

/* A room whose turn was dropped stands still until it is as the store has it, and the
 * store works again. */
void hub_freeze_room(struct hub *hub, struct room *room);
/* If it is time, tries whether the disk works again. */
void hub_thaw(struct hub *hub);
/* While rooms are frozen: the next step on the way to let them go on.  Call it only when
 * the present turn has not written anything. */
void hub_thaw_next(struct hub *hub);

/* --- load.c --- */

/* Takes up a stored room (takes it) whose players' sessions are in memory.  Returns
 * borrowed; NULL with a fault: no server can have made such a room. */
struct room *hub_take_up_room(struct hub *hub, struct room *stored, int64_t game,
                              char fault[static FAULT_BYTES]);
/* Reads all live rooms of this server and their sessions from the store. */
void hub_load(struct hub *hub);
/* Gives the sessions that sit in a room their seats there.  False: one does not exist. */
ALEA_MUST_USE bool hub_seat_sessions(struct hub *hub, struct room *room);
/* Takes the room from the sessions that sit there. */
void hub_unseat_sessions(struct hub *hub, struct room *room);
/* Everybody in the room is away from now on; it is nobody's fault. */
void hub_restart_room(struct hub *hub, struct room *room);

#endif
