/* Records of games, as files. */
#ifndef ALEA_CLIENT_PLAYER_SAVE_H
#define ALEA_CLIENT_PLAYER_SAVE_H

#include <stdbool.h>

#include "rules/text.h"

/* Whether files can be created in a directory.  False with a fault. */
bool save_check_dir(const char *dir, char fault[static FAULT_BYTES]);
/* Writes a record to a new file, completely or not at all.  False with a fault. */
bool save_record(const char *path, const char *record, char fault[static FAULT_BYTES]);

#endif
