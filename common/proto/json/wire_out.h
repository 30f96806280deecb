/* Writes JSON in one pass, without building a tree: members and items one after the
 * other, into a text that grows.  Out of memory ends the program (mem.h). */
#ifndef ALEA_PROTO_JSON_WIRE_OUT_H
#define ALEA_PROTO_JSON_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "proto/bounds.h"

/* A zeroed struct wire_out is empty and writes a single line. */
struct wire_out {
    char *text; /* owned; the text so far, without a NUL; NULL: none yet */
    size_t len, cap;
    unsigned depth; /* objects and arrays still open */
    bool follows;   /* the next member or item needs a comma before it */
};

/* Empties the text, but keeps its memory. */
void wire_out_clear(struct wire_out *out);
/* Frees the memory. */
void wire_out_fini(struct wire_out *out);
/* Returns the text as a string, which the caller frees with free().  Leaves out empty. */
char *wire_out_take(struct wire_out *out);

/* Length of a key.  Nearly all keys are literals, so the compiler computes it. */
static inline size_t wire_key_len(const char *key) {
    return key != NULL ? strlen(key) : 0;
}

/* The functions below call these with the length of the key, and of the JSON.  Without a
 * key, JSON can also be several members, separated by commas. */
void wire_begin_keyed(struct wire_out *out, const char *key, size_t key_len,
                      char bracket);
void wire_put_text_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *text);
void wire_put_number_keyed(struct wire_out *out, const char *key, size_t key_len,
                           int64_t n);
void wire_put_numbers_keyed(struct wire_out *out, const char *key, size_t key_len,
                            const uint8_t *values, size_t n);
void wire_put_json_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *json, size_t len);

/* In all functions, key is the name of a member, in ASCII that needs no escapes; NULL: an
 * item of an array, or the outermost value.  Write each member only once. */
static inline void wire_begin_object(struct wire_out *out, const char *key) {
    wire_begin_keyed(out, key, wire_key_len(key), '{');
}
static inline void wire_begin_array(struct wire_out *out, const char *key) {
    wire_begin_keyed(out, key, wire_key_len(key), '[');
}
void wire_end_object(struct wire_out *out);
void wire_end_array(struct wire_out *out);
/* Reopens the outermost object to add members. */
void wire_reopen_object(struct wire_out *out);

/* Puts text that is JSON already. */
static inline void wire_put_json(struct wire_out *out, const char *key,
                                 const char *json) {
    wire_put_json_keyed(out, key, wire_key_len(key), json, strlen(json));
}
static inline void wire_put_flag(struct wire_out *out, const char *key, bool flag) {
    if (flag) {
        wire_put_json(out, key, "true");
    } else {
        wire_put_json(out, key, "false");
    }
}
static inline void wire_put_null(struct wire_out *out, const char *key) {
    wire_put_json(out, key, "null");
}
static inline void wire_put_number(struct wire_out *out, const char *key, int64_t n) {
    wire_put_number_keyed(out, key, wire_key_len(key), n);
}
/* Puts a finite number with at most 15 digits. */
void wire_put_real(struct wire_out *out, const char *key, double n);
/* Puts an array of small numbers. */
static inline void wire_put_numbers(struct wire_out *out, const char *key,
                                    const uint8_t *values, size_t n) {
    wire_put_numbers_keyed(out, key, wire_key_len(key), values, n);
}

/* Puts a string.  Cleans it (utf8_clean) if it is not UTF-8, as it was truncated. */
static inline void wire_put_text(struct wire_out *out, const char *key,
                                 const char *text) {
    wire_put_text_keyed(out, key, wire_key_len(key), text);
}
/* The same for a key and a text of at most `most` bytes together, in ASCII that needs no
 * escapes. */
void wire_put_short(struct wire_out *out, const char *key, const char *text, size_t most);
/* As wire_put_text, but puts nothing if text is "". */
static inline void wire_put_text_if(struct wire_out *out, const char *key,
                                    const char *text) {
    if (text[0] != '\0') {
        wire_put_text(out, key, text);
    }
}
/* Puts the member "id" of a request or answer, if it has one. */
static inline void wire_put_id(struct wire_out *out, const char *id) {
    if (id[0] == ID_NUMBER) {
        wire_put_json(out, "id", id + 1);
    } else {
        wire_put_text_if(out, "id", id);
    }
}
/* As wire_put_text, but puts null if text is "". */
static inline void wire_put_text_or_null(struct wire_out *out, const char *key,
                                         const char *text) {
    if (text[0] != '\0') {
        wire_put_text(out, key, text);
    } else {
        wire_put_null(out, key);
    }
}
/* Puts Unix time (s) as a timestamp; null if it is 0. */
void wire_put_timestamp(struct wire_out *out, const char *key, int64_t time_s);

#endif
