/* Requests that several nodes carry out, one after the other.  `quit` leaves rooms on all
 * of them, and must not leave some and then be refused; `play` should meet the player who
 * has waited longest anywhere. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/cluster/node.h"

/* --- quit --- */

/* Takes the next step of a quit: each node says whether it would refuse, then each does
 * it, and last this node. */
void steps_quit_on(struct cluster *cluster, struct op_pending *pending) {
    const struct session *session = hub_find_session(cluster->hub, pending->session);
    if (pending->parts == 0 && pending->only_checks) {
        pending->only_checks = false;
        pending->parts = session != NULL ? home_rooms_at(session) : 0;
    }
    if (pending->parts == 0) {
        pending_run_here(cluster, pending);
        return;
    }
    int slot = 1;
    while ((pending->parts >> slot & 1) == 0) {
        slot++;
    }
    pending->parts &= ~(UINT64_C(1) << slot);
    pending_send(cluster, pending, slot);
}

bool cluster_quit(struct hub *hub, struct client *client, const struct command *cmd) {
    struct cluster *cluster = hub_cluster(hub);
    uint64_t parts = client->session != NULL ? home_rooms_at(client->session) : 0;
    if (parts == 0) {
        return false;
    }
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    pending->parts = parts;
    pending->only_checks = true;
    steps_quit_on(cluster, pending);
    return true;
}

/* --- play --- */

/* All nodes say how long a suitable opponent has waited there.  Those where one waits are
 * tried, longest wait first.  The lobby, which knows the offers, is always the last. */

static void note(struct op_pending *pending, int slot, uint64_t waited_ms) {
    pending->parts |= UINT64_C(1) << slot;
    pending->waited_ms[slot] = waited_ms;
}

/* Asks this node how long an opponent has waited.  False: there is none. */
static bool ask_here(const struct cluster *cluster, const struct op_pending *pending,
                     uint64_t *waited_ms) {
    return cluster->commands->find_open(cluster->hub, pending->session, &pending->cmd,
                                        waited_ms);
}

/* Whether the player asks for a house bot. */
static bool has_level(const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    unsigned i = 0;
    while (i < spec->n_args && strcmp(spec->arg[i], "level") != 0) {
        i++;
    }
    return i < spec->n_args && cmd->has[i];
}

/* A house bot waits nowhere.  With a level, other nodes are asked only for a room where
 * the player already sits because of the same command. */
void steps_play(struct cluster *cluster, struct client *client,
                const struct command *cmd) {
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    bool is_asked = !has_level(cmd) || session_n_elsewhere(client->session, true) > 0;
    uint64_t waited_ms;
    pending->waited_ms = mem_new(BUS_SLOTS, sizeof *pending->waited_ms);
    if (ask_here(cluster, pending, &waited_ms)) {
        note(pending, hub_slot(cluster->hub), waited_ms);
    }
    if (is_asked) {
        lists_ask(cluster, pending, pending->session);
    } else {
        steps_play_on(cluster, pending);
    }
}

void steps_play_heard(struct op_pending *pending, int slot, const char *text,
                      size_t len) {
    uint64_t waited_ms = 0;
    for (size_t i = 0; i < len && text[i] >= '0' && text[i] <= '9'; i++) {
        waited_ms = 10 * waited_ms + (uint64_t)(text[i] - '0');
    }
    if (len > 0) {
        note(pending, slot, waited_ms);
    }
}

/* Removes the node with the longest wait and returns its slot; 0: there is none. */
static int take_longest(struct op_pending *pending) {
    int longest = 0;
    for (int slot = 1; slot < BUS_SLOTS; slot++) {
        if ((pending->parts >> slot & 1) != 0 &&
            (longest == 0 || pending->waited_ms[slot] > pending->waited_ms[longest])) {
            longest = slot;
        }
    }
    pending->parts &= ~(UINT64_C(1) << longest);
    return longest;
}

void steps_play_on(struct cluster *cluster, struct op_pending *pending) {
    int here = hub_slot(cluster->hub), slot;
    uint64_t waited_ms;
    pending->is_list = false;
    pending->asked = 0; /* some may not have answered */
    while ((slot = take_longest(pending)) != 0 && slot != cluster->lobby) {
        if (slot == here && ask_here(cluster, pending, &waited_ms)) {
            pending_run_here(cluster, pending);
            return;
        }
        if (slot != here && node_is_up(cluster, slot)) {
            pending->only_meets = true;
            pending_send(cluster, pending, slot);
            return;
        }
    }
    pending->only_meets = false;
    if (cluster->lobby == here) {
        pending_run_here(cluster, pending);
    } else {
        pending_send(cluster, pending, cluster->lobby);
    }
}
