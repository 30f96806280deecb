/* Hubs and their fronts: processes that are killed, stopped and started again, the trunks
 * between them, which are cut, silent and slow, and the database with the lease. */
#include <signal.h>
#include <string.h>

#include "server/front/state.h"
#include "server/hub/hub.h"
#include "server/net/door.h"
#include "server/net/loop_state.h"
#include "server/store/lease.h"
#include "tests/sim/one/one.h"
#include "tests/sim/people.h"
#include "tests/sim/run.h"
#include "tests/support/shared_db.h"

/* Where fronts look for the hub: its last letter names host 0 (uv_tcp.c). */
#define HUB "/hub/a"
/* How soon a front hears where the hub is, in ms; and if its node does not reach the
 * database.  Meanwhile it may speak with one that has lost its lease. */
#define NEWS_MS 700
#define LATE_MS 15000
/* Nobody has to wait for longer than this for a player to be gone; in s. */
#define KEEP_S 600
/* How long it takes until a trunk is known to be dead, in ms. */
#define DEAD_MS 15000
/* Longest delay of a slow trunk, and of a front that stands still, in ms. */
#define SLOW_MS 20000

enum fault {
    FRONT_KILLED,
    FRONT_STOPPED,
    FRONT_STILL,
    TRUNK_CUT_OFF, /* with notice, in the middle of a frame, perhaps */
    TRUNK_DIES,    /* without */
    TRUNK_SLOW,
    TRUNK_FAULTS
};

struct front_process {
    struct process process; /* must be first, for casts */
    struct front *front;    /* NULL: it does not run */
    char hub[sizeof HUB];   /* where it looks for the hub */
    unsigned n_starts;
};

static struct {
    struct front_process front[SIM_FRONTS];
    bool has[TRUNK_FAULTS];
    bool has_key, is_left;
    uint8_t key[TRUNK_KEY_BYTES];
    struct shared_db *shared; /* of several hubs; NULL: there is one, with a disk */
    bool is_out;              /* the process that runs now does not reach it */
    uint64_t away_ms;         /* nobody reaches it until then */
} several;

const uint8_t *several_key(void) {
    return several.has_key ? several.key : NULL;
}

unsigned server_host(void) {
    return sim.n_fronts > 0 ? NET_FRONT + sim_below(RANDOM_PEOPLE, sim.n_fronts) : 0;
}

/* --- fronts --- */

static unsigned number_of(const struct front_process *own) {
    return own->process.fake.host - NET_FRONT;
}

/* Nobody hears of anything through a front without its hub. */
static void on_turn(void) {
    const struct front_process *own = (struct front_process *)fake_loop;
    if (own->front != NULL && !own->front->has_hub) {
        net_excuse(sim.now_ms);
    }
    server.was_slow =
        server.was_slow || (own->front != NULL && own->front->metrics.readers_closed > 0);
}

static void start_front(void *arg, uint64_t n);

static void on_front_ended(struct process *process) {
    struct front_process *own = (struct front_process *)process;
    SIM_CHECK(!several.is_left || own->front->clients.n_used == 0,
              "front %u ends, and %u clients are left", number_of(own),
              own->front->clients.n_used);
    trace_note("front %u has ended", number_of(own));
    front_free(own->front);
    own->front = NULL;
    net_die(process->fake.host);
    sim_in(sim_below(RANDOM_FATE, 20000), start_front, own, 0);
}

static void on_stop(void *arg) {
    (void)arg;
}

static const struct signal_hooks hooks = {on_stop, on_stop, NULL};

static void start_front(void *arg, uint64_t n) {
    struct front_process *own = arg;
    static const char *const listen[] = {"127.0.0.1:2532"};
    char fault[FAULT_BYTES] = "";
    const struct front_config config = {
        .limits = &server.config.hub.limits,
        .log = &server.config.hub.log,
        .hub = own->hub,
        .key = several_key(),
        .announce = "",
        .operator_local = true,
    };
    (void)n;
    if (several.is_left) {
        return;
    }
    trace_note("front %u starts, number %u", number_of(own), ++own->n_starts);
    struct fake_loop *before = process_enter(&own->process);
    own->front = front_new(&config, fault);
    SIM_CHECK(own->front != NULL &&
                  door_listen(front_door(own->front), 0, listen, 1, fault),
              "no front: %s", fault);
    door_catch_signals(front_door(own->front), &hooks);
    fake_loop_on_turn(on_turn);
    process_start(&own->process, &own->front->uv, on_front_ended);
    process_leave(before);
}

