/* One room: two seats, and the games played there one after the other.
 *
 * Pure state: it gets values, never sockets, clocks or randomness.  Every change is an
 * op.  Notes record it; the caller publishes them as one event, and then clears them. */
#ifndef ALEA_ROOM_ROOM_H
#define ALEA_ROOM_ROOM_H

#include "fair/fair.h"
#include "proto/errors.h"
#include "proto/message/message.h"
#include "proto/message/record.h"
#include "room/op.h"
#include "rules/clock.h"
#include "rules/match.h"
#include "rules/play.h"

/* Bytes of the hash of a private room's passphrase. */
#define WORD_HASH_BYTES 32

/* A player's last accepted move, to recognize a repeat. */
struct last_move {
    uint64_t from_seq, to_seq; /* state events that it answered: from <= seq < to */
    char text[MOVE_TEXT_BYTES];
};

/* A player who is away. */
struct absence {
    bool away;         /* the connection has ended; otherwise ignore the other fields */
    bool overdue;      /* the end of the grace time was announced */
    bool by_server;    /* the server was stopped: costs no time */
    bool pays;         /* the clock runs again after the free time; not in old logs */
    uint64_t since_ms; /* server time */
    uint64_t due_ms;   /* server time when the grace time is over */
    uint64_t held_ms;  /* server time since which the clock should run; 0: it need not */
};

/* How a room's game begins, before a player is ready: all that restores the room. */
struct room_start {
    char code[ROOM_BYTES_MAX + 1];
    const struct game *game;
    struct options opt;
    struct time_control time; /* all 0: no clocks */
    bool rated;               /* the game counts for both ratings */
    bool is_private;          /* entering needs a passphrase, which has this hash: */
    uint8_t word_hash[WORD_HASH_BYTES];
    struct draw draw;
    uint64_t seq;                          /* number of the latest event; 0: none */
    uint64_t opener;                       /* as in struct room */
    uint64_t seated_ms;                    /* the same */
    char last_game_id[FAIR_GAME_ID_BYTES]; /* last game finished here; "": none */
    struct match match;                    /* the leg that begins, and the score so far */
    struct seat_start {
        uint64_t session;              /* session of the player; 0: the seat is free */
        char name[NAME_BYTES_MAX + 1]; /* "": free */
        struct absence absence;
        struct last_move last;
    } seat[SIDE_COUNT];
};

struct room_seat {
    uint64_t session;              /* session of the player; 0: the seat is free */
    char name[NAME_BYTES_MAX + 1]; /* "": free */
    bool ready;                    /* to begin; stage adjourned: to continue */
    bool sealed;                   /* the nonce was sealed */
    bool opened;                   /* the nonce is known: plain, or opened */
    bool has_moved, has_thrown; /* in this game; the throw for the start does not count */
    unsigned decisions; /* moves chosen from several, in this game; only if it is rated */
    enum seat_offer offer; /* open until the opponent moves or accepts */
    unsigned offered; /* bit enum seat_offer: offered since the opponent's last move */
    struct absence absence;
    uint64_t absent_ms; /* how long the clock has stood still in this game because its
                           player was away */
    uint64_t away_ms;   /* how long the player has been away in this game since it was
                           last resumed; restarts do not count */
    unsigned n_drops;   /* how often the player went away from running games; reset only
                           when the seat is given up */
    uint64_t waits_ms;  /* stage adjourned, ready: server time since then */
    uint64_t waited_ms; /* how long the player waited like that, before */
    struct last_move last;
};

/* What determines a game's dice, besides the secret. */
struct room_dice {
    char seal[SIDE_COUNT][FAIR_HEX_BYTES];    /* "" unless sealed */
    char nonce[SIDE_COUNT][FAIR_NONCE_BYTES]; /* "" unless opened */
    struct fair fair;                         /* complete once the game begins */
};

