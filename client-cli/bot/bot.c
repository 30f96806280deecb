#include "client-cli/bot/bot.h"

#include <inttypes.h>
#include <string.h>

#include "client-cli/bot/bot_inside.h"
#include "client-cli/bot/bot_lobby.h"
#include "client-cli/bot/bot_offers.h"
#include "client-cli/bot/bot_records.h"

/* When the server cannot do something now, and does not say when. */
#define RETRY_MS 5000

void bot_begin(struct bot *bot) {
    memset(bot->tables, 0, sizeof bot->tables);
    if (bot->max_rooms == 0) { /* until the server says */
        bot->max_rooms = PLAYER_ROOMS_MAX;
        bot->seek_wait_ms = BOT_SEEK_WAIT_MS;
    }
    bot->is_asking = false;
    bot->lobby_due_ms = 0;
    bot_records_ask_again(bot, 0);
}

bool bot_is_done(const struct bot *bot) {
    return !bot->plan->is_house && bot->n_played >= bot->plan->n_plays &&
           !bot_records_are_wanted(bot);
}

/* --- tables --- */

struct bot_table *bot_find_table(struct bot *bot, const char *code) {
    uint8_t *hint = player_hint(&bot->hints, code);
    if (strcmp(bot->tables[*hint].code, code) == 0) {
        return &bot->tables[*hint];
    }
    for (unsigned i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (strcmp(bot->tables[i].code, code) == 0) {
            *hint = (uint8_t)i;
            return &bot->tables[i];
        }
    }
    return NULL;
}

/* Which of the games of the plan this is; n_games: another one. */
static unsigned find_game(const struct bot_plan *plan, const char *game) {
    unsigned i = 0;
    while (i < plan->n_games && strcmp(plan->games[i], game) != 0) {
        i++;
    }
    return i;
}

/* The table in this room, where this is played, perhaps a new one; NULL when there are
 * too many. */
static struct bot_table *get_table(struct bot *bot, const char *code, const char *game) {
    struct bot_table *table = bot_find_table(bot, code);
    if (table == NULL && (table = bot_find_table(bot, "")) != NULL) {
        *table = (struct bot_table){.game = find_game(bot->plan, game)};
        snprintf(table->code, sizeof table->code, "%s", code);
    }
    return table;
}

/* Whether the house has another free table for the same game: one is enough. */
static bool is_one_too_many(const struct bot *bot, const struct bot_table *table) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        const struct bot_table *other = &bot->tables[i];
        if (other != table && other->game == table->game && bot_table_is_free(other)) {
            return true;
        }
    }
    return false;
}

/* --- choosing --- */

/* SplitMix64, by S. Vigna (public domain): 0..n-1, n > 0. */
static size_t random_below(uint64_t *state, size_t n) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((z ^ (z >> 31)) % n);
}

/* Any of the moves, which have one space between. */
static void choose_move(struct bot *bot, struct bot_table *table, const char *moves) {
    size_t n = 1;
    for (const char *c = moves; *c != '\0'; c++) {
        n += *c == ' ';
    }
    for (size_t skip = random_below(&bot->random, n); skip > 0; skip--) {
        moves = strchr(moves, ' ') + 1;
    }
    snprintf(table->move, sizeof table->move, "%.*s", (int)strcspn(moves, " "), moves);
}

/* Whether the bot sits alone in a room that was made for one opponent.  A room where
 * something else is played than the bot looks for was: it may have forgotten which. */
static bool is_left_behind(const struct bot *bot, const struct bot_table *table) {
    bool is_another_game = bot->plan->join == NULL && table->game == bot->plan->n_games;
    return !table->has_opponent && (table->is_of_offer || is_another_game);
}

/* What to do in a room without a running game, once it is over. */
static enum bot_step step_after_game(const struct bot *bot, const struct bot_table *table,
                                     const struct state *state, enum side side) {
    if (!bot->plan->is_house && bot->n_played >= bot->plan->n_plays) {
        return STEP_NONE;
    }
    if (is_left_behind(bot, table)) {
        return STEP_LEAVE;
    }
    if (!bot->plan->is_house) {
        return STEP_REMATCH;
    }
    if (table->has_opponent) {
        /* Whether there is a rematch is for him to say, unless it was called off because
         * of us: a house that was killed has forgotten the nonce that it had sealed. */
        bool by_us = state->result.called_off && state->seat[side].nonce == NULL;
        return by_us ? STEP_REMATCH : STEP_NONE;
    }
    return is_one_too_many(bot, table) ? STEP_LEAVE : STEP_REMATCH;
}

