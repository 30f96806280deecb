/* From a command to its handler: is it known, allowed now, paid for?  Then call it. */
#ifndef ALEA_SERVER_DISPATCH_H
#define ALEA_SERVER_DISPATCH_H

#include "server/hub_inside.h"

/* One request on its way.  A handler fills in reply and returns ERR_OK, or returns a code
 * and may write a better sentence into text. */
struct ask {
    struct hub *hub;
    struct session *session;
    const struct command *cmd;
    struct room *room;      /* commands about a room: which */
    enum side side;         /* where the session sits there */
    bool changed;           /* set by the handler: publish room after the reply */
    bool quit;              /* set by the handler: close after the reply */
    struct message reply;   /* kind, id, cmd and room are filled in already */
    struct rule rule;       /* why a move is refused; reply may point here */
    char text[FAULT_BYTES]; /* error: the sentence; "" the code's own */
    void *scratch;          /* what reply points into; freed after it is sent */
};

/* The n-th argument, "" when it was not given. */
const char *ask_arg(const struct ask *ask, size_t n);
/* printf into ask->text; returns code. */
enum error_code ask_fault(struct ask *ask, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Carries out a command. */
void dispatch(struct hub *hub, struct session *session, const struct command *cmd);
/* Answers a line that was no command. */
void dispatch_fault(struct hub *hub, struct session *session,
                    const struct command_fault *fault);

/* The handlers, one a command: cmd_session.c, cmd_room.c, cmd_game.c. */
#define X(id, word, args, flags, cost, help) enum error_code do_##id(struct ask *ask);
COMMANDS(X)
#undef X

#endif
