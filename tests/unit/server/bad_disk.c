#include "tests/unit/server/bad_disk.h"

void break_disk(void) {
    fault_vfs_set(1, 0, SQLITE_FULL, true);
}

void repair_disk(void) {
    fault_vfs_set(0, 0, SQLITE_OK, false);
}

size_t mover(struct fixture *fixture) {
    const char *board = ask(fixture, 1, "{'cmd':'board'}");
    return strstr(board, json("'turn':'white'")) != NULL ? 1 : 2;
}

void use_bad_disk(void) {
    random_state = random_seed();
    fault_vfs_register();
    fixture_vfs = FAULT_VFS;
}
