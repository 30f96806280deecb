/* The floor of rooms: who plays, who watches, and what they are told.  Each change of a
 * room is an op, which is stored before clients are told (ops.h).  This header is about
 * all rooms together. */
#ifndef ALEA_SERVER_ROOMS_ROOMS_H
#define ALEA_SERVER_ROOMS_ROOMS_H

#include "room/room.h"
#include "server/turn/config.h"

struct client;
struct people;
struct rooms;
struct turns;

/* What everybody in a room is told while nothing can be stored. */
#define ROOMS_PAUSED_TEXT                                                                \
    "the server cannot write to its disk: the game here is paused, no clock runs, "      \
    "and it will go on by itself."
/* What they are told if the room's game cannot be read any more. */
#define ROOMS_LOST_TEXT                                                                  \
    "the game here cannot be read from the disk any more, and only the host can repair " \
    "it."

/* Borrows all.  Returns owned. */
struct rooms *rooms_new(struct hub_config *config, struct turns *turns,
                        struct people *people);
void rooms_free(struct rooms *rooms);
/* The host's limits, as rooms need them. */
struct room_limits rooms_limits(const struct rooms *rooms);
/* By when an adjourned game must be resumed, in Unix time, in s; 0: no limit.  The time
 * for which the server stands still is added. */
int64_t rooms_resume_by_s(const struct rooms *rooms, const struct room *room);
/* Call it when the time of the room's next deadline may have changed. */
void rooms_update_deadline(struct rooms *rooms, struct room *room);
/* Takes a room out of the lobby, and frees it. */
void rooms_remove(struct rooms *rooms, struct room *room);
/* Whether the room is empty, and is removed when that is committed. */
bool rooms_is_closed(const struct room *room);
/* The last turn that changed the room; NULL: 0. */
uint64_t rooms_turn_of(const struct room *room);
/* Number of its present game in the store. */
int64_t rooms_game_number(const struct room *room);
/* The room with this code, in capitals; NULL: there is none. */
struct room *rooms_find(const struct rooms *rooms, const char *code);
/* Steps through all rooms, the oldest first: *at is 0 at first.  NULL: there are no more.
 */
struct room *rooms_next(const struct rooms *rooms, size_t *at);
/* Forgets the player with this name: another one replaces it in the records that rooms
 * still show, and what the player has said there as a watcher is not told any more. */
void rooms_forget(struct rooms *rooms, const char *name, const char *other);
/* Adds a room (takes it) whose game is stored under this number.  Returns borrowed. */
struct room *rooms_adopt(struct rooms *rooms, struct room *room, int64_t game);
/* A code for a new room. */
void rooms_draw_code(const struct rooms *rooms, char code[static ROOM_BYTES_MAX + 1]);
/* Prefetches the room of the client's player into the processor's cache, as a line of
 * the client has arrived.  Has no other effect. */
void rooms_prefetch(const struct client *client);
size_t rooms_n(const struct rooms *rooms);
/* Watchers, counted once for each room. */
size_t rooms_n_watchers(const struct rooms *rooms);
/* Whether any player's clock runs. */
bool rooms_has_clocks(const struct rooms *rooms);
/* Games that are being played. */
int64_t rooms_n_running(const struct rooms *rooms);
/* Notes that the turn changes this room. */
void rooms_touch(struct rooms *rooms, struct room *room);
/* Memory for a new room of the lobby. */
struct kept_room *rooms_new_room(void);
/* Rows of dead games are deleted from this server time on (hub/cleanup.h). */
uint64_t rooms_sweep_ms(const struct rooms *rooms);
void rooms_set_sweep_ms(struct rooms *rooms, uint64_t at_ms);

#endif
