/* The frames of a trunk: what a front and the hub tell each other.  A frame is the number
 * of a channel (8 bytes, as all numbers the highest byte first; 0: none), the kind, the
 * length of the rest (2 bytes), and the rest.  A packet has whole frames only.
 *
 * A front numbers its channels as slots.h does, so no two have the same place at the same
 * time.  Either end may close a channel at any time, so frames of an unknown channel are
 * ignored.
 *
 * When the hub is gone, the front opens its channels again at the next one.  It gives
 * back what it was told to remember, and each line without an answer (LINK_INTERRUPTED),
 * which it has kept for that; then LINK_BACK.  Both ends count the lines of a channel
 * from 1.
 *
 * Nothing of a channel fills the memory of an end that does not get rid of it:
 *
 * - Up, at most TRUNK_WINDOW bytes of records are on their way or wait at the hub; the
 *   hub says (TRUNK_READ) which it has handled.  That also pauses the client.  So do
 *   TRUNK_WINDOW bytes of lines without an answer.
 * - Down, the front says (TRUNK_TAKEN) what the client's socket has taken.  The hub
 * counts the rest as the client's unread output, but for the first TRUNK_BUFFER bytes: so
 * much would be in the socket's buffer if the client were its own.  So a front need not
 * tell of little. */
#ifndef ALEA_SERVER_TRUNK_WIRE_H
#define ALEA_SERVER_TRUNK_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"

/* A frame before its rest. */
#define TRUNK_HEAD_BYTES 11
/* Bytes of records that a channel may have under way: three of the longest lines. */
#define TRUNK_WINDOW 16384
/* What may be on its way down and not count as unread; what a front tells at least. */
#define TRUNK_BUFFER     65536
#define TRUNK_LEAST_TOLD (TRUNK_BUFFER / 4)
/* Most bytes of a message that are in one frame; the others follow in more frames. */
#define TRUNK_PART_BYTES 16384
/* Most bytes of a message: more than the longest list that the hub sends. */
#define TRUNK_MESSAGE_BYTES ((size_t)16 * 1024 * 1024)
/* Most bytes of what the hub lets a front remember of a channel. */
#define TRUNK_MEMORY_BYTES 512
/* Longest name of an end, and reason. */
#define TRUNK_NAME_BYTES   64
#define TRUNK_REASON_BYTES 120
/* Longest TRUNK_HELLO: a front's name, and each of its ways in after a NUL. */
#define TRUNK_HELLO_BYTES (TRUNK_NAME_BYTES + 2 * FRONT_WAY_BYTES)

/* Kind, who may send it, and the lengths of the rest. */
#define TRUNK_FRAMES(X)                                                                  \
    X(TRUNK_HELLO, BY_BOTH, 0, TRUNK_HELLO_BYTES) /* first; who it is */                 \
    X(TRUNK_ALIVE, BY_BOTH, 4, 4)                 /* each second; players on the hub */  \
    X(TRUNK_GOODBYE, BY_BOTH, 0, TRUNK_REASON_BYTES) /* last; why */                     \
    X(TRUNK_OPEN, BY_FRONT, 3, 3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES)                   \
    X(TRUNK_RECORDS, BY_FRONT, 3, TRUNK_WINDOW) /* of the client: enum link_record */    \
    X(TRUNK_TAKEN, BY_FRONT, 4, 4)              /* so many bytes more */                 \
    X(TRUNK_CLOSED, BY_FRONT, 1, 1) /* the client is gone; 1: as it did not read */      \
    X(TRUNK_PART, BY_HUB, 0, TRUNK_PART_BYTES) /* of a message; another part follows */  \
    X(TRUNK_SEND, BY_HUB, 0, TRUNK_PART_BYTES) /* a message, or its last part */         \
    X(TRUNK_ANSWER, BY_HUB, 2, 2 + TRUNK_PART_BYTES) /* the same after the number of the \
                                                        last line that is answered by    \
                                                        then, modulo 65536 */            \
    X(TRUNK_READ, BY_HUB, 4, 4)                      /* so many bytes more */            \
    X(TRUNK_REMEMBER, BY_HUB, 0, TRUNK_MEMORY_BYTES) /* for the next TRUNK_OPEN */       \
    X(TRUNK_END, BY_HUB, 2, 2 + TRUNK_REASON_BYTES)  /* say goodbye: code, reason */     \
    X(TRUNK_CLOSE, BY_HUB, 0, 0)                     /* close it now */

enum trunk_kind {
#define X(kind, by, least, most) kind,
    TRUNK_FRAMES(X)
#undef X
        TRUNK_KINDS_N
};

struct trunk_frame {
    uint64_t channel;
    enum trunk_kind kind;
    uint16_t n;          /* bytes of the rest */
    const uint8_t *rest; /* borrowed */
};

/* Reads the first of the n bytes of frames that the other end sent, a hub or a front.
 * Returns how many it has; 0: what comes is no frame that this end may send. */
size_t trunk_frame_read(struct trunk_frame *frame, bool is_hub, const uint8_t *bytes,
                        size_t n);
/* Writes the head of a frame whose rest has n bytes. */
void trunk_head_write(uint8_t head[static TRUNK_HEAD_BYTES], uint64_t channel,
                      enum trunk_kind kind, size_t n);

uint32_t trunk_number_read(const uint8_t bytes[static 4]);
void trunk_number_write(uint8_t bytes[static 4], uint32_t number);

/* What a client is, bits of trunk_open.flags. */
enum {
    TRUNK_TLS = 1,
    TRUNK_WEB = 2,
    TRUNK_PROXIED = 4,   /* it came through a proxy */
    TRUNK_LOCAL = 8,     /* from the machine of a front with --operator-local */
    TRUNK_AGAIN = 16,    /* it had a channel to a hub that is gone */
    TRUNK_SPOKEN = 32,   /* of those: a line has come from it, */
    TRUNK_JSON = 64,     /* and that was JSON */
    TRUNK_GREETED = 128, /* of those: a message has come to it */
};

/* The rest of a TRUNK_OPEN. */
struct trunk_open {
    unsigned flags;
    char address[ADDRESS_BYTES]; /* canonical (address.h); "?": not known */
    const uint8_t *memory;       /* borrowed: of the last TRUNK_REMEMBER */
    size_t n_memory;
};

/* Writes it.  Returns its length. */
size_t trunk_open_write(const struct trunk_open *open,
                        uint8_t rest[static 3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES]);
/* False: it is wrong. */
bool trunk_open_read(struct trunk_open *open, const struct trunk_frame *frame);

#endif
