/* Moves as people type them.  Only the spelling: which moves are legal says the list. */
#ifndef ALEA_PROTO_COMMAND_TYPED_MOVE_H
#define ALEA_PROTO_COMMAND_TYPED_MOVE_H

#include <stdbool.h>

#include "rules/game.h"

/* Whether two moves differ only in upper and lower case, and in the sign between their
 * parts: '-' or ':'. */
bool typed_move_is(const char *move, const char *typed);
/* Copies the move of a list (one space between; NULL: an empty one) that is typed so.
 * False: there is none, or several and none is exactly the same. */
bool typed_move_find(const char *moves, const char *typed,
                     char move[static MOVE_TEXT_BYTES]);
/* Spells what is typed as the list of moves does: as the legal move that it is, else in
 * small letters and with the sign that the list has, so that its rule can be told.
 * Returns move, or typed, which is longer than any move. */
const char *typed_move_spell(const char *moves, const char *typed,
                             char move[static MOVE_TEXT_BYTES]);
/* The moves of a list that begin with this square, one space between; the caller frees
 * them. */
char *typed_move_list_from(const char *moves, const char *square);

#endif
