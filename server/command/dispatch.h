/* What the loop calls when a client has said something: the way into the commands. */
#ifndef ALEA_SERVER_COMMAND_DISPATCH_H
#define ALEA_SERVER_COMMAND_DISPATCH_H

#include "server/hub/hub.h"

struct bus;

/* Carries out one line of a client, given without its end, and queues the answer. */
void dispatch_line(struct hub *hub, uint64_t client, const char *line, size_t len);
/* Answers a line longer than LINE_BYTES_MAX. */
void dispatch_line_too_long(struct hub *hub, uint64_t client);
/* A job from the function of hub_set_jobs is done, or never will be: continues its
 * request. Takes the job. */
void dispatch_job(struct hub *hub, struct job *job);
/* The store has answered a job: its request goes on.  The function of its task. */
void dispatch_read(struct store_task *task, struct hub *hub);
/* Makes the hub of a node take part in its cluster, right after hub_new.  Copies bus;
 * what comes from it goes to cluster_bus_ops, with the hub as owner. */
void dispatch_join(struct hub *hub, const struct bus *bus);

#endif
