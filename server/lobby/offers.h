/* Open offers to play: seeks, which are for everybody, and challenges, which are for one
 * player.  Pure: the hub decides whom to tell, and what happens next. */
#ifndef ALEA_SERVER_LOBBY_OFFERS_H
#define ALEA_SERVER_LOBBY_OFFERS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/clock.h"
#include "rules/game.h"

/* The terms of a game, for an offer or a room. */
struct terms {
    const struct game *game;
    struct options opt;
    struct time_control time; /* all 0: no clocks */
    bool rated;               /* it counts for the ratings of both */
    enum side side;           /* wanted by the one who offers; SIDE_COUNT: either */
    bool has_legs;            /* the player has chosen option legs= */
    unsigned level;           /* of the house bot, 1..HOUSE_LEVELS; 0: none requested */
};

/* Levels of the house bots. */
#define HOUSE_LEVELS 8

/* Makes a game of tafl a match of two legs, as one side is much stronger, unless the
 * player has chosen legs=. */
void terms_default_legs(struct terms *terms);
/* Whether two terms are the same, apart from the sides. */
bool terms_are_same(const struct terms *a, const struct terms *b);
/* Whether they are the same, and both players can have the side that they want. */
bool terms_fit(const struct terms *a, const struct terms *b);

/* How an offer ends, with its wire name. */
#define OFFER_ENDS(X)                                                                    \
    X(OFFER_TAKEN, "taken")         /* it became a room */                               \
    X(OFFER_WITHDRAWN, "withdrawn") /* by the one who made it, or who plays now */       \
    X(OFFER_DECLINED, "declined")   /* by the one who was challenged */                  \
    X(OFFER_EXPIRED, "expired")     /* limit offer_ms */                                 \
    X(OFFER_GONE, "gone")           /* one of its players has disconnected */

enum offer_end {
#define X(id, name) id,
    OFFER_ENDS(X)
#undef X
        OFFER_END_COUNT
};

const char *offer_end_name(enum offer_end end);

/* Why a challenge is declined, with its wire name. */
#define OFFER_REASONS(X)                                                                 \
    X(REASON_NONE, "")     /* none given */                                              \
    X(REASON_BUSY, "busy") /* plays as many games as it can */                           \
    X(REASON_GAME, "game") /* does not play this game, or not on these terms */          \
    X(REASON_LATER, "later")

enum offer_reason {
#define X(id, name) id,
    OFFER_REASONS(X)
#undef X
        OFFER_REASON_COUNT
};

const char *offer_reason_name(enum offer_reason reason);

struct offer {
    uint64_t id;        /* never reused while the server runs */
    uint64_t from;      /* session that made it */
    uint64_t to;        /* session that it is for; 0: everybody (a seek) */
    struct terms terms; /* side: that `from` wants */
    uint64_t made_ms;   /* server time when it was made */
    uint64_t due_ms;    /* server time when it expires */
    uint64_t turn;      /* number of the turn that made it */
    bool is_over;       /* ended by a turn that may still fail: nobody finds it */
    uint64_t *told;     /* owned; a bit for each session that was told, by place */
    size_t n_told;      /* words in told */
};

struct offers {
    struct offer **offer; /* owned, with its items; in the order of their ids */
    size_t n, cap;
    uint64_t last_id;
};

/* A zeroed struct offers is empty. */
void offers_fini(struct offers *offers);
/* Adds a copy of an offer, with a new id, told to nobody.  Returns borrowed, valid until
 * it is removed. */
struct offer *offers_add(struct offers *offers, const struct offer *offer);
/* The open offer with this id; NULL: there is none. */
struct offer *offers_find(const struct offers *offers, uint64_t id);
/* The next open offer at or after *at, which moves past it; NULL at the end. */
struct offer *offers_next(const struct offers *offers, size_t *at);
/* How many open offers this session has made. */
size_t offers_count(const struct offers *offers, uint64_t from);
/* An open offer on the same terms, from and to the same sessions; NULL: none. */
struct offer *offers_find_same(const struct offers *offers, const struct offer *offer);
/* Removes an offer, open or over, if it exists. */
void offers_remove(struct offers *offers, uint64_t id);
/* When the next one expires; UINT64_MAX: never. */
uint64_t offers_due_ms(const struct offers *offers);

/* Notes that the session in this place (people_session_place) was told about an offer. */
void offer_tell(struct offer *offer, uint32_t place);
bool offer_was_told(const struct offer *offer, uint32_t place);
/* Call it when another session gets this place: it has been told about no offer. */
void offers_forget(struct offers *offers, uint32_t place);

#endif
