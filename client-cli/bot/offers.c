
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/bot/inside.h"

#define ID_PROFILE "bot.profile"
#define ID_ACCEPT  "bot.accept" /* followed by the number of the offer: "bot.accept7" */
#define ID_DECLINE "bot.decline"
#define ID_SEEKS   "bot.seeks"

/* Most games at once that a profile may state. */
#define PROFILE_MAX_MOST 64
/* How often a house bot without a free seat tries again to accept a seek. */
#define FULL_MS 2000

static size_t id_len(const char *game) {
    return strcspn(game, ":");
}

/* --- what it plays --- */

/* "royal-ur+tablut" */
static void write_games(const struct bot_plan *plan, struct text_out *out) {
    for (unsigned i = 0; i < plan->n_games; i++) {
        char id[GAME_TEXT_BYTES];
        snprintf(id, sizeof id, "%.*s", (int)id_len(plan->games[i]), plan->games[i]);
        text_put(out, i > 0 ? "+" : "");
        text_put(out, id);
    }
}

/* Most games at once, for the profile. */
static unsigned most_games(const struct bot_plan *plan) {
    unsigned most = plan->is_house ? plan->tables * plan->n_games : 1;
    return most < PROFILE_MAX_MOST ? most : PROFILE_MAX_MOST;
}

void bot_offers_introduce(struct bot *bot) {
    char list[BOT_GAMES_MAX * GAME_TEXT_BYTES], max[12];
    struct text_out out = text_out_of(list, sizeof list);
    write_games(bot->plan, &out);
    snprintf(max, sizeof max, "%u", most_games(bot->plan));
    memset(bot->offers, 0, sizeof bot->offers);
    /* A bot that was told which room to join accepts no other games. */
    const char *wanted = bot->plan->join == NULL ? list : "none";
    /* A level of the host plays rated games if the server allows it: --rated-levels. */
    bool is_level = bot->plan->is_of_host && bot->plan->only_challenges;
    const char *rated = is_level ? "any" : "no";
    player_ask(bot->player,
               &(struct request){.kind = CMD_PROFILE,
                                 .id = ID_PROFILE,
                                 .arg = {wanted, rated, NULL, max, NULL, "yes"}});
    if (bot->plan->is_house) {
        player_ask(bot->player, &(struct request){.kind = CMD_SEEKS, .id = ID_SEEKS});
    }
}

/* --- seats --- */

/* The index of this game in the plan, whatever its options; n_games: not in the plan. */
static unsigned find_game(const struct bot_plan *plan, const char *game) {
    unsigned i = 0;
    while (i < plan->n_games && (id_len(plan->games[i]) != id_len(game) ||
                                 strncmp(plan->games[i], game, id_len(game)) != 0)) {
        i++;
    }
    return i;
}

/* Counts the tables for this game; n_games: for any.  with_company: only those with an
 * opponent. */
static unsigned count_tables(const struct bot *bot, unsigned game, bool with_company) {
    unsigned n = 0;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct bot_table *table = &bot->tables[i];
        bool counts = table->has_opponent || !with_company;
        n += table->code[0] != '\0' && counts &&
             (table->game == game || game == bot->plan->n_games);
    }
    return n;
}

/* Counts the accepted offers of this game that have no table yet; n_games: of any
 * game. */
static unsigned count_accepted(const struct bot *bot, unsigned game) {
    unsigned n = 0;
    for (size_t i = 0; i < BOT_OFFERS_MAX; i++) {
        const struct bot_offer *offer = &bot->offers[i];
        n += offer->number != 0 && offer->is_accepted &&
             (offer->game == game || game == bot->plan->n_games);
    }
    return n;
}

bool bot_offers_is_accepting(const struct bot *bot) {
    return count_accepted(bot, bot->plan->n_games) > 0;
}

/* A table without an opponent that the bot can give up, or NULL. */
static struct bot_table *find_free_table(struct bot *bot) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (bot_table_is_free(table) && table->taken != STEP_LEAVE) {
            return table;
        }
    }
    return NULL;
}

