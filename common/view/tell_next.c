/* How a game ended, what comes next in a room, and who must act. */
#include <string.h>

#include "view/clocks.h"
#include "view/tell.h"

/* --- how the game ended --- */

/* Why games end: the code, a word for it, and a sentence.  A sentence that begins with a
 * space is about the loser. */
static const struct reason {
    const char *code;
    const char *word;
    const char *text;
} reasons[] = {
    {"off", N_("reason\4off"), "all its pieces are home"},
    {"warrior", N_("reason\4warrior"), "a warrior has reached square 14"},
    {"imprisoned", N_("reason\4imprisoned"), " has only prisoners left"},
    {"captured", N_("reason\4captured"), " has lost their last piece"},
    {"corner", N_("reason\4corner"), "the king has reached a corner"},
    {"edge", N_("reason\4edge"), "the king has reached the edge"},
    {"fort", N_("reason\4fort"), "the king is in a fort at the edge"},
    {"enclosed", N_("reason\4enclosed"), "all defenders are enclosed"},
    {"men", N_("reason\4men"), " has two men or fewer left"},
    {"blocked", N_("reason\4blocked"), " cannot move"},
    {"repetition", N_("reason\4repetition"), "the same position has come up too often"},
    {"noprogress", N_("reason\4noprogress"),
     "there were too many moves without progress"},
    {"resign", N_("reason\4resign"), N_(" resigned")},
    {"agreed", N_("reason\4agreed"), "both players agreed"},
    {"aborted", N_("reason\4aborted"), "it had only just begun"},
    {"absent", N_("reason\4absent"), " was away too long"},
    {"flag", N_("reason\4flag"), " has run out of time"},
    {"idle", N_("reason\4idle"), " did not move for too long"},
    {"abandoned", N_("reason\4abandoned"), "nobody came back to it"},
    {"unresumed", N_("reason\4unresumed"), " did not come to go on"},
    {"lapsed", N_("reason\4lapsed"),
     "it was adjourned, and its players have not met again"},
    {"adjudicated", N_("reason\4adjudicated"), "the host has decided"},
    {"unopened", N_("reason\4unopened"), "a sealed nonce was not opened in time"},
    {"endless", N_("reason\4endless"),
     "it reached the most throws and moves that a game may have"},
};

static const struct reason *reason_find(const char *code) {
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (strcmp(reasons[i].code, code) == 0) {
            return &reasons[i];
        }
    }
    return NULL;
}

const char *tell_reason_word(enum lang lang, const char *code) {
    const struct reason *reason = reason_find(code);
    return reason != NULL ? tr(lang, reason->word) : code;
}

static const char *reason_text(enum lang lang, const struct game *game,
                               const char *code) {
    const struct reason *reason = reason_find(code);
    bool has_king = game != NULL && strcmp(game->drawing, "tafl") == 0;
    if (has_king && strcmp(code, "captured") == 0) {
        return tr(lang, "the king is captured");
    }
    return reason != NULL ? tr(lang, reason->text) : code;
}

void tell_result(FILE *out, const struct state *state) {
    const struct result *result = &state->result;
    const char *text = reason_text(state->lang, state->game, result->reason);
    char player[PLAYER_BYTES];
    if (result->called_off) {
        fprintf(out, tr(state->lang, "The game is called off: %s."), text);
        return;
    }
    if (result->outcome == OUTCOME_DRAW) {
        fprintf(out, tr(state->lang, "The game is a draw: %s."), text);
        return;
    }
    enum side winner = result->outcome == OUTCOME_WHITE ? SIDE_WHITE : SIDE_BLACK;
    fprintf(out, tr(state->lang, "%s wins: "), tell_player_text(state, winner, player));
    if (text[0] == ' ') {
        fputs(tell_player_within(state, side_other(winner), player), out);
    }
    fprintf(out, "%s.", text);
}

/* Writes "1" or "1 1/2". */
static void tell_points(FILE *out, unsigned halves) {
    if (halves != 1) {
        fprintf(out, "%u", halves / 2);
    }
    fputs(halves == 1 ? "1/2" : halves % 2 == 1 ? " 1/2" : "", out);
}

static void tell_score(FILE *out, const struct state *state, bool with_captures) {
    const struct match *match = &state->match;
    char player[PLAYER_BYTES];
    fputs(tr(state->lang, "score: "), out);
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        fprintf(out, "%s%s ", side == SIDE_WHITE ? "" : ", ",
                tell_player_within(state, side, player));
        tell_points(out, match->halves[side]);
        if (with_captures) { /* captures break ties */
            fprintf(out, tr(state->lang, " (%u captured)"), match->captured[side]);
        }
    }
    fputs(".", out);
}

