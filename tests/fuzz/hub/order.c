#include "tests/fuzz/hub/order.h"

#include "client-cli/check/verify.h"
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/people/state.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/turn/state.h"
#include "server/turn/work.h"

static void order_check_session(const struct hub *hub, const struct session *s) {
    const struct limits *few = &hub->config->limits;
    assert((int64_t)s->n_rooms <= few->rooms_per_player);
    assert((int64_t)s->n_watched <= few->watched_per_player);
    assert(people_find_name(hub_people(hub), s->name) == s);
    uint64_t kept_ms = hub->turns->now.ms + (uint64_t)few->grace_ms;
    assert(s->client != 0 || s->n_rooms > 0 ||
           (s->deadline.place != 0 && s->deadline.at_ms <= kept_ms));
    assert(s->deadline.place != 0 || s->counts == NULL);
    assert(s->account == 0 || people_find_account(hub_people(hub), s->account) == s);
    const struct client *client = people_client_of(hub_people(hub), s);
    assert(s->client == 0 || (client != NULL && client->session == s));
    for (size_t i = 0; i < s->n_rooms; i++) {
        enum side side;
        assert(room_side_of(s->rooms[i], s->id, &side));
        assert(rooms_find(hub_rooms(hub), s->rooms[i]->code) == s->rooms[i]);
    }
    for (size_t i = 0; i < s->n_watched; i++) {
        enum side side;
        assert(!room_side_of(s->watched[i], s->id, &side));
        assert(rooms_find(hub_rooms(hub), s->watched[i]->code) == s->watched[i]);
    }
}

static void order_check_room(const struct hub *hub, const struct room *room) {
    uint64_t white = room->seat[SIDE_WHITE].session;
    uint64_t black = room->seat[SIDE_BLACK].session;
    assert(white != 0 || black != 0);
    assert(white != black);
    assert(room->n_notes == 0 && const_kept_room(room)->turn <= hub->turns->decided &&
           !rooms_is_closed(room));
    /* No deadline is set later than the room needs it. */
    struct room_limits limits = rooms_limits(hub_rooms(hub));
    uint64_t due_ms = room_due_ms(room, &limits);
    due_ms = due_ms > hub->turns->now.ms ? due_ms : hub->turns->now.ms + 1;
    assert(!turn_may_write(hub_turns(hub)) || due_ms == DEADLINE_NEVER ||
           (const_kept_room(room)->deadline.place != 0 &&
            const_kept_room(room)->deadline.at_ms <= due_ms));
    assert((int64_t)rooms_n_watching(room) <= hub->config->limits.watchers_per_room);
    for (unsigned side = 0; side < SIDE_COUNT && turn_may_write(hub_turns(hub)); side++) {
        const struct room_seat *seat = &room->seat[side];
        const struct session *s = slots_get(&hub->people->sessions, seat->session);
        assert(seat->session == 0 ||
               (s != NULL && session_find_room(s, room->code) == room));
        assert(seat->session == 0 || hub->turns->is_ending ||
               (s->client == 0) == seat->absence.away);
        assert(!seat->absence.away || seat->absence.pays || room->clock.running != side);
    }
}

/* What is kept for guests who have left is bounded. */
static void order_check_sizes(const struct hub *hub) {
    const struct limits *few = &hub->config->limits;
    assert((int64_t)people_n_clients(hub_people(hub)) <= few->connections);
    assert((int64_t)rooms_n(hub_rooms(hub)) <= few->rooms);
    assert((int64_t)hub->people->offers.n <= few->offers);
    assert((int64_t)hub->people->sessions.n_used <=
           few->connections + 2 * few->rooms + GUESTS * few->connections_per_address);
    assert(hub->turns->outbox.n == 0 && hub->turns->flight == NULL &&
           hub->turns->turn->n_asked == 0 && hub->rooms->changed.n == 0);
}

/* An offer that a guest believes to be open is open. */
static void order_check_offers(const struct hub *hub, const struct guest *guest) {
    for (size_t i = 0; guest->client != 0 && i < guest->n_offers; i++) {
        assert(offers_find(&hub->people->offers, (uint64_t)guest->offer[i]) != NULL);
    }
}

void order_check(const struct fixture *fixture) {
    const struct hub *hub = fixture->hub;
    uint32_t at = 0;
    for (const struct session *s;
         (s = slots_next(&hub->people->sessions, &at)) != NULL;) {
        order_check_session(hub, s);
    }
    for (size_t i = 0; i < hub->rooms->lobby.rooms.n; i++) {
        order_check_room(hub, hub->rooms->lobby.rooms.room[i]);
    }
    for (size_t i = 0; i < GUESTS; i++) {
        order_check_offers(hub, &fixture->guest[i]);
    }
    order_check_sizes(hub);
    assert(fixture->bad_disk || turn_may_write(hub_turns(hub)));
}

/* --- what must survive --- */

struct memory order_memorize(const struct hub *hub, struct room *room) {
    if (room->record != NULL) {
        room_write_position(room); /* otherwise it is that of the last request for it */
    }
    struct memory memory = {.stage = room->stage,
                            .seq = room->seq,
                            .loads = hub->turns->storage.state == STORAGE_LOADS};
    memcpy(memory.code, room->code, sizeof memory.code);
    memcpy(memory.commitment, room->commitment, sizeof memory.commitment);
    memory.record = room->record != NULL ? record_to_json(room->record) : strdup("");
    memory.moves = strdup(room->moves != NULL ? room->moves : "");
    for (int i = 0; i < SIDE_COUNT; i++) {
        memory.left_ms[i] = clock_left_ms(&room->clock, (enum side)i, hub->turns->now.ms);
    }
    return memory;
}

void order_forget(struct memory *memory) {
    free(memory->record);
    free(memory->moves);
}

void order_check_memory(const struct hub *hub, const struct memory *before) {
    struct room *room = rooms_find(hub_rooms(hub), before->code);
    if (before->loads) {
        return; /* its last change may not be stored */
    }
    assert(room != NULL);
    struct memory after = order_memorize(hub, room);
    assert(after.stage == before->stage && after.seq == before->seq + 1);
    assert(strcmp(after.record, before->record) == 0);
    assert(strcmp(after.commitment, before->commitment) == 0);
    assert(strcmp(after.moves, before->moves) == 0);
    assert(after.left_ms[0] >= before->left_ms[0]); /* the restart costs no time */
    assert(after.left_ms[1] >= before->left_ms[1]);
    for (unsigned side = 0; side < SIDE_COUNT; side++) { /* players who could not come
                                                          * back */
        const struct room_seat *seat = &room->seat[side];
        assert(seat->session == 0 || (seat->absence.away && seat->absence.by_server));
        assert(seat->session == 0 || seat->absence.overdue ||
               seat->absence.due_ms ==
                   hub->turns->now.ms + (uint64_t)hub->config->limits.grace_ms);
    }
    order_forget(&after);
}

void order_check_games(struct store *store) {
    char fault[FAULT_BYTES] = "";
    int64_t game = 0;
    while ((game = store_next_game(store, game, false)) > 0) {
        struct room *room = history_room(store, game, 0, NULL, NULL, fault);
        assert(room != NULL);
        struct verification result;
        if (room->record != NULL && room->result.over) {
            verify_record(room->record, &result);
            assert(result.verdict == VERDICT_GOOD);
        }
        room_destroy(room);
    }
    assert(game == 0);
}
