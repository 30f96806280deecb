/* A crash leaves evidence: on a signal that ends the program because of a fault of its
 * own (SEGV, BUS, ILL, FPE, ABRT: assert, too) it writes what it knows on standard error
 * and into a file beside the games, and ends by that signal.  Nothing secret is in it.
 *
 * Handlers of signals belong to the whole process and are given nothing, so this is the
 * one module with variables of its own; only main uses it, and work.c for its threads. */
#ifndef ALEA_SERVER_CRASH_H
#define ALEA_SERVER_CRASH_H

#include "server/crash_table.h"

/* On standard error, those who have asked for one of so many commands before the crash
 * are listed; in the file, everybody. */
#define CRASH_RECENT 20

/* From now on a crash leaves evidence, beside the file of games `db` (crash_file.h), and
 * says what table has, which is borrowed and may be NULL. */
void crash_catch(const char *db, const struct crash_table *table);
/* Gives the calling thread a stack for that, which is there even when its own is used up.
 * crash_catch has done so for its own thread; costs nothing after the first call. */
void crash_guard_thread(void);

#endif
