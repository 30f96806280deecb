/* Moves, and names of games, as people type them.  Of moves only spelling matters here;
 * the list decides which are legal. */
#ifndef ALEA_PROTO_COMMAND_TYPED_MOVE_H
#define ALEA_PROTO_COMMAND_TYPED_MOVE_H

#include <stdbool.h>

#include "proto/bounds.h"
#include "rules/game.h"

/* Whether two moves differ only in case and in the sign ('-' or ':') between parts. */
bool typed_move_is(const char *move, const char *typed);
/* Finds a typed move in a list (separated by single spaces; NULL: empty), and copies it.
 * False: no move matches, or several do and none exactly. */
bool typed_move_find(const char *moves, const char *typed,
                     char move[static MOVE_TEXT_BYTES]);
/* The same for a move or its number in the list, for which it writes "" if that is too
 * large.  False: the text is neither. */
bool typed_move_read(const char *moves, const char *typed,
                     char move[static MOVE_TEXT_BYTES]);
/* Spells a typed move like the list.  If a legal move matches, writes that move;
 * otherwise lower case, with the list's sign, so the rule against it can be found.
 * Returns move, or typed if that is longer than any move. */
const char *typed_move_spell(const char *moves, const char *typed,
                             char move[static MOVE_TEXT_BYTES]);
/* How many moves a list has. */
unsigned typed_move_count(const char *moves);
/* Copies the n-th move of a list, counted from 1.  False, and "": there is none. */
bool typed_move_nth(const char *moves, unsigned long n,
                    char move[static MOVE_TEXT_BYTES]);
/* Returns the legal moves of a position as such a list; the caller frees it. */
char *typed_move_list(const struct game *game, const struct position *pos);
/* Returns the moves of a list that begin with this square, separated by spaces; the
 * caller frees them with free(). */
char *typed_move_list_from(const char *moves, const char *square);

/* The longest id takes the place of at least one letter. */
#define TYPED_GAME_BYTES (LINE_BYTES_MAX + GAME_TEXT_BYTES)

/* Writes a typed game of at most LINE_BYTES_MAX bytes, perhaps with options, with the id
 * of the game in place of what was typed; as it is if there is no such game.  Returns the
 * length. */
size_t typed_game_spell(const char *typed, size_t len,
                        char spelled[static TYPED_GAME_BYTES]);

#endif
