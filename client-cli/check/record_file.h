/* Records of games, from files. */
#ifndef ALEA_CLIENT_CHECK_RECORD_FILE_H
#define ALEA_CLIENT_CHECK_RECORD_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "lang/lang.h"
#include "proto/message/record.h"

struct state;

/* Reads a whole file, or standard input for "-", up to the length of a server's longest
 * line.  Returns owned, *len its bytes; NULL with errno. */
char *record_file_read(const char *name, size_t *len);

/* Says on standard error, after the command's name, why this file could not be read or
 * written: errno. */
void record_file_tell_unreadable(const char *command, const char *name);

/* How reading a record ended. */
enum record_file_status { RECORD_FILE_GOOD, RECORD_FILE_WRONG, RECORD_FILE_UNREADABLE };

/* Reads a record, and checks it as alea verify does.  A record of an unfinished game can
 * be good too.  If it is not good, prints the fault on standard error, after the
 * command's name ("replay"), and *record needs no _fini. */
enum record_file_status record_file_load(const char *command, const char *name,
                                         struct record *record);

/* A state with what tell_result needs from a record, which it borrows. */
struct state record_file_state(const struct record *record, enum lang lang);
/* Writes what record_from_json or verify_record found wrong, in the user's language. */
void record_file_put_fault(FILE *out, const char *fault);

#endif
