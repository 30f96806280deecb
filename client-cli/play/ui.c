#include "client-cli/play/ui.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/local/local.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/player/seal.h"
#include "client-cli/scene/scene.h"
#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "proto/shape.h"
#include "view/page.h"
#include "view/render.h"

/* Ids of commands whose answers are not just shown. */
#define ID_HELP   "ui.help"
#define ID_QUIT   "ui.quit"
#define ID_MOVE   "ui.move"
#define ID_SECRET "ui.secret"
/* Followed by the name of the player, which the answer lacks. */
#define ID_GAMES "ui.games."

/* Longer lines are hard to read; shorter ones have no room for long words. */
#define COLUMNS_MOST  100
#define COLUMNS_LEAST 30

void ui_resize(struct ui *ui, unsigned columns, unsigned rows) {
    unsigned most = columns < COLUMNS_LEAST  ? COLUMNS_LEAST
                    : columns > COLUMNS_MOST ? COLUMNS_MOST
                                             : columns - 1;
    ui->style.columns = columns == 0 ? 0 : (unsigned short)most;
    pager_resize(&ui->pager, rows);
}

void ui_fini(struct ui *ui) {
    pager_end(&ui->pager);
    shown_forget(&ui->shown);
    for (int i = 0; i < UI_HISTORIES; i++) {
        history_fini(&ui->histories[i].history);
    }
    advice_fini(&ui->advice);
    if (ui->review != NULL) {
        free(review_end(ui->review));
    }
    secret_forget(&ui->secret);
}

/* --- sending commands --- */

void ui_show_fault(struct ui *ui, const struct command_fault *fault) {
    struct page page;
    page_init(&page, ui->out, &ui->style, '-');
    page_put_sentence(&page, fault->text);
}

/* Says that there is no such command in a local game, and which one is near. */
static void show_unknown(struct ui *ui, const char *line) {
    char text[FAULT_BYTES];
    const char *nearest = command_nearest(line, strcspn(line, " "), local_words);
    if (nearest != NULL) {
        snprintf(text, sizeof text, "there is no such command here: did you mean %s?",
                 nearest);
    } else {
        snprintf(text, sizeof text, "there is no such command here: type help");
    }
    struct page page;
    page_init(&page, ui->out, &ui->style, '-');
    page_put_sentence(&page, text);
}

static void send_move(struct ui *ui, const struct command *cmd) {
    if (cmd != &ui->asked.cmd) { /* a new move, not the last one again */
        command_copy(&ui->asked.cmd, cmd);
    }
    if (cmd->id[0] == '\0') {
        snprintf(ui->asked.cmd.id, sizeof ui->asked.cmd.id, ID_MOVE);
    }
    ui->asked.sent_ms = ui->now_ms;
    ui->asked.is_open = true;
    ui->asked.is_told = false;
    player_send(ui->player, &ui->asked.cmd);
}

static void send_secret(struct ui *ui) {
    snprintf(ui->secret.cmd.id, sizeof ui->secret.cmd.id, ID_SECRET);
    player_send(ui->player, &ui->secret.cmd);
}

/* --- typed lines --- */

static void obey(struct ui *ui, struct command *cmd) {
    switch ((int)cmd->kind) {
    case CMD_READY:
        player_ready(ui->player, cmd->room, cmd->has[0] ? command_arg(cmd, 0) : NULL);
        return;
    case CMD_MODE:
        fputs(tr(ui->style.lang, "alea play draws by itself: see alea play --help.\n"),
              ui->out);
        return;
    case CMD_MOVE:
        if (shown_complete(&ui->shown, cmd, ui->now_ms, ui->out)) {
            send_move(ui, cmd);
        }
        return;
    case CMD_HELP:
        if (!cmd->has[0]) {
            snprintf(cmd->id, sizeof cmd->id, ID_HELP);
        }
        snprintf(ui->topic, sizeof ui->topic, "%s",
                 cmd->has[0] ? command_arg(cmd, 0) : "");
        break;
    case CMD_WHY: shown_spell(&ui->shown, cmd); break;
    case CMD_CREATE: own_words_note_word(ui, cmd); break;
    case CMD_RESIGN:
        if (!cmd->has[0]) { /* the server only asks people, not programs, to confirm */
            fputs(tr(ui->style.lang, "To lose the game, type: resign sure\n"), ui->out);
            return;
        }
        break;
    case CMD_QUIT: snprintf(cmd->id, sizeof cmd->id, ID_QUIT); break;
    case CMD_GAMES:
        if (cmd->has[0] && is_player_name(command_arg(cmd, 0))) {
            snprintf(cmd->id, sizeof cmd->id, ID_GAMES "%.*s", NAME_BYTES_MAX,
                     command_arg(cmd, 0));
        }
        break;
    default: break;
    }
    player_send(ui->player, cmd);
}

