#include "client-cli/player.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ids of what the player asks for by himself. */
#define ID_NAME "player.name"
#define ID_OPEN "player.open"
/* Names with a number tried before giving up. */
#define NAMES_MAX 99
/* Random letters and digits of a sealed nonce: 190 bits, nobody finds them from the
 * seal. */
#define NONCE_LETTERS 32

/* --- names --- */

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void player_fit_name(const char *text, char name[static NAME_BYTES_MAX + 1]) {
    size_t n = 0;
    for (; *text != '\0' && n < NAME_BYTES_MAX; text++) {
        bool fits_inside = (*text >= '0' && *text <= '9') || *text == '_' || *text == '-';
        if (is_letter(*text) || (n > 0 && fits_inside)) {
            name[n++] = *text;
        }
    }
    name[n] = '\0';
    if (n < NAME_BYTES_MIN) {
        snprintf(name, NAME_BYTES_MAX + 1, "guest");
    }
}

static void ask_name(struct player *player) {
    char name[NAME_BYTES_MAX + 1];
    if (player->n_names++ == 0) {
        snprintf(name, sizeof name, "%s", player->wanted);
    } else {
        char number[12];
        int digits = snprintf(number, sizeof number, "%u", player->n_names);
        snprintf(name, sizeof name, "%.*s%s", NAME_BYTES_MAX - digits, player->wanted,
                 number);
    }
    player_ask(player, &(struct request){.kind = CMD_NAME, .id = ID_NAME, .arg = {name}});
}

/* --- connecting --- */

bool player_check_greeting(const char *line, char fault[static FAULT_BYTES]) {
    static const char greeting[] = "* alea/";
    char said[80];
    utf8_clean(line, strlen(line), said, sizeof said);
    if (strncmp(line, greeting, strlen(greeting)) != 0) {
        snprintf(fault, FAULT_BYTES, "this is not an alea server; it says: %s", said);
        return false;
    }
    struct text_in in;
    unsigned version = 0;
    text_in_init(&in, line + strlen(greeting), strlen(line + strlen(greeting)));
    bool is_number = text_take_number(&in, 9999, "the version", &version) &&
                     (text_at_end(&in) || text_peek(&in) == ' ');
    if (!is_number || version != PROTOCOL_VERSION) {
        snprintf(fault, FAULT_BYTES,
                 "this client speaks version %d of the protocol, the server another one: "
                 "%s",
                 PROTOCOL_VERSION, said);
        return false;
    }
    return true;
}

static bool read_greeting(struct player *player) {
    struct net *net = &player->net;
    size_t len;
    char *line;
    while ((line = lines_next(&net->in, &len)) == NULL) {
        if (!net_wait(net, false) || !net_receive(net)) {
            return false;
        }
    }
    return player_check_greeting(line, net->fault);
}

bool player_connect(struct player *player, const struct net_address *address,
                    const char *name) {
    *player = (struct player){.net.fd = -1};
    snprintf(player->wanted, sizeof player->wanted, "%s", name);
    if (!net_connect(&player->net, address)) {
        return false;
    }
    if (!read_greeting(player)) {
        net_close(&player->net);
        return false;
    }
    player_ask(player, &(struct request){.kind = CMD_HELLO,
                                         .id = PLAYER_ID_HELLO,
                                         .arg = {"alea " ALEA_VERSION}});
    ask_name(player);
    return true;
}

void player_close(struct player *player) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        witness_fini(&player->rooms[i].witness);
    }
    net_close(&player->net);
    *player = (struct player){.net.fd = -1};
}

/* --- asking --- */

void player_send(struct player *player, const struct command *cmd) {
    char *line = command_to_json(cmd);
    net_send_line(&player->net, line);
    free(line);
}

void player_ask(struct player *player, const struct request *request) {
    struct command cmd = {.kind = request->kind};
    if (request->id != NULL) {
        snprintf(cmd.id, sizeof cmd.id, "%s", request->id);
    }
    if (request->room != NULL) {
        snprintf(cmd.room, sizeof cmd.room, "%s", request->room);
    }
    for (size_t i = 0; i < COMMAND_ARGS_MAX; i++) {
        cmd.has[i] = request->arg[i] != NULL;
        if (cmd.has[i]) {
            snprintf(cmd.arg[i], sizeof cmd.arg[i], "%s", request->arg[i]);
        }
    }
    player_send(player, &cmd);
}

/* --- rooms --- */

