/* Offers to play that stand: seeks, which are for everybody, and challenges, which are
 * for one player.  Pure: who is told, and what follows, is the hub's. */
#ifndef ALEA_SERVER_LOBBY_OFFERS_H
#define ALEA_SERVER_LOBBY_OFFERS_H

#include <stddef.h>
#include <stdint.h>

#include "server/lobby/terms.h"

/* How an offer ends, with its wire name. */
#define OFFER_ENDS(X)                                                                    \
    X(OFFER_TAKEN, "taken")         /* a room was made of it */                          \
    X(OFFER_WITHDRAWN, "withdrawn") /* by who made it, or he plays now */                \
    X(OFFER_DECLINED, "declined")   /* by who was challenged */                          \
    X(OFFER_EXPIRED, "expired")     /* limit offer_ms */                                 \
    X(OFFER_GONE, "gone")           /* one of its players has no connection any more */

enum offer_end {
#define X(id, name) id,
    OFFER_ENDS(X)
#undef X
        OFFER_END_COUNT
};

const char *offer_end_name(enum offer_end end);

/* Why a challenge is declined, with its wire name. */
#define OFFER_REASONS(X)                                                                 \
    X(REASON_NONE, "")     /* not said */                                                \
    X(REASON_BUSY, "busy") /* plays as many games as it can */                           \
    X(REASON_GAME, "game") /* does not play this, or not on these terms */               \
    X(REASON_LATER, "later")

enum offer_reason {
#define X(id, name) id,
    OFFER_REASONS(X)
#undef X
        OFFER_REASON_COUNT
};

const char *offer_reason_name(enum offer_reason reason);

struct offer {
    uint64_t id;        /* never used again while the server runs */
    uint64_t from;      /* session that made it */
    uint64_t to;        /* session that it is for; 0: all, it is a seek */
    struct terms terms; /* side: that `from` wants */
    uint64_t made_ms;   /* server time at which it was made, */
    uint64_t due_ms;    /* and at which it expires */
    bool is_tentative;  /* made in a turn that may fail: then it never was */
    bool is_over;       /* ended in a turn that may fail: then it stands again */
    uint64_t *told;     /* owned; a bit for each place of a session that knows of it */
    size_t n_told;      /* words of it */
};

struct offers {
    struct offer **offer; /* owned, and what it points to; in the order of their ids */
    size_t n, cap;
    uint64_t last_id;
};

/* A zeroed struct offers is empty. */
void offers_fini(struct offers *offers);
/* Adds an offer like this one, with an id of its own, told to nobody.  Returns borrowed,
 * valid until it is removed. */
struct offer *offers_add(struct offers *offers, const struct offer *offer);
/* The offer with this id that stands; NULL: there is none. */
struct offer *offers_find(const struct offers *offers, uint64_t id);
/* The next one at or after *at that stands, and moves *at past it; NULL at the end. */
struct offer *offers_next(const struct offers *offers, size_t *at);
/* How many this session has made that stand. */
size_t offers_count(const struct offers *offers, uint64_t from);
/* The same offer made before by the same player to the same; NULL: none. */
struct offer *offers_find_same(const struct offers *offers, const struct offer *offer);
/* Ends an offer, for good unless the turn is tentative: then it is_over until
 * offers_settle. */
void offers_end(struct offers *offers, struct offer *offer, bool is_tentative);
/* The turn is done, or has failed. */
void offers_settle(struct offers *offers, bool worked);
/* When the first one expires; UINT64_MAX: never. */
uint64_t offers_due_ms(const struct offers *offers);

/* Whether games on both terms are the same, but for the sides. */
bool terms_are_same(const struct terms *a, const struct terms *b);
/* And whether each can have the side that he wants. */
bool terms_fit(const struct terms *a, const struct terms *b);

/* The session in this place (slots_place) has been told of an offer. */
void offer_tell(struct offer *offer, uint32_t place);
bool offer_was_told(const struct offer *offer, uint32_t place);
/* Another session will be in this place: it has been told of nothing. */
void offers_forget(struct offers *offers, uint32_t place);

#endif
