/* Requests that wait: for a password, or for the store. */
#ifndef ALEA_SERVER_PEOPLE_JOBS_H
#define ALEA_SERVER_PEOPLE_JOBS_H

#include "server/people/clients.h"
#include "server/queue/job.h"

/* Sets the function that gets jobs.  It takes each, and passes it to dispatch_job
 * later, after it has returned.  Until then, hand in no line of the job's client:
 * requests are answered in order. */
void people_set_jobs(struct people *people, void (*start)(void *owner, struct job *job),
                     void *owner);
/* Whether one more job may wait (limit jobs). */
bool people_may_start_job(const struct people *people);
/* Starts a job (takes it) for a client.  The caller hands in no line of the client
 * until it is done. */
void people_start_job(struct people *people, struct client *client, struct job *job);
/* Ends the wait of a request (its id) of the client with the id `number`.  Returns the
 * client; NULL: it is gone, or goodbye is said. */
struct client *people_end_wait(struct people *people, uint64_t number,
                               const char *request);
/* A job is done; it stays the caller's.  Returns its client; NULL: the client is gone. */
struct client *people_end_job(struct people *people, struct job *job);
/* Lets the store run a client's job (takes it), which sees all earlier changes.  True:
 * it is done already, and the job is the caller's again. */
bool people_ask(struct people *people, struct client *client, struct job *job);
/* The store has answered; the job stays the caller's.  Returns as people_end_job. */
struct client *people_end_ask(struct people *people, const struct job *job);
/* Holds the client's connection: no line of it is handed in until people_release. */
void people_hold(struct people *people, const struct client *client);
/* The request is answered: lines of the connection are handed in again, unless the
 * client waits for something else. */
void people_release(struct people *people, uint64_t client, uint64_t conn);
/* How often an account was added or deleted, or got another password. */
uint64_t people_account_changes(const struct people *people);
void people_note_account_change(struct people *people);

#endif
