/* All rooms, in the order in which they were opened, and by their codes. */
#ifndef ALEA_SERVER_LOBBY_LOBBY_H
#define ALEA_SERVER_LOBBY_LOBBY_H

#include "room/room.h"
#include "server/base/index.h"

/* Rooms in the order in which they were added; a zeroed one is empty. */
struct room_list {
    struct room **room; /* owned array of borrowed rooms */
    size_t n, cap;
};

void room_list_add(struct room_list *list, struct room *room);
/* Removes a room, which is in the list once. */
void room_list_remove(struct room_list *list, const struct room *room);

struct lobby {
    struct room_list rooms; /* all of them, the oldest first */
    struct index codes;     /* without a secret key: the server chooses the codes */
};

/* A zeroed struct lobby is empty. */
void lobby_fini(struct lobby *lobby);
/* Adds a room, which must outlive its place in the lobby. */
void lobby_add(struct lobby *lobby, struct room *room);
/* Removes a room, which must be in the lobby. */
void lobby_remove(struct lobby *lobby, const struct room *room);
/* The room with this code, in capitals; NULL: there is none. */
struct room *lobby_find(const struct lobby *lobby, const char *code);
/* Draws a code that no room has, and that is no insult: syllables that are easy to say,
 * "VARO", more of them in a full lobby; only consonants in a very full one.
 * random_bytes fills a buffer. */
void lobby_new_code(const struct lobby *lobby, void (*random_bytes)(void *, size_t),
                    char code[static ROOM_BYTES_MAX + 1]);

#endif
