/* Reads JSON objects, and names the first fault with its place.  Only for the files of
 * proto, as it shows jansson. */
#ifndef ALEA_PROTO_JSON_WIRE_IN_H
#define ALEA_PROTO_JSON_WIRE_IN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/json/arena.h"
#include "rules/text.h"

/* An object being read.  After a fault, every member reads as empty, so a reader can read
 * all of them and check once at the end. */
struct wire_in {
    json_t *object;      /* borrowed; NULL: every member is absent */
    char place[40];      /* path of the object: "", "log[12]." */
    char *fault;         /* FAULT_BYTES; the first fault, "" if none */
    struct arena *arena; /* borrowed; holds what the caller reads; may be NULL */
};

/* Parses a text that is a JSON object, with or without a byte order mark.  Returns owned;
 * NULL with a fault. */
json_t *wire_parse(const char *text, size_t len, char fault[static FAULT_BYTES]);
/* Returns a reader of root.  Borrows root and arena.  Clears fault, and writes its first
 * fault there. */
struct wire_in wire_in_of(json_t *root, struct arena *arena,
                          char fault[static FAULT_BYTES]);
bool wire_failed(const struct wire_in *in);
/* Records "PLACE KEY: WHAT", unless there is a fault already. */
void wire_fail(struct wire_in *in, const char *key, const char *what);

/* Returns the member, borrowed; NULL: absent or null. */
json_t *wire_get(const struct wire_in *in, const char *key);
bool wire_has(const struct wire_in *in, const char *key);
/* Returns a string, borrowed. */
const char *wire_text(struct wire_in *in, const char *key);
/* The same, but "" if absent. */
const char *wire_text_if(struct wire_in *in, const char *key);
/* Returns a string of this shape (shape.h), borrowed.  what: the shape in words, for the
 * fault. */
const char *wire_shaped(struct wire_in *in, const char *key, bool (*is)(const char *text),
                        const char *what);
/* The same, but "" if absent. */
const char *wire_shaped_if(struct wire_in *in, const char *key,
                           bool (*is)(const char *text), const char *what);
/* An integer from 0 to max. */
int64_t wire_number(struct wire_in *in, const char *key, int64_t max);
/* The same, but 0 if absent. */
int64_t wire_number_if(struct wire_in *in, const char *key, int64_t max);
bool wire_flag(struct wire_in *in, const char *key);
/* The same, but false if absent. */
bool wire_flag_if(struct wire_in *in, const char *key);
/* A timestamp as Unix time, in s; 0 if absent or null. */
int64_t wire_timestamp_if(struct wire_in *in, const char *key);
/* Returns an array, borrowed; NULL if absent.  json_array_size(NULL) is 0. */
json_t *wire_array_if(struct wire_in *in, const char *key);
/* Returns a reader of a member that is an object; if absent, of an empty object. */
struct wire_in wire_member(struct wire_in *in, const char *key);
/* Returns a reader of item i of array, which is in's member `key`. */
struct wire_in wire_item(struct wire_in *in, const char *key, const json_t *array,
                         size_t i);
/* Fails unless the object has exactly these members: "what side dice". */
void wire_only(struct wire_in *in, const char *keys);
/* Whether key is one of these words. */
bool wire_is_listed(const char *keys, const char *key);

#endif
