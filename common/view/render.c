#include "view/render.h"

#include <stdlib.h>
#include <string.h>

#include "view/board.h"
#include "view/clocks.h"
#include "view/lists.h"
#include "view/page.h"
#include "view/tables.h"
#include "view/tell.h"

/* More moves than this are not listed unless asked for: nobody reads so many, and they
 * would push the board off the screen.  Morris has up to 24 men to place. */
#define MOVES_LISTED 24

/* --- a room --- */

/* What happened, if anything: somebody may only have asked for the board, or has come
 * back and missed too much to hear it all. */
static void put_notes(struct page *page, const struct message *msg) {
    struct page_text text;
    page_text_begin(&text);
    fprintf(text.out, "%s: ", msg->room);
    if (msg->state->n_notes > 0 && !msg->snapshot) {
        tell_notes(text.out, msg->state);
    } else {
        fputs("this is how things stand.", text.out);
    }
    page_text_end(&text, page);
}

static void put_told(struct page *page, const struct state *state,
                     void (*tell)(FILE *out, const struct state *state)) {
    struct page_text text;
    page_text_begin(&text);
    tell(text.out, state);
    page_text_end(&text, page);
}

static const char *seat_name(const char *name) {
    return name[0] != '\0' ? name : "(free)";
}

static void put_seat(struct page *page, const struct state *state, enum side side) {
    const struct seat_view *seat = &state->seat[side];
    page_printf(page, "  %s: %s%s%s", tell_colour(side), seat_name(seat->name),
                seat->ready ? ", ready" : "", seat->away ? ", away" : "");
}

/* A control of seconds only begins with as many. */
static void put_time(struct page *page, const struct time_control *time) {
    if (!time_control_is_set(time)) {
        return;
    }
    bool has_minutes = time->minutes > 0;
    unsigned start = has_minutes ? time->minutes : time->bonus_s;
    char bonus[48] = "";
    if (time->bonus_s > 0) {
        snprintf(bonus, sizeof bonus, ", and %u more second%s for each move",
                 time->bonus_s, time->bonus_s == 1 ? "" : "s");
    }
    page_printf(page, "Clocks: %u %s%s each%s.", start, has_minutes ? "minute" : "second",
                start == 1 ? "" : "s", bonus);
}

static bool has_free_seat(const struct state *state) {
    return state->seat[SIDE_WHITE].name[0] == '\0' ||
           state->seat[SIDE_BLACK].name[0] == '\0';
}

/* Who sits where, what is played, and the promise behind the dice. */
static void put_room(struct page *page, const struct state *state) {
    page_printf(page, "%s.  Goal: %s.", state->game->title, state->game->goal);
    page_printf(page, "For the rules type help %s.", state->game->id);
    put_seat(page, state, SIDE_WHITE);
    put_seat(page, state, SIDE_BLACK);
    put_time(page, &state->time);
    if (state->rated) {
        page_put(page, "The game is rated.");
    }
    if (state->game->dice != NULL) {
        page_put(page, "The dice follow from a secret with this SHA-256 (help dice):");
        page_printf(page, "  %s", state->commitment);
    }
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
            if (state->stage == STAGE_OVER) { /* else another one can sit down */
                break;
            }
            return false;
        default: return false;
        }
    }
    return state->n_notes > 0 && !msg->snapshot;
}

/* The board, where it may have changed since it was shown, and the clocks. */
static void put_board(struct page *page, const struct message *msg,
                      const struct style *style) {
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
    put_told(page, msg->state, tell_next);
    if (has_free_seat(msg->state)) {
        page_printf(page, "To sit down there, somebody types: join %s%s", msg->room,
                    msg->state->is_private ? " word=WORD" : "");
    }
}

static size_t count_words(const char *words) {
    size_t n = words[0] != '\0';
    for (; *words != '\0'; words++) {
        n += *words == ' ';
    }
    return n;
}

/* The legal moves, or how to see them when they are many.  before: what comes first on
 * the line. */
