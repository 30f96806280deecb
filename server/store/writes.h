/* Changes to the store as values: recorded now, carried out later by another thread.
 * A function without a comment stands for the one of store.h with the same name; texts
 * are copied. A struct writes that is zeroed is empty. */
#ifndef ALEA_SERVER_STORE_WRITES_H
#define ALEA_SERVER_STORE_WRITES_H

#include "server/store/store.h"

struct writes {
    char *bytes;      /* owned; one record after the other */
    size_t used, cap; /* in bytes */
    size_t n;         /* records */
    size_t n_done;    /* bytes of records that writes_apply has carried out */
};

void writes_fini(struct writes *writes);
/* Empties it but keeps its memory. */
void writes_clear(struct writes *writes);
/* Carries out what was recorded since the last call, in order, in the open transaction,
 * or begins one.  The caller commits it. */
void writes_apply(struct writes *writes, struct store *store);
/* Carries out what is left, and commits.  As store_commit. */
ALEA_MUST_USE bool writes_commit(struct writes *writes, struct store *store);

void writes_put_time(struct writes *writes, uint64_t at_ms);
/* Adds a session, or changes the one with this id. */
void writes_put_session(struct writes *writes, const struct stored_session *session);
void writes_add_game(struct writes *writes, int64_t game, const struct room_start *start,
                     int64_t now_s);
void writes_retire_game(struct writes *writes, int64_t game);
void writes_set_aside(struct writes *writes, int64_t game, const char *why);
void writes_add_op(struct writes *writes, int64_t game, uint64_t seq, const struct op *op,
                   const char *dice);
void writes_end_game(struct writes *writes, int64_t game, const struct record *record,
                     enum game_class class);
/* Adds an account under an id above all others; the name must be free. */
void writes_add_account(struct writes *writes, int64_t account, const char *name,
                        const char *password, int64_t now_s);
/* Changes the password (its hash), the one-time password. */
void writes_put_password(struct writes *writes, int64_t account, const char *password);
void writes_put_once(struct writes *writes, int64_t account,
                     const struct stored_once *once);
/* Stores which account has the operator's role for this name; 0: none, even if somebody
 * registers the name. */
void writes_put_operator(struct writes *writes, const char *name, int64_t account);
/* Counts a game that was called off for this reason (note_reason) because of the
 * account. */
void writes_add_call_off(struct writes *writes, int64_t account, const char *reason);
/* Here `account` may also be a guest's number (store_owner). */
void writes_put_profile(struct writes *writes, int64_t account,
                        const struct profile *profile);
/* Adds, removes a name that the account, or the guest, does not want to hear. */
void writes_add_gag(struct writes *writes, int64_t account, const char *name);
void writes_remove_gag(struct writes *writes, int64_t account, const char *name);
/* Adds a ban, or changes that of the same name or address. */
void writes_put_ban(struct writes *writes, const struct ban *ban);
/* Removes the ban of this name or address. */
void writes_remove_ban(struct writes *writes, const char *who);
/* Marks an account to be forgotten: from now on nobody can log in. */
void writes_begin_forgetting(struct writes *writes, int64_t account);
/* Adds throws to the total of a name; "": of all players. */
void writes_add_dice(struct writes *writes, const char *name,
                     const struct dice_tally *tally);
void writes_rate(struct writes *writes, const struct rated_game *rated,
                 const struct rating rating[SIDE_COUNT]);

#endif
