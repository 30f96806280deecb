/* What a server can send: replies, errors and events.  A message is a line of JSON.
 * Encoders borrow everything.  A decoded message owns all that its pointers point to. */
#ifndef ALEA_PROTO_MESSAGE_MESSAGE_H
#define ALEA_PROTO_MESSAGE_MESSAGE_H

#include "proto/command/command.h"
#include "proto/message/event.h"
#include "proto/message/note.h"
#include "proto/message/table.h"
#include "rules/clock.h"
#include "rules/match.h"

enum message_kind {
    MESSAGE_REPLY, /* {"reply":"move",...}: success, one for each request */
    MESSAGE_ERROR, /* {"error":"illegal_move",...}: failure, one for each request */
    MESSAGE_EVENT, /* {"event":"state",...}: sent without a request */
};

/* The stage of a room. */
#define STAGES(X)                                                                        \
    X(STAGE_WAITING, "waiting") /* for players, or until both are ready */               \
    X(STAGE_OPENING, "opening") /* for the nonces of seals */                            \
    X(STAGE_PLAYING, "playing")                                                          \
    X(STAGE_ADJOURNED, "adjourned") /* paused until both want to continue */             \
    X(STAGE_OVER, "over")

enum stage {
#define X(id, name) id,
    STAGES(X)
#undef X
        STAGE_COUNT
};

/* What a player offers the opponent. */
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
    bool ready;        /* to begin; stage adjourned: to continue */
    bool is_house;     /* a bot of the host, which plays with anybody */
    bool away;         /* no connection; the seat is kept */
    int64_t grace_ms;  /* away: time left to come back.  Then the opponent may claim or
                          adjourn a running game; otherwise the seat becomes free */
    const char *seal;  /* hex; "" not sealed, or not ready yet */
    const char *nonce; /* NULL: not known yet; "" empty */
    enum seat_offer offer;
};

/* The whole state of a room; a bot needs nothing else to play. */
struct state {
    uint8_t lang; /* enum lang: of whoever reads it as text; not sent */
    const char *game_id;
    const struct game *game;
    struct position pos; /* before the game begins: the start position */
    enum stage stage;
    struct seat_view seat[SIDE_COUNT];
    const char *commitment; /* hex */
    const char *secret;     /* hex; "" until the game is over */
    int64_t open_ms;        /* stage opening: time left to open the seals; else 0 */
    int64_t ready_ms; /* stage waiting, both seats taken: time left to get ready; below 0:
                         used up; 0: no limit */
    int64_t idle_ms;  /* time until the opponent of the side to move may claim the game;
                         below 0: used up; 0: never, as there are clocks */
    int64_t resume_ms; /* stage adjourned: time left to resume the game; below 0: used up;
                          0: no limit */
    uint8_t n_faces;   /* the dice of the last throw in this turn; 0: none */
    uint8_t faces[DICE_MAX];
    const struct note *notes; /* what just happened, in order */
    size_t n_notes;
    struct result result;
    struct time_control time;    /* all 0: no clocks */
    int64_t left_ms[SIDE_COUNT]; /* on each side's clock */
    enum side running;           /* whose clock runs; SIDE_COUNT: none */
    struct match match;          /* legs, leg, score so far */
    bool match_over;             /* no further leg follows */
    bool rated;                  /* the game changes both players' ratings */
    bool is_private;             /* only players who know the passphrase can enter */
    const char *moves; /* legal moves, sorted, separated by spaces; NULL: not told (only
                          the side to move gets them) */
    const struct state_head *head; /* see state_head_update; NULL: none */
};

/* The part of a state that stays the same during a game while both players are there, as
 * JSON: the members from game_id to secret.  It is half of a state event, and is made
 * only once a game.  Empty if zeroed. */
struct state_head {
    char *text; /* owned, without a NUL; NULL: nothing yet */
    size_t len;
};

struct limit_view {
    const char *name; /* with its unit: "line_bytes" */
    int64_t value;
};

struct hello {
    int protocol;
    const char *server;     /* "alead" */
    const char *version;    /* "0.1.0" */
    const char *title;      /* set by the host */
    const char *welcome;    /* set by the host; lines separated by line feeds; "" none */
    const char *boot;       /* changes with every start of the server */
    const char *durability; /* what an answered request survives: "full", "process",
                               "memory" */
    int64_t time_ms;        /* Unix time, in ms */
    bool draining;          /* no new games begin */
    bool tls;               /* this connection has TLS */
    const char *you;        /* your name; "": none yet */
    const char *passwords;  /* on this connection: "any"; "warn": refused the first time;
                               "refuse" */
    bool account;           /* your name is registered, and you are logged in */
    const char *const *fronts; /* HOST:PORT: other ways in, which speak what this
                                  connection speaks */
    size_t n_fronts;
    const struct limit_view *limits;
    size_t n_limits;
}; /* the encoder adds games and capabilities */

