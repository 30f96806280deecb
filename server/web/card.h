/* The page of a finished game, /game/ID, with what messengers show of a link to it, and
 * its picture, /game/ID.png.  Both ask the server for the game by one line of the
 * protocol, as any client may, and are made out of the answer. */
#ifndef ALEA_SERVER_WEB_CARD_H
#define ALEA_SERVER_WEB_CARD_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/bounds.h"
#include "server/web/http.h"
#include "server/web/origin.h"

/* Longest line that card_line writes, with its NUL. */
#define CARD_LINE_BYTES 80

/* What is asked for. */
struct card_ask {
    char id[GAME_ID_BYTES_MAX + 1];
    char origin[ORIGIN_BYTES]; /* of the page, for absolute links; "": unknown */
    bool is_picture;
};

struct card {
    enum http_status status;
    const char *type; /* its MIME type */
    char *body;       /* owned */
    size_t n_body;
    bool may_keep; /* it never changes */
};

/* Reads a path: sets id and is_picture.  False: it is of no game. */
bool card_find(const char *path, struct card_ask *ask);
/* Writes the line that asks for the game.  Returns its length. */
size_t card_line(const struct card_ask *ask, char line[static CARD_LINE_BYTES]);
/* Makes the answer out of the message that came for the line; NULL: none has come.
 * Without a game, the page is the usual one, which says what is wrong, and the picture is
 * an error.  Returns owned: free body. */
struct card card_make(const struct card_ask *ask, const char *message, size_t len);

#endif
