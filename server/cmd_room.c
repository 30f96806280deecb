/* Commands about rooms: see them, open one, take a seat, talk, get up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/dispatch.h"
#include "server/mem.h"

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
        .stage = room->stage,
        .name = {room->seat[SIDE_WHITE].name, room->seat[SIDE_BLACK].name},
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
            if (room_free_seat(lobby->room[i], &side) == !full) {
                add_room_row(scratch, n++, lobby->room[i]);
            }
        }
    }
    ask->reply.rooms = scratch->row;
    ask->reply.n_rows = n;
    return ERR_OK;
}

/* The side that the second argument names.  False: neither. */
static bool wanted_side(struct ask *ask, enum side *side) {
    const char *text = ask_arg(ask, 1);
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (strcmp(text, side_name((enum side)i)) == 0) {
            *side = (enum side)i;
            return true;
        }
    }
    ask_fault(ask, ERR_BAD_ARGUMENT, "the side is white or black, not %.40s", text);
    return false;
}

static enum error_code find_game(struct ask *ask, const struct game **game,
                                 struct options *opt) {
    const char *text = ask_arg(ask, 0);
    struct text_in in;
    text_in_init(&in, text, strlen(text));
    if (game_parse(&in, game, opt)) {
        return ERR_OK;
    }
    ask_fault(ask, ERR_OK, "%s", in.fault);
    return game_find(text, strcspn(text, ":")) == NULL ? ERR_UNKNOWN_GAME
                                                       : ERR_BAD_OPTION;
}

static bool has_room_for_more(const struct ask *ask) {
    return (int64_t)ask->session->n_rooms < ask->hub->config->limits.rooms_per_player;
}

/* Seats the asker in ask->room and fills in the reply. */
static enum error_code sit(struct ask *ask, enum side side) {
    struct room *room = ask->room;
    enum error_code error = room_sit(room, side, ask->session->id, ask->session->name);
    if (error != ERR_OK) {
        return error;
    }
    session_add_room(ask->session, room);
    ask->reply.room = room->code;
    ask->reply.side = side_name(side);
    ask->reply.seq = room->seq + 1;
    ask->changed = true;
    return ERR_OK;
}

enum error_code do_CMD_CREATE(struct ask *ask) {
    struct hub *hub = ask->hub;
    const struct game *game;
    struct options opt;
    enum error_code error = find_game(ask, &game, &opt);
    if (error != ERR_OK) {
        return error;
    }
    enum side side = SIDE_WHITE;
    if (ask->cmd->has[1] && !wanted_side(ask, &side)) {
        return ERR_BAD_ARGUMENT;
    }
    if (!has_room_for_more(ask)) {
        return ERR_TOO_MANY_ROOMS;
    }
    if ((int64_t)hub->lobby.n >= hub->config->limits.rooms) {
        return ERR_LOBBY_FULL;
    }
    char code[ROOM_BYTES_MAX + 1];
    lobby_new_code(&hub->lobby, hub->config->random_bytes, code);
    struct draw draw = hub_draw(hub);
    ask->room = room_new(code, game, &opt, &draw);
    lobby_add(&hub->lobby, ask->room);
    log_line(&hub->config->log, LOG_DEBUG, "room_opened room=%s game=%s", code, game->id);
    return sit(ask, side);
}

enum error_code do_CMD_JOIN(struct ask *ask) {
    const char *code = ask_arg(ask, 0);
    ask->room = lobby_find(&ask->hub->lobby, code);
    if (ask->room == NULL) {
        return ask_fault(ask, ERR_UNKNOWN_ROOM, "there is no room %s: type rooms", code);
    }
    enum side side;
    if (room_side_of(ask->room, ask->session->id, &side)) {
        return ERR_IN_ROOM;
    }
    if (ask->cmd->has[1] && !wanted_side(ask, &side)) {
        return ERR_BAD_ARGUMENT;
    }
    enum side free_side;
    if (!room_free_seat(ask->room, &free_side)) {
        return ERR_ROOM_FULL;
    }
    if (!has_room_for_more(ask)) {
        return ERR_TOO_MANY_ROOMS;
    }
    side = ask->cmd->has[1] ? side : free_side;
    if (ask->room->seat[side].name[0] == '\0' && ask->room->stage == STAGE_OVER) {
        /* What is over was not his game. */
        struct draw draw = hub_draw(ask->hub);
        room_renew(ask->room, &draw);
    }
    return sit(ask, side);
}

enum error_code do_CMD_LEAVE(struct ask *ask) {
    struct draw draw = hub_draw(ask->hub);
    enum error_code error = room_stand(ask->room, ask->side, &draw);
    if (error != ERR_OK) {
        return error;
    }
    /* The room may be no more when the reply is sent. */
    char *code = mem_new(1, sizeof ask->room->code);
    memcpy(code, ask->room->code, sizeof ask->room->code);
    ask->scratch = code;
    ask->reply.room = code;
    hub_leave(ask->hub, ask->session, ask->room);
    ask->room = NULL;
    return ERR_OK;
}

enum error_code do_CMD_SAY(struct ask *ask) {
    struct hub *hub = ask->hub;
    const char *text = ask_arg(ask, 0);
    if (text[0] == '\0') {
        return ask_fault(ask, ERR_MISSING_ARGUMENT, "say what? it is: say TEXT");
    }
    if (strlen(text) > SAY_BYTES_MAX) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "at most %d bytes at once",
                         SAY_BYTES_MAX);
    }
    struct rate_rule rule = {.burst = hub->config->limits.say_per_minute,
                             .tokens = hub->config->limits.say_per_minute,
                             .period_ms = 60000};
    int64_t wait_ms = rate_take(&ask->session->says, &rule, 1, hub->now.ms);
    if (wait_ms > 0) {
        ask->reply.retry_after_ms = wait_ms;
        return ask_fault(ask, ERR_TOO_FAST, "you have said a lot: wait a little");
    }
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_SAY;
    msg.room = ask->room->code;
    msg.seq = room_next_seq(ask->room);
    msg.name = ask->session->name;
    msg.text = text;
    ask->reply.seq = msg.seq;
    hub_broadcast(hub, ask->room, &msg);
    return ERR_OK;
}

enum error_code do_CMD_RECORD(struct ask *ask) {
    const struct room *room = ask->room;
    if (room->record.game == NULL) {
        return ERR_NO_RECORD;
    }
    char *json = record_to_json(&room->record, 0);
    ask->scratch = json;
    ask->reply.record = json;
    return ERR_OK;
}
