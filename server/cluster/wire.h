/* The messages between nodes, as values and as bytes.  The bus guarantees that they come
 * from a node of this cluster; their content is checked here all the same.
 *
 * Nodes of consecutive versions must understand each other during an upgrade:
 *
 * - Numbers are never reused.  Nodes ignore messages whose number they do not know.
 * - New members go to the end of a message, where older nodes do not look.  Items of a
 *   feed have no end, so a new member there needs a new message. */
#ifndef ALEA_SERVER_CLUSTER_WIRE_H
#define ALEA_SERVER_CLUSTER_WIRE_H

#include "proto/bounds.h"
#include "proto/command/command.h"
#include "server/base/address.h"
#include "server/cluster/pack.h"
#include "server/hub/sessions.h"

/* The first number of a message. */
enum wire_kind {
    WIRE_ATTACH = 1, /* home to owner: a player comes to you, or has changed */
    WIRE_DETACH,     /* home to owner: that player is gone, or no longer needs you */
    WIRE_RUN,        /* home to owner: a request of that player */
    WIRE_SHOW,       /* home to owner: the connection of this session reads again */
    WIRE_FEED,       /* owner to home: messages to your players, and ends of requests */
    WIRE_FIND,       /* do you have this room or player? */
    WIRE_FOUND,      /* the answer */
    WIRE_LIST,       /* which rows do you have for this list? */
    WIRE_ROWS,       /* the answer */
    WIRE_BANS,       /* the bans in the database may have changed */
    WIRE_ROOM,       /* the sender has the room with this code now */
    WIRE_TAKEN,      /* how often nodes have claimed a session: older claims are void */
    WIRE_GIVEN,      /* the sender gave the room with this code to this slot */
    WIRE_FENCED,     /* a node has ended: its slot and last epoch */
    WIRE_PLAYED,     /* how many running games a session has: from its home, at all nodes
                        but the receiver; from others, at the sender */
    WIRE_SEATED,     /* a session has got a seat by `play`: end its seeks */
    WIRE_DRAINS,     /* whether the sender drains: give it no rooms */
    WIRE_KIND_COUNT
};

/* Most gags and most rooms of a player: the largest values that the limits can have. */
#define WIRE_GAGS_MAX  1000
#define WIRE_ROOMS_MAX 1024
/* Longest request as JSON: quoting makes a typed line longer. */
#define WIRE_LINE_MAX (4 * LINE_BYTES_MAX)
/* Longest message to a client: the longest line of JSON. */
#define WIRE_BYTES_MAX (8 * 1024 * 1024)

/* WIRE_ATTACH: a player, and the modes of their client. */
struct wire_attach {
    uint64_t session;
    uint64_t homes; /* how often nodes have claimed the session as its home */
    int64_t account;
    char name[NAME_BYTES_MAX + 1];
    char address[ADDRESS_BYTES];
    bool json, unicode, colour, no_moves, is_operator;
    bool shows;    /* show the client the player's rooms: it cannot know their state */
    size_t n_away; /* rooms where the player sits, except the receiver's */
    struct profile profile;
    struct gags gags;               /* owned */
    struct player_ratings *ratings; /* owned; NULL: a guest's */
    struct watched_room {
        char code[ROOM_BYTES_MAX + 1];
    } * watched; /* owned; with shows: rooms of the receiver that the player watches */
    size_t n_watched;
    uint64_t op; /* the receiver acknowledges with FEED_DONE; 0: it does not */
};

void wire_attach_fini(struct wire_attach *attach);
void wire_put_attach(struct pack *out, const struct wire_attach *attach);
/* Like all wire_take_*, reads what follows the kind.  False: the message is malformed.
 * On success the caller must call wire_attach_fini. */
bool wire_take_attach(struct unpack *in, struct wire_attach *attach);

/* How to carry out a request. */
enum wire_run_flags {
    RUN_AGAIN = 1,  /* it was sent before, and may have been carried out */
    RUN_CHECKS = 2, /* quit: only say whether you would refuse */
    RUN_PART = 4,   /* quit: do not answer unless you refuse; the home answers */
    RUN_MEETS = 8,  /* play: only in a room you have, else DONE_MOVED */
};

struct wire_run {
    uint64_t session, op;
    unsigned flags;                /* of enum wire_run_flags */
    size_t n_away;                 /* as in struct wire_attach */
    char room[ROOM_BYTES_MAX + 1]; /* the room it is about; "": none */
    struct command cmd;
};

/* cmd travels as a line of JSON, so that nodes of different versions agree. */
void wire_put_run(struct pack *out, const struct wire_run *run);
bool wire_take_run(struct unpack *in, struct wire_run *run);

/* WIRE_SHOW and WIRE_SEATED. */
void wire_put_session(struct pack *out, enum wire_kind kind, uint64_t session);
bool wire_take_session(struct unpack *in, uint64_t *session);

