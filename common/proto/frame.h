/* Splits the bytes of a socket into lines: line ends, telnet commands, keys that edit the
 * line or mean nothing here, maximum length.  The result does not depend on how the
 * network splits the bytes. */
#ifndef ALEA_PROTO_FRAME_H
#define ALEA_PROTO_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"

enum frame_result {
    FRAME_MORE,     /* all bytes used, no complete line yet */
    FRAME_LINE,     /* a complete line is in line and len */
    FRAME_TOO_LONG, /* a line is longer than LINE_BYTES_MAX; reported once; its rest is
                       skipped */
    FRAME_ANSWER,   /* answer has three bytes to send back: a refused telnet option */
    FRAME_ASKED,    /* telnet's "are you there": say so */
};

/* Allocates only while a partial line waits for its rest. */
struct frame {
    const char *line;  /* after FRAME_LINE: the line without its end; may contain NULs;
                          points into the input or into own */
    uint16_t len;      /* bytes of the line so far */
    uint16_t own_cap;  /* private, like all below except answer */
    char *own;         /* owned; a line that came in parts or was edited; NULL: none */
    uint8_t answer[3]; /* telnet: IAC WONT x or IAC DONT x */
    uint8_t state;     /* of the parser of telnet commands and keys */
    uint8_t verb;      /* WILL, WONT, DO, DONT being parsed */
    bool after_cr;     /* an LF or NUL now belongs to the line end before it */
    bool skipping;     /* skips the rest of a line that is too long */
    bool done;         /* line was handed out; the next call begins another */
};

_Static_assert(LINE_BYTES_MAX <= UINT16_MAX, "the length of a line fits");

/* Frees a frame, which is then ready for a first line again.  Overwrites the memory
 * first, as it may contain a password.  A zeroed struct frame is ready, too. */
void frame_fini(struct frame *frame);
/* Call it when you are done with a line that was handed out.  Overwrites and frees it if
 * it is the frame's own; otherwise the next call does so. */
void frame_drop_line(struct frame *frame);
/* Feeds n bytes; *used: how many were taken.  Call again with the rest until FRAME_MORE.
 * A line is valid until the next call, or until the input changes.  Out of memory ends
 * the program (mem.h). */
enum frame_result frame_feed(struct frame *frame, const uint8_t *bytes, size_t n,
                             size_t *used);

#endif
