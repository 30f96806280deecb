#include "client-cli/bot/inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/player/seal.h"
#include "engine/splitmix.h"
#include "proto/command/typed_move.h"

/* Delay before repeating a command, unless the server says otherwise. */
#define RETRY_MS 5000
/* With clocks, a move may take 1 / CLOCK_PARTS of the time left. */
#define CLOCK_PARTS 20

/* --- the tables --- */

struct bot_table *bot_table_find(struct bot *bot, const char *code) {
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

static bool read_game(const char *text, const struct game **game, struct options *opt) {
    struct text_in in = text_in_of(text, strlen(text));
    return game_parse(&in, game, opt);
}

unsigned bot_find_game(const struct bot_plan *plan, const char *game) {
    const struct game *wanted, *planned;
    struct options its, ours;
    unsigned i = 0;
    if (!read_game(game, &wanted, &its)) {
        return plan->n_games;
    }
    while (i < plan->n_games &&
           !(read_game(plan->games[i], &planned, &ours) && planned == wanted &&
             options_same_rules(wanted->options, &its, &ours))) {
        i++;
    }
    return i;
}

/* The table in this room; takes an unused one for a new room.  NULL: all are in use. */
struct bot_table *bot_table_get(struct bot *bot, const char *code, const char *game) {
    struct bot_table *table = bot_table_find(bot, code);
    if (table == NULL && (table = bot_table_find(bot, "")) != NULL) {
        *table = (struct bot_table){.game = bot_find_game(bot->plan, game)};
        snprintf(table->code, sizeof table->code, "%s", code);
    }
    return table;
}

bool bot_table_is_free(const struct bot_table *table) {
    return table->code[0] != '\0' && table->stage == STAGE_WAITING &&
           !table->has_opponent && !table->is_of_offer;
}

/* Whether the house bot has another free table for the same game: one suffices. */
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

/* Chooses one of the moves, which are separated by spaces. */
static void choose_move(struct bot *bot, struct bot_table *table, const char *moves) {
    unsigned i = splitmix_below(&bot->random, typed_move_count(moves));
    (void)typed_move_nth(moves, i + 1, table->move);
}

/* Whether it is really the bot's turn, with exactly these legal moves.  The engines rely
 * on it, and a server may send anything. */
static bool is_sound(const struct state *state, enum side side) {
    if (state->pos.phase != PHASE_MOVE || state->pos.turn != side) {
        return false;
    }
    char *moves = typed_move_list(state->game, &state->pos);
    bool is_same = moves[0] != '\0' && strcmp(moves, state->moves) == 0;
    free(moves);
    return is_same;
}

bool bot_match_goes_on(const struct state *state) {
    return state->match.legs > 1 && !state->match_over && !state->result.called_off;
}

/* Chooses a random move, or leaves the choice to the minds. */
static void begin_move(struct bot *bot, struct bot_table *table,
                       const struct state *state, enum side side) {
    struct minds *minds = bot->plan->minds;
    table->is_to_think = minds != NULL &&
                         minds_know(minds, state->game, &state->pos.opt) &&
                         is_sound(state, side);
    if (!table->is_to_think) {
        choose_move(bot, table, state->moves);
        return;
    }
    int64_t most_ms = minds_think_ms(minds), part_ms = state->left_ms[side] / CLOCK_PARTS;
    if (state->running == side && part_ms < most_ms) {
        most_ms = part_ms > 0 ? part_ms : 0;
    }
    table->task = (struct minds_task){.number = ++bot->n_tasks,
                                      .game = state->game,
                                      .pos = state->pos,
                                      .most_ms = (unsigned)most_ms};
}

/* Whether the bot sits alone in a room made for one opponent.  A room with a game outside
 * the plan counts as one: after a restart, the bot has forgotten why it was made. */
static bool is_left_behind(const struct bot *bot, const struct bot_table *table) {
    bool is_another_game = bot->plan->join == NULL && table->game == bot->plan->n_games;
    return !table->has_opponent &&
           (table->is_of_offer || is_another_game || bot->plan->only_challenges);
}

/* What to do in a room after a game. */
static enum bot_step step_after_game(const struct bot *bot, const struct bot_table *table,
                                     const struct state *state, enum side side) {
    if (table->has_opponent && bot_match_goes_on(state)) {
        return STEP_NONE; /* the room goes on by itself */
    }
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
        /* A rematch is the opponent's decision, unless the game was called off because of
         * the bot: a crashed house bot has lost the nonce that it sealed. */
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
            /* An opponent who is away could not open the seal in time. */
            return is_ready || opponent->away ? STEP_NONE : STEP_READY;
        }
        return is_left_behind(bot, table) ||
                       (bot->plan->is_house && is_one_too_many(bot, table))
                   ? STEP_LEAVE
                   : STEP_NONE;
    case STAGE_PLAYING:
        if (is_overdue(opponent)) {
            return STEP_CLAIM; /* otherwise the room might stay occupied for ever */
        }
        /* The bot adjourns no rated games: a loser could put them off for weeks. */
        if (opponent->offer == SEAT_OFFER_ADJOURN && !state->rated) {
            return STEP_ADJOURN;
        }
        /* Moving declines the opponent's offers. */
        if (state->moves != NULL) {
            return STEP_MOVE;
        }
        return state->idle_ms != 0 && state->pos.turn != side ? STEP_CLAIM : STEP_NONE;
    case STAGE_ADJOURNED: return is_ready ? STEP_NONE : STEP_RESUME; /* who waits wins */
    case STAGE_OVER: return step_after_game(bot, table, state, side);
    case STAGE_OPENING: /* the player module opens seals */
    case STAGE_COUNT: break;
    }
    return STEP_NONE;
}

