/* The file of --config: lines KEY = VALUE. */
#ifndef ALEA_SERVER_CONFIG_FILE_H
#define ALEA_SERVER_CONFIG_FILE_H

#include "server/config/config.h"

/* Largest file of --config, in bytes: a thousand lines, with comments. */
#define CONFIG_FILE_BYTES 65536

/* Reads the file into config.  False: *line, from 1, is invalid (0: the whole file), and
 * fault says what is valid. */
bool config_file_read(struct config *config, const char *path, unsigned *line,
                      char fault[static FAULT_BYTES]);

#endif
