/* Writes games of tafl in OpenTafl's notation, for other programs. */
#ifndef ALEA_CLIENT_REPLAY_OPENTAFL_H
#define ALEA_CLIENT_REPLAY_OPENTAFL_H

#include <stdio.h>

#include "proto/message/record.h"

/* Whether the notation can express this game: it is for tafl only. */
bool opentafl_knows(const struct game *game);
/* Writes such a game, from a record that verify_record found good or unfinished. */
void opentafl_write(FILE *out, const struct record *record);

#endif
