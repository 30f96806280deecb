#include "server/turn/turn.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/turn/clock.h"
#include "server/turn/lease.h"
#include "server/turn/state.h"

/* Server time begins at this, in ms: 0 stands for "never". */
#define FIRST_MS 1000

/* Numbers of turn_next_order for each ms: many more than a server needs. */
#define ORDERS_PER_MS (1 << 20)

/* --- which turn it is --- */

static bool is_dirty(const struct turn *turn) {
    return turn->writes.n > 0 || turn->is_open;
}

static void begin_turn(struct turns *turns) {
    uint64_t number = turns->turn != NULL ? turns->turn->number + 1 : 1;
    turns->turn = turns->spare != NULL ? turns->spare : mem_new(1, sizeof *turns->turn);
    turns->turn->number = number;
    turns->spare = NULL;
}

/* Undoes what the turn did outside its writes, or drops what that would take. */
static void end_undo(struct turn *turn, bool fails) {
    while (turn->n_undo > 0) {
        struct undo *undo = &turn->undo[--turn->n_undo];
        undo->run(undo->owner, undo->value, fails);
    }
}

static void free_turn(struct turn *turn) {
    if (turn != NULL) {
        writes_fini(&turn->writes);
        outbox_fini(&turn->outbox);
        end_undo(turn, false);
        free(turn->undo);
        free(turn->after);
        free(turn->asked);
        free(turn);
    }
}

static size_t memory_of(const struct turn *turn) {
    return turn->writes.cap + turn->outbox.cap * sizeof *turn->outbox.item +
           turn->cap_undo * sizeof *turn->undo + turn->cap_after * sizeof *turn->after +
           turn->cap_asked * sizeof *turn->asked;
}

/* Ends a turn that is decided.  Its memory is kept for another one. */
static void end_turn(struct turns *turns, struct turn *turn) {
    if (turns->spare != NULL || memory_of(turn) > TURN_KEPT_BYTES) {
        free_turn(turn);
        return;
    }
    writes_clear(&turn->writes);
    outbox_drop(&turn->outbox, turn->outbox.n);
    end_undo(turn, false);
    *turn = (struct turn){.writes = turn->writes,
                          .outbox = turn->outbox,
                          .undo = turn->undo,
                          .cap_undo = turn->cap_undo,
                          .after = turn->after,
                          .cap_after = turn->cap_after,
                          .asked = turn->asked,
                          .cap_asked = turn->cap_asked};
    turns->spare = turn;
}

struct turns *turn_new(struct hub_config *config, struct store *store,
                       struct hub_time now, const struct turn_calls *calls) {
    struct turns *turns = mem_new(1, sizeof *turns);
    turns->config = config;
    turns->calls = *calls;
    turns->store = store;
    turns->deadline = UINT64_MAX;
    /* Server time goes on where it stopped: players do not pay for time without a
     * server. */
    uint64_t last_ms = store_time(store);
    uint64_t begun_ms = last_ms > FIRST_MS ? last_ms : FIRST_MS;
    turns->base_ms = begun_ms - now.ms;
    /* The server time of a load is later than all before it.  Only where a power cut may
     * take it back, the host's clock is added, which goes on meanwhile. */
    bool may_go_back = config->stored.durability == DURABILITY_PROCESS;
    uint64_t clock_ms = may_go_back ? (uint64_t)now.unix_ms : 0;
    turns->order = (begun_ms + clock_ms) * ORDERS_PER_MS;
    turn_set_time(turns, now);
    turns->looking.is_wanted = store_may_get_lost(store);
    begin_turn(turns);
    lease_begin(turns);
    return turns;
}

void turn_free(struct turns *turns) {
    free_turn(turns->turn);
    free_turn(turns->flight);
    free_turn(turns->spare);
    outbox_fini(&turns->outbox);
    lease_free(turns);
    free(turns);
}

/* The turn with this number; NULL: it is decided. */
static struct turn *find_turn(const struct turns *turns, uint64_t number) {
    if (number <= turns->decided) {
        return NULL;
    }
    return turns->flight != NULL && number == turns->flight->number ? turns->flight
                                                                    : turns->turn;
}

uint64_t turn_needs(const struct turns *turns) {
    return is_dirty(turns->turn)   ? turns->turn->number
           : turns->flight != NULL ? turns->flight->number
                                   : 0;
}

uint64_t turn_number(const struct turns *turns) {
    return turns->turn->number;
}

/* --- in a turn --- */

void turn_open(struct turns *turns) {
    turns->turn->is_open = true;
}

struct writes *turn_writes(struct turns *turns) {
    return &turns->turn->writes;
}