static bool wants(const struct bot *bot, unsigned game) {
    const struct bot_plan *plan = bot->plan;
    if (!plan->is_house) {
        return !bot_offers_is_accepting(bot) &&
               count_tables(bot, plan->n_games, true) == 0 &&
               bot->n_played < plan->n_plays;
    }
    return count_tables(bot, game, true) + count_accepted(bot, game) < plan->tables;
}

/* Whether the bot can take one more game.  If it sits in as many rooms as it may, it
 * gives up one without an opponent. */
static bool take_seat(struct bot *bot, unsigned game) {
    unsigned any = bot->plan->n_games;
    if (!wants(bot, game)) {
        return false;
    }
    if (count_tables(bot, any, false) + count_accepted(bot, any) < bot->max_rooms) {
        return true;
    }
    struct bot_table *table = find_free_table(bot);
    if (table != NULL) {
        bot_table_leave(bot, table);
    }
    return table != NULL;
}

/* --- answers --- */

static void accept(struct bot *bot, struct bot_offer *offer) {
    char number[24], id[40];
    snprintf(number, sizeof number, "%" PRId64, offer->number);
    snprintf(id, sizeof id, ID_ACCEPT "%s", number);
    offer->is_accepted = true;
    player_ask(bot->player,
               &(struct request){.kind = CMD_ACCEPT, .id = id, .arg = {number}});
}

static void decline(struct bot *bot, int64_t offer, const char *reason) {
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, offer);
    player_ask(bot->player, &(struct request){.kind = CMD_DECLINE,
                                              .id = ID_DECLINE,
                                              .arg = {number, reason}});
}

/* The offer with this number, or NULL.  0: an unused entry. */
static struct bot_offer *find_offer(struct bot *bot, int64_t number) {
    for (size_t i = 0; i < BOT_OFFERS_MAX; i++) {
        if (bot->offers[i].number == number) {
            return &bot->offers[i];
        }
    }
    return NULL;
}

/* Answers a challenge at once, and a seek when a seat is free. */
static void answer(struct bot *bot, struct bot_offer *offer, uint64_t now_ms) {
    if (take_seat(bot, offer->game)) {
        accept(bot, offer);
    } else if (offer->is_seek) {
        offer->due_ms = now_ms + FULL_MS;
    } else {
        decline(bot, offer->number, "busy");
        *offer = (struct bot_offer){0};
    }
}

uint64_t bot_offers_act(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = UINT64_MAX;
    for (size_t i = 0; i < BOT_OFFERS_MAX; i++) {
        struct bot_offer *offer = &bot->offers[i];
        if (offer->number == 0 || offer->is_accepted) {
            continue;
        }
        if (offer->due_ms <= now_ms) {
            answer(bot, offer, now_ms);
        }
        if (offer->number != 0 && !offer->is_accepted && offer->due_ms < due_ms) {
            due_ms = offer->due_ms;
        }
    }
    return due_ms;
}

/* --- messages from the server --- */

/* Handles a challenge to the bot or, for a house bot, the seek of a person. */
static void hear_offer(struct bot *bot, const struct table *table, size_t row,
                       uint64_t now_ms) {
    unsigned game = find_game(bot->plan, table_find(table, row, "game")->text);
    int64_t number = table_find(table, row, "offer")->number;
    const char *to = table_find(table, row, "to")->text;
    bool is_seek = to[0] == '\0';
    if (is_seek ? !bot->plan->is_house || bot->plan->only_challenges ||
                      game == bot->plan->n_games ||
                      table_find(table, row, "bot")->number != 0 ||
                      table_find(table, row, "rated")->number != 0
                : strcmp(to, bot->player->name) != 0) {
        return;
    }
    struct bot_offer *offer = find_offer(bot, 0);
    if (is_seek && offer == NULL) {
        return; /* too many offers: leave it to other players */
    }
    if (game == bot->plan->n_games) {
        decline(bot, number, "game");
    } else if (offer == NULL || bot->plan->join != NULL) {
        decline(bot, number, "busy");
    } else if (number > 0) {
        *offer = (struct bot_offer){.number = number,
                                    .game = game,
                                    .is_seek = is_seek,
                                    .due_ms = now_ms + (is_seek ? bot->seek_wait_ms : 0)};
        if (!is_seek) {
            answer(bot, offer, now_ms);
        }
    }
}

