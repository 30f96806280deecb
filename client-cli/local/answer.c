/* The commands that work without a server. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/local/local.h"
#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "proto/message/record.h"
#include "view/render.h"

static const char *const overview =
    "A game on this computer.  What you can type:\n"
    "  3, in-2, in 2     play a move: its number, or as the list shows it\n"
    "  moves, moves d1   your moves; those of one piece\n"
    "  why MOVE          may I play this, and if not, which rule forbids it?\n"
    "  hint              the best move, and why it is better\n"
    "  board             the board again; board words, board off: for screen readers\n"
    "  auto on           plays your forced moves for you; auto off\n"
    "  takeback          takes your last move back; every throw comes again\n"
    "  resign sure       gives up the game\n"
    "  draw              two at one keyboard: offers a draw, or accepts it\n"
    "  rematch           after a game: another one, with sides exchanged\n"
    "  play tablut       after a game: another one, of any kind; play tablut level=5\n"
    "  level 5           after a game: the same again at another level, 1 to 8\n"
    "  analyse           after a game: how well both of you played\n"
    "  save FILE         keeps the record of the game, for alea verify FILE\n"
    "  quit              ends; an unfinished game is kept for the next time\n"
    "help GAME explains the game, help dice how to check the dice.\n";

const char *const local_words[] = {"move", "moves",  "why",      "hint",    "board",
                                   "auto", "resign", "draw",     "ready",   "rematch",
                                   "play", "level",  "takeback", "analyse", "save",
                                   "quit", "help",   "abort",    NULL};

/* A command, and its answer. */
struct answer {
    struct local *local;
    const struct command *cmd;
    struct message msg;
    char fault[FAULT_BYTES]; /* replaces the default text of the error; "": none */
    struct rule rule;
    struct state state;
    struct table table;
    char *scratch; /* owned; msg borrows from it */
};

__attribute__((format(printf, 3, 4))) static enum error_code
fail(struct answer *answer, enum error_code error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(answer->fault, sizeof answer->fault, format, args);
    va_end(args);
    return error;
}

static const char *arg_of(const struct answer *answer) {
    return command_arg(answer->cmd, 0);
}

/* --- moves --- */

/* Whether it is the person's turn. */
static enum error_code check_turn(struct answer *answer) {
    const struct local *local = answer->local;
    if (local->room->stage != STAGE_PLAYING) {
        return fail(answer, ERR_NOT_PLAYING, "the game is over: type %s, or quit",
                    room_match_goes_on(local->room) ? "ready" : "rematch");
    }
    return local_awaits(local) == NULL
               ? ERR_OK
               : fail(answer, ERR_NOT_YOUR_TURN, "your opponent is thinking");
}

/* Reads the move of the command, or its number.  NULL after fail: no such number. */
static const char *read_move(struct answer *answer, char move[static MOVE_TEXT_BYTES]) {
    const char *text = arg_of(answer);
    if (!room_is_move_number(text)) {
        return text;
    }
    if (room_nth_move(answer->local->room, text, move)) {
        return move;
    }
    fail(answer, ERR_ILLEGAL_MOVE, "there is no move number %s", text);
    return NULL;
}

static enum error_code do_move(struct answer *answer) {
    char found[MOVE_TEXT_BYTES];
    enum error_code error = check_turn(answer);
    if (error != ERR_OK) {
        return error;
    }
    const char *move = read_move(answer, found);
    if (move == NULL) {
        return ERR_ILLEGAL_MOVE;
    }
    error = local_do(answer->local, OP_MOVE, local_side(answer->local), move);
    if (error == ERR_ILLEGAL_MOVE) {
        answer->msg.rule = room_why(answer->local->room, move, &answer->rule);
        answer->msg.moves = answer->local->room->moves;
        fail(answer, error, "%.40s is not a legal move now", move);
    }
    return error;
}

static enum error_code do_moves(struct answer *answer) {
    const struct room *room = answer->local->room;
    enum error_code error = check_turn(answer);
    if (error != ERR_OK) {
        return error;
    }
    answer->msg.moves = room->moves;
    if (answer->cmd->has[0]) {
        answer->msg.move = arg_of(answer);
        answer->scratch = typed_move_list_from(room->moves, arg_of(answer));
        answer->msg.moves = answer->scratch;
        if (answer->scratch[0] == '\0') {
            return fail(answer, ERR_BAD_ARGUMENT, "you have no move from %.20s",
                        arg_of(answer));
        }
    }
    return ERR_OK;
}

static enum error_code do_why(struct answer *answer) {
    answer->scratch = mem_new(1, MOVE_TEXT_BYTES);
    enum error_code error = check_turn(answer);
    const char *move = error == ERR_OK ? read_move(answer, answer->scratch) : NULL;
    if (move == NULL) {
        return error != ERR_OK ? error : ERR_ILLEGAL_MOVE;
    }
    answer->msg.move = move;
    answer->msg.rule = room_why(answer->local->room, move, &answer->rule);
    return ERR_OK;
}

