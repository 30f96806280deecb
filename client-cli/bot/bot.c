#include "client-cli/bot/bot.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/bot/inside.h"
#include "client-cli/player/save.h"
#include "client-cli/player/seal.h"
#include "proto/message/record.h"

/* Id of the command `record`, followed by the id of the game. */
#define ID_RECORD "bot.record."

_Static_assert(sizeof ID_RECORD + GAME_ID_BYTES_MAX <= ID_BYTES_MAX, "they fit an id");

/* --- records --- */

/* The record entry of this game, or NULL.  game_id "": an unused entry. */
static struct bot_record *find_record(struct bot *bot, const char *game_id) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        if (strcmp(bot->records[i].game_id, game_id) == 0) {
            return &bot->records[i];
        }
    }
    return NULL;
}

static void want_record(struct bot *bot, const char *game_id, FILE *out) {
    struct bot_record *record = find_record(bot, "");
    if (record == NULL) {
        fprintf(out, "not saved: %s: too many other records are on the way\n", game_id);
        bot->has_failed = true;
        return;
    }
    snprintf(record->game_id, sizeof record->game_id, "%s", game_id);
    record->due_ms = 0;
}

static bool wants_records(const struct bot *bot) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        if (bot->records[i].game_id[0] != '\0') {
            return true;
        }
    }
    return false;
}

static void ask_for_records_again(struct bot *bot, uint64_t now_ms) {
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        bot->records[i].due_ms = now_ms;
    }
}

static uint64_t act_on_records(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = UINT64_MAX;
    for (size_t i = 0; i < BOT_RECORDS_MAX; i++) {
        struct bot_record *record = &bot->records[i];
        if (record->game_id[0] == '\0') {
            continue;
        }
        if (record->due_ms <= now_ms) {
            char id[ID_BYTES_MAX + 1];
            snprintf(id, sizeof id, ID_RECORD "%s", record->game_id);
            player_ask(bot->player, &(struct request){.kind = CMD_RECORD,
                                                      .id = id,
                                                      .arg = {record->game_id}});
            record->due_ms = UINT64_MAX;
        }
        due_ms = record->due_ms < due_ms ? record->due_ms : due_ms;
    }
    return due_ms;
}

static bool is_record_answer(const struct message *msg) {
    return strncmp(msg->id, ID_RECORD, strlen(ID_RECORD)) == 0;
}

/* Leaves slashes and dots out of the file name, as the server chose it. */
static bool save(const struct bot *bot, const char *game_id, const char *record,
                 char fault[static FAULT_BYTES]) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char path[4096];
    snprintf(path, sizeof path, "%s/%.*s.json", bot->plan->save_dir,
             (int)strspn(game_id, safe), game_id);
    return save_record(path, record, fault);
}

static void hear_record(struct bot *bot, const struct message *msg, uint64_t now_ms,
                        FILE *out) {
    char fault[FAULT_BYTES];
    struct bot_record *wanted = find_record(bot, msg->id + strlen(ID_RECORD));
    if (wanted == NULL || wanted->game_id[0] == '\0') {
        return;
    }
    if (bot_error_is_transient(msg)) {
        wanted->due_ms = bot_retry_ms(msg, now_ms);
        return;
    }
    if (msg->kind == MESSAGE_ERROR) {
        fprintf(out, "no record of %s: %s\n", wanted->game_id, msg->text);
    } else if (msg->record == NULL || !save(bot, wanted->game_id, msg->record, fault)) {
        fprintf(out, "not saved: %s\n", msg->record == NULL ? "no record came" : fault);
        bot->has_failed = true;
    }
    *wanted = (struct bot_record){0};
}

/* --- the whole bot --- */

void bot_begin(struct bot *bot) {
    memset(bot->tables, 0, sizeof bot->tables);
    if (bot->max_rooms == 0) { /* until the server sends its limit */
        bot->max_rooms = PLAYER_ROOMS_MAX;
        bot->seek_wait_ms = BOT_SEEK_WAIT_MS;
    }
    bot->is_asking = false;
    bot->lobby_due_ms = 0;
    ask_for_records_again(bot, 0);
}

bool bot_is_done(const struct bot *bot) {
    return !bot->plan->is_house && bot->n_played >= bot->plan->n_plays &&
           !wants_records(bot);
}

/* --- messages from the server --- */

/* Does not use the opponent's name: chat stays with the game, even after a player's data
 * is deleted. */
