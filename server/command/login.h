/* Shared by register, login, password and resume. */
#ifndef ALEA_SERVER_COMMAND_LOGIN_H
#define ALEA_SERVER_COMMAND_LOGIN_H

#include "server/command/request.h"

/* --- rate limits on passwords: password_try.c --- */

/* Whether the client's network may try a password of this account now; ERR_TOO_FAST, with
 * its sentence.  Call it before the job.  A wrong password is charged to the network that
 * tried it (limit logins_per_minute).  The budget of the name (limit guesses_per_day) is
 * charged for strangers only: networks from which the account has not logged in since the
 * start.  When that budget is used up, each further network still gets one try a day.  So
 * nobody can lock out the owner, and the total number of guesses for a name is
 * bounded. */
enum error_code password_may_try(struct request *request,
                                 const struct stored_account *account);
/* The passwords that the command accepts: the account's own, and the one-time password if
 * it is valid for this command.  Borrows from account. */
struct job_known password_known(const struct request *request,
                                const struct stored_account *account);
/* Checks the result of the job.  ERR_WRONG_PASSWORD, which is charged and logged. */
enum error_code password_judge(struct request *request,
                               const struct stored_account *account);
/* Notes that the client owns this name: from now on its network is trusted for it. */
void password_was_right(const struct request *request, const char *name);
/* Charges the client's network for a new account; ERR_TOO_FAST. */
enum error_code password_charge_registering(struct request *request);

/* --- coming back to a session: resume.c --- */

/* Whether the client may use this session now (NULL: one that does not exist yet);
 * ERR_NAME_FIXED, or ERR_TOO_FAST, with its sentence. */
enum error_code resume_check(struct request *request, struct session *session);
/* Makes the client use this session.  If another client used it, that one is told and
 * disconnected; the client's previous session ends.  The reply gets the session's name
 * and rooms; missed events follow it. */
void resume_as(struct request *request, struct session *session);
#endif
