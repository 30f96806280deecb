#include "proto/frame.h"

#define NUL 0x00
#define BS  0x08
#define LF  0x0A
#define CR  0x0D
#define DEL 0x7F

/* Telnet commands (RFC 854). */
enum {
    EC = 247, /* erase character */
    EL = 248, /* erase line */
    SE = 240, /* end of a subnegotiation */
    SB = 250, /* its beginning */
    WILL = 251,
    WONT = 252,
    DO = 253,
    DONT = 254,
    IAC = 255, /* a command follows; twice: the byte 255 */
};

/* struct frame.telnet */
enum {
    PLAIN,          /* outside of any command */
    COMMAND,        /* after IAC */
    OPTION,         /* after IAC WILL, WONT, DO or DONT; the option comes next */
    SUBNEGOTIATION, /* after IAC SB, whatever comes until IAC SE */
    SUB_COMMAND,    /* after IAC in there */
};

void frame_init(struct frame *frame) {
    *frame = (struct frame){0};
}

static enum frame_result end_line(struct frame *frame) {
    if (frame->skipping) {
        frame->skipping = false;
        return FRAME_MORE;
    }
    frame->line[frame->len] = '\0';
    frame->done = true;
    return FRAME_LINE;
}

static enum frame_result add_byte(struct frame *frame, uint8_t byte) {
    if (frame->skipping) {
        return FRAME_MORE;
    }
    if (frame->len == LINE_BYTES_MAX) {
        frame->len = 0;
        frame->skipping = true;
        return FRAME_TOO_LONG;
    }
    frame->line[frame->len++] = (char)byte;
    return FRAME_MORE;
}

/* Removes the last whole UTF-8 character: its bytes 10xxxxxx and the one before them. */
static void erase_character(struct frame *frame) {
    size_t n = 0;
    while (n < 3 && n < frame->len && (frame->line[frame->len - 1 - n] & 0xC0) == 0x80) {
        n++;
    }
    frame->len -= n < frame->len ? n + 1 : n;
}

static enum frame_result take_plain(struct frame *frame, uint8_t byte) {
    bool was_after_cr = frame->after_cr;
    frame->after_cr = byte == CR;
    switch (byte) {
    case NUL:
    case LF:
        if (was_after_cr) {
            return FRAME_MORE; /* the second byte of this line end */
        }
        return byte == LF ? end_line(frame) : add_byte(frame, byte);
    case CR: return end_line(frame);
    case BS:
    case DEL: erase_character(frame); return FRAME_MORE;
    default: return add_byte(frame, byte);
    }
}

static enum frame_result take_command(struct frame *frame, uint8_t byte) {
    frame->telnet = PLAIN;
    switch (byte) {
    case IAC: frame->after_cr = false; return add_byte(frame, byte);
    case WILL:
    case WONT:
    case DO:
    case DONT:
        frame->verb = byte;
        frame->telnet = OPTION;
        return FRAME_MORE;
    case SB: frame->telnet = SUBNEGOTIATION; return FRAME_MORE;
    case EC: erase_character(frame); return FRAME_MORE;
    case EL: frame->len = 0; return FRAME_MORE;
    default: return FRAME_MORE;
    }
}

/* Offers and requests are refused; what the peer gives up needs no answer. */
static enum frame_result take_option(struct frame *frame, uint8_t option) {
    frame->telnet = PLAIN;
    if (frame->verb == WONT || frame->verb == DONT) {
        return FRAME_MORE;
    }
    frame->answer[0] = IAC;
    frame->answer[1] = frame->verb == DO ? WONT : DONT;
    frame->answer[2] = option;
    return FRAME_ANSWER;
}

static enum frame_result take_byte(struct frame *frame, uint8_t byte) {
    switch (frame->telnet) {
    case COMMAND: return take_command(frame, byte);
    case OPTION: return take_option(frame, byte);
    case SUBNEGOTIATION:
        frame->telnet = byte == IAC ? SUB_COMMAND : SUBNEGOTIATION;
        return FRAME_MORE;
    case SUB_COMMAND:
        frame->telnet = byte == SE ? PLAIN : SUBNEGOTIATION;
        return FRAME_MORE;
    default: break;
    }
    if (byte == IAC) {
        frame->telnet = COMMAND;
        return FRAME_MORE;
    }
    return take_plain(frame, byte);
}

enum frame_result frame_feed(struct frame *frame, const uint8_t *bytes, size_t n,
                             size_t *used) {
    if (frame->done) {
        frame->done = false;
        frame->len = 0;
    }
    enum frame_result result = FRAME_MORE;
    size_t at = 0;
    while (at < n && result == FRAME_MORE) {
        result = take_byte(frame, bytes[at++]);
    }
    *used = at;
    return result;
}
