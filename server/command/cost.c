#include "server/command/cost.h"
#include "server/people/people.h"

#include <string.h>

#include "mem/mem.h"
#include "server/people/come.h"
#include "server/rooms/ops.h"
#include "server/turn/clock.h"

/* All connections of one address together may ask for this many times as much as one. */
#define CLIENTS_PER_ADDRESS 10
/* Minimum retry delay of a client whose address has used up its tokens, in ms: all
 * clients of the address compete for the same tokens. */
#define ADDRESS_WAIT_MS 100
/* Moves per second from an address that has reached its storage limit: people do not
 * notice the difference. */
#define SLOW_MOVES_PER_S 20
/* Cost of a game in addition to its events: the rows written at its start and end. */
#define GAME_COST 100
/* Size of a row without its text.  Longer texts count as more rows. */
#define ROW_BYTES 128

static uint64_t now_ms(const struct hub *hub) {
    return turn_now_ms(hub_turns(hub));
}

/* --- commands --- */

static struct rate_rule command_rule(const struct hub *hub) {
    const struct limits *limits = &turn_config(hub_turns(hub))->limits;
    return (struct rate_rule){.burst = limits->commands_burst,
                              .tokens = limits->commands_per_s,
                              .period_ms = 1000};
}

static struct rate_rule address_rule(const struct hub *hub) {
    struct rate_rule rule = command_rule(hub);
    rule.burst *= CLIENTS_PER_ADDRESS;
    rule.tokens *= CLIENTS_PER_ADDRESS;
    return rule;
}

/* A bot of the host pays nothing: it plays with many people at once, and would take the
 * tokens of others at its address.  Its opponents pay, and so set its pace. */
static bool is_free(const struct client *client) {
    return client->session != NULL && client->session->of_host;
}

/* The bucket that a client shares with all others at its address. */
static struct rate *address_bucket(struct hub *hub, const struct client *client,
                                   enum rate_kind kind) {
    return rate_limits_at(people_rates(hub_people(hub)), kind, client->address_place);
}

static int64_t stored_wait_ms(struct hub *hub, const struct client *client);

/* Takes the tokens for a command.  cost 0: one token from separate buckets for commands
 * that may advance a game, so a client can still play whatever else it has sent.  Returns
 * the time in ms until there are enough tokens, with *why. */
static int64_t take_tokens(struct hub *hub, struct client *client, int64_t cost,
                           const char **why) {
    struct rate_rule rule = command_rule(hub), of_address = address_rule(hub);
    bool plays = cost == 0;
    if (plays && stored_wait_ms(hub, client) > 0) {
        of_address.tokens = SLOW_MOVES_PER_S;
    }
    struct rate *own = plays ? &client->plays : &client->commands;
    struct rate *all = address_bucket(hub, client, plays ? RATE_PLAY : RATE_COMMAND);
    cost = plays ? 1 : cost;
    *why = error_text(ERR_TOO_FAST);
    if (is_free(client)) {
        return 0;
    }
    int64_t wait_ms = rate_take(own, &rule, cost, now_ms(hub));
    if (wait_ms == 0) {
        wait_ms = rate_take(all, &of_address, cost, now_ms(hub));
        if (wait_ms > 0) {
            wait_ms = wait_ms > ADDRESS_WAIT_MS ? wait_ms : ADDRESS_WAIT_MS;
            *why = "too many commands come from your address: slow down";
            rate_give_back(own, &rule, cost);
        }
    }
    return wait_ms;
}

/* Notes until when a refused client was told to wait.  True: it has retried too early
 * more often than limit refused_commands allows. */
static bool ignores_waits(struct hub *hub, struct client *client, int64_t wait_ms) {
    int64_t n = turn_config(hub_turns(hub))->limits.refused_commands;
    struct rate_rule rule = {.burst = n - 1, .tokens = n, .period_ms = 60000};
    if (client->refusals == NULL) {
        client->refusals = mem_new(1, sizeof *client->refusals);
    }
    struct refusals *refusals = client->refusals;
    bool is_early = now_ms(hub) < refusals->wait_until_ms;
    refusals->wait_until_ms = now_ms(hub) + (uint64_t)wait_ms;
    return is_early && rate_take(&refusals->early, &rule, 1, now_ms(hub)) > 0;
}

bool cost_pay(struct hub *hub, struct client *client, int64_t cost, const char *id) {
    const char *why;
    int64_t wait_ms = take_tokens(hub, client, cost, &why);
    if (wait_ms == 0) {
        return true;
    }
    if (ignores_waits(hub, client, wait_ms)) {
        people_bye(hub_people(hub), client, ERR_TOO_FAST);
        return false;
    }
    struct message msg = message_error(id, ERR_TOO_FAST, why);
    msg.retry_after_ms = wait_ms;
    turn_metrics(hub_turns(hub))->refused++;
    people_answer_certain(hub_people(hub), client, &msg);
    return false;
}

void cost_give_back_move(struct hub *hub, struct client *client) {
    struct rate_rule rule = command_rule(hub);
    rate_give_back(&client->plays, &rule, 1);
}

void cost_charge(struct hub *hub, struct client *client, int64_t cost) {
    if (is_free(client)) {
        return;
    }
    struct rate_rule rule = command_rule(hub);
    struct rate_rule of_address = address_rule(hub);
    rate_charge(&client->commands, &rule, cost);
    rate_charge(address_bucket(hub, client, RATE_COMMAND), &of_address, cost);
}

