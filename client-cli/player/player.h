/* A player at a server, person or bot, across reconnects.  Reads the greeting, and asks
 * for the name or returns with the token.  Keeps for every room the sealed nonce, the
 * dice shown, and the number of the last event. */
#ifndef ALEA_CLIENT_PLAYER_PLAYER_H
#define ALEA_CLIENT_PLAYER_PLAYER_H

#include "client-cli/net/net.h"
#include "client-cli/player/rooms.h"
#include "proto/message/message.h"

/* Digits of an event number, with the NUL. */
#define SEQ_BYTES 21
/* Most sealed nonces remembered until a game uses them. */
#define PLAYER_LOOSE_MAX 8
/* Most other ways in that are tried: as many as a server names. */
#define PLAYER_FRONTS_MAX 8

struct player {
    struct net net;
    struct net_address *fronts; /* owned: other ways in that the server named */
    size_t n_fronts;
    char name[NAME_BYTES_MAX + 1];   /* "" until the server knows us on this connection */
    char wanted[NAME_BYTES_MAX + 1]; /* the first name to ask for */
    unsigned n_names;                /* names asked for so far */
    bool is_reserved;                /* wanted is reserved for the host: asks for guest */
    bool is_registered;              /* wanted is an account, and we are not logged in */
    char token[TOKEN_BYTES + 1];     /* secret, for returning; "": none */
    char offered[TOKEN_BYTES + 1];   /* the token of the last `resume` command */
    bool has_lost_seats;             /* the server no longer knows us */
    bool was_in;                     /* the server has accepted us before */
    bool has_bye;                    /* the server said why it closes the connection */
    enum error_code bye;
    char bye_text[FAULT_BYTES];
    /* Sealed nonces sent but not seen in a game; "" unused.  If rooms change while the
     * command is under way, only the server knows which game it is for. */
    char loose[PLAYER_LOOSE_MAX][FAIR_NONCE_BYTES];
    unsigned n_loose;     /* nonces added in all; the latest is at (n_loose - 1) % MAX */
    int64_t open_in_ms;   /* delay before a refused opening is sent again; 0: none */
    uint64_t open_due_ms; /* when to send it again, set by player_act; 0: never */
    struct player_room rooms[PLAYER_ROOMS_MAX];
    struct player_hints hints; /* the hints of all rooms */
    bool is_by_token;          /* returns with a token only, and never asks for a name */
    bool has_answered;         /* the last server that was connected to has said a line */
    bool has_said_hello;       /* before the greeting */
};

/* Ids of the commands that a player sends by itself. */
#define PLAYER_ID_HELLO  "player.hello"
#define PLAYER_ID_NAME   "player.name"
#define PLAYER_ID_RESUME "player.resume"

/* A command to send; NULL fields are left out. */
struct request {
    enum command_kind kind;
    const char *id;
    const char *room;
    const char *arg[COMMAND_ARGS_MAX];
};

/* name: to ask for.  token: to return with, if the server still knows it; "": none. */
void player_init(struct player *player, const char *name, const char *token);
/* Connects or reconnects, checks the greeting, and calls player_begin.  Waits for both.
 * After a lost connection, tries the other ways in first.  False with
 * player->net.fault. */
bool player_connect(struct player *player, const struct net_address *address);
/* Says hello on a new connection, and returns with the token.  If there is none, or the
 * server does not know it, asks for the name, numbered if it is taken. */
void player_begin(struct player *player);
/* Whether to connect again.  Not after a bye, unless the server was shutting down or
 * full, and not if the server is not trusted. */
bool player_may_return(const struct player *player);
/* Why the connection is lost, without a full stop. */
const char *player_why_lost(const struct player *player);
/* Closes the connection and frees everything.  A zeroed player is fine, too. */
void player_close(struct player *player);

/* Send a command. */
void player_ask(struct player *player, const struct request *request);
void player_send(struct player *player, const struct command *cmd);
/* The next received message (net_receive), after the player has reacted to it; NULL:
 * none.  The caller frees it.  Skips messages that cannot be understood, and events seen
 * before.
 *
 * The reply to PLAYER_ID_RESUME means that the player is back.  It lists their remaining
 * rooms; the events they missed there follow.  After the error unknown_token, the server
 * knows neither the player nor the rooms, and the player has asked for the name again. */
struct message *player_next(struct player *player);
/* The row of a room in a reply that lists our rooms; NULL: we do not sit there. */
const struct mine_row *player_find_mine(const struct message *msg, const char *code);

#endif
