#include "server/base/address.h"
#include "server/command/cost.h"
#include "server/command/login.h"

#include <string.h>

#include "proto/shape.h"
#include "server/queue/job.h"
#include "server/turn/clock.h"

#define DAY_MS 86400000

/* A network may try this many times as many passwords as it may get wrong.  Tries are
 * limited at all because each keeps a core busy for a while. */
#define TRIES_PER_NETWORK 10

/* Wrong passwords from one network. */
static struct rate_rule wrong_rule(const struct limits *limits) {
    return rate_rule_of(limits->logins_per_minute, 60000);
}

/* Wrong passwords for a name in a day: of all strangers, and of each trusted network. */
static struct rate_rule day_rule(const struct limits *limits) {
    return rate_rule_of(limits->guesses_per_day, DAY_MS);
}

/* The burst is at most half of the jobs, so that one network cannot keep others from
 * logging in. */
static struct rate_rule tries_rule(const struct limits *limits) {
    int64_t tries = TRIES_PER_NETWORK * limits->logins_per_minute;
    int64_t half = (limits->jobs + 1) / 2;
    return (struct rate_rule){
        .burst = tries < half ? tries : half, .tokens = tries, .period_ms = 60000};
}

/* The time in ms until this network may guess this name again, or 0.  Takes no token:
 * right passwords are not guesses, even many at once.  A wrong one is charged when the
 * job is done; the number of jobs bounds how many can be pending. */
static int64_t wait_for_name(struct request *request, const char *name,
                             const char *network) {
    struct rate_limits *rates = request->rates;
    struct rate_rule rule = day_rule(request->limits);
    uint64_t pair = rate_limits_pair(rates, name, network), now_ms = request->now.ms;
    struct rate *home = rate_limits_trusted_bucket(rates, pair);
    if (home != NULL) {
        return rate_wait(home, &rule, 1, now_ms);
    }
    int64_t name_ms =
        rate_wait(rate_limits_bucket(rates, RATE_NAME, name), &rule, 1, now_ms);
    if (name_ms == 0) {
        return 0;
    }
    int64_t own_ms = rate_limits_failure_wait_ms(rates, pair, DAY_MS, now_ms);
    if (own_ms == 0) {
        rate_limits_note_failure(rates, pair,
                                 now_ms); /* its one try; refunded if right */
        return 0;
    }
    return own_ms < name_ms ? own_ms : name_ms;
}

/* Charges a job to the client's network, and writes that to network.  why: what the
 * client is told if the network has had too many. */
static enum error_code charge_network(struct request *request, enum rate_kind kind,
                                      struct rate_rule rule, const char *why,
                                      char network[static ADDRESS_BYTES]) {
    enum error_code error = request_may_job(request);
    if (error != ERR_OK) {
        return error;
    }
    address_network(request->client->counts->address, network);
    const struct toll toll = {rate_limits_bucket(request->rates, kind, network), rule,
                              why};
    return cost_pay_tolls(request, &toll, 1);
}

enum error_code password_may_try(struct request *request,
                                 const struct stored_account *account) {
    char network[ADDRESS_BYTES];
    struct rate_rule tries = tries_rule(request->limits),
                     wrong = wrong_rule(request->limits);
    enum error_code error =
        charge_network(request, RATE_JOB, tries,
                       "many passwords come from your address: wait a little", network);
    if (error != ERR_OK) {
        return error;
    }
    const char *why = "too many wrong passwords came from your address: wait a little";
    int64_t wait_ms = rate_wait(rate_limits_bucket(request->rates, RATE_ADDRESS, network),
                                &wrong, 1, request->now.ms);
    if (wait_ms == 0) {
        why = "somebody is guessing this password, so your address has no more tries "
              "today; an address from which you have logged in before does";
        wait_ms = wait_for_name(request, account->name, network);
    }
    if (wait_ms == 0) {
        return ERR_OK;
    }
    rate_give_back(rate_limits_bucket(request->rates, RATE_JOB, network), &tries, 1);
    request->reply.retry_after_ms = wait_ms;
    return request_fault(request, ERR_TOO_FAST, "%s", why);
}

/* Charges a wrong password.  The budget of a day does not go below empty: otherwise a
 * botnet could block the name for weeks. */
static void charge_wrong(struct request *request, const char *name, const char *network) {
    struct rate_limits *rates = request->rates;
    struct rate_rule wrong = wrong_rule(request->limits), day = day_rule(request->limits);
    uint64_t pair = rate_limits_pair(rates, name, network);
    struct rate *home = rate_limits_trusted_bucket(rates, pair);
    rate_charge(rate_limits_bucket(rates, RATE_ADDRESS, network), &wrong, 1);
    if (home != NULL) {
        (void)rate_take(home, &day, 1, request->now.ms);
    } else {
        (void)rate_limits_take(rates, RATE_NAME, name, &day, request->now.ms);
        rate_limits_note_failure(rates, pair, request->now.ms);
    }
}

void password_was_right(const struct request *request, const char *name) {
    struct rate_limits *rates = request->rates;
    char network[ADDRESS_BYTES];
    address_network(request->client->counts->address, network);
    rate_limits_trust(rates, rate_limits_pair(rates, name, network));
}

struct job_known password_known(const struct request *request,
                                const struct stored_account *account) {
    const struct stored_once *once = &account->once;
    bool is_good = turn_now_s(request->turns) < once->until_s &&
                   ((request->cmd->kind == CMD_LOGIN && !once->is_used) ||
                    request->cmd->kind == CMD_PASSWORD);
    return (struct job_known){account->password, is_good ? once->hash : ""};
}

/* Whether the password was right, and still is: it may have been changed in between. */
static bool is_right(const struct request *request,
                     const struct stored_account *account) {
    const struct job *job = request->job;
    struct job_known known = password_known(request, account);
    return job->is_right && (job->by_once ? strcmp(job->once, known.once) == 0
                                          : strcmp(job->known, known.password) == 0);
}

enum error_code password_judge(struct request *request,
                               const struct stored_account *account) {
    const char *address = request->client->counts->address;
    char network[ADDRESS_BYTES];
    if (is_right(request, account)) {
        password_was_right(request, account->name);
        return ERR_OK;
    }
    address_network(address, network);
    log_line(request->log, LOG_INFO, "wrong_password name=%s address=%s", account->name,
             address);
    charge_wrong(request, account->name, network);
    if (account->once.set_s == 0) {
        return ERR_WRONG_PASSWORD;
    }
    char at[TIMESTAMP_BYTES];
    timestamp_write(account->once.set_s, at);
    return request_fault(request, ERR_WRONG_PASSWORD,
                         "wrong password; an operator set a one-time password at %s: if "
                         "you did not ask for it, tell the host",
                         at);
}

enum error_code password_charge_registering(struct request *request) {
    char network[ADDRESS_BYTES];
    return charge_network(request, RATE_REGISTER,
                          rate_rule_of(request->limits->registers_per_hour, 3600000),
                          "too many accounts were made from your address: wait a little",
                          network);
}
