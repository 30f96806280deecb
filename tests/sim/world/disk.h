/* A disk in memory, as an SQLite VFS.  It knows what was synced and what was only
 * written, so that a loss of power can lose some of the latter, in any order. */
#ifndef ALEA_TESTS_SIM_DISK_H
#define ALEA_TESTS_SIM_DISK_H

#include "tests/sim/sim.h"

/* The name of the VFS for SQLite. */
#define DISK_VFS "sim"

/* Starts with an empty disk. */
void disk_begin(void);
void disk_end(void);
/* Makes writes or syncs fail sometimes, for this long or as long as already said. */
void disk_trouble(uint64_t ms);
/* Calls `run` once, after this many more writes and syncs and before the next one. */
void disk_interrupt(unsigned n, void (*run)(void));
/* Kills the process: its further operations have no effect. */
void disk_die(void);
/* Starts a new process, possibly after a loss of power; the dead one must have closed all
 * files. */
void disk_revive(bool power_was_lost);
/* Whether any operation has failed since the last call. */
bool disk_has_failed(void);
/* Whether operations can fail in this run. */
bool disk_may_fail(void);
/* Sets whether syncs run in a thread: then slow ones do not stop the world.  Returns how
 * long the syncs since the last call took, in ms. */
uint64_t disk_on_thread(bool is_on);
/* How often the disk was used. */
unsigned disk_n_uses(void);
/* Total size of all files, in bytes. */
size_t disk_bytes(void);

#endif
