/* What a connection keeps when everything else is read again from the store: a small
 * value.  It is also what a turn undoes if it fails: nothing else outlives a failed
 * commit. */
#ifndef ALEA_SERVER_ROOMS_REMEMBERED_H
#define ALEA_SERVER_ROOMS_REMEMBERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "proto/errors.h"
#include "view/style.h"

struct client;
struct rooms;

struct remembered {
    uint64_t client;
    uint64_t session;   /* the player; 0: none */
    uint64_t proof;     /* that it is this player's (proof_of); 0: not known */
    uint64_t opened_ms; /* when it came; 0: not known */
    uint64_t order;     /* see struct client; 0: not known */
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
void remembered_put_back(struct rooms *rooms, const struct remembered *was);
/* Notes what a client keeps now, as the present turn is about to change it: its mode, its
 * session, its goodbye, or what its player watches.  If the turn fails the client gets it
 * back. */
void rooms_remember(struct rooms *rooms, const struct client *client);
/* As people_bye_because, but part of the turn: if that fails, the client stays.  Until
 * then, its lines wait. */
void rooms_bye_if_stored(struct rooms *rooms, struct client *client, enum error_code why,
                         const char *text);

/* --- what a front remembers for the next hub (config->has_fronts) --- */

/* Bytes of what a client keeps, at most: a limit lets players watch 64 rooms. */
#define REMEMBERED_BYTES (35 + 64 * ROOM_BYTES_MAX)

/* Gives a client that was just added what it kept at a hub before this one, which that
 * hub has written into n bytes.  If that is not possible, queues its goodbye. */
void rooms_recall(struct rooms *rooms, uint64_t client, const uint8_t *memory, size_t n);

#endif
