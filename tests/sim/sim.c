#include "tests/sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"

/* 2026-11-20 20:00 UTC: some hours before a day, and a rating period, ends. */
#define BEGIN_UNIX_MS INT64_C(1795204800000)
/* The monotonic clock does not begin at 0. */
#define BEGIN_MS 1000000

struct deadline {
    uint64_t at_ms, serial; /* deadlines at the same time keep the order in which they
                             * were set */
    void (*run)(void *arg, uint64_t n);
    void *arg;
    uint64_t n;
};

struct sim sim;

static struct {
    struct deadline *item; /* a heap, the earliest first; owned */
    size_t n, cap;
    uint64_t serial;
} dues;

unsigned sim_below(enum chance chance, unsigned n) {
    return random_below(&sim.state[chance], n);
}

bool sim_one_in(enum chance chance, unsigned n) {
    return sim_below(chance, n) == 0;
}

bool sim_strikes(enum trait trait, enum chance chance, unsigned n) {
    return sim.has[trait] && !sim.is_calm && sim_one_in(chance, n);
}

/* One seed in eight has no faults, two in eight have only one. */
static void draw_traits(void) {
    unsigned kind = sim_below(RANDOM_FATE, 8);
    unsigned only = sim_below(RANDOM_FATE, FAULT_COUNT);
    for (unsigned i = 0; i < TRAIT_COUNT; i++) {
        bool drawn = sim_one_in(RANDOM_FATE, 3);
        bool is_fault = i < FAULT_COUNT;
        bool one = kind < 3 && i == only && kind > 0;
        sim.has[i] = is_fault ? one || (kind >= 3 && drawn) : !sim_one_in(RANDOM_FATE, 3);
    }
}

void sim_begin(uint64_t seed) {
    sim = (struct sim){.seed = seed, .now_ms = BEGIN_MS};
    for (unsigned i = 0; i < RANDOM_COUNT; i++) {
        uint64_t state = seed * RANDOM_COUNT + i;
        sim.state[i] = random_next(&state);
    }
    draw_traits();
}

void sim_end(void) {
    free(dues.item);
    memset(&dues, 0, sizeof dues);
}

void sim_note_traits(void) {
    static const char *const names[TRAIT_COUNT] = {
#define X(id, name) [id] = (name),
        FAULTS(X) HABITS(X)
#undef X
    };
    for (unsigned i = 0; i < TRAIT_COUNT; i++) {
        if (sim.has[i]) {
            trace_note("trait %s", names[i]);
        }
    }
}

int64_t sim_unix_ms(void) {
    return BEGIN_UNIX_MS + (int64_t)(sim.now_ms - BEGIN_MS);
}

/* --- deadlines --- */

static bool is_before(const struct deadline *a, const struct deadline *b) {
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->serial < b->serial;
}

static void swap(size_t a, size_t b) {
    struct deadline due = dues.item[a];
    dues.item[a] = dues.item[b];
    dues.item[b] = due;
}

void sim_at(uint64_t at_ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n) {
    if (dues.n == dues.cap) {
        dues.cap = dues.cap == 0 ? 256 : dues.cap * 2;
        dues.item = realloc(dues.item, dues.cap * sizeof *dues.item);
        SIM_CHECK(dues.item != NULL, "out of memory");
    }
    at_ms = at_ms > sim.now_ms ? at_ms : sim.now_ms;
    size_t at = dues.n++;
    dues.item[at] = (struct deadline){at_ms, ++dues.serial, run, arg, n};
    for (; at > 0 && is_before(&dues.item[at], &dues.item[(at - 1) / 2]);
         at = (at - 1) / 2) {
        swap(at, (at - 1) / 2);
    }
}

void sim_in(uint64_t ms, void (*run)(void *arg, uint64_t n), void *arg, uint64_t n) {
    sim_at(sim.now_ms + ms, run, arg, n);
}

uint64_t sim_next_ms(void) {
    if (dues.n == 0) {
        return UINT64_MAX;
    }
    return dues.item[0].at_ms > sim.now_ms ? dues.item[0].at_ms : sim.now_ms;
}

static void sift_down(void) {
    size_t at = 0;
    for (size_t child = 1; child < dues.n; child = 2 * at + 1) {
        child +=
            child + 1 < dues.n && is_before(&dues.item[child + 1], &dues.item[child]);
        if (!is_before(&dues.item[child], &dues.item[at])) {
            return;
        }
        swap(at, child);
        at = child;
    }
}

void sim_step(void) {
    struct deadline due = dues.item[0];
    dues.item[0] = dues.item[--dues.n];
    sift_down();
    sim.now_ms = due.at_ms > sim.now_ms ? due.at_ms : sim.now_ms;
    due.run(due.arg, due.n);
}

void sim_pass(uint64_t ms) {
    sim.now_ms += ms;
}