static void stop_front(struct front_process *own) {
    if (own->front != NULL && !own->front->door.is_stopping) {
        trace_note("front %u is told to stop", number_of(own));
        process_signal(&own->process, SIGTERM);
    }
}

static void kill_front(struct front_process *own) {
    if (own->front != NULL) {
        trace_note("front %u is killed", number_of(own));
        process_kill(&own->process);
        net_die(own->process.fake.host);
    }
}

void server_left(void) {
    several.is_left = true;
    for (unsigned i = 0; i < sim.n_fronts; i++) {
        stop_front(&several.front[i]);
    }
}

/* --- faults --- */

static struct wire *pick_trunk(void) {
    unsigned n = 0;
    struct wire *wire = NULL;
    while ((wire = net_next_trunk(wire)) != NULL) {
        n++;
    }
    for (unsigned i = n > 0 ? 1 + sim_below(RANDOM_FATE, n) : 0; i > 0; i--) {
        wire = net_next_trunk(wire);
    }
    return wire;
}

static void suffer(enum fault fault) {
    struct front_process *own = &several.front[sim_below(RANDOM_FATE, sim.n_fronts)];
    struct wire *trunk = pick_trunk();
    uint64_t ms = 1 + sim_below(RANDOM_FATE, SLOW_MS);
    if (!several.has[fault] || (fault >= TRUNK_CUT_OFF && trunk == NULL)) {
        return;
    }
    switch (fault) {
    case FRONT_KILLED: kill_front(own); break;
    case FRONT_STOPPED: stop_front(own); break;
    case FRONT_STILL:
        if (own->front != NULL) {
            process_stand_still(&own->process, ms);
        }
        break;
    case TRUNK_CUT_OFF:
        trace_note("the trunk of front %u is cut", trunk->from - NET_FRONT);
        net_break(trunk);
        break;
    case TRUNK_DIES:
        trace_note("the trunk of front %u dies", trunk->from - NET_FRONT);
        net_silence(trunk);
        net_excuse(sim.now_ms + DEAD_MS);
        break;
    case TRUNK_SLOW:
        trace_note("the trunk of front %u is slow", trunk->from - NET_FRONT);
        net_slow(trunk, ms);
        net_excuse(sim.now_ms + ms);
        break;
    case TRUNK_FAULTS: break;
    }
}

static void on_fate(void *arg, uint64_t n) {
    if (!sim.is_calm) {
        suffer((enum fault)sim_below(RANDOM_FATE, TRUNK_FAULTS));
        sim_in(500 + sim_below(RANDOM_FATE, 5 * people.pace_ms + 2000), on_fate, arg, n);
    }
}

/* --- the database of several hubs --- */

static uint64_t clock_ms(void *arg) {
    (void)arg;
    return sim.now_ms;
}

/* Nothing that a dead process has begun is carried out. */
void several_reach(void) {
    const struct one *own = fake_loop->host < NET_FRONT ? (struct one *)fake_loop : NULL;
    bool is_out = sim.now_ms < several.away_ms ||
                  (own != NULL && (own->is_killed || own->is_cut_off));
    if (several.shared != NULL && is_out != several.is_out) {
        several.is_out = is_out;
        store_upset_shared(several.shared, is_out ? SHARED_AWAY : SHARED_WORKS);
    }
}

static void end_trouble(void *arg, uint64_t n) {
    (void)n;
    if (arg != NULL) {
        ((struct one *)arg)->is_cut_off = false;
    }
    several_reach();
}

/* While the database is away, nothing else happens to it. */
static void upset(enum shared_state state) {
    if (!several.is_out) {
        store_upset_shared(several.shared, state);
    }
}

void several_trouble(uint64_t ms) {
    if (sim_strikes(FAULT_WRITE, RANDOM_FATE, 2)) {
        upset(SHARED_FAILS);
    } else if (sim_strikes(FAULT_SYNC, RANDOM_FATE, 2)) {
        upset(SHARED_UNANSWERED);
    } else if (sim_strikes(FAULT_FULL, RANDOM_FATE, 2)) {
        trace_note("the database is away for %llu ms", (unsigned long long)ms);
        several.away_ms = sim.now_ms + ms;
        sim_in(ms, end_trouble, NULL, 0);
    } else if (sim_strikes(FAULT_FULL, RANDOM_FATE, 2)) {
        trace_note("hub %u is cut off from the database for %llu ms",
                   one->process.fake.host, (unsigned long long)ms);
        one->is_cut_off = true;
        sim_in(ms, end_trouble, one, 0);
    }
}

