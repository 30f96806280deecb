/* Records of games, from files. */
#ifndef ALEA_CLIENT_CHECK_RECORD_FILE_H
#define ALEA_CLIENT_CHECK_RECORD_FILE_H

#include <stddef.h>

#include "proto/message/record.h"

/* Reads a whole file, "-" the standard input: at most as much as a server sends as one
 * line.  Returns owned, *len its bytes; NULL with errno. */
char *record_file_read(const char *name, size_t *len);

/* How reading a record went, as exit status. */
enum record_file_status { RECORD_FILE_GOOD, RECORD_FILE_WRONG, RECORD_FILE_UNREADABLE };

/* Reads a record, and checks it as alea verify does; one of a game that is not over is
 * good too.  Unless it is good it tells on standard error, for a command ("replay"), what
 * is wrong, and *record needs no _fini. */
enum record_file_status record_file_load(const char *command, const char *name,
                                         struct record *record);

#endif
