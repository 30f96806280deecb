/* One room of the load generator: two players who play random legal moves.  Pure: lines
 * in, lines out, time as an argument.
 *
 * It must be cheaper than the server.  So it only scans most state events for what the
 * next move needs. */
#ifndef ALEA_CLIENT_BENCH_ROOM_H
#define ALEA_CLIENT_BENCH_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "proto/command/command.h"
#include "proto/message/message.h"
#include "rules/game.h"

/* Longest fault, with its NUL. */
#define BENCH_FAULT_BYTES 320
/* Lines that wait to be sent: the longest is `create` with all options of a game. */
#define BENCH_OUT_BYTES 512
/* Most commands of a player without an answer. */
#define BENCH_ASKED_MAX 4
/* For bench_room.due: unlimited moves. */
#define BENCH_ALWAYS UINT32_MAX
/* Longest name of a durability level, with its NUL. */
#define BENCH_WORD_BYTES 16

/* A log-linear histogram of times: each power of two has 2^7 buckets, so quantiles are
 * accurate to one percent, from nanoseconds to centuries.  Values below HIST_PARTS have a
 * bucket each.  A zeroed histogram is empty. */
#define HIST_PART_BITS 7
#define HIST_PARTS     ((size_t)1 << HIST_PART_BITS)
#define HIST_BUCKETS   ((64 - HIST_PART_BITS + 1) * HIST_PARTS)

struct hist {
    uint64_t count[HIST_BUCKETS];
    uint64_t n;   /* number of values */
    uint64_t max; /* the largest value, exact */
};

void hist_add(struct hist *hist, uint64_t value);
/* The quantile: `per_mille` of 1000 values are at most this.  Rounded up to the end of
 * its bucket, but at most max.  0 without values. */
uint64_t hist_quantile(const struct hist *hist, unsigned per_mille);

/* Totals over all rooms. */
struct bench_tally {
    uint64_t moves;       /* answered moves */
    uint64_t events;      /* state events received: two for each change of a room */
    uint64_t event_bytes; /* bytes of these events, with their line ends */
    uint64_t games;       /* games played to the end */
    struct hist latency;  /* ns, from sending a move, or from when it was due if that is
                             earlier, to its state event */
};

enum bench_step {
    BENCH_NEW,
    BENCH_NAMED,
    BENCH_SEATED,
    BENCH_LEAVING, /* has sent quit */
    BENCH_GONE,    /* the server has said bye */
};

struct bench_player {
    enum bench_step step;
    char name[NAME_BYTES_MAX + 1];
    enum stage stage;           /* in the last state event */
    bool is_ready;              /* has said ready for the next game */
    bool is_waiting;            /* a move was sent; its event has not arrived */
    bool may_move;              /* `move` is legal now */
    uint64_t last;              /* number of the last event; 0: none */
    uint64_t sent_ns;           /* when the move was sent, or due if that is earlier */
    char move[MOVE_TEXT_BYTES]; /* the move sent, or to send */
    unsigned n_asked;           /* commands without an answer */
    char out[BENCH_OUT_BYTES];  /* to send; the caller empties it */
    size_t out_len;
};

struct bench_room {
    const char *game; /* borrowed; as for `create` */
    struct bench_tally *tally;
    struct bench_player player[2];     /* the first opens the room, the other joins it */
    char code[ROOM_BYTES_MAX + 1];     /* "": not known yet */
    char durability[BENCH_WORD_BYTES]; /* as the server reports it; "": not asked */
    uint64_t mover_seq;                /* number of the last event that listed moves */
    uint64_t random;
    uint32_t due;      /* moves that may be made now: 0, 1 or BENCH_ALWAYS */
    uint64_t due_ns;   /* when it was due; 0: as soon as possible */
    size_t answer_len; /* length of a relay's answer without its LF; 0: the server is
                          alead */
    uint64_t n_sent;   /* lines sent to a relay */
    bool is_idle;      /* players do not move */
    bool is_seated;    /* with is_idle: players do not say ready either */
    bool has_begun; /* a move was answered; is_idle: a move is possible; is_seated: both
                       players sit there */
    bool is_ending; /* make no more moves, and leave */
    char fault[BENCH_FAULT_BYTES]; /* what went wrong; "": nothing */
};

/* names: of both players.  answer_len: as in the struct. */
void bench_room_init(struct bench_room *room, const char *game, const char *const *names,
                     struct bench_tally *tally, size_t answer_len);
/* Checks the first line that player 0 or 1 received.  False with room->fault. */
bool bench_room_greet(struct bench_room *room, unsigned who, const char *line);
/* Sends the names; call it when both players have been greeted.  ask_server: also asks
 * for the server's durability. */
void bench_room_begin(struct bench_room *room, bool ask_server);
/* Handles a line that player 0 or 1 received, and may change it; a NUL follows its len
 * bytes.  False with room->fault if the line is wrong; then do not use the room any
 * more. */
bool bench_room_hear(struct bench_room *room, unsigned who, char *line, size_t len,
                     uint64_t now_ns);
/* Makes the move that is due, if possible; leaves at the end.  Call it after each of the
 * other functions. */
void bench_room_act(struct bench_room *room, uint64_t now_ns);
/* A move is due since at_ns.  A late room does not catch up. */
void bench_room_add_due(struct bench_room *room, uint64_t at_ns);
bool bench_room_has_ended(const struct bench_room *room);
/* Writes what the room is waiting for, to show to the user. */
void bench_room_tell(const struct bench_room *room, char *text, size_t cap);

#endif
