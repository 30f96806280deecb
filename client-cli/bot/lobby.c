
#include <string.h>

#include "client-cli/bot/inside.h"

#define ID_LOBBY "bot.lobby"
/* How often a bot alone in its own room looks for other players who wait. */
#define LONELY_MS 2000

bool bot_lobby_is_answer(const struct message *msg) {
    return strcmp(msg->id, ID_LOBBY) == 0;
}

static void ask(struct bot *bot, enum command_kind kind, const char *arg) {
    bot->is_asking = true;
    player_ask(bot->player,
               &(struct request){.kind = kind, .id = ID_LOBBY, .arg = {arg}});
}

/* Whether a house bot needs another table for a game: none is free, and one
 * more is allowed. */
static bool needs_table(const struct bot *bot, unsigned game) {
    unsigned n = 0, n_all = 0;
    if (bot->plan->only_challenges) {
        return false;
    }
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct bot_table *table = &bot->tables[i];
        n_all += table->code[0] != '\0';
        if (table->code[0] != '\0' && table->game == game) {
            if (bot_table_is_free(table)) {
                return false;
            }
            n++;
        }
    }
    return n < bot->plan->tables && n_all < bot->max_rooms;
}

static void open_table(struct bot *bot) {
    for (unsigned game = 0; game < bot->plan->n_games; game++) {
        if (needs_table(bot, game)) {
            ask(bot, CMD_CREATE, bot->plan->games[game]);
            return;
        }
    }
}

static void join(struct bot *bot, const char *room) {
    snprintf(bot->joined, sizeof bot->joined, "%s", room);
    ask(bot, CMD_JOIN, bot->joined);
}

/* The table of a bot that has only one, or NULL. */
static struct bot_table *only_table(struct bot *bot) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (bot->tables[i].code[0] != '\0') {
            return &bot->tables[i];
        }
    }
    return NULL;
}

static void look_for_seat(struct bot *bot, uint64_t now_ms) {
    const struct bot_table *table = only_table(bot);
    bool may_choose = bot->plan->join == NULL;
    if (table == NULL) {
        ask(bot, may_choose ? CMD_ROOMS : CMD_JOIN, bot->plan->join);
    } else if (may_choose && bot_table_is_free(table)) {
        ask(bot, CMD_ROOMS, NULL);
        bot->lobby_due_ms = now_ms + LONELY_MS;
    }
}

void bot_lobby_act(struct bot *bot, uint64_t now_ms) {
    bot->lobby_due_ms = UINT64_MAX;
    if (bot->plan->is_house) {
        open_table(bot);
    } else {
        look_for_seat(bot, now_ms);
    }
}

/* The name of the player who waits alone in this room for our game.  "": none, or the bot
 * cannot join, as it has neither a room word nor an account. */
static const char *lonely_name(const struct bot *bot, const struct room_row *row) {
    bool white_is_free = row->name[SIDE_WHITE][0] == '\0';
    bool black_is_free = row->name[SIDE_BLACK][0] == '\0';
    if (row->is_private || row->rated || row->stage != STAGE_WAITING ||
        white_is_free == black_is_free || bot_find_game(bot->plan, row->game) != 0 ||
        strcmp(row->room, bot->refused) == 0) {
        return "";
    }
    return row->name[white_is_free ? SIDE_BLACK : SIDE_WHITE];
}

/* A room where a player waits for an opponent in our game, or NULL.  before: consider
 * only players whose names sort before this one; "": all. */
static const char *find_room(const struct bot *bot, const struct message *msg,
                             const char *before) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        const char *name = lonely_name(bot, &msg->rooms[i]);
        if (name[0] != '\0' && (before[0] == '\0' || strcmp(name, before) < 0)) {
            return msg->rooms[i].room;
        }
    }
    return NULL;
}

static void hear_rooms(struct bot *bot, const struct message *msg) {
    struct bot_table *table = only_table(bot);
    if (bot_offers_is_accepting(bot)) {
        return; /* it has found an opponent */
    }
    if (table == NULL) {
        const char *room = find_room(bot, msg, "");
        if (room != NULL) {
            join(bot, room);
        } else {
            ask(bot, CMD_CREATE, bot->plan->games[0]);
        }
    } else if (bot_table_is_free(table) &&
               find_room(bot, msg, bot->player->name) != NULL) {
        /* Another bot may have opened a room at the same time.  Only the one whose name
         * sorts later joins the other. */
        table->step = STEP_LEAVE;
    }
}

/* Whether the same command may succeed later, or in another room. */
static bool is_passing(const struct bot *bot, const struct message *msg) {
    switch ((int)msg->error) {
    case ERR_SHUTTING_DOWN: /* the server may come back */
    case ERR_TOO_MANY_ROOMS:
    case ERR_LOBBY_FULL: return true;
    case ERR_UNKNOWN_ROOM: /* another player was faster */
    case ERR_ROOM_FULL:
    case ERR_SEAT_TAKEN:
    case ERR_WRONG_WORD: /* older servers do not say which rooms are private */
    case ERR_NOT_REGISTERED: return bot->plan->join == NULL;
    default: return bot_error_is_transient(msg);
    }
}

static void hear_error(struct bot *bot, const struct message *msg, uint64_t now_ms,
                       FILE *out) {
    if (is_passing(bot, msg)) {
        if (msg->error == ERR_WRONG_WORD || msg->error == ERR_NOT_REGISTERED) {
            memcpy(bot->refused, bot->joined, sizeof bot->refused);
        }
        bot->lobby_due_ms = bot_retry_ms(msg, now_ms);
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
        hear_rooms(bot, msg);
    } else {
        if (msg->cmd == CMD_CREATE && !bot->plan->is_house) {
            fprintf(out, "%s: waiting for an opponent in %s\n", msg->room,
                    bot->plan->games[0]);
        }
        bot->lobby_due_ms = now_ms; /* a house bot may want another table */
    }
}
