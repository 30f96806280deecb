/* A player's rooms: those they sit in and those they watch. */
#ifndef ALEA_CLIENT_PLAYER_ROOMS_H
#define ALEA_CLIENT_PLAYER_ROOMS_H

#include "client-cli/player/dice_check.h"
#include "proto/message/message.h"

/* Most rooms that a server lets a player sit in (server/limits/limits.h): the limit of
 * the host's bot. */
#define PLAYER_ROOMS_MAX 256

struct player;

struct player_room {
    char code[ROOM_BYTES_MAX + 1]; /* "" unused */
    bool has_seat;                 /* in the last state */
    enum side side;                /* our side; SIDE_COUNT: we watch */
    enum stage stage;              /* in the last state */
    uint64_t last;                 /* number of the last event seen; 0: none */
    bool is_ready;                 /* the server knows that we are ready */
    bool is_diceless;              /* its game has no dice */
    char sealed[FAIR_NONCE_BYTES]; /* our sealed nonce for this game; "": none */
    bool is_sealed;                /* the server has our seal, to be opened in time */
    struct dice_check dice_check;
};

/* A hash table of the places where rooms were last found, by code: fast with many rooms.
 * Only hints: check that the room is there; if not, search all rooms. */
struct player_hints {
    uint8_t at[1024];
};

uint8_t *player_hint(struct player_hints *hints, const char *code);

/* The room with this code, or NULL.  "": the only one where we sit, or else the only
 * room. */
struct player_room *player_find_room(struct player *player, const char *code);
/* As player_find_room, but takes an unused entry for a new room; NULL: all are in use. */
struct player_room *player_get_room(struct player *player, const char *code);
/* A room where we sit in a game that has begun and not ended, even if adjourned.  The
 * server keeps the seat when we leave.  NULL: none. */
const struct player_room *player_busy_room(const struct player *player);
/* The room whose missed events to ask for after a reconnect, or NULL.  For the others,
 * the server sends the current states. */
const struct player_room *player_busiest_room(const struct player *player);
void player_forget_room(struct player_room *room);
void player_forget_rooms(struct player *player);

/* If the server has forgotten the player, the watched rooms are watched again. */

/* Forgets the rooms where the player sat, and the events of watched rooms.  Returns
 * whether the player sat anywhere. */
bool player_forget_seats(struct player *player);
/* Call when the player has a name again: asks to watch those rooms again. */
void player_watch_again(struct player *player);
/* Whether a message answers such a request, so the caller can ignore it.  Forgets a room
 * that can no longer be watched. */
bool player_is_watch_answer(struct player *player, const struct message *msg);

#endif
