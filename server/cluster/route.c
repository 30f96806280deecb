/* Decides which node carries out a request.  Commands about a room go to its owner, the
 * only node that may change it; the table below says where all others go. */
#include <string.h>

#include "proto/shape.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"

/* Where a command is carried out.  Those with COMMAND_IN_ROOM or COMMAND_MAY_ROOM go to
 * the owner of their room, whatever this says. */
enum across {
    ACROSS_HERE,   /* at the home, which knows enough */
    ACROSS_CODE,   /* at the owner of the room whose code is the first argument */
    ACROSS_SETS,   /* at the home, which then tells the nodes that know the player */
    ACROSS_AGREED, /* the same, but answered only when these nodes have heard: nothing
                      unwanted may come after the answer (settings.c) */
    ACROSS_LOBBY,  /* at the lobby */
    ACROSS_MEETS,  /* where an opponent waits, else at the lobby (steps.c) */
    ACROSS_LISTS,  /* at the home, with rows of all nodes (lists.c) */
    ACROSS_PLAYER, /* at the home of the player named by the first argument */
    ACROSS_BANS,   /* at the home; then all nodes read the bans again */
};

static const uint8_t across[COMMAND_COUNT] = {
    [CMD_MODE] = ACROSS_SETS,       [CMD_REGISTER] = ACROSS_SETS,
    [CMD_JOIN] = ACROSS_CODE,       [CMD_WATCH] = ACROSS_CODE,
    [CMD_UNWATCH] = ACROSS_CODE,    [CMD_PROFILE] = ACROSS_AGREED,
    [CMD_MOVES] = ACROSS_SETS,      [CMD_AUTO] = ACROSS_AGREED,
    [CMD_GAG] = ACROSS_AGREED,      [CMD_NAME] = ACROSS_SETS,
    [CMD_LOGIN] = ACROSS_SETS,      [CMD_RESUME] = ACROSS_SETS,
    [CMD_PLAY] = ACROSS_MEETS,      [CMD_SEEK] = ACROSS_LOBBY,
    [CMD_SEEKS] = ACROSS_LOBBY,     [CMD_UNSEEK] = ACROSS_LOBBY,
    [CMD_CHALLENGE] = ACROSS_LOBBY, [CMD_CHALLENGES] = ACROSS_LOBBY,
    [CMD_ACCEPT] = ACROSS_LOBBY,    [CMD_DECLINE] = ACROSS_LOBBY,
    [CMD_TELL] = ACROSS_LOBBY,      [CMD_SHOUT] = ACROSS_LOBBY,
    [CMD_ANNOUNCE] = ACROSS_LOBBY,  [CMD_WHO] = ACROSS_LISTS,
    [CMD_ROOMS] = ACROSS_LISTS,     [CMD_MINE] = ACROSS_LISTS,
    [CMD_KICK] = ACROSS_PLAYER,     [CMD_BAN] = ACROSS_BANS,
    [CMD_UNBAN] = ACROSS_BANS,      [CMD_ADJUDICATE] = ACROSS_CODE,
};

bool route_is_list(enum command_kind kind) {
    return across[kind] == ACROSS_LISTS;
}

bool route_is_agreed(enum command_kind kind) {
    return across[kind] == ACROSS_AGREED;
}

bool route_has_room(const struct hub *hub, const char *code) {
    const struct room *room = hub_find_room(hub, code);
    return room != NULL && !hub_room_status(room).moving;
}

/* Where a request about a room goes. */
struct way {
    int slot;                      /* the owner; 0: not known, or this node */
    bool is_looked_for;            /* the owner must be looked up */
    char room[ROOM_BYTES_MAX + 1]; /* which room is meant; "": none */
};

static void go_to_code(const struct hub *hub, const struct session *session,
                       const char *code, struct way *way) {
    text_copy(way->room, sizeof way->room, code);
    (void)home_find_room(session, code, &way->slot);
    way->is_looked_for = way->slot == 0 && !route_has_room(hub, code);
}

/* Goes to the only room elsewhere where the session sits (or, without sits, watches). */
static void go_to_only(const struct session *session, bool sits, struct way *way) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        for (size_t k = 0; k < elsewhere->at[i].n_rooms; k++) {
            if (elsewhere->at[i].room[k].sits == sits) {
                way->slot = elsewhere->at[i].slot;
                memcpy(way->room, elsewhere->at[i].room[k].code, sizeof way->room);
            }
        }
    }
}

/* The request has no code: finds its room if only one can be meant. */
static void go_to_room(const struct hub *hub, const struct session *session,
                       const struct command *cmd, struct way *way) {
    bool watched = (command_spec(cmd->kind)->flags & COMMAND_WATCHED) != 0 ||
                   cmd->kind == CMD_UNWATCH;
    bool sits = cmd->kind != CMD_UNWATCH &&
                session->n_rooms + session_n_elsewhere(session, true) > 0;
    size_t n_here = sits ? session->n_rooms : session->n_watched;
    size_t n_there = session_n_elsewhere(session, sits);
    if (n_here == 0 && n_there == 1 && (sits || watched)) {
        go_to_only(session, sits, way);
    } else if (n_here == 1 && n_there == 0 && (sits || watched)) {
        go_to_code(hub, session, session_nth_code(session, sits, 0), way);
    }
}

