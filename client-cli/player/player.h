/* One player at a server, for people and for bots, over one connection after the other:
 * the greeting, the name or the return, and in every room the sealed nonce, what was seen
 * of the dice, and how far the events were followed. */
#ifndef ALEA_CLIENT_PLAYER_PLAYER_H
#define ALEA_CLIENT_PLAYER_PLAYER_H

#include "client-cli/net/net.h"
#include "client-cli/player/dice_check.h"
#include "proto/message/message.h"

/* Digits of an event number, with the NUL. */
#define SEQ_BYTES 21
/* Most rooms that a server lets anybody sit in (server/limits/limits.h): a bot of its
 * host. */
#define PLAYER_ROOMS_MAX 256
/* Most sealed nonces that are remembered until they are seen in a game. */
#define PLAYER_LOOSE_MAX 8

struct player_room {
    char code[ROOM_BYTES_MAX + 1]; /* "" unused */
    bool has_seat;                 /* in the state heard last */
    enum side side;                /* ours; SIDE_COUNT: no seat */
    enum stage stage;              /* as last told */
    uint64_t last;                 /* number of the last event seen; 0 none */
    bool is_ready;                 /* the server knows that we are */
    bool is_diceless;              /* its game has no dice */
    char sealed[FAIR_NONCE_BYTES]; /* our nonce for this game if it is sealed; "" none */
    bool is_sealed;                /* the server has its seal: it is opened in time */
    struct dice_check dice_check;
};

/* Where a room was found last, by a hash of its code, so that it is found at once among
 * many.  Only a hint: whoever uses it looks whether the room is there, and looks through
 * all of them if it is not. */
struct player_hints {
    uint8_t at[1024];
};

uint8_t *player_hint(struct player_hints *hints, const char *code);

struct player {
    struct net net;
    char name[NAME_BYTES_MAX + 1];   /* "" until the server knows us on this connection */
    char wanted[NAME_BYTES_MAX + 1]; /* the name asked for first */
    unsigned n_names;                /* names asked for */
    bool is_reserved;                /* wanted is for the host: guest is asked for */
    bool is_registered;              /* wanted is, by an account that we have not said */
    char token[TOKEN_BYTES + 1];     /* secret: to come back with; "" none */
    char offered[TOKEN_BYTES + 1];   /* the one of the last resume that was sent */
    bool has_lost_seats;             /* when the server has forgotten us */
    bool was_in;                     /* the server has known us some time */
    bool has_bye;                    /* the server has said why it closes */
    enum error_code bye;
    char bye_text[FAULT_BYTES];
    /* Sealed nonces that were said and not seen in a game yet: which it will be only the
     * server knows, when rooms change while the word is on its way.  "" none. */
    char loose[PLAYER_LOOSE_MAX][FAIR_NONCE_BYTES];
    unsigned n_loose;     /* so many ever: the latest is at the place before */
    int64_t open_in_ms;   /* the server will let seals be opened: from player_act on, */
    uint64_t open_due_ms; /* and by its clock; 0: not waited for */
    struct player_room rooms[PLAYER_ROOMS_MAX];
    struct player_hints hints; /* of rooms */
    bool is_by_token;          /* it is nobody without its token: asks for no name */
};

/* Ids of what the player says by himself. */
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

/* name: to ask for.  token: to come back with if the server still knows it, "" none. */
void player_init(struct player *player, const char *name, const char *token);
/* Connects, for the first time or again, checks the greeting, and begins.  Waits for the
 * connection and the greeting.  False with player->net.fault. */
bool player_connect(struct player *player, const struct net_address *address);
/* Says hello on a new connection, and comes back with the token; without one, or when the
 * server does not know it, asks for the name; if somebody has it, for the name with a
 * number. */
void player_begin(struct player *player);
/* Whether the connection was lost without a reason to stay away: a bye says otherwise,
 * unless it is for everybody and for a while; so does a server that is not to be
 * trusted. */
bool player_may_return(const struct player *player);
/* Why the connection is lost, without a full stop. */
const char *player_why_lost(const struct player *player);
/* Closes the connection and forgets everything.  Fine for a zeroed player too. */
void player_close(struct player *player);

void player_ask(struct player *player, const struct request *request);
void player_send(struct player *player, const struct command *cmd);
/* Says ready in this room, "" the only one, whose code is the id too.  word: a plain
 * nonce; NULL: a random one is sealed, and opened when it is time. */
void player_ready(struct player *player, const char *room, const char *word);
/* Does what is due: opens seals that the server had no time for.  Returns when to call
 * again; UINT64_MAX: after the next message. */
uint64_t player_act(struct player *player, uint64_t now_ms);
/* The next message of those received (net_receive), after the player has done by himself
 * what it asks for; NULL when there is none.  The caller frees it.  What cannot be
 * understood, and events that were seen already, are skipped.
 *
 * The reply to PLAYER_ID_RESUME tells that the player is back, with the rooms that are
 * still his; the events there that he has missed follow.  The error unknown_token tells
 * that the server knows neither him nor his rooms: he has asked for his name anew. */
struct message *player_next(struct player *player);
/* A room where we sit and a game has begun and not ended, perhaps adjourned: the seat is
 * kept when we go.  NULL: there is none. */
const struct player_room *player_busy_room(const struct player *player);
/* The room of this code, or NULL; "": the only room where we sit, or the only one. */
struct player_room *player_find_room(struct player *player, const char *code);

/* Reads "- CODE: TEXT", which a server says in place of its greeting when it does not
 * take the connection; a code that we do not know is ERROR_CODE_COUNT.  False: it is
 * another line. */
bool player_read_refusal(const char *line, enum error_code *why,
                         char text[static FAULT_BYTES]);
/* Whether a first line is the greeting of a server that speaks our protocol.  False with
 * a fault that says what it is instead. */
bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]);
/* The name with a number, as long as names are; with the number 1 as it is. */
void player_number_name(const char *wanted, unsigned number,
                        char name[static NAME_BYTES_MAX + 1]);
/* Makes a name that servers accept of any text; "guest" when nothing is left of it. */
void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]);

#endif
