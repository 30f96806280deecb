/* Requests that wait for a job, and what becomes of them. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/dispatch.h"

/* When somebody may try again whose job could not be taken, in ms. */
#define JOB_RETRY_MS 1000

void hub_set_jobs(struct hub *hub, void (*start)(void *owner, struct job *job),
                  void *owner) {
    hub->start_job = start;
    hub->job_owner = owner;
}

/* A client that is warned may say it once more, and then it is its own decision. */
enum error_code ask_secure(struct ask *ask) {
    bool refuses = ask->hub->config->plain_passwords == PLAIN_PASSWORDS_REFUSE;
    if (ask->client->secure || (ask->client->warned && !refuses)) {
        return ERR_OK;
    }
    ask->client->warned = true;
    return ask_fault(ask, ERR_INSECURE, "%s: use alea play --tls%s",
                     refuses
                         ? "this server takes passwords over TLS only"
                         : "others on the way can read what you type, your password too",
                     refuses ? "" : ", or type the same once more to go ahead");
}

enum error_code ask_password(struct ask *ask, size_t n) {
    enum error_code error = ask_secure(ask);
    if (error != ERR_OK) {
        return error;
    }
    size_t len = strlen(ask_arg(ask, n));
    return len >= PASSWORD_BYTES_MIN && len <= PASSWORD_BYTES_MAX ? ERR_OK
                                                                  : ERR_BAD_PASSWORD;
}

enum error_code ask_may_job(struct ask *ask) {
    if (ask->hub->n_jobs < ask->hub->config->limits.jobs) {
        return ERR_OK;
    }
    ask->reply.retry_after_ms = JOB_RETRY_MS;
    return ask_fault(ask, ERR_TOO_FAST,
                     "many passwords are being checked just now: wait a little");
}

enum error_code ask_job(struct ask *ask, const struct job_known *known, unsigned check,
                        unsigned hash) {
    struct hub *hub = ask->hub;
    assert(ask->job == NULL && hub->start_job != NULL);
    assert(hub->n_jobs < hub->config->limits.jobs);
    struct job *job = mem_new(1, sizeof *job);
    job->client = ask->client->id;
    job->conn = ask->client->conn;
    command_copy(&job->cmd, ask->cmd);
    job->cost = hub->config->password_cost;
    job->check = check;
    job->hash = hash;
    if (known != NULL) {
        snprintf(job->known, sizeof job->known, "%s", known->password);
        snprintf(job->once, sizeof job->once, "%s", known->once);
    }
    hub->n_jobs++;
    ask->client->waiting = true;
    ask->waits = true;
    hub->start_job(hub->job_owner, job);
    return ERR_OK;
}

enum error_code ask_hashed(struct ask *ask) {
    return ask->job->fresh[0] != '\0'
               ? ERR_OK
               : ask_fault(ask, ERR_TOO_FAST,
                           "the server has no memory for this now: try again later");
}

void hub_job_done(struct hub *hub, struct job *job) {
    struct client *client = slots_get(&hub->clients, job->client);
    hub->n_jobs--;
    if (client != NULL) {
        client->waiting = false;
        if (!client->closing) {
            dispatch_job(hub, client, job);
        }
    }
    job_free(job);
}

void ask_draw_token(struct ask *ask, uint64_t session,
                    uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t secret[TOKEN_SECRET_BYTES];
    ask->hub->config->random_bytes(secret, sizeof secret);
    token_write(session, secret, ask->token, hash);
    sodium_memzero(secret, sizeof secret);
}
