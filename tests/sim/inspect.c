/* What must be true inside the server, whatever its clients see. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/clients.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"
#include "server/store/history.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

/* Most delay until something due is done: deadlines are rounded; ms. */
#define LATE_MS 100
/* The same when a slow disk may delay it. */
#define SLOW_MS 5000
/* Most memory for a run: three times the most that was seen. */
#define MEMORY_BYTES_MAX ((size_t)64 << 20)

/* --- after each iteration of the loop --- */

int64_t inspect_rooms_max(const struct limits *limits) {
    return limits->rooms_per_player * (disk_may_fail() ? 2 : 1);
}

static void inspect_session(const struct hub *hub, const struct session *s) {
    const struct limits *limits = &hub->config->limits;
    SIM_CHECK((int64_t)s->n_rooms <= inspect_rooms_max(limits), "%s sits in %u rooms",
              s->name, s->n_rooms);
    SIM_CHECK((int64_t)s->n_watched <= limits->watched_per_player, "%s watches %u rooms",
              s->name, s->n_watched);
    SIM_CHECK((int64_t)offers_count(&hub->offers, s->id) <= limits->offers_per_player,
              "%s makes %zu offers", s->name, offers_count(&hub->offers, s->id));
    const struct client *client = hub_client_of(hub, s);
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
    SIM_CHECK((int64_t)hub_n_watching(room) <= limits->watchers_per_room,
              "%s has %zu watchers", room->code, hub_n_watching(room));
    SIM_CHECK(!hub_room_status(room).lost, "%s is taken for damaged", room->code);
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *s = slots_get(&hub->sessions, room->seat[side].session);
        SIM_CHECK(room->seat[side].session == 0 ||
                      (s != NULL && session_find_room(s, room->code) == room),
                  "%s: a seat of nobody", room->code);
        SIM_CHECK(s == NULL || hub_room_status(room).frozen || hub->shutting_down ||
                      (s->client == 0) == room->seat[side].absence.away,
                  "%s: %s is away, or is not, and it is not known", room->code, s->name);
    }
    struct room_limits room_limits = hub_room_limits(hub);
    uint64_t due_ms = room_due_ms(room, &room_limits);
    SIM_CHECK(hub_room_status(room).frozen || due_ms == UINT64_MAX ||
                  hub_deadline(hub) + hub->epoch_ms <=
                      (due_ms > hub->now.ms ? due_ms : hub->now.ms) + LATE_MS,
              "%s: something is due, and the server sleeps longer", room->code);
}

/* Open offers are those of players who are present. */
static void inspect_offers(const struct hub *hub) {
    size_t at = 0;
    for (const struct offer *o; (o = offers_next(&hub->offers, &at)) != NULL;) {
        const struct session *from = slots_get(&hub->sessions, o->from);
        const struct session *to = slots_get(&hub->sessions, o->to);
        SIM_CHECK(from != NULL && from->client != 0 &&
                      (o->to == 0 || (to != NULL && to->client != 0)),
                  "offer %llu stands, and its player is gone", (unsigned long long)o->id);
        SIM_CHECK(o->due_ms + SLOW_MS > hub->now.ms, "offer %llu has not expired",
                  (unsigned long long)o->id);
    }
}

/* Checks how much memory a few people can make the server use, including its
 * libraries. */
static void inspect_memory(void) {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    struct mallinfo2 info = mallinfo2();
    SIM_CHECK(info.uordblks + info.hblkhd < MEMORY_BYTES_MAX, "%zu bytes are in use",
              info.uordblks + info.hblkhd);
#endif
}

void inspect_turn(struct hub *hub) {
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        const struct room *room = hub->lobby.rooms.room[i];
        referee_scan(room->code, room->game_id, const_hub_room(room)->seq);
        if (server.turns % 8 == 0 && !hub_room_status(room).closed &&
            !hub_room_status(room).stale) {
            inspect_room(hub, room);
        }
    }
    referee_scanned();
    SIM_CHECK(!hub->store_fails || disk_may_fail(),
              "the store fails, with a disk that works");
    if (server.turns % 256 == 0) {
        inspect_memory();
    }
    if (server.turns % 8 != 0) {
        return;
    }
    uint32_t at = 0;
    for (const struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        inspect_session(hub, s);
    }
    inspect_offers(hub);
    const struct limits *limits = &hub->config->limits;
    SIM_CHECK((int64_t)hub_n_clients(hub) <= limits->connections &&
                  (int64_t)hub->lobby.rooms.n <= limits->rooms &&
                  (int64_t)hub->offers.n <= limits->offers,
              "%zu clients, %zu rooms, %zu offers", hub_n_clients(hub),
              hub->lobby.rooms.n, hub->offers.n);
    SIM_CHECK(hub->n_jobs <= limits->jobs, "%lld jobs", (long long)hub->n_jobs);
}

