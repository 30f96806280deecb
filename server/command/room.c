/* Commands about rooms: see them, open one, take a seat, talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/command/seating.h"

struct rooms_scratch {
    struct room_row row[LIST_ROWS_MAX];
    char game[LIST_ROWS_MAX][GAME_TEXT_BYTES];
};

static void add_room_row(struct rooms_scratch *scratch, size_t n,
                         const struct room *room) {
    struct text_out out;
    text_out_init(&out, scratch->game[n], GAME_TEXT_BYTES);
    game_write(room->game, &room->opt, &out);
    scratch->row[n] = (struct room_row){
        .room = room->code,
        .game = scratch->game[n],
        .time = room->clock.time,
        .stage = room->stage,
        .name = {room->seat[SIDE_WHITE].name, room->seat[SIDE_BLACK].name},
        .watchers = (int64_t)room->watchers.n,
        .rated = room->rated,
        .is_private = room->is_private,
    };
}

/* Rooms with a free seat first: that is what people look for. */
enum error_code do_CMD_ROOMS(struct ask *ask) {
    const struct lobby *lobby = &ask->hub->lobby;
    struct rooms_scratch *scratch = mem_new(1, sizeof *scratch);
    ask->scratch = scratch;
    size_t n = 0;
    for (int full = 0; full <= 1; full++) {
        for (size_t i = 0; i < lobby->n && n < LIST_ROWS_MAX; i++) {
            enum side side;
            if (!lobby->room[i]->closed && !lobby->room[i]->stale &&
                room_find_free_seat(lobby->room[i], &side) == !full) {
                add_room_row(scratch, n++, lobby->room[i]);
            }
        }
    }
    ask->reply.rooms = scratch->row;
    ask->reply.n_rows = n;
    return ERR_OK;
}

/* What is said of a room's private word when it is opened.  ERR_BAD_ARGUMENT. */
static enum error_code check_word(struct ask *ask, const char *word) {
    size_t len = word != NULL ? strlen(word) : 1;
    if (len == 0 || len > WORD_BYTES_MAX ||
        strchr(word != NULL ? word : "", ' ') != NULL) {
        return ask_fault(ask, ERR_BAD_ARGUMENT,
                         "the word of a private room has 1 to %d bytes and no space",
                         WORD_BYTES_MAX);
    }
    return ERR_OK;
}

enum error_code do_CMD_CREATE(struct ask *ask) {
    struct terms terms;
    const char *word = ask_named(ask, "word");
    enum error_code error = seating_terms(ask, &terms);
    error = error != ERR_OK ? error : check_word(ask, word);
    error = error != ERR_OK ? error : seating_has_room(ask, ask->session);
    error = error != ERR_OK ? error : seating_open(ask, &terms, word, NULL);
    if (error != ERR_OK) {
        return error;
    }
    return seating_sit(ask, terms.side < SIDE_COUNT ? terms.side : SIDE_WHITE);
}

/* Whether the asker may sit down in ask->room at all. */
static enum error_code check_join(struct ask *ask) {
    enum side side;
    if (room_side_of(ask->room, ask->session->id, &side)) {
        return ERR_IN_ROOM;
    }
    if (!room_find_free_seat(ask->room, &side)) {
        return ERR_ROOM_FULL;
    }
    enum error_code error = seating_enter(ask);
    if (error == ERR_OK && ask->room->rated && !session_is_registered(ask->session)) {
        return ERR_NOT_REGISTERED;
    }
    error = error != ERR_OK ? error : seating_has_room(ask, ask->session);
    const struct session *other = hub_session_at(ask->hub, ask->room, side_other(side));
    if (error == ERR_OK) {
        ask->reply.retry_after_ms = hub_late_wait_ms(ask->hub, ask->client);
        error =
            ask->reply.retry_after_ms == 0
                ? ERR_OK
                : ask_fault(ask, ERR_TOO_FAST,
                            "players at your address were too often not ready in time");
    }
    if (error == ERR_OK && other != NULL && gags_have(&other->gags, ask->session->key)) {
        return ERR_GAGGED;
    }
    return error != ERR_OK || other == NULL ? error
                                            : seating_may_meet(ask, ask->session, other);
}

/* The opener sends away who is not ready. */
enum error_code do_CMD_UNSEAT(struct ask *ask) {
    struct room *room = ask->room;
    struct session *other = hub_session_at(ask->hub, room, side_other(ask->side));
    enum error_code error = ask_do(ask, OP_UNSEAT, NULL);
    if (error == ERR_OK && other != NULL) {
        hub_tell_unseated(ask->hub, other, room, &ask->op);
    }
    return error;
}

enum error_code do_CMD_JOIN(struct ask *ask) {
    const char *code = ask_arg(ask, 0);
    ask->room = lobby_find(&ask->hub->lobby, code);
    if (ask->room == NULL) {
        return ask_fault(ask, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms", code);
    }
    bool is_said = ask_named(ask, "side") != NULL;
    enum side side;
    if (is_said && !seating_side(ask, &side)) {
        return ERR_BAD_ARGUMENT;
    }
    enum error_code error = check_join(ask);
    if (error != ERR_OK) {
        return error;
    }
    if (!is_said) {
        room_find_free_seat(ask->room, &side); /* check_join has found one */
    }
    return seating_sit(ask, side);
}
