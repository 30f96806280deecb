#include "client-cli/bot_offers.h"

#include <inttypes.h>
#include <string.h>

#include "client-cli/bot_inside.h"
#include "client-cli/bot_lobby.h"

#define ID_PROFILE "bot.profile"
#define ID_ACCEPT  "bot.accept"
#define ID_DECLINE "bot.decline"

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

/* Games at once. */
static unsigned most_games(const struct bot_plan *plan) {
    unsigned most = plan->is_house ? plan->tables * plan->n_games : 1;
    return most < PLAYER_ROOMS_MAX ? most : PLAYER_ROOMS_MAX;
}

void bot_offers_introduce(struct bot *bot) {
    char list[BOT_GAMES_MAX * GAME_TEXT_BYTES], max[12];
    struct text_out out;
    text_out_init(&out, list, sizeof list);
    write_games(bot->plan, &out);
    snprintf(max, sizeof max, "%u", most_games(bot->plan));
    bot->is_accepting = false;
    /* Of a bot that is to sit in one room nothing else is wanted. */
    const char *wanted = bot->plan->join == NULL ? list : "none";
    player_ask(bot->player,
               &(struct request){.kind = CMD_PROFILE,
                                 .id = ID_PROFILE,
                                 .arg = {wanted, "no", NULL, max, NULL, "yes"}});
}

/* --- challenges --- */

static const struct cell *cell_of(const struct table *table, const char *key) {
    static const struct cell none = {.text = "", .is_null = true};
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        if (strcmp(table->spec->column[i].key, key) == 0) {
            return table_at(table, 0, i);
        }
    }
    return &none;
}

/* Which of the games of the plan this is, whatever its options; n_games: none. */
static unsigned find_game(const struct bot_plan *plan, const char *game) {
    unsigned i = 0;
    while (i < plan->n_games && (id_len(plan->games[i]) != id_len(game) ||
                                 strncmp(plan->games[i], game, id_len(game)) != 0)) {
        i++;
    }
    return i;
}

/* Tables for this game; n_games: for any.  with_company: only those where somebody sits
 * with the bot. */
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

static bool wants(const struct bot *bot, unsigned game) {
    const struct bot_plan *plan = bot->plan;
    if (game == plan->n_games || bot->is_accepting || plan->join != NULL) {
        return false;
    }
    return plan->is_house ? count_tables(bot, game, true) < plan->tables
                          : count_tables(bot, plan->n_games, true) == 0 &&
                                bot->n_played < plan->n_plays;
}

static void answer(struct bot *bot, int64_t offer, bool accepts) {
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, offer);
    player_ask(bot->player, &(struct request){.kind = accepts ? CMD_ACCEPT : CMD_DECLINE,
                                              .id = accepts ? ID_ACCEPT : ID_DECLINE,
                                              .arg = {number}});
}

void bot_offers_hear(struct bot *bot, const struct message *msg) {
    if (msg->table == NULL ||
        strcmp(cell_of(msg->table, "to")->text, bot->player->name) != 0) {
        return;
    }
    unsigned game = find_game(bot->plan, cell_of(msg->table, "game")->text);
    int64_t offer = cell_of(msg->table, "offer")->number;
    bool is_wanted = wants(bot, game);
    if (is_wanted) {
        bot->is_accepting = true;
        bot->accepted_game = game;
        bot->accepted_offer = offer;
    }
    answer(bot, offer, is_wanted);
}

bool bot_offers_is_answer(const struct message *msg) {
    return strcmp(msg->id, ID_PROFILE) == 0 || strcmp(msg->id, ID_ACCEPT) == 0 ||
           strcmp(msg->id, ID_DECLINE) == 0;
}

/* Whether a table of its own is not needed any more, now that there is another one. */
static bool is_spare(const struct bot *bot, const struct bot_table *table) {
    if (!bot_table_is_free(table)) {
        return false;
    }
    unsigned game = bot->accepted_game;
    return !bot->plan->is_house ||
           (table->game == game && count_tables(bot, game, false) >= bot->plan->tables);
}

/* The room of the offer that was accepted; its state may come sooner or later. */
static void mark_room(struct bot *bot, const char *code) {
    struct bot_table *table = bot_find_table(bot, code);
    if (table == NULL && (table = bot_find_table(bot, "")) != NULL) {
        *table = (struct bot_table){0};
        snprintf(table->code, sizeof table->code, "%s", code);
    }
    if (table != NULL) {
        table->game = bot->accepted_game; /* with whatever options */
        table->is_of_offer = true;
    }
}

/* An offer may have ended meanwhile, and an older server knows none: that needs nothing.
 * What cannot be taken otherwise is declined: who made it would wait for nothing.  A room
 * where nobody has come is given up, if there would be too many. */
void bot_offers_hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    if (strcmp(msg->id, ID_ACCEPT) != 0) {
        return;
    }
    bot->is_accepting = false;
    if (msg->kind == MESSAGE_ERROR) {
        bot->lobby_due_ms = now_ms; /* on with the search */
        if (msg->error != ERR_UNKNOWN_OFFER) {
            answer(bot, bot->accepted_offer, false);
        }
        return;
    }
    mark_room(bot, msg->room);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (is_spare(bot, table) && strcmp(table->code, msg->room) != 0) {
            table->step = STEP_LEAVE;
            table->due_ms = now_ms;
        }
    }
}