void turn_after(struct turns *turns, void (*run)(void *owner, uint64_t arg), void *owner,
                uint64_t arg) {
    struct turn *turn = turns->turn;
    turn_open(turns);
    MEM_ROOM(turn->after, turn->n_after, turn->cap_after, 4);
    turn->after[turn->n_after++] = (struct after){run, owner, arg};
}

void turn_if_it_fails(struct turns *turns, turn_undo *run, void *owner, void *value) {
    struct turn *turn = turns->turn;
    turn_open(turns);
    MEM_ROOM(turn->undo, turn->n_undo, turn->cap_undo, 4);
    turn->undo[turn->n_undo++] = (struct undo){run, owner, value};
}

struct outbox *turn_outbox_for(struct turns *turns, uint64_t *waits, uint64_t needs) {
    *waits = needs > *waits ? needs : *waits;
    struct turn *turn = find_turn(turns, *waits);
    return turn != NULL ? &turn->outbox : &turns->outbox;
}

bool turn_is_awaited(const struct turns *turns, uint64_t waits) {
    return waits > turns->decided;
}

/* Where to note a request of a client whose goodbye may be queued already: after its last
 * one, before the goodbye. */
static size_t place_of(const struct turn *turn, const struct asked *asked,
                       bool is_dismissed) {
    size_t i = turn->n_asked;
    while (is_dismissed && i > 0 && turn->asked[i - 1].client != asked->client) {
        i--;
    }
    return i;
}

void turn_note_asked(struct turns *turns, uint64_t waits, const struct asked *asked,
                     bool is_dismissed) {
    struct turn *turn = find_turn(turns, waits);
    if (turn == NULL) {
        return;
    }
    MEM_ROOM(turn->asked, turn->n_asked, turn->cap_asked, 16);
    size_t i = place_of(turn, asked, is_dismissed);
    struct asked *noted = &turn->asked[i];
    memmove(noted + 1, noted, (turn->n_asked++ - i) * sizeof *noted);
    size_t at = i > 0 ? noted[-1].at : 0;
    *noted = *asked;
    noted->at = is_dismissed ? at : turn->outbox.n;
}

/* --- a turn is stored, or fails --- */

/* Its messages can be sent. */
static void keep_turn(struct turns *turns, struct turn *turn) {
    outbox_append(&turns->outbox, &turn->outbox);
    turns->calls.stored(turns->calls.owner, turn->number);
    for (size_t i = 0; i < turn->n_after; i++) {
        turn->after[i].run(turn->after[i].owner, turn->after[i].arg);
    }
}

/* Answers each request of a turn with `storage`, in the mode from before the turn.
 * Goodbyes come last. */
static void refuse_requests(struct turns *turns, struct turn *turn) {
    struct outbox *outbox = &turn->outbox;
    size_t next = 0;
    for (size_t i = 0; i < turn->n_asked; i++) {
        if (turn->asked[i].at == 0) {
            turns->calls.refuse(turns->calls.owner, &turn->asked[i]);
        }
    }
    for (size_t i = 0; i <= outbox->n; i++) {
        for (; next < turn->n_asked && turn->asked[next].at <= i; next++) {
            if (turn->asked[next].at != 0) {
                turns->calls.refuse(turns->calls.owner, &turn->asked[next]);
            }
        }
        if (i < outbox->n) {
            outbox_take_always(&turns->outbox, &outbox->item[i]);
        }
    }
    outbox->n = 0;
}

/* Drops a turn that could not be stored, and the present one, which builds on it. */
static void drop_turns(struct turns *turns, struct turn *failed) {
    struct turn *present = turns->turn;
    turns->decided = present->number;
    begin_turn(turns);
    end_undo(present, true);
    end_undo(failed, true);
    refuse_requests(turns, failed);
    refuse_requests(turns, present);
    turn_wake_at(turns, turns->now.ms);
    end_turn(turns, present);
    turns->calls.failed(turns->calls.owner, failed->number, failed->since_ms);
}

/* --- the end of a turn --- */

static void run_turn(struct store_task *task, struct store *store) {
    struct turn *turn = (struct turn *)task;
    turn->works = writes_commit(&turn->writes, store);
    turn->is_lost = store_is_lost(store);
    text_copy(turn->fault, sizeof turn->fault, store_fault(store));
    turn->n_accounts = store_n_accounts(store);
    turn->is_untidy = store_is_untidy(store);
    turn->is_renewed = store_was_renewed(store, &turn->n_lost);
}

static void note_result(struct turns *turns, const struct turn *turn) {
    if (turn->is_renewed) {
        turn_log_renewed(turns, turn->n_lost);
    }
    struct metrics *metrics = &turns->metrics;
    metrics->commits += turn->works;
    metrics->commits_failed += !turn->works;
    metrics->commit_us += turn->task.us;
    if (turn->task.us > metrics->commit_us_max) {
        metrics->commit_us_max = turn->task.us;
    }
    turns->storage.n_accounts = turn->n_accounts;
    turns->tidying.is_wanted = turn->is_untidy;
    turn_note_store(turns, turn->works, turn->fault);
}