struct player_room *player_find_room(struct player *player, const char *code) {
    struct player_room *found = NULL;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct player_room *room = &player->rooms[i];
        if (room->code[0] == '\0' || (code[0] != '\0' && strcmp(room->code, code) != 0)) {
            continue;
        }
        if (found != NULL) {
            return NULL; /* several rooms, and none was named */
        }
        found = room;
    }
    return found;
}

/* The room of this code, perhaps a new one; NULL when there are too many. */
static struct player_room *get_room(struct player *player, const char *code) {
    struct player_room *room = player_find_room(player, code);
    for (size_t i = 0; room == NULL && i < PLAYER_ROOMS_MAX; i++) {
        if (player->rooms[i].code[0] == '\0') {
            room = &player->rooms[i];
            snprintf(room->code, sizeof room->code, "%s", code);
        }
    }
    return room;
}

static void forget_room(struct player *player, const char *code) {
    struct player_room *room = player_find_room(player, code);
    if (room != NULL) {
        witness_fini(&room->witness);
        *room = (struct player_room){0};
    }
}

/* --- ready --- */

static void make_nonce(char nonce[static NONCE_LETTERS + 1]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (size_t i = 0; i < NONCE_LETTERS; i++) {
        nonce[i] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    nonce[NONCE_LETTERS] = '\0';
}

/* Promises a random nonce, once for each game: if ready is said twice, the first counts.
 */
static void promise_sealed(struct player_room *room) {
    if (!room->is_sealed || !room->witness.is_ready) {
        char nonce[NONCE_LETTERS + 1];
        make_nonce(nonce);
        witness_promise(&room->witness, room->side, nonce);
        room->is_sealed = true;
    }
}

void player_ready(struct player *player, const char *code, const char *word) {
    struct player_room *room = player_find_room(player, code);
    char seal[sizeof FAIR_SEAL_PREFIX + FAIR_HEX_BYTES] = FAIR_SEAL_PREFIX;
    if (room != NULL && !room->is_ready && word == NULL) {
        promise_sealed(room);
        fair_seal(room->witness.nonce, seal + strlen(FAIR_SEAL_PREFIX));
        word = seal;
    } else if (room != NULL && !room->is_ready && fair_is_nonce(word, strlen(word))) {
        witness_promise(&room->witness, room->side, word);
        room->is_sealed = false;
    }
    player_ask(player, &(struct request){
                           .kind = CMD_READY, .id = code, .room = code, .arg = {word}});
}

/* Opens our seal if that is what the room waits for. */
static void open_seal(struct player *player, const struct player_room *room,
                      const struct state *state) {
    if (state->stage != STAGE_OPENING || !room->is_sealed || room->side == SIDE_COUNT) {
        return;
    }
    if (state->seat[room->side].nonce == NULL) {
        player_ask(player, &(struct request){.kind = CMD_OPEN,
                                             .id = ID_OPEN,
                                             .room = room->code,
                                             .arg = {room->witness.nonce}});
    }
}

/* --- hearing --- */

static void hear_state(struct player *player, const char *code,
                       const struct state *state) {
    struct player_room *room = get_room(player, code);
    if (room == NULL) {
        return;
    }
    room->side = SIDE_COUNT;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (strcmp(state->seat[side].name, player->name) == 0) {
            room->side = side;
        }
    }
    room->is_ready = room->side < SIDE_COUNT && state->seat[room->side].ready;
    witness_see(&room->witness, state);
    open_seal(player, room, state);
}

/* Whether the answer is to something that the player asked for by himself, and needs
 * nobody's attention. */
static bool is_private(struct player *player, const struct message *msg) {
    if (strcmp(msg->id, ID_OPEN) == 0) {
        return true;
    }
    if (msg->kind == MESSAGE_ERROR && strcmp(msg->id, ID_NAME) == 0 &&
        msg->error == ERR_NAME_TAKEN && player->n_names < NAMES_MAX) {
        ask_name(player);
        return true;
    }
    return false;
}

static void hear(struct player *player, const struct message *msg) {
    if (msg->kind == MESSAGE_EVENT && msg->event == EVENT_STATE) {
        hear_state(player, msg->room, msg->state);
    } else if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_NAME) {
        snprintf(player->name, sizeof player->name, "%s", msg->name);
    } else if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_LEAVE) {
        forget_room(player, msg->room);
    }
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
        hear(player, msg);
        if (!is_private(player, msg)) {
            return msg;
        }
        message_free(msg);
    }
    return NULL;
}
