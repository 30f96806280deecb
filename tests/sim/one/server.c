#include "tests/sim/one/one.h"

#include <signal.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/net/door.h"
#include "server/store/lease.h"
#include "server/turn/clock.h"
#include "server/turn/lease.h"
#include "server/turn/state.h"
#include "tests/sim/one/loop.h"
#include "tests/sim/outside.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/run.h"
#include "tests/sim/world/disk.h"
#include "tests/sim/world/net.h"

struct sim_server server;
struct one *one;
static struct one hubs[SIM_HUBS];

struct one *one_at(unsigned host) {
    return &hubs[host];
}

void one_begin(const char *dir) {
    memset(&server, 0, sizeof server);
    memset(hubs, 0, sizeof hubs);
    for (unsigned i = 0; i < SIM_HUBS; i++) {
        hubs[i].process.fake.host = i;
    }
    one = &hubs[0];
    fake_loop = &one->process.fake;
    outside_begin(&server.config, dir);
}

/* --- start and end --- */

static void on_stop(void *arg) {
    (void)arg;
    trace_note("alead: stops");
}

static const struct signal_hooks hooks = {on_stop, on_stop, NULL};

bool server_serves(void) {
    return fake_loop == &one->process.fake && !one->is_killed;
}

static int64_t n_commits(const struct one *own) {
    return turn_metrics(hub_turns(loop_hub(own->loop)))->commits;
}

/* Another hub has the lease.  This one may not know it, but nothing that it does counts,
 * and it knows that its lease is too old. */
static void check_stray(const struct one *own) {
    server.stray_ms = sim.now_ms;
    SIM_CHECK(n_commits(own) <= own->most_commits,
              "hub %u has stored a turn, and hub %u has the lease",
              own->process.fake.host, one->process.fake.host);
    SIM_CHECK(lease_is_late(hub_turns(loop_hub(own->loop))),
              "hub %u may tell something, and hub %u has the lease",
              own->process.fake.host, one->process.fake.host);
}

/* Whatever another hub has in memory, it may not tell it. */
static void on_turn(void) {
    const struct one *own = (struct one *)fake_loop;
    if (own != one && own->loop != NULL) {
        check_stray(own);
    }
    if (!server_serves()) {
        return;
    }
    struct hub *hub = loop_hub(one->loop);
    server.turns++;
    server.was_slow = turn_metrics(hub_turns(hub))->readers_closed > 0 ||
                      (server.was_slow && sim.n_fronts > 0);
    if (lease_is_late(hub_turns(hub))) {
        net_excuse(sim.now_ms);
    }
    if (sim.n_stills > 0 && turn_is_stalled(hub_turns(hub))) {
        server.stalled_ms = sim.now_ms;
    }
    if (one->doze_ms != 0 && hub->turns->flight != NULL) {
        fake_loop_stand_still(one->doze_ms);
        one->doze_ms = 0;
    }
    restart_turn(hub);
}

/* Listens to clients, or only to fronts. */
static struct loop *open_loop(struct config *config, struct store *store,
                              char fault[static FAULT_BYTES]) {
    size_t n = sim.n_fronts > 0 ? 0 : config->listen.n;
    struct loop *loop = loop_new(&config->hub, store, config->listen.item, n, fault);
    SIM_CHECK(loop != NULL, "no loop: %s", fault);
    SIM_CHECK(sim.n_fronts == 0 ||
                  loop_listen_for_fronts(loop, "127.0.0.1:2540", several_key(),
                                         config->hub.ways, fault),
              "no fronts: %s", fault);
    door_catch_signals(loop_door(loop), &hooks);
    return loop;
}

/* What its last turn did may be stored, and nobody is told. */
static void note_unreported(void) {
    server.dies_in_turn =
        server.dies_in_turn || uv_inside_has_unreported(&one->process.fake);
}

/* Another hub may have had the lease until now, and not know it. */
static void take_over(struct one *own) {
    if (own != one && one->loop != NULL) {
        note_unreported();
        one->most_commits = n_commits(one) + uv_inside_has_unreported(&one->process.fake);
        restart_before(loop_hub(one->loop));
    }
    one = own;
    server.store = own->store;
    server_note_store(false);
    referee_restarted();
}

