/* What comes from the server, as the person sees it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/play/ui_inside.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "view/page.h"
#include "view/render.h"

static void forget_moves(struct ui *ui) {
    free(ui->shown.moves);
    ui->shown.moves = NULL;
}

static void remember_moves(struct ui *ui, const struct message *msg, const char *moves) {
    if (moves == NULL && strcmp(ui->shown.room, msg->room) != 0) {
        return; /* the list of another room is still good */
    }
    bool had_others = ui->shown.moves != NULL && strcmp(ui->shown.room, msg->room) != 0;
    ui->shown.changed_ms = had_others && moves != NULL ? ui->now_ms : 0;
    forget_moves(ui);
    ui->shown.moves = moves != NULL ? mem_copy(moves, strlen(moves)) : NULL;
    snprintf(ui->shown.room, sizeof ui->shown.room, "%s", msg->room);
    snprintf(ui->shown.seq, sizeof ui->shown.seq, "%" PRIu64, msg->seq);
}

static void show_end(struct ui *ui, const struct message *msg) {
    snprintf(ui->ended, sizeof ui->ended, "%s", msg->state->game_id);
    const struct player_room *room = player_find_room(ui->player, msg->room);
    char text[FAULT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    if (room != NULL &&
        dice_check_judge(&room->dice_check, msg->state, &out) != DICE_CHECK_NOTHING) {
        struct page page;
        page_init(&page, ui->out, &ui->style, ' ');
        page_put(&page, text);
    }
    fputs("To keep the record of the game: save FILE\n", ui->out);
}

/* Whether the player is opening seals, by himself and in no time: not worth a look. */
static bool is_opening(const struct ui *ui, const struct message *msg) {
    const struct player_room *room = player_find_room(ui->player, msg->room);
    return msg->state->stage == STAGE_OPENING && room != NULL && room->is_sealed;
}

/* The one thing that has happened is that this player is back. */
static bool is_return(const struct state *state, enum side side) {
    return state->n_notes == 1 && state->notes[0].kind == NOTE_BACK &&
           state->notes[0].side == side;
}

/* Our own absence is not for us; and when we are back, the board that we left has
 * scrolled away, unless what we have missed showed it. */
static void show_state(struct ui *ui, const struct message *msg) {
    const struct player_room *room = player_find_room(ui->player, msg->room);
    struct state state = *msg->state;
    struct message shown = *msg;
    shown.state = &state;
    if (room != NULL && room->side < SIDE_COUNT) {
        state.seat[room->side].away = false;
        shown.snapshot = msg->snapshot || (is_return(&state, room->side) &&
                                           strcmp(ui->drawn, msg->room) != 0);
    }
    if (!render_is_about_people(&shown)) {
        snprintf(ui->drawn, sizeof ui->drawn, "%s", msg->room);
    }
    render_message(ui->out, &shown, &ui->style);
}

static void hear_state(struct ui *ui, const struct message *msg) {
    remember_moves(ui, msg, msg->state->moves);
    if (is_opening(ui, msg)) {
        return;
    }
    fputc('\n', ui->out);
    show_state(ui, msg);
    bool is_end = msg->snapshot && msg->state->result.over;
    for (size_t i = 0; i < msg->state->n_notes; i++) {
        is_end = is_end || msg->state->notes[i].kind == NOTE_OVER;
    }
    if (is_end) {
        show_end(ui, msg);
    }
}

/* The token is not for the screen: the player keeps it. */
static void show_name(struct ui *ui, const struct message *msg) {
    struct message shown = *msg;
    const char *wanted = ui->player->wanted;
    if (strcmp(msg->id, PLAYER_ID_NAME) == 0 && strcmp(msg->name, wanted) != 0) {
        bool is_registered = ui->player->is_registered;
        fprintf(ui->out, "The name %s is %s: you are %s%s%s.\n", wanted,
                ui->player->is_reserved ? "kept for the host"
                : is_registered         ? "registered"
                                        : "taken",
                msg->name, is_registered ? " until you type login " : "",
                is_registered ? wanted : "");
        fputs("Type play royal-ur to play, or help for everything.\n", ui->out);
        return;
    }
    shown.token = message_empty.token;
    render_message(ui->out, &shown, &ui->style);
}

/* Once: when the line was lost the person knows where he plays. */
static void show_server(struct ui *ui, const struct hello *hello) {
    if (!ui->has_greeted) {
        fprintf(ui->out, "%s %s: %s\n", hello->server, hello->version, hello->title);
        if (hello->welcome[0] != '\0') {
            fprintf(ui->out, "\n%s\n\n", hello->welcome);
        }
        ui->has_greeted = true;
    }
}

/* Whose games were asked for; NULL: nobody's, or the server makes it up. */
static const char *games_name(const struct message *msg) {
    bool is_asked = strncmp(msg->id, UI_ID_GAMES, strlen(UI_ID_GAMES)) == 0;
    const char *name = is_asked ? msg->id + strlen(UI_ID_GAMES) : "";
    return is_player_name(name) ? name : NULL;
}

/* After a lost line, the move that was not answered: with the number of its event it is
 * never played twice.  Without, only the person can tell whether he still means it. */
static void repeat_move(struct ui *ui) {
    const struct command *cmd = &ui->asked.cmd;
    if (!ui->asked.is_open) {
        return;
    }
    ui->asked.is_open = false;
    if (player_find_room(ui->player, cmd->room) == NULL) {
        return;
    }
    if (cmd->has[1]) {
        fprintf(ui->out, "Sent again: %s\n", command_arg(cmd, 0));
        ui_send_move(ui, cmd);
    } else {
        fprintf(ui->out,
                "Your move %s was not answered: type it again if it is your turn.\n",
                command_arg(cmd, 0));
    }
}

/* What the server says of this connection, at each of its beginnings. */
static void hear_hello(struct ui *ui, const struct hello *hello) {
    ui->line = strcmp(hello->passwords, "refuse") == 0 ? SECRET_LINE_REFUSE
               : strcmp(hello->passwords, "warn") == 0 ? SECRET_LINE_WARN
                                                       : SECRET_LINE_SAFE;
    show_server(ui, hello);
}

/* The answer to a command with passwords, of which nothing is needed any more; unless the
 * server warns of what the person knows.  False: there is nothing to show. */
static bool hear_secret(struct ui *ui, const struct message *msg) {
    bool is_warning = msg->kind == MESSAGE_ERROR && msg->error == ERR_INSECURE &&
                      ui->line == SECRET_LINE_WARN && ui->secret.is_warned;
    if (is_warning) {
        ui->line = SECRET_LINE_SAFE; /* once */
        ui_send_secret(ui);
        return false;
    }
    secret_forget(&ui->secret);
    return true;
}

/* Page by page: what happens meanwhile is shown as always. */
static void show_help(struct ui *ui, const struct message *msg) {
    size_t len;
    free(ui->more);
    FILE *out = mem_stream(&ui->more, &len);
    render_message(out, msg, &ui->style);
    if (strcmp(msg->id, UI_ID_HELP) == 0) {
        fputs("In alea play also: help save.\n", out);
    }
    fclose(out);
    ui_show_more(ui);
}

static void hear_reply(struct ui *ui, const struct message *msg) {
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
            hear_hello(ui, msg->hello);
            return;
        }
        break;
    case CMD_NAME:
    case CMD_LOGIN:
    case CMD_PASSWORD: show_name(ui, msg); return;
    case CMD_RESUME:
        if (msg->name[0] == '\0') { /* on with an adjourned game */
            return;
        }
        if (strcmp(msg->id, PLAYER_ID_RESUME) == 0) {
            fprintf(ui->out, "Back again as %s.\n", msg->name);
            ui->drawn[0] = '\0';
            repeat_move(ui);
            return;
        }
        break;
    case CMD_MOVES:
        if (msg->moves != NULL && msg->move[0] == '\0') { /* else some of them */
            remember_moves(ui, msg, msg->moves);
        }
        break;
    case CMD_BOARD: remember_moves(ui, msg, msg->state->moves); break;
    case CMD_HELP: show_help(ui, msg); return;
    case CMD_RECORD:
        if (strcmp(msg->id, UI_ID_SAVE) == 0) {
            ui_save(ui, msg->record);
            return;
        }
        break;
    case CMD_GAMES:
        if (msg->n_rows == 0 && games_name(msg) != NULL) {
            fprintf(ui->out, "No finished games of %s.\n", games_name(msg));
            return;
        }
        break;
    default: break;
    }
    render_message(ui->out, msg, &ui->style);
}