/* Without clocks, the bot claims the game when the opponent's time to move is up. */
static uint64_t delay_ms(const struct bot *bot, enum bot_step step,
                         const struct state *state, enum side side) {
    bool waits = step == STEP_CLAIM && !is_overdue(&state->seat[side_other(side)]);
    return step == STEP_MOVE             ? bot->plan->pace_ms
           : waits && state->idle_ms > 0 ? (uint64_t)state->idle_ms
                                         : 0;
}

void bot_table_decide(struct bot *bot, struct bot_table *table, const struct message *msg,
                      enum side side, uint64_t now_ms) {
    const struct state *state = msg->state;
    table->step = next_step(bot, table, state, side);
    table->taken = STEP_NONE;
    table->due_ms = now_ms + delay_ms(bot, table->step, state, side);
    if (table->step == STEP_MOVE) {
        begin_move(bot, table, state, side);
        snprintf(table->seq, sizeof table->seq, "%" PRIu64, msg->seq);
    }
}

/* --- taking the step --- */

bool bot_table_thinks(const struct bot_table *table) {
    return table->step == STEP_MOVE && table->is_to_think;
}

/* Chooses the move.  False: nothing to send now, as a program is still thinking, or the
 * table has changed meanwhile. */
static bool think(struct bot *bot, struct bot_table *table, unsigned n_thinking) {
    char move[MOVE_TEXT_BYTES];
    struct minds_task task = table->task;
    unsigned share_ms = task.most_ms / n_thinking;
    task.most_ms = share_ms > 0 ? share_ms : 1;
    task.input_fd = bot->player->net.fd;
    task.on_input = bot->on_input;
    task.arg = bot->input_arg;
    if (!minds_choose(bot->plan->minds, &task, move) || !bot_table_thinks(table) ||
        table->task.number != task.number) {
        return false;
    }
    /* Keep the chosen move, in case it must be sent again. */
    table->is_to_think = false;
    table->task = task;
    text_copy(table->move, sizeof table->move, move);
    return true;
}

void bot_table_act(struct bot *bot, struct bot_table *table, unsigned n_thinking) {
    if (bot_table_thinks(table) && !think(bot, table, n_thinking)) {
        return;
    }
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

void bot_table_leave(struct bot *bot, struct bot_table *table) {
    table->step = STEP_LEAVE;
    bot_table_act(bot, table, 1);
}

/* --- errors --- */

bool bot_error_is_transient(const struct message *msg) {
    return msg->kind == MESSAGE_ERROR &&
           (error_is_passing(msg->error) ||
            msg->error == ERR_DRAINING || /* it restarts, or stops draining */
            (msg->error == ERR_NOT_ABSENT && msg->retry_after_ms > 0));
}

uint64_t bot_retry_ms(const struct message *msg, uint64_t now_ms) {
    return now_ms + (msg->retry_after_ms > 0 ? (uint64_t)msg->retry_after_ms : RETRY_MS);
}
