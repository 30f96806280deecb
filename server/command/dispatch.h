/* The entry points to the commands, which the loop calls when a client sends a line. */
#ifndef ALEA_SERVER_COMMAND_DISPATCH_H
#define ALEA_SERVER_COMMAND_DISPATCH_H

#include "server/hub/hub.h"

/* Carries out one line of a client, without its line ending, and queues the answer. */
void dispatch_line(struct hub *hub, uint64_t client, const char *line, size_t len);
/* Answers a line longer than LINE_BYTES_MAX. */
void dispatch_line_too_long(struct hub *hub, uint64_t client);
/* Answers a line that a hub before this one has not answered: it was interrupted. */
void dispatch_interrupted(struct hub *hub, uint64_t client, const char *line, size_t len);
/* A job from the function of people_set_jobs is done, or never will be: continues its
 * request. Takes the job. */
void dispatch_job(struct hub *hub, struct job *job);

#endif
