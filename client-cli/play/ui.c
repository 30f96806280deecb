/* What is typed, and what time does. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/reconnect.h"
#include "client-cli/play/ui_inside.h"
#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "proto/shape.h"
#include "view/page.h"

const char ui_help[] =
    "In alea play you can also type:\n"
    "  ready            adds a random nonce to the dice, sealed until both are ready\n"
    "  register, login NAME, password, forget-me\n"
    "                   ask for passwords, and do not show them\n"
    "  save FILE        writes the record of the game to FILE, for alea verify FILE\n"
    "After a game it checks the dice against what you saw before the game.\n"
    "If the line drops, it brings you back by itself.\n";

/* Lines longer than this are hard to read; much shorter ones are no lines. */
#define COLUMNS_MOST  100
#define COLUMNS_LEAST 30
/* Rows that help does not fill: that it goes on, and the prompt. */
#define ROWS_KEPT 2

void ui_resize(struct ui *ui, unsigned columns, unsigned rows) {
    unsigned most = columns < COLUMNS_LEAST  ? COLUMNS_LEAST
                    : columns > COLUMNS_MOST ? COLUMNS_MOST
                                             : columns - 1;
    ui->style.columns = columns == 0 ? 0 : (unsigned short)most;
    ui->rows = rows > 2 * ROWS_KEPT ? rows : 0;
}

void ui_show_more(struct ui *ui) {
    size_t n_lines = page_count_lines(ui->more), fits = ui->rows - ROWS_KEPT;
    bool is_last = ui->rows == 0 || n_lines <= fits + 1;
    const char *rest = page_after_lines(ui->more, is_last ? n_lines : fits);
    fprintf(ui->out, "%.*s", (int)(rest - ui->more), ui->more);
    char *more = is_last ? NULL : mem_copy(rest, strlen(rest));
    if (!is_last) {
        fputs("-- Enter shows more, q skips the rest --\n", ui->out);
    }
    free(ui->more);
    ui->more = more;
}

void ui_fini(struct ui *ui) {
    free(ui->more);
    free(ui->shown.moves);
    secret_forget(&ui->secret);
}

/* The n-th of the texts, which have one space between; "" when there are not so many. */
static void nth_text(const char *texts, unsigned n, char *out, size_t cap) {
    for (; n > 1 && *texts != '\0'; n--) {
        texts += strcspn(texts, " ");
        texts += *texts == ' ';
    }
    snprintf(out, cap, "%.*s", (int)strcspn(texts, " "), texts);
}

/* Whether the list shown has just taken the place of another room's, which the person may
 * have meant: says so, once. */
static bool is_surprise(struct ui *ui) {
    uint64_t since_ms = ui->shown.changed_ms;
    bool is_new = since_ms != 0 && ui->now_ms - since_ms < UI_SURPRISE_MS;
    ui->shown.changed_ms = 0;
    if (is_new) {
        fprintf(ui->out, "Not sent: you have just been asked in %s; type it again.\n",
                ui->shown.room);
    }
    return is_new;
}

/* Finds what was typed in the list of moves shown: a number, or a move in any spelling.
 * A number that is not in it gives "".  False: it is none of them. */
static bool find_shown(const struct ui *ui, const char *typed,
                       char move[static MOVE_TEXT_BYTES]) {
    unsigned n = 0;
    struct text_in in = text_in_of(typed, strlen(typed));
    if (!text_take_number(&in, MOVES_MAX, "", &n) || !text_at_end(&in)) {
        return typed_move_find(ui->shown.moves, typed, move);
    }
    nth_text(n > 0 ? ui->shown.moves : "", n, move, MOVE_TEXT_BYTES);
    return true;
}

/* Spells a move that is not legal, for the server to say why. */
static void spell(const struct ui *ui, struct command *cmd) {
    char move[MOVE_TEXT_BYTES];
    const char *spelled = typed_move_spell(ui->shown.moves, command_arg(cmd, 0), move);
    if (spelled == move) {
        command_put_arg(cmd, 0, move);
    }
}

/* A move means the list that the person sees, not the one that the server has by the time
 * it arrives: sends it as it is spelled there, with the number of its event.  False: it
 * is not to be sent. */
