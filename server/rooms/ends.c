#include "server/rooms/ends.h"

#include "server/people/offers.h"
#include "server/rooms/state.h"
#include "server/rooms/watchers.h"

/* Whether nothing holds a session any more. */
static bool is_over(const struct session *session) {
    bool is_kept = session->deadline.place != 0;
    return session->client == 0 && session->n_rooms == 0 && session->n_watched == 0 &&
           !is_kept && !session->of_host;
}

static bool is_loading(const struct rooms *rooms) {
    return turn_storage(rooms->turns)->state == STORAGE_LOADS;
}

void rooms_drop_session(struct rooms *rooms, struct session *session) {
    rooms_unwatch_all(session);
    people_end_offers_of(rooms->people, session);
    people_remove_session(rooms->people, session);
}

static void end_if_over(void *owner, uint64_t id) {
    struct rooms *rooms = owner;
    struct session *session = people_find_session(rooms->people, id);
    /* While everything is read again, memory is not as the store has it: the session may
     * have a seat there. */
    if (session == NULL || !is_over(session) || is_loading(rooms)) {
        return;
    }
    rooms_drop_session(rooms, session);
    people_end_stored(rooms->people, id);
}

void rooms_end_session(struct rooms *rooms, struct session *session) {
    if (is_over(session)) {
        turn_after(rooms->turns, end_if_over, rooms, session->id);
    }
}

void rooms_keep_for_now(struct rooms *rooms, struct session *session) {
    bool is_worth_it = session->n_watched > 0 || session->account != 0;
    if (is_worth_it && session->deadline.place == 0) {
        people_keep_for_grace(rooms->people, session);
    }
}

void rooms_keep_session(struct rooms *rooms, struct session *session,
                        const char *address) {
    if (session->n_watched == 0 && session->account == 0) {
        return;
    }
    if (people_keep_from(rooms->people, session, address)) {
        rooms_set_told(session, true); /* another connection will not lag */
    } else {
        rooms_unwatch_all(session);
    }
}

void rooms_expire_sessions(struct rooms *rooms) {
    for (struct session *session;
         !is_loading(rooms) && (session = people_next_unkept(rooms->people)) != NULL;) {
        rooms_unwatch_all(session);
        rooms_end_session(rooms, session);
    }
}
