/* A fixture whose disk fails when a test wants it to. */
#ifndef ALEA_TESTS_UNIT_SERVER_BAD_DISK_H
#define ALEA_TESTS_UNIT_SERVER_BAD_DISK_H

#include "tests/support/fault_vfs.h"
#include "tests/unit/server/fixture.h"

static inline void break_disk(void) {
    fault_vfs_set(1, 0, SQLITE_FULL, true);
}

static inline void repair_disk(void) {
    fault_vfs_set(0, 0, SQLITE_OK, false);
}

static inline size_t mover(struct fixture *fixture) {
    const char *board = ask(fixture, 1, "{\"cmd\":\"board\"}");
    return strstr(board, "\"turn\":\"white\"") != NULL ? 1 : 2;
}

/* From now on fixtures with files have this disk. */
static inline void use_bad_disk(void) {
    random_state = random_seed();
    fault_vfs_register();
    fixture_vfs = FAULT_VFS;
}

#endif
