/* Frames as a browser sends them. */
#ifndef ALEA_TESTS_UNIT_SERVER_WEB_FRAMES_H
#define ALEA_TESTS_UNIT_SERVER_WEB_FRAMES_H

#include <stddef.h>
#include <stdint.h>

/* Most bytes of a header. */
#define FRAME_HEADER_BYTES 14

/* Opcodes, and what can be added to them. */
enum {
    FRAME_MORE_PARTS = 0x00,
    FRAME_TEXT = 0x01,
    FRAME_BINARY = 0x02,
    FRAME_CLOSE = 0x08,
    FRAME_PING = 0x09,
    FRAME_PONG = 0x0A,
    FRAME_RESERVED = 0x40,
    FRAME_FIN = 0x80,
};

/* Writes a frame with a mask: its first byte (opcode, FRAME_FIN, …) and payload.  Returns
 * its length, at most n + FRAME_HEADER_BYTES. */
size_t frame_write(uint8_t *to, unsigned first, const void *payload, size_t n);

#endif
