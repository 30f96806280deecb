#include "client-cli/bot.h"

#include <inttypes.h>
#include <string.h>

#include "client-cli/bot_lobby.h"
#include "client-cli/save.h"
#include "proto/record.h"

#define ID_RECORD "bot.record"

void bot_begin(struct bot *bot) {
    memset(bot->tables, 0, sizeof bot->tables);
    bot->is_asking = false;
    bot->lobby_due_ms = 0;
    bot->n_records = 0;
}

bool bot_is_done(const struct bot *bot) {
    return !bot->plan->is_house && bot->n_played >= bot->plan->n_plays &&
           bot->n_records == 0;
}

/* --- tables --- */

static struct bot_table *find_table(struct bot *bot, const char *code) {
    for (size_t i = 0; i < PLAYER_ROOMS_MAX; i++) {
        if (strcmp(bot->tables[i].code, code) == 0) {
            return &bot->tables[i];
        }
    }
    return NULL;
}

/* The table in this room, perhaps a new one; NULL when there are too many. */
static struct bot_table *get_table(struct bot *bot, const char *code) {
    struct bot_table *table = find_table(bot, code);
    if (table == NULL && (table = find_table(bot, "")) != NULL) {
        *table = (struct bot_table){.game = bot->asked_game};
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

/* What to do in a room without a running game, once it is over. */
static enum bot_step step_after_game(const struct bot *bot,
                                     const struct bot_table *table) {
    if (!bot->plan->is_house) {
        return bot->n_played < bot->plan->n_plays ? STEP_REMATCH : STEP_NONE;
    }
    if (table->has_opponent) {
        return STEP_NONE; /* whether there is a rematch is for him to say */
    }
    return is_one_too_many(bot, table) ? STEP_LEAVE : STEP_REMATCH;
}

static enum bot_step next_step(const struct bot *bot, const struct bot_table *table,
                               const struct state *state, enum side side) {
    switch (state->stage) {
    case STAGE_WAITING:
        if (table->has_opponent) {
            return state->seat[side].ready ? STEP_NONE : STEP_READY;
        }
        return bot->plan->is_house && is_one_too_many(bot, table) ? STEP_LEAVE
                                                                  : STEP_NONE;
    case STAGE_PLAYING: return state->moves != NULL ? STEP_MOVE : STEP_NONE;
    case STAGE_ADJOURNED: return STEP_NONE;
    case STAGE_OVER: return step_after_game(bot, table);
    case STAGE_OPENING: /* the player opens seals by himself */
    case STAGE_COUNT: break;
    }
    return STEP_NONE;
}

static uint64_t delay_ms(const struct bot *bot, enum bot_step step) {
    return step == STEP_MOVE ? bot->plan->pace_ms : 0;
}

/* --- hearing --- */

static void greet(const struct bot *bot, const struct bot_table *table,
                  const char *name) {
    char text[100];
    snprintf(text, sizeof text,
             "Hello %s!  I am a bot and play at random.  Type ready, and we begin.",
             name);
    player_ask(bot->player, &(struct request){.kind = CMD_SAY,
                                              .id = table->code,
                                              .room = table->code,
                                              .arg = {text}});
}

static void check_dice(struct bot *bot, const struct message *msg, FILE *out) {
    const struct player_room *room = player_find_room(bot->player, msg->room);
    char text[FAULT_BYTES];
    struct text_out verdict;
    text_out_init(&verdict, text, sizeof text);
    if (room != NULL &&
        witness_judge(&room->witness, msg->state, &verdict) == WITNESS_BROKEN) {
        fprintf(out, "%s: %s\n", msg->room, text);
        bot->is_cheated = true;
    }
}

static void hear_end(struct bot *bot, const struct message *msg, FILE *out) {
    bot->n_played++;
    check_dice(bot, msg, out);
    if (bot->plan->save_dir != NULL) {
        bot->n_records++;
        player_ask(
            bot->player,
            &(struct request){.kind = CMD_RECORD, .id = ID_RECORD, .room = msg->room});
    }
}

/* Whether somebody sits opposite.  One who was cut off still has his name in the event
 * that tells it, but not his seat. */
static bool has_opponent(const struct state *state, enum side side) {
    for (size_t i = 0; i < state->n_notes; i++) {
        if (state->notes[i].kind == NOTE_ABSENT) {
            return false;
        }
    }
    return state->seat[side_other(side)].name[0] != '\0';
}

static void hear_state(struct bot *bot, const struct message *msg, uint64_t now_ms,
                       FILE *out) {
    const struct state *state = msg->state;
    struct bot_table *table = get_table(bot, msg->room);
    const struct player_room *room = player_find_room(bot->player, msg->room);
    if (table == NULL || room == NULL || room->side == SIDE_COUNT) {
        return;
    }
    bool had_opponent = table->has_opponent;
    table->has_opponent = has_opponent(state, room->side);
    table->stage = state->stage;
    if (bot->plan->is_house && table->has_opponent && !had_opponent) {
        greet(bot, table, state->seat[side_other(room->side)].name);
    }
    for (size_t i = 0; i < state->n_notes; i++) {
        if (state->notes[i].kind == NOTE_OVER) {
            hear_end(bot, msg, out);
        }
    }
    table->step = next_step(bot, table, state, room->side);
    table->due_ms = now_ms + delay_ms(bot, table->step);
    if (table->step == STEP_MOVE) {
        choose_move(bot, table, state->moves);
        snprintf(table->seq, sizeof table->seq, "%" PRIu64, msg->seq);
    }
    if (bot->lobby_due_ms == UINT64_MAX) {
        bot->lobby_due_ms = now_ms; /* a house may want another table */
    }
}

static void hear_record(struct bot *bot, const struct message *msg, FILE *out) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char path[4096], fault[FAULT_BYTES];
    struct record record;
    bot->n_records -= bot->n_records > 0;
    if (msg->kind == MESSAGE_ERROR || msg->record == NULL) {
        fprintf(out, "no record: %s\n", msg->text);
        return;
    }
    /* The next game may have begun: only the record itself tells which game it is of. */
    if (!record_from_json(msg->record, strlen(msg->record), &record, fault)) {
        fprintf(out, "not saved: %s\n", fault);
        bot->has_failed = true;
        return;
    }
    /* The name of the file comes from the server: no slash, no dot. */
    size_t len = strspn(record.game_id, safe);
    snprintf(path, sizeof path, "%s/%.*s.json", bot->plan->save_dir, (int)len,
             record.game_id);
    record_fini(&record);
    if (!save_record(path, msg->record, fault)) {
        fprintf(out, "not saved: %s\n", fault);
        bot->has_failed = true;
    }
}

/* An answer to a step.  What came too late or twice needs nothing: the next state event
 * says what to do; what came too fast is to be done again. */
static void hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms) {
    struct bot_table *table = find_table(bot, msg->id);
    if (table == NULL || msg->id[0] == '\0') {
        return;
    }
    if (msg->kind == MESSAGE_ERROR && msg->error == ERR_TOO_FAST &&
        table->step == STEP_NONE) {
        table->step = table->taken;
        table->due_ms = now_ms + (uint64_t)msg->retry_after_ms;
    } else if (msg->kind == MESSAGE_REPLY && msg->cmd == CMD_LEAVE) {
        *table = (struct bot_table){0};
        bot->lobby_due_ms = now_ms;
    }
}

void bot_hear(struct bot *bot, const struct message *msg, uint64_t now_ms, FILE *out) {
    if (msg->kind == MESSAGE_EVENT) {
        if (msg->event == EVENT_STATE) {
            hear_state(bot, msg, now_ms, out);
        }
    } else if (bot_lobby_is_answer(msg)) {
        bot_lobby_hear(bot, msg, now_ms, out);
    } else if (strcmp(msg->id, ID_RECORD) == 0) {
        hear_record(bot, msg, out);
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
    case STEP_REMATCH: request.kind = CMD_REMATCH; break;
    case STEP_LEAVE: request.kind = CMD_LEAVE; break;
    }
    player_ask(bot->player, &request);
}

uint64_t bot_act(struct bot *bot, uint64_t now_ms) {
    uint64_t due_ms = UINT64_MAX;
    if (bot->player->name[0] == '\0') {
        return due_ms; /* no name yet */
    }
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
