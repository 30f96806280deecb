#include "server/lobby/lobby.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/slots.h"

/* Letters that cannot be confused on a bad phone line. */
static const char consonants[] = "BDFGKLMNRSTVZ";
static const char vowels[] = "AEIO";

/* With more rooms than this, two syllables (2704 codes) no longer give a free code
 * quickly. */
#define ROOMS_OF_SHORT_CODES 1000
/* The same for one of several makers, and for three syllables (2197 codes for each). */
#define ROOMS_OF_SHORT_SHARE  15
#define ROOMS_OF_SPOKEN_SHARE 800

void room_list_add(struct room_list *list, struct room *room) {
    if (list->n == list->cap) {
        list->cap = list->cap == 0 ? 16 : list->cap * 2;
        list->room = mem_grow(list->room, list->cap, sizeof(struct room *));
    }
    list->room[list->n++] = room;
}

void room_list_remove(struct room_list *list, const struct room *room) {
    size_t i = list->n; /* most rooms that close are young: look from the end */
    do {
        assert(i > 0);
        i--;
    } while (list->room[i] != room);
    memmove(&list->room[i], &list->room[i + 1], (--list->n - i) * sizeof(struct room *));
}

void lobby_fini(struct lobby *lobby) {
    free(lobby->rooms.room);
    index_fini(&lobby->codes);
    *lobby = (struct lobby){0};
}

static uint64_t hash_code(const struct lobby *lobby, const char *code) {
    return index_hash(&lobby->codes, code, strlen(code));
}

void lobby_add(struct lobby *lobby, struct room *room) {
    room_list_add(&lobby->rooms, room);
    index_add(&lobby->codes, hash_code(lobby, room->code), room);
}

void lobby_remove(struct lobby *lobby, const struct room *room) {
    room_list_remove(&lobby->rooms, room);
    index_remove(&lobby->codes, hash_code(lobby, room->code), room);
}

struct room *lobby_find(const struct lobby *lobby, const char *code) {
    uint64_t hash = hash_code(lobby, code);
    uint32_t at = 0;
    struct room *room;
    do {
        room = index_next(&lobby->codes, hash, &at);
    } while (room != NULL && strcmp(room->code, code) != 0);
    return room;
}

bool lobby_is_own_code(const struct lobby *lobby, const char *code) {
    return lobby->maker == 0 || hash_code(lobby, code) % SLOTS_MAKERS == lobby->maker;
}

/* Writes a code: syllables, or any of the letters. */
static void draw_code(void (*random_bytes)(void *, size_t), size_t len, bool is_spoken,
                      char code[static ROOM_BYTES_MAX + 1]) {
    static const char all[] = "BDFGKLMNRSTVZAEIO";
    unsigned char byte[ROOM_BYTES_MAX];
    random_bytes(byte, sizeof byte);
    for (size_t i = 0; i < len; i++) {
        const char *letters = !is_spoken ? all : i % 2 == 0 ? consonants : vowels;
        code[i] = letters[byte[i] % strlen(letters)];
    }
    code[len] = '\0';
}

void lobby_new_code(const struct lobby *lobby, size_t n_elsewhere,
                    void (*random_bytes)(void *, size_t),
                    char code[static ROOM_BYTES_MAX + 1]) {
    size_t n = lobby->rooms.n + n_elsewhere;
    size_t n_short = lobby->maker == 0 ? ROOMS_OF_SHORT_CODES : ROOMS_OF_SHORT_SHARE;
    bool is_spoken = lobby->maker == 0 || n < ROOMS_OF_SPOKEN_SHARE;
    do {
        draw_code(random_bytes, n < n_short ? ROOM_BYTES_MAX - 2 : ROOM_BYTES_MAX,
                  is_spoken, code);
    } while (!lobby_is_own_code(lobby, code) || lobby_find(lobby, code) != NULL);
}