/* Whether the store has had a turn for too long. */
static bool is_slow(const struct turns *turns) {
    return turns->flight != NULL &&
           turns->now.ms >= turns->flight->since_ms + TURN_STALL_MS;
}

void turn_lose_store(struct turns *turns, const char *fault) {
    if (turns->lease != NULL) {
        lease_lose(turns, fault);
    } else {
        log_line(&turns->config->log, LOG_ERROR, "store_lost why=%s", LOG_QUOTED(fault));
        turns->wants_stop = true;
    }
}

static void turn_done(struct store_task *task, void *owner) {
    struct turns *turns = owner;
    struct turn *turn = (struct turn *)task;
    bool was_stalled = is_slow(turns);
    turns->flight = NULL;
    turns->decided = turn->number;
    note_result(turns, turn);
    if (turn->works) {
        end_undo(turn, false); /* what fronts remember comes before the messages */
    }
    if (turn->is_lost) {
        turn_lose_store(turns, turn->fault);
        turn->n_asked = turns->lease != NULL ? turn->n_asked : 0; /* nobody knows */
    }
    if (turn->works) {
        keep_turn(turns, turn);
    } else {
        drop_turns(turns, turn);
    }
    if (turn->works && was_stalled) {
        turn_forgive(turns, turn->since_ms + TURN_STALL_MS);
    }
    end_turn(turns, turn);
}

/* Ends a turn in which nothing was to be stored after all. */
static void keep_unwritten(struct turns *turns, struct turn *turn) {
    begin_turn(turns);
    turns->decided = turn->number;
    end_undo(turn, false);
    keep_turn(turns, turn);
    end_turn(turns, turn);
}

/* Hands the present turn to the store. */
static void submit(struct turns *turns) {
    struct turn *turn = turns->turn;
    turns->calls.handed_over(turns->calls.owner);
    if (turn->writes.n == 0) {
        keep_unwritten(turns, turn);
        return;
    }
    writes_put_time(&turn->writes, turns->now.ms);
    turn->since_ms = turns->now.ms;
    turn->task.run = run_turn;
    turn->task.done = turn_done;
    turn->task.owner = turns;
    turns->flight = turn;
    begin_turn(turns);
    turn_start_task(turns, &turn->task);
}

static void start_asks(struct turns *turns) {
    struct store_task *task;
    while (!is_dirty(turns->turn) && (task = store_tasks_take(&turns->asks)) != NULL) {
        turn_start_task(turns, task);
    }
}

void turn_commit(struct turns *turns) {
    for (;;) {
        start_asks(turns);
        if (turns->flight != NULL || turns->gathers || !is_dirty(turns->turn)) {
            turn_tidy_if_idle(turns);
            return;
        }
        submit(turns);
    }
}

void turn_gather(struct turns *turns, bool gathers) {
    turns->gathers = gathers;
}

bool turn_is_settled(const struct turns *turns) {
    return turns->outbox.n == 0 &&
           (turns->flight != NULL || turns->gathers || !is_dirty(turns->turn));
}

bool turn_is_done(const struct turns *turns) {
    return turns->outbox.n == 0 && turns->flight == NULL && !is_dirty(turns->turn);
}

bool turn_is_stalled(const struct turns *turns) {
    return is_slow(turns) || lease_is_late(turns) ||
           turns->storage.state == STORAGE_LOADS;
}

bool turn_is_full(const struct turns *turns) {
    const struct turn *turn = turns->turn;
    if (turn_is_stalled(turns)) {
        size_t n = turns->flight != NULL ? turns->flight->outbox.n : 0;
        n += lease_n_withheld(turns);
        return n + turn->outbox.n + turns->outbox.n >= TURN_STALL_MESSAGES;
    }
    return turns->flight != NULL &&
           (turn->writes.used >= TURN_BYTES || turn->outbox.n >= TURN_MESSAGES);
}

size_t turn_n_messages(const struct turns *turns) {
    return turns->outbox.n + turns->turn->outbox.n;
}

struct outbox *turn_outbox(struct turns *turns) {
    lease_look(turns); /* the process may have stood still since turn_set_time */
    lease_withhold(turns);
    return &turns->outbox;
}

void turn_set_time(struct turns *turns, struct hub_time now) {
    turns->now = now;
    turns->now.ms += turns->base_ms;
    lease_look(turns);
}

bool turn_ask_store(struct turns *turns, struct store_task *task) {
    if (turns->thread.start != NULL) {
        store_tasks_add(&turns->asks, task);
        return false;
    }
    writes_apply(&turns->turn->writes, turns->store); /* the task sees earlier changes */
    turn_start_task(turns, task);
    return true;
}
