/* Records of finished local games, which are kept by themselves: a server has them of the
 * others. */
#ifndef ALEA_CLIENT_PLAY_RECORDS_H
#define ALEA_CLIENT_PLAY_RECORDS_H

#include <limits.h>
#include <stdbool.h>

/* So many are kept; older ones are deleted. */
#define RECORDS_MOST 100

/* Keeps the record of a game as alea/records/ID.json in the state directory.  False: it
 * cannot be kept, or has been before. */
bool records_keep(const char *game_id, const char *record, char path[static PATH_MAX]);
/* Whether no record was ever kept. */
bool records_are_none(void);
/* Returns the record of the game, owned; NULL: it was not kept. */
char *records_read(const char *game_id);

#endif
