/* What can be done to a room, as values.  An op is a call of room_apply, a row of the
 * log, and an event.  A room is restored by applying the ops of its log. */
#ifndef ALEA_ROOM_OP_H
#define ALEA_ROOM_OP_H

#include <stdbool.h>
#include <stdint.h>

#include "fair/fair.h"
#include "proto/bounds.h"
#include "rules/dice.h"

/* Longest text of an op, with its NUL: a line of chat. */
#define OP_TEXT_BYTES (SAY_BYTES_MAX + 1)
/* Longest text of an event's dice, with its NUL; see room_dice_text. */
#define DICE_TEXT_BYTES 512

/* Id, name in the store, and the fields used besides side, at_ms and at_s.  Ops with a
 * draw begin another game if necessary. */
#define OP_KINDS(X)                                                                      \
    X(OP_SIT, "sit")     /* session, name; draw if the last game is over */              \
    X(OP_STAND, "stand") /* draw */                                                      \
    X(OP_READY, "ready") /* text: nonce or seal; due_ms: seals to be open */             \
    X(OP_OPEN, "open")   /* text: nonce */                                               \
    X(OP_MOVE, "move")   /* text: the move; seq: the event it answers */                 \
    X(OP_RESIGN, "resign")                                                               \
    X(OP_DRAW, "draw")   /* offers it, or accepts it */                                  \
    X(OP_ABORT, "abort") /* in old logs: allowed until both sides had moved */           \
    X(OP_CALL_OFF, "call_off")                                                           \
    X(OP_REMATCH, "rematch")   /* draw */                                                \
    X(OP_NEXT_LEG, "next_leg") /* draw; no side */                                       \
    X(OP_SAY, "say")           /* text */                                                \
    X(OP_AWAY, "away")         /* in old logs: the clock stood still while away */       \
    X(OP_DROP, "drop")         /* due_ms: the grace time is over */                      \
    X(OP_BACK, "back")                                                                   \
    X(OP_OVERDUE, "overdue") /* draw; the grace time is over */                          \
    X(OP_CLAIM, "claim")                                                                 \
    X(OP_IDLE, "idle")       /* claims: the opponent did not move; due_ms: by when */    \
    X(OP_ADJOURN, "adjourn") /* offers, accepts or does it: see absence.c; due_ms: to be \
                                resumed by then; 0, in old logs: without a limit */      \
    X(OP_RESUME, "resume")                                                               \
    X(OP_RESTART, "restart") /* no side; due_ms; the server was stopped: all are away */ \
    X(OP_UNOPENED, "unopened")     /* no side; the time to open seals is over */         \
    X(OP_FLAG, "flag")             /* no side; a clock is at 0 */                        \
    X(OP_ABANDON, "abandon")       /* no side; neither player has come back */           \
    X(OP_LAPSE, "lapse")           /* no side; the time to resume is over */             \
    X(OP_ADJUDICATE, "adjudicate") /* side: whom the host lets win the adjourned game */ \
    X(OP_ANNUL, "annul")           /* no side; the host calls the adjourned game off */  \
    X(OP_LATE, "late")             /* draw; the time to get ready is over */             \
    X(OP_UNSEAT, "unseat")     /* draw; side: the player who sends the other one away */ \
    X(OP_TAKEBACK, "takeback") /* the last move that this side chose from several */

enum op_kind {
#define X(id, name) id,
    OP_KINDS(X)
#undef X
        OP_KIND_COUNT
};

/* What a new game needs: random values drawn by the caller. */
struct draw {
    uint8_t secret[FAIR_SECRET_BYTES];
    char game_id[FAIR_GAME_ID_BYTES];
};

struct op {
    enum op_kind kind;
    enum side side;                /* who does it, or who is concerned */
    uint64_t at_ms;                /* server time: goes forward while the server runs */
    int64_t at_s;                  /* Unix time */
    uint64_t since_ms;             /* server time when the last event was really sent, and
                                    * the clock started; 0: when it was applied */
    uint64_t session;              /* of the player sitting down */
    uint64_t seq;                  /* the event that a move answers; 0: not given */
    uint64_t due_ms;               /* server time of a deadline, see OP_KINDS */
    char name[NAME_BYTES_MAX + 1]; /* of that player */
    uint8_t auto_sides;            /* op_goes_on: a bit for each side whose forced moves
                                      the op plays, too */
    struct draw draw;              /* not in the log; the next game begins with it */
    char text[OP_TEXT_BYTES];      /* nonce, move, chat; "": none; last, as most of it is
                                      unused */
};

const char *op_name(enum op_kind kind);
/* Whether an op of this kind may lead to a decision of a player. */
bool op_goes_on(enum op_kind kind);
/* The kind with this name, or OP_KIND_COUNT. */
enum op_kind op_find(const char *name);

#endif