const char *ui_prompt(const struct ui *ui) {
    return secret_prompt(&ui->secret);
}

void ui_type(struct ui *ui, const char *line) {
    if (ui->secret.is_open) {
        if (secret_take(&ui->secret, line, ui->out)) {
            send_secret(ui);
        }
        return;
    }
    line += strspn(line, " \t");
    if (secret_is(line) && ui->is_local) {
        fputs(tr(ui->style.lang, "There are no accounts without a server.\n"), ui->out);
        return;
    }
    if (secret_is(line)) {
        if (secret_begin(&ui->secret, line, ui->line, ui->out)) {
            send_secret(ui);
        }
        return;
    }
    if (line[0] == '\0' && ui->pager.rest != NULL) {
        pager_show(&ui->pager, ui->out);
        return;
    }
    bool is_enough = ui->pager.rest != NULL && strcmp(line, "q") == 0;
    if (line[0] == '\0') {
        return;
    }
    pager_end(&ui->pager); /* the user typed something else than Enter */
    if (is_enough) {
        return;
    }
    if (own_words_take(ui, line)) {
        return;
    }
    struct command cmd;
    struct command_fault fault;
    if (command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK) {
        obey(ui, &cmd);
    } else if (ui->is_local && fault.code == ERR_UNKNOWN_COMMAND) {
        show_unknown(ui, line);
    } else {
        ui_show_fault(ui, &fault);
    }
}

void ui_type_in_vain(struct ui *ui, const char *line) {
    struct command cmd;
    struct command_fault fault;
    line += strspn(line, " \t");
    secret_forget(&ui->secret);
    bool is_known = command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK;
    if (is_known && cmd.kind == CMD_QUIT) {
        ui->has_quit = true;
    } else if (line[0] != '\0') {
        fputs(tr(ui->style.lang,
                 "Not sent: there is no connection.  Still trying; type quit to end.\n"),
              ui->out);
    }
}

int64_t ui_due_ms(const struct ui *ui) {
    if (!ui->asked.is_open || ui->asked.is_told) {
        return -1;
    }
    uint64_t due_ms = ui->asked.sent_ms + UI_ANSWER_MS;
    return due_ms > ui->now_ms ? (int64_t)(due_ms - ui->now_ms) : 0;
}

void ui_wake(struct ui *ui) {
    if (ui_due_ms(ui) == 0) {
        fputs(tr(ui->style.lang, "No answer yet.\n"), ui->out);
        ui->asked.is_told = true;
    }
}

int ui_hint_fd(const struct ui *ui) {
    int fd = advice_fd(&ui->advice);
    return fd < 0 && ui->review != NULL ? review_fd(ui->review) : fd;
}

void ui_tell_hint(struct ui *ui) {
    if (advice_fd(&ui->advice) >= 0) {
        advice_tell(&ui->advice, ui->out, &ui->style);
    } else {
        own_words_hear_review(ui);
    }
}

void ui_tell_loss(struct ui *ui, const char *what, uint32_t delay_ms) {
    char when[80];
    struct page page;
    struct text_out text = text_out_of(when, sizeof when);
    reconnect_write(delay_ms, &text);
    text_put(&text, " (Ctrl-C ends)");
    page_init(&page, ui->out, &ui->style, ' ');
    char *why = said_made(player_why_lost(ui->player));
    page_printf(&page, "%s%s%s.", what, tr(ui->style.lang, "label\4: "), why);
    free(why);
    page_put_sentence(&page, when);
}

/* --- messages from the server --- */

/* Shows the name without the token, which is secret. */
static void show_name(struct ui *ui, const struct message *msg) {
    struct message shown = *msg;
    const char *wanted = ui->player->wanted;
    if (strcmp(msg->id, PLAYER_ID_NAME) == 0 && strcmp(msg->name, wanted) != 0) {
        bool is_registered = ui->player->is_registered;
        if (is_registered && !ui->player->is_reserved) {
            fprintf(ui->out,
                    tr(ui->style.lang, "The name %s is registered: you are %s until you "
                                       "type login %s.\n"),
                    wanted, msg->name, wanted);
        } else {
            fprintf(ui->out,
                    ui->player->is_reserved
                        ? tr(ui->style.lang,
                             "The name %s is kept for the host: you are %s.\n")
                        : tr(ui->style.lang, "The name %s is taken: you are %s.\n"),
                    wanted, msg->name);
        }
        fputs(tr(ui->style.lang, "Type play royal-ur to play, or help for everything.\n"),
              ui->out);
        return;
    }
    shown.token = message_empty.token;
    render_message(ui->out, &shown, &ui->style);
}

