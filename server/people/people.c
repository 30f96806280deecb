#include "server/people/people.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/address.h"
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

/* --- operators --- */

bool people_is_operators(const struct people *people, int64_t account) {
    size_t i = 0;
    while (account != 0 && i < OPERATORS_MAX && people->operators[i] != account) {
        i++;
    }
    return account != 0 && i < OPERATORS_MAX;
}

bool people_is_operator(const struct people *people, const struct client *client) {
    return (people->config->operator_local && !client->proxied && !client->remote &&
            !client->browser && address_is_loopback(client->counts->address)) ||
           (client->session != NULL &&
            people_is_operators(people, client->session->account));
}

/* Finds the account that has owned the role of a name since the first start with it; 0:
 * none.  *has_name is the account that has the name now.  NOT_READ: with store_fault. */
static enum found find_owner(struct people *people, const struct named_operator *given,
                             int64_t *owner, int64_t *has_name) {
    struct stored_account account;
    enum found found =
        store_find_account(turn_store(people->turns), given->name, &account);
    *has_name = found == FOUND && !account.is_forgotten ? account.id : 0;
    if (found == NOT_READ) {
        return NOT_READ;
    }
    found = store_find_operator(turn_store(people->turns), given->name, owner);
    bool is_named = given->account != 0 && given->account == *has_name;
    if (found == NOT_READ || (found == FOUND && (!is_named || *owner == *has_name))) {
        return found;
    }
    *owner = given->account == 0 || is_named ? *has_name : 0;
    writes_put_operator(turn_writes(people->turns), given->name, *owner);
    turn_commit(people->turns);
    return turn_storage(people->turns)->fails ? NOT_READ : FOUND;
}

static int64_t find_operator(struct people *people, const struct named_operator *given) {
    int64_t owner, has_name;
    const struct log *log = &people->config->log;
    if (find_owner(people, given, &owner, &has_name) != FOUND) {
        log_line(log, LOG_ERROR, "operator_unreadable name=%s why=%s", given->name,
                 LOG_QUOTED(store_fault(turn_store(people->turns))));
        return 0;
    }
    if (has_name == 0) {
        log_line(log, LOG_WARN, "operator_unknown name=%s", given->name);
        return 0;
    }
    if (owner != has_name || (given->account != 0 && given->account != has_name)) {
        log_line(log, LOG_WARN, "operator_withheld name=%s account=%lld", given->name,
                 (long long)has_name);
        return 0;
    }
    return owner;
}

void people_find_operators(struct people *people) {
    for (size_t i = 0; i < people->config->n_operators; i++) {
        people->operators[i] = find_operator(people, &people->config->operators[i]);
    }
}