/* --- the game --- */

/* The client itself says `ready`; the user does, to begin the next leg. */
static enum error_code do_ready(struct answer *answer) {
    struct local *local = answer->local;
    if (room_match_goes_on(local->room)) {
        return local_do(local, OP_NEXT_LEG, SIDE_WHITE, "");
    }
    enum error_code error = local_do(local, OP_READY, local_side(local), arg_of(answer));
    return error == ERR_NOT_OVER
               ? fail(answer, error, "the game has begun already: type board")
               : error;
}

static enum error_code do_open(struct answer *answer) {
    return local_do(answer->local, OP_OPEN, local_side(answer->local), arg_of(answer));
}

static enum error_code do_takeback(struct answer *answer) {
    struct local *local = answer->local;
    if (local->level == 0) {
        return fail(answer, ERR_NO_TAKEBACK,
                    "moves can be taken back only against the computer");
    }
    enum error_code error = check_turn(answer); /* the engine's answer would come late */
    return error == ERR_OK ? local_do(local, OP_TAKEBACK, local_side(local), "") : error;
}

static enum error_code do_resign(struct answer *answer) {
    return local_do(answer->local, OP_RESIGN, local_side(answer->local), "");
}

/* For two people at a keyboard: the side to move offers a draw, and the other accepts
 * with the same command. */
static enum error_code do_draw(struct answer *answer) {
    struct local *local = answer->local;
    if (local->level > 0) {
        return fail(answer, ERR_BAD_ARGUMENT,
                    "your opponent agrees to no draws: play on, or resign sure");
    }
    enum side side = local_side(local);
    enum error_code error = local_do(local, OP_DRAW, side, "");
    return error == ERR_ALREADY_OFFERED ? local_do(local, OP_DRAW, side_other(side), "")
                                        : error;
}

static enum error_code do_rematch(struct answer *answer) {
    return local_do(answer->local, OP_REMATCH, SIDE_WHITE, "");
}

static enum error_code do_abort(struct answer *answer) {
    enum error_code error =
        local_do(answer->local, OP_CALL_OFF, local_side(answer->local), "");
    return error == ERR_TOO_LATE
               ? fail(answer, error, "it is too late to call the game off: resign sure")
               : error;
}

static enum error_code do_board(struct answer *answer) {
    local_state(answer->local, &answer->state);
    answer->msg.state = &answer->state;
    return ERR_OK;
}

static enum error_code do_record(struct answer *answer) {
    struct room *room = answer->local->room;
    if (room->record == NULL) {
        return ERR_NO_RECORD;
    }
    room_write_position(room);
    text_copy(room->record->server, sizeof room->record->server, "alea " ALEA_VERSION);
    answer->scratch = record_to_json(room->record);
    answer->msg.record = answer->scratch;
    return ERR_OK;
}

/* --- other commands --- */

/* Plays a forced move that was due when the user turned `auto` on. */
static void play_forced(struct local *local) {
    const char *moves = local->room->moves;
    bool is_forced = moves != NULL && strchr(moves, ' ') == NULL;
    if (local->is_auto && is_forced && local_awaits(local) == NULL) {
        (void)local_do(local, OP_MOVE, local_side(local), moves);
    }
}

static enum error_code do_auto(struct answer *answer) {
    struct local *local = answer->local;
    const char *text = arg_of(answer);
    bool on = strcmp(text, "on") == 0;
    if (answer->cmd->has[0] && !on && strcmp(text, "off") != 0) {
        return fail(answer, ERR_BAD_ARGUMENT, "it is: auto, auto on, auto off");
    }
    local->is_auto = answer->cmd->has[0] ? on : local->is_auto;
    table_init(&answer->table, table_of_reply(CMD_AUTO));
    table_put_text(&answer->table, local->is_auto ? "on" : "off");
    answer->msg.table = &answer->table;
    play_forced(local);
    return ERR_OK;
}

static enum error_code do_help(struct answer *answer) {
    size_t len;
    FILE *out = mem_stream(&answer->scratch, &len);
    bool is_known = true;
    if (answer->cmd->has[0]) {
        is_known = render_help(out, LANG_EN, arg_of(answer));
    } else {
        fputs(overview, out);
    }
    fclose(out);
    answer->msg.text = answer->scratch;
    return is_known ? ERR_OK
                    : fail(answer, ERR_UNKNOWN_TOPIC,
                           "no help on \"%.40s\": type help for what there is",
                           arg_of(answer));
}

static enum error_code do_quit(struct answer *answer) {
    answer->local->has_quit = true;
    return ERR_OK;
}

/* There is no room to leave: the user can quit. */
static enum error_code do_leave(struct answer *answer) {
    return room_is_busy(answer->local->room)
               ? fail(answer, ERR_IN_GAME,
                      "type quit: the game is kept, and goes on the next time")
               : do_quit(answer);
}

