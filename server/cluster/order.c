/* The order in which players hear of a room that moves.  A node hears each other node in
 * order, but one of them may be late: then the new owner of a room is heard before all
 * that the former one has said of it.  So a player of this node is told nothing of the
 * new one until the former one says that it has given the room away, or is down. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"

bool order_is_behind(const struct cluster *cluster, const struct session *session,
                     const char *code, int slot) {
    int was;
    if (hub_client_of(cluster->hub, session) == NULL ||
        home_find_room(session, code, &was) == NULL) {
        return false;
    }
    return was != slot && node_is_up(cluster, was) &&
           home_find_at(session, was)->is_attached;
}

/* --- what a node says waits --- */

/* A message that waits. */
struct late {
    struct late *next;
    uint64_t since_ms;
    size_t n;
    char bytes[];
};

/* Whether a feed is the first of a node about a room of which a player has not heard all
 * yet.  A feed says which rooms a player has before it says anything of a new one. */
static bool is_early(const struct cluster *cluster, int from, const void *bytes,
                     size_t n) {
    struct unpack in = unpack_of(bytes, n);
    struct feed_item item;
    bool is_found = false;
    if (unpack_number(&in, WIRE_KIND_COUNT) != WIRE_FEED) {
        return false;
    }
    while (!is_found && feed_take(&in, &item)) {
        const struct session *session =
            item.kind == FEED_ROOMS ? home_find_own(cluster, item.session) : NULL;
        for (size_t i = 0; item.kind == FEED_ROOMS && i < item.n && !in.fails; i++) {
            char code[ROOM_BYTES_MAX + 1];
            bool sits;
            feed_take_room(&in, code, &sits);
            is_found |= session != NULL && !in.fails &&
                        order_is_behind(cluster, session, code, from);
        }
    }
    return is_found;
}

bool order_holds(struct cluster *cluster, int from, const void *bytes, size_t n) {
    struct late **end = &cluster->late[from];
    if (*end == NULL && !is_early(cluster, from, bytes, n)) {
        return false;
    }
    while (*end != NULL) {
        end = &(*end)->next;
    }
    struct late *late = (struct late *)mem_new(sizeof *late + n, 1);
    late->since_ms = hub_now(cluster->hub).ms;
    late->n = n;
    memcpy(late->bytes, bytes, n);
    *end = late;
    hub_wake_at(cluster->hub, late->since_ms);
    return true;
}

/* The next message that need not wait, which is taken out; NULL: there is none. */
static struct late *take_late(struct cluster *cluster, int *from) {
    uint64_t now_ms = hub_now(cluster->hub).ms;
    for (*from = 0; *from < BUS_SLOTS; (*from)++) {
        struct late *late = cluster->late[*from];
        if (late != NULL && (now_ms >= late->since_ms + CLUSTER_LATE_MS ||
                             !is_early(cluster, *from, late->bytes, late->n))) {
            cluster->late[*from] = late->next;
            return late;
        }
    }
    return NULL;
}

void order_tick(struct cluster *cluster) {
    struct late *late;
    int from;
    while ((late = take_late(cluster, &from)) != NULL) {
        cluster_receive(cluster, from, late->bytes, late->n);
        free(late);
    }
    for (from = 0; from < BUS_SLOTS; from++) {
        if (cluster->late[from] != NULL) {
            hub_wake_at(cluster->hub, hub_now(cluster->hub).ms);
        }
    }
}

void order_drop(struct cluster *cluster, int slot) {
    while (cluster->late[slot] != NULL) {
        struct late *late = cluster->late[slot];
        cluster->late[slot] = late->next;
        free(late);
    }
}
