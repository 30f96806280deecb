#include "tests/sim/one/one.h"

#include <signal.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/net/signals.h"
#include "server/turn/clock.h"
#include "tests/sim/one/loop.h"
#include "tests/sim/outside.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/disk.h"
#include "tests/sim/world/net.h"

struct sim_server server;
struct one one;

void one_begin(const char *dir) {
    memset(&server, 0, sizeof server);
    memset(&one, 0, sizeof one);
    fake_loop = &one.process.fake;
    outside_begin(&server.config, dir);
}

/* --- start and end --- */

static void on_stop(void *arg) {
    (void)arg;
    trace_note("alead: stops");
}

static const struct signal_hooks hooks = {on_stop, on_stop, NULL};

static void on_turn(void) {
    server.turns++;
    server.was_slow = turn_metrics(hub_turns(loop_hub(one.loop)))->readers_closed > 0 ||
                      (server.was_slow && sim.n_fronts > 0);
    if (!one.is_killed) {
        restart_turn(loop_hub(one.loop));
    }
}

/* Listens to clients, or only to fronts. */
static struct loop *open_loop(struct config *config, char fault[static FAULT_BYTES]) {
    size_t n = sim.n_fronts > 0 ? 0 : config->listen.n;
    struct loop *loop =
        loop_new(&config->hub, server.store, config->listen.item, n, fault);
    SIM_CHECK(loop != NULL, "no loop: %s", fault);
    SIM_CHECK(sim.n_fronts == 0 ||
                  loop_listen_for_fronts(loop, "127.0.0.1:2540", several_key(),
                                         config->hub.ways, fault),
              "no fronts: %s", fault);
    loop_catch_signals(loop, &hooks);
    return loop;
}

/* False: the disk has failed. */
static bool start(void) {
    char fault[FAULT_BYTES] = "";
    struct config *config = &server.config;
    disk_has_failed();
    server_note_store(false);
    referee_restarted();
    config->hub.stored.recent_events =
        sim.seed % 2 == 0 ? 50 : 0; /* games are filed soon */
    config->hub.stored.log_pages = sim.seed % 3 == 0 ? 20 : 0;
    server.store = store_open(&config->hub.stored, fault);
    if (server.store == NULL) {
        SIM_CHECK(disk_has_failed() || one.is_killed, "the store is not opened: %s",
                  fault);
        return false;
    }
    one.loop = open_loop(config, fault);
    fake_loop_on_turn(on_turn);
    trace_note("the server has started, number %u", ++server.n_starts);
    if (!one.is_killed) {
        restart_after(loop_hub(one.loop));
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
    SIM_CHECK(one.loop != NULL, "the server does not run");
    inspect_empty(loop_hub(one.loop));
    sim.is_over = true;
    one_stop();
}

void one_kill(bool loses_power) {
    if (one.is_killed || (one.loop == NULL && !one.is_starting)) {
        return;
    }
    trace_note("the server is killed%s", loses_power ? ", and power is lost" : "");
    one.is_killed = true;
    one.n_kills++;
    one.loses_power = loses_power;
    one.down_ms = sim_below(RANDOM_FATE, 3) * sim_below(RANDOM_FATE, 20000);
    disk_die();
    if (one.loop != NULL) {
        process_kill(&one.process);
    }
    net_die(0);
}

void one_stand_still(uint64_t ms) {
    process_stand_still(&one.process, ms);
}

void one_stop(void) {
    if (one.loop != NULL && !one.is_killed) {
        trace_note("the server is told to stop");
        one.down_ms = sim_below(RANDOM_FATE, 20000);
        fake_loop_signal(SIGTERM);
    }
}

void one_end(void) {
    if (one.loop != NULL) {
        loop_free(one.loop);
        one.loop = NULL;
    }
    store_close(server.store);
    server.store = NULL;
    net_die(0);
    if (one.is_killed) {
        bool loses = one.loses_power;
        bool forgets = loses && server.config.hub.stored.durability == DURABILITY_PROCESS;
        disk_revive(loses);
        one.is_killed = false;
        one.loses_power = false;
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

bool one_start(void) {
    one.down_ms = 1000;
    one.is_starting = true;
    bool runs = start() && !one.is_killed;
    one.is_starting = false;
    return runs;
}

void one_run(void) {
    while (!sim.is_over) {
        if (one_start()) {
            loop_run(one.loop);
            restart_before(loop_hub(one.loop));
        }
        one_end();
        be_down(one.down_ms);
    }
}