/* --- before and after a restart --- */

static bool can_be_gone(const struct story *log) {
    bool is_idle = log->stage == STAGE_WAITING || log->stage == STAGE_OVER;
    return log->is_closed || (server.dies_in_turn && is_idle) || log->told == 0 ||
           log->is_leaving;
}

void inspect_before(struct hub *hub) {
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        const struct room *room = hub_find_room(hub, log->code);
        log->is_leaving =
            log->is_closed || room == NULL || const_hub_room(room)->committed == 0;
        if (room == NULL) { /* closed in this iteration, perhaps after further events */
            log->there = UINT64_MAX;
        } else if (const_hub_room(room)->seq > log->there) {
            log->there = const_hub_room(room)->seq;
        }
    }
}

/* Games that were over do not come back. */
static void inspect_none_back(const struct hub *hub) {
    for (size_t i = 0; i < hub->lobby.rooms.n && !server.dies_in_turn; i++) {
        const struct room *room = hub->lobby.rooms.room[i];
        const struct story *log = referee_find(room->code, room->game_id);
        SIM_CHECK(!log->is_closed, "%s, which was closed, is there after a restart",
                  room->code);
    }
}

void inspect_after(struct hub *hub) {
    inspect_none_back(hub);
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        const struct room *room = hub_find_room(hub, log->code);
        if (can_be_gone(log)) {
            continue;
        }
        SIM_CHECK(room != NULL, "%s is gone after a restart", log->code);
        SIM_CHECK(room->seq + hub_room_status(room).frozen > log->told,
                  "%s has event %llu after a restart, told was %llu", log->code,
                  (unsigned long long)room->seq, (unsigned long long)log->told);
    }
    server.dies_in_turn = false;
    SIM_CHECK(!store_has_set_aside(server.store), "a game was set aside");
}

void inspect_empty(struct hub *hub) {
    SIM_CHECK(hub != NULL, "the server does not run");
    SIM_CHECK(hub_n_clients(hub) == 0, "%zu clients are left", hub_n_clients(hub));
    SIM_CHECK(hub_n_rooms(hub) == 0, "room %s is left", hub->lobby.rooms.room[0]->code);
    SIM_CHECK(hub->sessions.n_used == 0, "%u sessions are left", hub->sessions.n_used);
    SIM_CHECK(hub->offers.n == 0, "%zu offers are left", hub->offers.n);
    SIM_CHECK(hub->addresses.index.n_used == 0, "%u addresses are left",
              hub->addresses.index.n_used);
    SIM_CHECK(hub->names.n_used == 0 && hub->accounts.n_used == 0,
              "%u names and %u accounts are left", hub->names.n_used,
              hub->accounts.n_used);
    SIM_CHECK(hub->logins.n == 0 && hub->keeps.n == 0 && hub->room_deadlines.n == 0,
              "something is due, and nobody is left");
}

/* --- the store --- */

/* The end of a game in the store is the one that clients were sent. */
static void check_finished(struct store *store, const struct finished *finished) {
    struct stored_game row;
    int64_t game = store_find_game(store, finished->game_id);
    if (game == 0 && !finished->has_moves &&
        strcmp(finished->result.reason, note_reason(NOTE_UNOPENED)) != 0) {
        return; /* not kept */
    }
    SIM_CHECK(game > 0 && store_list_game(store, game, &row),
              "the end of game %s is not stored", finished->game_id);
    SIM_CHECK(
        row.result.called_off == finished->result.called_off &&
            strcmp(row.result.reason, finished->result.reason) == 0 &&
            (row.result.called_off || row.result.outcome == finished->result.outcome) &&
            row.rated == finished->rated,
        "the end of game %s is stored as another one", finished->game_id);
    for (int i = 0; i < SIDE_COUNT; i++) {
        SIM_CHECK(strcmp(row.name[i], finished->name[i]) == 0 ||
                      strncmp(row.name[i], FORGOTTEN_PREFIX, 5) == 0,
                  "game %s: %s is stored, not %s", finished->game_id, row.name[i],
                  finished->name[i]);
    }
}

