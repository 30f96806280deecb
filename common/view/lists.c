#include "view/reply.h"

#include <string.h>

#include "proto/command/command.h"
#include "proto/shape.h"
#include "view/board.h"
#include "view/tell.h"

/* The longest stage. */
#define STAGE_COLUMNS 8
/* Where the side of a player begins in the list of their rooms. */
#define MINE_COLUMN 15
/* Where the wrapped part begins: after the code and game of a room, or after the id, day
 * and game of a finished game. */
#define ROOM_COLUMN 24
#define GAME_COLUMN 48
/* Longest game id to show. */
#define ID_BYTES 48

/* Writes "tablut" for "tablut:king=unarmed".  Cuts long names from a server. */
static void id_text(const char *game, char id[static ID_BYTES]) {
    utf8_clean(game, strcspn(game, ":"), id, ID_BYTES);
}

/* Writes "king=unarmed"; "" if all options have their defaults. */
static void options_text(const char *game, char options[static OPTIONS_TEXT_BYTES]) {
    const char *colon = strchr(game, ':');
    const char *text = colon != NULL ? colon + 1 : "";
    utf8_clean(text, strlen(text), options, OPTIONS_TEXT_BYTES);
}

/* Writes "5+10"; "" without clocks. */
static void time_text(const struct time_control *time,
                      char text[static TIME_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, TIME_TEXT_BYTES);
    time_control_write(time, &out);
}

static const char *stage_text(enum lang lang, enum stage stage) {
    static const char *const texts[STAGE_COUNT] = {
        [STAGE_WAITING] = N_("waiting"), [STAGE_OPENING] = N_("opening"),
        [STAGE_PLAYING] = N_("playing"), [STAGE_ADJOURNED] = N_("adjourned"),
        [STAGE_OVER] = N_("over"),
    };
    return tr(lang, texts[stage]);
}

static const char *seat_name(enum lang lang, const char *name) {
    return name[0] != '\0' ? name : tr(lang, "(free)");
}

/* --- rooms --- */

static void put_room_row(struct page *page, const char *room, const char *game,
                         const char *text) {
    char left[64], id[ID_BYTES];
    id_text(game, id);
    snprintf(left, sizeof left, "%-6s %s", room, id);
    page_put_row(page, ROOM_COLUMN, left, text);
}

/* Appends to a list, separated by ", ". */
static void add_detail(struct text_out *out, const char *before, const char *detail) {
    if (detail[0] != '\0') {
        text_put(out, out->len > 0 ? ", " : "");
        text_put(out, before);
        text_put(out, detail);
    }
}

/* Writes options and clocks, if any, and the number of watchers. */
static void put_details(struct page *page, const struct room_row *row) {
    char options[OPTIONS_TEXT_BYTES], clocks[TIME_TEXT_BYTES], watching[40] = "";
    char text[2 * OPTIONS_TEXT_BYTES];
    options_text(row->game, options);
    time_text(&row->time, clocks);
    struct text_out out = text_out_of(text, sizeof text);
    if (row->watchers > 0) {
        snprintf(watching, sizeof watching,
                 tr_n(page->lang, (uint64_t)row->watchers, "one\4%lld watching",
                      "%lld watching"),
                 (long long)row->watchers);
    }
    add_detail(&out, "", options);
    add_detail(&out, tr(page->lang, "clocks "), clocks);
    add_detail(&out, "", row->rated ? tr(page->lang, "rated") : "");
    add_detail(&out, "",
               row->is_private ? tr(page->lang, "private: join CODE word=WORD") : "");
    add_detail(&out, "", watching);
    if (out.len > 0) {
        page_put_row(page, ROOM_COLUMN, "", text);
    }
}

static bool has_free_seat(const struct message *msg) {
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct room_row *row = &msg->rooms[i];
        if (row->name[SIDE_WHITE][0] == '\0' || row->name[SIDE_BLACK][0] == '\0') {
            return true;
        }
    }
    return false;
}

/* Whether a bot waits there for anybody: such rooms are listed in one line. */
static bool is_bot_waiting(const struct room_row *row) {
    return row->is_of_bots && row->stage == STAGE_WAITING && !row->is_private &&
           (row->name[SIDE_WHITE][0] == '\0' || row->name[SIDE_BLACK][0] == '\0');
}

static void put_waiting_bots(struct page *page, const struct message *msg) {
    struct page_text text;
    page_text_begin(&text);
    size_t n = 0;
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct room_row *row = &msg->rooms[i];
        if (is_bot_waiting(row)) {
            fprintf(text.out, "%s%s (%s)",
                    n++ == 0 ? tr(page->lang, "Bots wait in ") : ", ", row->room,
                    row->game);
        }
    }
    fputs(n > 0 ? "." : "", text.out);
    page_text_end(&text, page);
}

