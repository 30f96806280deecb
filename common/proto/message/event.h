/* What a server sends without being asked: the closed set of events. */
#ifndef ALEA_PROTO_MESSAGE_EVENT_H
#define ALEA_PROTO_MESSAGE_EVENT_H

#define EVENT_KINDS(X)                                                                   \
    X(EVENT_STATE, "state")   /* room, seq, state: something changed in a room */        \
    X(EVENT_SAY, "say")       /* room, seq, name, text: chat */                          \
    X(EVENT_TELL, "tell")     /* name, text: a message to you only */                    \
    X(EVENT_SHOUT, "shout")   /* name, text: a message to everybody */                   \
    X(EVENT_CLOSED, "closed") /* room: it is gone for you, who watched or sat there */   \
    X(EVENT_OFFER, "offer")   /* card: somebody offers you a game */                     \
    X(EVENT_OFFER_OVER, "offer_over") /* card: an offer you know of is over */           \
    X(EVENT_NOTICE, "notice")         /* text: a notice from the server to everybody */  \
    X(EVENT_RATING, "rating")         /* card: a rated game has ended */                 \
    X(EVENT_BYE, "bye") /* error, text: why the server closes this connection */

enum event_kind {
#define X(id, name) id,
    EVENT_KINDS(X)
#undef X
        EVENT_KIND_COUNT
};

/* Returns "state" and so on; "unknown" for EVENT_KIND_COUNT. */
const char *event_name(enum event_kind event);

#endif
