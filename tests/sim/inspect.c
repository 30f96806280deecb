/* Invariants inside the server, regardless of what clients see. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/clients.h"
#include "server/people/sessions.h"
#include "server/people/state.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/turn/clock.h"
#include "server/turn/lease.h"
#include "server/turn/state.h"
#include "server/turn/work.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

/* Most delay of a due action, in ms: deadlines are rounded. */
#define LATE_MS 100
/* The same if a slow disk may delay it. */
#define SLOW_MS 5000
/* Most memory for a run: three times the observed maximum. */
#define MEMORY_BYTES_MAX ((size_t)64 << 20)

int64_t inspect_rooms_max(const struct limits *limits) {
    return limits->rooms_per_player * (disk_may_fail() ? 2 : 1);
}

static void inspect_session(const struct hub *hub, const struct session *s) {
    const struct limits *limits = &hub->config->limits;
    SIM_CHECK((int64_t)s->n_rooms <= inspect_rooms_max(limits), "%s sits in %u rooms",
              s->name, s->n_rooms);
    SIM_CHECK((int64_t)s->n_watched <= limits->watched_per_player, "%s watches %u rooms",
              s->name, s->n_watched);
    SIM_CHECK((int64_t)offers_count(&hub->people->offers, s->id) <=
                  limits->offers_per_player,
              "%s makes %zu offers", s->name, offers_count(&hub->people->offers, s->id));
    const struct client *client = people_client_of(hub_people(hub), s);
    SIM_CHECK(s->client == 0 || (client != NULL && client->session == s),
              "%s has a client that does not know him", s->name);
    for (size_t i = 0; i < s->n_rooms; i++) {
        enum side side;
        SIM_CHECK(room_side_of(s->rooms[i], s->id, &side), "%s does not sit in %s",
                  s->name, s->rooms[i]->code);
    }
}

static void inspect_room(const struct hub *hub, const struct room *room) {
    const struct limits *limits = &hub->config->limits;
    uint64_t white = room->seat[SIDE_WHITE].session;
    SIM_CHECK(!room_is_empty(room) && white != room->seat[SIDE_BLACK].session,
              "%s is empty, or one sits on both sides", room->code);
    /* Others may have come before those who come back with their front. */
    SIM_CHECK((int64_t)rooms_n_watching(room) <=
                  limits->watchers_per_room * (sim.n_fronts > 0 ? 2 : 1),
              "%s has %zu watchers", room->code, rooms_n_watching(room));
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *s =
            slots_get(&hub->people->sessions, room->seat[side].session);
        SIM_CHECK(room->seat[side].session == 0 ||
                      (s != NULL && session_find_room(s, room->code) == room),
                  "%s: a seat of nobody", room->code);
        SIM_CHECK(s == NULL || !turn_may_write(hub_turns(hub)) || hub->turns->is_ending ||
                      (s->client == 0) == room->seat[side].absence.away,
                  "%s: %s is %s, and it is not known", room->code, s->name,
                  s->client == 0 ? "away" : "here");
    }
    struct room_limits room_limits = rooms_limits(hub_rooms(hub));
    uint64_t due_ms = room_due_ms(room, &room_limits);
    SIM_CHECK(!turn_may_write(hub_turns(hub)) || lease_is_late(hub_turns(hub)) ||
                  due_ms == UINT64_MAX ||
                  turn_deadline(hub_turns(hub)) + hub->turns->base_ms <=
                      (due_ms > hub->turns->now.ms ? due_ms : hub->turns->now.ms) +
                          LATE_MS,
              "%s: something is due, and the server sleeps longer", room->code);
}

/* Open offers are those of players who are present. */
static void inspect_offers(const struct hub *hub) {
    size_t at = 0;
    for (const struct offer *o; (o = offers_next(&hub->people->offers, &at)) != NULL;) {
        const struct session *from = slots_get(&hub->people->sessions, o->from);
        const struct session *to = slots_get(&hub->people->sessions, o->to);
        SIM_CHECK(from != NULL && from->client != 0 &&
                      (o->to == 0 || (to != NULL && to->client != 0)),
                  "offer %llu stands, and its player is gone", (unsigned long long)o->id);
        SIM_CHECK(o->due_ms + SLOW_MS > hub->turns->now.ms, "offer %llu has not expired",
                  (unsigned long long)o->id);
    }
}

void inspect_memory(void) {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    struct mallinfo2 info = mallinfo2();
    SIM_CHECK(info.uordblks + info.hblkhd < MEMORY_BYTES_MAX, "%zu bytes are in use",
              info.uordblks + info.hblkhd);
#endif
}

void inspect_hub(const struct hub *hub) {
    for (size_t i = 0; i < hub->rooms->lobby.rooms.n; i++) {
        const struct room *room = hub->rooms->lobby.rooms.room[i];
        if (!rooms_is_closed(room) && hub->turns->storage.state != STORAGE_LOADS) {
            inspect_room(hub, room);
        }
    }
    uint32_t at = 0;
    for (const struct session *s;
         (s = slots_next(&hub->people->sessions, &at)) != NULL;) {
        inspect_session(hub, s);
    }
    inspect_offers(hub);
    const struct limits *limits = &hub->config->limits;
    SIM_CHECK((int64_t)people_n_clients(hub_people(hub)) <= limits->connections &&
                  (int64_t)hub->rooms->lobby.rooms.n <= limits->rooms &&
                  (int64_t)hub->people->offers.n <= limits->offers,
              "%zu clients, %zu rooms, %zu offers", people_n_clients(hub_people(hub)),
              hub->rooms->lobby.rooms.n, hub->people->offers.n);
    SIM_CHECK(hub->people->jobs.n <= limits->jobs, "%lld jobs",
              (long long)hub->people->jobs.n);
}

void inspect_empty(const struct hub *hub) {
    SIM_CHECK(people_n_clients(hub_people(hub)) == 0, "%zu clients are left",
              people_n_clients(hub_people(hub)));
    SIM_CHECK(rooms_n(hub_rooms(hub)) == 0, "room %s is left",
              hub->rooms->lobby.rooms.room[0]->code);
    SIM_CHECK(hub->people->sessions.n_used == 0, "%u sessions are left",
              hub->people->sessions.n_used);
    SIM_CHECK(hub->people->offers.n == 0, "%zu offers are left", hub->people->offers.n);
    SIM_CHECK(hub->people->addresses.index.n_used == 0, "%u addresses are left",
              hub->people->addresses.index.n_used);
    SIM_CHECK(hub->people->names.n_used == 0 && hub->people->accounts.n_used == 0,
              "%u names and %u accounts are left", hub->people->names.n_used,
              hub->people->accounts.n_used);
    SIM_CHECK(hub->people->logins.n == 0 && hub->people->keeps.n == 0 &&
                  hub->rooms->deadlines.n == 0,
              "something is due, and nobody is left");
}
