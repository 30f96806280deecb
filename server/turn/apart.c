#include "server/turn/apart.h"

#include "server/turn/clock.h"

void apart_commit(struct apart *apart, struct store *store) {
    apart->wrote = store_is_dirty(store);
    apart->works = store_commit(store);
    apart->is_lost = store_is_lost(store);
    text_copy(apart->fault, sizeof apart->fault, store_fault(store));
}

void apart_count(struct turns *turns, const struct apart *apart) {
    struct metrics *metrics = turn_metrics(turns);
    metrics->commits += apart->wrote && apart->works;
    metrics->commits_failed += !apart->works;
}
