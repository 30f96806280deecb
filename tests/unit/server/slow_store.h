/* A fixture whose store is slow: the test is the store's thread, and does a task when it
 * likes.  Its disk can fail. */
#ifndef ALEA_TESTS_UNIT_SERVER_SLOW_STORE_H
#define ALEA_TESTS_UNIT_SERVER_SLOW_STORE_H

#include "server/turn/turn.h"
#include "server/turn/work.h"

#include "tests/unit/server/bad_disk.h"

/* What the store has to do, first things first. */
extern struct store_tasks tasks;
/* How often the connection of a client was held, without having been released. */
extern int held[16];

/* Ann (1), Bob (2), Cid (3) and an operator (9) are here; whatever the store has to do
 * waits for `finish`. */
void open_slow(void);
/* The same, and Ann has opened a room, which Bob watches: its code. */
void open_watched(char room[static 8]);
/* From now on the store of the fixture waits so. */
void slow_down(void);
void close_slow(void);
/* The store has done its first task. */
void finish(void);
/* The store has done all of them. */
void finish_all(void);

#endif
