/* What clients were sent, in one log per room.  It must be the same for all clients, and
 * the rules must allow every step. */
#ifndef ALEA_TESTS_SIM_REFEREE_H
#define ALEA_TESTS_SIM_REFEREE_H

#include "proto/message/message.h"
#include "rules/play.h"
#include "server/hub/hub.h"
#include "tests/sim/sim.h"
#include "tests/sim/world/net.h"

struct seen {
    bool is_seen;
    bool names_nobody; /* its name was already forgotten when it was first seen */
    uint64_t sum;      /* hash of the line, without members that only some clients get */
    uint64_t sent_ms;  /* time of the iteration that sent it; 0: unknown */
    unsigned start;    /* number of the server's start then */
    uint64_t still_ms; /* sim.still_ms and n_stills then */
    unsigned n_stills;
    uint64_t fails_ms; /* server_fails_ms() then */
    bool is_move;      /* state with this event: */
    bool is_chosen;    /* the move came first in happened: a JSON request made it */
    unsigned n_claims; /* requests that were answered with this event */
    bool by_number;    /* one of them was a move without the number of an event */
    enum side side;
    char move[MOVE_TEXT_BYTES];
};

/* One room, from its opening to its end. */
struct story {
    char code[ROOM_BYTES_MAX + 1];
    struct seen *event; /* owned; by event number */
    uint64_t n;         /* latest event number + 1 */
    uint64_t cap;
    uint64_t told;    /* latest number that any client was sent */
    uint64_t scanned; /* the latest number that inspect_turn has seen */
    uint64_t there;   /* the latest number that can have been sent; if the server died in
                       * an iteration, including what it sent before in it */
    unsigned host;    /* of its server; NET_HOSTS_MAX: not known yet */
    unsigned n_maybe; /* moves that were sent there and may have been done */
    unsigned n_refused; /* moves that were answered `storage` since the server started */
    bool is_closed, is_found;
    bool is_private;
    bool is_leaving; /* when the server died, no client had been told of the room */
    char game_id[FAIR_GAME_ID_BYTES]; /* of the current game */
    /* State after event number `at`; 0: unknown. */
    uint64_t at, state_at; /* the latest event that is not chat */
    enum stage stage;
    char seen_id[FAIR_GAME_ID_BYTES];
    char commitment[FAIR_HEX_BYTES];
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    bool was_called_off;
    bool is_away[SIDE_COUNT];
    uint64_t away_ms[SIDE_COUNT];   /* when the absence began, as announced; 0: unknown */
    uint64_t away_seq[SIDE_COUNT];  /* the event that announced it */
    uint64_t opening_seq;           /* stage opening: its first event; 0: unknown */
    uint64_t absent_ms[SIDE_COUNT]; /* total absence in this game before that */
    int64_t left_ms[SIDE_COUNT];
    uint8_t running;
    bool runs_on; /* that clock ran before the last state, too */
    enum seat_offer offer[SIDE_COUNT];
    bool has_moved[SIDE_COUNT], has_thrown[SIDE_COUNT]; /* in this game */
    bool by_server[SIDE_COUNT]; /* stopped during the absence, or began it by stopping */
    bool has_play;              /* `play` is the game by the rules */
    bool is_whole;              /* it is complete from the start */
    struct play play;
    struct story *next;
};

/* A finished game, as clients who saw its end know it. */
struct finished {
    char game_id[FAIR_GAME_ID_BYTES];
    const struct game *game;
    struct result result;
    bool rated;
    bool has_moves; /* a client was sent a move: the game is kept */
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    struct finished *next;
};

struct referee {
    struct story *logs; /* latest first; owned */
    struct chat_line {  /* owned; where chat number i was said */
        const struct story *log;
        uint64_t seq;
    } * said;
    size_t n_said;
    struct finished *finished;
    bool has_forgotten; /* what was seen before the last loss of events */
    unsigned n_events, n_equal, n_moves, n_finished, n_rated, n_replays;
};

extern struct referee referee;

void referee_begin(void);
void referee_end(void);
/* Call it when games may have lost their latest events. */
void referee_forget(void);
/* The room exists on this host, with this game.  Returns its log.  A log whose room is
 * not scanned between two calls of referee_scanned for its host is closed. */
struct story *referee_scan(unsigned host, const char *code, const char *game_id,
                           uint64_t seq);
void referee_scanned(unsigned host);
/* A server starts.  What a failing disk refused to the last one may have been stored, if
 * that one was killed before it could make sure. */
void referee_restarted(void);
/* The log of a room that a client receives events of; game_id "": not given. */
struct story *referee_find(const char *code, const char *game_id);
/* A client receives a numbered event. */
void referee_hear(struct story *log, const struct message *msg, const char *line,
                  size_t len);
/* A client, who asked at this time or later, is told the number of the latest event. */
void referee_check_latest(const struct story *log, uint64_t seq, uint64_t since_ms);
/* Notes that a request was answered with this event.  by_number: a move without the
 * number of an event; it must not be done twice. */
void referee_claim(struct story *log, uint64_t seq, bool by_number);
/* Chat with this number, which is sent only once, is there; with SIM_CHECKs. */
void referee_say(const struct story *log, uint64_t seq, size_t number);
/* Call it at the end: checks that every move was requested. */
void referee_check_claims(void);
/* The log of this finished game; NULL: no client saw its end. */
const struct finished *referee_finished(const char *game_id);

/* --- replay.c --- */

/* Checks that the state after an event follows from the one before it and the notes. */
void replay_state(struct story *log, const struct message *msg);

/* --- ends.c --- */

/* Checks that the players may end or adjourn the game like this. */
void ends_check(struct story *log, const struct state *state);

#endif