struct room {
    char code[ROOM_BYTES_MAX + 1];
    bool rated; /* games count for both ratings; this, is_private and word_hash are as in
                 * room_start, and never change */
    bool is_private;
    uint8_t word_hash[WORD_HASH_BYTES];
    const struct game *game;
    struct options opt;
    enum stage stage;
    uint64_t opener;    /* session that has sat here longest; 0: none, or unknown */
    uint64_t seated_ms; /* stage waiting: server time when both seats were taken; 0: not
                         * taken, or unknown */
    struct clock clock; /* and the time control */
    struct room_seat seat[SIDE_COUNT];
    uint64_t seq;          /* number of the latest event */
    uint64_t start_seq;    /* number of the latest event when this game began */
    uint64_t decision_seq; /* number of the event that showed the current decision */
    uint64_t decision_ms;  /* server time when the player was asked for it */
    uint64_t not_idle_ms;  /* nobody is idle before this, as the server restarted or
                              could not store; 0: neither since the decision */
    uint64_t resume_by_ms; /* stage adjourned: server time when it lapses; 0: never */
    uint64_t resume_in_ms; /* … how long it was adjourned for */
    char game_id[FAIR_GAME_ID_BYTES];
    char last_game_id[FAIR_GAME_ID_BYTES]; /* last game finished here; "": none */
    char commitment[FAIR_HEX_BYTES];
    uint8_t secret[FAIR_SECRET_BYTES]; /* secret until the game is over */
    struct room_dice *dice;            /* owned; NULL: no player has been ready yet */
    uint64_t open_by_ms;               /* stage opening: deadline to open the seals */
    struct play *play;                 /* owned; NULL before the first throw or move */
    uint32_t k;                        /* number of the next throw */
    uint8_t n_faces;                   /* the dice as last thrown; 0: none */
    uint8_t faces[DICE_MAX];
    unsigned n_taken_back; /* decisions that were taken back in this game */
    char *moves;        /* owned; legal moves, sorted, with single spaces; NULL: none */
    struct match match; /* the legs of option legs=, and the score */
    struct result result;
    bool clock_started;    /* by the last event, until room_event_sent */
    bool is_quiet;         /* legal moves are not listed, see room_set_quiet */
    struct record *record; /* owned; of this game once it has begun or was called off, or
                              NULL; for its position see room_write_position */
    char named[SIDE_COUNT][NAME_BYTES_MAX + 1]; /* by notes */
    struct note *notes; /* owned; since the last room_clear_notes */
    size_t n_notes, cap_notes;
};

/* Sets up a room for a game that begins.  room_init uses the caller's memory (room_fini
 * frees it); room_new returns owned: room_destroy. */
void room_init(struct room *room, const struct room_start *start);
struct room *room_new(const struct room_start *start);
/* Moves a room to other memory, and frees the old one. */
void room_relocate(struct room *to, struct room *from);
/* Frees what the room owns. */
void room_fini(struct room *room);
/* As room_fini, and also frees the room.  NULL is allowed. */
void room_destroy(struct room *room);
/* The start of the current game with its present seats; valid until a player is ready. */
void room_start_of(const struct room *room, struct room_start *start);
/* Starts a match with as many legs as the option legs= says. */
void room_start_match(const struct game *game, const struct options *opt,
                      struct match *match);

/* Carries out an op, which gets the number of the next event.  On an error,
 * nothing has changed.  The errors of each op:
 *   sit        ERR_SEAT_TAKEN
 *   stand      ERR_IN_GAME
 *   ready      ERR_NO_OPPONENT, ERR_ALREADY_READY, ERR_NOT_OVER, ERR_BAD_NONCE
 *   open       ERR_NOTHING_SEALED, ERR_WRONG_SEAL, ERR_BAD_NONCE
 *   move       ERR_NOT_PLAYING, ERR_NOT_YOUR_TURN, ERR_STALE, ERR_ILLEGAL_MOVE
 *   takeback   ERR_NOT_PLAYING, ERR_NO_TAKEBACK
 *   resign     ERR_NOT_PLAYING
 *   draw       ERR_NOT_PLAYING, ERR_ALREADY_OFFERED
 *   call_off   ERR_NOT_PLAYING, ERR_TOO_LATE
 *   rematch    ERR_NOT_OVER
 *   claim      ERR_NOT_PLAYING, ERR_NOT_ABSENT
 *   idle       ERR_NOT_PLAYING, ERR_NOT_ABSENT
 *   adjourn    ERR_NOT_PLAYING, ERR_ALREADY_OFFERED
 *   resume     ERR_NOT_ADJOURNED, ERR_ALREADY_READY
 *   adjudicate, annul  ERR_NOT_ADJOURNED
 *   unseat     ERR_CANNOT_UNSEAT, ERR_NO_OPPONENT, ERR_NOT_OPENER
 *   all        ERR_BAD_ARGUMENT: impossible now (a damaged log) */
ALEA_MUST_USE enum error_code room_apply(struct room *room, const struct op *op);

/* The hash of the passphrase of the room with this code. */
void room_hash_word(const char *code, const char *word,
                    uint8_t hash[static WORD_HASH_BYTES]);
