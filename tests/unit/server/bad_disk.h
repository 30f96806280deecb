/* A fixture whose disk fails on demand. */
#ifndef ALEA_TESTS_UNIT_SERVER_BAD_DISK_H
#define ALEA_TESTS_UNIT_SERVER_BAD_DISK_H

#include "tests/support/fault_vfs.h"
#include "tests/unit/server/fixture.h"

void break_disk(void);
void repair_disk(void);
/* Fixtures with files use this disk from now on. */
void use_bad_disk(void);

#endif
