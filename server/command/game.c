/* Commands about the game in a room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "server/hub/quota.h"

enum error_code do_CMD_READY(struct ask *ask) {
    struct hub *hub = ask->hub;
    ask->op.due_ms = hub->now.ms + (uint64_t)hub->config->limits.open_ms;
    enum error_code error = quota_may_begin(ask);
    if (error != ERR_OK) {
        return error;
    }
    error = ask_do(ask, OP_READY, ask_arg(ask, 0));
    if (error == ERR_OK && ask->room->stage != STAGE_WAITING) {
        quota_charge_game(ask);
    }
    if (error == ERR_NOT_OVER && ask->room->stage == STAGE_OVER) {
        return ask_fault(ask, error, "this game is over: type rematch for another one");
    }
    if (error == ERR_NOT_OVER && ask->room->stage == STAGE_ADJOURNED) {
        return ask_fault(ask, error,
                         "this game is adjourned: type resume to continue it");
    }
    return error;
}

enum error_code do_CMD_OPEN(struct ask *ask) {
    return ask_do(ask, OP_OPEN, ask_arg(ask, 0));
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

/* Says why no game is running, and what to do about it. */
static enum error_code fail_playing(struct ask *ask, enum error_code error) {
    const struct room *room = ask->room;
    if (error == ERR_NOT_PLAYING && room->stage == STAGE_OVER) {
        return ask_fault(ask, error, "this game is over: type rematch for another one");
    }
    if (error == ERR_NOT_PLAYING && room->stage == STAGE_ADJOURNED) {
        return ask_fault(ask, error,
                         "this game is adjourned: type resume to continue it");
    }
    if (error == ERR_NOT_PLAYING && room->stage == STAGE_OPENING) {
        return ask_fault(ask, error,
                         "this game has not begun: it waits for sealed nonces");
    }
    return error;
}

static enum error_code fail_move(struct ask *ask, enum error_code error,
                                 const char *text) {
    if (error == ERR_ILLEGAL_MOVE && room_is_move_number(text)) {
        return ask_fault(ask, error, "there is no move number %s", text);
    }
    if (error == ERR_ILLEGAL_MOVE) {
        ask->reply.rule = why(ask, text);
        return ask_fault(ask, error, "%.40s is not a legal move now", text);
    }
    return fail_playing(ask, error);
}

/* What was typed, spelled as this game does, or as the last move, of which it may be a
 * repeat.  JSON is exact. */
static const char *spell(const struct ask *ask, const char *text,
                         char move[static MOVE_TEXT_BYTES]) {
    const char *last = ask->room->seat[ask->side].last.text;
    if (!ask->cmd->is_typed) {
        return text;
    }
    const char *spelled = typed_move_spell(ask->room->moves, text, move);
    return typed_move_is(last, spelled) ? last : spelled;
}

enum error_code do_CMD_MOVE(struct ask *ask) {
    const struct room *room = ask->room;
    char move[MOVE_TEXT_BYTES];
    const char *text = spell(ask, ask_arg(ask, 0), move);
    if (ask->cmd->has[1] && !ask_number(ask, 1, &ask->op.seq)) {
        return ask_fault(ask, ERR_BAD_ARGUMENT, "seq is the number of an event");
    }
    if (room_is_repeat(room, ask->side, text, ask->op.seq)) {
        ask->reply.seq = room->seat[ask->side].last.to_seq;
        return ERR_OK;
    }
    if (strlen(text) >= OP_TEXT_BYTES) {
        return fail_move(ask, ERR_ILLEGAL_MOVE, text);
    }
    return fail_move(ask, ask_do(ask, OP_MOVE, text), text);
}

/* The moves of one piece. */
static enum error_code answer_moves_from(struct ask *ask, const char *square) {
    char *moves = typed_move_list_from(ask->room->moves, square);
    ask->scratch = moves;
    if (moves[0] == '\0') {
        return ask_fault(ask, ERR_BAD_ARGUMENT,
                         "you have no move from %.20s; it is: moves, moves SQUARE, moves "
                         "off, moves on",
                         square);
    }
    ask->reply.seq = ask->room->seq;
    ask->reply.move = square;
    ask->reply.moves = moves;
    return ERR_OK;
}

