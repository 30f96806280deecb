/* Everything but the connections comes from the store: at the start, and again after a
 * commit has failed.  Then memory is as the store has it, and each connection is its
 * player's again.  Nothing is stored until a small write, tried once a second, succeeds;
 * the time until then is charged to no clock. */
#ifndef ALEA_SERVER_HUB_LOAD_H
#define ALEA_SERVER_HUB_LOAD_H

#include <stdint.h>

struct hub;

/* The start: reads all rooms and sessions, and marks all players as away. */
void hub_load(struct hub *hub);
void hub_free_load(struct hub *hub);
/* A commit has failed that was handed to the store at this server time: reads everything
 * again. */
void hub_load_again(struct hub *hub, uint64_t since_ms);
/* While the store fails: tries again, if it is time. */
void hub_retry(struct hub *hub);

#endif
