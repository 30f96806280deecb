/* What the commands may use of the hub; for hub*.c, dispatch.c and cmd_*.c only. */
#ifndef ALEA_SERVER_HUB_INSIDE_H
#define ALEA_SERVER_HUB_INSIDE_H

#include "server/hub.h"
#include "server/lobby.h"
#include "server/session.h"
#include "server/slots.h"

/* Longest answer of `rooms` and `who`, in rows: a page or two of a terminal is read, a
 * program that wants more asks for a room by its code. */
#define LIST_ROWS_MAX 200

struct hub {
    const struct hub_config *config;
    struct hub_time now;
    struct slots sessions;
    struct lobby lobby;
    struct outbox outbox;
    uint64_t deadline; /* nothing is due before it; ms */
    bool shutting_down;
    char boot[17]; /* changes with every start */
};

/* Encodes a message for one session and queues it. */
void hub_send(struct hub *hub, struct session *session, const struct message *msg);
/* The same for everybody in a room, encoded once for each way of showing it. */
void hub_broadcast(struct hub *hub, struct room *room, const struct message *msg);
/* Tells everybody in the room what has happened there, as the next state event. */
void hub_publish(struct hub *hub, struct room *room);
/* Sends `bye` with this reason (ERR_OK: on his own wish) and closes after it. */
void hub_bye(struct hub *hub, struct session *session, enum error_code why);
/* Asks for hub_tick at this time, or soon after. */
void hub_due(struct hub *hub, uint64_t at_ms);
/* A secret and a game id. */
struct draw hub_draw(const struct hub *hub);
int64_t hub_now_s(const struct hub *hub);
/* The session gets up from a room that it has left already (as far as the room knows);
 * an empty room is closed. */
void hub_leave(struct hub *hub, struct session *session, struct room *room);
/* Somebody with this name, case ignored; NULL: nobody. */
struct session *hub_find_name(const struct hub *hub, const char *name);

#endif