/* The value of an optional argument; "": not given. */
static const char *option_of(const struct answer *answer, const char *name) {
    const struct command_spec *spec = command_spec(answer->cmd->kind);
    for (unsigned i = 0; i < spec->n_args; i++) {
        if (strcmp(spec->arg[i], name) == 0) {
            return command_arg(answer->cmd, i);
        }
    }
    return "";
}

/* After a game: another one. */
static enum error_code do_play(struct answer *answer) {
    struct local *local = answer->local;
    struct local_start start = {.level = local->level, .side = SIDE_WHITE};
    struct text_in in = text_in_of(arg_of(answer), strlen(arg_of(answer)));
    if (!game_parse_typed(&in, &start.game, &start.opt)) {
        return fail(answer, ERR_UNKNOWN_GAME, "%s", in.fault);
    }
    const char *level = option_of(answer, "level"), *side = option_of(answer, "side");
    struct text_in number = text_in_of(level, strlen(level));
    bool is_level = level[0] == '\0' ||
                    (text_take_number(&number, KEEP_LEVEL_MAX, "", &start.level) &&
                     text_at_end(&number) && start.level > 0);
    start.side = side[0] != '\0' ? side_find(side) : SIDE_WHITE;
    if (!is_level || start.side == SIDE_COUNT) {
        return fail(answer, ERR_BAD_ARGUMENT,
                    "it is: play GAME, with level=1 to 8, side=white or black");
    }
    if (start.level > 0) {
        snprintf(start.other, sizeof start.other, "level-%u", start.level);
    } else {
        enum side own = local_side(local);
        memcpy(start.other, local->room->seat[side_other(own)].name, sizeof start.other);
    }
    local_play(local, &start);
    return ERR_OK;
}

/* How to play another game. */
static enum error_code refuse_game(struct answer *answer) {
    const char *said = arg_of(answer);
    const struct game *game = game_find_typed(said, strcspn(said, ":"));
    return fail(answer, ERR_BAD_ARGUMENT,
                "for another game type quit, then: alea play --local %s%s",
                game != NULL ? game->id : "GAME",
                game == game_base(answer->local->room->game) ? " --new" : "");
}

static enum error_code refuse(struct answer *answer) {
    const char *word = command_spec(answer->cmd->kind)->word;
    switch ((int)answer->cmd->kind) {
    case CMD_CREATE: return refuse_game(answer);
    case CMD_CHALLENGE:
        return fail(answer, ERR_BAD_ARGUMENT,
                    "for another game type quit, then: alea play --local GAME");
    case CMD_ADJOURN:
        return fail(answer, ERR_BAD_ARGUMENT,
                    "type quit: the game is kept, and goes on the next time");
    case CMD_SAY:
    case CMD_TELL:
    case CMD_SHOUT:
        return fail(answer, ERR_BAD_ARGUMENT, "nobody else is here to read this");
    default:
        return fail(answer, ERR_BAD_ARGUMENT,
                    "there is no %s without a server: alea find looks for servers", word);
    }
}

static enum error_code carry_out(struct answer *answer) {
    switch ((int)answer->cmd->kind) {
    case CMD_PLAY:
        return room_is_busy(answer->local->room) ? refuse_game(answer) : do_play(answer);
    case CMD_MOVE: return do_move(answer);
    case CMD_MOVES: return do_moves(answer);
    case CMD_WHY: return do_why(answer);
    case CMD_BOARD: return do_board(answer);
    case CMD_READY: return do_ready(answer);
    case CMD_OPEN: return do_open(answer);
    case CMD_TAKEBACK: return do_takeback(answer);
    case CMD_RESIGN: return do_resign(answer);
    case CMD_DRAW: return do_draw(answer);
    case CMD_REMATCH: return do_rematch(answer);
    case CMD_ABORT: return do_abort(answer);
    case CMD_RECORD: return do_record(answer);
    case CMD_AUTO: return do_auto(answer);
    case CMD_HELP: return do_help(answer);
    case CMD_QUIT: return do_quit(answer);
    case CMD_LEAVE: return do_leave(answer);
    default: return refuse(answer);
    }
}

void local_obey(struct local *local, const struct command *cmd) {
    struct answer answer = {.local = local, .cmd = cmd, .msg = message_empty};
    answer.msg.kind = MESSAGE_REPLY;
    answer.msg.cmd = cmd->kind;
    answer.msg.id = cmd->id;
    answer.msg.room = KEEP_ROOM;
    enum error_code error = carry_out(&answer);
    answer.msg.seq = local->room->seq;
    if (error != ERR_OK) {
        answer.msg.kind = MESSAGE_ERROR;
        answer.msg.error = error;
        answer.msg.text = answer.fault[0] != '\0' ? answer.fault : error_text(error);
    }
    local_send(local, &answer.msg);
    free(answer.scratch);
    table_fini(&answer.table);
}
