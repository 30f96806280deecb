/* Two players in JSON mode in one room: Ann, who opened it and plays white, and Bob. */
#ifndef ALEA_TESTS_SUPPORT_PAIR_H
#define ALEA_TESTS_SUPPORT_PAIR_H

#include "tests/support/scene.h"

struct pair {
    struct peer *ann, *bob;
    char room[8];
};

/* Seats both in a new room for royal-ur; Bob has read everything that was sent to him. */
struct pair pair_seat(struct scene *scene);
/* As pair_seat, and makes both ready: the game is running, and both have read the
 * event. */
struct pair pair_begin(struct scene *scene);
/* The player to move, according to the last state that Ann has read. */
struct peer *pair_mover(const struct pair *pair);
/* The player who waits. */
struct peer *pair_other(const struct pair *pair);
/* The player to move plays the first legal move; both read the next state. */
void pair_move(const struct pair *pair);
/* Reads until a state event with this number or a later one arrives. */
json_t *pair_await_seq(struct peer *peer, json_int_t seq);

#endif