/* A hub that is well keeps the lease: nobody else needs to try. */
static bool may_be_free(const struct one *own) {
    bool is_well = one->loop != NULL && !one->is_killed && !one->is_cut_off &&
                   one->process.fake.still_until_ms == 0 &&
                   sim.now_ms > several.away_ms + STORE_LEASE_MS;
    return several.shared == NULL ||
           (!is_well && !own->is_cut_off && sim.now_ms >= several.away_ms);
}

static void find_hub(void *arg, uint64_t host) {
    struct front_process *own = arg;
    char *last = &own->hub[strlen(own->hub) - 1];
    if (process_is_still(&own->process)) {
        sim_at(own->process.fake.still_until_ms, find_hub, arg, host);
    } else if (host == one->process.fake.host && *last != (char)('a' + host)) {
        *last = (char)('a' + host);
        trace_note("front %u finds hub %llu", number_of(own), (unsigned long long)host);
        if (own->front != NULL) {
            struct fake_loop *before = process_enter(&own->process);
            uplink_turn(own->front);
            process_leave(before);
        }
    }
}

void several_took(const struct one *own) {
    for (unsigned i = 0; i < sim.n_fronts; i++) {
        bool is_late = sim.n_hubs > 1 && sim_one_in(RANDOM_FATE, 3);
        unsigned most_ms = is_late ? LATE_MS : NEWS_MS;
        sim_in(sim_below(RANDOM_FATE, most_ms), find_hub, &several.front[i],
               own->process.fake.host);
    }
}

/* --- hubs --- */

static void start_hub(void *arg, uint64_t n);

static void end_hub(struct one *own) {
    one_end(own);
    if (!sim.is_over) {
        sim_in(own->down_ms, start_hub, own, 0);
    }
}

static void on_hub_ended(struct process *process) {
    struct one *own = (struct one *)process;
    trace_note("hub %u has ended", process->fake.host);
    if (own == one) {
        restart_before(loop_hub(own->loop));
    }
    end_hub(own);
}

static void start_hub(void *arg, uint64_t n) {
    struct one *own = arg;
    if (sim.is_over) {
        return;
    }
    if (!may_be_free(own)) {
        sim_in(1000, start_hub, own, n);
        return;
    }
    struct fake_loop *before = process_enter(&own->process);
    if (one_start(own)) {
        process_start(&own->process, &own->loop->uv, on_hub_ended);
    } else {
        end_hub(own);
    }
    process_leave(before);
}

static bool any_runs(void) {
    for (unsigned i = 0; i < sim.n_hubs; i++) {
        if (one_at(i)->loop != NULL) {
            return true;
        }
    }
    return false;
}

void several_begin(void) {
    memset(&several, 0, sizeof several);
    several.has_key = sim_one_in(RANDOM_FATE, 2);
    memset(several.key, 7, sizeof several.key);
    for (int i = 0; i < TRUNK_FAULTS; i++) {
        several.has[i] = sim_one_in(RANDOM_FATE, 3);
    }
    sim.has[HABIT_DAYS] = false; /* the world would see each tick of each front */
    server.config.hub.has_fronts = true;
    server.config.hub.limits.keep_s = KEEP_S;
    for (unsigned i = 0; i < sim.n_fronts; i++) {
        several.front[i].process.fake.host = NET_FRONT + i;
        strcpy(several.front[i].hub, HUB);
        start_front(&several.front[i], 0);
    }
    sim_in(1000, on_fate, NULL, 0);
    if (sim.n_hubs > 1) {
        several.shared = store_share_memory(clock_ms, NULL);
        server.config.hub.stored.kind = shared_db_kind(several.shared);
        server.config.hub.stored.node = "sim";
    }
}

void several_run(void) {
    for (unsigned i = 0; i < sim.n_hubs; i++) {
        sim_in(1000 * i, start_hub, one_at(i), 0);
    }
    while (!sim.is_over || any_runs()) {
        sim_step();
    }
}

void several_end(void) {
    if (several.shared != NULL) {
        store_unshare(several.shared);
    }
}
