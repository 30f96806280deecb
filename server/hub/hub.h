/* The server without its sockets.  Lines of clients come in
 * (server/command/dispatch.h); bytes go out through an outbox.
 *
 * It stands on three floors, each of which calls only those below it: rooms, people, and
 * turns.  The hub itself starts and ends them, reads everything from the store, and does
 * what concerns the server as a whole.
 *
 * Time and randomness are arguments, so a test can run a whole server in virtual time.
 * In each turn of its loop, the caller sets the time (turn_set_time), makes the calls of
 * the turn, calls turn_commit, sends what is in the outbox (turn_outbox), and calls
 * hub_sent. */
#ifndef ALEA_SERVER_HUB_HUB_H
#define ALEA_SERVER_HUB_HUB_H

#include "server/turn/config.h"

struct hub;
struct people;
struct rooms;
struct turns;

/* Creates a hub and resumes all games as the store has them.  Borrows config, whose log
 * level an operator can change, and store; both must outlive the hub.  Returns owned. */
struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now);
void hub_free(struct hub *hub);

/* The floors; borrowed. */
struct rooms *hub_rooms(const struct hub *hub);
struct people *hub_people(const struct hub *hub);
struct turns *hub_turns(const struct hub *hub);

/* A word that changes with every start of the server; borrowed. */
const char *hub_boot(const struct hub *hub);
/* Does what is due: call it at turn_deadline. */
void hub_tick(struct hub *hub);
/* What was in the outbox was sent at this time. */
void hub_sent(struct hub *hub, struct hub_time now);
/* Says goodbye to everybody; no connection is accepted any more. */
void hub_shut_down(struct hub *hub);

#endif