/* Shows the server's title, once. */
static void show_server(struct ui *ui, const struct hello *hello) {
    if (!ui->has_greeted) {
        fprintf(ui->out, "%s %s: %s\n", hello->server, hello->version, hello->title);
        if (hello->welcome[0] != '\0') {
            fprintf(ui->out, "\n%s\n\n", hello->welcome);
        }
        ui->has_greeted = true;
    }
}

/* The player whose games were asked for; NULL: none, or the server sends a wrong id. */
static const char *games_name(const struct message *msg) {
    bool is_asked = strncmp(msg->id, ID_GAMES, strlen(ID_GAMES)) == 0;
    const char *name = is_asked ? msg->id + strlen(ID_GAMES) : "";
    return is_player_name(name) ? name : NULL;
}

/* After a reconnect, sends the unanswered move again.  The event number in it makes sure
 * that it is played only once.  Without that number, only the user can decide. */
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
        fprintf(ui->out, tr(ui->style.lang, "Sent again: %s\n"), command_arg(cmd, 0));
        send_move(ui, cmd);
    } else {
        fprintf(ui->out,
                tr(ui->style.lang,
                   "Your move %s was not answered: type it again if it is your turn.\n"),
                command_arg(cmd, 0));
    }
}

/* Handles the hello of a new connection. */
static void hear_hello(struct ui *ui, const struct hello *hello) {
    ui->line = strcmp(hello->passwords, "refuse") == 0 ? SECRET_LINE_REFUSE
               : strcmp(hello->passwords, "warn") == 0 ? SECRET_LINE_WARN
                                                       : SECRET_LINE_SAFE;
    show_server(ui, hello);
}

/* Handles the answer to a command with passwords.  Wipes them, unless the server only
 * gives a warning that the user has already accepted.  False: show nothing. */
static bool hear_secret(struct ui *ui, const struct message *msg) {
    if (ui->secret.is_open) {
        return true; /* nothing was sent yet: the server answers what nobody asked */
    }
    bool is_warning = msg->kind == MESSAGE_ERROR && msg->error == ERR_INSECURE &&
                      ui->line == SECRET_LINE_WARN && ui->secret.is_warned;
    if (is_warning) {
        ui->line = SECRET_LINE_SAFE; /* this once */
        send_secret(ui);
        return false;
    }
    secret_forget(&ui->secret);
    return true;
}

/* Shows an answer page by page; shows messages in between as usual. */
static void show_pages(struct ui *ui, const struct message *msg) {
    size_t len;
    char *text, *help = NULL;
    struct message translated = *msg;
    bool has_own = ui->is_local && ui->topic[0] == '\0';
    if (msg->cmd == CMD_HELP && ui->style.lang != LANG_EN && !has_own) {
        FILE *out = mem_stream(&help, &len);
        bool found = render_help(out, ui->style.lang, ui->topic);
        fclose(out);
        translated.text = found ? help : msg->text; /* the server speaks English */
    }
    FILE *out = mem_stream(&text, &len);
    render_message(out, &translated, &ui->style);
    free(help);
    if (msg->cmd == CMD_HELP && strcmp(msg->id, ID_HELP) == 0) {
        fputs(ui->is_local ? ""
                           : tr(ui->style.lang,
                                "In alea play also: hint, analyse, and help save.\n"),
              out);
    }
    fclose(out);
    pager_begin(&ui->pager, text, ui->out);
}