/* The store does not name anybody whose data the server has promised to delete. */
static void check_forgotten(struct store *store) {
    struct stored_account account;
    SIM_CHECK(store_next_forgotten(store, 0, &account) == NOT_FOUND,
              "%s is not forgotten yet", account.name);
    for (size_t i = 0; i < people.n_forgotten; i++) {
        const char *name = people.forgotten[i];
        SIM_CHECK(store_count_games(store, name) == 0, "%s is in a game", name);
        SIM_CHECK(store_find_account(store, name, &account) == NOT_FOUND,
                  "%s has an account", name);
    }
}

/* Facts about all stored games, collected one by one. */
struct retold {
    uint64_t at_ms;                     /* time of the latest event of this game */
    struct dice_tally dice[DICE_KINDS]; /* of all games that have ended */
};

static void add_dice(struct retold *retold, const struct record *record) {
    struct dice_tally tally[SIDE_COUNT];
    if (record->game->dice == NULL) {
        return;
    }
    dicestats_count(record, tally);
    for (int side = 0; side < SIDE_COUNT; side++) {
        for (size_t i = 0; dicestats_kind(i) != NULL; i++) {
            if (dicestats_kind(i) != tally[side].kind) {
                continue;
            }
            retold->dice[i].throws += tally[side].throws;
            for (size_t k = 0; k < DICE_CELLS_MAX; k++) {
                retold->dice[i].count[k] += tally[side].count[k];
            }
        }
    }
}

static void see_op(void *arg, const struct room *room, const struct op *op) {
    struct retold *retold = arg;
    SIM_CHECK(op->at_ms >= retold->at_ms, "%s: time goes back at event %llu", room->code,
              (unsigned long long)room->seq);
    retold->at_ms = op->at_ms;
    for (size_t i = 0; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_OVER) {
            add_dice(retold, room->record);
        }
    }
}

static void check_dice(struct store *store, const struct retold *retold) {
    const struct dice_kind *kind;
    for (size_t i = 0; (kind = dicestats_kind(i)) != NULL; i++) {
        struct dice_tally stored = {.throws = 0};
        (void)store_find_dice(store, "", kind, &stored);
        bool all = stored.throws >= retold->dice[i].throws;
        for (int cell = 0; cell < DICE_CELLS_MAX; cell++) {
            all = all && stored.count[cell] >= retold->dice[i].count[cell];
        }
        SIM_CHECK(all, /* includes games that are not kept */
                  "%llu throws are counted of %llu", (unsigned long long)stored.throws,
                  (unsigned long long)retold->dice[i].throws);
    }
}

static void replay_all(struct store *store) {
    char fault[FAULT_BYTES] = "";
    struct retold retold = {0};
    int64_t game = 0;
    while ((game = store_next_game(store, game, false)) > 0) {
        retold.at_ms = 0;
        struct room *room = history_room(store, game, 0, see_op, &retold, fault);
        SIM_CHECK(fault[0] == '\0', "game %lld: %s", (long long)game, fault);
        room_destroy(room);
    }
    check_dice(store, &retold);
}

static void recompute_all(struct store *store) {
    char fault[FAULT_BYTES] = "", kind[GAME_TEXT_BYTES] = "";
    int64_t account = 0;
    while (store_next_rating(store, &account, kind) == FOUND) {
        struct rating stored, computed;
        SIM_CHECK(store_find_rating(store, account, kind, &stored) == FOUND &&
                      store_recompute_rating(store, account, kind, &computed, fault),
                  "the rating of account %lld: %s", (long long)account, fault);
        SIM_CHECK(rating_is_same(&stored, &computed),
                  "the rating of account %lld in %s is not that of its games",
                  (long long)account, kind);
    }
}

void inspect_store(struct store *store) {
    char fault[FAULT_BYTES] = "";
    struct stored_session session;
    SIM_CHECK(store_is_sound(store, fault), "the store is not sound: %s", fault);
    SIM_CHECK(store_next_game(store, 0, true) == 0 &&
                  !store_next_session(store, 0, &session),
              "a room, or a session, is left in the store");
    for (const struct finished *f = referee.finished; f != NULL; f = f->next) {
        check_finished(store, f);
    }
    check_forgotten(store);
    replay_all(store);
    recompute_all(store);
    inspect_ratings(store);
}
