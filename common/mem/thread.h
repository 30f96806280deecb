/* Threads that get no signals, so that those interrupt what they should. */
#ifndef ALEA_MEM_THREAD_H
#define ALEA_MEM_THREAD_H

#include <pthread.h>

/* Starts a thread that runs this function; *thread: for pthread_join.  Returns 0, or an
 * error of errno: the system has no thread left. */
int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

#endif
