#include "client-cli/player/player.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/wait.h"
#include "client-cli/player/greeting.h"
#include "client-cli/player/seal.h"
#include "mem/mem.h"
#include "proto/shape.h"

/* Most numbered names to try before giving up. */
#define NAMES_MAX 99
/* How long a server may be silent before we speak, in ms. */
#define SILENCE_MS 1000

/* --- names --- */

static void ask_name(struct player *player) {
    char name[NAME_BYTES_MAX + 1];
    player_number_name(player->is_reserved ? "guest" : player->wanted, ++player->n_names,
                       name);
    player_ask(player,
               &(struct request){.kind = CMD_NAME, .id = PLAYER_ID_NAME, .arg = {name}});
}

/* --- connecting --- */

static void say_hello(struct player *player) {
    player->has_said_hello = true;
    player_ask(player, &(struct request){.kind = CMD_HELLO,
                                         .id = PLAYER_ID_HELLO,
                                         .arg = {"alea " ALEA_VERSION}});
}

/* Says hello first to a server that says nothing: a port for browsers or for TLS then
 * answers at once. */
static void break_silence(struct player *player) {
    struct wait_fd fd = {.fd = player->net.fd};
    if (wait_for(&fd, 1, SILENCE_MS) == WAIT_TIMEOUT) {
        say_hello(player);
    }
}

static bool read_greeting(struct player *player) {
    struct net *net = &player->net;
    size_t len;
    char *line;
    while ((line = lines_next(&net->in, &len)) == NULL) {
        if (!player->has_said_hello) {
            break_silence(player);
        }
        if (!net_wait(net, false) || !net_receive(net)) {
            return false;
        }
    }
    player->has_answered = true;
    if (player_read_refusal(line, &player->bye, player->bye_text)) {
        player->has_bye = true;
        return false;
    }
    return player_check_greeting(line, net->fault);
}

void player_init(struct player *player, const char *name, const char *token) {
    *player = (struct player){.net.fd = -1};
    snprintf(player->wanted, sizeof player->wanted, "%s", name);
    snprintf(player->token, sizeof player->token, "%s", token);
}

static void ask_resume(struct player *player) {
    const struct player_room *room = player_busiest_room(player);
    struct request request = {
        .kind = CMD_RESUME, .id = PLAYER_ID_RESUME, .arg = {player->token}};
    char last[SEQ_BYTES];
    if (room != NULL) {
        snprintf(last, sizeof last, "%" PRIu64, room->last);
        request.arg[1] = room->code;
        request.arg[2] = last;
    }
    player_ask(player, &request);
}

void player_begin(struct player *player) {
    player->name[0] = '\0';
    player->n_names = 0;
    player->is_registered = false;
    player->is_reserved = false;
    player->open_in_ms = 0;
    player->open_due_ms = 0;
    if (!player->has_said_hello) {
        say_hello(player);
    }
    player->has_said_hello = false;
    if (player->token[0] != '\0') {
        ask_resume(player);
    } else {
        ask_name(player);
    }
}

static bool connect_to(struct player *player, const struct net_address *address) {
    net_close(&player->net);
    player->has_bye = player->has_said_hello = player->has_answered = false;
    if (!net_connect(&player->net, address)) {
        return false;
    }
    if (!read_greeting(player)) {
        net_close(&player->net);
        return false;
    }
    player_begin(player);
    return true;
}

bool player_connect(struct player *player, const struct net_address *address) {
    for (size_t i = 0; i < player->n_fronts; i++) {
        player->fronts[i].trust = address->trust;
        if (connect_to(player, &player->fronts[i])) {
            return true;
        }
        player->net.is_refused = false; /* the next one may be trusted */
    }
    return connect_to(player, address);
}

/* Takes the other ways in that the server names. */
static void hear_hello(struct player *player, const struct hello *hello) {
    char fault[FAULT_BYTES];
    player->n_fronts = 0;
    player->fronts = mem_grow(player->fronts, PLAYER_FRONTS_MAX, sizeof *player->fronts);
    for (size_t i = 0; i < hello->n_fronts && player->n_fronts < PLAYER_FRONTS_MAX; i++) {
        player->n_fronts += net_address_read(hello->fronts[i], NULL,
                                             &player->fronts[player->n_fronts], fault);
    }
}

bool player_may_return(const struct player *player) {
    if (player->net.is_refused) {
        return false;
    }
    return !player->has_bye || player->bye == ERR_SHUTTING_DOWN ||
           player->bye == ERR_TOO_MANY_CONNECTIONS;
}

const char *player_why_lost(const struct player *player) {
    return player->has_bye ? player->bye_text : player->net.fault;
}

