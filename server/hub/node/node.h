/* A server that is a node of a cluster: its place in the database, its sessions and its
 * rooms.  server/hub and server/cluster call this; without a cluster it does nothing. */
#ifndef ALEA_SERVER_HUB_NODE_NODE_H
#define ALEA_SERVER_HUB_NODE_NODE_H

#include "server/hub/hub.h"
#include "server/store/nodes.h"

struct loaded_session;
struct room;
struct session;

/* What this node calls to tell other nodes something; server/cluster implements it. */
struct node_ops {
    /* A room is at this node now: homes should attach their players who sit or watch
     * there. */
    void (*room_is_here)(void *owner, const char *code);
    /* This node is a session's new home.  Former homes must say goodbye to its connection
     * there.  homes: the number of this claim. */
    void (*session_taken)(void *owner, uint64_t session, uint64_t homes);
    /* A node has ended in all epochs up to this one: it was fenced or has left.  If it
     * had rooms, they are taken over, maybe by this node. */
    void (*node_fenced)(void *owner, int slot, uint64_t epoch);
    /* A room of this node belongs to that node now, which should load it
     * (hub_take_given).  At the first call for a room, its sessions are still in it. */
    void (*room_given)(void *owner, int slot, const char *code);
    /* Whether messages reach that node now; NULL: always. */
    bool (*can_reach)(void *owner, int slot);
    /* Whether a node that can be reached has yet to say that it gave this room to this
     * node: players here still get its last messages.  NULL: no. */
    bool (*will_be_told)(void *owner, const char *code);
    /* Whether that node has said that it drains; NULL: none has. */
    bool (*drains)(void *owner, int slot);
};

/* Sets the functions above; borrows ops and owner.  Ignored without a cluster. */
void hub_set_node_ops(struct hub *hub, const struct node_ops *ops, void *owner);
/* This node; borrowed; NULL: the server is alone. */
const struct node_self *hub_node(const struct hub *hub);
/* Whether this node has lost its place: it sends nothing more, and the process should end
 * at once. */
bool hub_is_lost(const struct hub *hub);

/* --- sessions --- */

/* A new session id, to be claimed by this node. */
uint64_t hub_draw_session_id(struct hub *hub);
/* Whether this node is the home of the session; always true without a cluster. */
bool hub_is_home(const struct hub *hub, const struct session *session);
/* This node is the home of a new session, or of one that has another name. */
void hub_note_claim(struct session *session, const struct claim *claim);
/* Whether this node already was the home of the session before this claim, and no other
 * node has been since. */
bool hub_stays_home(const struct hub *hub, const struct claim *claim);
/* A claim has made this node the home of an older session, or it was that already.  Takes
 * what *loaded owns.  A new home tells the other nodes, and the session has no client
 * yet; if its player does not follow, the caller must end it (hub_end_session).  Returns
 * borrowed; NULL: the id cannot be used, or the session has another home by now. */
struct session *hub_come_home(struct hub *hub, const struct claim *claim,
                              struct loaded_session *loaded);
/* Another node has claimed a session, as claim number homes.  If this node was its home,
 * says goodbye to its connection, and ends the session here unless something holds it. */
void hub_session_taken(struct hub *hub, uint64_t session, uint64_t homes);

/* --- rooms --- */

/* Gives a room to another node as soon as all its changes are stored. */
void hub_give_room(struct hub *hub, const struct room *room, int slot);
/* A room was given to this node: loads it, and tells the others that it is here. */
void hub_take_given(struct hub *hub, const char *code);
/* A node says that it has a room.  If this node gave it the room, that is now done. */
void hub_room_is_there(struct hub *hub, int slot, const char *code);

/* --- all nodes --- */

/* A node that clients may connect to. */
struct node_seen {
    int slot;
    char name[NODE_NAME_BYTES];
    char address[NODE_ADDRESS_BYTES]; /* "": not given */
};

/* The i-th node that was alive when this one last looked, itself included; borrowed until
 * the next hub_task_done.  NULL: there are no more. */
const struct node_seen *hub_node_seen(const struct hub *hub, size_t i);

#endif
