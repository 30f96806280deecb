/* Commands of those who watch. */
#include "server/command/seating.h"

static void show_room(struct ask *ask) {
    hub_send_snapshot(ask->hub, ask->client, ask->room);
}

/* The room of the first argument, as it is now. */
static enum error_code find_room(struct ask *ask) {
    const char *code = ask_arg(ask, 0);
    struct room *room = lobby_find(&ask->hub->lobby, code);
    if (room != NULL) {
        hub_do_due(ask->hub, room);
    }
    if (room == NULL || room->closed) {
        return ask_fault(ask, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms", code);
    }
    ask->room = room;
    return room->frozen ? ERR_STORAGE : ERR_OK;
}

enum error_code do_CMD_WATCH(struct ask *ask) {
    const struct limits *limits = &ask->hub->config->limits;
    struct session *s = ask->session;
    enum side side;
    enum error_code error = find_room(ask);
    if (error != ERR_OK) {
        return error;
    }
    if (room_side_of(ask->room, s->id, &side)) {
        return ask_fault(ask, ERR_IN_ROOM, "you sit there: you see everything already");
    }
    if (session_find_watched(s, ask->room->code) != NULL) {
        return ERR_ALREADY_WATCHING;
    }
    error = seating_enter(ask);
    if (error != ERR_OK) {
        return error;
    }
    if ((int64_t)s->n_watched >= limits->watched_per_player) {
        return ERR_TOO_MANY_WATCHED;
    }
    if ((int64_t)ask->room->watchers.n >= limits->watchers_per_room) {
        return ERR_TOO_MANY_WATCHERS;
    }
    hub_watch(ask->hub, s, ask->room);
    ask->reply.room = ask->room->code;
    ask->reply.seq = ask->room->seq;
    ask->after = show_room;
    return ERR_OK;
}

/* The room that is meant, if it is watched. */
static struct room *find_watched(const struct ask *ask) {
    struct session *s = ask->session;
    return ask->cmd->has[0]   ? session_find_watched(s, ask_arg(ask, 0))
           : s->n_watched > 0 ? s->watched[0]
                              : NULL;
}

enum error_code do_CMD_UNWATCH(struct ask *ask) {
    struct session *s = ask->session;
    if (!ask->cmd->has[0] && s->n_watched > 1) {
        return ask_fault(ask, ERR_WHICH_ROOM,
                         "you watch several rooms: say which, as in unwatch %s",
                         s->watched[0]->code);
    }
    if (find_watched(ask) == NULL) {
        return ERR_NOT_WATCHING;
    }
    /* A turn that may fail would not undo it: what was done in it comes first. */
    if (ask->hub->outbox.is_tentative && !hub_commit_now(ask->hub)) {
        return ERR_STORAGE;
    }
    struct room *room = find_watched(ask); /* its end may have been committed */
    if (room == NULL) {
        return ERR_NOT_WATCHING;
    }
    hub_unwatch(s, room);
    ask->reply.room = room->code;
    return ERR_OK;
}
