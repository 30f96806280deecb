/* The key of a trunk, which the hub and its fronts share. */
#ifndef ALEA_SERVER_TRUNK_KEY_H
#define ALEA_SERVER_TRUNK_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/text.h"

#define TRUNK_KEY_BYTES 32

/* Reads 64 hex digits, and nothing after them.  False: they are no key. */
bool trunk_key_parse(const char *hex, uint8_t key[static TRUNK_KEY_BYTES]);
/* Reads a file of 64 hex digits, and perhaps a line end.  False with a fault: others may
 * read or write the file, or it is no such key. */
bool trunk_key_read(const char *path, uint8_t key[static TRUNK_KEY_BYTES],
                    char fault[static FAULT_BYTES]);

#endif
