/* A connection as the hub sees it: what mode it is in, what it may still ask, and whose
 * it is. */
#ifndef ALEA_SERVER_HUB_CLIENT_H
#define ALEA_SERVER_HUB_CLIENT_H

#include "server/hub/session.h"
#include "server/limits/address_table.h"
#include "view/style.h"

struct client {
    uint64_t id;
    uint64_t conn;                 /* connection of the loop */
    struct address_counts *counts; /* borrowed: its address */
    struct session *session;       /* borrowed; NULL: it has not said who it is */
    struct rate commands;          /* limits commands_per_s, commands_burst */
    struct rate plays;             /* the same for what moves a game on */
    struct rate *all_commands;     /* borrowed; those of all clients of its address */
    struct rate *all_plays;
    struct rate *all_stored;  /* limit stored_per_hour */
    struct rate replays;      /* events of games that were replayed for it */
    struct rate refused;      /* limit refused_commands */
    uint64_t wait_until_ms;   /* it was refused, and told to come again then */
    struct deadline deadline; /* when it must have said who it is */
    uint64_t active_ms;       /* of the last line */
    uint64_t opened_ms;       /* when it came */
    int64_t number;           /* what an operator calls it: 1 the first since the start */
    enum command_kind last;   /* its last command; COMMAND_COUNT: none */
    struct style style;       /* text mode */
    bool tls;                 /* the connection has TLS */
    bool secure;              /* nobody on the way can listen in: TLS, or no way */
    bool warned;              /* that passwords can be read on the way */
    bool told_role;           /* that it has the operator's role */
    bool waiting;             /* its last request is a job that is not done yet */
    bool spoken;              /* the first line, which tells the mode, has come */
    bool json;                /* JSON mode, else text mode */
    bool closing;             /* goodbye is said; lines are ignored */
    bool quits;               /* on his own wish */
    bool lags;                /* see hub_mark_lagging */
    bool no_moves;            /* legal moves are not wanted in state events */
};

#endif
