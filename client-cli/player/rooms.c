#include "client-cli/player/rooms.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/player/player.h"

/* Id of the commands of player_watch_again, followed by the room code. */
#define ID_WATCH "player.watch."

_Static_assert(PLAYER_ROOMS_MAX <= UINT8_MAX + 1, "a hint holds any of them");

uint8_t *player_hint(struct player_hints *hints, const char *code) {
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (; *code != '\0'; code++) {
        hash = (hash ^ (unsigned char)*code) * 16777619U;
    }
    return &hints->at[(hash ^ hash >> 16) % sizeof hints->at];
}

/* The only room (only_seats: where we sit); NULL: none or several. */
static struct player_room *find_only_room(struct player *player, bool only_seats) {
    struct player_room *found = NULL;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct player_room *room = &player->rooms[i];
        if (room->code[0] == '\0' || (only_seats && room->side == SIDE_COUNT)) {
            continue;
        }
        if (found != NULL) {
            return NULL; /* several rooms, and none was named */
        }
        found = room;
    }
    return found;
}

struct player_room *player_find_room(struct player *player, const char *code) {
    if (code[0] == '\0') {
        struct player_room *room = find_only_room(player, true);
        return room != NULL ? room : find_only_room(player, false);
    }
    uint8_t *hint = player_hint(&player->hints, code);
    if (strcmp(player->rooms[*hint].code, code) == 0) {
        return &player->rooms[*hint];
    }
    for (unsigned i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (strcmp(player->rooms[i].code, code) == 0) {
            *hint = (uint8_t)i;
            return &player->rooms[i];
        }
    }
    return NULL;
}

const struct player_room *player_busy_room(const struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        if (room->code[0] != '\0' && room->side < SIDE_COUNT &&
            room->stage != STAGE_WAITING && room->stage != STAGE_OVER) {
            return room;
        }
    }
    return NULL;
}

struct player_room *player_get_room(struct player *player, const char *code) {
    struct player_room *room = player_find_room(player, code);
    for (size_t i = 0; room == NULL && i < PLAYER_ROOMS_MAX; i++) {
        if (player->rooms[i].code[0] == '\0') {
            room = &player->rooms[i];
            snprintf(room->code, sizeof room->code, "%s", code);
        }
    }
    return room;
}

/* Whether more may have been missed in this room than in the other.  A running game comes
 * first, then the larger event number. */
static bool is_busier(const struct player_room *room, const struct player_room *other) {
    bool is_running = room->stage == STAGE_OPENING || room->stage == STAGE_PLAYING;
    bool other_is = other->stage == STAGE_OPENING || other->stage == STAGE_PLAYING;
    return is_running != other_is ? is_running : room->last > other->last;
}

const struct player_room *player_busiest_room(const struct player *player) {
    const struct player_room *found = NULL;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        bool is_ours = room->code[0] != '\0' && room->side < SIDE_COUNT;
        if (is_ours && room->last > 0 && (found == NULL || is_busier(room, found))) {
            found = room;
        }
    }
    return found;
}

void player_forget_room(struct player_room *room) {
    dice_check_fini(&room->dice_check);
    *room = (struct player_room){0};
}

void player_forget_rooms(struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        player_forget_room(&player->rooms[i]);
    }
}

/* --- watching again --- */

bool player_forget_seats(struct player *player) {
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

void player_watch_again(struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        if (room->code[0] != '\0' && room->side == SIDE_COUNT) {
            char id[sizeof ID_WATCH + ROOM_BYTES_MAX];
            snprintf(id, sizeof id, ID_WATCH "%s", room->code);
            player_ask(player, &(struct request){
                                   .kind = CMD_WATCH, .id = id, .arg = {room->code}});
        }
    }
}

bool player_is_watch_answer(struct player *player, const struct message *msg) {
    if (strncmp(msg->id, ID_WATCH, strlen(ID_WATCH)) != 0) {
        return false;
    }
    struct player_room *room = player_find_room(player, msg->id + strlen(ID_WATCH));
    if (msg->kind == MESSAGE_ERROR && room != NULL) {
        *room = (struct player_room){0}; /* dice_check is empty and needs no _fini */
    }
    return true;
}
