#include "server/people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/base/address.h"
#include "server/people/send.h"
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

/* --- bans --- */

void people_take_bans(struct people *people, struct bans *bans) {
    bans_fini(&people->bans);
    people->bans = *bans;
    *bans = (struct bans){.n = 0};
}

const struct bans *people_bans(const struct people *people) {
    return &people->bans;
}

/* Removes bans whose time is over, to make room. */
static void forget_over(struct people *people) {
    for (const struct ban *ban;
         (ban = bans_find_over(&people->bans, turn_now_s(people->turns))) != NULL;) {
        char who[ADDRESS_BYTES];
        snprintf(who, sizeof who, "%s", ban->who);
        writes_remove_ban(turn_writes(people->turns), who);
        (void)bans_remove(&people->bans, who);
    }
}

/* Says goodbye to a client that is banned now. */
static void evict(struct people *people, struct client *client) {
    char text[FAULT_BYTES];
    if (people_is_banned(people, client->counts->address, text) ||
        (client->session != NULL &&
         people_is_banned(people, client->session->name, text))) {
        people_bye_because(people, client, ERR_BANNED, text);
    }
}

static void evict_banned(void *owner, uint64_t arg) {
    struct people *people = owner;
    (void)arg;
    uint32_t at = 0;
    for (struct client *c; (c = people_next_client(people, &at)) != NULL;) {
        if (!c->closing) {
            evict(people, c);
        }
    }
}

bool people_ban(struct people *people, const struct ban *ban) {
    turn_after(people->turns, evict_banned, people, 0);
    forget_over(people);
    const struct ban *before =
        bans_find(&people->bans, ban->who, turn_now_s(people->turns));
    if (before != NULL && strcmp(before->who, ban->who) != 0) { /* as it was written */
        writes_remove_ban(turn_writes(people->turns), before->who);
    }
    if (!bans_put(&people->bans, ban)) {
        return false;
    }
    writes_put_ban(turn_writes(people->turns), ban);
    return true;
}

bool people_unban(struct people *people, const char *who) {
    turn_after(people->turns, evict_banned, people, 0);
    forget_over(people);
    const struct ban *ban = bans_find(&people->bans, who, turn_now_s(people->turns));
    if (ban == NULL) {
        return false;
    }
    writes_remove_ban(turn_writes(people->turns), ban->who); /* as it was written */
    (void)bans_remove(&people->bans, who);
    return true;
}

bool people_is_banned(const struct people *people, const char *who,
                      char text[static FAULT_BYTES]) {
    const struct ban *ban = bans_find(&people->bans, who, turn_now_s(people->turns));
    if (ban == NULL) {
        return false;
    }
    char until[TIMESTAMP_BYTES + 8] = "";
    if (ban->until_s > 0) {
        char stamp[TIMESTAMP_BYTES];
        timestamp_write(ban->until_s, stamp);
        snprintf(until, sizeof until, " until %.10s %.5s UTC", stamp, stamp + 11);
    }
    snprintf(text, FAULT_BYTES, "you may not play here%s%s%s", until,
             ban->text[0] != '\0' ? ": " : "", ban->text);
    return true;
}
