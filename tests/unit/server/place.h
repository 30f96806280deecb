/* A room, driven by little scripts: "sit white; sit black; ready white; ...". */
#ifndef ALEA_TESTS_UNIT_SERVER_PLACE_H
#define ALEA_TESTS_UNIT_SERVER_PLACE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/room/room.h"
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
/* The first throws give the turn to the other side after each of these. */
#define BOTH_MOVED BEGIN "move mover 1; move mover 1; "

/* A room, and what has happened in it. */
struct place {
    struct room *room;
    uint8_t draws;       /* each game has another secret */
    uint64_t ms;         /* server time of the next op */
    char happened[1024]; /* names of the notes of the last step that succeeded */
};

static inline struct draw next_draw(struct place *place) {
    struct draw draw = {.game_id = "game0"};
    draw.game_id[4] = (char)('0' + place->draws);
    memset(draw.secret, ++place->draws, sizeof draw.secret);
    return draw;
}

static inline int setup(void **state) {
    struct place *place = calloc(1, sizeof *place);
    struct room_start start = {.code = "BABA", .game = &game_royal_ur};
    start.draw = next_draw(place);
    room_start_match(start.game, &start.opt, &start.match);
    place->room = room_new(&start);
    place->ms = 1;
    *state = place;
    return 0;
}

static inline int teardown(void **state) {
    struct place *place = *state;
    room_destroy(place->room);
    free(place);
    return 0;
}

/* "white", "black", "mover" or "other". */
static inline enum side side_of(const struct room *room, const char *word) {
    if (strcmp(word, "mover") == 0 || strcmp(word, "other") == 0) {
        enum side mover = (enum side)room->play->pos.turn;
        return word[0] == 'm' ? mover : side_other(mover);
    }
    return strcmp(word, "white") == 0 ? SIDE_WHITE : SIDE_BLACK;
}

/* Sessions are 1 and 2, called Ann and Bob, on whatever side they sit. */
static inline enum error_code try_step(struct place *place, const char *verb,
                                       enum side side, const char *arg, uint64_t seq) {
    struct room *room = place->room;
    bool ann = room->seat[side_other(side)].session != 1;
    struct op op = {.kind = op_find(verb),
                    .side = side,
                    .at_ms = place->ms,
                    .at_s = NOW_S,
                    .session = ann ? 1 : 2,
                    .seq = seq,
                    .draw = next_draw(place)};
    assert_true(op.kind != OP_KIND_COUNT);
    op.due_ms = op.kind == OP_READY  ? OPEN_BY_MS
                : op.kind == OP_IDLE ? IDLE_BY_MS
                                     : place->ms + GRACE_MS;
    strcpy(op.name, ann ? "Ann" : "Bob");
    strcpy(op.text, arg);
    return room_apply(room, &op);
}

/* What the hub does after a success. */
static inline void publish(struct place *place) {
    struct room *room = place->room;
    place->happened[0] = '\0';
    size_t len = 0;
    for (size_t i = 0; i < room->n_notes; i++) {
        len += (size_t)snprintf(place->happened + len, sizeof place->happened - len,
                                "%s%s", i > 0 ? " " : "", note_name(room->notes[i].kind));
    }
    room_clear_notes(room);
}

/* Runs "VERB SIDE [ARG [SEQ]]", or "at MS": what time it is. */
static inline enum error_code step(struct place *place, const char *text) {
    char verb[16] = "", side[16] = "", arg[80] = "";
    unsigned long long seq = 0;
    if (sscanf(text, " at %llu", &seq) == 1) {
        place->ms = seq;
        return ERR_OK;
    }
    assert_true(sscanf(text, " %15s %15s %79s %llu", verb, side, arg, &seq) >= 2);
    enum error_code code = try_step(place, verb, side_of(place->room, side), arg, seq);
    if (code == ERR_OK) {
        publish(place);
    }
    return code;
}

/* Runs steps separated by "; ", which must all succeed. */
static inline void steps(struct place *place, const char *text) {
    char copy[1024];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *end, *at = copy; (end = strchr(at, ';')) != NULL; at = end + 1) {
        *end = '\0';
        enum error_code code = step(place, at);
        if (code != ERR_OK) {
            fail_msg("%s: %s", at, error_name(code));
        }
    }
}

#endif