/* The code of the room that a request names; "": none. */
static const char *named_room(const struct command *cmd) {
    unsigned arg = across[cmd->kind] == ACROSS_CODE ? 0 : command_room_arg(cmd->kind);
    bool is_arg = arg < COMMAND_ARGS_MAX && cmd->has[arg];
    return is_arg || across[cmd->kind] == ACROSS_CODE ? command_arg(cmd, arg) : cmd->room;
}

static struct way find_way(const struct hub *hub, const struct session *session,
                           const struct command *cmd) {
    struct way way = {0};
    unsigned flags = command_spec(cmd->kind)->flags;
    bool is_about_room = (flags & (COMMAND_IN_ROOM | COMMAND_MAY_ROOM)) != 0 &&
                         !(cmd->kind == CMD_RECORD && cmd->has[0]) &&
                         !(cmd->kind == CMD_RESUME && cmd->has[0]);
    bool by_code = across[cmd->kind] == ACROSS_CODE;
    const char *code = named_room(cmd);
    if (!is_about_room && !by_code) {
        return way;
    }
    if (cmd->kind == CMD_UNWATCH && code[0] != '\0') {
        (void)home_find_room(session, code, &way.slot);
        text_copy(way.room, sizeof way.room, code);
    } else if (code[0] != '\0') {
        go_to_code(hub, session, code, &way);
    } else {
        go_to_room(hub, session, cmd, &way);
    }
    return way;
}

/* Whether the player with this name may be connected to another node.  A number in place
 * of a name is a connection of this node. */
static bool is_away(const struct hub *hub, const char *name) {
    const struct client *client = hub_client_of(hub, hub_find_name(hub, name));
    return (client == NULL || client->remote != NULL) && is_player_name(name);
}

/* As cluster_route, for commands that are not about rooms. */
static bool route_plain(struct cluster *cluster, struct client *client,
                        const struct command *cmd) {
    switch ((enum across)across[cmd->kind]) {
    case ACROSS_LISTS: lists_begin(cluster, client, cmd); return true;
    case ACROSS_LOBBY:
        if (client->session != NULL && cluster->lobby != hub_slot(cluster->hub)) {
            pending_run_at(cluster, client, cmd, cluster->lobby, "");
            return true;
        }
        return false;
    case ACROSS_MEETS:
        if (client->session != NULL) {
            steps_play(cluster, client, cmd);
            return true;
        }
        return false;
    case ACROSS_PLAYER:
        if (client->session != NULL && is_away(cluster->hub, command_arg(cmd, 0))) {
            pending_run_where(cluster, client, cmd, FIND_PLAYER, command_arg(cmd, 0));
            return true;
        }
        return false;
    case ACROSS_HERE:
    case ACROSS_CODE:
    case ACROSS_SETS:
    case ACROSS_AGREED:
    case ACROSS_BANS: break;
    }
    return false;
}

bool cluster_route(struct hub *hub, struct client *client, const struct command *cmd) {
    struct cluster *cluster = hub_cluster(hub);
    if (cluster == NULL || client->remote != NULL) {
        return false;
    }
    if (route_plain(cluster, client, cmd)) {
        return true;
    }
    if (client->session == NULL) {
        return false;
    }
    struct way way = find_way(hub, client->session, cmd);
    if (way.is_looked_for) {
        pending_run_where(cluster, client, cmd, FIND_ROOM, way.room);
    } else if (way.slot != 0) {
        pending_run_at(cluster, client, cmd, way.slot, way.room);
    }
    return way.is_looked_for || way.slot != 0;
}

static void tell_settings(struct hub *hub, void *was) {
    struct client *client = hub_find_client(hub, *(const uint64_t *)was);
    if (client != NULL) {
        cluster_tell_settings(hub, client);
    }
}

static void tell_bans(struct hub *hub, void *was) {
    (void)was;
    lobby_tell_bans(hub_cluster(hub), BUS_ALL);
}

void cluster_was_done(struct hub *hub, struct client *client, enum command_kind kind) {
    static const struct change_ops ops = {.kept = tell_settings};
    static const struct change_ops ban_ops = {.kept = tell_bans};
    if (hub_cluster(hub) == NULL) {
        return;
    }
    if (across[kind] == ACROSS_SETS) {
        *(uint64_t *)hub_note(hub, &ops, sizeof client->id) = client->id;
    } else if (across[kind] == ACROSS_BANS) {
        (void)hub_note(hub, &ban_ops, 0);
    }
}
