/* What a server can send: replies, errors and events, one message <-> one JSON line.
 * Encoders borrow everything; a decoded message owns what its pointers point into. */
#ifndef ALEA_PROTO_MESSAGE_MESSAGE_H
#define ALEA_PROTO_MESSAGE_MESSAGE_H

#include "proto/command/command.h"
#include "proto/message/event.h"
#include "proto/message/note.h"
#include "proto/message/table.h"
#include "rules/clock.h"
#include "rules/match.h"

enum message_kind {
    MESSAGE_REPLY, /* {"reply":"move",...}: success, exactly one a request */
    MESSAGE_ERROR, /* {"error":"illegal_move",...}: failure, exactly one a request */
    MESSAGE_EVENT, /* {"event":"state",...}: on the server's own account */
};

/* Where a room stands. */
#define STAGES(X)                                                                        \
    X(STAGE_WAITING, "waiting") /* for players, or until both are ready */               \
    X(STAGE_OPENING, "opening") /* for sealed nonces to be opened */                     \
    X(STAGE_PLAYING, "playing")                                                          \
    X(STAGE_ADJOURNED, "adjourned") /* put off, until both want to go on */              \
    X(STAGE_OVER, "over")

enum stage {
#define X(id, name) id,
    STAGES(X)
#undef X
        STAGE_COUNT
};

/* What a player offers his opponent. */
#define SEAT_OFFERS(X)                                                                   \
    X(SEAT_OFFER_NONE, "")                                                               \
    X(SEAT_OFFER_DRAW, "draw")                                                           \
    X(SEAT_OFFER_ADJOURN, "adjourn")

enum seat_offer {
#define X(id, name) id,
    SEAT_OFFERS(X)
#undef X
        SEAT_OFFER_COUNT
};

struct seat_view {
    const char *name;  /* "" a free seat */
    bool ready;        /* to begin; stage adjourned: wants to go on */
    bool away;         /* the connection has ended; the seat is kept */
    int64_t grace_ms;  /* away: the time left to come back; then a running game can be
                          claimed or adjourned by the opponent, another seat is free */
    const char *seal;  /* hex; "" not sealed or not yet ready */
    const char *nonce; /* NULL: not known yet; "" empty */
    enum seat_offer offer;
};

/* All there is to know about a room: a bot that reads only this can play. */
struct state {
    const char *game_id;
    const struct game *game;
    struct position pos; /* the start position before the game has begun */
    enum stage stage;
    struct seat_view seat[SIDE_COUNT];
    const char *commitment; /* hex */
    const char *secret;     /* hex; "" until the game is over */
    int64_t open_ms;        /* stage opening: time left to open; else 0 */
    int64_t ready_ms; /* stage waiting, both sit there: time left to get ready; below
                         0: it is over, 0: not measured */
    int64_t idle_ms;  /* time left for the side to move before its opponent may claim
                         the game; below 0: it is over, 0: there are clocks */
    uint8_t n_faces;  /* the dice as last thrown in this turn; 0 none */
    uint8_t faces[DICE_MAX];
    const struct note *notes; /* what just happened, in order */
    size_t n_notes;
    struct result result;
    struct time_control time;    /* all 0: no clocks */
    int64_t left_ms[SIDE_COUNT]; /* on each side's clock */
    enum side running;           /* whose clock runs; SIDE_COUNT: none */
    struct match match;          /* legs, leg, score so far */
    bool match_over;             /* no further leg is to come */
    bool rated;                  /* the game counts for the ratings of both */
    bool is_private;             /* the room is entered with its word only */
    const char *moves;           /* legal moves, sorted, one space between; NULL: not told
                                    (only the side to move is) */
};

struct limit_view {
    const char *name; /* with its unit: "line_bytes" */
    int64_t value;
};

struct hello {
    int protocol;
    const char *server;  /* "alead" */
    const char *version; /* "0.1.0" */
    const char *title;   /* what the host calls it */
    const char *welcome; /* the host's words, lines with a line feed between; "" none */
    const char *boot;    /* changes with every start of the server */
    const char *durability; /* what an answer survives: "full", "process", "memory" */
    int64_t time_ms;        /* Unix time */
    bool draining;          /* no new games are begun */
    bool tls;               /* this connection has TLS */
    const char *you;        /* your name; "" none yet */
    const char *passwords;  /* here: "any"; "warn": first refused; "refuse" */
    bool account;           /* it is registered, and you are its owner */
    const struct limit_view *limits;
    size_t n_limits;
}; /* games and capabilities are added by the encoder */

