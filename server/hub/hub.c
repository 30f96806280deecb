#include "server/hub/hub.h"

#include <stdlib.h>

#include "mem/mem.h"
#include "server/hub/cleanup.h"
#include "server/hub/host.h"
#include "server/hub/load.h"
#include "server/hub/state.h"
#include "server/people/bots.h"
#include "server/people/come.h"
#include "server/people/offers.h"
#include "server/people/send.h"
#include "server/rooms/ops.h"
#include "server/rooms/sessions.h"
#include "server/rooms/take_up.h"
#include "server/turn/lease.h"

/* --- what the lowest floor says to the others --- */

static void handed_over(void *owner) {
    const struct hub *hub = owner;
    rooms_handed_over(hub->rooms);
}

static void stored(void *owner, uint64_t turn) {
    const struct hub *hub = owner;
    rooms_stored(hub->rooms, turn);
}

static void refuse(void *owner, const struct asked *asked) {
    const struct hub *hub = owner;
    people_refuse(hub->people, asked);
}

static void failed(void *owner, uint64_t turn, uint64_t since_ms) {
    struct hub *hub = owner;
    rooms_dropped(hub->rooms);
    people_lose_offers(hub->people, turn);
    hub_load_again(hub, since_ms);
}

static void forgive(void *owner, uint64_t ms) {
    const struct hub *hub = owner;
    rooms_forgive(hub->rooms, ms);
}

/* --- start and end --- */

struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now) {
    struct hub *hub = mem_new(1, sizeof *hub);
    struct turn_calls calls = {.owner = hub,
                               .handed_over = handed_over,
                               .stored = stored,
                               .refuse = refuse,
                               .failed = failed,
                               .forgive = forgive};
    hub->config = config;
    hub->turns = turn_new(config, store, now, &calls);
    hub->people = people_new(config, hub->turns);
    hub->rooms = rooms_new(config, hub->turns, hub->people);
    hub->started_ms = turn_now_ms(hub->turns);
    turn_random_text(hub->turns, hub->boot, sizeof hub->boot - 1);
    hub_load(hub);
    people_find_operators(hub->people);
    people_add_bots(hub->people);
    hub_begin_forgetting(hub); /* the last server may not have finished it */
    lease_renew_at_start(hub->turns);
    return hub;
}

void hub_free(struct hub *hub) {
    hub_free_load(hub);
    rooms_free(hub->rooms);
    people_free(hub->people);
    turn_free(hub->turns);
    free(hub);
}

struct rooms *hub_rooms(const struct hub *hub) {
    return hub->rooms;
}

struct people *hub_people(const struct hub *hub) {
    return hub->people;
}

struct turns *hub_turns(const struct hub *hub) {
    return hub->turns;
}

const char *hub_boot(const struct hub *hub) {
    return hub->boot;
}

/* --- in a turn --- */

void hub_tick(struct hub *hub) {
    if (!turn_take_deadline(hub->turns)) {
        return;
    }
    lease_tick(hub->turns);
    people_expire_logins(hub->people);
    hub_drain_due(hub);
    people_expire_offers(hub->people);
    rooms_expire_sessions(hub->rooms);
    /* While nobody can move, nobody is late. */
    bool stalls = turn_is_stalled(hub->turns) || !turn_may_write(hub->turns);
    rooms_tick(hub->rooms, stalls);
    hub_retry(hub);
    hub_clean(hub);
    /* While everything is read again, no session ends. */
    people_wake(hub->people, turn_storage(hub->turns)->state != STORAGE_LOADS);
    if (!stalls) {
        rooms_wake(hub->rooms);
    }
}

void hub_sent(struct hub *hub, struct hub_time now) {
    turn_set_time(hub->turns, now);
    rooms_sent(hub->rooms);
}

void hub_shut_down(struct hub *hub) {
    turn_end_server(hub->turns);
    uint32_t at = 0;
    for (struct client *c; (c = people_next_client(hub->people, &at)) != NULL;) {
        if (!c->closing && c->front == 0) { /* a front keeps it for the next hub */
            people_bye(hub->people, c, ERR_SHUTTING_DOWN);
        }
    }
    people_end_all_offers(hub->people);
}