void player_close(struct player *player) {
    player_forget_rooms(player);
    net_close(&player->net);
    free(player->fronts);
    *player = (struct player){.net.fd = -1};
}

/* --- sending commands --- */

void player_send(struct player *player, const struct command *cmd) {
    if (cmd->kind == CMD_RESUME && cmd->has[0] && is_token(command_arg(cmd, 0))) {
        memcpy(player->offered, command_arg(cmd, 0), sizeof player->offered);
    }
    char *line = command_to_json(cmd);
    net_send_line(&player->net, line);
    if ((command_spec(cmd->kind)->flags & COMMAND_SECRET) != 0) {
        sodium_memzero(line, strlen(line));
    }
    free(line);
}

void player_ask(struct player *player, const struct request *request) {
    struct command cmd;
    command_init(&cmd, request->kind);
    if (request->id != NULL) {
        snprintf(cmd.id, sizeof cmd.id, "%s", request->id);
    }
    if (request->room != NULL) {
        snprintf(cmd.room, sizeof cmd.room, "%s", request->room);
    }
    for (unsigned i = 0; i < COMMAND_ARGS_MAX; i++) {
        if (request->arg[i] != NULL) {
            command_put_arg(&cmd, i, request->arg[i]);
        }
    }
    player_send(player, &cmd);
}

/* --- after a reconnect --- */

const struct mine_row *player_find_mine(const struct message *msg, const char *code) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        if (strcmp(msg->mine[i].room, code) == 0) {
            return &msg->mine[i];
        }
    }
    return NULL;
}

static void hear_back_in_room(struct player *player, struct player_room *room,
                              const struct mine_row *row) {
    if (row == NULL) {
        player_forget_room(room);
        return;
    }
    if (row->seq < room->last) {
        room->last = row->seq; /* the server lost some events: new ones will follow */
    }
    if (room->stage == STAGE_OPENING && room->is_sealed) {
        /* Our last opening may be lost.  If no event was missed, no state will come that
         * makes us repeat it. */
        player_open_seal(player, room);
    }
}

static void hear_resumed(struct player *player, const struct message *msg) {
    snprintf(player->name, sizeof player->name, "%s", msg->name);
    memcpy(player->token, player->offered, sizeof player->token);
    player->was_in = true;
    if (strcmp(msg->id, PLAYER_ID_RESUME) != 0) {
        snprintf(player->wanted, sizeof player->wanted, "%s", msg->name);
    }
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct player_room *room = &player->rooms[i];
        if (room->code[0] != '\0') {
            hear_back_in_room(player, room, player_find_mine(msg, room->code));
        }
    }
}

static void hear_logged_in(struct player *player, const struct message *msg) {
    snprintf(player->offered, sizeof player->offered, "%s", msg->token);
    hear_resumed(player, msg);
}

static void hear_named(struct player *player, const struct message *msg) {
    snprintf(player->name, sizeof player->name, "%s", msg->name);
    player->was_in = true;
    if (msg->token[0] != '\0') {
        snprintf(player->token, sizeof player->token, "%s", msg->token);
    }
    if (strcmp(msg->id, PLAYER_ID_NAME) == 0) {
        player_watch_again(player);
    } else { /* the user chose another name */
        snprintf(player->wanted, sizeof player->wanted, "%s", msg->name);
    }
}

/* The server has refused the name or the token.  True: the caller can ignore it. */
static bool hear_refused(struct player *player, const struct message *msg) {
    bool was_resume = strcmp(msg->id, PLAYER_ID_RESUME) == 0;
    if (was_resume && msg->error == ERR_UNKNOWN_TOKEN && player->is_by_token) {
        net_lose(&player->net, "the server does not know this token");
        return true;
    }
    if (was_resume && msg->error == ERR_UNKNOWN_TOKEN) {
        player->has_lost_seats = player_forget_seats(player);
        player->token[0] = '\0';
        ask_name(player);
        return !player->was_in;
    }
    bool is_taken = msg->error == ERR_NAME_TAKEN || msg->error == ERR_NAME_REGISTERED;
    if (!was_resume && is_taken && player->n_names < NAMES_MAX) {
        player->is_registered =
            player->is_registered || msg->error == ERR_NAME_REGISTERED;
        ask_name(player);
        return true;
    }
    if (!was_resume && msg->error == ERR_NAME_RESERVED && !player->is_reserved) {
        player->is_reserved = true;
        player->n_names = 0;
        ask_name(player);
        return true;
    }
    if (was_resume || error_is_passing(msg->error)) {
        net_lose(&player->net, msg->text); /* it may work later */
        return true;
    }
    return false;
}

