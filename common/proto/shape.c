#include "proto/shape.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "proto/bounds.h"
#include "rules/game.h"

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define DIGIT "0123456789"

/* Whether text consists of min to max of these characters. */
static bool is_made_of(const char *text, const char *characters, size_t min, size_t max) {
    size_t len = strspn(text, characters);
    return text[len] == '\0' && len >= min && len <= max;
}

/* Whether text consists of min to max characters of printable ASCII without space. */
static bool is_graphic(const char *text, size_t min, size_t max) {
    size_t len = 0;
    while (text[len] > ' ' && text[len] <= '~') {
        len++;
    }
    return text[len] == '\0' && len >= min && len <= max;
}

/* Avoids strspn, which takes 200 instructions: every command about a room has one. */
bool is_room_code(const char *text) {
    size_t len = 0;
    while (text[len] >= 'A' && text[len] <= 'Z') {
        len++;
    }
    return text[len] == '\0' && len >= 1 && len <= ROOM_BYTES_MAX;
}

bool is_nonce(const char *text) {
    return is_graphic(text, 0, NONCE_BYTES_MAX) && strchr(text, ':') == NULL;
}

bool is_game_id(const char *text) {
    return is_graphic(text, 1, GAME_ID_BYTES_MAX) && strchr(text, ':') == NULL;
}

bool is_hex(const char *text) {
    return is_made_of(text, DIGIT "abcdef", HEX_BYTES, HEX_BYTES);
}

bool is_token(const char *text) {
    return is_made_of(text, BASE32, TOKEN_BYTES, TOKEN_BYTES);
}

bool is_move(const char *text) {
    return is_graphic(text, 1, MOVE_TEXT_BYTES - 1);
}

bool is_square(const char *text) {
    return is_made_of(text, LOWER DIGIT, 1, SQUARE_BYTES - 1);
}

bool is_side_name(const char *text) {
    return side_find(text) != SIDE_COUNT;
}

bool is_reason(const char *text) {
    return is_made_of(text, LOWER, 1, REASON_BYTES_MAX);
}

/* --- timestamps --- */

void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    assert(time_s >= 0 && time_s <= TIMESTAMP_MAX_S);
    time_t time = (time_t)time_s;
    struct tm tm;
    strftime(text, TIMESTAMP_BYTES, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&time, &tm));
}

/* Searches for the text: later times have greater texts. */
bool timestamp_read(const char *text, int64_t *time_s) {
    int64_t low = 0, high = TIMESTAMP_MAX_S;
    char at[TIMESTAMP_BYTES];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        timestamp_write(middle, at);
        if (strcmp(at, text) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    timestamp_write(low, at);
    if (strcmp(at, text) != 0) {
        return false;
    }
    *time_s = low;
    return true;
}