static void hear_reply(struct ui *ui, const struct message *msg) {
    ui->is_page = true;
    switch ((int)msg->cmd) {
    case CMD_READY:
    case CMD_MOVE:
    case CMD_SAY:
    case CMD_SHOUT:
    case CMD_TAKEBACK:
    case CMD_RESIGN:
    case CMD_DRAW:
    case CMD_ADJOURN:
    case CMD_ABORT:
    case CMD_CLAIM:
    case CMD_DECLINE:
    case CMD_UNSEEK:
    case CMD_REMATCH: return; /* the next event says more */
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
        if (msg->name[0] == '\0') { /* no name: an adjourned game continues */
            return;
        }
        if (strcmp(msg->id, PLAYER_ID_RESUME) == 0) {
            fprintf(ui->out, tr(ui->style.lang, "Back again as %s.\n"), msg->name);
            ui->drawn[0] = '\0';
            repeat_move(ui);
            return;
        }
        break;
    case CMD_MOVES:
        if (msg->moves != NULL && msg->move[0] == '\0') { /* else only some of them */
            shown_remember(&ui->shown, msg, msg->moves, ui->now_ms);
        }
        break;
    case CMD_BOARD:
        shown_remember(&ui->shown, msg, msg->state->moves, ui->now_ms);
        if (ui->scene != NULL) {
            return; /* it is there */
        }
        break;
    case CMD_LEAVE:
    case CMD_UNWATCH:
        if (ui->scene != NULL) {
            scene_leave(ui->scene, msg->room);
        }
        break;
    case CMD_AUTO:
        if (ui->scene != NULL && msg->table != NULL) {
            ui->scene->is_auto = strcmp(table_at(msg->table, 0, 0)->text, "on") == 0;
        }
        break;
    case CMD_PLAY:
        if (ui->is_local) {
            return;
        }
        break;
    case CMD_RECORD:
        if (own_words_hear_record(ui, msg)) {
            return;
        }
        break;
    case CMD_GAMES:
        if (msg->n_rows == 0 && games_name(msg) != NULL) {
            fprintf(ui->out, tr(ui->style.lang, "No finished games of %s.\n"),
                    games_name(msg));
            return;
        }
        break;
    case CMD_CREATE: own_words_invite(ui, msg); return;
    default: break;
    }
    if (msg->state != NULL) { /* a board */
        render_message(ui->out, msg, &ui->style);
    } else {
        show_pages(ui, msg);
    }
}

/* Whether the server has forgotten us and our rooms. */
static bool is_forgotten(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_TOKEN &&
           strcmp(msg->id, PLAYER_ID_RESUME) == 0;
}

/* Whether the server refuses `quit` because of a running game. */
static bool is_quit_refused(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_IN_GAME &&
           strcmp(msg->id, ID_QUIT) == 0;
}

/* Calls the user for what is meant for them. */
static void call_for(const struct ui *ui, const struct message *msg) {
    bool is_event = ui->scene != NULL && msg->kind == MESSAGE_EVENT;
    if (is_event && msg->event == EVENT_OFFER) {
        scene_call(ui->scene, said("somebody wants to play"), ui->now_ms);
    } else if (is_event && msg->event == EVENT_TELL) {
        scene_call(ui->scene, said("somebody talks to you"), ui->now_ms);
    }
}

void ui_hear(struct ui *ui, const struct message *msg) {
    bool is_event = msg->kind == MESSAGE_EVENT;
    if (!is_event && lobby_hear(ui, msg)) {
        return;
    }
    if (!is_event && strcmp(msg->id, ui->asked.cmd.id) == 0) {
        ui->asked.is_open = false;
    }
    if (!is_event && strcmp(msg->id, ID_SECRET) == 0 && !hear_secret(ui, msg)) {
        return;
    }
    if (is_event && msg->event == EVENT_CLOSED && ui->scene != NULL) {
        scene_leave(ui->scene, msg->room);
    }
    if (msg->kind == MESSAGE_REPLY) {
        hear_reply(ui, msg);
    } else if (is_event && msg->event == EVENT_STATE) {
        states_hear(ui, msg);
    } else if (is_forgotten(msg)) {
        shown_forget(&ui->shown);
        ui->asked.is_open = false;
        fputs(ui->player->has_lost_seats
                  ? tr(ui->style.lang,
                       "The server no longer knows you, and your rooms are "
                       "gone: you start afresh.\n")
                  : tr(ui->style.lang,
                       "The server no longer knows you: you start afresh.\n"),
              ui->out);
    } else if (is_quit_refused(msg)) {
        render_message(ui->out, msg, &ui->style);
        fputs(tr(ui->style.lang, "To hang up, and keep your seat, press Ctrl-C.\n"),
              ui->out);
    } else {
        render_message(ui->out, msg, &ui->style);
        call_for(ui, msg);
        ui->has_quit = is_event && msg->event == EVENT_BYE && msg->error == ERR_OK;
    }
}
