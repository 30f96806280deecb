#include "view/render.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/typed_move.h"
#include "view/board.h"
#include "view/clocks.h"
#include "view/page.h"
#include "view/reply.h"
#include "view/tell.h"

/* Longer lists of moves are shown only on request: few people would read them, and the
 * board would scroll away.  In morris there are up to 24 points to place a man on. */
#define MOVES_LISTED 24
/* The same for ears. */
#define MOVES_TOLD 12
/* With pieces on more squares than this, ears hear where they are only when a game begins
 * and when they ask: 73 squares take a minute. */
#define SQUARES_TOLD 36

/* --- a room --- */

/* Writes what happened, if anything.  Nothing happened if the player only asked for the
 * board, or came back and missed too much to see it all. */
static void put_notes(struct page *page, const struct message *msg,
                      const struct style *style) {
    struct page_text text;
    struct state state = *msg->state;
    if (style->board != BOARD_DRAWN && state.stage == STAGE_PLAYING) {
        state.seat[SIDE_WHITE].name = state.seat[SIDE_BLACK].name = ""; /* for ears */
    }
    page_text_begin(&text);
    fprintf(text.out, "%s: ", msg->room);
    if (state.n_notes > 0 && !msg->snapshot) {
        tell_notes(text.out, &state);
    } else {
        fputs(tr(page->lang, "this is how things stand."), text.out);
    }
    page_text_end(&text, page);
}

static const char *seat_name(enum lang lang, const char *name) {
    return name[0] != '\0' ? name : tr(lang, "(free)");
}

static void put_seat(struct page *page, const struct state *state, enum side side) {
    const struct seat_view *seat = &state->seat[side];
    page_printf(page, "head\4  %s: %s%s%s", tell_colour_label(page->lang, side),
                seat_name(page->lang, seat->name),
                seat->ready ? tr(page->lang, ", ready") : "",
                seat->away ? tr(page->lang, ", away") : "");
}

/* Without minutes, clocks start with the bonus seconds. */
static void put_time(struct page *page, const struct time_control *time) {
    if (!time_control_is_set(time)) {
        return;
    }
    bool has_minutes = time->minutes > 0;
    unsigned start = has_minutes ? time->minutes : time->bonus_s;
    char bonus[80] = "";
    if (time->bonus_s > 0) {
        snprintf(bonus, sizeof bonus,
                 tr_n(page->lang, time->bonus_s, ", and %u more second for each move",
                      ", and %u more seconds for each move"),
                 time->bonus_s);
    }
    page_printf(page,
                has_minutes ? tr_n(page->lang, start, "Clocks: %u minute each%s.",
                                   "Clocks: %u minutes each%s.")
                            : tr_n(page->lang, start, "Clocks: %u second each%s.",
                                   "Clocks: %u seconds each%s."),
                start, bonus);
}

static bool has_free_seat(const struct state *state) {
    return state->seat[SIDE_WHITE].name[0] == '\0' ||
           state->seat[SIDE_BLACK].name[0] == '\0';
}

/* Puts options that differ from their defaults; legs= is in the line about the match. */
static void put_options(struct page *page, const struct state *state) {
    char text[OPTIONS_TEXT_BYTES];
    struct options opt = state->pos.opt;
    for (size_t i = 0; state->game->options[i].name != NULL; i++) {
        if (strcmp(state->game->options[i].name, "legs") == 0) {
            opt.value[i] = 0;
        }
    }
    struct text_out out = text_out_of(text, sizeof text);
    options_write(state->game->options, &opt, &out);
    if (text[0] != '\0') {
        page_printf(page, "Played with %s.", text);
    }
}

/* Writes who sits where, what is played, and the commitment of the dice. */
static void put_room(struct page *page, const struct state *state) {
    page_printf(page, "%s.  Goal: %s.", tr(page->lang, state->game->title),
                tr(page->lang, state->game->goal));
    page_printf(page, "For the rules type help %s.", state->game->id);
    put_seat(page, state, SIDE_WHITE);
    put_seat(page, state, SIDE_BLACK);
    put_options(page, state);
    tell_on_page(page, state, tell_match);
    put_time(page, &state->time);
    if (state->rated) {
        page_put(page, "The game is rated.");
    }
    if (state->game->dice != NULL) {
        page_put(page, "The dice follow from a secret with this SHA-256 (help dice):");
        page_printf(page, "  %s", state->commitment);
    }
}

void render_room(FILE *out, const struct state *state, const struct style *style) {
    struct page page;
    struct state translated = *state;
    translated.lang = style->lang;
    page_init(&page, out, style, ' ');
    put_room(&page, &translated);
}

bool render_is_about_people(const struct message *msg) {
    const struct state *state = msg->state;
    for (size_t i = 0; i < state->n_notes; i++) {
        switch ((int)state->notes[i].kind) {
        case NOTE_READY:
        case NOTE_OFFERS_DRAW:
        case NOTE_OFFERS_ADJOURN:
        case NOTE_AWAY:
        case NOTE_OVERDUE:
        case NOTE_BACK: break;
        case NOTE_RESUMES:
            if (state->stage == STAGE_ADJOURNED) {
                break;
            }
            return false;
        case NOTE_GONE:
            if (state->stage == STAGE_OVER) { /* else another player can take the seat */
                break;
            }
            return false;
        default: return false;
        }
    }
    return state->n_notes > 0 && !msg->snapshot;
}

