#include "proto/command/typed_game.h"

#include <stdio.h>
#include <string.h>

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