static void tell_leg_over(FILE *out, const struct state *state) {
    const struct match *match = &state->match;
    fprintf(out,
            state->result.called_off ? tr(state->lang, "Leg %u of %u was called off; ")
                                     : tr(state->lang, "Leg %u of %u is over; "),
            match->leg, match->legs);
    tell_score(out, state, true);
    if (!state->match_over || state->result.called_off) {
        return;
    }
    enum outcome won = match_outcome(match);
    fputs("  ", out);
    if (won == OUTCOME_DRAW) {
        fputs(tr(state->lang, "The match is drawn."), out);
        return;
    }
    char player[PLAYER_BYTES];
    enum side winner = won == OUTCOME_WHITE ? SIDE_WHITE : SIDE_BLACK;
    fprintf(out, tr(state->lang, "%s wins the match."),
            tell_player_text(state, winner, player));
}

void tell_match(FILE *out, const struct state *state) {
    const struct match *match = &state->match;
    if (match->legs < 2) {
        return;
    }
    if (state->stage != STAGE_OVER && match->leg == 1) {
        fprintf(
            out,
            tr(state->lang, "A match, leg 1 of %u: the sides are exchanged after it."),
            match->legs);
    } else if (state->stage != STAGE_OVER) {
        fprintf(out, tr(state->lang, "Leg %u of %u, sides exchanged; "), match->leg,
                match->legs);
        tell_score(out, state, false);
    } else if (state->seat[SIDE_WHITE].name[0] != '\0' &&
               state->seat[SIDE_BLACK].name[0] != '\0') {
        tell_leg_over(out, state); /* otherwise it is a match with another player */
    }
}

/* --- what comes next --- */

static void tell_ready(FILE *out, const struct state *state) {
    const struct seat_view *seat = state->seat;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (seat[side].name[0] == '\0') {
            fputs(side == SIDE_WHITE ? tr(state->lang, "White's seat is free.")
                                     : tr(state->lang, "Black's seat is free."),
                  out);
            return;
        }
    }
    if (seat[SIDE_WHITE].ready == seat[SIDE_BLACK].ready) {
        fputs(tr(state->lang, "Both: type ready when you want to begin."), out);
        return;
    }
    char player[PLAYER_BYTES];
    enum side side = seat[SIDE_WHITE].ready ? SIDE_BLACK : SIDE_WHITE;
    fprintf(out, tr(state->lang, "%s: type ready when you want to begin."),
            tell_player_text(state, side, player));
}

static void tell_waiting(FILE *out, const struct state *state) {
    tell_ready(out, state);
    if (state->ready_ms > 0) {
        char left[CLOCK_TEXT_BYTES];
        time_write(state->ready_ms, left);
        fprintf(out, tr(state->lang, "  (%s left)"), left);
    }
}

static void tell_opening(FILE *out, const struct state *state) {
    fprintf(out, tr(state->lang, "Sealed nonces must be opened within %lld s:"),
            (long long)(state->open_ms + 999) / 1000);
    const char *before = " ";
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        const struct seat_view *seat = &state->seat[side];
        if (seat->seal[0] != '\0' && seat->nonce == NULL) {
            char player[PLAYER_BYTES];
            fprintf(out, "%s%s", before, tell_player_within(state, side, player));
            before = ", ";
        }
    }
    fputc('.', out);
}

/* Says until when an adjourned game can be resumed, and what happens then. */
static void tell_lapse(FILE *out, const struct state *state) {
    int64_t s = state->resume_ms > 0 ? (state->resume_ms + 999) / 1000 : 0;
    const struct {
        int64_t s;
        const char *one, *many;
    } units[] = {
        {86400, N_("day"), N_("days")},
        {3600, N_("hour"), N_("hours")},
        {60, N_("minute"), N_("minutes")},
        {1, N_("second"), N_("seconds")},
    };
    size_t i = 0;
    while (i < 3 && s < 2 * units[i].s) {
        i++;
    }
    int64_t n = (s + units[i].s / 2) / units[i].s;
    fprintf(out,
            tr(state->lang, "  In %lld %s a player who has waited here to go on wins "
                            "against one who has not."),
            (long long)n, tr(state->lang, n == 1 ? units[i].one : units[i].many));
}

static void tell_resumable(FILE *out, const struct state *state) {
    const struct seat_view *seat = state->seat;
    char player[PLAYER_BYTES];
    fputs(tr(state->lang, "The game is adjourned.  "), out);
    if (seat[SIDE_WHITE].ready == seat[SIDE_BLACK].ready) {
        fputs(tr(state->lang, "It goes on when both players have typed resume."), out);
        return;
    }
    enum side ready = seat[SIDE_WHITE].ready ? SIDE_WHITE : SIDE_BLACK;
    if (!state_has_note(state, NOTE_RESUMES, ready)) {
        fprintf(out, tr(state->lang, "%s wants to go on.  "),
                tell_player_text(state, ready, player));
    }
    fprintf(out, tr(state->lang, "%s: type resume to go on."),
            tell_player_text(state, side_other(ready), player));
}

static void tell_adjourned(FILE *out, const struct state *state) {
    tell_resumable(out, state);
    if (state->resume_ms != 0) {
        tell_lapse(out, state);
    }
}