static bool take_move(struct ui *ui, struct command *cmd) {
    char move[MOVE_TEXT_BYTES];
    bool is_shown = ui->shown.moves != NULL &&
                    (cmd->room[0] == '\0' || strcmp(cmd->room, ui->shown.room) == 0);
    if (!is_shown || cmd->has[1]) {
        return true;
    }
    if (!find_shown(ui, command_arg(cmd, 0), move)) {
        spell(ui, cmd);
        return true;
    }
    if (cmd->room[0] == '\0' && is_surprise(ui)) {
        return false;
    }
    if (move[0] == '\0') {
        fputs("There is no move with this number: type moves to see them.\n", ui->out);
        return false;
    }
    snprintf(cmd->room, sizeof cmd->room, "%s", ui->shown.room);
    command_put_arg(cmd, 0, move);
    command_put_arg(cmd, 1, ui->shown.seq);
    return true;
}

void ui_show_fault(struct ui *ui, const struct command_fault *fault) {
    struct page page;
    page_init(&page, ui->out, &ui->style, '-');
    page_put_sentence(&page, fault->text);
}

void ui_send_move(struct ui *ui, const struct command *cmd) {
    if (cmd != &ui->asked.cmd) { /* not that of before once more */
        command_copy(&ui->asked.cmd, cmd);
    }
    if (cmd->id[0] == '\0') {
        snprintf(ui->asked.cmd.id, sizeof ui->asked.cmd.id, UI_ID_MOVE);
    }
    ui->asked.sent_ms = ui->now_ms;
    ui->asked.is_open = true;
    ui->asked.is_told = false;
    player_send(ui->player, &ui->asked.cmd);
}

static void obey(struct ui *ui, struct command *cmd) {
    switch ((int)cmd->kind) {
    case CMD_READY:
        player_ready(ui->player, cmd->room, cmd->has[0] ? command_arg(cmd, 0) : NULL);
        return;
    case CMD_MODE:
        fputs("alea play draws by itself: see alea play --help.\n", ui->out);
        return;
    case CMD_MOVE:
        if (take_move(ui, cmd)) {
            ui_send_move(ui, cmd);
        }
        return;
    case CMD_HELP:
        if (!cmd->has[0]) {
            snprintf(cmd->id, sizeof cmd->id, UI_ID_HELP);
        }
        break;
    case CMD_WHY: spell(ui, cmd); break;
    case CMD_RESIGN:
        if (!cmd->has[0]) { /* the server takes a program at its word */
            fputs("To lose the game, type: resign sure\n", ui->out);
            return;
        }
        break;
    case CMD_QUIT: snprintf(cmd->id, sizeof cmd->id, UI_ID_QUIT); break;
    case CMD_GAMES:
        if (cmd->has[0] && is_player_name(command_arg(cmd, 0))) {
            snprintf(cmd->id, sizeof cmd->id, UI_ID_GAMES "%.*s", NAME_BYTES_MAX,
                     command_arg(cmd, 0));
        }
        break;
    default: break;
    }
    player_send(ui->player, cmd);
}

void ui_send_secret(struct ui *ui) {
    snprintf(ui->secret.cmd.id, sizeof ui->secret.cmd.id, UI_ID_SECRET);
    player_send(ui->player, &ui->secret.cmd);
}

const char *ui_prompt(const struct ui *ui) {
    return secret_prompt(&ui->secret);
}

void ui_type(struct ui *ui, const char *line) {
    if (ui->secret.is_open) {
        if (secret_take(&ui->secret, line, ui->out)) {
            ui_send_secret(ui);
        }
        return;
    }
    line += strspn(line, " \t");
    if (secret_is(line)) {
        if (secret_begin(&ui->secret, line, ui->line, ui->out)) {
            ui_send_secret(ui);
        }
        return;
    }
    if (line[0] == '\0' && ui->more != NULL) {
        ui_show_more(ui);
        return;
    }
    bool is_enough = ui->more != NULL && strcmp(line, "q") == 0;
    if (line[0] == '\0' || ui_take_save(ui, line)) {
        return;
    }
    free(ui->more); /* nobody wants to read on */
    ui->more = NULL;
    if (is_enough) {
        return;
    }
    if (strcmp(line, "help save") == 0) {
        fputs(ui_help, ui->out);
        return;
    }
    struct command cmd;
    struct command_fault fault;
    if (command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK) {
        obey(ui, &cmd);
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
        fputs("Not sent: there is no connection.  Still trying; type quit to end.\n",
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
        fputs("No answer yet.\n", ui->out);
        ui->asked.is_told = true;
    }
}

void ui_tell_loss(struct ui *ui, const char *what, uint32_t delay_ms) {
    char when[80];
    struct page page;
    struct text_out text = text_out_of(when, sizeof when);
    reconnect_write(delay_ms, &text);
    text_put(&text, " (Ctrl-C ends)");
    page_init(&page, ui->out, &ui->style, ' ');
    page_printf(&page, "%s: %s.", what, player_why_lost(ui->player));
    page_put_sentence(&page, when);
}
