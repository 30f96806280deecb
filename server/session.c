#include "server/session.h"

#include <string.h>

#include "server/mem.h"

void session_add_room(struct session *session, struct room *room) {
    session->rooms =
        mem_grow(session->rooms, session->n_rooms + 1, sizeof(struct room *));
    session->rooms[session->n_rooms++] = room;
}

void session_remove_room(struct session *session, const struct room *room) {
    for (size_t i = 0; i < session->n_rooms; i++) {
        if (session->rooms[i] == room) {
            memmove(&session->rooms[i], &session->rooms[i + 1],
                    (--session->n_rooms - i) * sizeof(struct room *));
            return;
        }
    }
}

struct room *session_find_room(const struct session *session, const char *code) {
    for (size_t i = 0; i < session->n_rooms; i++) {
        if (strcmp(session->rooms[i]->code, code) == 0) {
            return session->rooms[i];
        }
    }
    return NULL;
}
