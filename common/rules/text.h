/* Reading and writing all notations: a strict cursor and a bounded writer.  Neither
 * allocates; both use the caller's memory. */
#ifndef ALEA_RULES_TEXT_H
#define ALEA_RULES_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Longest text that says what is wrong with an input, with its NUL, in bytes: tablut's
 * options take 118, and what is wrong with them stands before. */
#define FAULT_BYTES 208

/* Bounded text output.  Drops what does not fit, but counts it in len. */
struct text_out {
    char *buf;  /* caller's buffer, always NUL-terminated when cap > 0 */
    size_t cap; /* bytes in buf, the NUL included */
    size_t len; /* bytes of the whole text, without NUL; may exceed cap */
};

/* An empty text in buf; borrows buf. */
struct text_out text_out_of(char *buf, size_t cap);
void text_put_bytes(struct text_out *out, const char *s, size_t n);
void text_put_long_number(struct text_out *out, uint64_t n); /* see text_put_number */
/* Inline: writing a position takes a hundred of these calls. */
static inline void text_put(struct text_out *out, const char *s) {
    text_put_bytes(out, s, strlen(s));
}
static inline void text_put_char(struct text_out *out, char c) {
    if (out->len + 1 < out->cap) {
        out->buf[out->len] = c;
        out->buf[out->len + 1] = '\0';
    }
    out->len++;
}
/* Decimal; the fast path is for one digit, as nearly all numbers have. */
static inline void text_put_number(struct text_out *out, uint64_t n) {
    if (n < 10) {
        text_put_char(out, (char)('0' + n));
    } else {
        text_put_long_number(out, n);
    }
}
/* Copies from, truncated to cap bytes with its NUL. */
void text_copy(char *to, size_t cap, const char *from);

/* Text input: a cursor that only moves forward, and the first fault. */
struct text_in {
    const char *at;          /* next byte */
    const char *end;         /* one past the last byte */
    char fault[FAULT_BYTES]; /* what is wrong, a sentence without full stop; "" none */
};

/* A cursor at the start of text; borrows text. */
struct text_in text_in_of(const char *text, size_t len);
bool text_at_end(const struct text_in *in);
/* Returns the next byte, or '\0' at the end. */
char text_peek(const struct text_in *in);
/* Takes c if it comes next; otherwise takes nothing and returns false. */
bool text_take(struct text_in *in, char c);
/* Takes c, or records the fault "expected 'c' WHERE" and returns false. */
bool text_expect(struct text_in *in, char c, const char *where);
/* True at the end; otherwise records the fault "unexpected text after WHAT". */
bool text_expect_end(struct text_in *in, const char *what);
/* Takes a decimal number 0..max without leading zeros.  Otherwise records a fault that
 * names WHAT, and returns false. */
bool text_take_number(struct text_in *in, unsigned max, const char *what, unsigned *n);
/* Records a fault of up to three parts (NULL: none), unless there is one already.  Always
 * returns false, so you can write "return text_fault(...)". */
bool text_fault(struct text_in *in, const char *a, const char *b, const char *c);

#endif