/* Whether the opponent has been away so long that the game can be claimed. */
static bool is_overdue(const struct seat_view *opponent) {
    return opponent->away && opponent->grace_ms == 0;
}

static enum bot_step next_step(const struct bot *bot, const struct bot_table *table,
                               const struct state *state, enum side side) {
    const struct seat_view *opponent = &state->seat[side_other(side)];
    bool is_ready = state->seat[side].ready;
    switch (state->stage) {
    case STAGE_WAITING:
        if (table->has_opponent) {
            /* One who is away could not open his seal in time. */
            return is_ready || opponent->away ? STEP_NONE : STEP_READY;
        }
        return is_left_behind(bot, table) ||
                       (bot->plan->is_house && is_one_too_many(bot, table))
                   ? STEP_LEAVE
                   : STEP_NONE;
    case STAGE_PLAYING:
        if (is_overdue(opponent)) {
            return STEP_CLAIM; /* else the room might hang for ever */
        }
        if (opponent->offer == SEAT_OFFER_ADJOURN) {
            return STEP_ADJOURN;
        }
        /* A draw is declined by playing on. */
        if (state->moves != NULL) {
            return STEP_MOVE;
        }
        return state->idle_ms != 0 && state->pos.turn != side ? STEP_CLAIM : STEP_NONE;
    case STAGE_ADJOURNED: return is_ready || opponent->away ? STEP_NONE : STEP_RESUME;
    case STAGE_OVER: return step_after_game(bot, table, state, side);
    case STAGE_OPENING: /* the player opens seals by himself */
    case STAGE_COUNT: break;
    }
    return STEP_NONE;
}

/* Without clocks a game is claimed when the opponent's time to move is over. */
static uint64_t delay_ms(const struct bot *bot, enum bot_step step,
                         const struct state *state, enum side side) {
    bool waits = step == STEP_CLAIM && !is_overdue(&state->seat[side_other(side)]);
    return step == STEP_MOVE             ? bot->plan->pace_ms
           : waits && state->idle_ms > 0 ? (uint64_t)state->idle_ms
                                         : 0;
}

/* --- hearing --- */

/* Without the name: what is said is kept with the game, also when somebody whom it names
 * is forgotten. */
static void greet(const struct bot *bot, const struct bot_table *table) {
    static const char text[] =
        "Hello!  I am a bot and play at random.  Type ready, and we begin.";
    player_ask(bot->player,
               &(struct request){.kind = CMD_SAY, .room = table->code, .arg = {text}});
}

static void check_dice(struct bot *bot, const struct message *msg, FILE *out) {
    const struct player_room *room = player_find_room(bot->player, msg->room);
    char text[FAULT_BYTES];
    struct text_out verdict = text_out_of(text, sizeof text);
    if (room != NULL &&
        dice_check_judge(&room->dice_check, msg->state, &verdict) == DICE_CHECK_BROKEN) {
        fprintf(out, "%s: %s\n", msg->room, text);
        bot->is_cheated = true;
    }
}

