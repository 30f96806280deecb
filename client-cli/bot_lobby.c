#include "client-cli/bot_lobby.h"

#include <string.h>

#define ID_LOBBY "bot.lobby"
/* After the server had no seat, or no room for another table. */
#define RETRY_MS 5000

bool bot_table_is_free(const struct bot_table *table) {
    return table->code[0] != '\0' && table->stage == STAGE_WAITING &&
           !table->has_opponent;
}

bool bot_lobby_is_answer(const struct message *msg) {
    return strcmp(msg->id, ID_LOBBY) == 0;
}

static void ask(struct bot *bot, enum command_kind kind, const char *arg) {
    bot->is_asking = true;
    player_ask(bot->player,
               &(struct request){.kind = kind, .id = ID_LOBBY, .arg = {arg}});
}

/* Whether a house needs another table for a game: none is free, and it may have more. */
static bool needs_table(const struct bot *bot, unsigned game) {
    unsigned n = 0;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct bot_table *table = &bot->tables[i];
        if (table->code[0] != '\0' && table->game == game) {
            if (bot_table_is_free(table)) {
                return false;
            }
            n++;
        }
    }
    return n < bot->plan->tables;
}

static void open_table(struct bot *bot) {
    for (unsigned game = 0; game < bot->plan->n_games; game++) {
        if (needs_table(bot, game)) {
            bot->asked_game = game;
            ask(bot, CMD_CREATE, bot->plan->games[game]);
            return;
        }
    }
}

static bool has_table(const struct bot *bot) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (bot->tables[i].code[0] != '\0') {
            return true;
        }
    }
    return false;
}

void bot_lobby_act(struct bot *bot) {
    bot->lobby_due_ms = UINT64_MAX;
    if (bot->plan->is_house) {
        open_table(bot);
    } else if (!has_table(bot)) {
        bool may_choose = bot->plan->join == NULL;
        ask(bot, may_choose ? CMD_ROOMS : CMD_JOIN, bot->plan->join);
    }
}

/* A room where somebody waits for an opponent in our game, or NULL. */
static const char *find_room(const struct bot *bot, const struct message *msg) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct room_row *row = &msg->rooms[i];
        bool white_is_free = row->name[SIDE_WHITE][0] == '\0';
        bool black_is_free = row->name[SIDE_BLACK][0] == '\0';
        if (row->stage == STAGE_WAITING && white_is_free != black_is_free &&
            strcmp(row->game, bot->plan->games[0]) == 0) {
            return row->room;
        }
    }
    return NULL;
}

/* Whether the same question could be answered otherwise later. */
static bool is_passing(const struct bot *bot, enum error_code error) {
    switch ((int)error) {
    case ERR_TOO_FAST:
    case ERR_TOO_MANY_ROOMS:
    case ERR_LOBBY_FULL: return true;
    case ERR_UNKNOWN_ROOM: /* somebody was faster */
    case ERR_ROOM_FULL:
    case ERR_SEAT_TAKEN: return bot->plan->join == NULL;
    default: return false;
    }
}

static void hear_error(struct bot *bot, const struct message *msg, uint64_t now_ms,
                       FILE *out) {
    if (is_passing(bot, msg->error)) {
        bot->lobby_due_ms = now_ms + RETRY_MS;
        return;
    }
    fprintf(out, "the server says: %s\n", msg->text);
    bot->has_failed = true;
}

void bot_lobby_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                    FILE *out) {
    bot->is_asking = false;
    if (msg->kind == MESSAGE_ERROR) {
        hear_error(bot, msg, now_ms, out);
    } else if (msg->cmd == CMD_ROOMS) {
        const char *room = find_room(bot, msg);
        ask(bot, room != NULL ? CMD_JOIN : CMD_CREATE,
            room != NULL ? room : bot->plan->games[0]);
    } else {
        bot->lobby_due_ms = now_ms; /* a house may want another table */
    }
}
