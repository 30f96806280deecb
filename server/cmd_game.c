/* Commands about the game in a room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/dispatch.h"
#include "server/mem.h"

/* Something happened in the room: the reply carries the number of the event telling it.
 */
static enum error_code changed(struct ask *ask) {
    ask->changed = true;
    ask->reply.seq = ask->room->seq + 1;
    return ERR_OK;
}

enum error_code do_CMD_READY(struct ask *ask) {
    struct hub *hub = ask->hub;
    uint64_t open_by_ms = hub->now.ms + (uint64_t)hub->config->limits.open_ms;
    enum error_code error =
        room_ready(ask->room, ask->side, ask_arg(ask, 0), open_by_ms, hub_now_s(hub));
    if (error == ERR_NOT_OVER && ask->room->stage == STAGE_OVER) {
        return ask_fault(ask, error, "this game is over; for another one: rematch");
    }
    if (error != ERR_OK) {
        return error;
    }
    if (ask->room->stage == STAGE_OPENING) {
        hub_due(hub, open_by_ms);
    }
    return changed(ask);
}

enum error_code do_CMD_OPEN(struct ask *ask) {
    enum error_code error =
        room_open(ask->room, ask->side, ask_arg(ask, 0), hub_now_s(ask->hub));
    return error == ERR_OK ? changed(ask) : error;
}

/* The rule that forbids this text now, with the game's source by its name; NULL: none. */
static const struct rule *why(struct ask *ask, const char *text) {
    const struct room *room = ask->room;
    const struct rule *rule = game_why(room->game, &room->play->pos, text, strlen(text));
    if (rule == NULL) {
        return NULL;
    }
    ask->rule = *rule;
    if (strcmp(rule->source, "source") == 0) {
        ask->rule.source = room->game->source;
    }
    return &ask->rule;
}

/* Reads the number of an event.  False: not one. */
static bool read_seq(const char *text, uint64_t *seq) {
    char *end;
    if (text[0] < '0' || text[0] > '9' || strlen(text) > 18) {
        return false;
    }
    *seq = strtoull(text, &end, 10);
    return *end == '\0';
}

enum error_code do_CMD_MOVE(struct ask *ask) {
    struct room *room = ask->room;
    uint64_t seq = 0;
    if (ask->cmd->has[1] && !read_seq(ask_arg(ask, 1), &seq)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "seq is the number of an event");
    }
    bool again;
    const char *text = ask_arg(ask, 0);
    enum error_code error =
        room_move(room, ask->side, text, seq, hub_now_s(ask->hub), &again);
    if (error == ERR_ILLEGAL_MOVE && room_is_move_number(text)) {
        return ask_fault(ask, error, "there is no move number %s", text);
    }
    if (error == ERR_ILLEGAL_MOVE) {
        ask->reply.rule = why(ask, text);
        return ask_fault(ask, error, "%.40s is not a legal move now", text);
    }
    if (error == ERR_NOT_PLAYING && room->stage == STAGE_OVER) {
        return ask_fault(ask, error, "this game is over; for another one: rematch");
    }
    if (error != ERR_OK) {
        return error;
    }
    if (again) {
        ask->reply.seq = room->seat[ask->side].last.to_seq;
        return ERR_OK;
    }
    return changed(ask);
}

enum error_code do_CMD_MOVES(struct ask *ask) {
    const struct room *room = ask->room;
    const char *show = ask_arg(ask, 0);
    if (ask->cmd->has[0]) {
        bool off = strcmp(show, "off") == 0;
        if (!off && strcmp(show, "on") != 0) {
            return ask_fault(ask, ERR_BAD_ARGUMENT, "it is: moves, moves off, moves on");
        }
        ask->session->no_moves = off;
        return ERR_OK;
    }
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    if (room->play->pos.turn != ask->side) {
        return ERR_NOT_YOUR_TURN;
    }
    ask->reply.seq = room->seq;
    ask->reply.moves = room->moves;
    return ERR_OK;
}

enum error_code do_CMD_WHY(struct ask *ask) {
    const struct room *room = ask->room;
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    const char *move = ask_arg(ask, 0);
    if (room_is_move_number(move)) {
        char *nth = mem_new(1, MOVE_TEXT_BYTES);
        ask->scratch = nth;
        if (!room_nth_move(room, move, nth)) {
            return ask_fault(ask, ERR_BAD_ARGUMENT, "there is no move number %s", move);
        }
        move = nth;
    }
    ask->reply.seq = room->seq;
    ask->reply.move = move;
    ask->reply.rule = why(ask, move);
    return ERR_OK;
}

enum error_code do_CMD_BOARD(struct ask *ask) {
    const struct room *room = ask->room;
    struct state *state = mem_new(1, sizeof *state);
    ask->scratch = state;
    bool mine = room->moves != NULL && room->play->pos.turn == ask->side;
    room_state(room, ask->hub->now.ms, mine, state);
    ask->reply.seq = room->seq;
    ask->reply.state = state;
    return ERR_OK;
}

enum error_code do_CMD_RESIGN(struct ask *ask) {
    enum error_code error = room_resign(ask->room, ask->side, hub_now_s(ask->hub));
    return error == ERR_OK ? changed(ask) : error;
}

enum error_code do_CMD_REMATCH(struct ask *ask) {
    if (ask->room->stage == STAGE_WAITING) { /* the other player was quicker */
        ask->reply.seq = ask->room->seq;
        return ERR_OK;
    }
    struct draw draw = hub_draw(ask->hub);
    enum error_code error = room_rematch(ask->room, &draw);
    return error == ERR_OK ? changed(ask) : error;
}