/* Tells what follows a game; the next leg of a match begins by itself. */
static void tell_over(FILE *out, const struct state *state) {
    bool is_match = state->match.legs > 1, is_off = state->result.called_off;
    if (is_match && !state->match_over && !is_off) {
        fputs(tr(state->lang, "The next leg follows, with sides exchanged."), out);
        return;
    }
    fputs(is_match && is_off
              ? tr(state->lang, "Players: type rematch to play this leg again, or leave.")
          : is_match
              ? tr(state->lang, "Players: type rematch for another match with sides "
                                "exchanged, or leave.")
              : tr(state->lang, "Players: type rematch for another game with sides "
                                "exchanged, or leave."),
          out);
}

static void tell_turn(FILE *out, const struct state *state) {
    char player[PLAYER_BYTES];
    fprintf(out,
            state->pos.phase == PHASE_ROLL ? tr(state->lang, "%s to throw.")
                                           : tr(state->lang, "%s to move."),
            tell_player_text(state, state->pos.turn, player));
}

void tell_next(FILE *out, const struct state *state) {
    switch (state->stage) {
    case STAGE_WAITING: tell_waiting(out, state); break;
    case STAGE_OPENING: tell_opening(out, state); break;
    case STAGE_PLAYING: tell_turn(out, state); break;
    case STAGE_ADJOURNED: tell_adjourned(out, state); break;
    case STAGE_OVER: tell_over(out, state); break;
    case STAGE_COUNT: break;
    }
}

/* --- players who are away --- */

void tell_away(FILE *out, const struct state *state, enum side side) {
    const struct seat_view *seat = &state->seat[side];
    /* Only the side to move gets the legal moves, and it knows that it is its turn. */
    bool is_reader = state->moves != NULL && state->pos.turn == side;
    if (!seat->away || is_reader || state_has_note(state, NOTE_OVERDUE, side)) {
        return;
    }
    char player[PLAYER_BYTES];
    if (state_has_note(state, NOTE_AWAY, side)) {
        fprintf(out, tr(state->lang, "The seat of %s is kept"),
                tell_player_within(state, side, player));
    } else {
        fprintf(out, tr(state->lang, "%s is away"),
                tell_player_text(state, side, player));
    }
    bool can_wait = state->stage == STAGE_ADJOURNED || state->stage == STAGE_OVER;
    if (seat->grace_ms > 0 && !can_wait) {
        char left[CLOCK_TEXT_BYTES];
        time_write(seat->grace_ms, left);
        fprintf(out, tr(state->lang, ": %s left to come back."), left);
    } else if (state->stage == STAGE_PLAYING) {
        fputs(tr(state->lang, ", too long.  "), out);
        tell_player(out, state, side_other(side));
        fputs(
            tr(state->lang, " may type claim to win, or adjourn to go on another time."),
            out);
    } else {
        fputs(".", out);
    }
}

/* --- players who do not move --- */

#define HOUR_MS 3600000

/* Writes "24 hours" or "23:59:45". */
static void write_limit(enum lang lang, int64_t ms, char text[static CLOCK_TEXT_BYTES]) {
    if (ms > 0 && ms % HOUR_MS == 0) {
        unsigned hours = (unsigned)(ms / HOUR_MS);
        snprintf(text, CLOCK_TEXT_BYTES, tr_n(lang, hours, "%u hour", "%u hours"), hours);
    } else {
        time_write(ms, text);
    }
}

void tell_idle(FILE *out, const struct state *state) {
    enum side side = state->pos.turn;
    bool is_over = state->idle_ms < 0;
    bool is_new = state->n_notes == 0 || state_has_note(state, NOTE_BEGINS, SIDE_COUNT);
    if (state->idle_ms == 0 || !(is_over || is_new)) {
        return;
    }
    char left[CLOCK_TEXT_BYTES], player[PLAYER_BYTES], other[PLAYER_BYTES];
    write_limit(state->lang, state->idle_ms, left);
    if (is_over) {
        fprintf(
            out,
            tr(state->lang, "%s has not moved for too long.  %s may type claim to win."),
            tell_player_text(state, side, player),
            tell_player_text(state, side_other(side), other));
    } else {
        fprintf(out,
                tr(state->lang,
                   "There are no clocks, but if %s does not move for %s, %s may "
                   "type claim to win."),
                tell_colour_within(state->lang, side), left,
                tell_player_within(state, side_other(side), other));
    }
}

/* --- offers --- */

void tell_offer(FILE *out, const struct state *state, enum side side) {
    static const struct {
        enum note_kind note;
        const char *offered;
        const char *accept;
    } offers[SEAT_OFFER_COUNT] = {
        [SEAT_OFFER_DRAW] = {NOTE_OFFERS_DRAW, N_(" has offered a draw.  "), "draw"},
        [SEAT_OFFER_ADJOURN] = {NOTE_OFFERS_ADJOURN,
                                N_(" has offered to adjourn the game.  "), "adjourn"},
    };
    enum seat_offer offer = state->seat[side].offer;
    if (offer == SEAT_OFFER_NONE) {
        return;
    }
    if (!state_has_note(state, offers[offer].note, side)) {
        tell_player(out, state, side);
        fputs(tr(state->lang, offers[offer].offered), out);
    }
    tell_player(out, state, side_other(side));
    fprintf(out, tr(state->lang, " may type %s to accept; a move declines."),
            offers[offer].accept);
}
