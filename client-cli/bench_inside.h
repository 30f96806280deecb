/* What only the files of bench_room.h share. */
#ifndef ALEA_CLIENT_BENCH_INSIDE_H
#define ALEA_CLIENT_BENCH_INSIDE_H

#include "client-cli/bench_room.h"

/* Says in room->fault what is wrong with the answers to this player.  Returns false. */
__attribute__((format(printf, 3, 4))) bool
bench_room_fail(struct bench_room *room, const struct bench_player *player,
                const char *format, ...);
/* Whether he can say one line more, and a move after it: who is answered can. */
bool bench_room_may_ask(const struct bench_player *player);
/* Sends a line, which has no argument of a kind that JSON would escape. */
__attribute__((format(printf, 3, 4))) void bench_room_ask(struct bench_player *player,
                                                          enum command_kind kind,
                                                          const char *format, ...);
/* The same for a command about the room that says no more. */
void bench_room_ask_about(struct bench_room *room, struct bench_player *player,
                          enum command_kind kind);
/* The second player sits down when he has a name and knows where. */
void bench_room_maybe_join(struct bench_room *room);
/* As `hear` of struct bench_talk. */
bool bench_room_hear(struct bench_room *room, unsigned who, const char *line, size_t len,
                     uint64_t now_ns);

#endif
