/* What happened in a room, as values: in state events, and as the log of a record. */
#ifndef ALEA_PROTO_MESSAGE_NOTE_H
#define ALEA_PROTO_MESSAGE_NOTE_H

#include "proto/bounds.h"
#include "rules/play.h"

/* Wire name, and the fields used besides side.  Notes marked L belong in a record's log;
 * the others are only sent to the room. */
#define NOTE_KINDS(X)                                                                    \
    X(NOTE_JOINED, "joined", 0)     /* name */                                           \
    X(NOTE_GONE, "gone", 0)         /* name; the player left the room */                 \
    X(NOTE_NEW_GAME, "new_game", 0) /* no side; new id, new commitment */                \
    X(NOTE_LATE, "late", 0)         /* not ready in time; gone follows */                \
    X(NOTE_UNSEATED, "unseated", 0) /* the opener sent the player away; gone follows */  \
    X(NOTE_READY, "ready", 0)       /* sealed */                                         \
    X(NOTE_OPENED, "opened", 0)     /* the nonce is in the seat, text is empty */        \
    X(NOTE_START_THROW, "start_throw", 1) /* L no side; k, faces of both */              \
    X(NOTE_BEGINS, "begins", 0)           /* side begins */                              \
    X(NOTE_THROW, "throw", 1)             /* L k, faces[side] */                         \
    X(NOTE_MOVE, "move", 1)               /* L text: the move */                         \
    X(NOTE_TAKEBACK, "takeback", 0)       /* took back a move, and all that followed */  \
    X(NOTE_RULE, "rule", 0)               /* happening; its own name on the wire */      \
    X(NOTE_RESIGN, "resign", 1)           /* L */                                        \
    X(NOTE_ABORT, "abort", 1) /* L called the game off soon after its start */           \
    X(NOTE_OFFERS_DRAW, "offers_draw", 0)                                                \
    X(NOTE_DRAW, "draw", 1) /* L accepts the offered draw */                             \
    X(NOTE_OFFERS_ADJOURN, "offers_adjourn", 0)                                          \
    X(NOTE_AWAY, "away", 0)           /* no connection; the seat is kept */              \
    X(NOTE_OVERDUE, "overdue", 0)     /* away for longer than the grace time */          \
    X(NOTE_BACK, "back", 0)           /* came back */                                    \
    X(NOTE_ADJOURNED, "adjourned", 0) /* side adjourned the game */                      \
    X(NOTE_RESUMES, "resumes", 0)     /* side wants to continue; both: it does */        \
    X(NOTE_ABSENT, "absent", 1)       /* L away for too long; the opponent claimed */    \
    X(NOTE_FLAG, "flag", 1)           /* L has no time left */                           \
    X(NOTE_IDLE, "idle", 1) /* L did not move for too long; the opponent claimed */      \
    X(NOTE_ABANDONED, "abandoned", 1) /* L no side; nobody came back */                  \
    X(NOTE_UNRESUMED, "unresumed", 1) /* L did not come to resume the adjourned game */  \
    X(NOTE_LAPSED, "lapsed", 1)       /* L no side; it was adjourned, and called off */  \
    X(NOTE_ADJUDICATED, "adjudicated", 1) /* L lost the adjourned game by the host */    \
    X(NOTE_UNOPENED, "unopened", 1)       /* L did not open the seal in time */          \
    X(NOTE_ENDLESS, "endless", 1)         /* L no side; LOG_NOTES_MAX is reached */      \
    X(NOTE_OVER, "over", 0)               /* no side; the result is in the state */

enum note_kind {
#define X(id, name, logged) id,
    NOTE_KINDS(X)
#undef X
        NOTE_KIND_COUNT
};

struct note {
    uint8_t kind;                        /* enum note_kind */
    uint8_t side;                        /* enum side */
    bool sealed;                         /* ready: with a seal */
    uint8_t n_faces;                     /* dice of one side */
    uint32_t k;                          /* number of the throw */
    uint8_t faces[SIDE_COUNT][DICE_MAX]; /* in the order thrown */
    char text[MOVE_TEXT_BYTES];          /* move */
    uint32_t left_ms; /* move: time left on the clock after it; 0: no clocks */
    union {           /* a union, as a record has many notes */
        struct happening happening; /* rule only */
        const char *name;           /* joined, gone: borrowed */
    };
};

const char *note_name(enum note_kind kind);
bool note_is_logged(enum note_kind kind);
/* Plays a throw or a move of the side whose turn it is.  h: as for play_move.  False,
 * without playing: it is not due, or something else. */
bool note_play(const struct note *note, struct play *play, struct happened *h);

/* Ends outside the game's own rules, with their reasons. */
#define ROOM_ENDS(X)                                                                     \
    X(NOTE_RESIGN, "resign")                                                             \
    X(NOTE_DRAW, "agreed") /* a draw */                                                  \
    X(NOTE_ABSENT, "absent")                                                             \
    X(NOTE_FLAG, "flag")                                                                 \
    X(NOTE_IDLE, "idle")                                                                 \
    X(NOTE_ABORT, "aborted")       /* called off: no winner */                           \
    X(NOTE_ABANDONED, "abandoned") /* called off: no winner */                           \
    X(NOTE_UNRESUMED, "unresumed")                                                       \
    X(NOTE_LAPSED, "lapsed") /* called off: no winner */                                 \
    X(NOTE_ADJUDICATED, "adjudicated")                                                   \
    X(NOTE_UNOPENED, "unopened") /* called off: no winner */                             \
    X(NOTE_ENDLESS, "endless")   /* called off: no winner */

/* Returns the reason of an end in ROOM_ENDS. */
const char *note_reason(enum note_kind end);

/* The result of a game. */
struct result {
    bool over;
    bool called_off;                   /* no winner; the game does not count */
    uint8_t outcome;                   /* enum outcome; meaningless if called off */
    char reason[REASON_BYTES_MAX + 1]; /* a name of END_REASONS or ROOM_ENDS */
};

#endif
