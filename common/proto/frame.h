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

/* Has memory of its own only while a part of a line waits for the rest. */
struct frame {
    const char *line;  /* with FRAME_LINE: it, without its end; may contain NULs; among
                          the bytes that were fed, or the frame's own */
    uint16_t len;      /* bytes of the line so far */
    uint16_t own_cap;  /* private, as all that follows but answer */
    char *own;         /* owned; a line that came in parts, or was edited; NULL: none */
    uint8_t answer[3]; /* telnet: IAC WONT x or IAC DONT x */
    uint8_t telnet;    /* state of the option parser */
    uint8_t verb;      /* WILL, WONT, DO, DONT being parsed */
    bool after_cr;     /* LF or NUL after CR belongs to the same line end */
    bool skipping;     /* the rest of a line that was too long */
    bool done;         /* line was handed out: start a new one */
};

_Static_assert(LINE_BYTES_MAX <= UINT16_MAX, "the length of a line fits");

/* A zeroed struct frame waits for the first line.  Wipes what it has, which may be a
 * password, frees it, and waits for the first line again. */
void frame_fini(struct frame *frame);
/* The line that was handed out is done with: wipes it, if it is the frame's own, and
 * frees it.  If the caller does not, the next call does. */
void frame_drop_line(struct frame *frame);
/* Feeds bytes; *used tells how many were taken.  Call again with the rest until
 * FRAME_MORE.  A line is valid until the next call, or until the bytes change.  Out of
 * memory ends the program (mem.h). */
enum frame_result frame_feed(struct frame *frame, const uint8_t *bytes, size_t n,
                             size_t *used);

#endif
