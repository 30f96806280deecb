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
    struct part moved[2]; /* the last move told of white, and of black; all zero: none, or
                             bench_line_read_moved was not called */
    const char *whole;
    size_t len;
};

/* False when it is not a JSON object, or has one of these members twice. */
bool bench_line_read(struct bench_line *line, const char *text, size_t len);
/* Has the members point to a copy of the line. */
void bench_line_move_to(struct bench_line *line, const char *copy);
/* The names in a state event, white's first; all zero for a free seat.  False when the
 * seats are not as they should be. */
bool bench_line_seats(const struct bench_line *line, struct part name[static 2]);
/* Sets line->moved.  False when what happened is not as it should be. */
bool bench_line_read_moved(struct bench_line *line);
/* Whether this is the end of a game after which the room goes on by itself. */
bool bench_line_has_next_leg(const struct bench_line *line);
/* What both players must have got alike, as one number. */
uint64_t bench_line_sum(const struct bench_line *line);

#endif
