/* Jobs done in the threads of libuv. */
#ifndef ALEA_SERVER_NET_WORK_H
#define ALEA_SERVER_NET_WORK_H

#include <uv.h>

#include "server/hub/job.h"

/* Does a job, which it takes, in a thread; then calls done in the loop, with the job,
 * which is owner's again. */
void work_start(uv_loop_t *loop, struct job *job,
                void (*done)(void *owner, struct job *job), void *owner);

#endif
