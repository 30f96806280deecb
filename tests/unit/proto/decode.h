/* A line from a server, read as a client reads it. */
#ifndef ALEA_TESTS_UNIT_PROTO_DECODE_H
#define ALEA_TESTS_UNIT_PROTO_DECODE_H

#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/proto/samples.h"
#include "tests/unit/table.h"

#define HEX_A "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define HEX_B "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* Reads a line, and checks what must be true for every line. */
struct message *decode(const char *line, size_t len, char fault[static FAULT_BYTES]);
/* A state event with one member changed: a row's text replaces "%s". */
#define STATE_BEFORE                                                                     \
    "{'event':'state','room':'KOTO','seq':1,'game_id':'g42',"                            \
    "'commitment':'" HEX_A "',"
#define STATE_GAME     "'game':'royal-ur','options':'','stage':'playing',"
#define STATE_POSITION "'position':'7,7 - 0,0 w 2','phase':'move'"
#define STATE(more)    STATE_BEFORE STATE_GAME STATE_POSITION "," more "}"

#endif