/* --- messages --- */

/* Keeps track of the numbers of events.  False: this event was seen before. */
static bool is_new(struct player_room *room, const struct message *msg) {
    if (msg->seq == 0 || room == NULL) {
        return true;
    }
    if (!msg->snapshot && msg->seq <= room->last) {
        return false;
    }
    room->last = msg->seq;
    return true;
}

static void hear_state(struct player *player, struct player_room *room,
                       const struct message *msg) {
    struct state seen = *msg->state;
    room->side = SIDE_COUNT;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (strcmp(seen.seat[side].name, player->name) == 0) {
            room->side = side;
        }
    }
    room->stage = seen.stage;
    room->is_diceless = seen.game->dice == NULL;
    room->is_ready = room->side < SIDE_COUNT && seen.seat[room->side].ready;
    if (msg->snapshot) {
        seen.n_notes = 0; /* they may have been seen before */
    }
    if (seen.stage == STAGE_WAITING &&
        strcmp(seen.game_id, room->dice_check.game_id) != 0) {
        room->sealed[0] = '\0'; /* a new game */
    }
    dice_check_see(&room->dice_check, &seen);
    player_see_seal(player, room, &seen);
}

/* We have left this room. */
static void forget_room_of(struct player *player, const struct message *msg) {
    struct player_room *room = player_find_room(player, msg->room);
    if (room != NULL) {
        player_forget_room(room);
    }
}

/* Returns whether the message is new. */
static bool hear_event(struct player *player, const struct message *msg) {
    struct player_room *room = NULL;
    switch (msg->event) {
    case EVENT_STATE:
        room = player_get_room(player, msg->room);
        if (!is_new(room, msg)) {
            return false;
        }
        if (room != NULL) {
            bool was_seated = room->side < SIDE_COUNT && room->last > 0 && room->has_seat;
            hear_state(player, room, msg);
            room->has_seat = room->side < SIDE_COUNT;
            if (was_seated && !room->has_seat) { /* a late event, or we lost the seat */
                player_forget_room(room);
            }
        }
        return true;
    case EVENT_SAY: return is_new(player_find_room(player, msg->room), msg);
    case EVENT_BYE:
        player->has_bye = true;
        player->bye = msg->error;
        utf8_clean(msg->text, strlen(msg->text), player->bye_text,
                   sizeof player->bye_text);
        return true;
    case EVENT_CLOSED: forget_room_of(player, msg); return true;
    case EVENT_TELL:
    case EVENT_SHOUT:
    case EVENT_OFFER:
    case EVENT_OFFER_OVER:
    case EVENT_NOTICE:
    case EVENT_RATING:
    case EVENT_KIND_COUNT: break;
    }
    return true;
}

/* Handles a message.  Returns whether the caller needs to see it. */
static bool hear(struct player *player, const struct message *msg) {
    if (msg->kind == MESSAGE_EVENT) {
        return hear_event(player, msg);
    }
    if (player_is_opened(player, msg) || player_is_watch_answer(player, msg)) {
        return false;
    }
    if (msg->kind == MESSAGE_ERROR) {
        bool is_ours = strcmp(msg->id, PLAYER_ID_NAME) == 0 ||
                       strcmp(msg->id, PLAYER_ID_RESUME) == 0;
        return !is_ours || !hear_refused(player, msg);
    }
    switch ((int)msg->cmd) {
    case CMD_HELLO:
        if (msg->hello != NULL) {
            hear_hello(player, msg->hello);
        }
        break;
    case CMD_NAME: hear_named(player, msg); break;
    case CMD_LOGIN: hear_logged_in(player, msg); break;
    case CMD_FORGET_ME:
        player_forget_rooms(player);
        player->token[0] = '\0';
        player->name[0] = '\0';
        break;
    case CMD_PASSWORD:
        snprintf(player->token, sizeof player->token, "%s", msg->token);
        break;
    case CMD_RESUME:
        if (msg->name[0] != '\0') { /* no name: an adjourned game continues */
            hear_resumed(player, msg);
        }
        break;
    case CMD_LEAVE:
    case CMD_UNWATCH: forget_room_of(player, msg); break;
    default: break;
    }
    return true;
}

struct message *player_next(struct player *player) {
    char *line;
    size_t len;
    char fault[FAULT_BYTES];
    while ((line = lines_next(&player->net.in, &len)) != NULL) {
        struct message *msg = message_from_json(line, len, fault);
        if (msg == NULL) {
            continue;
        }
        if (hear(player, msg)) {
            return msg;
        }
        message_free(msg);
    }
    return NULL;
}
