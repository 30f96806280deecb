#include "proto/message/table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

#define COLUMNS(columns)                                                                 \
    .column = (columns), .n_columns = sizeof(columns) / sizeof *(columns)

static const struct column who_columns[] = {
    {"name", "name", CELL_NAME},
    {"rooms", "rooms", CELL_TEXT},
    {"idle_s", "silent for", CELL_SPAN},
    {"free", "free for", CELL_TEXT},
    {"bot", "", CELL_FLAG},
    {"account", "registered", CELL_FLAG},
};

static const struct column stats_columns[] = {
    {"stat", "what", CELL_TEXT},
    {"value", "value", CELL_NUMBER},
};

static const struct column clients_columns[] = {
    {"client", "client", CELL_NUMBER}, {"name", "name", CELL_NAME},
    {"address", "address", CELL_TEXT}, {"age_s", "here", CELL_SPAN},
    {"idle_s", "silent", CELL_SPAN},   {"queue_bytes", "queue", CELL_NUMBER},
    {"last", "last", CELL_TEXT},       {"tls", "TLS", CELL_FLAG},
    {"mode", "mode", CELL_TEXT},
};

static const struct column kick_columns[] = {
    {"client", "client", CELL_NUMBER},
    {"name", "name", CELL_NAME},
    {"address", "address", CELL_TEXT},
};

static const struct column ban_columns[] = {
    {"who", "who", CELL_TEXT},
    {"until", "until", CELL_UNTIL},
};

static const struct column unban_columns[] = {
    {"who", "who", CELL_TEXT},
};

static const struct column bans_columns[] = {
    {"who", "who", CELL_TEXT},
    {"since", "since, UTC", CELL_TIME},
    {"until", "until, UTC", CELL_UNTIL},
    {"why", "why", CELL_TEXT},
};

static const struct column reset_columns[] = {
    {"name", "name", CELL_NAME},
    {"password", "one-time password", CELL_TEXT},
    {"until", "good until, UTC", CELL_TIME},
};

static const struct column announce_columns[] = {
    {"told", "told", CELL_NUMBER},
};

static const struct column loglevel_columns[] = {
    {"level", "level", CELL_TEXT},
};

static const struct column dicestats_columns[] = {
    {"dice", "dice", CELL_TEXT},     {"throws", "throws", CELL_NUMBER},
    {"faces", "values", CELL_TEXT},  {"counts", "how often", CELL_TEXT},
    {"chi2", "", CELL_REAL},         {"df", "", CELL_NUMBER},
    {"p", "probability", CELL_REAL}, {"luck", "luck", CELL_REAL},
};

static const struct column drain_columns[] = {
    {"draining", "no new games", CELL_FLAG},
    {"stops", "the end", CELL_TIME},
    {"games_running", "running games", CELL_NUMBER},
};

static const struct column rating_columns[] = {
    {"game", "game", CELL_TEXT},
    {"rating", "rating", CELL_REAL},
    {"deviation", "deviation", CELL_REAL},
    {"volatility", "volatility", CELL_REAL},
    {"games", "games", CELL_NUMBER},
    {"opponents", "opponents", CELL_NUMBER},
    {"top_opponents", "for top", CELL_NUMBER},
};

static const struct column top_columns[] = {
    {"rank", "rank", CELL_NUMBER},   {"name", "name", CELL_NAME},
    {"rating", "rating", CELL_REAL}, {"deviation", "deviation", CELL_REAL},
    {"games", "games", CELL_NUMBER},
};

static const struct column rating_event_columns[] = {
    {"game", "game", CELL_TEXT},     {"name", "name", CELL_NAME},
    {"rating", "rating", CELL_REAL}, {"deviation", "deviation", CELL_REAL},
    {"change", "change", CELL_REAL},
};

static const struct column gag_columns[] = {
    {"name", "name", CELL_NAME},
};

static const struct column whois_columns[] = {
    {"name", "name", CELL_NAME},
    {"registered", "registered", CELL_TIME},
    {"here", "here", CELL_FLAG},
    {"idle_s", "silent for", CELL_SPAN},
    {"away", "away", CELL_FLAG},
    {"rooms", "rooms", CELL_TEXT},
    {"games", "games over", CELL_NUMBER},
    {"ratings", "ratings", CELL_TEXT},
    {"called_off", "called off", CELL_NUMBER},
    {"unopened", "seals not opened", CELL_NUMBER},
};

