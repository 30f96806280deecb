/* On a fatal signal (SEGV, BUS, ILL, FPE, ABRT), writes one line and a backtrace to
 * standard error, then lets the signal end the process, so that a core dump follows.  If
 * nobody reads standard error, it writes nothing.
 *
 * Signal handlers belong to the whole process: only main.c uses this. */
#ifndef ALEA_SERVER_BASE_CRASH_H
#define ALEA_SERVER_BASE_CRASH_H

struct lossy;

/* Installs the handler, with a stack of its own in the calling thread.  Borrows log,
 * which is written first; NULL: there is none.  Call it
 * again, with NULL, before the log closes. */
void crash_catch(const struct lossy *log);

#endif
