/* Bytes of a socket -> lines: line ends, telnet options, backspace, the line limit.
 * The result is the same however the network cuts the bytes. */
#ifndef ALEA_PROTO_FRAME_H
#define ALEA_PROTO_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"

enum frame_result {
    FRAME_MORE,     /* all bytes used, no line yet */
    FRAME_LINE,     /* a line is in line/len */
    FRAME_TOO_LONG, /* a line longer than LINE_BYTES_MAX has begun: told once a line, the
                       rest of it is skipped */
    FRAME_ANSWER,   /* three bytes to send back are in answer: a refused telnet option */
};

struct frame {
    char line[LINE_BYTES_MAX + 1]; /* NUL after len, for convenience; may contain NULs */
    size_t len;
    uint8_t answer[3]; /* telnet: IAC WONT x or IAC DONT x */
    /* private */
    uint8_t telnet; /* state of the option parser */
    uint8_t verb;   /* WILL, WONT, DO, DONT being parsed */
    bool after_cr;  /* LF or NUL after CR belongs to the same line end */
    bool skipping;  /* the rest of a line that was too long */
    bool done;      /* line was handed out: start a new one */
};

void frame_init(struct frame *frame);
/* Feeds bytes; *used tells how many were taken.  Call again with the rest until
 * FRAME_MORE. */
enum frame_result frame_feed(struct frame *frame, const uint8_t *bytes, size_t n,
                             size_t *used);

#endif
