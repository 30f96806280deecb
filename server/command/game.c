/* Commands about the game in a room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "server/command/cost.h"
#include "server/rooms/remembered.h"
#include "server/rooms/rooms.h"
#include "server/rooms/tell.h"

/* Says why no game is running or can begin, and what to do about it. */
static enum error_code explain_stage(struct request *request, enum error_code error) {
    enum stage stage = request->room->stage;
    if (error != ERR_NOT_PLAYING && error != ERR_NOT_OVER) {
        return error;
    }
    if (stage == STAGE_OVER) {
        return request_fault(request, error,
                             "this game is over: type rematch for another one");
    }
    if (stage == STAGE_ADJOURNED) {
        return request_fault(request, error,
                             "this game is adjourned: type resume to continue it");
    }
    if (stage == STAGE_OPENING && error == ERR_NOT_PLAYING) {
        return request_fault(request, error,
                             "this game has not begun: it waits for sealed nonces");
    }
    return error;
}

enum error_code do_CMD_READY(struct request *request) {
    request->op.due_ms = request->now.ms + (uint64_t)request->limits->open_ms;
    enum error_code error = cost_may_begin(request);
    if (error != ERR_OK) {
        return error;
    }
    error = act_in_room(request, OP_READY, request_arg(request, 0));
    if (error == ERR_OK && request->room->stage != STAGE_WAITING) {
        cost_charge_game(request);
    }
    return explain_stage(request, error);
}

enum error_code do_CMD_OPEN(struct request *request) {
    return act_in_room(request, OP_OPEN, request_arg(request, 0));
}

static enum error_code explain_move(struct request *request, enum error_code error,
                                    const char *text) {
    if (error == ERR_ILLEGAL_MOVE && room_is_move_number(text)) {
        return request_fault(request, error, "there is no move number %s", text);
    }
    if (error == ERR_ILLEGAL_MOVE) {
        request->reply.rule = room_why(request->room, text, &request->rule);
        return request_fault(request, error, "%.40s is not a legal move now", text);
    }
    return explain_stage(request, error);
}

/* Spells a typed move as the game does, or as the last move if it may repeat that.  JSON
 * moves are not changed. */
static const char *spell(const struct request *request, const char *text,
                         char move[static MOVE_TEXT_BYTES]) {
    const char *last = request->room->seat[request->side].last.text;
    if (!request->cmd->is_typed) {
        return text;
    }
    const char *spelled = typed_move_spell(request->room->moves, text, move);
    return typed_move_is(last, spelled) ? last : spelled;
}

enum error_code do_CMD_MOVE(struct request *request) {
    const struct room *room = request->room;
    char move[MOVE_TEXT_BYTES];
    const char *text = spell(request, request_arg(request, 0), move);
    if (request->cmd->has[1] && !request_number(request, 1, &request->op.seq)) {
        return request_fault(request, ERR_BAD_ARGUMENT, "seq is the number of an event");
    }
    if (room_is_repeat(room, request->side, text, request->op.seq)) {
        request->reply.seq = room->seat[request->side].last.to_seq;
        return ERR_OK;
    }
    if (strlen(text) >= OP_TEXT_BYTES) {
        return explain_move(request, ERR_ILLEGAL_MOVE, text);
    }
    return explain_move(request, act_in_room(request, OP_MOVE, text), text);
}

/* The moves of one piece. */
static enum error_code answer_moves_from(struct request *request, const char *square) {
    char *moves = typed_move_list_from(request->room->moves, square);
    request->scratch = moves;
    if (moves[0] == '\0') {
        return request_fault(
            request, ERR_BAD_ARGUMENT,
            "you have no move from %.20s; it is: moves, moves SQUARE, moves "
            "off, moves on",
            square);
    }
    request->reply.seq = request->room->seq;
    request->reply.move = square;
    request->reply.moves = moves;
    return ERR_OK;
}

enum error_code do_CMD_MOVES(struct request *request) {
    const struct room *room = request->room;
    const char *show = request_arg(request, 0);
    bool off = strcmp(show, "off") == 0;
    if (off || strcmp(show, "on") == 0) {
        rooms_remember(request->rooms, request->client);
        request->client->no_moves = off;
        return ERR_OK;
    }
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    if (room->play->pos.turn != request->side) {
        return ERR_NOT_YOUR_TURN;
    }
    if (request->cmd->has[0]) {
        return answer_moves_from(request, show);
    }
    request->reply.seq = room->seq;
    request->reply.moves = room->moves;
    return ERR_OK;
}

enum error_code do_CMD_WHY(struct request *request) {
    const struct room *room = request->room;
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    const char *move = request_arg(request, 0);
    char *found = mem_new(1, MOVE_TEXT_BYTES);
    request->scratch = found;
    if (room_is_move_number(move)) {
        if (!room_nth_move(room, move, found)) {
            return request_fault(request, ERR_BAD_ARGUMENT, "there is no move number %s",
                                 move);
        }
        move = found;
    } else if (request->cmd->is_typed) {
        move = typed_move_spell(room->moves, move, found);
    }
    request->reply.seq = room->seq;
    request->reply.move = move;
    request->reply.rule = room_why(request->room, move, &request->rule);
    return ERR_OK;
}

/* Chooses how text mode shows boards. */
static enum error_code choose_look(struct request *request, const char *show) {
    enum board_look look = board_look_find(show);
    if (look == BOARD_LOOK_COUNT) {
        return request_fault(request, ERR_BAD_ARGUMENT,
                             "it is: board, board words, board off, board on");
    }
    rooms_remember(request->rooms, request->client);
    request->client->style.board = look;
    return ERR_OK;
}

