#include "proto/frame.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* First buffer for a partial line, in bytes: enough for most lines.  It grows fourfold,
 * up to LINE_BYTES_MAX. */
#define OWN_BYTES 256

#define NUL    0x00
#define CTRL_C 0x03
#define BS     0x08
#define LF     0x0A
#define CR     0x0D
#define CTRL_U 0x15
#define CTRL_W 0x17
#define ESC    0x1B
#define DEL    0x7F

/* Telnet commands (RFC 854). */
enum {
    IP = 244,  /* interrupt process */
    AYT = 246, /* are you there */
    EC = 247,  /* erase character */
    EL = 248,  /* erase line */
    SE = 240,  /* end of a subnegotiation */
    SB = 250,  /* its beginning */
    WILL = 251,
    WONT = 252,
    DO = 253,
    DONT = 254,
    IAC = 255, /* a command follows; doubled: the byte 255 itself */
};

/* struct frame.state */
enum {
    PLAIN,          /* outside of any command or key */
    COMMAND,        /* after IAC */
    OPTION,         /* after IAC WILL, WONT, DO or DONT; the option comes next */
    SUBNEGOTIATION, /* after IAC SB, whatever comes until IAC SE */
    SUB_COMMAND,    /* after an IAC in a subnegotiation */
    ESCAPE,         /* after ESC: a key, or a mark of pasted text, may follow */
    SEQUENCE,       /* after ESC [ or ESC O, whatever comes until a letter or ~ */
};

/* --- the line --- */

static void drop_own(struct frame *frame) {
    if (frame->own != NULL) {
        /* A volatile pointer keeps the compiler from removing the call before free. */
        void *(*volatile fill)(void *, int, size_t) = memset;
        fill(frame->own, 0, frame->own_cap);
        free(frame->own);
    }
    frame->own = NULL;
    frame->own_cap = 0;
}

void frame_drop_line(struct frame *frame) {
    drop_own(frame);
    frame->line = "";
    frame->len = 0;
    frame->done = false;
}

void frame_fini(struct frame *frame) {
    drop_own(frame);
    *frame = (struct frame){0};
}

/* Makes room for n more bytes.  Leaves no copy of the old ones in freed memory. */
static void make_room(struct frame *frame, size_t n) {
    size_t cap = frame->own_cap == 0 ? OWN_BYTES : frame->own_cap;
    while (cap < frame->len + n) {
        cap *= 4;
    }
    cap = cap < LINE_BYTES_MAX ? cap : LINE_BYTES_MAX;
    if (cap == frame->own_cap) {
        return;
    }
    char *own = mem_alloc(cap);
    memcpy(own, frame->line, frame->len);
    drop_own(frame);
    frame->own = own;
    frame->own_cap = (uint16_t)cap;
    frame->line = own;
}

static enum frame_result add_bytes(struct frame *frame, const uint8_t *bytes, size_t n) {
    if (frame->skipping) {
        return FRAME_MORE;
    }
    if (frame->len + n > LINE_BYTES_MAX) {
        frame_drop_line(frame);
        frame->skipping = true;
        return FRAME_TOO_LONG;
    }
    make_room(frame, n);
    memcpy(frame->own + frame->len, bytes, n);
    frame->len = (uint16_t)(frame->len + n);
    return FRAME_MORE;
}

static enum frame_result add_byte(struct frame *frame, uint8_t byte) {
    return add_bytes(frame, &byte, 1);
}

static enum frame_result end_line(struct frame *frame) {
    if (frame->skipping) {
        frame->skipping = false;
        return FRAME_MORE;
    }
    frame->done = true;
    return FRAME_LINE;
}

/* Removes the last UTF-8 character: its bytes 10xxxxxx and the one before them. */
static void erase_character(struct frame *frame) {
    size_t n = 0;
    while (n < 3 && n < frame->len && (frame->line[frame->len - 1 - n] & 0xC0) == 0x80) {
        n++;
    }
    frame->len = (uint16_t)(frame->len - (n < frame->len ? n + 1 : n));
}

/* Removes the last word, and the spaces after it. */
static void erase_word(struct frame *frame) {
    while (frame->len > 0 && frame->line[frame->len - 1] == ' ') {
        frame->len--;
    }
    while (frame->len > 0 && frame->line[frame->len - 1] != ' ') {
        frame->len--;
    }
}

/* --- bytes --- */

static enum frame_result take_plain(struct frame *frame, uint8_t byte) {
    if (byte == IAC) {
        frame->state = COMMAND;
        return FRAME_MORE;
    }
    bool was_after_cr = frame->after_cr;
    frame->after_cr = byte == CR;
    switch (byte) {
    case NUL:
    case LF:
        if (was_after_cr) {
            return FRAME_MORE; /* the second byte of the line end */
        }
        return byte == LF ? end_line(frame) : add_byte(frame, byte);
    case CR: return end_line(frame);
    case BS:
    case DEL: erase_character(frame); return FRAME_MORE;
    case CTRL_W: erase_word(frame); return FRAME_MORE;
    case CTRL_C:
    case CTRL_U: frame->len = 0; return FRAME_MORE;
    case ESC: frame->state = ESCAPE; return FRAME_MORE;
    default: return add_byte(frame, byte);
    }
}

