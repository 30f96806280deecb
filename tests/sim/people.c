/* All people: who they are, when they act, and how a run ends. */
#include "tests/sim/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/acts.h"
#include "tests/sim/server.h"

/* In the calm, a request without an answer for this long is an error, in ms. */
#define PATIENCE_MS 120000
/* Time after which the calm must be over, and everybody must have left, in ms. */
#define CALM_MS 7200000
/* Most requests in flight at once. */
#define HASTE_MAX 6

struct people people;

static const struct {
    bool (*run)(struct person *p);
    unsigned weight;
    unsigned trait;
} acts[] = {
#define X(f, often, of) {f, often, of},
    ACTS(X)
#undef X
};

/* --- who they are --- */

static void describe(struct person *p, unsigned i) {
    p->is_operator = i == 0 && sim.has[HABIT_OPERATOR];
    p->is_text = i > 0 && sim.has[HABIT_TEXT] && i % 5 == 4;
    snprintf(p->name, sizeof p->name, "%s%u", p->is_text ? "Text" : "Person", i);
    if (p->is_operator) {
        snprintf(p->address, sizeof p->address, "127.0.0.1");
    } else if (i % 4 == 1) {
        snprintf(p->address, sizeof p->address, "2001:db8:%u::1", i / 8);
    } else {
        snprintf(p->address, sizeof p->address, "192.0.2.%u", 1 + i / 2);
    }
}

void people_begin(unsigned steps) {
    static const unsigned paces[] = {100, 1000, 5000};
    memset(&people, 0, sizeof people);
    people.steps = steps;
    people.n = 3 + sim_below(RANDOM_FATE, PEOPLE_MAX - 3);
    people.pace_ms = paces[sim_below(RANDOM_FATE, 3)];
    for (unsigned i = 0; i < people.n; i++) {
        describe(&people.person[i], i);
        sim_in(sim_below(RANDOM_PEOPLE, 3000), people_next, &people.person[i], 0);
    }
}

void people_end(void) {
    for (size_t i = 0; i < people.n; i++) {
        person_leave_places(&people.person[i]);
        free(people.person[i].heard);
    }
}

void people_forget(void) {
    people.n_forgotten = 0;
    for (size_t i = 0; i < people.n; i++) {
        struct person *p = &people.person[i];
        if (p->wire != NULL) { /* the network loses power as well */
            person_drop(p, net_break);
        }
        person_leave_places(p);
        person_forget_gags(p);
        p->has_again = false;
        p->banned[0] = '\0';
        if (p->password[0] != '\0') {
            p->maybe_forgotten = true; /* perhaps the account was never registered */
        }
    }
}

/* --- actions --- */

static bool do_something(struct person *p) {
    unsigned sum = 0, i = 0;
    for (size_t k = 0; k < sizeof acts / sizeof acts[0]; k++) {
        sum += acts[k].weight;
    }
    for (unsigned at = sim_below(RANDOM_PEOPLE, sum); at >= acts[i].weight; i++) {
        at -= acts[i].weight;
    }
    return (acts[i].trait == TRAIT_COUNT || sim.has[acts[i].trait]) && acts[i].run(p);
}

static void deafen(struct wire *wire) {
    net_deafen(wire, sim_below(RANDOM_NET, 60000));
}

/* Maybe injects a fault into the person's connection.  False: it does not. */
static bool meet_fault(struct person *p) {
    if (sim_strikes(FAULT_RESET, RANDOM_PEOPLE, 60)) {
        person_drop(p, sim_one_in(RANDOM_PEOPLE, 2) ? net_break : net_hang_up);
    } else if (sim_strikes(FAULT_SILENT, RANDOM_PEOPLE, 60)) {
        person_drop(p, net_silence);
    } else if (sim_strikes(FAULT_HALF, RANDOM_PEOPLE, 80)) {
        net_say_end(p->wire);
    } else if (sim_strikes(FAULT_DEAF, RANDOM_PEOPLE, 30)) {
        deafen(p->wire);
        return false;
    } else {
        return false;
    }
    return true;
}

/* Rooms that no new hub has shown may be lost. */
static bool look_for_lost(struct person *p) {
    for (size_t i = 0; i < PLACES_MAX && !p->is_text && p->n_requests == 0; i++) {
        if (p->place[i].is_lost) {
            person_ask(p, CMD_MINE, "", "%s", "");
            return true;
        }
    }
    return false;
}

static void act_now(struct person *p) {
    if (look_for_lost(p)) {
        return;
    }
    if (p->is_text) {
        act_in_text(p);
        return;
    }
    for (int tries = 0; tries < 20 && !do_something(p); tries++) {
    }
}

static void act_or_suffer(struct person *p) {
    unsigned most = sim.has[HABIT_HASTE] ? HASTE_MAX : 1;
    unsigned n = 1 + sim_below(RANDOM_PEOPLE, most);
    if (p->presence != HERE || p->wire->up.ends || meet_fault(p)) {
        return;
    }
    for (unsigned i = 0; i < n && p->n_requests < most && p->presence == HERE; i++) {
        act_now(p);
        sim.steps++;
    }
}

/* --- calm --- */