static bool has_note(const struct state *state, enum note_kind kind) {
    for (size_t i = 0; i < state->n_notes; i++) {
        if (state->notes[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* Whether a game of ours is over with this state.  Where events were missed the state
 * alone tells: it is over, and was not when last seen. */
static bool has_ended(const struct bot_table *table, const struct state *state) {
    if (!state->result.over) {
        return false;
    }
    if (strcmp(table->game_id, state->game_id) != 0) {
        return has_note(state, NOTE_OVER);
    }
    return table->stage != STAGE_OVER;
}

/* Whether a game that was going on at a table when it was last seen is there no more. */
static bool has_vanished(const struct bot_table *table, const char *game_id) {
    return table->game_id[0] != '\0' && table->stage != STAGE_WAITING &&
           table->stage != STAGE_OVER && strcmp(table->game_id, game_id) != 0;
}

/* Counts a game, and wants its record. */
static void count_game(struct bot *bot, const char *game_id, FILE *out) {
    bot->n_played++;
    if (bot->plan->save_dir != NULL) {
        bot_records_want(bot, game_id, out);
    }
}

/* Its game ended, and something else is there. */
static void count_vanished(struct bot *bot, const struct bot_table *table, FILE *out) {
    fprintf(out, "%s: game %s has ended in the meantime\n", table->code, table->game_id);
    count_game(bot, table->game_id, out);
}

static void note_ends(struct bot *bot, const struct bot_table *table,
                      const struct message *msg, FILE *out) {
    if (has_vanished(table, msg->state->game_id)) {
        count_vanished(bot, table, out);
    }
    if (has_ended(table, msg->state)) {
        check_dice(bot, msg, out);
        count_game(bot, msg->state->game_id, out);
    }
}

static void hear_state(struct bot *bot, const struct message *msg, uint64_t now_ms,
                       FILE *out) {
    const struct state *state = msg->state;
    char game[GAME_TEXT_BYTES];
    struct text_out text = text_out_of(game, sizeof game);
    game_write(state->game, &state->pos.opt, &text);
    struct bot_table *table = get_table(bot, msg->room, game);
    const struct player_room *room = player_find_room(bot->player, msg->room);
    if (table != NULL && room == NULL) { /* the seat was lost */
        *table = (struct bot_table){0};
        bot->lobby_due_ms = now_ms;
        return;
    }
    if (table == NULL || room == NULL || room->side == SIDE_COUNT) {
        return;
    }
    const char *opponent = state->seat[side_other(room->side)].name;
    bool had_opponent = table->has_opponent;
    note_ends(bot, table, msg, out);
    table->has_opponent = opponent[0] != '\0';
    table->stage = state->stage;
    snprintf(table->game_id, sizeof table->game_id, "%s", state->game_id);
    if (bot->plan->is_house && table->has_opponent && !had_opponent) {
        greet(bot, table);
    }
    table->step = next_step(bot, table, state, room->side);
    table->taken = STEP_NONE;
    table->due_ms = now_ms + delay_ms(bot, table->step, state, room->side);
    if (table->step == STEP_MOVE) {
        choose_move(bot, table, state->moves);
        snprintf(table->seq, sizeof table->seq, "%" PRIu64, msg->seq);
    }
    if (bot->lobby_due_ms == UINT64_MAX) {
        bot->lobby_due_ms = now_ms; /* a house may want another table */
    }
}

/* --- coming back --- */

static const struct mine_row *find_row(const struct message *msg, const char *code) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        if (strcmp(msg->mine[i].room, code) == 0) {
            return &msg->mine[i];
        }
    }
    return NULL;
}

/* A room of ours that the bot does not know: it is played on there. */
static void take_up_table(struct bot *bot, const struct mine_row *row) {
    struct bot_table *table = get_table(bot, row->room, row->game);
    if (table == NULL) {
        return;
    }
    table->stage = row->stage;
    table->has_opponent = row->opponent[0] != '\0';
}

/* The player is back.  What was asked and not answered may not have arrived: it is asked
 * again, which does no harm when it has.  The states that were missed follow. */
static void hear_back(struct bot *bot, const struct message *msg, uint64_t now_ms,
                      FILE *out) {
    fprintf(out, "back again as %s\n", msg->name);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (table->code[0] != '\0' && find_row(msg, table->code) == NULL) {
            if (has_vanished(table, "")) {
                count_vanished(bot, table, out);
            }
            *table = (struct bot_table){0};
        } else if (table->step == STEP_NONE && table->taken != STEP_NONE) {
            table->step = table->taken;
            table->due_ms = now_ms;
        }
    }
    for (size_t i = 0; i < msg->n_rows; i++) {
        if (bot_find_table(bot, msg->mine[i].room) == NULL) {
            take_up_table(bot, &msg->mine[i]);
        }
    }
    bot->is_asking = false;
    bot->lobby_due_ms = now_ms;
    bot_records_ask_again(bot, now_ms);
}

/* --- answers --- */

bool bot_is_passing(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR &&
           (msg->error == ERR_TOO_FAST || msg->error == ERR_STORAGE ||
            msg->error == ERR_DRAINING || /* it comes back, or goes on after all */
            (msg->error == ERR_NOT_ABSENT && msg->retry_after_ms > 0));
}

uint64_t bot_retry_ms(const struct message *msg, uint64_t now_ms) {
    return now_ms + (msg->retry_after_ms > 0 ? (uint64_t)msg->retry_after_ms : RETRY_MS);
}

/* An answer to a step.  What came too late or twice needs nothing: the next state event
 * says what to do; what came too early is to be done again. */
static void hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    struct bot_table *table = bot_find_table(bot, msg->id);
    if (table == NULL || msg->id[0] == '\0') {
        return;
    }
    if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_LEAVE) {
        *table = (struct bot_table){0};
        bot->lobby_due_ms = now_ms;
        return;
    }
    if (bot_is_passing(msg) && table->step == STEP_NONE) {
        table->step = table->taken;
        table->due_ms = bot_retry_ms(msg, now_ms);
    }
    table->taken = STEP_NONE;
}

