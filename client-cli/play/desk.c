/* What is typed, and what time does. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/reconnect.h"
#include "client-cli/play/desk_inside.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "proto/typed_move.h"
#include "view/page.h"

const char desk_help[] =
    "Here in alea play also:\n"
    "  ready            adds a random nonce to the dice, sealed until both are ready\n"
    "  register, login NAME, password, forget-me\n"
    "                   ask for passwords, and do not show them\n"
    "  save FILE        writes the record of the game to FILE, for alea verify FILE\n"
    "Dice are checked against what you saw before the game, when it is over.\n"
    "If the line drops you come back by yourself.\n";

/* Lines longer than this are hard to read; much shorter ones are no lines. */
#define COLUMNS_MOST  100
#define COLUMNS_LEAST 30
/* Rows that help does not fill: that it goes on, and the prompt. */
#define ROWS_KEPT 2

void desk_resize(struct desk *desk, unsigned columns, unsigned rows) {
    unsigned most = columns < COLUMNS_LEAST  ? COLUMNS_LEAST
                    : columns > COLUMNS_MOST ? COLUMNS_MOST
                                             : columns - 1;
    desk->style.columns = columns == 0 ? 0 : (unsigned short)most;
    desk->rows = rows > 2 * ROWS_KEPT ? rows : 0;
}

void desk_show_more(struct desk *desk) {
    size_t n_lines = page_count_lines(desk->more), fits = desk->rows - ROWS_KEPT;
    bool is_last = desk->rows == 0 || n_lines <= fits + 1;
    const char *rest = page_after_lines(desk->more, is_last ? n_lines : fits);
    fprintf(desk->out, "%.*s", (int)(rest - desk->more), desk->more);
    char *more = is_last ? NULL : mem_copy(rest, strlen(rest));
    if (!is_last) {
        fputs("-- Enter shows more, q ends it --\n", desk->out);
    }
    free(desk->more);
    desk->more = more;
}

