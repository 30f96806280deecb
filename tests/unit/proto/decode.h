/* What a server sends, read as a client reads it. */
#ifndef ALEA_TESTS_UNIT_PROTO_DECODE_H
#define ALEA_TESTS_UNIT_PROTO_DECODE_H

#include <string.h>

#include "tests/unit/proto/samples.h"
#include "tests/unit/table.h"

/* Reads a line, and checks what holds for every line. */
static inline struct message *decode(const char *line, size_t len,
                                     char fault[static FAULT_BYTES]) {
    char *copy = test_malloc(len + 1); /* so that a byte read too far is found */
    memcpy(copy, line, len);
    memset(fault, 'x', FAULT_BYTES);
    struct message *msg = message_from_json(copy, len, fault);
    test_free(copy);
    assert_non_null(memchr(fault, '\0', FAULT_BYTES));
    assert_int_equal(msg == NULL, fault[0] != '\0');
    return msg;
}

/* A state event with one member changed: "%s" is put where a row says. */
#define STATE_BEFORE                                                                     \
    "{\"event\":\"state\",\"room\":\"KOTO\",\"seq\":1,\"game_id\":\"g42\","              \
    "\"commitment\":\"" HEX_A "\","
#define STATE_GAME     "\"game\":\"royal-ur\",\"options\":\"\",\"stage\":\"playing\","
#define STATE_POSITION "\"position\":\"7,7 - 0,0 w 2\",\"phase\":\"move\""
#define STATE(more)    STATE_BEFORE STATE_GAME STATE_POSITION "," more "}"

#endif
