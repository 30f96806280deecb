/* What a throw or a move caused, as values; for state events and for sentences. */
#ifndef ALEA_RULES_HAPPENED_H
#define ALEA_RULES_HAPPENED_H

#include <stdint.h>

/* Every kind of happening, with its wire name.  Brackets name the fields used; side is
 * always set.  Sentences are in common/view/tell.c. */
#define HAPPENING_KINDS(X)                                                               \
    X(HAPPENED_PASS, "pass")   /* side's turn passes: its throw was 0 or gave no move */ \
    X(HAPPENED_AGAIN, "again") /* side throws again */                                   \
    X(HAPPENED_ENTER, "enter") /* [to] a piece entered from the reserve */               \
    X(HAPPENED_CAPTURE, "capture")   /* [at, n] side took n enemy pieces there */        \
    X(HAPPENED_BEAR_OFF, "bear_off") /* a piece left the board for good */               \
    X(HAPPENED_LAND, "land") /* [at] where a piece ended, if its move does not say so */ \
    X(HAPPENED_GO_ON, "go_on") /* [at] the same, but it went on to an empty square */    \
    X(HAPPENED_HORNASKELLA, "hornaskella") /* [at] side's last piece is a Hornaskella */ \
    X(HAPPENED_MILL, "mill") /* [at, n] side's move there completed n mills */           \
    X(HAPPENED_KING_CAPTURED, "king_captured") /* [at] side captured the king there */   \
    X(HAPPENED_RAICHI, "raichi")               /* side's king can reach one corner */    \
    X(HAPPENED_TUICHI, "tuichi") /* side's king can reach two corners or more */         \
    X(HAPPENED_GARE, "gare")     /* side can capture the king with its next move */      \
    X(HAPPENED_TWINS, "twins")   /* [at] two pieces of side became twins */              \
    X(HAPPENED_PARTED, "parted") /* [at] twins of side parted there */                   \
    X(HAPPENED_APART, "apart") /* [at] two pieces of side met there, but are no twins */ \
    X(HAPPENED_WARRIOR, "warrior") /* [at] the piece that entered is a warrior */        \
    X(HAPPENED_WARRIOR_LOST, "warrior_lost")   /* [at] off its way: a plain piece now */ \
    X(HAPPENED_WARRIOR_TAKEN, "warrior_taken") /* [at] side captured a warrior there */  \
    X(HAPPENED_WARRIOR_HOME, "warrior_home")   /* [at] side's warrior won the game */    \
    X(HAPPENED_VISION, "vision")               /* side won the Oracle's Vision */        \
    X(HAPPENED_SENT_BACK, "sent_back") /* [at, n] Vision: n pieces of side; at: b3, 8 */ \
    X(HAPPENED_VISION_KEPT, "vision_kept")     /* no move; side throws again */          \
    X(HAPPENED_VISION_BROKEN, "vision_broken") /* side's move gave it up */              \
    X(HAPPENED_PROMOTED, "promoted") /* [at] side's soldier became an officer */         \
    X(HAPPENED_FREED, "freed")       /* [at, n] n prisoners of side were freed */        \
    X(HAPPENED_PRISONERS_OFF, "prisoners_off") /* [n] side took them off for good */

enum happening_kind {
#define X(id, name) id,
    HAPPENING_KINDS(X)
#undef X
        HAPPENING_KIND_COUNT
};

/* Longest name of a square, point or reserve, with its NUL: "in", "off", "w13", "s19". */
#define SQUARE_BYTES 4
/* Most happenings of a throw or a move.  The worst cases: a tafl move that captures four
 * pieces and is announced, and a Vision of the Oracle that clears eight squares. */
#define HAPPENED_MAX 24

struct happening {
    uint8_t kind;          /* enum happening_kind */
    uint8_t side;          /* enum side that did it, or that it happened to */
    uint8_t n;             /* pieces concerned; 0: the kind does not count */
    char at[SQUARE_BYTES]; /* where, in the notation of moves; "": nowhere */
};

struct happened {
    uint8_t n; /* happenings, in order */
    struct happening item[HAPPENED_MAX];
};

/* Appends a happening; h may be NULL.  at: "" or a square. */
void happened_add(struct happened *h, enum happening_kind kind, uint8_t side,
                  const char *at, uint8_t n);
/* Returns the wire name of a kind. */
const char *happening_name(enum happening_kind kind);
/* Returns the kind with this wire name, or HAPPENING_KIND_COUNT. */
enum happening_kind happening_find(const char *name);

#endif
