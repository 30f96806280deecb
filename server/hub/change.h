/* What else a turn has done: changes of memory that are taken back if the turn cannot be
 * stored, and what follows if it can.
 *
 * Every function here is called before the change.  It notes how things are; if the turn
 * fails they are made so again, the latest change first. */
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
 * again.
 */
void hub_note_shown(struct hub *hub, const struct session *session);
/* A client's mode, goodbye or session is about to change. */
void hub_note_client(struct hub *hub, const struct client *client);
/* The name, account, token, client, settings or watched rooms of a session are. */
void hub_note_session(struct hub *hub, const struct session *session);
/* The same, for a session that is about to watch a room no more.  If that is undone after
 * the room has closed, the player is told so. */
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
/* The bans are about to change: whoever is banned is sent away when that is stored. */
void hub_note_bans(struct hub *hub);
/* Draining is about to begin or end. */
void hub_note_drain(struct hub *hub);
/* The log level is about to change. */
void hub_note_log_level(struct hub *hub);

/* Lists of changes, the latest first: runs `kept` of each, the earliest first, and frees
 * it. */
void changes_keep(struct hub *hub, struct change **changes);
/* The same with `undone`, the latest first. */
void changes_undo(struct hub *hub, struct change **changes);
/* Frees them. */
void changes_drop(struct change **changes);

#endif
