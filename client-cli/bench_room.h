/* One room of the load generator: two players who play random legal moves, and who check
 * what they are told.  Pure: lines in, lines out, time as an argument.
 *
 * Checked is that every request gets its reply, in order; that the numbers of the events
 * follow one another without a gap, and that both players get the same ones; that the
 * event that answers a move tells that move, and has the number that the reply gave; that
 * the legal moves go to the side to move, and to nobody else. */
#ifndef ALEA_CLIENT_BENCH_ROOM_H
#define ALEA_CLIENT_BENCH_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/bench_hist.h"
#include "client-cli/bench_twin.h"
#include "proto/bounds.h"
#include "proto/command.h"
#include "proto/message.h"
#include "rules/game.h"

/* Longest text that says what was wrong with an answer. */
#define BENCH_FAULT_BYTES 320
/* Lines that wait to be sent to the server: at most two short ones at once. */
#define BENCH_OUT_BYTES 512
/* Requests of a player that are not answered yet. */
#define BENCH_ASKED_MAX 4
/* So many events of a room are remembered to compare them; one player is never so far
 * ahead of the other unless an event was lost. */
#define BENCH_RING 64
/* Longest word for the durability of a server. */
#define BENCH_WORD_BYTES 16
/* Of bench_room.due: moves without end. */
#define BENCH_ALWAYS UINT32_MAX

/* What all rooms add to. */
struct bench_tally {
    uint64_t moves;       /* answered */
    uint64_t events;      /* state events received: two for each change of a room */
    uint64_t event_bytes; /* of them, with their line ends */
    uint64_t games;       /* that came to their end */
    struct hist latency;  /* ns, from sending a move, or when it was due, to its own
                             state event */
};

enum bench_step {
    BENCH_NEW,
    BENCH_NAMED,
    BENCH_SEATED,
    BENCH_LEAVING, /* has said quit */
    BENCH_GONE,    /* the server has said goodbye */
};

struct bench_player {
    enum bench_step step;
    char name[NAME_BYTES_MAX + 1];
    char side[8];      /* "white" or "black", as the last state event had it */
    enum stage stage;  /* in the last state event */
    bool is_ready;     /* has said so for the next game */
    bool is_waiting;   /* a move was sent and its event has not come */
    bool may_move;     /* `move` is one of the legal moves of the last state event */
    uint64_t last;     /* number of the last event, 0: none */
    uint64_t promised; /* highest number that a reply has given */
    uint64_t told;     /* number of the event that told his last move */
    uint64_t sent_ns;  /* when the move was sent, or was due before */
    char move[MOVE_TEXT_BYTES]; /* to be sent, or sent */
    enum command_kind asked[BENCH_ASKED_MAX];
    unsigned n_asked;
    char out[BENCH_OUT_BYTES]; /* to be sent; the caller empties it */
    size_t out_len;
};

struct bench_room {
    const char *game; /* borrowed; what `create` asks for */
    struct bench_tally *tally;
    struct bench_player player[2];     /* the first one opens the room, the other joins */
    char code[ROOM_BYTES_MAX + 1];     /* "": not known yet */
    char durability[BENCH_WORD_BYTES]; /* as the server said; "": nobody has asked */
    struct {
        uint64_t seq, sum; /* number of an event, and what it comes to */
    } ring[BENCH_RING];
    struct bench_twin twin; /* the event that only one of them has got so far */
    uint64_t random;
    uint32_t due;         /* moves that may be made now */
    uint64_t due_ns;      /* when the first of them was due; 0: when it is made */
    uint64_t due_step_ns; /* time between them */
    uint64_t n_sent;      /* lines sent to a relay */
    const char *answer;   /* borrowed; what a relay answers, without line end */
    size_t answer_len;
    bool is_idle;                  /* nobody moves */
    bool is_seated;                /* and nobody is ready */
    bool has_begun;                /* a move was answered; if idle, it could be made; if
                                      is_seated, both know that they sit there */
    bool is_ending;                /* no more moves; resign and leave */
    char fault[BENCH_FAULT_BYTES]; /* what was wrong; "" so far */
};

/* names: of both players. */
void bench_room_init(struct bench_room *room, const char *game, const char *const *names,
                     struct bench_tally *tally, uint64_t seed);

/* What the players of a room say to a server, and hear. */
struct bench_talk {
    /* The first line that player 0 or 1 got.  False with room->fault. */
    bool (*hear_greeting)(struct bench_room *room, unsigned who, const char *line);
    /* Both have been greeted: says who they are.  ask_server: also asks what server it
     * is. */
    void (*begin)(struct bench_room *room, bool ask_server);
    /* A line that player 0 or 1 got.  False with room->fault when it is not as it must
     * be; the room is of no use then. */
    bool (*hear)(struct bench_room *room, unsigned who, const char *line, size_t len,
                 uint64_t now_ns);
    /* Makes the move that is due, if there is one and it can be made; when the room is
     * ending gives up the game and leaves.  To be called after everything else. */
    void (*act)(struct bench_room *room, uint64_t now_ns);
};

/* With alead. */
extern const struct bench_talk bench_room_talk;

/* One more move is due, since at_ns; a room that keeps_pace is never behind by more than
 * one. */
void bench_room_add_due(struct bench_room *room, uint64_t at_ns, bool keeps_pace);
/* A move that is due is made.  Returns since when its answer is waited for: since it was
 * due, else the time of a slow server that holds up the moves after it would not count.
 */
uint64_t bench_room_take_due(struct bench_room *room, uint64_t now_ns);
/* From now on no more moves. */
void bench_room_end(struct bench_room *room);
bool bench_room_has_ended(const struct bench_room *room);
/* What it waits for, for people. */
void bench_room_tell(const struct bench_room *room, char *text, size_t cap);

#endif
