/* Records of random games, made as a server makes them. */
#ifndef ALEA_TESTS_UNIT_CLIENT_RANDOM_RECORD_H
#define ALEA_TESTS_UNIT_CLIENT_RANDOM_RECORD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "proto/message/record.h"
#include "rules/play.h"
#include "tests/unit/random.h"

#define SHORT_GAME_MOVES 6

/* Copies a text that fits into an array. */
#define SET_TEXT(array, text) snprintf(array, sizeof(array), "%s", text)

/* How the game of a record ends: by its rules; after six moves; after one move; before
 * the first throw; or, after six moves, not yet. */
enum ending {
    BY_RULES,
    RESIGNED,
    AGREED,  /* draw by agreement */
    ABORTED, /* after the first move */
    ABSENT,
    FLAGGED,            /* with clocks: the side to move has no time left */
    ABANDONED,          /* by both players */
    CALLED_OFF,         /* white did not open its seal */
    CALLED_OFF_BY_BOTH, /* black did not open its seal either */
    RUNNING,
    ENDING_COUNT
};

/* The record to make. */
struct plan {
    const struct game *game;
    enum ending ending;
    struct {
        const char *text; /* the plain nonce; NULL: a random one */
        bool is_plain;    /* not sealed */
    } nonce[SIDE_COUNT];
};

/* White is the player who resigns, is absent or does not open the seal.  The caller frees
 * *record with record_fini. */
void make_record(const struct plan *plan, uint64_t *rng, struct record *record);

#endif
