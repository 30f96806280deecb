#include "server/rooms/leave.h"

#include "server/people/clients.h"
#include "server/people/offers.h"
#include "server/people/send.h"
#include "server/rooms/ops.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/rooms/tell.h"

/* Marks the player of a lost connection as away in their rooms.  When the server itself
 * stops, the next start does it.
 *
 * A player who has been away from games of a room too often (ROOM_DROPS_MOST) counts as
 * present there while the game lasts: clocks and idle_ms end the waiting.  While such a
 * game is adjourned, nothing does. */
static void go_away(struct rooms *rooms, const struct client *client,
                    struct session *session) {
    uint64_t grace_ms = (uint64_t)rooms->config->limits.grace_ms;
    for (size_t i = 0; i < session->n_rooms && !turn_is_ending(rooms->turns); i++) {
        struct room *room = session->rooms[i];
        struct op op = {.kind = OP_DROP};
        if (!room_side_of(room, session->id, &op.side) ||
            room->seat[op.side].absence.away) {
            continue;
        }
        if (room->seat[op.side].n_drops < ROOM_DROPS_MOST || !room_is_busy(room)) {
            op.due_ms =
                turn_now_ms(rooms->turns) + room_grace_ms(room, op.side, grace_ms);
            rooms_charge_idler(rooms, client, room, op.side);
            rooms_do_and_tell(rooms, room, &op);
        }
    }
}

void rooms_end_absence(struct rooms *rooms, struct client *client, struct room *room) {
    struct op op = {.kind = OP_BACK};
    if (!turn_may_write(rooms->turns)) {
        people_tell_notice(rooms->people, client, room->code, ROOMS_PAUSED_TEXT);
    } else if (room_side_of(room, client->session->id, &op.side) &&
               room->seat[op.side].absence.away) {
        rooms_do_and_tell(rooms, room, &op);
    }
}

void rooms_come_back(struct rooms *rooms, uint64_t client) {
    struct client *c = people_find_client(rooms->people, client);
    if (c == NULL || c->session == NULL) {
        return;
    }
    for (size_t i = 0; i < c->session->n_rooms; i++) {
        rooms_send_snapshot(rooms, c, c->session->rooms[i]);
        rooms_end_absence(rooms, c, c->session->rooms[i]);
    }
    rooms_show_watched(rooms, c);
}

void rooms_end_client(struct rooms *rooms, uint64_t client, uint64_t conn) {
    struct client *c = people_any_client(rooms->people, client);
    uint64_t waits = c != NULL ? c->waits : 0;
    struct outbox *outbox = turn_outbox_for(rooms->turns, &waits, 0);
    rooms_remove_client(rooms, client);
    outbox_add_end(outbox, conn, ERR_OK, SEND_ALWAYS);
}

void rooms_remove_client(struct rooms *rooms, uint64_t client) {
    struct client *c = people_any_client(rooms->people, client);
    if (c == NULL) {
        return;
    }
    struct session *session = c->session;
    log_line(&rooms->config->log, LOG_DEBUG, "close client=%lld name=%s",
             (long long)c->number, session != NULL ? session->name : "");
    people_take_out_client(rooms->people, c);
    if (session != NULL) {
        session->client = 0;
        people_end_offers_of(rooms->people, session);
        go_away(rooms, c, session);
        if (!c->quits) {
            rooms_keep_session(rooms, session, c->counts->address);
        }
        rooms_end_session(rooms, session);
    }
    people_free_client(rooms->people, c);
}
