/* One player's connection to a server, for people and for bots: the greeting, the name,
 * and in every room the sealed nonce and what was seen of the dice. */
#ifndef ALEA_CLIENT_PLAYER_H
#define ALEA_CLIENT_PLAYER_H

#include "client-cli/net.h"
#include "client-cli/witness.h"
#include "proto/message.h"

/* Digits of an event number, with the NUL. */
#define SEQ_BYTES 21
/* Most rooms that a server lets anybody sit in (server/limits.h). */
#define PLAYER_ROOMS_MAX 64

struct player_room {
    char code[ROOM_BYTES_MAX + 1]; /* "" unused */
    enum side side;                /* ours; SIDE_COUNT: no seat */
    bool is_ready;                 /* the server knows that we are */
    bool is_sealed;                /* the nonce in witness is to be opened */
    struct witness witness;
};

struct player {
    struct net net;
    char name[NAME_BYTES_MAX + 1];   /* "" until the server has accepted one */
    char wanted[NAME_BYTES_MAX + 1]; /* the name asked for first */
    unsigned n_names;                /* names asked for */
    struct player_room rooms[PLAYER_ROOMS_MAX];
};

/* Id of the hello that the player says by himself. */
#define PLAYER_ID_HELLO "player.hello"

/* A command to send; what is NULL is left out. */
struct request {
    enum command_kind kind;
    const char *id;
    const char *room;
    const char *arg[COMMAND_ARGS_MAX];
};

/* Connects, checks the greeting, says hello, and asks for the name; if somebody has it,
 * for the name with a number.  Waits for the server.  False with player->net.fault. */
bool player_connect(struct player *player, const struct net_address *address,
                    const char *name);
/* Closes the connection and forgets everything.  Fine for a zeroed player too. */
void player_close(struct player *player);

void player_ask(struct player *player, const struct request *request);
void player_send(struct player *player, const struct command *cmd);
/* Says ready in this room, "" the only one, whose code is the id too.  word: a plain
 * nonce; NULL: a random one is sealed, and opened when it is time. */
void player_ready(struct player *player, const char *room, const char *word);
/* The next message of those received (net_receive), after the player has done by himself
 * what it asks for; NULL when there is none.  The caller frees it.  What cannot be
 * understood is skipped. */
struct message *player_next(struct player *player);
/* The room of this code, or NULL; "": the only room. */
struct player_room *player_find_room(struct player *player, const char *code);

/* Whether a first line is the greeting of a server that speaks our protocol.  False with
 * a fault that says what it is instead. */
bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]);
/* Makes a name that servers accept of any text; "guest" when nothing is left of it. */
void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]);

#endif
