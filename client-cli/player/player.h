/* One player at a server, a person or a bot, over one connection after the other: the
 * greeting, the name or the return, and for every room the sealed nonce, the dice that
 * were seen, and the number of the last event. */
#ifndef ALEA_CLIENT_PLAYER_PLAYER_H
#define ALEA_CLIENT_PLAYER_PLAYER_H

#include "client-cli/net/net.h"
#include "client-cli/player/rooms.h"
#include "proto/message/message.h"

/* Digits of an event number, with the NUL. */
#define SEQ_BYTES 21
/* Most sealed nonces that are remembered until they are seen in a game. */
#define PLAYER_LOOSE_MAX 8

struct player {
    struct net net;
    char name[NAME_BYTES_MAX + 1];   /* "" until the server knows us on this connection */
    char wanted[NAME_BYTES_MAX + 1]; /* the name asked for first */
    unsigned n_names;                /* names asked for */
    bool is_reserved;                /* wanted is for the host: guest is asked for */
    bool is_registered;              /* wanted has an account, and we are not logged in */
    char token[TOKEN_BYTES + 1];     /* secret: to come back with; "" none */
    char offered[TOKEN_BYTES + 1];   /* the one of the last resume that was sent */
    bool has_lost_seats;             /* when the server has forgotten us */
    bool was_in;                     /* the server has known us before */
    bool has_bye;                    /* the server has said why it closes */
    enum error_code bye;
    char bye_text[FAULT_BYTES];
    /* Sealed nonces that were sent and not yet seen in a game; "" none.  When rooms
     * change while the command is on its way, only the server knows which game gets it.
     */
    char loose[PLAYER_LOOSE_MAX][FAIR_NONCE_BYTES];
    unsigned n_loose;     /* added in all; the latest is at (n_loose - 1) % MAX */
    int64_t open_in_ms;   /* the server refused an opening for so long; 0: no */
    uint64_t open_due_ms; /* the same as a time, after player_act; 0: no */
    struct player_room rooms[PLAYER_ROOMS_MAX];
    struct player_hints hints; /* of rooms */
    bool is_by_token;          /* comes with a token only, and never asks for a name */
};

/* Ids of the commands that the player sends on its own. */
#define PLAYER_ID_HELLO  "player.hello"
#define PLAYER_ID_NAME   "player.name"
#define PLAYER_ID_RESUME "player.resume"

/* A command to send; what is NULL is left out. */
struct request {
    enum command_kind kind;
    const char *id;
    const char *room;
    const char *arg[COMMAND_ARGS_MAX];
};

/* name: to ask for.  token: to come back with if the server still knows it; "" none. */
void player_init(struct player *player, const char *name, const char *token);
/* Connects, for the first time or again, checks the greeting, and calls player_begin.
 * Waits for the connection and the greeting.  False with player->net.fault. */
bool player_connect(struct player *player, const struct net_address *address);
/* Says hello on a new connection, and comes back with the token.  Without a token, or
 * when the server does not know it, asks for the name, with a number if it is taken. */
void player_begin(struct player *player);
/* Whether it makes sense to connect again: not after a bye, unless the server is only
 * going down or full, and not to a server that is not to be trusted. */
bool player_may_return(const struct player *player);
/* Why the connection is lost, without a full stop. */
const char *player_why_lost(const struct player *player);
/* Closes the connection and forgets everything.  Fine for a zeroed player too. */
void player_close(struct player *player);

/* Send a command. */
void player_ask(struct player *player, const struct request *request);
void player_send(struct player *player, const struct command *cmd);
/* The next message of those received (net_receive), after the player has reacted to it;
 * NULL when there is none.  The caller frees it.  Skips what cannot be understood, and
 * events that were seen before.
 *
 * The reply to PLAYER_ID_RESUME tells that the player is back, with the rooms that are
 * still theirs; the events that they missed there follow.  After the error unknown_token
 * the server knows neither the player nor the rooms, and the player has asked for the
 * name again. */
struct message *player_next(struct player *player);

#endif