struct room_row {
    const char *room;
    const char *game;         /* "royal-ur", with options */
    struct time_control time; /* all 0: no clocks */
    enum stage stage;
    const char *name[SIDE_COUNT]; /* "" free */
    int64_t watchers;
    bool rated;
    bool is_private; /* only players who know the passphrase can enter */
    bool is_of_bots; /* bots sit there, and no people */
};

/* A seat of the player who asked. */
struct mine_row {
    const char *room;
    const char *game; /* "royal-ur", with options */
    enum stage stage;
    const char *side;     /* of the player who asked */
    const char *opponent; /* "" a free seat */
    bool away;            /* the opponent is away */
    bool your_turn;       /* the player who asked must act */
    uint64_t seq;         /* number of the room's latest event */
    int64_t resume_by_s;  /* stage adjourned: by when to resume, Unix time; 0: no limit */
};

/* A finished game. */
struct game_row {
    const char *game_id;
    const char *game; /* "royal-ur", with options */
    const char *name[SIDE_COUNT];
    struct result result;
    int64_t started_s, ended_s; /* Unix time, in s */
    bool rated;
    uint64_t rating[SIDE_COUNT]; /* as the day of the game began; 0: none */
    /* only in the reply to `game`: */
    const char *position;     /* the last position; "": not told */
    struct time_control time; /* all 0: no clocks */
    uint32_t n_moves;
};

struct message {
    enum message_kind kind;
    const char *id;          /* id of the request; "" none */
    enum command_kind cmd;   /* reply: the command it answers */
    enum event_kind event;   /* event; EVENT_KIND_COUNT: an unknown one */
    enum error_code error;   /* error, event bye; ERROR_CODE_COUNT: an unknown one */
    const char *text;        /* error, notice, say, bye, help: a sentence or a page */
    int64_t retry_after_ms;  /* error: when to try again; 0 not told */
    const char *moves;       /* error illegal_move, reply moves: legal moves; else NULL */
    const struct rule *rule; /* error illegal_move, reply why: the rule against the move;
                                NULL: none, or not told */
    const char *move;        /* reply why: the move asked about; reply moves: the square
                                asked about; "" none */
    const char *room;        /* "" none */
    uint64_t seq;    /* state, say, reply board/create/join: number of the event */
    bool snapshot;   /* state: the current state, repeated for a player who came back; seq
                        is that of the latest event */
    bool is_watcher; /* say: from a watcher; seq is 0 */
    bool is_gagged;  /* say: the recipient gags the speaker; text is "" */
    const char *name;             /* say: the speaker; reply name, resume: your name */
    const char *token;            /* reply name: for coming back; "" none */
    const char *side;             /* reply create/join: "white" or "black"; "" none */
    const struct state *state;    /* event state, reply board */
    const struct hello *hello;    /* reply hello */
    const struct room_row *rooms; /* reply rooms */
    const struct mine_row *mine;  /* reply mine, resume */
    const struct game_row *games; /* reply games, game (one row) */
    size_t n_rows;
    const struct table *table; /* replies and events that have one; else NULL */
    const char *record;        /* reply record: the record as JSON, one line */
    void *owned;               /* decoded messages: freed by message_free */
};

/* An empty message: pointers are "" or NULL as documented above. */
extern const struct message message_empty;
/* An event.  Borrows both; "": none. */
struct message message_event(enum event_kind event, const char *room, const char *text);
/* An error, as the answer to the request with this id.  Borrows both; text NULL: the
 * code's. */
struct message message_error(const char *id, enum error_code code, const char *text);

struct wire_out;

/* Writes a message as one line of JSON without its end.  out must be empty. */
void message_write(struct wire_out *out, const struct message *msg);
/* Updates head for this game if it is of another one.  Then points state->head to it
 * (borrowed), if the state's head part cannot change; otherwise sets it to NULL. */
void state_head_update(struct state_head *head, struct state *state);
void state_head_fini(struct state_head *head);
/* Adds the legal moves to a state event written without them.  Nothing else differs for
 * the side to move. */
void message_put_moves(struct wire_out *out, const char *moves);
/* Returns a message as text of *len bytes, which the caller frees with free().  Out of
 * memory ends the program (mem.h). */
char *message_to_json(const struct message *msg, size_t *len);
/* Reads a line.  Ignores unknown members and happenings.  Cleans all strings
 * (utf8_clean), so they are safe to show.  Returns owned; NULL, with a fault, if the line
 * is no message of this protocol. */
struct message *message_from_json(const char *line, size_t len,
                                  char fault[static FAULT_BYTES]);
void message_free(struct message *msg);

/* Whether a state has a note of this kind and side.  side SIDE_COUNT: of any. */
bool state_has_note(const struct state *state, enum note_kind kind, enum side side);
const char *stage_name(enum stage stage);
/* Returns "draw" and so on; "" for SEAT_OFFER_NONE. */
const char *seat_offer_name(enum seat_offer offer);

#endif