enum error_code do_CMD_MOVES(struct ask *ask) {
    const struct room *room = ask->room;
    const char *show = ask_arg(ask, 0);
    bool off = strcmp(show, "off") == 0;
    if (off || strcmp(show, "on") == 0) {
        ask->client->no_moves = off;
        return ERR_OK;
    }
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    if (room->play->pos.turn != ask->side) {
        return ERR_NOT_YOUR_TURN;
    }
    if (ask->cmd->has[0]) {
        return answer_moves_from(ask, show);
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
    char *found = mem_new(1, MOVE_TEXT_BYTES);
    ask->scratch = found;
    if (room_is_move_number(move)) {
        if (!room_nth_move(room, move, found)) {
            return ask_fault(ask, ERR_BAD_ARGUMENT, "there is no move number %s", move);
        }
        move = found;
    } else if (ask->cmd->is_typed) {
        move = typed_move_spell(room->moves, move, found);
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
    struct room_limits limits = hub_room_limits(ask->hub);
    room_state(room, &limits, ask->hub->now.ms, mine, state);
    ask->reply.seq = room->seq;
    ask->reply.state = state;
    return ERR_OK;
}

/* People are asked first.  Programs say what they mean: {"cmd":"resign"} is enough. */
enum error_code do_CMD_RESIGN(struct ask *ask) {
    const struct room *room = ask->room;
    bool is_sure;
    if (!ask_take_sure(ask, &is_sure)) {
        return ERR_BAD_ARGUMENT;
    }
    bool is_begun = room->stage == STAGE_PLAYING || room->stage == STAGE_ADJOURNED;
    if (is_begun && ask->cmd->is_typed && !is_sure) {
        return ask_fault(ask, ERR_NOT_SURE,
                         "to lose your %sgame against %s in %s, type resign sure",
                         room->rated ? "rated " : "",
                         room->seat[side_other(ask->side)].name, room->code);
    }
    return fail_playing(ask, ask_do(ask, OP_RESIGN, NULL));
}

enum error_code do_CMD_DRAW(struct ask *ask) {
    return fail_playing(ask, ask_do(ask, OP_DRAW, NULL));
}

enum error_code do_CMD_ABORT(struct ask *ask) {
    return fail_playing(ask, ask_do(ask, OP_CALL_OFF, NULL));
}

/* When the opponent, who is away, will have been so too long. */
static int64_t absence_left_ms(const struct ask *ask) {
    const struct absence *other = &ask->room->seat[side_other(ask->side)].absence;
    return other->away ? (int64_t)(other->due_ms - ask->hub->now.ms) : 0;
}

/* When the opponent, who has to move and no clock, will have thought too long;
 * UINT64_MAX: never. */
static uint64_t idle_by_ms(const struct ask *ask) {
    const struct room *room = ask->room;
    uint64_t by_ms = room_idle_by_ms(room, hub_room_limits(ask->hub).idle_ms);
    return by_ms != UINT64_MAX && room->play->pos.turn != ask->side ? by_ms : UINT64_MAX;
}

/* The opponent may still come back, or move. */
static enum error_code fail_claim(struct ask *ask, uint64_t by_ms) {
    int64_t idle_left_ms = by_ms != UINT64_MAX ? (int64_t)(by_ms - ask->hub->now.ms) : 0;
    ask->reply.retry_after_ms = absence_left_ms(ask);
    if (ask->reply.retry_after_ms > 0) {
        return ERR_NOT_ABSENT;
    }
    ask->reply.retry_after_ms = idle_left_ms;
    return ask_fault(ask, ERR_NOT_ABSENT,
                     idle_left_ms > 0 ? "your opponent still has time to move"
                                      : "your opponent is here");
}

enum error_code do_CMD_CLAIM(struct ask *ask) {
    enum error_code error = ask_do(ask, OP_CLAIM, NULL);
    if (error != ERR_NOT_ABSENT) {
        return fail_playing(ask, error);
    }
    uint64_t by_ms = idle_by_ms(ask);
    if (by_ms > ask->hub->now.ms) {
        return fail_claim(ask, by_ms);
    }
    ask->op.due_ms = by_ms;
    return ask_do(ask, OP_IDLE, NULL);
}

enum error_code do_CMD_ADJOURN(struct ask *ask) {
    enum error_code error = ask_do(ask, OP_ADJOURN, NULL);
    if (error == ERR_ALREADY_OFFERED) {
        ask->reply.retry_after_ms = absence_left_ms(ask);
    }
    return fail_playing(ask, error);
}

enum error_code do_CMD_REMATCH(struct ask *ask) {
    if (ask->room->stage == STAGE_WAITING) { /* the other player was quicker */
        ask->was_done = true;
        return ERR_OK;
    }
    enum error_code error = quota_may_begin(ask);
    return error == ERR_OK ? ask_do(ask, OP_REMATCH, NULL) : error;
}
