#include "client-cli/desk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/desk_inside.h"
#include "client-cli/reconnect.h"
#include "mem/mem.h"
#include "proto/shape.h"
#include "view/page.h"
#include "view/render.h"

/* Ids of requests whose answers need more than being shown. */
#define ID_HELP   "desk.help"
#define ID_QUIT   "desk.quit"
#define ID_MOVE   "desk.move"
#define ID_SECRET "desk.secret"
/* The name whose games are asked for follows: the answer has it no longer. */
#define ID_GAMES "desk.games."

static const char local_help[] =
    "Here in alea play also:\n"
    "  3, in-2          a number or a move alone plays that move of the list\n"
    "  ready            adds a random nonce to the dice, sealed until both are ready\n"
    "  register, login NAME, password, forget-me\n"
    "                   ask for passwords, and do not show them\n"
    "  save FILE        writes the record of the game to FILE, for alea verify FILE\n"
    "Dice are checked against what you saw before the game, when it is over.\n"
    "If the line drops you come back by yourself.\n";

void desk_fini(struct desk *desk) {
    free(desk->shown.moves);
    secret_forget(&desk->secret);
}

/* --- typing --- */

/* The n-th of the texts, which have one space between; "" when there are not so many. */
static void nth_text(const char *texts, unsigned n, char *out, size_t cap) {
    for (; n > 1 && *texts != '\0'; n--) {
        texts += strcspn(texts, " ");
        texts += *texts == ' ';
    }
    snprintf(out, cap, "%.*s", (int)strcspn(texts, " "), texts);
}

/* Whether the moves last shown have this one: it can be typed without the word move. */
static bool is_shown_move(const struct desk *desk, const char *text) {
    size_t len = strlen(text);
    for (const char *at = desk->shown.moves; at != NULL && *at != '\0';) {
        size_t n = strcspn(at, " ");
        if (n == len && memcmp(at, text, n) == 0) {
            return true;
        }
        at += n + (at[n] == ' ');
    }
    return false;
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

/* A number means the list that the person sees, not the one that the server has by the
 * time it arrives: sends the move itself, with the number of its event. */
static bool take_number(struct desk *desk, struct command *cmd) {
    struct text_in in;
    unsigned n = 0;
    const char *typed = command_arg(cmd, 0);
    text_in_init(&in, typed, strlen(typed));
    bool is_number = text_take_number(&in, MOVES_MAX, "", &n) && text_at_end(&in);
    bool is_shown = desk->shown.moves != NULL &&
                    (cmd->room[0] == '\0' || strcmp(cmd->room, desk->shown.room) == 0);
    if (!is_number || !is_shown || cmd->has[1]) {
        return true;
    }
    if (cmd->room[0] == '\0' && is_surprise(desk)) {
        return false;
    }
    char move[LINE_BYTES_MAX + 1];
    nth_text(desk->shown.moves, n, move, sizeof move);
    if (n == 0 || move[0] == '\0') {
        fputs("There is no move with this number in the list.\n", desk->out);
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

/* Sends a move, and remembers it until it is answered. */
static void send_move(struct desk *desk, const struct command *cmd) {
    if (cmd != &desk->asked.cmd) { /* not that of before once more */
        command_copy(&desk->asked.cmd, cmd);
    }
    if (cmd->id[0] == '\0') {
        snprintf(desk->asked.cmd.id, sizeof desk->asked.cmd.id, ID_MOVE);
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
        if (take_number(desk, cmd)) {
            send_move(desk, cmd);
        }
        return;
    case CMD_HELP:
        if (!cmd->has[0]) {
            snprintf(cmd->id, sizeof cmd->id, ID_HELP);
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
    player_send(desk->player, cmd);
}

static void play_shown(struct desk *desk, const char *move) {
    struct command cmd;
    command_init(&cmd, CMD_MOVE);
    snprintf(cmd.room, sizeof cmd.room, "%s", desk->shown.room);
    command_put_arg(&cmd, 0, move);
    command_put_arg(&cmd, 1, desk->shown.seq);
    send_move(desk, &cmd);
}

static void send_secret(struct desk *desk) {
    snprintf(desk->secret.cmd.id, sizeof desk->secret.cmd.id, ID_SECRET);
    player_send(desk->player, &desk->secret.cmd);
}

const char *desk_prompt(const struct desk *desk) {
    return secret_prompt(&desk->secret);
}

void desk_type(struct desk *desk, const char *line) {
    if (desk->secret.is_open) {
        if (secret_take(&desk->secret, line, desk->out)) {
            send_secret(desk);
        }
        return;
    }
    line += strspn(line, " \t");
    if (secret_is(line)) {
        if (secret_begin(&desk->secret, line, desk->line, desk->out)) {
            send_secret(desk);
        }
        return;
    }
    if (line[0] == '\0' || desk_take_save(desk, line)) {
        return;
    }
    if (strcmp(line, "help save") == 0) {
        fputs(local_help, desk->out);
        return;
    }
    if (is_shown_move(desk, line)) {
        if (!is_surprise(desk)) {
            play_shown(desk, line);
        }
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

/* --- showing --- */

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
                is_registered ? "registered" : "taken", msg->name,
                is_registered ? " until you type login " : "",
                is_registered ? wanted : "");
        fputs("Type rooms to see who is waiting, or help for everything.\n", desk->out);
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
    bool is_asked = strncmp(msg->id, ID_GAMES, strlen(ID_GAMES)) == 0;
    const char *name = is_asked ? msg->id + strlen(ID_GAMES) : "";
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
        send_move(desk, cmd);
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
        send_secret(desk);
        return false;
    }
    secret_forget(&desk->secret);
    return true;
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
        if (msg->moves != NULL) {
            remember_moves(desk, msg, msg->moves);
        }
        break;
    case CMD_BOARD: remember_moves(desk, msg, msg->state->moves); break;
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
    if (strcmp(msg->id, ID_HELP) == 0) {
        fprintf(desk->out, "\n%s", local_help);
    }
}

/* The server has lost the player and his rooms. */
static bool is_forgotten(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_UNKNOWN_TOKEN &&
           strcmp(msg->id, PLAYER_ID_RESUME) == 0;
}

/* He wants to go in the middle of a game. */
static bool is_quit_refused(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR && msg->error == ERR_IN_GAME &&
           strcmp(msg->id, ID_QUIT) == 0;
}

void desk_hear(struct desk *desk, const struct message *msg) {
    bool is_event = msg->kind == MESSAGE_EVENT;
    if (!is_event && strcmp(msg->id, desk->asked.cmd.id) == 0) {
        desk->asked.is_open = false;
    }
    if (!is_event && strcmp(msg->id, ID_SECRET) == 0 && !hear_secret(desk, msg)) {
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
