/* JSON being written, in one pass and without a tree: members and items one after the
 * other, into a text that grows.  Out of memory ends the program (mem.h). */
#ifndef ALEA_PROTO_JSON_WIRE_OUT_H
#define ALEA_PROTO_JSON_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zeroed it is empty, and for a text of one line. */
struct wire_out {
    char *text; /* owned; what is written so far, without a NUL; NULL: nothing yet */
    size_t len, cap;
    unsigned indent; /* spaces for each level; 0: all in one line */
    unsigned depth;  /* objects and arrays that have not ended */
    bool follows;    /* the next member or item has one before it */
};

/* Forgets what is written, and keeps its memory for what comes next. */
void wire_out_clear(struct wire_out *out);
/* Gives the memory back. */
void wire_out_fini(struct wire_out *out);
/* What is written, as a string, whose caller frees it with free(); out is empty then. */
char *wire_out_take(struct wire_out *out);

/* Bytes of a key.  Nearly all keys are literals, and the compiler counts them. */
static inline size_t wire_key_len(const char *key) {
    return key != NULL ? strlen(key) : 0;
}

/* What the functions below are made of: the same with the length of the key. */
void wire_begin_keyed(struct wire_out *out, const char *key, size_t key_len,
                      char bracket);
void wire_put_text_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *text);
void wire_put_number_keyed(struct wire_out *out, const char *key, size_t key_len,
                           int64_t n);
void wire_put_json_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *json);

/* key, here and below: the name of a member, ASCII that needs no escapes; NULL for an
 * item of an array, and for the whole.  No member may be written twice. */
static inline void wire_begin_object(struct wire_out *out, const char *key) {
    wire_begin_keyed(out, key, wire_key_len(key), '{');
}
static inline void wire_begin_array(struct wire_out *out, const char *key) {
    wire_begin_keyed(out, key, wire_key_len(key), '[');
}
void wire_end_object(struct wire_out *out);
void wire_end_array(struct wire_out *out);
/* Takes back the end of the object that is the whole, for more members. */
void wire_reopen_object(struct wire_out *out);

/* A text that is JSON already. */
static inline void wire_put_json(struct wire_out *out, const char *key,
                                 const char *json) {
    wire_put_json_keyed(out, key, wire_key_len(key), json);
}
static inline void wire_put_flag(struct wire_out *out, const char *key, bool flag) {
    wire_put_json(out, key, flag ? "true" : "false");
}
static inline void wire_put_null(struct wire_out *out, const char *key) {
    wire_put_json(out, key, "null");
}
static inline void wire_put_number(struct wire_out *out, const char *key, int64_t n) {
    wire_put_number_keyed(out, key, wire_key_len(key), n);
}
/* With 15 digits at most; n is finite. */
void wire_put_real(struct wire_out *out, const char *key, double n);
/* An array of small numbers. */
void wire_put_numbers(struct wire_out *out, const char *key, const uint8_t *values,
                      size_t n);

/* A string.  What is not UTF-8 was cut somewhere: such a text is cleaned (utf8_clean). */
static inline void wire_put_text(struct wire_out *out, const char *key,
                                 const char *text) {
    wire_put_text_keyed(out, key, wire_key_len(key), text);
}
/* The same, but nothing when text is "". */
static inline void wire_put_text_if(struct wire_out *out, const char *key,
                                    const char *text) {
    if (text[0] != '\0') {
        wire_put_text(out, key, text);
    }
}
/* The same, but null when text is "". */
static inline void wire_put_text_or_null(struct wire_out *out, const char *key,
                                         const char *text) {
    if (text[0] != '\0') {
        wire_put_text(out, key, text);
    } else {
        wire_put_null(out, key);
    }
}
/* Unix time as a timestamp, null when it is 0. */
void wire_put_timestamp(struct wire_out *out, const char *key, int64_t time_s);

#endif
