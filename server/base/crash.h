/* On a fatal signal (SEGV, BUS, ILL, FPE, ABRT), writes one line and a backtrace to
 * standard error, then lets the signal end the process, so that a core dump follows.
 *
 * Signal handlers belong to the whole process: only main.c uses this. */
#ifndef ALEA_SERVER_BASE_CRASH_H
#define ALEA_SERVER_BASE_CRASH_H

/* Installs the handler, with a stack of its own in the calling thread. */
void crash_catch(void);

#endif
