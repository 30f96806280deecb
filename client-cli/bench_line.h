/* What the load generator looks at in a line from the server. */
#ifndef ALEA_CLIENT_BENCH_LINE_H
#define ALEA_CLIENT_BENCH_LINE_H

#include "client-cli/bench_scan.h"

/* Members of protocol.md, each at most once in a line. */
/* clang-format off */
#define BENCH_MEMBERS(X)                                                                 \
    X(event) X(reply) X(error) X(room) X(seq) X(snapshot) X(stage) X(position) X(phase)  \
    X(turn) X(happened) X(moves) X(seats) X(match) X(code) X(text) X(durability)
/* clang-format on */

/* Absent members are all zero. */
struct bench_line {
#define X(member) struct part member;
    BENCH_MEMBERS(X)
#undef X
    const char *whole;
    size_t len;
};

/* False when it is not a JSON object, or has one of these members twice. */
bool bench_line_read(struct bench_line *line, const char *text, size_t len);
/* The names in a state event, white's first; all zero for a free seat.  False when the
 * seats are not as they should be. */
bool bench_line_seats(const struct bench_line *line, struct part name[static 2]);
/* Whether the events tell a move by this side; *move is it.  All zero: none.  False when
 * what happened is not as it should be. */
bool bench_line_move(const struct bench_line *line, const char *side, struct part *move);
/* Whether this is the end of a game after which the room goes on by itself. */
bool bench_line_has_next_leg(const struct bench_line *line);
/* What both players must have got alike, as one number. */
uint64_t bench_line_sum(const struct bench_line *line);

#endif
