/* A damaged table of recent events.  If a page of `recent` cannot be read, nothing may be
 * appended behind it, and no game could go on.  So the events that can be read are filed,
 * the table is renamed and kept for repair, and an empty one takes its place.  Games that
 * may have lost their last events are marked; reading their logs ends with a fault. */
#include "server/store/db.h"

static bool mark_lost(struct store *store) {
    int64_t game = 0;
    while ((game = store_next_game(store, game, true)) > 0) {
        if (!store_may_lack_events(&store->recent, game)) {
            continue;
        }
        if (!STORE_RUN(store, SQL_MARK_LOST, value_int(game), value_text(EVENTS_LOST))) {
            return false;
        }
        store->n_lost += (int)store_n_changed(store);
    }
    return game == 0;
}

bool store_renew_recent(struct store *store) {
    const struct recent *recent = &store->recent;
    store->n_lost = 0;
    /* Reads the table before the transaction: SQLite does not let one go on in which it
     * met a damaged page. */
    if (!store_know_recent(store) ||
        (recent->first == recent->next && recent->sound_from == 0)) {
        return false; /* it is empty: something else is damaged */
    }
    bool ok = store_begin(store) && mark_lost(store) && store_file_all(store);
    if (ok && !store->db->kind->renew_recent(store->db)) {
        store_fail(store, NULL);
    }
    ok = store_end_transaction(store);
    if (ok) {
        store_forget_recent(store);
        store->recent.sound_from = store->recent.lost_up_to = 0; /* they are marked */
        store->is_renewed = true;
    }
    return ok;
}

int64_t store_n_damaged_tables(struct store *store) {
    return store->db->kind->has_recent ? store->db->kind->n_damaged(store->db) : 0;
}

bool store_was_renewed(struct store *store, int *n_lost) {
    bool was = store->is_renewed;
    store->is_renewed = false;
    *n_lost = store->n_lost;
    return was;
}
