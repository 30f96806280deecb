/* JSON being written, in one pass and without a tree: members and items one after the
 * other, into a text that grows.  Out of memory ends the program (mem.h). */
#ifndef ALEA_PROTO_WIRE_OUT_H
#define ALEA_PROTO_WIRE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* key, here and below: the name of a member, ASCII that needs no escapes; NULL for an
 * item of an array, and for the whole.  No member may be written twice. */
void wire_begin_object(struct wire_out *out, const char *key);
void wire_end_object(struct wire_out *out);
void wire_begin_array(struct wire_out *out, const char *key);
void wire_end_array(struct wire_out *out);
/* Takes back the end of the object that is the whole, for more members. */
void wire_reopen_object(struct wire_out *out);

/* A string.  What is not UTF-8 was cut somewhere: such a text is cleaned (utf8_clean). */
void wire_put_text(struct wire_out *out, const char *key, const char *text);
/* The same, but nothing when text is "". */
void wire_put_text_if(struct wire_out *out, const char *key, const char *text);
/* The same, but null when text is "". */
void wire_put_text_or_null(struct wire_out *out, const char *key, const char *text);
void wire_put_number(struct wire_out *out, const char *key, int64_t n);
/* With 15 digits at most; n is finite. */
void wire_put_real(struct wire_out *out, const char *key, double n);
void wire_put_flag(struct wire_out *out, const char *key, bool flag);
void wire_put_null(struct wire_out *out, const char *key);
/* An array of small numbers. */
void wire_put_numbers(struct wire_out *out, const char *key, const uint8_t *values,
                      size_t n);
/* Unix time as a timestamp, null when it is 0. */
void wire_put_timestamp(struct wire_out *out, const char *key, int64_t time_s);
/* A text that is JSON already. */
void wire_put_json(struct wire_out *out, const char *key, const char *json);

#endif