void lists_put_rooms(struct page *page, const struct message *msg) {
    if (msg->n_rows == 0) {
        page_put(page, "There are no rooms.  Open one: create royal-ur");
        return;
    }
    page_printf(page, tr_n(page->lang, msg->n_rows, "%zu room.%s", "%zu rooms.%s"),
                msg->n_rows,
                has_free_seat(msg)
                    ? tr(page->lang, "  Take a free seat: join and the code of the room.")
                    : "");
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct room_row *row = &msg->rooms[i];
        if (is_bot_waiting(row)) {
            continue;
        }
        char text[192];
        const char *stage = stage_text(page->lang, row->stage);
        int blanks = STAGE_COLUMNS - page_width(stage);
        snprintf(text, sizeof text, tr(page->lang, "%s%*s White: %s  Black: %s"), stage,
                 blanks > 0 ? blanks : 0, "",
                 seat_name(page->lang, row->name[SIDE_WHITE]),
                 seat_name(page->lang, row->name[SIDE_BLACK]));
        put_room_row(page, row->room, row->game, text);
        put_details(page, row);
    }
    put_waiting_bots(page, msg);
}

/* --- players --- */

/* Columns of `who`. */
enum { WHO_NAME, WHO_ROOMS, WHO_IDLE, WHO_FREE, WHO_BOT, WHO_ACCOUNT };

static bool is_bot(const struct table *table, size_t row) {
    return table_at(table, row, WHO_BOT)->number != 0;
}

static void clean_cell(const struct cell *cell, char *text, size_t cap) {
    text[0] = '\0';
    if (!cell->is_null) {
        utf8_clean(cell->text, strlen(cell->text), text, cap);
    }
}

static void put_bots(struct page *page, const struct table *table) {
    struct page_text text;
    page_text_begin(&text);
    size_t n = 0;
    for (size_t i = 0; i < table_n_rows(table); i++) {
        if (is_bot(table, i)) {
            char name[NAME_BYTES_MAX + 1], free[128];
            clean_cell(table_at(table, i, WHO_NAME), name, sizeof name);
            clean_cell(table_at(table, i, WHO_FREE), free, sizeof free);
            fprintf(text.out, "%s%s%s%s%s", n++ == 0 ? tr(page->lang, "Bots: ") : ", ",
                    name, free[0] != '\0' ? " (" : "", free, free[0] != '\0' ? ")" : "");
        }
    }
    fputs(n > 0 ? "." : "", text.out);
    page_text_end(&text, page);
}

void lists_put_who(struct page *page, const struct message *msg) {
    struct table people;
    table_init(&people, msg->table->spec);
    for (size_t i = 0; i < table_n_rows(msg->table); i++) {
        if (!is_bot(msg->table, i)) {
            table_put_text(&people, table_at(msg->table, i, WHO_NAME)->text);
            table_put_text(&people, table_at(msg->table, i, WHO_ROOMS)->text);
            table_put_number(&people, table_at(msg->table, i, WHO_IDLE)->number);
            table_put_text(&people, table_at(msg->table, i, WHO_FREE)->text);
            table_put_flag(&people, false);
            table_put_flag(&people, table_at(msg->table, i, WHO_ACCOUNT)->number != 0);
        }
    }
    if (table_n_rows(&people) > 0 || table_n_rows(msg->table) == 0) {
        tables_put(page, &people);
    } else {
        page_put(page, "Only bots are here.");
    }
    put_bots(page, msg->table);
    table_fini(&people);
}

/* Says what a room waits for, to the player sitting there. */
static const char *waits_for(const struct mine_row *row) {
    switch (row->stage) {
    case STAGE_WAITING: return row->your_turn ? N_("type ready") : N_("waiting");
    case STAGE_OPENING: return row->your_turn ? N_("open your nonce") : N_("opening");
    case STAGE_PLAYING: return row->your_turn ? N_("your turn") : N_("playing");
    case STAGE_ADJOURNED: return row->your_turn ? N_("type resume") : N_("adjourned");
    case STAGE_OVER: return N_("over");
    case STAGE_COUNT: break;
    }
    return "";
}

/* Writes "2026-11-21". */
static void day_text(int64_t time_s, char text[static TIMESTAMP_BYTES]) {
    timestamp_write(time_s, text);
    text[strcspn(text, "T")] = '\0';
}

