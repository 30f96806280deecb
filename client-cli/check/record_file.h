/* Records of games, from files. */
#ifndef ALEA_CLIENT_CHECK_RECORD_FILE_H
#define ALEA_CLIENT_CHECK_RECORD_FILE_H

#include <stddef.h>

#include "proto/message/record.h"

/* Reads a whole file, "-" is standard input; at most as much as a server sends in one
 * line.  Returns owned, *len its bytes; NULL with errno. */
char *record_file_read(const char *name, size_t *len);

/* How reading a record went. */
enum record_file_status { RECORD_FILE_GOOD, RECORD_FILE_WRONG, RECORD_FILE_UNREADABLE };

/* Reads a record, and checks it as alea verify does; the record of an unfinished game is
 * good, too.  If it is not good, tells what is wrong on standard error, in the name of
 * the command ("replay"), and *record needs no _fini. */
enum record_file_status record_file_load(const char *command, const char *name,
                                         struct record *record);

#endif