/* False: the disk has failed, or another hub has the lease. */
static bool start(struct one *own) {
    char fault[FAULT_BYTES] = "";
    struct config *config = &server.config;
    disk_has_failed();
    config->hub.stored.recent_events =
        sim.seed % 2 == 0 ? 50 : 0; /* games are filed soon */
    config->hub.stored.log_pages = sim.seed % 3 == 0 ? 20 : 0;
    own->store = store_open(&config->hub.stored, fault);
    if (own->store == NULL) {
        SIM_CHECK(sim.n_hubs > 1 || disk_has_failed() || own->is_killed,
                  "the store is not opened: %s", fault);
        return false;
    }
    take_over(own);
    own->loop = open_loop(config, own->store, fault);
    if (sim.n_hubs > 1 &&
        (store_was_away(own->store) || turn_wants_stop(hub_turns(loop_hub(own->loop))))) {
        return false; /* as main.c */
    }
    fake_loop_on_turn(on_turn);
    trace_note("the server has started, number %u", ++server.n_starts);
    if (!own->is_killed) {
        restart_after(loop_hub(own->loop));
        several_took(own);
    }
    return true;
}

bool server_may_be_slow(void) {
    return server.was_slow;
}

/* The time for which the server's process was not stopped, in ms. */
static uint64_t process_ms(void) {
    return sim.now_ms - sim.still_ms;
}

uint64_t server_fails_ms(void) {
    return server.fails_ms + (server.store_fails ? process_ms() - server.failed_ms : 0);
}

void server_note_store(bool fails) {
    server.fails_ms = server_fails_ms();
    server.store_fails = fails;
    server.failed_ms = process_ms();
}

void server_calm(void) {
}

void server_finish(void) {
    SIM_CHECK(one->loop != NULL, "the server does not run");
    inspect_empty(loop_hub(one->loop));
    sim.is_over = true;
    one_stop();
}

void one_kill(bool loses_power) {
    if (one->is_killed || (one->loop == NULL && !one->is_starting)) {
        return;
    }
    trace_note("the server is killed%s", loses_power ? ", and power is lost" : "");
    one->is_killed = true;
    note_unreported();
    one->loses_power = loses_power;
    one->down_ms = sim_below(RANDOM_FATE, 3) * sim_below(RANDOM_FATE, 20000);
    if (sim.n_hubs == 1) {
        disk_die();
    }
    if (one->loop != NULL) {
        process_kill(&one->process);
    }
    net_die(one->process.fake.host);
}

void one_stand_still(uint64_t ms) {
    process_stand_still(&one->process, ms);
}

void one_stop(void) {
    if (one->loop != NULL && !one->is_killed) {
        trace_note("the server is told to stop");
        one->down_ms = sim_below(RANDOM_FATE, 20000);
        process_signal(&one->process, SIGTERM);
    }
}

/* As main.c does. */
static void close_store(struct one *own) {
    if (sim.n_hubs > 1 && own->store != NULL && !store_is_lost(own->store)) {
        store_end_lease(own->store);
    }
    store_close(own->store);
    server.store = server.store == own->store ? NULL : server.store;
    own->store = NULL;
}

void one_end(struct one *own) {
    if (own->loop != NULL) {
        loop_free(own->loop);
        own->loop = NULL;
    }
    close_store(own);
    net_die(own->process.fake.host);
    if (own->is_killed) {
        bool loses = own->loses_power && sim.n_hubs == 1;
        bool forgets = loses && server.config.hub.stored.durability == DURABILITY_PROCESS;
        disk_revive(loses);
        own->is_killed = false;
        own->loses_power = false;
        if (forgets) {
            people_forget(); /* they know the logs */
            referee_forget();
        }
    }
}

/* Time passes while the server is down. */
static void be_down(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    while (!sim.is_over && sim_next_ms() <= until_ms) {
        sim_step();
    }
    if (sim.now_ms < until_ms) {
        sim_pass(until_ms - sim.now_ms);
    }
}

bool one_start(struct one *own) {
    own->down_ms = 1000;
    own->doze_ms = 0;
    own->is_starting = true;
    bool runs = start(own) && !own->is_killed;
    own->is_starting = false;
    return runs;
}

void one_run(void) {
    while (!sim.is_over) {
        if (one_start(one)) {
            door_run(loop_door(one->loop));
            restart_before(loop_hub(one->loop));
        }
        one_end(one);
        be_down(one->down_ms);
    }
}
