/* Prepared statements and their values, whatever the database.  A value that is bound, or
 * that a row has, is a struct value; the database converts it. */
#ifndef ALEA_SERVER_STORE_STMT_H
#define ALEA_SERVER_STORE_STMT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The numbers are part of checksums (row.c). */
enum value_type {
    VALUE_INT = 1,
    VALUE_REAL = 2,
    VALUE_TEXT = 3,
    VALUE_BLOB = 4,
    VALUE_NULL = 5,
};

struct value {
    union {
        int64_t number;    /* VALUE_INT */
        double real;       /* VALUE_REAL */
        const char *bytes; /* VALUE_TEXT, VALUE_BLOB; borrowed; a text ends with NUL */
    };
    int len; /* of bytes, without the NUL */
    enum value_type type;
};

struct db;

struct stmt {
    struct db *db;        /* borrowed */
    int id;               /* enum statement */
    int n_params;         /* that it takes */
    int n_columns;        /* that its rows have */
    struct value *param;  /* owned; they stay until stmt_clear */
    struct value *column; /* owned; of the present row, valid until the next step or reset
                           */
    struct value *bound;  /* owned; the parameters as the database has them; NULL: they
                             are not compared */
    bool is_running;      /* stepped and not reset */
    void *own;            /* what the database keeps for it */
};

static inline struct value value_none(void) {
    return (struct value){.type = VALUE_NULL};
}
static inline struct value value_int(int64_t number) {
    return (struct value){.number = number, .type = VALUE_INT};
}
static inline struct value value_real(double real) {
    return (struct value){.real = real, .type = VALUE_REAL};
}
/* Texts and blobs are borrowed. */
static inline struct value value_text(const char *text) {
    return (struct value){.bytes = text, .len = (int)strlen(text), .type = VALUE_TEXT};
}
static inline struct value value_blob(const void *bytes, int len) {
    return (struct value){.bytes = bytes, .len = len, .type = VALUE_BLOB};
}
/* Values as an array, and how many. */
#define VALUES(...)   ((const struct value[]){__VA_ARGS__})
#define N_VALUES(...) (sizeof VALUES(__VA_ARGS__) / sizeof(struct value))

/* Binds parameter 1, 2, …  Texts and blobs are borrowed until the statement has run. */
void stmt_bind_int(struct stmt *stmt, int param, int64_t value);
void stmt_bind_text(struct stmt *stmt, int param, const char *text); /* NULL: NULL */
void stmt_bind_blob(struct stmt *stmt, int param, const void *bytes, int len);
void stmt_bind_null(struct stmt *stmt, int param);
/* All parameters become NULL. */
void stmt_clear(struct stmt *stmt);

/* Column 0, 1, … of the present row; 0 or NULL if it has another type. */
int64_t stmt_int(const struct stmt *stmt, int column);
double stmt_real(const struct stmt *stmt, int column);
const char *stmt_text(const struct stmt *stmt, int column);
enum value_type stmt_type(const struct stmt *stmt, int column);

/* Resets it: it can run again, and its parameters stay. */
void stmt_reset(struct stmt *stmt);

#endif
