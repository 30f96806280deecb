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
        .time = room->clock.time,
        .stage = room->stage,
        .name = {room->seat[SIDE_WHITE].name, room->seat[SIDE_BLACK].name},
        .watchers = (int64_t)room->watchers.n,
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
                room_free_seat(lobby->room[i], &side) == !full) {
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

/* Seats the asker in ask->room and fills in the reply.  A session that sits somewhere is
 * stored, so that it can come back. */
static enum error_code sit(struct ask *ask, enum side side) {
    struct session *s = ask->session;
    ask->side = side;
    ask->op.session = s->id;
    snprintf(ask->op.name, sizeof ask->op.name, "%s", s->name);
    enum error_code error = ask_do(ask, OP_SIT, NULL);
    if (error != ERR_OK) {
        return error;
    }
    store_put_session(ask->hub->store, s->id, s->name, s->token_hash);
    s->is_stored = true;
    session_add_room(s, ask->room);
    ask->reply.room = ask->room->code;
    ask->reply.side = side_name(side);
    return ERR_OK;
}

/* The third argument: clocks, or none.  False, with a fault. */
static bool find_time(struct ask *ask, struct time_control *time) {
    const char *text = ask_arg(ask, 2);
    struct text_in in;
    text_in_init(&in, text, strlen(text));
    if (!ask->cmd->has[2] ||
        (time_control_parse(&in, time) && text_expect_end(&in, "the time"))) {
        return true;
    }
    ask_fault(ask, ERR_BAD_ARGUMENT,
              "%s; time=5+10 is 5 minutes and 10 seconds more for each move, "
              "both from 0 to 180",
              in.fault);
    return false;
}

enum error_code do_CMD_CREATE(struct ask *ask) {
    struct hub *hub = ask->hub;
    struct room_start start = {.seq = 0};
    enum error_code error = find_game(ask, &start.game, &start.opt);
    if (error != ERR_OK) {
        return error;
    }
    enum side side = SIDE_WHITE;
    if ((ask->cmd->has[1] && !wanted_side(ask, &side)) || !find_time(ask, &start.time)) {
        return ERR_BAD_ARGUMENT;
    }
    if (!has_room_for_more(ask)) {
        return ERR_TOO_MANY_ROOMS;
    }
    if ((int64_t)hub->lobby.n >= hub->config->limits.rooms) {
        return ERR_LOBBY_FULL;
    }
    const char *address = ask->client->address;
    if (lobby_count(&hub->lobby, address) >= hub->config->limits.rooms_per_address) {
        return ask_fault(ask, ERR_LOBBY_FULL,
                         "there are too many rooms opened from your address: join one");
    }
    lobby_new_code(&hub->lobby, hub->config->random_bytes, start.code);
    start.draw = hub_draw(hub);
    room_start_match(start.game, &start.opt, &start.match);
    ask->room = hub_open_room(hub, &start);
    snprintf(ask->room->address, sizeof ask->room->address, "%s", address);
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
    return sit(ask, ask->cmd->has[1] ? side : free_side);
}

enum error_code do_CMD_LEAVE(struct ask *ask) {
    enum error_code error = hub_stand(ask->hub, ask->session, ask->room, &ask->op);
    ask->changed = error == ERR_OK;
    if (error == ERR_IN_GAME && ask->room->stage == STAGE_ADJOURNED) {
        return ask_fault(ask, error,
                         "your game is adjourned: resume it, or resign first");
    }
    return error;
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
    return ask_do(ask, OP_SAY, text);
}
