/* All that the floor of people remembers.  Only its files see it. */
#ifndef ALEA_SERVER_PEOPLE_STATE_H
#define ALEA_SERVER_PEOPLE_STATE_H

#include "proto/json/wire_out.h"
#include "server/base/deadline_heap.h"
#include "server/base/slots.h"
#include "server/limits/rate_limits.h"
#include "server/lobby/ban.h"
#include "server/lobby/offers.h"
#include "server/people/clients.h"
#include "server/people/people.h"
#include "server/people/sessions.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

struct people {
    struct hub_config *config; /* borrowed */
    struct metrics *metrics;   /* borrowed */
    struct turns *turns;       /* borrowed; the floor below */

    /* Connections. */
    struct slots clients;
    int64_t n_visitors; /* connections that are no clients yet: browsers without a
                           WebSocket, proxies that have not named their client */
    struct address_table addresses;
    struct rate_limits rate_limits;
    struct deadline_heap logins; /* of clients */
    struct {
        void (*start)(void *owner, struct job *job);
        void *owner;
        int64_t n; /* that are not done yet */
    } jobs;
    struct {
        people_queue_bytes *bytes; /* NULL: unknown */
        void *owner;
    } queue;
    struct wire_out json; /* messages are encoded here before they are copied */
    struct rate shouts;   /* of all players together */

    /* Players. */
    struct slots sessions;
    struct index names, accounts; /* of sessions */
    struct deadline_heap keeps;   /* of sessions */
    struct offers offers;
    struct bans bans;
    int64_t last_account;     /* highest number of an account, as far as is known */
    uint64_t account_changes; /* see people_account_changes */
    int64_t operators[OPERATORS_MAX]; /* their accounts; 0: none */
    uint64_t bots[BOTS_MAX];          /* sessions of the host's bots; 0: none */
    bool leaves_out;                  /* see people_leave_out */
    struct ended_sessions ended;
};

#endif
