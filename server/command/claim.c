#include "server/command/claim.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/cluster/cluster.h"
#include "server/command/login.h"
#include "server/hub/node/node.h"
#include "server/hub/turn.h"
#include "server/queue/job.h"

/* Most rooms at other nodes that are looked up for a session: as many as a bot of the
 * host can have. */
#define PLACES_MAX 256

/* The store's answer to a claim. */
struct claimed {
    struct claim claim;
    enum found found;
    bool is_used;                 /* the session has already moved here by it */
    struct loaded_session loaded; /* of an older session */
    struct room_place place[PLACES_MAX];
    size_t n_places;
};

static void drop_claimed(void *data) {
    struct claimed *claimed = data;
    loaded_session_fini(&claimed->loaded);
}

static void read_claim(struct job *job, struct store *store) {
    struct claimed *claimed = mem_new(1, sizeof *claimed);
    job->data = claimed;
    job->drop = drop_claimed;
    claimed->claim = *job->claim;
    claimed->found = store_claim_session(store, &claimed->claim);
    if (claimed->found != FOUND || claimed->claim.by == CLAIM_NAME) {
        return;
    }
    claimed->loaded.stored = claimed->claim.session;
    loaded_session_read_account(store, &claimed->loaded);
    claimed->n_places =
        store_session_rooms(store, claimed->claim.session.id, claimed->place, PLACES_MAX);
}

/* The answer to the claim of a job; NULL: there is none, or it was used. */
static struct claimed *answer_in(const struct job *job) {
    bool is_answer = job != NULL && job->claim != NULL && job->read == read_claim;
    struct claimed *claimed = is_answer ? job->data : NULL;
    return claimed != NULL && !claimed->is_used ? claimed : NULL;
}

static struct claimed *answer_of(const struct request *request) {
    return answer_in(request->job);
}

/* Asks the store with the request's job, or with a new one.  As request_ask. */
static bool ask(struct request *request, struct job *job, const struct claim *claim) {
    free(job->claim);
    job->claim = mem_new(1, sizeof *job->claim);
    *job->claim = *claim;
    job->read = read_claim;
    return request_ask_job(request, job);
}

bool claim_is_needed(const struct request *request) {
    return hub_node(request->hub) != NULL;
}

/* --- names --- */

static enum error_code judge_name(struct request *request, const char *name) {
    const struct session *s = request->session;
    const struct claimed *claimed = answer_of(request);
    if (claimed == NULL) {
        return ERR_STORAGE;
    }
    uint64_t holder = claimed->claim.session.id;
    switch (claimed->found) {
    case FOUND: return ERR_OK;
    case NOT_READ: return ERR_STORAGE;
    case NOT_FOUND: break;
    }
    if (holder == request->job->claim->session.id) {
        /* Another account has the name, or another node has the session. */
        return s == NULL || claimed->claim.homes == s->homes ? ERR_NAME_REGISTERED
                                                             : ERR_STORAGE;
    }
    return claimed->claim.former != NODE_NOBODY
               ? ERR_NAME_TAKEN
               : request_fault(request, ERR_NAME_TAKEN,
                               "a player who is away has the name %s: if that is you, "
                               "type resume and your token, else choose another",
                               name);
}

bool claim_name(struct request *request, const char *name, enum error_code *error) {
    const struct session *s = request->session;
    *error = ERR_OK;
    if (!claim_is_needed(request)) {
        return true;
    }
    if (answer_of(request) == NULL) {
        struct claim claim = {.by = CLAIM_NAME};
        claim.homes = s != NULL ? s->homes : 0;
        claim.session.id = s != NULL ? s->id : hub_draw_session_id(request->hub);
        text_copy(claim.session.name, sizeof claim.session.name, name);
        /* A placeholder that nobody knows: the real token is drawn once the name is
         * granted. */
        hub_random_bytes(request->hub, claim.session.token_hash,
                         sizeof claim.session.token_hash);
        if (!ask(request, request->job, &claim)) {
            return false;
        }
    }
    *error = judge_name(request, name);
    return true;
}

uint64_t claim_session_id(const struct request *request) {
    const struct claimed *claimed = answer_of(request);
    return claimed != NULL ? claimed->claim.session.id : 0;
}

void claim_settle(const struct request *request, struct session *session) {
    const struct claimed *claimed = answer_of(request);
    if (claimed != NULL) {
        hub_note_claim(session, &claimed->claim);
    }
}

