/* A server that is a node of a cluster: what others call.  Without a cluster all of this
 * does nothing. */
#ifndef ALEA_SERVER_HUB_NODE_NODE_H
#define ALEA_SERVER_HUB_NODE_NODE_H

#include "server/hub/hub.h"
#include "server/store/nodes.h"

struct loaded_session;
struct room;
struct session;

/* What this node tells other nodes: functions of its caller, who sends messages. */
struct node_ops {
    /* A room is at this node now: sessions of other nodes that sit or watch there should
     * be attached to it again. */
    void (*room_is_here)(void *owner, const char *code);
    /* A session has a new home, this node: former homes say goodbye to connections that
     * it has there. */
    void (*session_taken)(void *owner, uint64_t session, uint64_t homes);
    /* A node is dead that had an epoch up to this one: its rooms are taken, some of them
     * by this node. */
    void (*node_fenced)(void *owner, int slot, uint64_t epoch);
    /* A room of this node belongs to another one now, which should load it
     * (hub_take_given).  At the first call for a room its sessions are still in it. */
    void (*room_given)(void *owner, int slot, const char *code);
    /* Whether that node can be told anything now; NULL: always. */
    bool (*can_reach)(void *owner, int slot);
    /* Whether a node that can be reached will say that it has given a room to this one:
     * what it said of it before is still to be told here.  NULL: no. */
    bool (*will_be_told)(void *owner, const char *code);
    /* Whether that node has said that it drains; NULL: none has. */
    bool (*drains)(void *owner, int slot);
};

/* The caller's functions; ops must outlive the hub. */
void hub_set_node_ops(struct hub *hub, const struct node_ops *ops, void *owner);
/* This node; NULL: the server is alone. */
const struct node_self *hub_node(const struct hub *hub);
/* Whether this node has lost its place: it tells nobody anything, and its process should
 * end at once. */
bool hub_is_lost(const struct hub *hub);

/* --- sessions --- */

/* An id for a new session, which this node will claim. */
uint64_t hub_draw_session_id(struct hub *hub);
/* Whether this node is the home of the session, or there are no others. */
bool hub_is_home(const struct hub *hub, const struct session *session);
/* This node is the home of a new session, or of one that has another name. */
void hub_note_claim(struct session *session, const struct claim *claim);
/* Whether this node was the home of a session before this claim, and no other one since.
 */
bool hub_stays_home(const struct hub *hub, const struct claim *claim);
/* This node has become the home of an older session, or stays it: takes what *loaded
 * owns.  In the former case other nodes are told, and the session has no client yet.  One
 * whose player does not follow must be ended (hub_end_session).  Returns borrowed; NULL:
 * its id cannot be used, or it has another home by now. */
struct session *hub_come_home(struct hub *hub, const struct claim *claim,
                              struct loaded_session *loaded);
/* Another node has become the home of a session: says goodbye to the connection that it
 * has here. */
void hub_session_taken(struct hub *hub, uint64_t session, uint64_t homes);

/* --- rooms --- */

/* Gives a room to another node, soon: when all that was done there is stored. */
void hub_give_room(struct hub *hub, const struct room *room, int slot);
/* A room was given to this node. */
void hub_take_given(struct hub *hub, const char *code);
/* A node has said that a room is there. */
void hub_room_is_there(struct hub *hub, int slot, const char *code);

/* --- all nodes --- */

/* A node that clients can be sent to. */
struct node_seen {
    int slot;
    char name[NODE_NAME_BYTES];
    char address[NODE_ADDRESS_BYTES]; /* "": not given */
};

/* The i-th node that lived when this one looked last, itself included; borrowed until the
 * next hub_task_done.  NULL: there are no more. */
const struct node_seen *hub_node_seen(const struct hub *hub, size_t i);

#endif
