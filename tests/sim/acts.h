/* What simulated people can do, one function each. */
#ifndef ALEA_TESTS_SIM_ACTS_H
#define ALEA_TESTS_SIM_ACTS_H

#include "tests/sim/people.h"

/* Function, relative frequency, and the habit (or fault) that enables it; TRAIT_COUNT:
 * always on. */
#define ACTS(X)                                                                          \
    X(act_move, 600, TRAIT_COUNT)                                                        \
    X(act_ready, 100, TRAIT_COUNT)                                                       \
    X(act_open, 200, TRAIT_COUNT)                                                        \
    X(act_create, 10, TRAIT_COUNT)                                                       \
    X(act_join, 20, TRAIT_COUNT)                                                         \
    X(act_rematch, 6, TRAIT_COUNT)                                                       \
    X(act_leave, 6, TRAIT_COUNT)                                                         \
    X(act_resume, 20, TRAIT_COUNT)                                                       \
    X(act_claim, 20, TRAIT_COUNT)                                                        \
    X(act_offer, 8, HABIT_GIVE_UP)                                                       \
    X(act_agree, 200, HABIT_GIVE_UP)                                                     \
    X(act_give_up, 6, HABIT_GIVE_UP)                                                     \
    X(act_look_at, 10, TRAIT_COUNT)                                                      \
    X(act_say, 20, HABIT_TALK)                                                           \
    X(act_tell, 12, HABIT_TALK)                                                          \
    X(act_watch, 20, HABIT_WATCH)                                                        \
    X(act_seek, 20, HABIT_OFFERS)                                                        \
    X(act_challenge, 20, HABIT_OFFERS)                                                   \
    X(act_accept, 60, HABIT_OFFERS)                                                      \
    X(act_unseek, 4, HABIT_OFFERS)                                                       \
    X(act_profile, 6, HABIT_OFFERS)                                                      \
    X(act_look, 12, TRAIT_COUNT)                                                         \
    X(act_find, 8, TRAIT_COUNT)                                                          \
    X(act_register, 30, HABIT_ACCOUNTS)                                                  \
    X(act_forget, 4, HABIT_FORGET)                                                       \
    X(act_operate, 100, HABIT_OPERATOR)                                                  \
    X(act_nonsense, 30, FAULT_NONSENSE)

/* Each sends a request.  False: the person has no reason to. */
#define X(f, often, of) bool f(struct person *p);
ACTS(X)
#undef X

/* A person in text mode types something. */
void act_in_text(struct person *p);
/* A room that people have heard of; NULL: there is none. */
const char *acts_pick_room(void);
const char *acts_pick_game(void);
const char *acts_pick_time(void);
const char *acts_pick_rated(const struct person *p);
/* Enters a room to play or to watch, sometimes with the word of a private one. */
bool acts_enter(struct person *p, enum command_kind kind, const char *room);
/* The number of rooms where the person sits. */
unsigned acts_seats(const struct person *p);

#endif