/* Whether this passphrase ("": none) lets a player enter the room. */
bool room_may_enter(const struct room *room, const char *word);
/* Finds where this session sits.  False: it has no seat here. */
bool room_side_of(const struct room *room, uint64_t session, enum side *side);
/* Finds a free seat.  False: there is none. */
bool room_find_free_seat(const struct room *room, enum side *side);
bool room_is_empty(const struct room *room);
/* Whether a game is running, about to begin, or adjourned. */
bool room_is_busy(const struct room *room);
/* [house] How often players can be away while they keep a seat: once a minute for 16
 * hours.  Each time adds two events to a log that others also read. */
#define ROOM_DROPS_MOST 1000
/* Whether this side can still call off the game alone.  [house] Until its own first
 * throw, or the opponent's first move after a throw: players may not see more than the
 * first throw.  Without dice: until both have moved. */
bool room_may_abort(const struct room *room, enum side side);
/* [house] Decisions that can be taken back in a game: more than a learner needs.  Each
 * lets a game of LOG_NOTES_MAX notes begin anew, and the host's log has all of it. */
#define TAKEN_BACK_MAX 100
/* Whether a decision may be taken back in this game: it is running, not rated, has no
 * clocks, and fewer than TAKEN_BACK_MAX were. */
bool room_may_take_back(const struct room *room);
/* [house] Who has waited for this part of the time for which the game was adjourned has
 * come to resume it: 10 minutes of 14 days.  Less would be no chance for the opponent. */
#define ROOM_WAIT_PART 2016
/* How long a player of this side who now loses the connection has to come back, in ms.
 * The grace time is a budget for the whole game, but at least a tenth each time. */
uint64_t room_grace_ms(const struct room *room, enum side side, uint64_t grace_ms);
/* Whether both players sit there and must get ready. */
bool room_is_awaited(const struct room *room);
/* Whether this side must act next. */
bool room_is_waiting_for(const struct room *room, enum side side);
/* Whether this repeats the last accepted move of the seat. */
bool room_is_repeat(const struct room *room, enum side side, const char *text,
                    uint64_t seq);
/* Whether this is a number in the list, not a move. */
bool room_is_move_number(const char *text);
/* The move with this number in the list.  False: there are fewer. */
bool room_nth_move(const struct room *room, const char *text,
                   char move[static MOVE_TEXT_BYTES]);
/* The rule that forbids this text now, in *rule, with the game's source by its name;
 * NULL: none. */
const struct rule *room_why(const struct room *room, const char *move, struct rule *rule);
/* Whether the match has another leg after the finished game. */
bool room_match_goes_on(const struct room *room);
/* Whether the room waits for the next leg of a match that has begun. */
bool room_is_between_legs(const struct room *room);

/* The host's limits that apply to rooms, in ms. */
struct room_limits {
    uint64_t keep_ms;  /* how long a game is kept after both players left */
    uint64_t idle_ms;  /* without clocks: how long a player may think */
    uint64_t ready_ms; /* how long both may sit there without being ready */
};

/* When the opponent of the side to move may claim the game because that side has not
 * moved for idle_ms.  Not in the grace time after a restart of the server.  UINT64_MAX:
 * never, as there are clocks or no move is due. */
uint64_t room_idle_by_ms(const struct room *room, uint64_t idle_ms);
/* Finds what is due now: sets kind and side of *op.  False: nothing. */
bool room_next_due_op(const struct room *room, const struct room_limits *limits,
                      uint64_t now_ms, struct op *op);
/* When room_next_due_op will find something; UINT64_MAX: never. */
uint64_t room_due_ms(const struct room *room, const struct room_limits *limits);
/* The last event was sent at this time.  A clock that it started runs from now. */
void room_event_sent(struct room *room, uint64_t now_ms);

/* Fills *state, which borrows from the room until its next change.  with_moves: for the
 * side to move. */
void room_state(const struct room *room, const struct room_limits *limits,
                uint64_t now_ms, bool with_moves, struct state *state);
/* The throws in the notes, "3:1,0,1 4:2,2/4,2" (for the start white's/black's); truncated
 * if too long. */
void room_dice_text(const struct room *room, char text[static DICE_TEXT_BYTES]);
/* Writes the position to the record, which must exist.  During a game the record may have
 * an earlier one: it is not needed after each move. */
void room_write_position(struct room *room);
/* In quiet mode, legal moves are not listed, which speeds up replay.  Leaving it lists
 * them. */
void room_set_quiet(struct room *room, bool is_quiet);
/* Clears the notes. */
void room_clear_notes(struct room *room);

#endif
