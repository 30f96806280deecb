/* When a room moves, players hear the former owner before the new one.
 *
 * Messages of one node arrive in order, but those of two nodes do not: the new owner's
 * may overtake the former one's.  So messages of the new owner wait until the former one
 * says that it has given the room away (WIRE_GIVEN), or is down, but not for ever
 * (CLUSTER_LATE_MS, CLUSTER_LATE_BYTES). */
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

/* --- messages that wait --- */

/* A player who must hear another node first. */
struct behind {
    uint64_t session;
    char code[ROOM_BYTES_MAX + 1]; /* the room; "": not known */
};

/* A message that waits. */
struct late {
    struct late *next;
    uint64_t since_ms;
    struct behind behind;
    size_t n;
    char bytes[];
};

/* Whether that player still must wait for another node than `from`. */
static bool is_behind(const struct cluster *cluster, int from,
                      const struct behind *behind) {
    const struct session *session =
        behind->code[0] != '\0' ? home_find_own(cluster, behind->session) : NULL;
    return session != NULL && order_is_behind(cluster, session, behind->code, from);
}

/* Whether a feed comes too early for some player: *behind, which may be known from an
 * earlier call.  It is enough to look at FEED_ROOMS, because a feed lists a player's new
 * room before it has any message about it. */
static bool is_early(const struct cluster *cluster, int from, const void *bytes, size_t n,
                     struct behind *behind) {
    struct unpack in = unpack_of(bytes, n);
    struct feed_item item;
    bool is_found = is_behind(cluster, from, behind);
    if (unpack_number(&in, WIRE_KIND_COUNT) != WIRE_FEED) {
        return false;
    }
    while (!is_found && feed_take(&in, &item)) {
        size_t n_rooms = item.kind == FEED_ROOMS ? item.n : 0;
        for (size_t i = 0; i < n_rooms && !is_found && !in.fails; i++) {
            bool sits;
            behind->session = item.session;
            feed_take_room(&in, behind->code, &sits);
            is_found = !in.fails && is_behind(cluster, from, behind);
        }
    }
    return is_found;
}

static void append(struct late_queue *queue, struct late *late) {
    if (queue->first == NULL) {
        queue->first = late;
    } else {
        queue->last->next = late;
    }
    queue->last = late;
    queue->bytes += late->n;
}

/* Removes the first message; there must be one. */
static struct late *take_first(struct late_queue *queue) {
    struct late *late = queue->first;
    queue->first = late->next;
    queue->bytes -= late->n;
    return late;
}

static void hear(struct cluster *cluster, int from, struct late *late) {
    cluster_receive(cluster, from, late->bytes, late->n);
    free(late);
}

/* Whether a message may overtake those that wait: it is not about players and rooms. */
static bool may_pass(const void *bytes, size_t n) {
    struct unpack in = unpack_of(bytes, n);
    switch ((enum wire_kind)unpack_number(&in, WIRE_KIND_COUNT)) {
    case WIRE_FIND:
    case WIRE_FOUND:
    case WIRE_LIST:
    case WIRE_ROWS:
    case WIRE_BANS:
    case WIRE_FENCED:
    case WIRE_DRAINS: return true;
    case WIRE_ATTACH:
    case WIRE_DETACH:
    case WIRE_RUN:
    case WIRE_SHOW:
    case WIRE_FEED:
    case WIRE_ROOM:
    case WIRE_TAKEN:
    case WIRE_GIVEN:
    case WIRE_PLAYED:
    case WIRE_SEATED:
    case WIRE_KIND_COUNT: break;
    }
    return false;
}

bool order_holds(struct cluster *cluster, int from, const void *bytes, size_t n) {
    struct late_queue *queue = &cluster->late[from];
    struct behind behind = {0};
    if (may_pass(bytes, n) ||
        (queue->first == NULL && !is_early(cluster, from, bytes, n, &behind))) {
        return false;
    }
    struct late *late = (struct late *)mem_new(sizeof *late + n, 1);
    late->since_ms = hub_now(cluster->hub).ms;
    late->behind = behind;
    late->n = n;
    memcpy(late->bytes, bytes, n);
    append(queue, late);
    while (queue->bytes > CLUSTER_LATE_BYTES) {
        hear(cluster, from, take_first(queue));
    }
    hub_wake_at(cluster->hub, hub_now(cluster->hub).ms);
    return true;
}

/* Whether the first message need wait no longer. */
static bool is_due(const struct cluster *cluster, int from, struct late *late) {
    return hub_now(cluster->hub).ms >= late->since_ms + CLUSTER_LATE_MS ||
           !is_early(cluster, from, late->bytes, late->n, &late->behind);
}

/* Repeats until nothing changes: a message of one node may be what others wait for. */
void order_tick(struct cluster *cluster) {
    bool is_heard;
    do {
        is_heard = false;
        for (int from = 0; from < BUS_SLOTS; from++) {
            struct late_queue *queue = &cluster->late[from];
            while (queue->first != NULL && is_due(cluster, from, queue->first)) {
                hear(cluster, from, take_first(queue));
                is_heard = true;
            }
        }
    } while (is_heard);
    for (int from = 0; from < BUS_SLOTS; from++) {
        if (cluster->late[from].first != NULL) {
            hub_wake_at(cluster->hub, hub_now(cluster->hub).ms);
        }
    }
}

void order_drop(struct cluster *cluster, int slot) {
    while (cluster->late[slot].first != NULL) {
        free(take_first(&cluster->late[slot]));
    }
}