static void put_moves(struct page *page, const char *before, const char *moves) {
    size_t n = count_words(moves);
    if (n <= MOVES_LISTED) {
        page_printf(page, "%sType the number of a move:", before);
        page_put_numbered(page, moves);
    } else {
        page_printf(page, "%sType one of your %zu moves, as move %.*s; moves lists them.",
                    before, n, (int)strcspn(moves, " "), moves);
    }
}

static void put_turn(struct page *page, const struct state *state) {
    if (state->moves == NULL) {
        put_told(page, state, tell_next);
        return;
    }
    char turn[32];
    snprintf(turn, sizeof turn, "Your turn, %s.  ", tell_colour(state->pos.turn));
    put_moves(page, turn, state->moves);
}

static void put_over(struct page *page, const struct message *msg) {
    const struct state *state = msg->state;
    if (!render_is_about_people(msg)) {
        put_told(page, state, tell_result);
        put_told(page, state, tell_match);
        if (state->game->dice != NULL) {
            page_put(page, "The secret behind the dice was:");
            page_printf(page, "  %s", state->secret);
            if (page->mark[0] != '\0') { /* our client says it in its own way */
                page_put(
                    page,
                    "To check every throw: save what record shows, then alea verify.");
            }
        }
    }
    put_away(page, state);
    put_told(page, state, tell_next);
}

static void put_state(struct page *page, const struct message *msg,
                      const struct style *style) {
    const struct state *state = msg->state;
    put_notes(page, msg);
    switch (state->stage) {
    case STAGE_WAITING: put_waiting(page, msg); break;
    case STAGE_OPENING:
        put_away(page, state);
        put_told(page, state, tell_next);
        break;
    case STAGE_PLAYING:
        put_board(page, msg, style);
        put_away(page, state);
        put_of_each(page, state, tell_offer);
        put_turn(page, state);
        break;
    case STAGE_ADJOURNED:
        put_board(page, msg, style);
        put_away(page, state);
        put_told(page, state, tell_next);
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

/* --- replies --- */

/* What an answer of the server survives. */
static void put_durability(struct page *page, const char *durability) {
    static const struct {
        const char *durability;
        const char *text;
    } texts[] = {
        {"full", "What it has answered is on disk: it survives a loss of power."},
        {"process",
         "What it has answered survives a crash of the server, but perhaps not "
         "a loss of power."},
        {"memory", "It keeps nothing on disk: when it stops, its games are lost."},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].durability, durability) == 0) {
            page_put(page, texts[i].text);
        }
    }
}

static size_t count_characters(const char *text) {
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return n;
}

/* As the host has drawn it, but for lines that are longer than hosts may have them. */
static void put_welcome(struct page *page, const char *welcome) {
    for (size_t n; *welcome != '\0'; welcome += n + (welcome[n] == '\n')) {
        n = strcspn(welcome, "\n");
        char *line = strndup(welcome, n);
        if (line == NULL) {
            abort(); /* only for want of memory */
        }
        (count_characters(line) <= PAGE_COLUMNS ? page_put_raw : page_put)(page, line);
        free(line);
    }
}

static void put_hello(struct page *page, const struct hello *hello) {
    page_printf(page, "%s %s, protocol %d: %s", hello->server, hello->version,
                hello->protocol, hello->title);
    put_welcome(page, hello->welcome);
    if (hello->you[0] != '\0') {
        page_printf(page, "You are %s.%s", hello->you,
                    hello->account ? "  This name is registered, and yours." : "");
    } else {
        page_put(page, "You have no name yet: type name and a name.");
    }
    put_durability(page, hello->durability);
    if (strcmp(hello->passwords, "any") != 0 && hello->passwords[0] != '\0') {
        page_put(page, "Others on the way can read what you type, passwords too.");
    }
    if (hello->tls) {
        page_put(page, "This connection has TLS: nobody on the way can listen in.");
    }
    if (hello->draining) {
        page_put(page, "The server is about to stop: no new games.");
    }
    for (size_t i = 0; i < hello->n_limits; i++) {
        page_printf(page, "  %-24s %lld", hello->limits[i].name,
                    (long long)hello->limits[i].value);
    }
}

