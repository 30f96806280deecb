#include "tests/fuzz/hub/order.h"

#include "client-cli/check/verify.h"

static void order_check_session(const struct hub *hub, const struct session *s) {
    const struct limits *few = &hub->config->limits;
    assert((int64_t)s->n_rooms <= few->rooms_per_player);
    assert((int64_t)s->n_watched <= few->watched_per_player);
    assert(hub_find_name(hub, s->name) == s);
    uint64_t kept_ms = hub->now.ms + (uint64_t)few->grace_ms;
    assert(s->client != 0 || s->n_rooms > 0 ||
           (s->deadline.place != 0 && s->deadline.at_ms <= kept_ms));
    assert(s->deadline.place != 0 || s->counts == NULL);
    assert(s->account == 0 || hub_find_account(hub, s->account) == s);
    const struct client *client = hub_client_of(hub, s);
    assert(s->client == 0 || (client != NULL && client->session == s));
    for (size_t i = 0; i < s->n_rooms; i++) {
        enum side side;
        assert(room_side_of(s->rooms[i], s->id, &side));
        assert(hub_find_room(hub, s->rooms[i]->code) == s->rooms[i]);
    }
    for (size_t i = 0; i < s->n_watched; i++) {
        enum side side;
        assert(!room_side_of(s->watched[i], s->id, &side));
        assert(hub_find_room(hub, s->watched[i]->code) == s->watched[i]);
    }
}

static void order_check_room(const struct hub *hub, const struct room *room) {
    uint64_t white = room->seat[SIDE_WHITE].session;
    uint64_t black = room->seat[SIDE_BLACK].session;
    assert(white != 0 || black != 0);
    assert(white != black);
    assert(room->n_notes == 0 && const_hub_room(room)->turn <= hub->decided &&
           !hub_is_closed(room));
    /* No deadline is set later than the room needs it. */
    struct room_limits limits = hub_room_limits(hub);
    uint64_t due_ms = room_due_ms(room, &limits);
    due_ms = due_ms > hub->now.ms ? due_ms : hub->now.ms + 1;
    assert(!hub_may_write(hub) || due_ms == DEADLINE_NEVER ||
           (const_hub_room(room)->deadline.place != 0 &&
            const_hub_room(room)->deadline.at_ms <= due_ms));
    assert((int64_t)hub_n_watching(room) <= hub->config->limits.watchers_per_room);
    for (unsigned side = 0; side < SIDE_COUNT && hub_may_write(hub); side++) {
        const struct room_seat *seat = &room->seat[side];
        const struct session *s = slots_get(&hub->sessions, seat->session);
        assert(seat->session == 0 ||
               (s != NULL && session_find_room(s, room->code) == room));
        assert(seat->session == 0 || hub->shutting_down ||
               (s->client == 0) == seat->absence.away);
        assert(!seat->absence.away || seat->absence.pays || room->clock.running != side);
    }
}

/* What is kept for guests who have left is bounded. */
static void order_check_sizes(const struct hub *hub) {
    const struct limits *few = &hub->config->limits;
    assert((int64_t)hub_n_clients(hub) <= few->connections);
    assert((int64_t)hub_n_rooms(hub) <= few->rooms);
    assert((int64_t)hub->offers.n <= few->offers);
    assert((int64_t)hub->sessions.n_used <=
           few->connections + 2 * few->rooms + GUESTS * few->connections_per_address);
    assert(hub->outbox.n == 0 && hub->flight == NULL && hub->turn->n_asked == 0 &&
           hub->turn->n_rooms == 0);
}

/* An offer that a guest believes to be open is open. */
static void order_check_offers(const struct hub *hub, const struct guest *guest) {
    for (size_t i = 0; guest->client != 0 && i < guest->n_offers; i++) {
        assert(offers_find(&hub->offers, (uint64_t)guest->offer[i]) != NULL);
    }
}

void order_check(const struct fixture *fixture) {
    const struct hub *hub = fixture->hub;
    uint32_t at = 0;
    for (const struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        order_check_session(hub, s);
    }
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        order_check_room(hub, hub->lobby.rooms.room[i]);
    }
    for (size_t i = 0; i < GUESTS; i++) {
        order_check_offers(hub, &fixture->guest[i]);
    }
    order_check_sizes(hub);
    assert(fixture->bad_disk || hub_may_write(hub));
}

/* --- what must survive --- */

struct memory order_memorize(const struct hub *hub, struct room *room) {
    if (room->record != NULL) {
        room_write_position(room); /* otherwise it is that of the last request for it */
    }
    struct memory memory = {
        .stage = room->stage, .seq = room->seq, .loads = hub->storage == STORAGE_LOADS};
    memcpy(memory.code, room->code, sizeof memory.code);
    memcpy(memory.commitment, room->commitment, sizeof memory.commitment);
    memory.record = room->record != NULL ? record_to_json(room->record, 0) : strdup("");
    memory.moves = strdup(room->moves != NULL ? room->moves : "");
    for (int i = 0; i < SIDE_COUNT; i++) {
        memory.left_ms[i] = clock_left_ms(&room->clock, (enum side)i, hub->now.ms);
    }
    return memory;
}

void order_forget(struct memory *memory) {
    free(memory->record);
    free(memory->moves);
}

void order_check_memory(const struct hub *hub, const struct memory *before) {
    struct room *room = hub_find_room(hub, before->code);
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
                   hub->now.ms + (uint64_t)hub->config->limits.grace_ms);
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
