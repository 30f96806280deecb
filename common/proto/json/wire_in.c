#include "proto/json/wire_in.h"

#include <string.h>

#include "proto/shape.h"
#include "proto/utf8.h"

json_t *wire_parse(const char *text, size_t len, char fault[static FAULT_BYTES]) {
    json_error_t error = {.text = ""};
    size_t mark = utf8_mark_len(text, len);
    json_t *root = json_loadb(text + mark, len - mark, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(root)) {
        return root;
    }
    struct text_out out = text_out_of(fault, FAULT_BYTES);
    if (root != NULL) {
        json_decref(root);
        text_put(&out, "not a JSON object");
        return NULL;
    }
    /* The text quotes the input; it is empty if memory ran out. */
    char what[FAULT_BYTES / 2];
    utf8_clean(error.text, strlen(error.text), what, sizeof what);
    text_put(&out, "bad JSON at byte ");
    text_put_number(&out, error.position > 0 ? (uint64_t)error.position : 0);
    text_put(&out, ": ");
    text_put(&out, what[0] != '\0' ? what : "out of memory");
    return NULL;
}

struct wire_in wire_in_of(json_t *root, struct arena *arena,
                          char fault[static FAULT_BYTES]) {
    fault[0] = '\0';
    return (struct wire_in){.object = root, .arena = arena, .fault = fault};
}

bool wire_failed(const struct wire_in *in) {
    return in->fault[0] != '\0';
}

void wire_fail(struct wire_in *in, const char *key, const char *what) {
    if (wire_failed(in)) {
        return;
    }
    char text[FAULT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    text_put(&out, in->place);
    text_put(&out, key); /* can be any bytes, cut anywhere */
    text_put(&out, ": ");
    text_put(&out, what);
    utf8_clean(text, strlen(text), in->fault, FAULT_BYTES);
}

static void fail_expected(struct wire_in *in, const char *key, const char *what) {
    char sentence[FAULT_BYTES];
    struct text_out out = text_out_of(sentence, sizeof sentence);
    text_put(&out, "expected ");
    text_put(&out, what);
    wire_fail(in, key, sentence);
}

json_t *wire_get(const struct wire_in *in, const char *key) {
    json_t *value = json_object_get(in->object, key);
    return wire_failed(in) || json_is_null(value) ? NULL : value;
}

bool wire_has(const struct wire_in *in, const char *key) {
    return wire_get(in, key) != NULL;
}

const char *wire_text(struct wire_in *in, const char *key) {
    json_t *value = wire_get(in, key);
    if (json_is_string(value)) {
        return json_string_value(value);
    }
    fail_expected(in, key, "a string");
    return "";
}

const char *wire_text_if(struct wire_in *in, const char *key) {
    return wire_has(in, key) ? wire_text(in, key) : "";
}

const char *wire_shaped(struct wire_in *in, const char *key, bool (*is)(const char *text),
                        const char *what) {
    json_t *value = wire_get(in, key);
    if (json_is_string(value) && is(json_string_value(value))) {
        return json_string_value(value);
    }
    fail_expected(in, key, what);
    return "";
}

const char *wire_shaped_if(struct wire_in *in, const char *key,
                           bool (*is)(const char *text), const char *what) {
    return wire_has(in, key) ? wire_shaped(in, key, is, what) : "";
}

int64_t wire_number(struct wire_in *in, const char *key, int64_t max) {
    json_t *value = wire_get(in, key);
    json_int_t n = json_integer_value(value);
    if (json_is_integer(value) && n >= 0 && n <= max) {
        return n;
    }
    char what[FAULT_BYTES];
    struct text_out out = text_out_of(what, sizeof what);
    text_put(&out, "an integer from 0 to ");
    text_put_number(&out, (uint64_t)max);
    fail_expected(in, key, what);
    return 0;
}

int64_t wire_number_if(struct wire_in *in, const char *key, int64_t max) {
    return wire_has(in, key) ? wire_number(in, key, max) : 0;
}

bool wire_flag(struct wire_in *in, const char *key) {
    json_t *value = wire_get(in, key);
    if (!json_is_boolean(value)) {
        fail_expected(in, key, "true or false");
    }
    return json_is_true(value);
}

bool wire_flag_if(struct wire_in *in, const char *key) {
    return wire_has(in, key) && wire_flag(in, key);
}

int64_t wire_timestamp_if(struct wire_in *in, const char *key) {
    int64_t time_s = 0;
    if (wire_has(in, key) &&
        (!timestamp_read(wire_text(in, key), &time_s) || time_s == 0)) {
        wire_fail(in, key, "expected a time like 2026-11-21T01:02:03Z");
    }
    return time_s;
}

json_t *wire_array_if(struct wire_in *in, const char *key) {
    json_t *value = wire_get(in, key);
    if (value != NULL && !json_is_array(value)) {
        fail_expected(in, key, "an array");
    }
    return json_is_array(value) ? value : NULL;
}

/* Makes child a reader of value.  Sets its place, but not the dot at the end. */
static void descend(struct wire_in *in, json_t *value, struct wire_in *child,
                    struct text_out *place) {
    if (value != NULL && !json_is_object(value)) {
        struct wire_in whole = {.fault = in->fault};
        fail_expected(&whole, child->place, "an object");
    }
    text_put(place, ".");
    child->object = value;
    child->fault = in->fault;
    child->arena = in->arena;
}

static void put_place(const struct wire_in *in, const char *key, struct wire_in *child,
                      struct text_out *place) {
    *place = text_out_of(child->place, sizeof child->place);
    text_put(place, in->place);
    text_put(place, key);
}

struct wire_in wire_member(struct wire_in *in, const char *key) {
    struct wire_in child;
    struct text_out place;
    put_place(in, key, &child, &place);
    descend(in, wire_get(in, key), &child, &place);
    return child;
}

struct wire_in wire_item(struct wire_in *in, const char *key, const json_t *array,
                         size_t i) {
    struct wire_in child;
    struct text_out place;
    put_place(in, key, &child, &place);
    text_put(&place, "[");
    text_put_number(&place, i);
    text_put(&place, "]");
    descend(in, json_array_get(array, i), &child, &place);
    return child;
}

/* --- exactly these members --- */

/* Finds the first of words separated by spaces; *len is 0 if there is none. */
static const char *next_key(const char *keys, size_t *len) {
    keys += strspn(keys, " ");
    *len = strcspn(keys, " ");
    return keys;
}

bool wire_is_listed(const char *keys, const char *key) {
    size_t len;
    for (keys = next_key(keys, &len); len > 0; keys = next_key(keys + len, &len)) {
        if (strlen(key) == len && memcmp(keys, key, len) == 0) {
            return true;
        }
    }
    return false;
}

void wire_only(struct wire_in *in, const char *keys) {
    const char *key;
    json_t *value;
    json_object_foreach(in->object, key, value) {
        if (!wire_is_listed(keys, key)) {
            wire_fail(in, key, "not a member that is known here");
        }
    }
    size_t len;
    for (keys = next_key(keys, &len); len > 0; keys = next_key(keys + len, &len)) {
        if (json_object_getn(in->object, keys, len) == NULL) {
            char name[FAULT_BYTES / 2];
            struct text_out out = text_out_of(name, sizeof name);
            text_put_bytes(&out, keys, len);
            wire_fail(in, name, "missing");
        }
    }
}