void desk_fini(struct desk *desk) {
    free(desk->more);
    free(desk->shown.moves);
    secret_forget(&desk->secret);
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
static bool is_surprise(struct desk *desk) {
    uint64_t since_ms = desk->shown.changed_ms;
    bool is_new = since_ms != 0 && desk->now_ms - since_ms < DESK_SURPRISE_MS;
    desk->shown.changed_ms = 0;
    if (is_new) {
        fprintf(desk->out, "Not sent: you have just been asked in %s; type it again.\n",
                desk->shown.room);
    }
    return is_new;
}

/* Finds what was typed in the list of moves shown: a number, or a move in any spelling.
 * A number that is not in it gives "".  False: it is none of them. */
static bool find_shown(const struct desk *desk, const char *typed,
                       char move[static MOVE_TEXT_BYTES]) {
    struct text_in in;
    unsigned n = 0;
    text_in_init(&in, typed, strlen(typed));
    if (!text_take_number(&in, MOVES_MAX, "", &n) || !text_at_end(&in)) {
        return typed_move_find(desk->shown.moves, typed, move);
    }
    nth_text(n > 0 ? desk->shown.moves : "", n, move, MOVE_TEXT_BYTES);
    return true;
}

/* Spells a move that is not legal, for the server to say why. */
static void spell(const struct desk *desk, struct command *cmd) {
    char move[MOVE_TEXT_BYTES];
    const char *spelled = typed_move_spell(desk->shown.moves, command_arg(cmd, 0), move);
    if (spelled == move) {
        command_put_arg(cmd, 0, move);
    }
}

/* A move means the list that the person sees, not the one that the server has by the time
 * it arrives: sends it as it is spelled there, with the number of its event.  False: it
 * is not to be sent. */
static bool take_move(struct desk *desk, struct command *cmd) {
    char move[MOVE_TEXT_BYTES];
    bool is_shown = desk->shown.moves != NULL &&
                    (cmd->room[0] == '\0' || strcmp(cmd->room, desk->shown.room) == 0);
    if (!is_shown || cmd->has[1]) {
        return true;
    }
    if (!find_shown(desk, command_arg(cmd, 0), move)) {
        spell(desk, cmd);
        return true;
    }
    if (cmd->room[0] == '\0' && is_surprise(desk)) {
        return false;
    }
    if (move[0] == '\0') {
        fputs("There is no move with this number: moves lists them.\n", desk->out);
        return false;
    }
    snprintf(cmd->room, sizeof cmd->room, "%s", desk->shown.room);
    command_put_arg(cmd, 0, move);
    command_put_arg(cmd, 1, desk->shown.seq);
    return true;
}

void desk_show_fault(struct desk *desk, const struct command_fault *fault) {
    struct page page;
    page_init(&page, desk->out, &desk->style, '-');
    page_put_sentence(&page, fault->text);
}

void desk_send_move(struct desk *desk, const struct command *cmd) {
    if (cmd != &desk->asked.cmd) { /* not that of before once more */
        command_copy(&desk->asked.cmd, cmd);
    }
    if (cmd->id[0] == '\0') {
        snprintf(desk->asked.cmd.id, sizeof desk->asked.cmd.id, DESK_ID_MOVE);
    }
    desk->asked.sent_ms = desk->now_ms;
    desk->asked.is_open = true;
    desk->asked.is_told = false;
    player_send(desk->player, &desk->asked.cmd);
}

static void obey(struct desk *desk, struct command *cmd) {
    switch ((int)cmd->kind) {
    case CMD_READY:
        player_ready(desk->player, cmd->room, cmd->has[0] ? command_arg(cmd, 0) : NULL);
        return;
    case CMD_MODE:
        fputs("alea play draws by itself: see alea play --help.\n", desk->out);
        return;
    case CMD_MOVE:
        if (take_move(desk, cmd)) {
            desk_send_move(desk, cmd);
        }
        return;
    case CMD_HELP:
        if (!cmd->has[0]) {
            snprintf(cmd->id, sizeof cmd->id, DESK_ID_HELP);
        }
        break;
    case CMD_WHY: spell(desk, cmd); break;
    case CMD_RESIGN:
        if (!cmd->has[0]) { /* the server takes a program at its word */
            fputs("To lose the game, type: resign sure\n", desk->out);
            return;
        }
        break;
    case CMD_QUIT: snprintf(cmd->id, sizeof cmd->id, DESK_ID_QUIT); break;
    case CMD_GAMES:
        if (cmd->has[0] && is_player_name(command_arg(cmd, 0))) {
            snprintf(cmd->id, sizeof cmd->id, DESK_ID_GAMES "%.*s", NAME_BYTES_MAX,
                     command_arg(cmd, 0));
        }
        break;
    default: break;
    }
    player_send(desk->player, cmd);
}

void desk_send_secret(struct desk *desk) {
    snprintf(desk->secret.cmd.id, sizeof desk->secret.cmd.id, DESK_ID_SECRET);
    player_send(desk->player, &desk->secret.cmd);
}

const char *desk_prompt(const struct desk *desk) {
    return secret_prompt(&desk->secret);
}

void desk_type(struct desk *desk, const char *line) {
    if (desk->secret.is_open) {
        if (secret_take(&desk->secret, line, desk->out)) {
            desk_send_secret(desk);
        }
        return;
    }
    line += strspn(line, " \t");
    if (secret_is(line)) {
        if (secret_begin(&desk->secret, line, desk->line, desk->out)) {
            desk_send_secret(desk);
        }
        return;
    }
    if (line[0] == '\0' && desk->more != NULL) {
        desk_show_more(desk);
        return;
    }
    bool is_enough = desk->more != NULL && strcmp(line, "q") == 0;
    if (line[0] == '\0' || desk_take_save(desk, line)) {
        return;
    }
    free(desk->more); /* nobody wants to read on */
    desk->more = NULL;
    if (is_enough) {
        return;
    }
    if (strcmp(line, "help save") == 0) {
        fputs(desk_help, desk->out);
        return;
    }
    struct command cmd;
    struct command_fault fault;
    if (command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK) {
        obey(desk, &cmd);
    } else {
        desk_show_fault(desk, &fault);
    }
}

void desk_type_in_vain(struct desk *desk, const char *line) {
    struct command cmd;
    struct command_fault fault;
    line += strspn(line, " \t");
    secret_forget(&desk->secret);
    bool is_known = command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK;
    if (is_known && cmd.kind == CMD_QUIT) {
        desk->has_quit = true;
    } else if (line[0] != '\0') {
        fputs("Not sent: there is no connection.  It is tried again; to end: quit\n",
              desk->out);
    }
}

int64_t desk_due_ms(const struct desk *desk) {
    if (!desk->asked.is_open || desk->asked.is_told) {
        return -1;
    }
    uint64_t due_ms = desk->asked.sent_ms + DESK_ANSWER_MS;
    return due_ms > desk->now_ms ? (int64_t)(due_ms - desk->now_ms) : 0;
}

void desk_wake(struct desk *desk) {
    if (desk_due_ms(desk) == 0) {
        fputs("No answer yet.\n", desk->out);
        desk->asked.is_told = true;
    }
}

void desk_tell_loss(struct desk *desk, const char *what, uint32_t delay_ms) {
    char when[80];
    struct text_out text;
    struct page page;
    text_out_init(&text, when, sizeof when);
    reconnect_write(delay_ms, &text);
    text_put(&text, " (Ctrl-C ends)");
    page_init(&page, desk->out, &desk->style, ' ');
    page_printf(&page, "%s: %s.", what, player_why_lost(desk->player));
    page_put_sentence(&page, when);
}
