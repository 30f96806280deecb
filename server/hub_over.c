/* What follows from the end of a game: it is listed, and its dice are counted. */
#include "server/hub_inside.h"

/* The dice of this game, of each player and of all. */
static void count_dice(struct hub *hub, const struct record *record) {
    if (record->game->dice == NULL) {
        return;
    }
    struct dice_tally tally[SIDE_COUNT];
    dicestats_count(record, tally);
    for (int side = 0; side < SIDE_COUNT; side++) {
        store_add_dice(hub->store, "", &tally[side]);
        store_add_dice(hub->store, record->player[side].name, &tally[side]);
    }
}

void hub_end_game(struct hub *hub, struct room *room) {
    store_end_game(hub->store, room->stored, &room->record);
    count_dice(hub, &room->record);
}
