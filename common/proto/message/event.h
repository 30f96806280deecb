/* What a server tells on its own account: the closed set of events. */
#ifndef ALEA_PROTO_MESSAGE_EVENT_H
#define ALEA_PROTO_MESSAGE_EVENT_H

#define EVENT_KINDS(X)                                                                   \
    X(EVENT_STATE, "state")   /* room, seq, state: something changed in a room */        \
    X(EVENT_SAY, "say")       /* room, seq, name, text: chat */                          \
    X(EVENT_TELL, "tell")     /* name, text: somebody says something to you only */      \
    X(EVENT_SHOUT, "shout")   /* name, text: somebody says something to all */           \
    X(EVENT_CLOSED, "closed") /* room: a room that is watched is there no longer */      \
    X(EVENT_OFFER, "offer")   /* a card: somebody wants to play with me */               \
    X(EVENT_OFFER_OVER, "offer_over") /* a card: an offer that was told is over */       \
    X(EVENT_NOTICE, "notice")         /* text: the server speaks to everybody */         \
    X(EVENT_RATING, "rating")         /* a card: a rated game has ended */               \
    X(EVENT_BYE, "bye") /* error, text: why the server closes this connection */

enum event_kind {
#define X(id, name) id,
    EVENT_KINDS(X)
#undef X
        EVENT_KIND_COUNT
};

/* "state"; "unknown" for EVENT_KIND_COUNT */
const char *event_name(enum event_kind event);

#endif
