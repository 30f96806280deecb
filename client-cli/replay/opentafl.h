/* Games of tafl in OpenTafl's notation, which other programs read. */
#ifndef ALEA_CLIENT_REPLAY_OPENTAFL_H
#define ALEA_CLIENT_REPLAY_OPENTAFL_H

#include <stdio.h>

#include "proto/message/record.h"

/* Whether the notation has this game: it knows tafl only. */
bool opentafl_knows(const struct game *game);
/* Writes a game that it knows, from a record that verify_record found right, or
 * unfinished. */
void opentafl_write(FILE *out, const struct record *record);

#endif
