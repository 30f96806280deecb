/* Configures SQLite for this program: its allocator, and one thread. */
#include <assert.h>

#include "mem/mem.h"
#include "server/store/sql.h"

/* SQLite's default allocator.  A global, because SQLite has one allocator for the whole
 * program and passes it no context. */
static sqlite3_mem_methods usual;

static void *take(int len_bytes) {
    return mem_checked(usual.xMalloc(len_bytes));
}

static void *resize(void *p, int len_bytes) {
    return mem_checked(usual.xRealloc(p, len_bytes));
}

void store_set_up_sqlite(void) {
    sqlite3_mem_methods methods;
    if (usual.xMalloc != NULL) {
        return;
    }
    int rc = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    assert(rc == SQLITE_OK); /* fails if SQLite was used before */
    methods = usual;
    methods.xMalloc = take;
    methods.xRealloc = resize;
    rc = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    assert(rc == SQLITE_OK);
    /* All stores are used by one thread, and nobody reads the memory statistics. */
    rc = sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    assert(rc == SQLITE_OK);
    rc = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    assert(rc == SQLITE_OK);
    (void)rc;
}