enum error_code do_CMD_BOARD(struct request *request) {
    if (request->cmd->has[0]) {
        return choose_look(request, request_arg(request, 0));
    }
    enum error_code error =
        request->session != NULL ? request_find_room(request) : ERR_NO_NAME;
    if (error != ERR_OK) {
        return error;
    }
    const struct room *room = request->room;
    struct state *state = mem_new(1, sizeof *state);
    request->scratch = state;
    bool mine = room->moves != NULL && room->play->pos.turn == request->side;
    rooms_state(request->rooms, room, request->now.ms, mine, state);
    request->reply.seq = room->seq;
    request->reply.state = state;
    return ERR_OK;
}

/* The host's bots take no offence. */
static bool is_against_house(const struct request *request) {
    const struct session *other =
        people_session_at(request->people, request->room, side_other(request->side));
    return other != NULL && other->of_host;
}

enum error_code do_CMD_TAKEBACK(struct request *request) {
    const struct room *room = request->room;
    request->reply.retry_after_ms = cost_replay_wait_ms(request);
    if (request->reply.retry_after_ms > 0) {
        return ERR_TOO_FAST;
    }
    bool is_on = room->stage == STAGE_PLAYING;
    if (is_on && (!is_against_house(request) || !room_may_take_back(room))) {
        return request_fault(request, ERR_NO_TAKEBACK,
                             "moves can be taken back only against the house, in games "
                             "that are neither rated nor on clocks, %d times",
                             TAKEN_BACK_MAX);
    }
    cost_charge_replay(request, is_on ? room->record->n_log : 0);
    return explain_stage(request, act_in_room(request, OP_TAKEBACK, NULL));
}

/* People must confirm it.  Programs need not: {"cmd":"resign"} is enough. */
enum error_code do_CMD_RESIGN(struct request *request) {
    const struct room *room = request->room;
    bool is_sure;
    if (!request_take_sure(request, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    bool is_begun = room->stage == STAGE_PLAYING || room->stage == STAGE_ADJOURNED;
    if (is_begun && request->cmd->is_typed && !is_sure) {
        return request_fault(request, ERR_NOT_SURE,
                             "to lose your %sgame against %s in %s, type resign sure",
                             room->rated ? "rated " : "",
                             room->seat[side_other(request->side)].name, room->code);
    }
    return explain_stage(request, act_in_room(request, OP_RESIGN, NULL));
}

enum error_code do_CMD_DRAW(struct request *request) {
    return explain_stage(request, act_in_room(request, OP_DRAW, NULL));
}

enum error_code do_CMD_ABORT(struct request *request) {
    return explain_stage(request, act_in_room(request, OP_CALL_OFF, NULL));
}

/* How much time an absent opponent has left to come back, in ms; 0: not away. */
static int64_t absence_left_ms(const struct request *request) {
    const struct absence *other = &request->room->seat[side_other(request->side)].absence;
    return other->away ? (int64_t)(other->due_ms - request->now.ms) : 0;
}

/* When the opponent, whose turn it is in a game without clocks, will have thought too
 * long; UINT64_MAX: never. */
static uint64_t idle_by_ms(const struct request *request) {
    const struct room *room = request->room;
    uint64_t by_ms = room_idle_by_ms(room, rooms_limits(request->rooms).idle_ms);
    return by_ms != UINT64_MAX && room->play->pos.turn != request->side ? by_ms
                                                                        : UINT64_MAX;
}

/* Says how much time the opponent has left to come back or move. */
static enum error_code fail_claim(struct request *request, uint64_t by_ms) {
    int64_t idle_left_ms = by_ms != UINT64_MAX ? (int64_t)(by_ms - request->now.ms) : 0;
    request->reply.retry_after_ms = absence_left_ms(request);
    if (request->reply.retry_after_ms > 0) {
        return ERR_NOT_ABSENT;
    }
    request->reply.retry_after_ms = idle_left_ms;
    return request_fault(request, ERR_NOT_ABSENT,
                         idle_left_ms > 0 ? "your opponent still has time to move"
                                          : "your opponent is here");
}

enum error_code do_CMD_CLAIM(struct request *request) {
    enum error_code error = act_in_room(request, OP_CLAIM, NULL);
    if (error != ERR_NOT_ABSENT) {
        return explain_stage(request, error);
    }
    uint64_t by_ms = idle_by_ms(request);
    if (by_ms > request->now.ms) {
        return fail_claim(request, by_ms);
    }
    request->op.due_ms = by_ms;
    return act_in_room(request, OP_IDLE, NULL);
}

enum error_code do_CMD_ADJOURN(struct request *request) {
    request->op.due_ms = request->now.ms + (uint64_t)request->limits->adjourn_ms;
    enum error_code error = act_in_room(request, OP_ADJOURN, NULL);
    if (error == ERR_ALREADY_OFFERED) {
        request->reply.retry_after_ms = absence_left_ms(request);
    }
    return explain_stage(request, error);
}

enum error_code do_CMD_REMATCH(struct request *request) {
    if (request->room->stage == STAGE_WAITING) { /* the opponent was quicker */
        request->was_done = true;
        return ERR_OK;
    }
    enum error_code error = cost_may_begin(request);
    return error == ERR_OK ? act_in_room(request, OP_REMATCH, NULL) : error;
}
