/* Two players in JSON mode in one room: Ann, who opened it and plays white, and Bob. */
#ifndef ALEA_TESTS_SUPPORT_PAIR_H
#define ALEA_TESTS_SUPPORT_PAIR_H

#include "tests/support/scene.h"

struct pair {
    struct peer *ann, *bob;
    char room[8];
};

/* Both sit in a new room for royal-ur; Bob has read everything that was sent to him. */
struct pair pair_seat(struct scene *scene);
/* The same, and both are ready: the game is running, and both have read so. */
struct pair pair_begin(struct scene *scene);
/* Who is to move, according to the last state that Ann has read. */
struct peer *pair_mover(const struct pair *pair);
/* Who is not. */
struct peer *pair_other(const struct pair *pair);
/* The mover plays his first legal move; both read the next state. */
void pair_move(const struct pair *pair);
/* Reads until a state event with this number or a later one. */
json_t *pair_await_seq(struct peer *peer, json_int_t seq);

#endif
