/* How SQLite works in this program: where it takes its memory from, and in one thread. */
#include <assert.h>

#include "mem/mem.h"
#include "server/store/inside.h"

/* What SQLite does otherwise: it has one allocator for the whole program, and asks it
 * with nothing that could say whose it is. */
static sqlite3_mem_methods usual;

static void *take(int len_bytes) {
    return mem_there(usual.xMalloc(len_bytes));
}

static void *resize(void *p, int len_bytes) {
    return mem_there(usual.xRealloc(p, len_bytes));
}

void store_set_up_sqlite(void) {
    sqlite3_mem_methods methods;
    if (usual.xMalloc != NULL) {
        return;
    }
    int rc = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    assert(rc == SQLITE_OK); /* else something of SQLite was used before */
    methods = usual;
    methods.xMalloc = take;
    methods.xRealloc = resize;
    rc = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    assert(rc == SQLITE_OK);
    /* All stores are used by one thread, and nobody asks how much memory they have. */
    rc = sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    assert(rc == SQLITE_OK);
    rc = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    assert(rc == SQLITE_OK);
    (void)rc;
}
