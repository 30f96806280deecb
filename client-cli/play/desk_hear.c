/* What comes from the server, as the person sees it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/play/desk_inside.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "view/page.h"
#include "view/render.h"

static void forget_moves(struct desk *desk) {
    free(desk->shown.moves);
    desk->shown.moves = NULL;
}

static void remember_moves(struct desk *desk, const struct message *msg,
                           const char *moves) {
    if (moves == NULL && strcmp(desk->shown.room, msg->room) != 0) {
        return; /* the list of another room is still good */
    }
    bool had_others =
        desk->shown.moves != NULL && strcmp(desk->shown.room, msg->room) != 0;
    desk->shown.changed_ms = had_others && moves != NULL ? desk->now_ms : 0;
    forget_moves(desk);
    desk->shown.moves = moves != NULL ? mem_copy(moves, strlen(moves)) : NULL;
    snprintf(desk->shown.room, sizeof desk->shown.room, "%s", msg->room);
    snprintf(desk->shown.seq, sizeof desk->shown.seq, "%" PRIu64, msg->seq);
}

static void show_end(struct desk *desk, const struct message *msg) {
    snprintf(desk->ended, sizeof desk->ended, "%s", msg->state->game_id);
    const struct player_room *room = player_find_room(desk->player, msg->room);
    char text[FAULT_BYTES];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    if (room != NULL &&
        witness_judge(&room->witness, msg->state, &out) != WITNESS_NOTHING) {
        struct page page;
        page_init(&page, desk->out, &desk->style, ' ');
        page_put(&page, text);
    }
    fputs("To keep the record of the game: save FILE\n", desk->out);
}

/* Whether the player is opening seals, by himself and in no time: not worth a look. */
static bool is_opening(const struct desk *desk, const struct message *msg) {
    const struct player_room *room = player_find_room(desk->player, msg->room);
    return msg->state->stage == STAGE_OPENING && room != NULL && room->is_sealed;
}

/* The one thing that has happened is that this player is back. */
static bool is_return(const struct state *state, enum side side) {
    return state->n_notes == 1 && state->notes[0].kind == NOTE_BACK &&
           state->notes[0].side == side;
}

/* Our own absence is not for us; and when we are back, the board that we left has
 * scrolled away, unless what we have missed showed it. */
static void show_state(struct desk *desk, const struct message *msg) {
    const struct player_room *room = player_find_room(desk->player, msg->room);
    struct state state = *msg->state;
    struct message shown = *msg;
    shown.state = &state;
    if (room != NULL && room->side < SIDE_COUNT) {
        state.seat[room->side].away = false;
        shown.snapshot = msg->snapshot || (is_return(&state, room->side) &&
                                           strcmp(desk->drawn, msg->room) != 0);
    }
    if (!render_is_about_people(&shown)) {
        snprintf(desk->drawn, sizeof desk->drawn, "%s", msg->room);
    }
    render_message(desk->out, &shown, &desk->style);
}

static void hear_state(struct desk *desk, const struct message *msg) {
    remember_moves(desk, msg, msg->state->moves);
    if (is_opening(desk, msg)) {
        return;
    }
    fputc('\n', desk->out);
    show_state(desk, msg);
    bool is_end = msg->snapshot && msg->state->result.over;
    for (size_t i = 0; i < msg->state->n_notes; i++) {
        is_end = is_end || msg->state->notes[i].kind == NOTE_OVER;
    }
    if (is_end) {
        show_end(desk, msg);
    }
}

/* The token is not for the screen: the player keeps it. */
static void show_name(struct desk *desk, const struct message *msg) {
    struct message shown = *msg;
    const char *wanted = desk->player->wanted;
    if (strcmp(msg->id, PLAYER_ID_NAME) == 0 && strcmp(msg->name, wanted) != 0) {
        bool is_registered = desk->player->is_registered;
        fprintf(desk->out, "The name %s is %s: you are %s%s%s.\n", wanted,
                desk->player->is_reserved ? "kept for the host"
                : is_registered           ? "registered"
                                          : "taken",
                msg->name, is_registered ? " until you type login " : "",
                is_registered ? wanted : "");
        fputs("Type play royal-ur to play, or help for everything.\n", desk->out);
        return;
    }
    shown.token = message_empty.token;
    render_message(desk->out, &shown, &desk->style);
}

/* Once: when the line was lost the person knows where he plays. */
static void show_server(struct desk *desk, const struct hello *hello) {
    if (!desk->has_greeted) {
        fprintf(desk->out, "%s %s: %s\n", hello->server, hello->version, hello->title);
        if (hello->welcome[0] != '\0') {
            fprintf(desk->out, "\n%s\n\n", hello->welcome);
        }
        desk->has_greeted = true;
    }
}

/* Whose games were asked for; NULL: nobody's, or the server makes it up. */
static const char *games_name(const struct message *msg) {
    bool is_asked = strncmp(msg->id, DESK_ID_GAMES, strlen(DESK_ID_GAMES)) == 0;
    const char *name = is_asked ? msg->id + strlen(DESK_ID_GAMES) : "";
    return is_player_name(name) ? name : NULL;
}

/* After a lost line, the move that was not answered: with the number of its event it is
 * never played twice.  Without, only the person can tell whether he still means it. */