/* --- tolls --- */

struct rate *cost_address_bucket(const struct request *request, enum rate_kind kind) {
    return address_bucket(request->hub, request->client, kind);
}

enum error_code cost_pay_tolls(struct request *request, const struct toll *tolls,
                               size_t n) {
    for (size_t i = 0; i < n; i++) {
        request->reply.retry_after_ms =
            rate_take(tolls[i].rate, &tolls[i].rule, 1, request->now.ms);
        if (request->reply.retry_after_ms > 0) {
            for (size_t k = 0; k < i; k++) {
                rate_give_back(tolls[k].rate, &tolls[k].rule, 1);
            }
            return request_fault(request, ERR_TOO_FAST, "%s", tolls[i].fault);
        }
    }
    return ERR_OK;
}

/* --- replays --- */

/* Events of games that are replayed for one client: at once, and each second.  At worst
 * they take about 100 ms. */
static const struct rate_rule replay_rule = {
    .burst = 20000, .tokens = 5000, .period_ms = 1000};

/* As above, for all clients of one address. */
static const struct rate_rule address_replay_rule = {
    .burst = 40000, .tokens = 10000, .period_ms = 1000};

static struct rate *address_replays(const struct request *request) {
    return cost_address_bucket(request, RATE_REPLAY);
}

int64_t cost_replay_wait_ms(const struct request *request) {
    uint64_t now = request->now.ms;
    int64_t own_ms = rate_wait(&request->client->replays, &replay_rule, 0, now);
    int64_t all_ms = rate_wait(address_replays(request), &address_replay_rule, 0, now);
    return own_ms > all_ms ? own_ms : all_ms;
}

void cost_charge_replay(const struct request *request, uint64_t n_events) {
    rate_charge(&request->client->replays, &replay_rule, (int64_t)n_events);
    rate_charge(address_replays(request), &address_replay_rule, (int64_t)n_events);
}

/* --- storage --- */

static struct rate_rule stored_rule(const struct hub *hub) {
    return rate_rule_of(turn_config(hub_turns(hub))->limits.stored_per_hour, 3600000);
}

/* The time in ms until the client may store something; 0: now. */
static int64_t stored_wait_ms(struct hub *hub, const struct client *client) {
    struct rate_rule rule = stored_rule(hub);
    return people_is_operator(hub_people(hub), client)
               ? 0
               : rate_wait(address_bucket(hub, client, RATE_STORED), &rule, 0,
                           now_ms(hub));
}

/* The players of the room who are connected and not operators; waits[i] is how long the
 * i-th must wait, in ms.  Returns how many there are. */
static size_t find_payers(const struct request *request, struct client *payer[SIDE_COUNT],
                          int64_t waits[SIDE_COUNT]) {
    size_t n = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct client *client =
            people_client_at(request->people, request->room, (enum side)side);
        if (client != NULL && !people_is_operator(request->people, client)) {
            payer[n] = client;
            waits[n++] = stored_wait_ms(request->hub, client);
        }
    }
    return n;
}

static enum error_code fail_used_up(struct request *request, int64_t wait_ms,
                                    const char *what) {
    request->reply.retry_after_ms = wait_ms;
    return request_fault(
        request, ERR_TOO_FAST,
        "a lot was played from your address in the last hour: %s in %lld s", what,
        (long long)(wait_ms + 999) / 1000);
}

enum error_code cost_may_begin(struct request *request) {
    struct client *payer[SIDE_COUNT];
    int64_t waits[SIDE_COUNT];
    size_t n = find_payers(request, payer, waits);
    int64_t wait_ms = n > 0 ? waits[0] : 0;
    wait_ms = n > 1 && waits[1] < wait_ms ? waits[1] : wait_ms;
    return wait_ms == 0 ? ERR_OK
                        : fail_used_up(request, wait_ms, "the next game can begin");
}

void cost_charge_game(struct request *request) {
    struct client *payer[SIDE_COUNT];
    int64_t waits[SIDE_COUNT];
    struct rate_rule rule = stored_rule(request->hub);
    size_t n = find_payers(request, payer, waits);
    if (n > 0) {
        struct rate *first = address_bucket(request->hub, payer[0], RATE_STORED);
        struct rate *last = address_bucket(request->hub, payer[n - 1], RATE_STORED);
        rate_charge(last->spent < first->spent ? last : first, &rule, GAME_COST);
    }
}

enum error_code cost_may_store(struct request *request) {
    int64_t wait_ms = stored_wait_ms(request->hub, request->client);
    return wait_ms == 0 ? ERR_OK : fail_used_up(request, wait_ms, "you can talk again");
}

void cost_charge_event(struct request *request, size_t text_bytes) {
    struct rate_rule rule = stored_rule(request->hub);
    if (!people_is_operator(request->people, request->client)) {
        rate_charge(cost_address_bucket(request, RATE_STORED), &rule,
                    1 + (int64_t)(text_bytes / ROW_BYTES));
    }
}

/* --- what is done in a room --- */

enum error_code act_in_room(struct request *request, enum op_kind kind,
                            const char *text) {
    request->op.kind = kind;
    request->op.side = request->side;
    text_copy(request->op.text, sizeof request->op.text, text != NULL ? text : "");
    enum error_code error = rooms_do(request->rooms, request->room, &request->op);
    if (error == ERR_OK) {
        request->changed = true;
        request->reply.seq = request->room->seq;
        cost_charge_event(request, strlen(request->op.text));
    }
    return error;
}