/* Whether the game has just begun, or a player asks for its state. */
static bool is_introduced(const struct message *msg) {
    return msg->state->n_notes == 0 || msg->snapshot ||
           state_has_note(msg->state, NOTE_BEGINS, SIDE_COUNT);
}

/* Whether telling the board takes too long to be done each turn. */
static bool is_crowded(const struct state *state) {
    struct board board = {0};
    state->game->board(&state->pos, &board);
    return board.n_squares > SQUARES_TOLD;
}

/* Puts the board and the clocks in words.  Events tell the board only to the side to
 * move, which gets the moves: to the other side it is old when it has to decide.  A
 * player who comes back or asks for the board hears it in any case, and the throw, which
 * is no news in an event. */
static void put_words(struct page *page, const struct message *msg,
                      const struct style *style) {
    bool is_asked = msg->kind == MESSAGE_REPLY;
    bool is_told =
        style->board == BOARD_WORDS && (msg->state->moves != NULL || msg->snapshot) &&
        !render_is_about_people(msg) && (is_introduced(msg) || !is_crowded(msg->state));
    if (is_asked || is_told) {
        tell_on_page(page, msg->state, words_position);
    }
    if (is_asked || msg->snapshot) {
        tell_on_page(page, msg->state, words_throw);
    }
    tell_on_page(page, msg->state, words_clocks);
}

/* Draws the board, if it may have changed since it was last shown, and the clocks. */
static void put_board(struct page *page, const struct message *msg,
                      const struct style *style) {
    if (style->board != BOARD_DRAWN) {
        put_words(page, msg, style);
        return;
    }
    if (!render_is_about_people(msg)) {
        board_draw(page->out, msg->state, style);
    }
    clocks_draw(page->out, msg->state, style);
}

static void put_of_each(struct page *page, const struct state *state,
                        void (*tell)(FILE *out, const struct state *state,
                                     enum side side)) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        struct page_text text;
        page_text_begin(&text);
        tell(text.out, state, side);
        page_text_end(&text, page);
    }
}

static void put_away(struct page *page, const struct state *state) {
    put_of_each(page, state, tell_away);
}

static void put_waiting(struct page *page, const struct message *msg) {
    if (!render_is_about_people(msg)) {
        put_room(page, msg->state);
    }
    put_away(page, msg->state);
    tell_on_page(page, msg->state, tell_next);
    if (has_free_seat(msg->state)) {
        page_printf(page, "To sit down there, somebody types: join %s%s", msg->room,
                    msg->state->is_private ? tr(page->lang, " word=WORD") : "");
    }
}

/* Writes the legal moves; if there are many, how to see them.  before: text at the start
 * of the line. */
static void put_moves(struct page *page, const char *before, const char *moves) {
    size_t n = typed_move_count(moves);
    if (n <= MOVES_LISTED) {
        page_printf(page, "%s%s", before, tr(page->lang, "Type the number of a move:"));
        page_put_numbered(page, moves);
    } else {
        char one_piece[80] = "";
        int len = (int)strcspn(moves, "- ");
        if (moves[len] == '-') { /* a step, not placing a man */
            snprintf(one_piece, sizeof one_piece,
                     tr(page->lang, ", moves %.*s those from %.*s"), len, moves, len,
                     moves);
        }
        page_printf(page,
                    "%sType one of your %zu moves, such as %.*s; moves lists them%s.",
                    before, n, (int)strcspn(moves, " "), moves, one_piece);
    }
}

/* The same in few words, for ears. */
static void put_short_turn(struct page *page, const char *moves) {
    size_t n = typed_move_count(moves);
    if (n > MOVES_TOLD) {
        page_printf(page, "Your turn: %zu moves, such as %.*s.", n,
                    (int)strcspn(moves, " "), moves);
    } else {
        page_put(page, "Your turn:");
        page_put_numbered(page, moves);
    }
}

static void put_turn(struct page *page, const struct message *msg,
                     const struct style *style) {
    const struct state *state = msg->state;
    bool is_short = style->board != BOARD_DRAWN;
    bool is_asked = msg->kind == MESSAGE_REPLY || msg->snapshot;
    if (state->moves == NULL && (!is_short || is_asked)) {
        tell_on_page(page, state, tell_next);
    }
    if (state->moves != NULL && is_short) {
        put_short_turn(page, state->moves);
    }
    if (state->moves == NULL || is_short) {
        return;
    }
    char turn[48];
    snprintf(turn, sizeof turn, tr(page->lang, "Your turn, %s.  "),
             tell_colour_within(page->lang, state->pos.turn));
    put_moves(page, turn, state->moves);
}

