/* Records of random games, made as a server makes them. */
#ifndef ALEA_TESTS_RANDOM_RECORD_H
#define ALEA_TESTS_RANDOM_RECORD_H

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

/* How the game of a record ends: by its rules; after six moves; after one; before the
 * first throw; or not yet, after six moves. */
enum ending {
    BY_RULES,
    RESIGNED,
    AGREED,  /* a draw */
    ABORTED, /* after the first move */
    ABSENT,
    FLAGGED,            /* with clocks: that of the side to move is at 0 */
    ABANDONED,          /* by both */
    CALLED_OFF,         /* white did not open its seal */
    CALLED_OFF_BY_BOTH, /* neither did black */
    RUNNING,
    ENDING_COUNT
};

/* What is to be made. */
struct plan {
    const struct game *game;
    enum ending ending;
    struct {
        const char *text; /* NULL: a random one */
        bool is_plain;    /* else sealed */
    } nonce[SIDE_COUNT];
};

/* White resigns, is absent or does not open.  *record is the caller's to record_fini. */
void make_record(const struct plan *plan, uint64_t *rng, struct record *record);

#endif
