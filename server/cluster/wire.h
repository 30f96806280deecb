/* The messages between nodes: values, and how they travel.  The bus has checked that they
 * come from a node of this cluster; what they say is checked here all the same.
 *
 * Nodes of two versions that follow each other must understand each other: numbers are
 * never used again, and a new member goes to the end of its message, where older nodes do
 * not look (items of a feed have no end: a new one needs a new message).  They ignore
 * messages that they do not know. */
#ifndef ALEA_SERVER_CLUSTER_WIRE_H
#define ALEA_SERVER_CLUSTER_WIRE_H

#include "proto/bounds.h"
#include "proto/command/command.h"
#include "server/base/address.h"
#include "server/cluster/pack.h"
#include "server/hub/sessions.h"

/* The first number of a message. */
enum wire_kind {
    WIRE_ATTACH = 1, /* a player of the sender is here from now on, or has changed */
    WIRE_DETACH,     /* and is gone, or needs nothing there any more: the session */
    WIRE_RUN,        /* a request of that player */
    WIRE_SHOW,       /* that player's client reads again: the session */
    WIRE_FEED,       /* what players of the receiver are told, and ends of requests */
    WIRE_FIND,       /* who has this? */
    WIRE_FOUND,      /* the answer */
    WIRE_LIST,       /* which rows have you got for this list? */
    WIRE_ROWS,       /* the answer */
    WIRE_BANS,       /* the bans in the database have changed */
    WIRE_ROOM,       /* a room is at the sender now: its code */
    WIRE_TAKEN,      /* the sender is the home of a session now: how many it has had */
    WIRE_GIVEN,      /* a room of the sender belongs to another node now: its code, and
                        the slot */
    WIRE_FENCED,     /* a node is dead: its slot, and its last epoch */
    WIRE_PLAYED, /* a session, and how many running games it has: of the sender's rooms,
                    if it is not the session's home; of all but the receiver's */
    WIRE_SEATED, /* a session has got a seat by play: its seeks are over */
    WIRE_DRAINS, /* whether the sender drains: it wants no rooms */
    WIRE_KIND_COUNT
};

/* Most names of gags, and rooms of a player: the largest values of the limits. */
#define WIRE_GAGS_MAX  1000
#define WIRE_ROOMS_MAX 1024
/* Longest request as JSON: a typed line grows when it is quoted. */
#define WIRE_LINE_MAX (4 * LINE_BYTES_MAX)
/* Longest text of a message to a client: as long as a line of JSON can be. */
#define WIRE_BYTES_MAX (8 * 1024 * 1024)

/* A player, and how to speak to their client. */
struct wire_attach {
    uint64_t session;
    uint64_t homes; /* how often the session has come home */
    int64_t account;
    char name[NAME_BYTES_MAX + 1];
    char address[ADDRESS_BYTES];
    bool json, unicode, colour, no_moves, is_operator;
    bool shows;    /* tell the client how their rooms are: it cannot know */
    size_t n_away; /* rooms elsewhere where the player sits */
    struct profile profile;
    struct gags gags;               /* owned */
    struct player_ratings *ratings; /* owned; NULL: a guest's */
    struct watched_room {
        char code[ROOM_BYTES_MAX + 1];
    } * watched; /* owned; shows: what the player watches there, as the home knows */
    size_t n_watched;
    uint64_t op; /* FEED_DONE says that it was heard; 0: nothing does */
};

void wire_attach_fini(struct wire_attach *attach);
void wire_put_attach(struct pack *out, const struct wire_attach *attach);
/* As the other wire_take_*: reads what follows the kind.  False: it is no such message.
 */
bool wire_take_attach(struct unpack *in, struct wire_attach *attach);

/* How a request is carried out. */
enum wire_run_flags {
    RUN_AGAIN = 1,  /* it was sent before: it may have been carried out */
    RUN_CHECKS = 2, /* quit: says only whether it would be refused */
    RUN_PART = 4,   /* quit: the home answers it, unless it is refused */
    RUN_MEETS = 8,  /* play: only in a room that is there, else DONE_MOVED */
};

struct wire_run {
    uint64_t session, op;
    unsigned flags;
    size_t n_away;                 /* as in struct wire_attach */
    char room[ROOM_BYTES_MAX + 1]; /* that it is about; "": none */
    struct command cmd;
};

