/* Runs jobs in libuv's threads. */
#ifndef ALEA_SERVER_NET_WORK_H
#define ALEA_SERVER_NET_WORK_H

#include <uv.h>

#include "server/hub/job.h"

/* Takes a job and runs it in a thread.  Then calls done in the loop's thread, and gives
 * the job back to its owner. */
void work_start(uv_loop_t *loop, struct job *job,
                void (*done)(void *owner, struct job *job), void *owner);

#endif