static void put_over(struct page *page, const struct message *msg) {
    const struct state *state = msg->state;
    if (!render_is_about_people(msg)) {
        tell_on_page(page, state, tell_result);
        tell_on_page(page, state, tell_match);
        if (state->game->dice != NULL) {
            page_put(page, "The secret behind the dice was:");
            page_printf(page, "  %s", state->secret);
            if (page->mark[0] != '\0') { /* our client has its own text for this */
                page_put(
                    page,
                    "To check every throw: save what record shows, then alea verify.");
            }
        }
    }
    put_away(page, state);
    tell_on_page(page, state, tell_next);
}

static void put_state(struct page *page, const struct message *msg,
                      const struct style *style) {
    const struct state *state = msg->state;
    put_notes(page, msg, style);
    switch (state->stage) {
    case STAGE_WAITING: put_waiting(page, msg); break;
    case STAGE_OPENING:
        put_away(page, state);
        tell_on_page(page, state, tell_next);
        break;
    case STAGE_PLAYING:
        if (is_introduced(msg)) {
            tell_on_page(page, state, tell_match);
        }
        put_board(page, msg, style);
        put_away(page, state);
        put_of_each(page, state, tell_offer);
        put_turn(page, msg, style);
        tell_on_page(page, state, tell_idle);
        break;
    case STAGE_ADJOURNED:
        put_board(page, msg, style);
        put_away(page, state);
        tell_on_page(page, state, tell_next);
        break;
    case STAGE_OVER:
        if (!state->result.called_off && !render_is_about_people(msg)) {
            put_board(page, msg, style);
        }
        put_over(page, msg);
        break;
    case STAGE_COUNT: break;
    }
}

/* --- errors and events --- */

static void put_error(struct page *page, const struct message *msg) {
    page_put_sentence(page, msg->text);
    reply_put_rule(page, msg->rule);
    if (msg->moves != NULL && msg->moves[0] != '\0') {
        put_moves(page, "", msg->moves);
    }
    if (msg->retry_after_ms > 0) {
        page_printf(page, "Try again in %lld s.",
                    (long long)(msg->retry_after_ms + 999) / 1000);
    }
}

/* Writes the ratings after a rated game. */
static void put_rating(struct page *page, const struct message *msg) {
    if (msg->table == NULL) {
        return;
    }
    const struct cell *cell = table_at(msg->table, 0, 0);
    double change = (double)cell[4].number / 1e6;
    page_printf(page, "%s: the rating of %s in %s is %.0f now (%+.0f).", msg->room,
                cell[1].text, cell[0].text, (double)cell[2].number / 1e6,
                change > -0.5 && change < 0 ? 0.0 : change);
}

static void put_say(struct page *page, const struct message *msg) {
    if (!msg->is_gagged) {
        page_printf(page, "%s %s%s: %s", msg->room, msg->name,
                    msg->is_watcher ? tr(page->lang, " (watching)") : "", msg->text);
    }
}

/* Puts what the server says. */
static void put_notice(struct page *page, const struct message *msg) {
    char *told = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&told, &len);
    tr_put(out, page->lang, msg->text);
    fclose(out);
    page_printf(page,
                msg->event == EVENT_BYE ? tr(page->lang, "The connection is closed: %s")
                                        : tr(page->lang, "The server: %s"),
                told);
    free(told);
}

static void put_event(struct page *page, const struct message *msg,
                      const struct style *style) {
    switch (msg->event) {
    case EVENT_STATE: put_state(page, msg, style); break;
    case EVENT_SAY: put_say(page, msg); break;
    case EVENT_TELL: page_printf(page, "%s tells you: %s", msg->name, msg->text); break;
    case EVENT_SHOUT: page_printf(page, "%s shouts: %s", msg->name, msg->text); break;
    case EVENT_CLOSED: page_printf(page, "%s is closed.", msg->room); break;
    case EVENT_OFFER:
    case EVENT_OFFER_OVER: offers_put_event(page, msg); break;
    case EVENT_NOTICE: put_notice(page, msg); break;
    case EVENT_RATING: put_rating(page, msg); break;
    case EVENT_BYE: put_notice(page, msg); break;
    case EVENT_KIND_COUNT: break;
    }
}

void render_message(FILE *out, const struct message *msg, const struct style *style) {
    static const char marks[] = {
        [MESSAGE_REPLY] = '+', [MESSAGE_ERROR] = '-', [MESSAGE_EVENT] = '*'};
    struct page page;
    struct message translated;
    struct state state;
    if (msg->state != NULL && msg->state->lang != style->lang) {
        state = *msg->state;
        state.lang = style->lang;
        translated = *msg;
        translated.state = &state;
        msg = &translated;
    }
    page_init(&page, out, style, marks[msg->kind]);
    page.id = msg->id + (msg->id[0] == ID_NUMBER);
    switch (msg->kind) {
    case MESSAGE_REPLY:
        (msg->state != NULL ? put_state : reply_put)(&page, msg, style);
        break;
    case MESSAGE_ERROR: put_error(&page, msg); break;
    case MESSAGE_EVENT: put_event(&page, msg, style); break;
    }
}