/* cmd goes as the line of JSON that it is, so nodes of different versions agree. */
void wire_put_run(struct pack *out, const struct wire_run *run);
bool wire_take_run(struct unpack *in, struct wire_run *run);

/* SHOW and SEATED. */
void wire_put_session(struct pack *out, enum wire_kind kind, uint64_t session);
bool wire_take_session(struct unpack *in, uint64_t *session);

/* A player is gone, or needs nothing from the receiver any more. */
struct wire_detach {
    uint64_t session;
    bool stays;  /* the player is still connected, and gets what waits for them */
    uint64_t op; /* FEED_DONE follows all that the player is told; 0: nothing does */
};

/* The home may send it again, to get an answer. */
void wire_put_detach(struct pack *out, const struct wire_detach *detach);
bool wire_take_detach(struct unpack *in, struct wire_detach *detach);

void wire_put_played(struct pack *out, uint64_t session, size_t n);
bool wire_take_played(struct unpack *in, uint64_t *session, size_t *n);

/* What can be looked for. */
enum wire_find_kind {
    FIND_ROOM,   /* by its code */
    FIND_PLAYER, /* who is connected, by the name */
    FIND_WHERE,  /* a room by its code; the answer is ROOM, or nothing */
    FIND_KIND_COUNT
};

struct wire_find {
    uint64_t query; /* number of the question, of the node that asks */
    enum wire_find_kind kind;
    char key[NAME_KEY_BYTES];
};

void wire_put_find(struct pack *out, const struct wire_find *find);
bool wire_take_find(struct unpack *in, struct wire_find *find);
void wire_put_found(struct pack *out, uint64_t query, bool is_here);
bool wire_take_found(struct unpack *in, uint64_t *query, bool *is_here);

/* What rows a node has for the answer to a command that lists. */
struct wire_list {
    uint64_t query;
    uint64_t session; /* of the player who asks; 0: nobody */
    enum command_kind cmd;
    struct command play; /* the whole request, if cmd is CMD_PLAY */
};

void wire_put_list(struct pack *out, const struct wire_list *list);
bool wire_take_list(struct unpack *in, struct wire_list *list);
/* json: the reply of that node to the command, as to a client in JSON mode; to play: how
 * long a player waits there, in ms, or "". */
void wire_put_rows(struct pack *out, uint64_t query, const char *json, size_t len);
/* Borrows *json from the message. */
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
    FEED_BYTES = 1, /* a message to clients, which the items after it name */
    FEED_GIVE,      /* its client gets one of these messages */
    FEED_ANSWER,    /* the same, if the session still waits for the answer to this op */
    FEED_ROOMS,     /* what rooms its player has at the sender */
    FEED_DONE,      /* its request is answered */
    FEED_KIND_COUNT
};

/* What came of a request. */
enum feed_done_flags {
    DONE_GIVES_BACK = 1, /* it moved a game on, which is free */
    DONE_LOST = 2,       /* the session is not known: attach it, and send it again */
    DONE_REFUSED = 4,    /* the answer is an error */
    DONE_MOVED = 8,      /* the room is not here: ask where it is */
};

struct feed_item {
    enum feed_kind kind;
    uint64_t session;  /* but for FEED_BYTES */
    const char *bytes; /* FEED_BYTES; borrowed from the message */
    size_t n;          /* FEED_BYTES: how many; FEED_GIVE, FEED_ANSWER: which of them;
                          FEED_ROOMS: how many follow, see feed_take_room */
    bool watched;      /* FEED_GIVE: can be left out, as of a room that is watched */
    uint64_t op;       /* FEED_DONE, FEED_ANSWER */
    unsigned flags;
    uint64_t cost; /* tokens beyond the command's own */
};

void feed_put(struct pack *out, const struct feed_item *item);
void feed_put_room(struct pack *out, const char *code, bool sits);
/* The next item.  False: the feed ends, or is broken (in->fails). */
bool feed_take(struct unpack *in, struct feed_item *item);
void feed_take_room(struct unpack *in, char code[static ROOM_BYTES_MAX + 1], bool *sits);

#endif