/* --- older sessions --- */

/* Whether the request has claimed the session before, and has waited since.  It does not
 * claim again, or two requests could take the session from each other forever.  The
 * latest claim wins, as the latest connection does on a single server. */
static bool was_claimed(struct request *request, struct session *session,
                        enum error_code *error) {
    if (request->job == NULL || !request->job->is_claimed) {
        return false;
    }
    *error = session != NULL ? resume_check(request, session) : ERR_STORAGE;
    if (*error == ERR_OK) {
        *error = ERR_TAKEN_OVER;
        hub_bye(request->hub, request->client, ERR_TAKEN_OVER);
    }
    return true;
}

bool claim_is_due(const struct request *request, const struct session *session) {
    const struct job *job = request->job;
    if (hub_node(request->hub) == NULL) {
        return false;
    }
    if (session == NULL || !hub_is_home(request->hub, session)) {
        return true;
    }
    bool is_claimed = job != NULL && job->is_claimed &&
                      job->claim->session.id == session->id &&
                      job->claim->homes == session->homes;
    return !is_claimed && session != request->session;
}

static enum error_code come_home(struct request *request, enum error_code unknown,
                                 struct session **session) {
    struct claimed *claimed = answer_of(request);
    if (claimed == NULL || claimed->found != FOUND) {
        return claimed != NULL && claimed->found == NOT_FOUND ? unknown : ERR_STORAGE;
    }
    bool is_known = hub_stays_home(request->hub, &claimed->claim);
    claimed->is_used = true;
    request->job->is_claimed = true;
    *request->job->claim = claimed->claim;
    *session = hub_come_home(request->hub, &claimed->claim, &claimed->loaded);
    for (size_t i = 0; *session != NULL && !is_known && i < claimed->n_places; i++) {
        cluster_sits_at(request->hub, *session, claimed->place[i].slot,
                        claimed->place[i].code);
    }
    return *session != NULL ? ERR_OK : ERR_STORAGE;
}

bool claim_account(struct request *request, const struct stored_account *account,
                   struct session **session, enum error_code *error) {
    if (was_claimed(request, *session, error)) {
        return true;
    }
    if (answer_of(request) == NULL) {
        *error = resume_may_claim(request, *session);
        if (*error != ERR_OK) {
            return true;
        }
        struct claim claim = {.by = CLAIM_ACCOUNT};
        claim.session.id = hub_draw_session_id(request->hub);
        claim.session.account = account->id;
        text_copy(claim.session.name, sizeof claim.session.name, account->name);
        hub_random_bytes(request->hub, claim.session.token_hash,
                         sizeof claim.session.token_hash);
        if (!ask(request, request->job, &claim)) {
            return false;
        }
    }
    *error = come_home(request, ERR_NAME_TAKEN, session);
    return true;
}

bool claim_token(struct request *request, uint64_t id,
                 const uint8_t hash[static TOKEN_HASH_BYTES], struct session **session,
                 enum error_code *error) {
    if (was_claimed(request, *session, error)) {
        return true;
    }
    if (answer_of(request) == NULL) {
        bool is_right = *session != NULL && sodium_memcmp(hash, (*session)->token_hash,
                                                          TOKEN_HASH_BYTES) == 0;
        *error = resume_may_claim(request, is_right ? *session : NULL);
        if (*error != ERR_OK) {
            return true;
        }
        struct claim claim = {.by = CLAIM_TOKEN, .session.id = id};
        memcpy(claim.session.token_hash, hash, TOKEN_HASH_BYTES);
        struct job *job = request->job;
        job = job != NULL ? job : request_new_job(request, read_claim);
        if (!ask(request, job, &claim)) {
            return false;
        }
    }
    *error = come_home(request, ERR_UNKNOWN_TOKEN, session);
    return true;
}

void claim_drop(struct hub *hub, const struct job *job) {
    struct claimed *claimed = answer_in(job);
    if (claimed == NULL || claimed->found != FOUND || claimed->claim.by == CLAIM_NAME) {
        return; /* a new name is free again after a while, see node/homes.c */
    }
    hub_end_request(hub);
    struct session *session = hub_come_home(hub, &claimed->claim, &claimed->loaded);
    if (session != NULL) {
        hub_end_session(hub, session);
    }
    hub_end_request(hub);
}