static void put_record(struct page *page, const char *record) {
    page_put(page, "Save the next line as a file, and check it with alea verify FILE.");
    page_put_raw(page, record);
}

static void put_all_moves(struct page *page, const char *moves) {
    if (moves == NULL) {
        page_put(page, "As you like.");
        return;
    }
    page_put(page, "Type the number of a move:");
    page_put_numbered(page, moves);
}

static void put_rule(struct page *page, const struct rule *rule) {
    if (rule != NULL) {
        page_printf(page, "%s  (rule %s, %s)", rule->text, rule->id, rule->source);
    }
}

static void put_why(struct page *page, const struct message *msg) {
    page_printf(page, "%s is %s now.", msg->move,
                msg->rule == NULL ? "a legal move" : "no legal move");
    put_rule(page, msg->rule);
}

static void put_token(struct page *page, const char *token) {
    if (token[0] != '\0') {
        page_put(page, "If your line drops: connect again, and type this.  Show it to "
                       "nobody.");
        page_printf(page, "  resume %s", token);
    }
}

/* Who you are now, and how to come back: a line to be copied. */
static void put_name(struct page *page, const struct message *msg) {
    page_printf(page,
                "You are %s.  Type rooms to see who is waiting, or help for everything.",
                msg->name);
    put_token(page, msg->token);
}

/* With a token: back again.  Without: on with an adjourned game. */
static void put_resume(struct page *page, const struct message *msg) {
    if (msg->name[0] == '\0') {
        page_put(page, "Noted.  The game goes on when both players have typed resume.");
        return;
    }
    page_printf(page, "Welcome back, %s.", msg->name);
    lists_put_mine(page, msg);
}

static void put_dicestats(struct page *page, const struct message *msg) {
    tables_put(page, msg->table);
    if (msg->text[0] != '\0') {
        page_put(page, msg->text);
    }
}

static void put_login(struct page *page, const struct message *msg) {
    page_printf(page, "Welcome, %s.", msg->name);
    put_token(page, msg->token);
    if (msg->n_rows > 0) {
        lists_put_mine(page, msg);
    }
}