void bot_offers_hear(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    if (msg->table == NULL) {
        return;
    }
    if (msg->event == EVENT_OFFER) {
        hear_offer(bot, msg->table, 0, now_ms);
        return;
    }
    struct bot_offer *offer = find_offer(bot, table_find(msg->table, 0, "offer")->number);
    if (offer != NULL && !offer->is_accepted) { /* else the answer to `accept` decides */
        *offer = (struct bot_offer){0};
    }
}

bool bot_offers_is_answer(const struct message *msg) {
    return strcmp(msg->id, ID_PROFILE) == 0 || strcmp(msg->id, ID_DECLINE) == 0 ||
           strcmp(msg->id, ID_SEEKS) == 0 ||
           strncmp(msg->id, ID_ACCEPT, strlen(ID_ACCEPT)) == 0;
}

/* Whether a table is superfluous now that this game has another one. */
static bool is_spare(const struct bot *bot, const struct bot_table *table,
                     unsigned game) {
    if (!bot_table_is_free(table)) {
        return false;
    }
    return !bot->plan->is_house ||
           (table->game == game && count_tables(bot, game, false) >= bot->plan->tables);
}

/* Marks the room of an accepted offer; its state may arrive before or after. */
static void mark_room(struct bot *bot, const char *code, unsigned game) {
    struct bot_table *table = bot_table_find(bot, code);
    if (table == NULL && (table = bot_table_find(bot, "")) != NULL) {
        *table = (struct bot_table){0};
        snprintf(table->code, sizeof table->code, "%s", code);
    }
    if (table != NULL) {
        table->game = game; /* whatever the options */
        table->is_of_offer = true;
    }
}

/* The server has refused the bot's `accept`.  Does nothing if the offer is over.  Retries
 * where that may help; otherwise declines a challenge, so its player need not wait, and
 * drops a seek. */
static void hear_refused(struct bot *bot, struct bot_offer *offer,
                         const struct message *msg, uint64_t now_ms) {
    bool is_full = msg->error == ERR_TOO_MANY_ROOMS || msg->error == ERR_LOBBY_FULL;
    offer->is_accepted = false;
    bot->lobby_due_ms = now_ms; /* go on looking for a seat */
    if (error_is_passing(msg->error) ||
        (offer->is_seek && (is_full || msg->error == ERR_DRAINING))) {
        offer->due_ms = bot_retry_ms(msg, now_ms);
        return;
    }
    if (!offer->is_seek && msg->error != ERR_UNKNOWN_OFFER) {
        decline(bot, offer->number, is_full ? "busy" : "later");
    }
    *offer = (struct bot_offer){0};
}

static void hear_accepted(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    struct bot_offer *offer =
        find_offer(bot, strtoll(msg->id + strlen(ID_ACCEPT), NULL, 10));
    if (offer == NULL || offer->number == 0) {
        return;
    }
    if (msg->kind == MESSAGE_ERROR) {
        hear_refused(bot, offer, msg, now_ms);
        return;
    }
    unsigned game = offer->game;
    *offer = (struct bot_offer){0};
    mark_room(bot, msg->room, game);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (is_spare(bot, table, game) && strcmp(table->code, msg->room) != 0) {
            table->step = STEP_LEAVE;
            table->due_ms = now_ms;
        }
    }
}

void bot_offers_hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    if (strncmp(msg->id, ID_ACCEPT, strlen(ID_ACCEPT)) == 0) {
        hear_accepted(bot, msg, now_ms);
    } else if (strcmp(msg->id, ID_SEEKS) == 0 && msg->table != NULL) {
        for (size_t i = 0; i < table_n_rows(msg->table); i++) {
            hear_offer(bot, msg->table, i, now_ms);
        }
    }
}