static void repeat_move(struct desk *desk) {
    const struct command *cmd = &desk->asked.cmd;
    if (!desk->asked.is_open) {
        return;
    }
    desk->asked.is_open = false;
    if (player_find_room(desk->player, cmd->room) == NULL) {
        return;
    }
    if (cmd->has[1]) {
        fprintf(desk->out, "Sent again: %s\n", command_arg(cmd, 0));
        desk_send_move(desk, cmd);
    } else {
        fprintf(desk->out,
                "Your move %s was not answered: type it again if it is your turn.\n",
                command_arg(cmd, 0));
    }
}

/* What the server says of this connection, at each of its beginnings. */
static void hear_hello(struct desk *desk, const struct hello *hello) {
    desk->line = strcmp(hello->passwords, "refuse") == 0 ? SECRET_LINE_REFUSE
                 : strcmp(hello->passwords, "warn") == 0 ? SECRET_LINE_WARN
                                                         : SECRET_LINE_SAFE;
    show_server(desk, hello);
}

/* The answer to a command with passwords, of which nothing is needed any more; unless the
 * server warns of what the person knows.  False: there is nothing to show. */
static bool hear_secret(struct desk *desk, const struct message *msg) {
    bool is_warning = msg->kind == MESSAGE_ERROR && msg->error == ERR_INSECURE &&
                      desk->line == SECRET_LINE_WARN && desk->secret.is_warned;
    if (is_warning) {
        desk->line = SECRET_LINE_SAFE; /* once */
        desk_send_secret(desk);
        return false;
    }
    secret_forget(&desk->secret);
    return true;
}

/* Page by page: what happens meanwhile is shown as always. */
static void show_help(struct desk *desk, const struct message *msg) {
    size_t len;
    free(desk->more);
    FILE *out = mem_stream(&desk->more, &len);
    render_message(out, msg, &desk->style);
    if (strcmp(msg->id, DESK_ID_HELP) == 0) {
        fputs("Here in alea play also: help save.\n", out);
    }
    fclose(out);
    desk_show_more(desk);
}

static void hear_reply(struct desk *desk, const struct message *msg) {
    switch ((int)msg->cmd) {
    case CMD_READY:
    case CMD_MOVE:
    case CMD_SAY:
    case CMD_SHOUT:
    case CMD_RESIGN:
    case CMD_DRAW:
    case CMD_ADJOURN:
    case CMD_ABORT:
    case CMD_CLAIM:
    case CMD_DECLINE:
    case CMD_UNSEEK:
    case CMD_REMATCH: return; /* the event that follows tells it better */
    case CMD_HELLO:
        if (strcmp(msg->id, PLAYER_ID_HELLO) == 0) {
            hear_hello(desk, msg->hello);
            return;
        }
        break;
    case CMD_NAME:
    case CMD_LOGIN:
    case CMD_PASSWORD: show_name(desk, msg); return;
    case CMD_RESUME:
        if (msg->name[0] == '\0') { /* on with an adjourned game */
            return;
        }
        if (strcmp(msg->id, PLAYER_ID_RESUME) == 0) {
            fprintf(desk->out, "Back again as %s.\n", msg->name);
            desk->drawn[0] = '\0';
            repeat_move(desk);
            return;
        }
        break;
    case CMD_MOVES:
        if (msg->moves != NULL && msg->move[0] == '\0') { /* else some of them */
            remember_moves(desk, msg, msg->moves);
        }
        break;
    case CMD_BOARD: remember_moves(desk, msg, msg->state->moves); break;
    case CMD_HELP: show_help(desk, msg); return;
    case CMD_RECORD:
        if (strcmp(msg->id, DESK_ID_SAVE) == 0) {
            desk_save(desk, msg->record);
            return;
        }
        break;
    case CMD_GAMES:
        if (msg->n_rows == 0 && games_name(msg) != NULL) {
            fprintf(desk->out, "No finished games of %s.\n", games_name(msg));
            return;
        }
        break;
    default: break;
    }
    render_message(desk->out, msg, &desk->style);
}

/* The server has lost the player and his rooms. */
static bool is_forgotten(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_TOKEN &&
           strcmp(msg->id, PLAYER_ID_RESUME) == 0;
}

/* He wants to go in the middle of a game. */
static bool is_quit_refused(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_IN_GAME &&
           strcmp(msg->id, DESK_ID_QUIT) == 0;
}

void desk_hear(struct desk *desk, const struct message *msg) {
    bool is_event = msg->kind == MESSAGE_EVENT;
    if (!is_event && strcmp(msg->id, desk->asked.cmd.id) == 0) {
        desk->asked.is_open = false;
    }
    if (!is_event && strcmp(msg->id, DESK_ID_SECRET) == 0 && !hear_secret(desk, msg)) {
        return;
    }
    if (msg->kind == MESSAGE_REPLY) {
        hear_reply(desk, msg);
    } else if (is_event && msg->event == EVENT_STATE) {
        hear_state(desk, msg);
    } else if (is_forgotten(msg)) {
        forget_moves(desk);
        desk->asked.is_open = false;
        fprintf(desk->out, "The server has forgotten you%s: you begin anew.\n",
                desk->player->has_lost_seats ? ", and your rooms are gone" : "");
    } else if (is_quit_refused(msg)) {
        render_message(desk->out, msg, &desk->style);
        fputs("To hang up, and keep your seat, press Ctrl-C.\n", desk->out);
    } else {
        render_message(desk->out, msg, &desk->style);
        desk->has_quit = is_event && msg->event == EVENT_BYE && msg->error == ERR_OK;
    }
}
