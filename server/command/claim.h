/* In a cluster a session has one home.  This node claims it in the store before the
 * request goes on: the store decides who gets a name, and which connection counts.  A
 * node may not know that another one has become the home, so it claims the session for
 * each new connection.  Without a cluster nothing is claimed. */
#ifndef ALEA_SERVER_COMMAND_CLAIM_H
#define ALEA_SERVER_COMMAND_CLAIM_H

#include "server/command/request.h"
#include "server/queue/job.h"

/* Whether sessions must be claimed: this is a node of a cluster. */
bool claim_is_needed(const struct request *request);
/* Claims a name for the player.  Call it after request_ask.  True: *error says whether
 * the player has the name.  False: the handler returns ERR_OK, and is called again with
 * the answer. */
bool claim_name(struct request *request, const char *name, enum error_code *error);
/* The id for the session with the claimed name; 0: nothing was claimed.  claim_settle
 * then records the claim in that session. */
uint64_t claim_session_id(const struct request *request);
void claim_settle(const struct request *request, struct session *session);
/* Whether this node must claim a session (NULL: it is not known here) before the client
 * can use it.  Not if the client already uses it, or if this request holds the latest
 * claim. */
bool claim_is_due(const struct request *request, const struct session *session);
/* Claims the session of an account whose password was right; its home is then this node.
 * *session: as passed to claim_is_due.  As claim_name, but a request claims only once: if
 * another request has claimed the session since, the client is disconnected. */
bool claim_account(struct request *request, const struct stored_account *account,
                   struct session **session, enum error_code *error);
/* As above, for the session of a token.  There is no earlier job, and the token that this
 * node knows for *session may be outdated. */
bool claim_token(struct request *request, uint64_t id,
                 const uint8_t hash[static TOKEN_HASH_BYTES], struct session **session,
                 enum error_code *error);

/* Cleans up for a waiting request whose client is gone.  If its claim succeeded, the
 * session moved here anyway: ends it, and tells its former home. */
void claim_drop(struct hub *hub, const struct job *job);

#endif
