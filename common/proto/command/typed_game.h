/* Games as people type them: "Tablut", "royalur", "Royal-Ur:OPTIONS". */
#ifndef ALEA_PROTO_COMMAND_TYPED_GAME_H
#define ALEA_PROTO_COMMAND_TYPED_GAME_H

#include "proto/bounds.h"
#include "rules/game.h"

/* The longest id takes the place of at least one letter. */
#define TYPED_GAME_BYTES (LINE_BYTES_MAX + GAME_TEXT_BYTES)

/* Writes a typed game of at most LINE_BYTES_MAX bytes, perhaps with options, with the id
 * of the game in place of what was typed; as it is if there is no such game.  Returns the
 * length. */
size_t typed_game_spell(const char *typed, size_t len,
                        char spelled[static TYPED_GAME_BYTES]);

#endif