static void check_patience(const struct person *p) {
    uint64_t asked_ms = p->n_requests > 0 ? p->request[0].asked_ms : UINT64_MAX;
    uint64_t since_ms = p->wire != NULL ? net_free_since(p->wire) : 0;
    since_ms = since_ms > people.calm_ms ? since_ms : people.calm_ms;
    asked_ms = asked_ms > since_ms ? asked_ms : since_ms;
    SIM_CHECK(p->n_requests == 0 || p->wire->was_unfair || sim.now_ms < asked_ms ||
                  sim.now_ms - asked_ms < PATIENCE_MS,
              "%s has had no answer for %llu ms", p->name,
              (unsigned long long)(sim.now_ms - asked_ms));
}

/* Says goodbye, or just disconnects. */
static void quit(struct person *p) {
    SIM_CHECK(p->n_offers == 0, "%s has never heard of the end of offer %lld", p->name,
              (long long)p->offer[0]);
    if (people.is_closing && sim_one_in(RANDOM_PEOPLE, 3)) {
        person_drop(p, net_hang_up);
        p->is_gone = true;
        return;
    }
    p->asks_to_quit = true;
    if (p->is_text) {
        person_say(p, "quit sure", 9);
    } else {
        person_ask(p, CMD_QUIT, "", "'sure':'sure'");
    }
}

static bool has_places(const struct person *p) {
    for (size_t i = 0; i < PLACES_MAX; i++) {
        if (p->place[i].room[0] != '\0') {
            return true;
        }
    }
    return false;
}

static void end_evening(struct person *p) {
    if (p->presence != HERE || p->n_requests > 0 || p->wire->up.ends ||
        look_for_lost(p)) {
        return;
    }
    if (p->is_operator && !p->has_freed) {
        person_ask(p, CMD_DRAIN, "", "'minutes':'off'");
        p->has_freed = true;
    } else if (p->is_text || !person_finish(p)) {
        p->is_done = p->is_text || !has_places(p);
    }
    if (people.is_closing && p->password[0] != '\0' && !p->has_asked) {
        person_ask(p, CMD_RATING, "", "%s", "");
        p->has_asked = true;
    }
    bool may_quit = people.is_closing || p->is_text; /* otherwise opponents would wait for
                                                      * their moves */
    if (may_quit && p->is_done && p->n_requests == 0) {
        quit(p);
    }
}

/* Everybody has left for good: the server keeps nothing for them. */
static void on_empty(void *arg, uint64_t n) {
    (void)arg, (void)n;
    server_finish();
}

/* When the server must have received everything sent before the calm: bytes in a jam, and
 * those from a person who does not read, arrive later. */
static uint64_t heard_since(void) {
    uint64_t since_ms = people.calm_ms;
    for (size_t i = 0; i < people.n; i++) {
        const struct wire *wire = people.person[i].wire;
        uint64_t free_ms = wire != NULL ? net_free_since(wire) : 0;
        free_ms = free_ms < sim.now_ms ? free_ms : sim.now_ms;
        since_ms = free_ms > since_ms ? free_ms : since_ms;
    }
    return since_ms;
}

static void on_watch(void *arg, uint64_t n) {
    const struct limits *limits = &server.config.hub.limits;
    uint64_t offers_ms = heard_since() + (uint64_t)limits->offer_ms + 5000;
    bool all_done = true, all_gone = true;
    (void)arg, (void)n;
    for (size_t i = 0; i < people.n; i++) {
        const struct person *p = &people.person[i];
        bool is_done = p->is_done && p->presence == HERE && !people.is_closing;
        SIM_CHECK(sim.now_ms < offers_ms + CALM_MS || p->is_gone || is_done,
                  "%s cannot come to an end", p->name);
        all_done = all_done && (p->is_gone || (p->is_done && p->presence == HERE));
        all_gone = all_gone && p->is_gone;
        if (p->presence == HERE) {
            check_patience(p);
        }
    }
    people.is_closing = people.is_closing || (all_done && sim.now_ms > offers_ms);
    if (all_gone) {
        server_left();
        sim_in((uint64_t)(limits->keep_s * 1000 + 2 * limits->grace_ms) + 60000, on_empty,
               NULL, 0);
    } else {
        sim_in(1000, on_watch, NULL, 0);
    }
}

void people_calm(void) {
    trace_note("calm");
    sim.is_calm = true;
    server_calm();
    people.calm_ms = sim.now_ms > people.sleep_ms ? sim.now_ms : people.sleep_ms;
    sim_at(people.calm_ms + 1000, on_watch, NULL, 0);
}

/* --- turns --- */

void people_next(void *arg, uint64_t n) {
    struct person *p = arg;
    if (p->is_gone) {
        return;
    }
    people.n_turns++;
    if (p->presence == HERE && !p->is_text) {
        person_check_hears(p);
    }
    if (!p->has_come) {
        p->has_come = true;
        person_call(p);
    } else if (sim.is_calm) {
        end_evening(p);
    } else {
        act_or_suffer(p);
    }
    if (!sim.is_calm &&
        (sim.steps >= people.steps || people.n_turns > 10 * people.steps)) {
        people_calm();
    }
    uint64_t at_ms = sim.now_ms > people.sleep_ms ? sim.now_ms : people.sleep_ms;
    sim_at(at_ms + 1 + sim_below(RANDOM_PEOPLE, sim.is_calm ? 100 : people.pace_ms),
           people_next, p, n);
}
