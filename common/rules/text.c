#include "rules/text.h"

struct text_out text_out_of(char *buf, size_t cap) {
    if (cap > 0) {
        buf[0] = '\0';
    }
    return (struct text_out){.buf = buf, .cap = cap};
}

void text_put_bytes(struct text_out *out, const char *s, size_t n) {
    if (out->len + 1 < out->cap) {
        size_t room = out->cap - out->len - 1;
        size_t fits = n < room ? n : room;
        memcpy(out->buf + out->len, s, fits);
        out->buf[out->len + fits] = '\0';
    }
    out->len += n;
}

void text_put_long_number(struct text_out *out, uint64_t n) {
    char digits[20]; /* as many as 2^64 - 1 has */
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    text_put_bytes(out, digits + at, sizeof digits - at);
}

void text_copy(char *to, size_t cap, const char *from) {
    struct text_out out = text_out_of(to, cap);
    text_put(&out, from);
}

struct text_in text_in_of(const char *text, size_t len) {
    return (struct text_in){.at = text, .end = text + len};
}

bool text_at_end(const struct text_in *in) {
    return in->at == in->end;
}

char text_peek(const struct text_in *in) {
    if (text_at_end(in)) {
        return '\0';
    }
    return *in->at;
}

bool text_take(struct text_in *in, char c) {
    /* A NUL byte in the input is an ordinary byte, and differs from the end. */
    if (text_at_end(in) || *in->at != c) {
        return false;
    }
    in->at++;
    return true;
}

bool text_expect(struct text_in *in, char c, const char *where) {
    const char quoted[] = {'\'', c, '\'', ' ', '\0'};
    return text_take(in, c) || text_fault(in, "expected ", quoted, where);
}

bool text_expect_end(struct text_in *in, const char *what) {
    return text_at_end(in) || text_fault(in, "unexpected text after ", what, NULL);
}

bool text_take_number(struct text_in *in, unsigned max, const char *what, unsigned *n) {
    const char *start = in->at;
    uint64_t value = 0;
    while (text_peek(in) >= '0' && text_peek(in) <= '9') {
        value = value * 10 + (uint64_t)(*in->at++ - '0');
        if (value > max) {
            return text_fault(in, what, " is too large", NULL);
        }
    }
    if (in->at == start) {
        return text_fault(in, what, " must be a number", NULL);
    }
    if (*start == '0' && in->at - start > 1) {
        return text_fault(in, what, " has a leading zero", NULL);
    }
    *n = (unsigned)value;
    return true;
}

bool text_fault(struct text_in *in, const char *a, const char *b, const char *c) {
    if (in->fault[0] == '\0') {
        struct text_out out = text_out_of(in->fault, sizeof in->fault);
        text_put(&out, a != NULL ? a : "");
        text_put(&out, b != NULL ? b : "");
        text_put(&out, c != NULL ? c : "");
    }
    return false;
}
