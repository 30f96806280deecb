/* Who watches a room without a seat there.  Pure: sessions are named by their ids. */
#ifndef ALEA_SERVER_WATCH_H
#define ALEA_SERVER_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed struct watchers is empty. */
struct watchers {
    uint64_t *session; /* owned array of ids, in the order in which they came */
    size_t n, cap;
};

void watchers_fini(struct watchers *watchers);
/* Adds somebody who is not there yet. */
void watchers_add(struct watchers *watchers, uint64_t session);
/* False: he was not there. */
bool watchers_remove(struct watchers *watchers, uint64_t session);

#endif