/* WIRE_DETACH: a player is gone, or no longer needs the receiver. */
struct wire_detach {
    uint64_t session;
    bool stays;  /* the player is still connected: send the messages that wait */
    uint64_t op; /* acknowledge with FEED_DONE behind all of them; 0: do not */
};

/* A home may send it a second time, now with an op. */
void wire_put_detach(struct pack *out, const struct wire_detach *detach);
bool wire_take_detach(struct unpack *in, struct wire_detach *detach);

void wire_put_played(struct pack *out, uint64_t session, size_t n);
bool wire_take_played(struct unpack *in, uint64_t *session, size_t *n);

/* What can be looked up. */
enum wire_find_kind {
    FIND_ROOM,   /* a room by its code */
    FIND_PLAYER, /* a connected player by name */
    FIND_WHERE,  /* a room by its code; answered with WIRE_ROOM, or not at all */
    FIND_KIND_COUNT
};

struct wire_find {
    uint64_t query; /* number of the question, unique at the sender */
    enum wire_find_kind kind;
    char key[NAME_KEY_BYTES];
};

void wire_put_find(struct pack *out, const struct wire_find *find);
bool wire_take_find(struct unpack *in, struct wire_find *find);
void wire_put_found(struct pack *out, uint64_t query, bool is_here);
bool wire_take_found(struct unpack *in, uint64_t *query, bool *is_here);

/* Asks for a node's rows in the answer to a command that lists. */
struct wire_list {
    uint64_t query;
    uint64_t session; /* of the player who asks; 0: none */
    enum command_kind cmd;
    struct command play; /* the whole request, if cmd is CMD_PLAY */
};

void wire_put_list(struct pack *out, const struct wire_list *list);
bool wire_take_list(struct unpack *in, struct wire_list *list);
/* json: the node's reply to the command, as to a client in JSON mode; "": it has none.
 * For play: how long an opponent has waited there, in ms; "": there is none. */
void wire_put_rows(struct pack *out, uint64_t query, const char *json, size_t len);
/* *json is borrowed from the message. */
bool wire_take_rows(struct unpack *in, uint64_t *query, const char **json, size_t *len);
void wire_put_room(struct pack *out, const char *code);
bool wire_take_room(struct unpack *in, char code[static ROOM_BYTES_MAX + 1]);
void wire_put_given(struct pack *out, const char *code, int slot);
bool wire_take_given(struct unpack *in, char code[static ROOM_BYTES_MAX + 1], int *slot);
void wire_put_fenced(struct pack *out, int slot, uint64_t epoch);
bool wire_take_fenced(struct unpack *in, int *slot, uint64_t *epoch);
void wire_put_drains(struct pack *out, bool drains);
bool wire_take_drains(struct unpack *in, bool *drains);
void wire_put_taken(struct pack *out, uint64_t session, uint64_t homes);
bool wire_take_taken(struct unpack *in, uint64_t *session, uint64_t *homes);

/* --- a feed: items until the message ends --- */

enum feed_kind {
    FEED_BYTES = 1, /* a message; later items name the clients that get it */
    FEED_GIVE,      /* the session's client gets one of these messages */
    FEED_ANSWER,    /* the same, if it still waits for the answer to this op */
    FEED_ROOMS,     /* all rooms that the session has at the sender */
    FEED_DONE,      /* the session's request has ended */
    FEED_KIND_COUNT
};

/* How a request ended. */
enum feed_done_flags {
    DONE_GIVES_BACK = 1, /* it moved a game on, which is free */
    DONE_LOST = 2,       /* session not known: attach it, and send the request again */
    DONE_REFUSED = 4,    /* the answer was an error */
    DONE_MOVED = 8,      /* the room is not here: find out where it is */
};

struct feed_item {
    enum feed_kind kind;
    uint64_t session;  /* all but FEED_BYTES */
    const char *bytes; /* FEED_BYTES: borrowed from the message */
    size_t n;          /* FEED_BYTES: length; FEED_GIVE, FEED_ANSWER: index of the message
                          in this feed; FEED_ROOMS: how many feed_take_room follow */
    bool watched;      /* FEED_GIVE: for a spectator, so it may be left out */
    uint64_t op;       /* FEED_DONE, FEED_ANSWER */
    unsigned flags;    /* FEED_DONE: of enum feed_done_flags */
    uint64_t cost;     /* FEED_DONE: tokens beyond the command's own cost */
};

void feed_put(struct pack *out, const struct feed_item *item);
void feed_put_room(struct pack *out, const char *code, bool sits);
/* The next item.  False: the feed ends, or is broken (in->fails). */
bool feed_take(struct unpack *in, struct feed_item *item);
void feed_take_room(struct unpack *in, char code[static ROOM_BYTES_MAX + 1], bool *sits);

#endif
