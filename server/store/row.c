/* Rows: writing, reading, and the sums over them. */
#include <string.h>

#include "server/store/sql.h"

/* --- sums --- */

static void hash_waiting(struct sum *sum) {
    crypto_generichash_update(&sum->state, sum->waiting, sum->n_waiting);
    sum->n_waiting = 0;
}

static void sum_add(struct sum *sum, const void *bytes, size_t len) {
    if (len > sizeof sum->waiting - sum->n_waiting) {
        hash_waiting(sum);
    }
    if (len > sizeof sum->waiting) {
        crypto_generichash_update(&sum->state, bytes, len);
        return;
    }
    memcpy(sum->waiting + sum->n_waiting, bytes, len);
    sum->n_waiting += len;
}

/* Lowest byte first on every machine: one instruction where that is its order. */
static inline void write_number(uint8_t byte[static 8], uint64_t value) {
    byte[0] = (uint8_t)value;
    byte[1] = (uint8_t)(value >> 8);
    byte[2] = (uint8_t)(value >> 16);
    byte[3] = (uint8_t)(value >> 24);
    byte[4] = (uint8_t)(value >> 32);
    byte[5] = (uint8_t)(value >> 40);
    byte[6] = (uint8_t)(value >> 48);
    byte[7] = (uint8_t)(value >> 56);
}

static void sum_number(struct sum *sum, uint64_t value) {
    uint8_t byte[8];
    write_number(byte, value);
    sum_add(sum, byte, sizeof byte);
}

/* The type comes before the value, so that different values cannot look the same. */
static void sum_typed(struct sum *sum, enum value_type type, uint64_t value) {
    uint8_t byte[16];
    write_number(byte, (uint64_t)type);
    write_number(byte + 8, value);
    sum_add(sum, byte, sizeof byte);
}

static void sum_int(struct sum *sum, int64_t value) {
    sum_typed(sum, VALUE_INT, (uint64_t)value);
}

static void sum_bytes(struct sum *sum, enum value_type type, const void *bytes,
                      size_t len) {
    sum_typed(sum, type, len);
    if (len > 0) {
        sum_add(sum, bytes, len);
    }
}

static void sum_null(struct sum *sum) {
    sum_number(sum, VALUE_NULL);
}

static void sum_begin(struct sum *sum, int64_t before) {
    crypto_generichash_init(&sum->state, NULL, 0, crypto_generichash_BYTES);
    sum->n_waiting = 0;
    sum_number(sum, (uint64_t)before);
}

static int64_t sum_end(struct sum *sum) {
    unsigned char hash[crypto_generichash_BYTES];
    hash_waiting(sum);
    crypto_generichash_final(&sum->state, hash, sizeof hash);
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) {
        value |= (uint64_t)hash[i] << 8 * i;
    }
    return (int64_t)value;
}

static void sum_column(struct sum *sum, const struct stmt *stmt, int i) {
    enum value_type type = stmt_type(stmt, i);
    switch (type) {
    case VALUE_INT: sum_int(sum, stmt_int(stmt, i)); break;
    case VALUE_NULL: sum_null(sum); break;
    case VALUE_REAL: /* no sum of a game has one, unless the game is damaged */
        sum_bytes(sum, type, &stmt->column[i].real, sizeof stmt->column[i].real);
        break;
    case VALUE_TEXT:
    case VALUE_BLOB:
        sum_bytes(sum, type, stmt->column[i].bytes, (size_t)stmt->column[i].len);
        break;
    }
}

int64_t row_sum_columns(const struct stmt *stmt, int first, int n, int64_t sum_before) {
    struct sum sum;
    sum_begin(&sum, sum_before);
    for (int i = first; i < first + n; i++) {
        sum_column(&sum, stmt, i);
    }
    return sum_end(&sum);
}

/* --- writing --- */

void row_begin(struct row_out *row, struct stmt *stmt, int64_t sum_before) {
    row->stmt = stmt;
    row->n = 0;
    sum_begin(&row->sum, sum_before);
}

void row_put_int(struct row_out *row, int64_t value) {
    stmt_bind_int(row->stmt, ++row->n, value);
    sum_int(&row->sum, value);
}

static void put_null(struct row_out *row) {
    stmt_bind_null(row->stmt, ++row->n);
    sum_null(&row->sum);
}

void row_put_u64(struct row_out *row, uint64_t value) {
    if (value == 0) {
        put_null(row);
    } else {
        row_put_int(row, (int64_t)value);
    }
}

void row_put_text(struct row_out *row, const char *text) {
    size_t len = strlen(text);
    if (len == 0) {
        put_null(row);
        return;
    }
    stmt_bind_text(row->stmt, ++row->n, text);
    sum_bytes(&row->sum, VALUE_TEXT, text, len);
}

void row_put_blob(struct row_out *row, const uint8_t *bytes, int len) {
    stmt_bind_blob(row->stmt, ++row->n, bytes, len);
    sum_bytes(&row->sum, VALUE_BLOB, bytes, (size_t)len);
}

void row_sum_anew(struct row_out *row, int64_t sum_before) {
    sum_begin(&row->sum, sum_before);
}

int64_t row_sum(struct row_out *row) {
    return sum_end(&row->sum);
}

/* --- reading --- */

void row_require(struct row_in *row, bool holds) {
    row->wrong = row->wrong || !holds;
}

int64_t row_take_int(struct row_in *row, int64_t least, int64_t most) {
    int i = row->n++;
    int64_t value = stmt_int(row->stmt, i);
    row_require(row,
                stmt_type(row->stmt, i) == VALUE_INT && value >= least && value <= most);
    return value;
}

uint64_t row_take_u64(struct row_in *row) {
    if (stmt_type(row->stmt, row->n) == VALUE_NULL) {
        row->n++;
        return 0;
    }
    return (uint64_t)row_take_int(row, INT64_MIN, INT64_MAX);
}

void row_take_text(struct row_in *row, char *text, size_t cap) {
    int i = row->n++;
    text[0] = '\0';
    if (stmt_type(row->stmt, i) == VALUE_NULL) {
        return;
    }
    const char *bytes = row->stmt->column[i].bytes;
    size_t len = (size_t)row->stmt->column[i].len;
    if (stmt_type(row->stmt, i) != VALUE_TEXT || len >= cap ||
        memchr(bytes, '\0', len) != NULL) {
        row->wrong = true;
        return;
    }
    memcpy(text, bytes, len);
    text[len] = '\0';
}

void row_take_blob(struct row_in *row, uint8_t *bytes, int len) {
    int i = row->n++;
    if (stmt_type(row->stmt, i) != VALUE_BLOB || row->stmt->column[i].len != len) {
        row->wrong = true;
        return;
    }
    memcpy(bytes, row->stmt->column[i].bytes, (size_t)len);
}

bool row_take_blob_if(struct row_in *row, uint8_t *bytes, int len) {
    if (stmt_type(row->stmt, row->n) == VALUE_NULL) {
        row->n++;
        return false;
    }
    row_take_blob(row, bytes, len);
    return true;
}
