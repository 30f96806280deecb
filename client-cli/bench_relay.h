/* The load generator with a bare relay (tests/bench/relay.c) in place of alead, to know
 * what the system calls alone cost: the two players of a room send lines as long as a
 * move's in turn, and both get the same bytes for each.  Pure, as bench_room.h. */
#ifndef ALEA_CLIENT_BENCH_RELAY_H
#define ALEA_CLIENT_BENCH_RELAY_H

#include "client-cli/bench_room.h"

/* Longest answer of a relay, its line end included. */
#define BENCH_RELAY_BYTES_MAX 16384

/* Checked is that both players have the same pair, and get the answer once for each line;
 * room->answer is what they get. */
extern const struct bench_talk bench_relay_talk;

#endif
