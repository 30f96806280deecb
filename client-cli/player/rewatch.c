#include "client-cli/player/rewatch.h"

#include <stdio.h>
#include <string.h>

/* Of the questions; the code of the room follows. */
#define ID "player.watch."

bool rewatch_keep(struct player *player) {
    bool has_sat = false;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct player_room *room = &player->rooms[i];
        struct player_room kept = {.side = SIDE_COUNT};
        if (room->code[0] != '\0' && room->side == SIDE_COUNT) {
            memcpy(kept.code, room->code, sizeof kept.code);
        } else {
            has_sat = has_sat || room->code[0] != '\0';
        }
        dice_check_fini(&room->dice_check);
        *room = kept;
    }
    return has_sat;
}

void rewatch_ask(struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        if (room->code[0] != '\0' && room->side == SIDE_COUNT) {
            char id[sizeof ID + ROOM_BYTES_MAX];
            snprintf(id, sizeof id, ID "%s", room->code);
            player_ask(player, &(struct request){
                                   .kind = CMD_WATCH, .id = id, .arg = {room->code}});
        }
    }
}

bool rewatch_is_answer(struct player *player, const struct message *msg) {
    if (strncmp(msg->id, ID, strlen(ID)) != 0) {
        return false;
    }
    struct player_room *room = player_find_room(player, msg->id + strlen(ID));
    if (msg->kind == MESSAGE_ERROR && room != NULL) {
        *room = (struct player_room){0}; /* its dice_check is empty */
    }
    return true;
}
