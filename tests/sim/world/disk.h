/* A disk in memory, as a file system of SQLite.  It remembers what was synced and what
 * only written, so that a loss of power can take some of that, in any order. */
#ifndef ALEA_TESTS_SIM_DISK_H
#define ALEA_TESTS_SIM_DISK_H

#include "tests/sim/sim.h"

/* SQLite's name of the file system. */
#define DISK_VFS "sim"

/* An empty disk. */
void disk_begin(void);
void disk_end(void);
/* For so long writes, or syncs, fail now and then. */
void disk_trouble(uint64_t ms);
/* After this many further writes and syncs this is called, once, before the next. */
void disk_interrupt(unsigned n, void (*run)(void));
/* The process is dead: whatever it still does to the disk does not happen. */
void disk_die(void);
/* Another one will be started, perhaps after a loss of power; all files of the dead one
 * must have been closed. */
void disk_revive(bool power_was_lost);
/* Whether anything has failed since this was last asked. */
bool disk_has_failed(void);
/* Whether anything can fail in this run. */
bool disk_may_fail(void);
/* Bytes of all files. */
size_t disk_bytes(void);

#endif
