/* State events for the tests of view, as the server writes them. */
#ifndef ALEA_TESTS_UNIT_VIEW_SAMPLE_H
#define ALEA_TESTS_UNIT_VIEW_SAMPLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "proto/message/message.h"
#include "rules/play.h"

/* Longest event, with its NUL. */
#define SAMPLE_BYTES 4096
/* The test vector of docs/fairness.md: secret, commitment, game id g42, nonces. */
#define SAMPLE_SECRET "'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'"
#define SAMPLE_COMMITMENT                                                                \
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
/* A seat whose player is ready, and one whose player is not. */
#define SAMPLE_SEAT(name, nonce)                                                         \
    "{'name':'" name "','ready':true,'seal':null,'nonce':'" nonce "'}"
#define SAMPLE_UNREADY(name) "{'name':'" name "','ready':false,'seal':null,'nonce':null}"

/* The members of a state event, as JSON; NULL: the default given here. */
struct sample {
    const char *room; /* "KOTO", without quotes */
    unsigned seq;     /* 7 */
    bool snapshot;
    const char *game_id;  /* "g42", without quotes */
    const char *game;     /* "royal-ur", without quotes */
    const char *position; /* the start position, without quotes */
    const char *stage;    /* "playing", without quotes */
    const char *white;    /* "{...}" or "null" */
    const char *black;    /* "{...}" or "null" */
    const char *secret;   /* "null" */
    const char *happened; /* "[]" */
    const char *result;   /* "null" */
    const char *moves;    /* none; without quotes */
};

/* Reads a message, written with ' instead of "; fails the test if it cannot be read.
 * Returns owned. */
struct message *sample_message(const char *text);
/* Writes the event as one line without its end, with ' instead of " (see
 * sample_message). */
void sample_write(const struct sample *sample, char json[static SAMPLE_BYTES]);
/* Returns owned. */
struct message *sample_state(const struct sample *sample);
/* Collects what a function writes to a file.  Returns owned. */
#define SAMPLE_WRITTEN(text, write)                                                      \
    do {                                                                                 \
        size_t written_len;                                                              \
        FILE *out = open_memstream(&(text), &written_len);                               \
        assert_non_null(out);                                                            \
        write;                                                                           \
        fclose(out);                                                                     \
    } while (0)

#endif
