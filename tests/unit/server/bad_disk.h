/* A fixture whose disk fails when a test wants it to. */
#ifndef ALEA_TESTS_UNIT_SERVER_BAD_DISK_H
#define ALEA_TESTS_UNIT_SERVER_BAD_DISK_H

#include "tests/support/fault_vfs.h"
#include "tests/unit/server/fixture.h"

void break_disk(void);
void repair_disk(void);
/* From now on fixtures with files have this disk. */
void use_bad_disk(void);

#endif
