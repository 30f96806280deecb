#include "tests/unit/server/bad_disk.h"

void break_disk(void) {
    fault_vfs_set(1, 0, SQLITE_FULL, true);
}

void repair_disk(void) {
    fault_vfs_set(0, 0, SQLITE_OK, false);
}

void use_bad_disk(void) {
    random_state = random_seed();
    fault_vfs_register();
    fixture_vfs = FAULT_VFS;
}
