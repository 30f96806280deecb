/* What register, login, password and resume have in common. */
#ifndef ALEA_SERVER_COMMAND_LOGIN_H
#define ALEA_SERVER_COMMAND_LOGIN_H

#include "server/command/request.h"

/* --- how often passwords may be tried and set: password_try.c --- */

/* Whether the asker's network may try a password of this account now; ERR_TOO_FAST, with
 * its sentence.  Before the job.
 *
 * A wrong one is charged to the network that tried it (limit logins_per_minute), never to
 * others: the budget of the name (limit guesses_per_day) counts strangers only, networks
 * from which the account has not logged in since the start, and once it is used up each
 * further network still has one try a day.  So nobody locks an owner out, and the guesses
 * of a name are bounded all the same. */
enum error_code password_may_try(struct request *request,
                                 const struct stored_account *account);
/* The passwords that the command may be tried with: beside the account's own one the
 * one-time password, to log in with once, or as the old one of a new one.  Borrows from
 * account. */
struct job_known password_known(const struct request *request,
                                const struct stored_account *account);
/* The job is done.  ERR_WRONG_PASSWORD, which is charged and logged. */
enum error_code password_judge(struct request *request,
                               const struct stored_account *account);
/* The asker is the owner of this name: their network is one of its homes from now on. */
void password_was_right(const struct request *request, const char *name);
/* Takes what an account costs that is made from the asker's network; ERR_TOO_FAST. */
enum error_code password_charge_registering(struct request *request);

/* --- a player is back on this connection: resume.c --- */

/* Whether the asker may become this session now (NULL: one that is not there yet);
 * ERR_NAME_FIXED, or ERR_TOO_FAST, with its sentence. */
enum error_code resume_check(struct request *request, struct session *session);
/* Makes the asker this session: whoever else had it is told and disconnected, and the
 * session that he had ends.  The reply gets its name and rooms, and what was missed
 * follows it. */
void resume_as(struct request *request, struct session *session);

#endif