struct room_row {
    const char *room;
    const char *game;         /* "royal-ur", with options */
    struct time_control time; /* all 0: no clocks */
    enum stage stage;
    const char *name[SIDE_COUNT]; /* "" free */
    int64_t watchers;
    bool rated;
    bool is_private; /* entered with its word only */
};

/* A room where the asker sits. */
struct mine_row {
    const char *room;
    const char *game; /* "royal-ur", with options */
    enum stage stage;
    const char *side;     /* his */
    const char *opponent; /* "" a free seat */
    bool away;            /* the opponent is */
    bool your_turn;       /* something is waited for from him */
    uint64_t seq;         /* number of the latest event there */
};

/* A game that is over. */
struct game_row {
    const char *game_id;
    const char *game; /* "royal-ur", with options */
    const char *name[SIDE_COUNT];
    struct result result;
    int64_t started_s, ended_s; /* Unix time */
    bool rated;
    /* only in the reply to `game`: */
    const char *position;     /* the last one; "" not told */
    struct time_control time; /* all 0: no clocks */
    uint32_t n_moves;
};

struct message {
    enum message_kind kind;
    const char *id;          /* of the request; "" none */
    enum command_kind cmd;   /* reply: to which command */
    enum event_kind event;   /* event; EVENT_KIND_COUNT: one that is not known here */
    enum error_code error;   /* error, event bye; ERROR_CODE_COUNT: not known here */
    const char *text;        /* error, notice, say, bye, help: a sentence or a page */
    int64_t retry_after_ms;  /* error: when to come back; 0 not told */
    const char *moves;       /* error illegal_move, reply moves: legal moves; else NULL */
    const struct rule *rule; /* error illegal_move, reply why: which forbids it; NULL:
                                none, or not told */
    const char *move;        /* reply why: the move asked about; reply moves: the square
                                asked about; "" none */
    const char *room;        /* "" none */
    uint64_t seq;            /* state, say, reply board/create/join: event number */
    bool snapshot;           /* state: as it is, repeated for who came back; seq is that
                                of the latest event */
    bool is_watcher;         /* say: by somebody who watches; seq is 0 */
    bool is_gagged;          /* say: not for who gets it; text is "" */
    const char *name;        /* say: who; reply name, resume: the name you have */
    const char *token;       /* reply name: to come back with; "" none */
    const char *side;        /* reply create/join: "white" or "black"; "" none */
    const struct state *state;    /* event state, reply board */
    const struct hello *hello;    /* reply hello */
    const struct room_row *rooms; /* reply rooms */
    const struct mine_row *mine;  /* reply mine, resume */
    const struct game_row *games; /* reply games, game (one row) */
    size_t n_rows;
    const struct table *table; /* replies and events that have one; else NULL */
    const char *record;        /* reply record: the record as JSON, one line */
    void *owned;               /* decoded messages: what message_free releases */
};

/* A message with everything empty ("" and NULL as documented above). */
extern const struct message message_empty;

struct wire_out;

/* Writes one line of JSON without its end into out, which is empty. */
void message_write(struct wire_out *out, const struct message *msg);
/* Puts the legal moves into a state event that was written without them: nothing else is
 * different for the side to move. */
void message_put_moves(struct wire_out *out, const char *moves);
/* The same, as a text of *len bytes, whose caller frees it with free().  Out of memory
 * ends the program (mem.h). */
char *message_to_json(const struct message *msg, size_t *len);
/* Reads one line.  What is not known here is ignored: members, happenings.  All strings
 * are cleaned (utf8_clean), so that they can go to a terminal.  NULL, with a fault, when
 * the line is not a message of this protocol. */
struct message *message_from_json(const char *line, size_t len,
                                  char fault[static FAULT_BYTES]);
void message_free(struct message *msg);

const char *stage_name(enum stage stage);
/* "draw"; "" for SEAT_OFFER_NONE */
const char *seat_offer_name(enum seat_offer offer);

#endif