static void put_reply(struct page *page, const struct message *msg,
                      const struct style *style) {
    switch (msg->cmd) {
    case CMD_HELP: page_put(page, msg->text); break;
    case CMD_HELLO: put_hello(page, msg->hello); break;
    case CMD_MODE: page_put(page, "This is text mode."); break;
    case CMD_NAME: put_name(page, msg); break;
    case CMD_REGISTER:
        page_printf(page, "The name %s is yours from now on: login %s and your password.",
                    msg->name, msg->name);
        break;
    case CMD_LOGIN: put_login(page, msg); break;
    case CMD_WHO: tables_put(page, msg->table); break;
    case CMD_ROOMS: lists_put_rooms(page, msg); break;
    case CMD_CREATE:
    case CMD_JOIN:
        page_printf(page, "You play %s in room %s.", msg->side, msg->room);
        break;
    case CMD_WATCH: page_printf(page, "You watch %s.", msg->room); break;
    case CMD_UNWATCH: page_printf(page, "You watch %s no longer.", msg->room); break;
    case CMD_READY: page_put(page, "You are ready."); break;
    case CMD_OPEN: page_put(page, "Your nonce is open."); break;
    case CMD_MOVE: page_put(page, "Played."); break;
    case CMD_MOVES: put_all_moves(page, msg->moves); break;
    case CMD_WHY: put_why(page, msg); break;
    case CMD_BOARD: put_state(page, msg, style); break;
    case CMD_SAY: page_put(page, "Said."); break;
    case CMD_TELL: page_printf(page, "%s is told.", msg->name); break;
    case CMD_SHOUT: page_put(page, "Shouted."); break;
    case CMD_GAG: tables_put(page, msg->table); break;
    case CMD_RESIGN: page_put(page, "You have resigned."); break;
    case CMD_RESUME: put_resume(page, msg); break;
    case CMD_MINE: lists_put_mine(page, msg); break;
    case CMD_CLAIM: page_put(page, "You have claimed the win."); break;
    case CMD_DRAW: page_put(page, "You are for a draw."); break;
    case CMD_ABORT: page_put(page, "You have called the game off."); break;
    case CMD_ADJOURN: page_put(page, "You are for going on another time."); break;
    case CMD_GAME: lists_put_game(page, msg, style); break;
    case CMD_GAMES: lists_put_games(page, msg); break;
    case CMD_REMATCH: page_put(page, "A new game: type ready."); break;
    case CMD_RECORD: put_record(page, msg->record); break;
    case CMD_RATING:
        page_printf(page, "%s:", msg->name);
        tables_put(page, msg->table);
        break;
    case CMD_TOP: tables_put(page, msg->table); break;
    case CMD_DICESTATS: put_dicestats(page, msg); break;
    case CMD_LEAVE: page_printf(page, "You have left %s.", msg->room); break;
    case CMD_PING: page_put(page, "pong"); break;
    case CMD_QUIT: page_put(page, "Goodbye."); break;
    case CMD_STATS:
    case CMD_CLIENTS:
    case CMD_ANNOUNCE:
    case CMD_KICK:
    case CMD_BAN:
    case CMD_UNBAN:
    case CMD_BANS:
    case CMD_DRAIN:
    case CMD_LOGLEVEL: tables_put(page, msg->table); break;
    case CMD_SHUTDOWN: page_put(page, "The server ends."); break;
    case COMMAND_COUNT: break;
    }
}

/* --- errors and events --- */

static void put_error(struct page *page, const struct message *msg) {
    if (page->mark[0] != '\0') {
        page_printf(page, "%s: %s", error_name(msg->error), msg->text);
    } else {
        page_put_sentence(page, msg->text);
    }
    put_rule(page, msg->rule);
    if (msg->moves != NULL && msg->moves[0] != '\0') {
        put_moves(page, "", msg->moves);
    }
    if (msg->retry_after_ms > 0) {
        page_printf(page, "Try again in %lld s.",
                    (long long)(msg->retry_after_ms + 999) / 1000);
    }
}

/* The card of a rated game that has ended. */
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
                    msg->is_watcher ? " (watching)" : "", msg->text);
    }
}

static void put_event(struct page *page, const struct message *msg,
                      const struct style *style) {
    switch (msg->event) {
    case EVENT_STATE: put_state(page, msg, style); break;
    case EVENT_SAY: put_say(page, msg); break;
    case EVENT_TELL: page_printf(page, "%s tells you: %s", msg->name, msg->text); break;
    case EVENT_SHOUT: page_printf(page, "%s shouts: %s", msg->name, msg->text); break;
    case EVENT_CLOSED:
        page_printf(page, "%s is closed: both players have left.", msg->room);
        break;
    case EVENT_NOTICE: page_printf(page, "The server: %s", msg->text); break;
    case EVENT_RATING: put_rating(page, msg); break;
    case EVENT_BYE: page_printf(page, "The connection is closed: %s", msg->text); break;
    case EVENT_KIND_COUNT: break;
    }
}

void render_message(FILE *out, const struct message *msg, const struct style *style) {
    static const char marks[] = {
        [MESSAGE_REPLY] = '+', [MESSAGE_ERROR] = '-', [MESSAGE_EVENT] = '*'};
    struct page page;
    page_init(&page, out, style, marks[msg->kind]);
    page.id = msg->id;
    switch (msg->kind) {
    case MESSAGE_REPLY: put_reply(&page, msg, style); break;
    case MESSAGE_ERROR: put_error(&page, msg); break;
    case MESSAGE_EVENT: put_event(&page, msg, style); break;
    }
}
