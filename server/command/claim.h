/* In a cluster a session has one home.  This node claims it in the store before the
 * request goes on: whose name it is, and whose connection counts, is decided there.  A
 * node may not know that another one has become the home, so it claims a session for each
 * new connection.  Without a cluster nothing is claimed. */
#ifndef ALEA_SERVER_COMMAND_CLAIM_H
#define ALEA_SERVER_COMMAND_CLAIM_H

#include "server/command/request.h"
#include "server/queue/job.h"

/* Whether sessions are claimed: there are other nodes. */
bool claim_is_needed(const struct request *request);
/* The player wants this name.  Call it after request_ask.  True: *error says whether it
 * is theirs now.  False: the handler returns ERR_OK, and is called again with the answer.
 */
bool claim_name(struct request *request, const char *name, enum error_code *error);
/* Makes the player's session the one with the claimed name: sets its id, which is 0 if
 * nothing was claimed. */
uint64_t claim_session_id(const struct request *request);
void claim_settle(const struct request *request, struct session *session);
/* Whether this node must claim a session (NULL: it is not known here) before the client
 * becomes that: unless it is that already, or this request has claimed it, and nobody
 * since. */
bool claim_is_due(const struct request *request, const struct session *session);
/* The session of an account whose password was right: *session, as claim_is_due was asked
 * about it, is at home here afterwards.  As claim_name; but a request claims once: if
 * another one has claimed the session since, the client is sent away. */
bool claim_account(struct request *request, const struct stored_account *account,
                   struct session **session, enum error_code *error);
/* The session of a token: as above, but there is no job before, and *session may have
 * another token, as far as is known here. */
bool claim_token(struct request *request, uint64_t id,
                 const uint8_t hash[static TOKEN_HASH_BYTES], struct session **session,
                 enum error_code *error);

/* The client of a request that waited is gone.  A session that was claimed for it has
 * come home all the same, and ends here; its former home is told. */
void claim_drop(struct hub *hub, const struct job *job);

#endif