/* An offer; the same columns wherever there are offers. */
static const struct column offer_columns[] = {
    {"offer", "offer", CELL_NUMBER}, {"kind", "", CELL_TEXT},
    {"name", "by", CELL_NAME},       {"to", "", CELL_NAME},
    {"rating", "rating", CELL_REAL}, {"game", "game", CELL_TEXT},
    {"time", "clocks", CELL_TEXT},   {"rated", "rated", CELL_FLAG},
    {"side", "plays", CELL_TEXT},    {"bot", "bot", CELL_FLAG},
};

/* The same for offers from and to a player. */
static const struct column challenge_columns[] = {
    {"offer", "offer", CELL_NUMBER}, {"kind", "", CELL_TEXT},
    {"name", "by", CELL_NAME},       {"to", "to", CELL_NAME},
    {"rating", "rating", CELL_REAL}, {"game", "game", CELL_TEXT},
    {"time", "clocks", CELL_TEXT},   {"rated", "rated", CELL_FLAG},
    {"side", "plays", CELL_TEXT},    {"bot", "bot", CELL_FLAG},
};

static const struct column made_columns[] = {{"offer", "offer", CELL_NUMBER}};
static const struct column play_columns[] = {
    {"offer", "offer", CELL_NUMBER},
    {"bot", "bot", CELL_NAME},
    {"wait_ms", "", CELL_NUMBER},
};
static const struct column ended_columns[] = {{"ended", "taken back", CELL_NUMBER}};
static const struct column offer_over_columns[] = {
    {"offer", "offer", CELL_NUMBER},
    {"why", "why", CELL_TEXT},
    {"reason", "reason", CELL_TEXT},
};

static const struct column profile_columns[] = {
    {"games", "games", CELL_TEXT}, {"rated", "rated", CELL_TEXT},
    {"bots", "bots", CELL_TEXT},   {"max", "max", CELL_NUMBER},
    {"time", "time", CELL_TEXT},   {"bot", "bot", CELL_TEXT},
};

static const struct column auto_columns[] = {{"auto", "auto", CELL_TEXT}};
static const struct column lang_columns[] = {{"lang", "language", CELL_TEXT}};

/* Replies that have a table. */
static const struct {
    enum command_kind cmd;
    struct table_spec spec;
} replies[] = {
    {CMD_GAG,
     {"gags", COLUMNS(gag_columns), "You have gagged nobody.", "You have gagged:"}},
    {CMD_WHO, {"who", COLUMNS(who_columns), "Nobody is here.", "Who is here:"}},
    {CMD_WHOIS, {"", COLUMNS(whois_columns), "Nobody has this name.", "Who this is:"}},
    {CMD_PLAY, {"", COLUMNS(play_columns), "", "Whoever wants to play accepts."}},
    {CMD_SEEK, {"", COLUMNS(made_columns), "", "Whoever wants to play accepts."}},
    {CMD_SEEKS,
     {"seeks", COLUMNS(offer_columns),
      "Nobody seeks an opponent.  Be the first: seek GAME.",
      "These players seek an opponent.  To play one, type accept and the number:"}},
    {CMD_UNSEEK, {"", COLUMNS(ended_columns), "", "You have taken it back."}},
    {CMD_CHALLENGE, {"", COLUMNS(made_columns), "", "They have been asked."}},
    {CMD_CHALLENGES,
     {"challenges", COLUMNS(challenge_columns),
      "There are no challenges to you or from you.",
      "Challenges.  Type accept or decline, and the number:"}},
    {CMD_AUTO, {"", COLUMNS(auto_columns), "", "Forced moves are played for you:"}},
    {CMD_LANG, {"", COLUMNS(lang_columns), "", "You read:"}},
    {CMD_PROFILE,
     {"", COLUMNS(profile_columns), "",
      "These offers reach you; help profile says how to change that."}},
    {CMD_STATS,
     {"stats", COLUMNS(stats_columns), "Nothing is counted.",
      "Since the start, and now:"}},
    {CMD_CLIENTS,
     {"clients", COLUMNS(clients_columns), "There is no such connection.",
      "Connections:"}},
    {CMD_ANNOUNCE, {"", COLUMNS(announce_columns), "", "Announced."}},
    {CMD_KICK, {"", COLUMNS(kick_columns), "", "Their connection has ended."}},
    {CMD_BAN, {"", COLUMNS(ban_columns), "", "Banned from now on:"}},
    {CMD_UNBAN, {"", COLUMNS(unban_columns), "", "No longer banned:"}},
    {CMD_BANS, {"bans", COLUMNS(bans_columns), "Nobody is banned.", "Banned:"}},
    {CMD_RESET_PASSWORD,
     {"", COLUMNS(reset_columns), "", "Tell it to this player and to nobody else:"}},
    {CMD_DRAIN, {"", COLUMNS(drain_columns), "", "Everybody has been told."}},
    {CMD_LOGLEVEL, {"", COLUMNS(loglevel_columns), "", "The log level:"}},
    {CMD_RATING, {"ratings", COLUMNS(rating_columns), "No rated games yet.", ""}},
    {CMD_TOP,
     {"top", COLUMNS(top_columns),
      "Nobody has played enough rated games of this lately: help top.",
      "The strongest players whose ratings are well known:"}},
    {CMD_DICESTATS,
     {"dicestats", COLUMNS(dicestats_columns),
      "No dice have been thrown in finished games yet.", "What the dice have shown:"}},
};