/* A limit of the server; otherwise: it does not say. */
static unsigned limit_of(const struct hello *hello, const char *name,
                         unsigned otherwise) {
    for (size_t i = 0; i < hello->n_limits; i++) {
        int64_t value = hello->limits[i].value;
        if (strcmp(hello->limits[i].name, name) == 0 && value >= 0 &&
            value <= INT32_MAX) {
            return (unsigned)value;
        }
    }
    return otherwise;
}

static void hear_hello(struct bot *bot, const struct hello *hello) {
    const struct bot_plan *plan = bot->plan;
    unsigned most = limit_of(
        hello, plan->is_of_host ? "rooms_per_bot" : "rooms_per_player", PLAYER_ROOMS_MAX);
    bot->max_rooms = most > 0 && most < PLAYER_ROOMS_MAX ? most : PLAYER_ROOMS_MAX;
    bot->seek_wait_ms = plan->has_seek_wait
                            ? plan->seek_wait_ms
                            : limit_of(hello, "bot_wait_ms", BOT_SEEK_WAIT_MS);
}

void bot_hear(struct bot *bot, const struct message *msg, uint64_t now_ms, FILE *out) {
    bool was_resume = strcmp(msg->id, PLAYER_ID_RESUME) == 0;
    if (msg->kind == MESSAGE_EVENT) {
        if (msg->event == EVENT_STATE) {
            hear_state(bot, msg, now_ms, out);
        } else if (msg->event == EVENT_OFFER || msg->event == EVENT_OFFER_OVER) {
            bot_offers_hear(bot, msg, now_ms);
        }
    } else if (msg->hello != NULL) {
        hear_hello(bot, msg->hello);
    } else if (was_resume && msg->kind == MESSAGE_REPLY) {
        hear_back(bot, msg, now_ms, out);
        bot_offers_introduce(bot);
    } else if (was_resume) {
        fputs("the server no longer knows the bot and its rooms: it starts afresh\n",
              out);
    } else if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_NAME) {
        bot_begin(bot);
        bot_offers_introduce(bot);
    } else if (bot_offers_is_answer(msg)) {
        bot_offers_hear_answer(bot, msg, now_ms);
    } else if (bot_lobby_is_answer(msg)) {
        bot_lobby_hear(bot, msg, now_ms, out);
    } else if (bot_records_is_answer(msg)) {
        bot_records_hear(bot, msg, now_ms, out);
    } else if (msg->kind == MESSAGE_ERROR && bot->player->name[0] == '\0') {
        fprintf(out, "the server says: %s\n", msg->text);
        bot->has_failed = true;
    } else {
        hear_answer(bot, msg, now_ms);
    }
}

/* --- acting --- */

static void take_step(struct bot *bot, struct bot_table *table) {
    struct request request = {.id = table->code, .room = table->code};
    table->taken = table->step;
    table->step = STEP_NONE;
    switch (table->taken) {
    case STEP_NONE: return;
    case STEP_READY: player_ready(bot->player, table->code, NULL); return;
    case STEP_MOVE:
        request.kind = CMD_MOVE;
        request.arg[0] = table->move;
        request.arg[1] = table->seq;
        break;
    case STEP_CLAIM: request.kind = CMD_CLAIM; break;
    case STEP_ADJOURN: request.kind = CMD_ADJOURN; break;
    case STEP_RESUME: request.kind = CMD_RESUME; break;
    case STEP_REMATCH: request.kind = CMD_REMATCH; break;
    case STEP_LEAVE: request.kind = CMD_LEAVE; break;
    }
    player_ask(bot->player, &request);
}

void bot_leave_now(struct bot *bot, struct bot_table *table) {
    table->step = STEP_LEAVE;
    take_step(bot, table);
}

uint64_t bot_act(struct bot *bot, uint64_t now_ms) {
    if (bot->player->name[0] == '\0') {
        return UINT64_MAX; /* no name yet, or not back yet */
    }
    uint64_t due_ms = bot_records_act(bot, now_ms);
    uint64_t player_due_ms = player_act(bot->player, now_ms);
    due_ms = player_due_ms < due_ms ? player_due_ms : due_ms;
    uint64_t offers_due_ms = bot_offers_act(bot, now_ms);
    due_ms = offers_due_ms < due_ms ? offers_due_ms : due_ms;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (table->step != STEP_NONE && table->due_ms <= now_ms) {
            take_step(bot, table);
        } else if (table->step != STEP_NONE && table->due_ms < due_ms) {
            due_ms = table->due_ms;
        }
    }
    if (!bot->is_asking && bot->lobby_due_ms <= now_ms) {
        bot_lobby_act(bot, now_ms);
    }
    return !bot->is_asking && bot->lobby_due_ms < due_ms ? bot->lobby_due_ms : due_ms;
}
