#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "server/crash_table.h"

#include <string.h>
#include <sys/mman.h>

static size_t bytes_of(uint32_t n_rows) {
    return sizeof(struct crash_table) + n_rows * sizeof(struct crash_row);
}

struct crash_table *crash_table_new(uint32_t n_rows) {
    struct crash_table *table = mmap(NULL, bytes_of(n_rows), PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) {
        return NULL; /* GCOVR_EXCL_LINE: no memory */
    }
    table->n_rows = n_rows;
    return table;
}

void crash_table_free(struct crash_table *table) {
    if (table != NULL) {
        munmap(table, bytes_of(table->n_rows));
    }
}

static struct crash_row *row_at(struct crash_table *table, uint32_t place) {
    return table != NULL && place < table->n_rows ? &table->row[place] : NULL;
}

void crash_table_place(struct crash_table *table, uint32_t place, int64_t number) {
    struct crash_row *row = row_at(table, place);
    if (row != NULL) {
        *row = (struct crash_row){.number = number};
    }
}

static void set_stage(struct crash_table *table, enum crash_stage stage, uint32_t place) {
    if (table != NULL) {
        table->place = place;
        table->stage = stage;
    }
}

void crash_table_reads(struct crash_table *table, uint32_t place) {
    set_stage(table, CRASH_READS, place);
}

void crash_table_does(struct crash_table *table, uint32_t place,
                      enum command_kind command) {
    struct crash_row *row = row_at(table, place);
    if (row != NULL) {
        row->serial = ++table->serial;
        row->command = command;
        row->room[0] = '\0';
    }
    set_stage(table, CRASH_DOES, place);
}

void crash_table_goes_on(struct crash_table *table, uint32_t place) {
    set_stage(table, CRASH_DOES, place);
}

/* A NUL at the end of to stays there whenever it is read. */
static void copy(char *to, size_t cap, const char *from) {
    size_t len = strnlen(from, cap - 1);
    memcpy(to, from, len);
    memset(to + len, 0, cap - len);
}

void crash_table_in(struct crash_table *table, uint32_t place, const char *room) {
    struct crash_row *row = row_at(table, place);
    if (row != NULL) {
        copy(row->room, sizeof row->room, room);
    }
}

void crash_table_did(struct crash_table *table, uint32_t place, const char *name) {
    struct crash_row *row = row_at(table, place);
    if (row != NULL) {
        copy(row->name, sizeof row->name, name);
    }
    set_stage(table, CRASH_RESTS, place);
}

void crash_table_rests(struct crash_table *table) {
    set_stage(table, CRASH_RESTS, 0);
}
