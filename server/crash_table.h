/* What was being done when alead crashed: the last command of each connection, in plain
 * memory of its own, which crash.c can still read when the heap is broken.  The hub keeps
 * it up to date, at the cost of some stores a command. */
#ifndef ALEA_SERVER_CRASH_TABLE_H
#define ALEA_SERVER_CRASH_TABLE_H

#include <stdint.h>

#include "proto/bounds.h"
#include "proto/command.h"

/* A connection.  Never has arguments of a command: there are passwords among them. */
struct crash_row {
    int64_t number;  /* what the log calls it; 0: nobody is here */
    uint64_t serial; /* of its last command, counted over all connections; 0: none yet */
    enum command_kind command; /* that command */
    char
        room[ROOM_BYTES_MAX + 1]; /* that it was about; "" none, or it is not known yet */
    char name[NAME_BYTES_MAX + 1]; /* of who spoke, after the command before it; "" */
};

enum crash_stage {
    CRASH_RESTS, /* nothing is done for a connection */
    CRASH_READS, /* a line of it is read */
    CRASH_DOES,  /* its last command is carried out */
};

/* Read by crash.c in a handler of signals, at any moment. */
struct crash_table {
    uint64_t serial; /* of the last command of all */
    enum crash_stage stage;
    uint32_t place; /* the row that stage is about */
    uint32_t n_rows;
    struct crash_row row[];
};

/* Room for so many connections, in pages of its own, which are not taken before they are
 * used.  Returns owned; NULL: there is no memory, and the functions below do nothing. */
struct crash_table *crash_table_new(uint32_t n_rows);
void crash_table_free(struct crash_table *table);

/* table may be NULL everywhere.  place: a small number that no other connection has now
 * (slots_place), below n_rows, or it is not kept. */

/* A connection with this number is there, or (0) is there no more. */
void crash_table_place(struct crash_table *table, uint32_t place, int64_t number);
/* A line of it is read. */
void crash_table_reads(struct crash_table *table, uint32_t place);
/* It was a command, which is carried out. */
void crash_table_does(struct crash_table *table, uint32_t place,
                      enum command_kind command);
/* It waited for a job, and goes on. */
void crash_table_goes_on(struct crash_table *table, uint32_t place);
/* It is about this room. */
void crash_table_in(struct crash_table *table, uint32_t place, const char *room);
/* It is done, by somebody of this name ("" none yet). */
void crash_table_did(struct crash_table *table, uint32_t place, const char *name);
/* Nothing is done for anybody. */
void crash_table_rests(struct crash_table *table);

#endif
