/* Changes of memory that belong to a turn: they are undone if the turn cannot be
 * stored, and some have consequences once it is.
 *
 * Call the functions here before the change, unless they say otherwise.  They save the
 * present state; if the turn fails, it is restored, the latest change first. */
#ifndef ALEA_SERVER_HUB_CHANGE_H
#define ALEA_SERVER_HUB_CHANGE_H

#include <stdalign.h>
#include <stddef.h>

#include "server/hub/hub.h"

struct client;
struct session;
struct offer;

struct change_ops {
    void (*kept)(struct hub *hub, void *was);   /* the turn is stored; NULL: nothing */
    void (*undone)(struct hub *hub, void *was); /* it could not be; NULL: nothing */
    void (*fini)(void *was);                    /* frees what `was` owns; NULL: nothing */
};

struct change {
    struct change *next; /* an earlier one */
    const struct change_ops *ops;
    alignas(max_align_t) char was[];
};

/* Notes a change.  Returns zeroed memory for what its functions need; borrowed. */
void *hub_note(struct hub *hub, const struct change_ops *ops, size_t bytes);

/* The session is about to be shown a room: if the turn fails, it is shown its rooms
 * again. */
void hub_note_shown(struct hub *hub, const struct session *session);
/* A client's mode, goodbye or session is about to change. */
void hub_note_client(struct hub *hub, const struct client *client);
/* A session's name, account, token, client, settings or watched rooms are about to
 * change. */
void hub_note_session(struct hub *hub, const struct session *session);
/* As hub_note_session, for a session that is about to stop watching a room.  If that is
 * undone after the room has closed, the player is told so. */
void hub_note_unwatch(struct hub *hub, const struct session *session,
                      const struct room *room);
/* The session was just added. */
void hub_note_new_session(struct hub *hub, const struct session *session);
/* The session gets a new rating in games[game]. */
void hub_note_rating(struct hub *hub, const struct session *session, size_t game);
/* The offer was just made. */
void hub_note_new_offer(struct hub *hub, const struct offer *offer);
/* The offer is about to be over: it is removed when the turn is stored. */
void hub_note_offer_over(struct hub *hub, const struct offer *offer);
/* The bans are about to change: once that is stored, banned clients are sent away. */
void hub_note_bans(struct hub *hub);
/* Draining is about to begin or end. */
void hub_note_drain(struct hub *hub);
/* The log level is about to change. */
void hub_note_log_level(struct hub *hub);

/* Ends a list of changes, which has the latest first: runs `kept` of each, the earliest
 * first, and frees it. */
void changes_keep(struct hub *hub, struct change **changes);
/* The same with `undone`, the latest first. */
void changes_undo(struct hub *hub, struct change **changes);
/* Frees a list of changes, and runs nothing. */
void changes_drop(struct change **changes);

#endif
