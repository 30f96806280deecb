#include "server/lobby/lobby.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* Without F, G, K, P and Z, without U, and with no two consonants in a row, most insults
 * of most languages cannot be spelled. */
static const char consonants[] = "BDLMNRSTV";
static const char vowels[] = "AEIO";
/* Codes that nobody can say, for a very full lobby: no word is that long without a
 * vowel. */
static const char mute[] = "BDHJLMNPQRTVWX";

/* What can be spelled all the same, and nobody wants on a projector: insults,
 * obscenities, death and terror, in a dozen languages.  No code contains one of these. */
static const char *const unwanted[] = {
    "ANAL", "BABI",  "BAD",   "BEDE",  "BITE",  "BITO", "BOBA", "BOBO", "BONER",
    "BOTA", "DEBIL", "DEMON", "EBAT",  "ENEMA", "EVIL", "ISIS", "LABA", "LADEN",
    "LAME", "LEDA",  "LELO",  "LESI",  "LESO",  "LODA", "LODE", "LOLI", "LOLO",
    "LOSE", "MAD",   "MAMON", "MATA",  "MATO",  "MAVI", "MEMA", "MEMO", "MONA",
    "MORI", "MORO",  "NABO",  "NASI",  "NERA",  "NERO", "ONAN", "ORAL", "OSAMA",
    "PRN",  "PTN",   "RABO",  "RAMER", "RATA",  "RATE", "RATO", "SAD",  "SALA",
    "SALE", "SALO",  "SATAN", "SEMEN", "SIDA",  "SIMI", "SINE", "SISI", "SODO",
    "SOT",  "TALIB", "TAMOD", "TARAD", "TARE",  "TETA", "TETE", "TETO", "TIT",
    "TOD",  "TOLO",  "TOT",   "VILE",  "XXX",
};

/* With more rooms than this, two syllables (about 1200 codes) no longer give a free code
 * quickly; and three syllables (about 40,000). */
#define ROOMS_OF_SHORT_CODES  500
#define ROOMS_OF_SPOKEN_CODES 15000

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

static bool is_unwanted(const char *code) {
    for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; i++) {
        if (strstr(code, unwanted[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Writes a code: syllables, or any of the mute letters. */
static void draw_code(void (*random_bytes)(void *, size_t), size_t len, bool is_spoken,
                      char code[static ROOM_BYTES_MAX + 1]) {
    unsigned char byte[ROOM_BYTES_MAX];
    random_bytes(byte, sizeof byte);
    for (size_t i = 0; i < len; i++) {
        const char *letters = !is_spoken ? mute : i % 2 == 0 ? consonants : vowels;
        code[i] = letters[byte[i] % strlen(letters)];
    }
    code[len] = '\0';
}

void lobby_new_code(const struct lobby *lobby, void (*random_bytes)(void *, size_t),
                    char code[static ROOM_BYTES_MAX + 1]) {
    size_t n = lobby->rooms.n;
    do {
        draw_code(random_bytes,
                  n < ROOMS_OF_SHORT_CODES ? ROOM_BYTES_MAX - 2 : ROOM_BYTES_MAX,
                  n < ROOMS_OF_SPOKEN_CODES, code);
    } while (is_unwanted(code) || lobby_find(lobby, code) != NULL);
}