static void greet(const struct bot *bot, const struct bot_table *table) {
    char how[32] = "at random";
    char text[80];
    if (bot->plan->minds != NULL) {
        struct text_out out = text_out_of(how, sizeof how);
        minds_describe(bot->plan->minds, &out);
    }
    /* client-web/js/talk.js knows this sentence, and says it in the reader's language. */
    snprintf(text, sizeof text, "Hello!  I am a bot and play %s.", how);
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

/* Whether this state ends a game that the bot played.  After missed events only the state
 * tells: the game is over, and was not when the bot last saw it. */
static bool has_ended(const struct bot_table *table, const struct state *state) {
    if (!state->result.over) {
        return false;
    }
    if (strcmp(table->game_id, state->game_id) != 0) {
        return state_has_note(state, NOTE_OVER, SIDE_COUNT);
    }
    return table->stage != STAGE_OVER;
}

/* Whether the game seen at this table is gone, though it was running. */
static bool has_vanished(const struct bot_table *table, const char *game_id) {
    return table->game_id[0] != '\0' && table->stage != STAGE_WAITING &&
           table->stage != STAGE_OVER && strcmp(table->game_id, game_id) != 0;
}

/* How the game, or the match that ends with it, has ended for this side. */
static enum bot_end end_of(const struct state *state, enum side side) {
    enum outcome outcome = (enum outcome)state->result.outcome;
    if (state->result.called_off) {
        return BOT_CALLED_OFF;
    }
    if (state->match.legs > 1) {
        outcome = match_outcome(&state->match);
    }
    return outcome == OUTCOME_DRAW                              ? BOT_DRAWN
           : (outcome == OUTCOME_WHITE) == (side == SIDE_WHITE) ? BOT_WON
                                                                : BOT_LOST;
}

/* Counts a game, and asks for its record. */
static void count_game(struct bot *bot, const char *game_id, FILE *out) {
    bot->n_over++;
    if (bot->plan->save_dir != NULL) {
        want_record(bot, game_id, out);
    }
}

/* Counts a game that ended at this table while the bot was not looking. */
static void count_vanished(struct bot *bot, const struct bot_table *table,
                           bool match_goes_on, FILE *out) {
    fprintf(out, "%s: game %s has ended in the meantime\n", table->code, table->game_id);
    count_game(bot, table->game_id, out);
    if (!match_goes_on) {
        bot->n_played++;
        bot->n_ends[BOT_UNSEEN]++;
    }
}

static void note_ends(struct bot *bot, const struct bot_table *table,
                      const struct message *msg, enum side side, FILE *out) {
    const struct state *state = msg->state;
    if (has_vanished(table, state->game_id)) {
        count_vanished(bot, table, state->match.leg > 1, out);
    }
    if (!has_ended(table, state)) {
        return;
    }
    check_dice(bot, msg, out);
    count_game(bot, state->game_id, out);
    if (!bot_match_goes_on(state)) {
        bot->n_played++;
        bot->n_ends[end_of(state, side)]++;
    }
}

static void hear_state(struct bot *bot, const struct message *msg, uint64_t now_ms,
                       FILE *out) {
    const struct state *state = msg->state;
    char game[GAME_TEXT_BYTES];
    struct text_out text = text_out_of(game, sizeof game);
    game_write(state->game, &state->pos.opt, &text);
    struct bot_table *table = bot_table_get(bot, msg->room, game);
    const struct player_room *room = player_find_room(bot->player, msg->room);
    if (table != NULL && room == NULL) { /* the bot has lost its seat */
        *table = (struct bot_table){0};
        bot->lobby_due_ms = now_ms;
        return;
    }
    if (table == NULL || room == NULL || room->side == SIDE_COUNT) {
        return;
    }
    const char *opponent = state->seat[side_other(room->side)].name;
    bool had_opponent = table->has_opponent;
    note_ends(bot, table, msg, room->side, out);
    table->has_opponent = opponent[0] != '\0';
    table->stage = state->stage;
    snprintf(table->game_id, sizeof table->game_id, "%s", state->game_id);
    if (bot->plan->is_house && table->has_opponent && !had_opponent) {
        greet(bot, table);
    }
    bot_table_decide(bot, table, msg, room->side, now_ms);
    if (bot->lobby_due_ms == UINT64_MAX) {
        bot->lobby_due_ms = now_ms; /* a house bot may want another table */
    }
}

/* --- after a reconnect --- */

/* Starts to play in a room where the bot has a seat but no table yet. */
static void take_up_table(struct bot *bot, const struct mine_row *row) {
    struct bot_table *table = bot_table_get(bot, row->room, row->game);
    if (table == NULL) {
        return;
    }
    table->stage = row->stage;
    table->has_opponent = row->opponent[0] != '\0';
}

/* The player has reconnected.  Repeats the commands without an answer: they may not have
 * arrived, and repeating does no harm.  The missed states follow. */
static void hear_back(struct bot *bot, const struct message *msg, uint64_t now_ms,
                      FILE *out) {
    if (!bot->plan->is_of_host) { /* the host's is back after each start: no news */
        fprintf(out, "back again as %s\n", msg->name);
    }
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (table->code[0] != '\0' && player_find_mine(msg, table->code) == NULL) {
            if (has_vanished(table, "")) {
                count_vanished(bot, table, false, out);
            }
            *table = (struct bot_table){0};
        } else if (table->step == STEP_NONE && table->taken != STEP_NONE) {
            table->step = table->taken;
            table->due_ms = now_ms;
        }
    }
    for (size_t i = 0; i < msg->n_rows; i++) {
        if (bot_table_find(bot, msg->mine[i].room) == NULL) {
            take_up_table(bot, &msg->mine[i]);
        }
    }
    bot->is_asking = false;
    bot->lobby_due_ms = now_ms;
    ask_for_records_again(bot, now_ms);
}