static enum frame_result take_command(struct frame *frame, uint8_t byte) {
    frame->state = PLAIN;
    switch (byte) {
    case IAC: frame->after_cr = false; return add_byte(frame, byte);
    case WILL:
    case WONT:
    case DO:
    case DONT:
        frame->verb = byte;
        frame->state = OPTION;
        return FRAME_MORE;
    case SB: frame->state = SUBNEGOTIATION; return FRAME_MORE;
    case EC: erase_character(frame); return FRAME_MORE;
    case IP:
    case EL: frame->len = 0; return FRAME_MORE;
    case AYT: return FRAME_ASKED;
    default: return FRAME_MORE;
    }
}

/* Refuses offers and requests; WONT and DONT need no answer. */
static enum frame_result take_option(struct frame *frame, uint8_t option) {
    frame->state = PLAIN;
    if (frame->verb == WONT || frame->verb == DONT) {
        return FRAME_MORE;
    }
    frame->answer[0] = IAC;
    frame->answer[1] = frame->verb == DO ? WONT : DONT;
    frame->answer[2] = option;
    return FRAME_ANSWER;
}

/* Drops what the keys of a terminal send (ESC [ D, ESC O D), and the marks around pasted
 * text (ESC [ 200 ~).  Anything else after ESC is text. */
static enum frame_result take_key(struct frame *frame, uint8_t byte) {
    bool begins = frame->state == ESCAPE && (byte == '[' || byte == 'O');
    bool goes_on = frame->state == SEQUENCE && byte >= ' ' && byte < '@';
    bool ends = frame->state == SEQUENCE && byte >= '@' && byte < DEL;
    frame->state = begins || goes_on ? SEQUENCE : PLAIN;
    return begins || goes_on || ends ? FRAME_MORE : take_plain(frame, byte);
}

static enum frame_result take_byte(struct frame *frame, uint8_t byte) {
    switch (frame->state) {
    case COMMAND: return take_command(frame, byte);
    case OPTION: return take_option(frame, byte);
    case SUBNEGOTIATION:
        frame->state = byte == IAC ? SUB_COMMAND : SUBNEGOTIATION;
        return FRAME_MORE;
    case SUB_COMMAND:
        frame->state = byte == SE ? PLAIN : SUBNEGOTIATION;
        return FRAME_MORE;
    case ESCAPE:
    case SEQUENCE: return take_key(frame, byte);
    default: return take_plain(frame, byte);
    }
}

static bool is_letter(uint8_t byte) {
    return byte >= ' ' && byte != DEL && byte != IAC;
}

/* Whether eight bytes are printable ASCII.  A borrow only comes from one that is not. */
static bool are_printable(const uint8_t *bytes) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (((word - ones * ' ') | word | (word + ones)) & ones << 7) == 0;
}

/* Counts the leading bytes that are ordinary bytes of a line. */
static size_t count_letters(const struct frame *frame, const uint8_t *bytes, size_t n) {
    size_t i = 0;
    if (frame->state != PLAIN) {
        return 0;
    }
    while (n - i >= 8 && are_printable(bytes + i)) {
        i += 8;
    }
    while (i < n && is_letter(bytes[i])) {
        i++;
    }
    return i;
}

/* Takes n of the remaining `left` bytes into a line.  A complete line, the usual case, is
 * not copied. */
static enum frame_result take_letters(struct frame *frame, const uint8_t *bytes, size_t n,
                                      size_t left) {
    bool ends = n < left && (bytes[n] == LF || bytes[n] == CR);
    frame->after_cr = false;
    if (!ends || frame->len > 0 || frame->skipping || n > LINE_BYTES_MAX) {
        return add_bytes(frame, bytes, n);
    }
    frame->line = (const char *)bytes;
    frame->len = (uint16_t)n;
    return FRAME_MORE;
}

enum frame_result frame_feed(struct frame *frame, const uint8_t *bytes, size_t n,
                             size_t *used) {
    if (frame->done || frame->line == NULL) {
        frame_drop_line(frame);
    }
    enum frame_result result = FRAME_MORE;
    size_t at = 0;
    while (at < n && result == FRAME_MORE) {
        size_t letters = count_letters(frame, bytes + at, n - at);
        if (letters > 0) {
            result = take_letters(frame, bytes + at, letters, n - at);
            at += letters;
        } else {
            result = take_byte(frame, bytes[at++]);
        }
    }
    *used = at;
    return result;
}
