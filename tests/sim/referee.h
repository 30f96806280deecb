/* What all clients together have been told: one log for each room, which must be the same
 * for all of them, and in which every step must be one that the rules allow. */
#ifndef ALEA_TESTS_SIM_REFEREE_H
#define ALEA_TESTS_SIM_REFEREE_H

#include "proto/message/message.h"
#include "rules/play.h"
#include "server/hub/hub.h"
#include "tests/sim/sim.h"

struct seen {
    bool is_seen;
    bool names_nobody; /* so far: who was in it had been forgotten */
    uint64_t sum;      /* of the line, without what only some are told */
    uint64_t sent_ms;  /* server's turn at which it was there; 0: not known */
    unsigned start;    /* of the server, at that time: its number */
    uint64_t still_ms; /* sim.still_ms and n_stills, at that time */
    unsigned n_stills;
    bool is_move; /* with this one: */
    enum side side;
    char move[MOVE_TEXT_BYTES];
};

/* One room, from its opening to its end. */
struct story {
    char code[ROOM_BYTES_MAX + 1];
    struct seen *event; /* owned; by number */
    uint64_t n;         /* one more than the latest */
    uint64_t cap;
    uint64_t told;    /* number of the latest that anybody was told about */
    uint64_t scanned; /* the latest that inspect_turn has found */
    uint64_t there;   /* the latest that can have been told: when the server has died in
                         a turn, what it had told before that, too */
    bool is_closed, is_found;
    bool is_private;
    bool is_leaving; /* when the server died: nobody was told that it is there */
    char game_id[FAIR_GAME_ID_BYTES]; /* of the game that is there now */
    /* As it was after event number `at`, 0: not known. */
    uint64_t at, state_at; /* the latest that was no talk */
    enum stage stage;
    char seen_id[FAIR_GAME_ID_BYTES];
    char commitment[FAIR_HEX_BYTES];
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    bool was_called_off;
    bool is_away[SIDE_COUNT];
    uint64_t away_ms[SIDE_COUNT];   /* since when, as was told; 0: not known */
    uint64_t away_seq[SIDE_COUNT];  /* the event that has told it */
    uint64_t opening_seq;           /* stage opening: its first event; 0: not known */
    uint64_t absent_ms[SIDE_COUNT]; /* altogether in this game, before that */
    int64_t left_ms[SIDE_COUNT];
    uint8_t running;
    enum seat_offer offer[SIDE_COUNT];
    bool has_moved[SIDE_COUNT], has_thrown[SIDE_COUNT]; /* in this game */
    bool by_server[SIDE_COUNT]; /* it was stopped while he was away, or by that */
    bool has_play;              /* the game as the rules have it */
    bool is_whole;              /* from its beginning */
    struct play play;
    struct story *next;
};

/* A game that has ended, as those who saw it know. */
struct finished {
    char game_id[FAIR_GAME_ID_BYTES];
    const struct game *game;
    struct result result;
    bool rated;
    bool has_moves; /* somebody has moved, as was told: it is kept */
    char name[SIDE_COUNT][NAME_BYTES_MAX + 1];
    struct finished *next;
};

struct referee {
    struct story *logs; /* the latest first; owned */
    struct finished *finished;
    unsigned n_events, n_equal, n_moves, n_finished, n_rated, n_replays;
};

extern struct referee referee;

void referee_begin(void);
void referee_end(void);
/* Games may go back in time. */
void referee_forget(void);
/* There is this room, with this game: of which log it is.  Logs of rooms that are not
 * named between two calls of referee_scanned are closed. */
struct story *referee_scan(const char *code, const char *game_id, uint64_t seq);
void referee_scanned(void);
/* The log of a room that somebody hears of; game_id "": not told. */
struct story *referee_find(const char *code, const char *game_id);
/* Somebody hears a numbered event. */
void referee_hear(struct story *log, const struct message *msg, const char *line,
                  size_t len);
/* Somebody, who asked at this time or later, is told that there are as many. */
void referee_check_latest(const struct story *log, uint64_t seq, uint64_t since_ms);
/* The log of this game that is over; NULL: nobody has seen that. */
const struct finished *referee_finished(const char *game_id);

/* --- replay.c --- */

/* The state after an event follows from the one before it by what has happened. */
void replay_state(struct story *log, const struct message *msg);

/* --- ends.c --- */

/* Whatever ends the game, or puts it off, the players may do. */
void ends_check(struct story *log, const struct state *state);

#endif
