/* What comes next in a room, and who must act. */
#include "view/clocks.h"
#include "view/tell.h"

static bool has_note(const struct state *state, enum note_kind kind, enum side side) {
    for (size_t i = 0; i < state->n_notes; i++) {
        if (state->notes[i].kind == kind && state->notes[i].side == side) {
            return true;
        }
    }
    return false;
}

static void tell_ready(FILE *out, const struct state *state) {
    const struct seat_view *seat = state->seat;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (seat[side].name[0] == '\0') {
            fprintf(out, "%s's seat is free.", tell_colour(side));
            return;
        }
    }
    if (seat[SIDE_WHITE].ready == seat[SIDE_BLACK].ready) {
        fputs("Both: type ready when you want to begin.", out);
        return;
    }
    tell_player(out, state, seat[SIDE_WHITE].ready ? SIDE_BLACK : SIDE_WHITE);
    fputs(": type ready when you want to begin.", out);
}

static void tell_waiting(FILE *out, const struct state *state) {
    tell_ready(out, state);
    if (state->ready_ms > 0) {
        char left[CLOCK_TEXT_BYTES];
        time_write(state->ready_ms, left);
        fprintf(out, "  (%s left)", left);
    }
}

static void tell_opening(FILE *out, const struct state *state) {
    fprintf(out, "Sealed nonces must be opened within %lld s:",
            (long long)(state->open_ms + 999) / 1000);
    const char *before = " ";
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        const struct seat_view *seat = &state->seat[side];
        if (seat->seal[0] != '\0' && seat->nonce == NULL) {
            fputs(before, out);
            tell_player(out, state, side);
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
        const char *unit;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    size_t i = 0;
    while (i < 3 && s < 2 * units[i].s) {
        i++;
    }
    int64_t n = (s + units[i].s / 2) / units[i].s;
    fprintf(out, "  In %lld %s%s", (long long)n, units[i].unit, n == 1 ? "" : "s");
    fputs(" a player who has waited here to go on wins against one who has not.", out);
}

static void tell_resumable(FILE *out, const struct state *state) {
    const struct seat_view *seat = state->seat;
    fputs("The game is adjourned.  ", out);
    if (seat[SIDE_WHITE].ready == seat[SIDE_BLACK].ready) {
        fputs("It goes on when both players have typed resume.", out);
        return;
    }
    enum side ready = seat[SIDE_WHITE].ready ? SIDE_WHITE : SIDE_BLACK;
    if (!has_note(state, NOTE_RESUMES, ready)) {
        tell_player(out, state, ready);
        fputs(" wants to go on.  ", out);
    }
    tell_player(out, state, side_other(ready));
    fputs(": type resume to go on.", out);
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
        fputs("The next leg follows, with sides exchanged.", out);
        return;
    }
    fprintf(out, "Players: type rematch %s, or leave.",
            is_match && is_off ? "to play this leg again"
            : is_match         ? "for another match with sides exchanged"
                               : "for another game with sides exchanged");
}

void tell_next(FILE *out, const struct state *state) {
    switch (state->stage) {
    case STAGE_WAITING: tell_waiting(out, state); break;
    case STAGE_OPENING: tell_opening(out, state); break;
    case STAGE_PLAYING:
        tell_player(out, state, state->pos.turn);
        fputs(state->pos.phase == PHASE_ROLL ? " to throw." : " to move.", out);
        break;
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
    if (!seat->away || is_reader || has_note(state, NOTE_OVERDUE, side)) {
        return;
    }
    bool is_told = has_note(state, NOTE_AWAY, side);
    fputs(is_told ? "The seat of " : "", out);
    tell_player(out, state, side);
    fputs(is_told ? " is kept" : " is away", out);
    bool can_wait = state->stage == STAGE_ADJOURNED || state->stage == STAGE_OVER;
    if (seat->grace_ms > 0 && !can_wait) {
        char left[CLOCK_TEXT_BYTES];
        time_write(seat->grace_ms, left);
        fprintf(out, ": %s left to come back.", left);
    } else if (state->stage == STAGE_PLAYING) {
        fputs(", too long.  ", out);
        tell_player(out, state, side_other(side));
        fputs(" may type claim to win, or adjourn to go on another time.", out);
    } else {
        fputs(".", out);
    }
}

/* --- players who do not move --- */

#define HOUR_MS 3600000

/* Writes "24 hours" or "23:59:45". */
static void write_limit(int64_t ms, char text[static CLOCK_TEXT_BYTES]) {
    if (ms > 0 && ms % HOUR_MS == 0) {
        snprintf(text, CLOCK_TEXT_BYTES, "%u hour%s", (unsigned)(ms / HOUR_MS),
                 ms == HOUR_MS ? "" : "s");
    } else {
        time_write(ms, text);
    }
}

void tell_idle(FILE *out, const struct state *state) {
    enum side side = state->pos.turn;
    bool is_over = state->idle_ms < 0;
    bool is_new = state->n_notes == 0 || has_note(state, NOTE_BEGINS, SIDE_WHITE) ||
                  has_note(state, NOTE_BEGINS, SIDE_BLACK);
    if (state->idle_ms == 0 || !(is_over || is_new)) {
        return;
    }
    char left[CLOCK_TEXT_BYTES];
    write_limit(state->idle_ms, left);
    if (is_over) {
        tell_player(out, state, side);
        fputs(" has not moved for too long.  ", out);
    } else {
        fprintf(out, "There are no clocks, but if %s does not move for %s, ",
                tell_colour(side), left);
    }
    tell_player(out, state, side_other(side));
    fputs(" may type claim to win.", out);
}

/* --- offers --- */

void tell_offer(FILE *out, const struct state *state, enum side side) {
    static const struct {
        enum note_kind note;
        const char *offered;
        const char *accept;
    } offers[SEAT_OFFER_COUNT] = {
        [SEAT_OFFER_DRAW] = {NOTE_OFFERS_DRAW, "a draw", "draw"},
        [SEAT_OFFER_ADJOURN] = {NOTE_OFFERS_ADJOURN, "to adjourn the game", "adjourn"},
    };
    enum seat_offer offer = state->seat[side].offer;
    if (offer == SEAT_OFFER_NONE) {
        return;
    }
    if (!has_note(state, offers[offer].note, side)) {
        tell_player(out, state, side);
        fprintf(out, " has offered %s.  ", offers[offer].offered);
    }
    tell_player(out, state, side_other(side));
    fprintf(out, " may type %s to accept; a move declines.", offers[offer].accept);
}
