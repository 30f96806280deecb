#include "server/people/people.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/sessions.h"
#include "server/people/state.h"

struct people *people_new(struct hub_config *config, struct turns *turns) {
    struct people *people = mem_new(1, sizeof *people);
    people->config = config;
    people->metrics = turn_metrics(turns);
    people->turns = turns;
    uint8_t *key = people->rate_limits.key;
    config->random_bytes(key, sizeof people->rate_limits.key);
    memcpy(people->names.key, key, sizeof people->names.key);
    memcpy(people->addresses.index.key, key, sizeof people->addresses.index.key);
    people->last_account = store_last_account(turn_store(turns));
    return people;
}

void people_free(struct people *people) {
    people_free_clients(people);
    people_free_sessions(people);
    index_fini(&people->addresses.index);
    deadline_heap_fini(&people->keeps);
    bans_fini(&people->bans);
    offers_fini(&people->offers);
    wire_out_fini(&people->json);
    free(people->ended.id);
    free(people);
}

void people_wake(struct people *people, bool keeps) {
    turn_wake_at(people->turns, deadline_heap_next_ms(&people->logins));
    if (keeps) {
        turn_wake_at(people->turns, deadline_heap_next_ms(&people->keeps));
    }
}

void people_measure(const struct people *people, struct metrics *metrics) {
    metrics->connections = (int64_t)people_n_clients(people);
    metrics->players = (int64_t)people_n_players(people);
    metrics->sessions = people->sessions.n_used;
    metrics->offers = (int64_t)people->offers.n;
    metrics->bans = (int64_t)people->bans.n;
}
