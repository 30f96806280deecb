/* What follows from the end of a game: it is listed, its dice are counted, and if it is
 * rated, both players get new ratings. */
#ifndef ALEA_SERVER_ROOMS_OVER_H
#define ALEA_SERVER_ROOMS_OVER_H

struct room;
struct rooms;

/* Tells both players their new ratings, once, if the game made any. */
void rooms_tell_ratings(struct rooms *rooms, struct room *room);
/* Stores the results of the room's game: its row, dice, ratings. */
void rooms_end_game(struct rooms *rooms, struct room *room);

#endif
