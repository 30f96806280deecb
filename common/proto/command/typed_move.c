#include "proto/command/typed_move.h"

#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/inside.h"

static char fold(char c) {
    if (c == ':') {
        return '-';
    }
    return ascii_lower(c);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Whether the sign at i may be left out: "c5c1" can only be c5-c1, but "111" could be
 * 1-11. */
static bool is_plain(const char *move, size_t i, size_t len) {
    return fold(move[i]) == '-' && i > 0 && i + 1 < len &&
           is_digit(move[i - 1]) != is_digit(move[i + 1]);
}

/* Whether the first len bytes of move are what was typed. */
static bool is_same(const char *move, size_t len, const char *typed) {
    for (size_t i = 0; i < len; i++) {
        if (fold(move[i]) == fold(*typed)) {
            typed++;
        } else if (!is_plain(move, i, len)) {
            return false;
        }
    }
    return *typed == '\0';
}

bool typed_move_is(const char *move, const char *typed) {
    return is_same(move, strlen(move), typed);
}

bool typed_move_find(const char *moves, const char *typed,
                     char move[static MOVE_TEXT_BYTES]) {
    const char *found = NULL;
    size_t found_len = 0, n = 0;
    for (size_t len; moves != NULL && *moves != '\0';
         moves += len + (moves[len] == ' ')) {
        len = strcspn(moves, " ");
        if (len >= MOVE_TEXT_BYTES || !is_same(moves, len, typed)) {
            continue;
        }
        found = moves;
        found_len = len;
        n++;
        if (memcmp(moves, typed, len) == 0) {
            n = 1; /* an exact match */
            break;
        }
    }
    if (n != 1) {
        return false;
    }
    memcpy(move, found, found_len);
    move[found_len] = '\0';
    return true;
}

bool typed_move_read(const char *moves, const char *typed,
                     char move[static MOVE_TEXT_BYTES]) {
    unsigned n = 0;
    struct text_in in = text_in_of(typed, strlen(typed));
    if (!text_take_number(&in, MOVES_MAX, "", &n) || !text_at_end(&in)) {
        return typed_move_find(moves, typed, move);
    }
    (void)typed_move_nth(moves, n, move);
    return true;
}

const char *typed_move_spell(const char *moves, const char *typed,
                             char move[static MOVE_TEXT_BYTES]) {
    size_t len = strlen(typed);
    if (len >= MOVE_TEXT_BYTES) {
        return typed;
    }
    if (!typed_move_find(moves, typed, move)) {
        char sign = moves != NULL && strchr(moves, ':') != NULL ? ':' : '-';
        for (size_t i = 0; i <= len; i++) {
            move[i] = fold(typed[i]);
            if (move[i] == '-') {
                move[i] = sign;
            }
        }
    }
    return move;
}

unsigned typed_move_count(const char *moves) {
    unsigned n = moves != NULL && moves[0] != '\0';
    for (; moves != NULL && *moves != '\0'; moves++) {
        n += *moves == ' ';
    }
    return n;
}

bool typed_move_nth(const char *moves, unsigned long n,
                    char move[static MOVE_TEXT_BYTES]) {
    const char *at = moves != NULL ? moves : "";
    size_t len = strcspn(at, " ");
    for (; n > 1 && at[len] == ' '; n--) {
        at += len + 1;
        len = strcspn(at, " ");
    }
    len = n == 1 && len < MOVE_TEXT_BYTES ? len : 0;
    memcpy(move, at, len);
    move[len] = '\0';
    return len > 0;
}

char *typed_move_list(const struct game *game, const struct position *pos) {
    struct move move[MOVES_MAX];
    char text[MOVES_MAX][MOVE_TEXT_BYTES];
    size_t n = game_moves_sorted(game, pos, move, text);
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        len += strlen(text[i]) + 1;
    }
    char *list = mem_new(len + (n == 0), 1), *to = list;
    for (size_t i = 0; i < n; i++) {
        size_t bytes = strlen(text[i]);
        memcpy(to, text[i], bytes);
        to += bytes;
        *to++ = i + 1 < n ? ' ' : '\0';
    }
    return list;
}

char *typed_move_list_from(const char *moves, const char *square) {
    size_t len = strlen(square);
    char *found = mem_new(strlen(moves) + 1, 1), *to = found;
    for (size_t n; *moves != '\0'; moves += n + (moves[n] == ' ')) {
        n = strcspn(moves, " ");
        /* A square can be followed by nothing, a sign, a capture, a warrior. */
        if (n >= len && memcmp(moves, square, len) == 0 &&
            (n == len || strchr("-:xw", moves[len]) != NULL)) {
            to += to > found;
            memcpy(to, moves, n);
            to += n;
            *to = ' ';
        }
    }
    *to = '\0';
    return found;
}

size_t typed_game_spell(const char *typed, size_t len,
                        char spelled[static TYPED_GAME_BYTES]) {
    const char *colon = memchr(typed, ':', len);
    size_t name_len = colon != NULL ? (size_t)(colon - typed) : len;
    const struct game *game = game_find_typed(typed, name_len);
    size_t from = game != NULL ? name_len : 0;
    return (size_t)snprintf(spelled, TYPED_GAME_BYTES, "%s%.*s",
                            game != NULL ? game->id : "", (int)(len - from),
                            typed + from);
}
