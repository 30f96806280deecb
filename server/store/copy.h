/* Copies a whole store into another one, of either kind. */
#ifndef ALEA_SERVER_STORE_COPY_H
#define ALEA_SERVER_STORE_COPY_H

#include "server/store/store.h"

/* What was copied, row by row. */
struct copied {
    int64_t games, events, accounts, rows; /* rows: of all tables */
};

/* Copies everything from one store to another, and then reads the copy again: each
 * table must have the same number of rows and the same checksum.  Nobody may use either
 * store meanwhile.  `to` is created if it does not exist, and must be empty.
 * password_file: of a database, as in struct store_config.  False with a fault; then
 * `to` is not complete. */
bool store_copy(const char *from, const char *to, const char *password_file,
                struct copied *copied, char fault[static FAULT_BYTES]);

#endif
