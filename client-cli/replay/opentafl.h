/* Writes tafl games in OpenTafl's notation, for other programs. */
#ifndef ALEA_CLIENT_REPLAY_OPENTAFL_H
#define ALEA_CLIENT_REPLAY_OPENTAFL_H

#include <stdio.h>

#include "proto/message/record.h"

/* Whether the notation can express this game: only tafl. */
bool opentafl_knows(const struct game *game);
/* Writes such a game.  verify_record must have found the record good or unfinished. */
void opentafl_write(FILE *out, const struct record *record);

#endif