/* The server has lost the player and his rooms. */
static bool is_forgotten(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_TOKEN &&
           strcmp(msg->id, PLAYER_ID_RESUME) == 0;
}

/* He wants to go in the middle of a game. */
static bool is_quit_refused(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_IN_GAME &&
           strcmp(msg->id, UI_ID_QUIT) == 0;
}

void ui_hear(struct ui *ui, const struct message *msg) {
    bool is_event = msg->kind == MESSAGE_EVENT;
    if (!is_event && strcmp(msg->id, ui->asked.cmd.id) == 0) {
        ui->asked.is_open = false;
    }
    if (!is_event && strcmp(msg->id, UI_ID_SECRET) == 0 && !hear_secret(ui, msg)) {
        return;
    }
    if (msg->kind == MESSAGE_REPLY) {
        hear_reply(ui, msg);
    } else if (is_event && msg->event == EVENT_STATE) {
        hear_state(ui, msg);
    } else if (is_forgotten(msg)) {
        forget_moves(ui);
        ui->asked.is_open = false;
        fprintf(ui->out, "The server no longer knows you%s: you start afresh.\n",
                ui->player->has_lost_seats ? ", and your rooms are gone" : "");
    } else if (is_quit_refused(msg)) {
        render_message(ui->out, msg, &ui->style);
        fputs("To hang up, and keep your seat, press Ctrl-C.\n", ui->out);
    } else {
        render_message(ui->out, msg, &ui->style);
        ui->has_quit = is_event && msg->event == EVENT_BYE && msg->error == ERR_OK;
    }
}
