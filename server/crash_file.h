/* The files of evidence that crashes leave beside the games. */
#ifndef ALEA_SERVER_CRASH_FILE_H
#define ALEA_SERVER_CRASH_FILE_H

#include <stdint.h>

#include "server/log.h"

/* Longest name of such a file, with its NUL. */
#define CRASH_NAME_BYTES 64
/* Most of them that a start leaves there, the newest; a server that is started again and
 * again does not fill the disk. */
#define CRASH_FILES_MAX 10

/* "alead-crash-20261121T190211Z-4711.txt".  May be called in a handler of a signal. */
void crash_file_name(int64_t unix_s, int64_t pid, char name[static CRASH_NAME_BYTES]);
/* A descriptor of the directory where the file of games is; -1: it is ":memory:", or
 * cannot be opened. */
int crash_file_dir(const char *db);
/* Looks for such files beside the file of games: logs that there are some, and removes
 * the oldest but CRASH_FILES_MAX. */
void crash_file_look_back(const struct log *log, const char *db);

#endif
