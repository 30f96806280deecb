/* One room: two seats, and the games played there one after the other.
 *
 * Pure state: it gets values, never sockets, clocks or randomness, and tells what
 * happened in notes that the caller publishes as one state event and then clears.  Every
 * function that can fail returns an error code and then has changed nothing. */
#ifndef ALEA_SERVER_ROOM_H
#define ALEA_SERVER_ROOM_H

#include "fair/fair.h"
#include "proto/errors.h"
#include "proto/message.h"
#include "proto/record.h"
#include "rules/match.h"
#include "rules/play.h"

/* What a new game needs from outside: drawn by the caller. */
struct draw {
    uint8_t secret[FAIR_SECRET_BYTES];
    char game_id[FAIR_GAME_ID_BYTES];
};

struct room_seat {
    uint64_t session;              /* who sits here; 0: nobody, or gone in mid-game */
    char name[NAME_BYTES_MAX + 1]; /* "" free */
    bool ready;
    bool sealed;                   /* his nonce was sealed */
    bool opened;                   /* the nonce is known: plain, or opened */
    char seal[FAIR_HEX_BYTES];     /* "" unless sealed */
    char nonce[FAIR_NONCE_BYTES];  /* "" unless opened */
    struct {                       /* his last accepted move, for repeats of it */
        uint64_t from_seq, to_seq; /* state events that it answered: from <= seq < to */
        char text[MOVE_TEXT_BYTES];
    } last;
};

struct room {
    char code[ROOM_BYTES_MAX + 1];
    const struct game *game;
    struct options opt;
    enum stage stage;
    struct room_seat seat[SIDE_COUNT];
    uint64_t seq;          /* number of the latest event */
    uint64_t decision_seq; /* of the state event that showed the present decision */
    char game_id[FAIR_GAME_ID_BYTES];
    uint8_t secret[FAIR_SECRET_BYTES]; /* never leaves before the game is over */
    char commitment[FAIR_HEX_BYTES];
    uint64_t open_by_ms; /* stage opening: when it is called off */
    struct play *play;   /* owned; NULL before the first throw or move */
    uint32_t k;          /* number of the next throw */
    uint8_t n_faces;     /* the dice as last thrown; 0: none */
    uint8_t faces[DICE_MAX];
    char *moves; /* owned; legal moves, sorted, one space between; NULL: none */
    struct result result;
    struct match match;   /* the legs of option legs=, and the score */
    struct record record; /* of the last game that began, or of one called off */
    struct note *notes;   /* owned; what happened since the last room_clear_notes */
    size_t n_notes, cap_notes;
};

/* A room without players, waiting.  Returns owned. */
struct room *room_new(const char *code, const struct game *game,
                      const struct options *opt, const struct draw *draw);
void room_free(struct room *room);

/* Where this session sits.  False: nowhere. */
bool room_side_of(const struct room *room, uint64_t session, enum side *side);
/* A free seat.  False: there is none. */
bool room_free_seat(const struct room *room, enum side *side);
bool room_is_empty(const struct room *room);
/* Whether a game is running that somebody could lose. */
bool room_is_busy(const struct room *room);

/* Seats a player.  name: checked by the caller.  ERR_SEAT_TAKEN. */
ALEA_MUST_USE enum error_code room_sit(struct room *room, enum side side,
                                       uint64_t session, const char *name);
/* The player gets up from a room that is not busy (ERR_IN_GAME).  A game that anybody
 * was ready for is replaced by the one drawn. */
ALEA_MUST_USE enum error_code room_stand(struct room *room, enum side side,
                                         const struct draw *draw);
/* nonce: "", plain characters, or FAIR_SEAL_PREFIX and hex.  When both are ready the
 * game begins, or waits for seals until open_by_ms.  now_s: Unix time.
 * ERR_NO_OPPONENT, ERR_ALREADY_READY, ERR_NOT_OVER (a game is running), ERR_BAD_NONCE. */
ALEA_MUST_USE enum error_code room_ready(struct room *room, enum side side,
                                         const char *nonce, uint64_t open_by_ms,
                                         int64_t now_s);
/* Opens a sealed nonce.  ERR_NOTHING_SEALED, ERR_WRONG_SEAL, ERR_BAD_NONCE. */
ALEA_MUST_USE enum error_code room_open(struct room *room, enum side side,
                                        const char *nonce, int64_t now_s);
/* Plays a move, by its text or by its number in the sorted list (from 1).  seq: the event
 * it answers; 0 not told.  *again: this was a repeat of the last accepted one, nothing
 * was done.  ERR_NOT_PLAYING, ERR_NOT_YOUR_TURN, ERR_STALE, ERR_ILLEGAL_MOVE. */
ALEA_MUST_USE enum error_code room_move(struct room *room, enum side side,
                                        const char *text, uint64_t seq, int64_t now_s,
                                        bool *again);
/* Whether a player means a number of the list by this, and not a move. */
bool room_is_move_number(const char *text);
/* The move with this number of the list.  False: there are not so many. */
bool room_nth_move(const struct room *room, const char *text,
                   char move[static MOVE_TEXT_BYTES]);
/* ERR_NOT_PLAYING. */
ALEA_MUST_USE enum error_code room_resign(struct room *room, enum side side,
                                          int64_t now_s);
/* Another match with sides exchanged, or, after a game that was called off, the same leg
 * once more.  ERR_NOT_OVER. */
ALEA_MUST_USE enum error_code room_rematch(struct room *room, const struct draw *draw);
/* The player's connection is gone: a running game is lost, a seat is free again. */
void room_drop(struct room *room, enum side side, const struct draw *draw, int64_t now_s);
/* Calls the game off if its seals were due at now_ms.  Returns whether it was. */
bool room_expire(struct room *room, uint64_t now_ms, int64_t now_s);

/* Waits for another match with sides as they are: for somebody new in a room that is
 * over. */
void room_renew(struct room *room, const struct draw *draw);
/* Whether the game that is over is to be followed by the next leg of its match. */
bool room_match_goes_on(const struct room *room);
/* Waits for the next leg, with sides exchanged. */
void room_next_leg(struct room *room, const struct draw *draw);

/* Takes the number of the next event. */
uint64_t room_next_seq(struct room *room);
/* Fills *state, which borrows from the room until its next change.  with_moves: for the
 * side to move. */
void room_state(const struct room *room, uint64_t now_ms, bool with_moves,
                struct state *state);
/* Forgets what happened, and seats of players who left in mid-game. */
void room_published(struct room *room);

#endif