/* Handles the answer to a step.  If the step was too late or already done, the next state
 * says what to do.  If it was too early, the bot repeats it. */
static void hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    struct bot_table *table = bot_table_find(bot, msg->id);
    if (table == NULL || msg->id[0] == '\0') {
        return;
    }
    if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_LEAVE) {
        *table = (struct bot_table){0};
        bot->lobby_due_ms = now_ms;
        return;
    }
    if (bot_error_is_transient(msg) && table->step == STEP_NONE) {
        table->step = table->taken;
        table->due_ms = bot_retry_ms(msg, now_ms);
    }
    table->taken = STEP_NONE;
}

/* A limit of the server, or `otherwise` if it does not say. */
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
    } else if (is_record_answer(msg)) {
        hear_record(bot, msg, now_ms, out);
    } else if (msg->kind == MESSAGE_ERROR && bot->player->name[0] == '\0') {
        fprintf(out, "the server says: %s\n", msg->text);
        bot->has_failed = true;
    } else {
        hear_answer(bot, msg, now_ms);
    }
}

/* --- acting --- */

static bool is_due(const struct bot_table *table, uint64_t now_ms) {
    return table->step != STEP_NONE && table->due_ms <= now_ms;
}

/* Takes the steps that are due and need no thinking.  Returns when to call again. */
static uint64_t act_at_tables(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = UINT64_MAX;
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (!is_due(table, now_ms)) {
            bool is_later = table->step != STEP_NONE && table->due_ms < due_ms;
            due_ms = is_later ? table->due_ms : due_ms;
        } else if (!bot_table_thinks(table)) {
            bot_table_act(bot, table, 1);
        }
    }
    return due_ms;
}

/* A table that needs a move from the minds. */
struct thinking {
    uint64_t order;
    struct bot_table *table;
};

static int compare_thinking(const void *a, const void *b) {
    const struct thinking *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Thinks about the moves that are due, and plays them: first those that a program was
 * asked for, then the others in the order they became due. */
static void think_at_tables(struct bot *bot, uint64_t now_ms) {
    struct thinking thinking[PLAYER_ROOMS_MAX];
    unsigned n = 0;
    minds_begin_round(bot->plan->minds);
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        struct bot_table *table = &bot->tables[i];
        if (is_due(table, now_ms) && bot_table_thinks(table)) {
            bool is_asked = minds_are_asked(bot->plan->minds, &table->task);
            thinking[n++] = (struct thinking){is_asked ? 0 : table->task.number, table};
        }
    }
    qsort(thinking, n, sizeof thinking[0], compare_thinking);
    bot->n_tasks_begun = bot->n_tasks;
    bot->has_answered = false;
    for (unsigned i = 0; i < n; i++) {
        struct bot_table *table = thinking[i].table;
        if (is_due(table, now_ms) && bot_table_thinks(table)) { /* still due */
            bot_table_act(bot, table, n);
        }
    }
}

/* A house bot never gives up: it goes on with random moves. */
static void give_up_if_useless(struct bot *bot) {
    if (!bot->plan->is_house && !bot->has_failed && minds_are_useless(bot->plan->minds)) {
        fprintf(stderr,
                "alea bot: --exec: no legal move, %d times in a row: it gives up\n",
                MINDS_FAILED_MAX);
        bot->has_failed = true;
    }
}

/* Does what is due and needs no thinking.  Returns when to call again. */
static uint64_t act(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = act_on_records(bot, now_ms);
    uint64_t player_due_ms = player_act(bot->player, now_ms);
    due_ms = player_due_ms < due_ms ? player_due_ms : due_ms;
    uint64_t offers_due_ms = bot_offers_act(bot, now_ms);
    due_ms = offers_due_ms < due_ms ? offers_due_ms : due_ms;
    uint64_t tables_due_ms = act_at_tables(bot, now_ms);
    due_ms = tables_due_ms < due_ms ? tables_due_ms : due_ms;
    if (!bot->is_asking && bot->lobby_due_ms <= now_ms) {
        bot_lobby_act(bot, now_ms);
    }
    return due_ms;
}

bool bot_answer(struct bot *bot, uint64_t now_ms) {
    (void)act(bot, now_ms);
    bot->has_answered = true;
    return bot->n_tasks > bot->n_tasks_begun;
}

uint64_t bot_act(struct bot *bot, uint64_t now_ms) {
    if (bot->player->name[0] == '\0') {
        return UINT64_MAX; /* no name yet, or not back yet */
    }
    uint64_t due_ms = act(bot, now_ms);
    if (bot->plan->minds != NULL) {
        think_at_tables(bot, now_ms); /* last: it must not delay the other tables */
        give_up_if_useless(bot);
        if (bot->has_answered) {
            return now_ms; /* something has happened since due_ms was computed */
        }
        uint64_t minds_due = minds_due_ms(bot->plan->minds);
        due_ms = minds_due < due_ms ? minds_due : due_ms;
    }
    return !bot->is_asking && bot->lobby_due_ms < due_ms ? bot->lobby_due_ms : due_ms;
}