void lists_put_mine(struct page *page, const struct message *msg) {
    if (msg->n_rows == 0) {
        page_put(page, "You sit in no room.  Find one with rooms, or open one: create "
                       "royal-ur");
        return;
    }
    page_printf(page,
                tr_n(page->lang, msg->n_rows, "You sit in %zu room.",
                     "You sit in %zu rooms: put @ and its code before a command."),
                msg->n_rows);
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct mine_row *row = &msg->mine[i];
        char text[240], until[TIMESTAMP_BYTES] = "";
        if (row->resume_by_s != 0) {
            day_text(row->resume_by_s, until);
        }
        const char *waits = tr(page->lang, waits_for(row));
        int blanks = MINE_COLUMN - page_width(waits);
        snprintf(text, sizeof text, tr(page->lang, "%s%*s  %s, against %s%s%s%s"), waits,
                 blanks > 0 ? blanks : 0, "", tell_side(page->lang, row->side),
                 row->opponent[0] != '\0' ? row->opponent : tr(page->lang, "nobody yet"),
                 row->away ? tr(page->lang, " (away)") : "",
                 until[0] != '\0' ? tr(page->lang, ", until ") : "", until);
        put_room_row(page, row->room, row->game, text);
        put_details(page, &(struct room_row){.game = row->game});
    }
}

/* --- finished games --- */

/* Returns "White won", "draw" or "called off". */
static const char *outcome_text(enum lang lang, const struct result *result) {
    if (result->called_off) {
        return tr(lang, "called off");
    }
    return result->outcome == OUTCOME_DRAW    ? tr(lang, "draw")
           : result->outcome == OUTCOME_WHITE ? tr(lang, "White won")
                                              : tr(lang, "Black won");
}

void lists_put_games(struct page *page, const struct message *msg) {
    if (msg->n_rows == 0) {
        page_put(page, msg->text[0] != '\0' ? msg->text : N_("No finished games yet."));
        return;
    }
    page_printf(
        page,
        tr_n(page->lang, msg->n_rows,
             "%zu finished game.  More about one: game and its id.",
             "%zu finished games, the latest first.  More about one: game and its "
             "id."),
        msg->n_rows);
    page_put_row(page, GAME_COLUMN, tr(page->lang, "id                day         game"),
                 tr(page->lang, "White - Black: how it ended"));
    for (size_t i = 0; i < msg->n_rows; i++) {
        const struct game_row *row = &msg->games[i];
        char day[TIMESTAMP_BYTES], left[128], right[128], id[ID_BYTES];
        day_text(row->ended_s, day);
        id_text(row->game, id);
        snprintf(left, sizeof left, "%-16s  %s  %s", row->game_id, day, id);
        snprintf(right, sizeof right, tr(page->lang, "result\4%s - %s: %s (%s)"),
                 row->name[SIDE_WHITE], row->name[SIDE_BLACK],
                 outcome_text(page->lang, &row->result),
                 tell_reason_word(page->lang, row->result.reason));
        page_put_row(page, GAME_COLUMN, left, right);
    }
}

/* Fills in the final state of the game, as far as the row tells it.  False: this program
 * does not know the game or the position. */
static bool state_of(const struct game_row *row, struct state *state) {
    struct options opt;
    *state = (struct state){.stage = STAGE_OVER, .result = row->result};
    for (int side = 0; side < SIDE_COUNT; side++) {
        state->seat[side].name = row->name[side];
    }
    struct text_in in = text_in_of(row->game, strlen(row->game));
    if (!game_parse(&in, &state->game, &opt)) {
        return false;
    }
    in = text_in_of(row->position, strlen(row->position));
    return game_read(state->game, &opt, &in, &state->pos);
}

static void put_times(struct page *page, const struct game_row *row) {
    char started[TIMESTAMP_BYTES], ended[TIMESTAMP_BYTES], clocks[TIME_TEXT_BYTES];
    time_text(&row->time, clocks);
    timestamp_write(row->ended_s, ended);
    timestamp_write(row->started_s, started);
    page_printf(
        page,
        tr_n(page->lang, row->n_moves, "%u move, %s%s%s%s%s.", "%u moves, %s%s%s%s%s."),
        row->n_moves, row->started_s > 0 ? started : tr(page->lang, "never begun"),
        row->started_s > 0 ? tr(page->lang, " to ") : tr(page->lang, ", ended "), ended,
        clocks[0] != '\0' ? tr(page->lang, ", clocks ") : "", clocks);
}

void lists_put_game(struct page *page, const struct message *msg,
                    const struct style *style) {
    if (msg->n_rows == 0) {
        return;
    }
    const struct game_row *row = &msg->games[0];
    struct state state;
    bool is_known = state_of(row, &state);
    page_printf(page, "Game %s of %s: %s (White) against %s (Black).", row->game_id,
                row->game, row->name[SIDE_WHITE], row->name[SIDE_BLACK]);
    put_times(page, row);
    state.lang = (uint8_t)page->lang;
    tell_on_page(page, &state, tell_result);
    if (is_known && style->board == BOARD_DRAWN) {
        board_draw(page->out, &state, style);
    } else if (is_known) {
        tell_on_page(page, &state, words_position);
    } else {
        page_printf(page, "The last position: %s", row->position);
    }
    page_printf(page, "All its throws and moves: record %s", row->game_id);
}
