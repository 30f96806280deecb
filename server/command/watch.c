/* Commands of watchers. */
#include "server/command/meeting.h"
#include "server/people/sessions.h"
#include "server/rooms/ops.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/rooms/tell.h"
#include "server/rooms/watchers.h"

static void show_room(struct request *request) {
    rooms_send_snapshot(request->rooms, request->client, request->room);
}

/* Finds the room in the first argument, and runs its due ops. */
static enum error_code find_room(struct request *request) {
    const char *code = request_arg(request, 0);
    struct room *room = rooms_find(request->rooms, code);
    if (room != NULL) {
        rooms_run_due_ops(request->rooms, room);
    }
    if (room == NULL || rooms_is_closed(room)) {
        return request_fault(request, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms",
                             code);
    }
    request->room = room;
    return ERR_OK;
}

enum error_code do_CMD_WATCH(struct request *request) {
    const struct limits *limits = request->limits;
    struct session *s = request->session;
    enum side side;
    enum error_code error = find_room(request);
    if (error != ERR_OK) {
        return error;
    }
    if (room_side_of(request->room, s->id, &side)) {
        return request_fault(request, ERR_IN_ROOM,
                             "you sit there: you see everything already");
    }
    if (session_find_watched(s, request->room->code) != NULL) {
        return ERR_ALREADY_WATCHING;
    }
    error = seating_enter(request);
    if (error != ERR_OK) {
        return error;
    }
    if ((int64_t)s->n_watched >= limits->watched_per_player) {
        return ERR_TOO_MANY_WATCHED;
    }
    if (!rooms_has_place(request->rooms, request->room)) {
        return ERR_TOO_MANY_WATCHERS;
    }
    rooms_remember(request->rooms, request->client);
    rooms_watch(s, request->room);
    request->reply.room = request->room->code;
    request->reply.seq = request->room->seq;
    request->after = show_room;
    return ERR_OK;
}

/* The watched room that the command is about; NULL: none. */
static struct room *find_watched(const struct request *request) {
    struct session *s = request->session;
    return request->cmd->has[0] ? session_find_watched(s, request_arg(request, 0))
           : s->n_watched > 0   ? s->watched[0]
                                : NULL;
}

enum error_code do_CMD_UNWATCH(struct request *request) {
    struct session *s = request->session;
    if (!request->cmd->has[0] && s->n_watched > 1) {
        return request_fault(request, ERR_WHICH_ROOM,
                             "you watch several rooms: say which, as in unwatch %s",
                             s->watched[0]->code);
    }
    struct room *room = find_watched(request);
    if (room == NULL) {
        return ERR_NOT_WATCHING;
    }
    rooms_remember(request->rooms, request->client);
    rooms_unwatch(s, room);
    request->reply.room = room->code;
    return ERR_OK;
}
