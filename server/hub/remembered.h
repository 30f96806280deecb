/* What a connection keeps when everything else is read again from the store: a small
 * value. It is also what a turn undoes if it fails: nothing else outlives a failed
 * commit. */
#ifndef ALEA_SERVER_HUB_REMEMBERED_H
#define ALEA_SERVER_HUB_REMEMBERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "view/style.h"

struct client;
struct hub;

struct remembered {
    uint64_t client;
    uint64_t session; /* the player; 0: none */
    struct style style;
    bool json, no_moves, told_role, quits, closing; /* as in struct client */
    uint16_t n_watched;
    char (*watched)[ROOM_BYTES_MAX + 1]; /* owned; codes of the rooms that it watches */
};

/* What this client keeps now. */
void remembered_take(struct remembered *was, const struct client *client);
void remembered_fini(struct remembered *was);
/* Gives a client what it had.  If its connection is gone, only the rooms that the player
 * watched are put back.  Tells the player which of them have closed since. */
void remembered_put_back(struct hub *hub, const struct remembered *was);

#endif
