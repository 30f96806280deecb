/* Lists and cards that the server sends: rows of cells in named columns.  Their columns
 * are defined in table.c; JSON, in both directions, and text mode follow from that. */
#ifndef ALEA_PROTO_MESSAGE_TABLE_H
#define ALEA_PROTO_MESSAGE_TABLE_H

#include "proto/command/command.h"
#include "proto/json/arena.h"
#include "proto/message/event.h"

enum cell_kind {
    CELL_TEXT,   /* "" is null */
    CELL_NAME,   /* of a player; "" is null */
    CELL_NUMBER, /* an integer, or null */
    CELL_SPAN,   /* a number of seconds, or null */
    CELL_TIME,   /* Unix time; 0 is null */
    CELL_UNTIL,  /* the same; null means no end */
    CELL_FLAG,
    CELL_REAL, /* millionths, or null; six decimals in JSON, two in text mode */
};

/* Most columns of a table. */
#define TABLE_COLUMNS_MAX 12

struct column {
    const char *key;  /* in JSON */
    const char *head; /* in text mode; "" not shown */
    enum cell_kind kind;
};

struct table_spec {
    const char *key; /* member that holds the rows; "": a card, whose one row has its
                        columns in the message itself */
    const struct column *column;
    size_t n_columns;
    const char *none; /* text mode: shown if there are no rows */
    const char *some; /* text mode: shown before the rows; "": nothing */
};

/* Returns the table in the reply to a command; NULL: it has none. */
const struct table_spec *table_of_reply(enum command_kind cmd);
/* The same for an event. */
const struct table_spec *table_of_event(enum event_kind event);

struct cell {
    const char *text; /* CELL_TEXT, CELL_NAME */
    int64_t number;   /* the others */
    bool is_null;
};

/* A table being filled, cell by cell, row by row. */
struct table {
    const struct table_spec *spec; /* NULL: no table */
    struct cell *cell;             /* owned by arena */
    size_t n, cap;                 /* cells */
    struct arena arena;            /* owns cell and its texts */
};

/* Makes *table empty; table_fini frees it. */
void table_init(struct table *table, const struct table_spec *spec);
void table_fini(struct table *table);
/* Each of these fills the next cell, whose column must be of this kind.  Texts are
 * copied.  Out of memory ends the program (mem.h). */
void table_put_text(struct table *table, const char *text);
void table_put_number(struct table *table, int64_t number);
/* Rounded to millionths. */
void table_put_real(struct table *table, double number);
void table_put_flag(struct table *table, bool flag);
void table_put_null(struct table *table);
size_t table_n_rows(const struct table *table);
/* Returns a cell; row and column count from 0. */
const struct cell *table_at(const struct table *table, size_t row, size_t column);
/* The same by the key of the column; a null cell if there is none. */
const struct cell *table_find(const struct table *table, size_t row, const char *key);

#endif