const struct table_spec *table_of_reply(enum command_kind cmd) {
    for (size_t i = 0; i < sizeof replies / sizeof replies[0]; i++) {
        if (replies[i].cmd == cmd) {
            return &replies[i].spec;
        }
    }
    return NULL;
}

/* Events that have a table. */
static const struct {
    enum event_kind event;
    struct table_spec spec;
} events[] = {
    {EVENT_RATING, {"", COLUMNS(rating_event_columns), "", ""}},
    {EVENT_OFFER, {"", COLUMNS(offer_columns), "", "An offer to play:"}},
    {EVENT_OFFER_OVER, {"", COLUMNS(offer_over_columns), "", "An offer is over:"}},
};

const struct table_spec *table_of_event(enum event_kind event) {
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (events[i].event == event) {
            return &events[i].spec;
        }
    }
    return NULL;
}

void table_init(struct table *table, const struct table_spec *spec) {
    *table = (struct table){.spec = spec};
}

void table_fini(struct table *table) {
    arena_free(&table->arena);
    *table = (struct table){.spec = NULL};
}

/* Adds a cell; its column must be of this kind. */
static struct cell *next_cell(struct table *table, bool is_text, bool is_flag) {
    if (table->n == table->cap) {
        size_t cap = table->cap == 0 ? 64 : table->cap * 2;
        struct cell *cell = arena_alloc(&table->arena, cap, sizeof *cell);
        if (table->n > 0) {
            memcpy(cell, table->cell, table->n * sizeof *cell);
        }
        table->cell = cell;
        table->cap = cap;
    }
    enum cell_kind kind = table->spec->column[table->n % table->spec->n_columns].kind;
    assert(is_text == (kind == CELL_TEXT || kind == CELL_NAME));
    assert(is_flag == (kind == CELL_FLAG));
    (void)kind;
    struct cell *cell = &table->cell[table->n++];
    cell->text = "";
    return cell;
}

void table_put_text(struct table *table, const char *text) {
    struct cell *cell = next_cell(table, true, false);
    cell->text = arena_clean(&table->arena, text);
    cell->is_null = text[0] == '\0';
}

void table_put_number(struct table *table, int64_t number) {
    next_cell(table, false, false)->number = number;
}

void table_put_real(struct table *table, double number) {
    table_put_number(table, llround(number * 1e6));
}

void table_put_flag(struct table *table, bool flag) {
    next_cell(table, false, true)->number = flag;
}

void table_put_null(struct table *table) {
    next_cell(table, false, false)->is_null = true;
}

size_t table_n_rows(const struct table *table) {
    return table->n / table->spec->n_columns;
}

const struct cell *table_at(const struct table *table, size_t row, size_t column) {
    assert(row < table_n_rows(table) && column < table->spec->n_columns);
    return &table->cell[row * table->spec->n_columns + column];
}

const struct cell *table_find(const struct table *table, size_t row, const char *key) {
    static const struct cell none = {.text = "", .is_null = true};
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        if (strcmp(table->spec->column[i].key, key) == 0) {
            return table_at(table, row, i);
        }
    }
    return &none;
}
