/* A room, driven by short scripts: "sit white; sit black; ready white; ...". */
#ifndef ALEA_TESTS_UNIT_ROOM_PLACE_H
#define ALEA_TESTS_UNIT_ROOM_PLACE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/room.h"
#include "tests/unit/table.h"

#define NOW_S      1000
#define OPEN_BY_MS 500
#define GRACE_MS   100
#define IDLE_BY_MS 140
#define KEEP_MS    1000

#define SEAT_BOTH "sit white; sit black; "
#define BEGIN     SEAT_BOTH "ready white apple; ready black pear; "
/* The nonces alice and bob, sealed. */
#define ALICE_SEAL                                                                       \
    "sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"
#define BOB_SEAL    "sha256:81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9"
#define BOTH_SEALED SEAT_BOTH "ready white " ALICE_SEAL "; ready black " BOB_SEAL "; "
#define RESIGNED    BEGIN "resign white; "
#define ABSENT      BEGIN "drop white; at 101; "
#define ADJOURNED   ABSENT "adjourn black; "
/* After each of these, it is the other side's turn: the first throws are chosen so. */
#define BOTH_MOVED BEGIN "move mover 1; move mover 1; "

/* A room, and what has happened in it. */
struct place {
    struct room *room;
    uint8_t draws;       /* makes each game's secret different */
    uint64_t ms;         /* server time of the next op */
    char happened[1024]; /* names of the notes of the last successful step */
};

struct draw next_draw(struct place *place);
int setup(void **state);
int teardown(void **state);
/* Sessions 1 and 2 are Ann and Bob, whatever side they sit on. */
enum error_code try_step(struct place *place, const char *verb, enum side side,
                         const char *arg, uint64_t seq);
/* Does what the hub does after a successful op. */
void publish(struct place *place);
/* Runs "VERB SIDE [ARG [SEQ]]", or "at MS", which sets the time. */
enum error_code step(struct place *place, const char *text);
/* Runs steps separated by "; "; all must succeed. */
void steps(struct place *place, const char *text);

#endif
