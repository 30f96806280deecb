/* How games end other than by their rules, and who may end them. */
#include <string.h>

#include "tests/sim/referee.h"

static void check_loser(const struct story *log, const struct state *state,
                        enum side loser) {
    SIM_CHECK(!state->result.called_off &&
                  state->result.outcome ==
                      (loser == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE),
              "%s: %s has lost (%s), and is not the loser", log->code, side_name(loser),
              state->result.reason);
}

static bool is_overdue(const struct state *state, enum side side) {
    return state->seat[side].away && state->seat[side].grace_ms == 0;
}

static bool may_abort(const struct story *log, enum side side) {
    enum side other = side_other(side);
    return !log->has_thrown[side] &&
           !(log->has_moved[other] && (log->has_moved[side] || log->has_thrown[other]));
}

/* Checks what the notes say about this side; the log has the state before. */
static void check_note(const struct story *log, const struct state *state,
                       enum note_kind kind, enum side side) {
    enum side other = side_other(side);
    switch ((int)kind) {
    case NOTE_DRAW:
        SIM_CHECK(
            log->offer[other] == SEAT_OFFER_DRAW && state->result.outcome == OUTCOME_DRAW,
            "%s: %s accepts a draw that was not offered", log->code, side_name(side));
        break;
    case NOTE_ADJOURNED:
        SIM_CHECK(log->offer[other] == SEAT_OFFER_ADJOURN || is_overdue(state, other),
                  "%s: %s adjourns alone", log->code, side_name(side));
        break;
    case NOTE_ABORT:
        SIM_CHECK(!log->is_whole || may_abort(log, side),
                  "%s: %s calls the game off too late", log->code, side_name(side));
        break;
    case NOTE_ABSENT:
        SIM_CHECK(is_overdue(state, side), "%s: %s is not absent", log->code,
                  side_name(side));
        check_loser(log, state, side);
        break;
    case NOTE_IDLE:
        SIM_CHECK(log->running == SIDE_COUNT, "%s: idle, and there are clocks",
                  log->code);
        check_loser(log, state, side);
        break;
    case NOTE_FLAG:
        SIM_CHECK(log->running == side && state->left_ms[side] == 0,
                  "%s: the time of %s is over, with %lld ms left", log->code,
                  side_name(side), (long long)state->left_ms[side]);
        check_loser(log, state, side);
        break;
    case NOTE_UNRESUMED:
        SIM_CHECK(log->stage == STAGE_ADJOURNED && !state->seat[side].ready,
                  "%s: %s waits to go on, and has lost", log->code, side_name(side));
        check_loser(log, state, side);
        break;
    case NOTE_LAPSED:
        SIM_CHECK(log->stage == STAGE_ADJOURNED, "%s: lapsed, and not adjourned",
                  log->code);
        break;
    case NOTE_ADJUDICATED:
    case NOTE_RESIGN: check_loser(log, state, side); break;
    case NOTE_ABANDONED:
        SIM_CHECK(log->is_away[SIDE_WHITE] && log->is_away[SIDE_BLACK],
                  "%s: given up, and somebody is there", log->code);
        break;
    default: break;
    }
    bool calls_off = kind == NOTE_ABORT || kind == NOTE_ABANDONED ||
                     kind == NOTE_LAPSED || kind == NOTE_UNOPENED || kind == NOTE_ENDLESS;
    SIM_CHECK(!calls_off || state->result.called_off, "%s: %s, and not called off",
              log->code, note_name(kind));
    SIM_CHECK(
        note_reason(kind) == NULL || strcmp(state->result.reason, note_reason(kind)) == 0,
        "%s: %s, and the reason is %s", log->code, note_name(kind), state->result.reason);
}

void ends_check(struct story *log, const struct state *state) {
    bool has_offered[SIDE_COUNT] = {false, false}, has_chosen = false;
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        enum side side = (enum side)(note->side % SIDE_COUNT);
        check_note(log, state, (enum note_kind)note->kind, side);
        if (note->kind == NOTE_MOVE && !has_chosen) { /* the moves after it are forced */
            SIM_CHECK(state->seat[side_other(side)].offer == SEAT_OFFER_NONE,
                      "%s: an offer is there after the move that declines it", log->code);
            has_chosen = true;
        }
        if (note->kind == NOTE_BEGINS) {
            memset(log->has_moved, 0, sizeof log->has_moved);
            memset(log->has_thrown, 0, sizeof log->has_thrown);
        }
        log->has_moved[side] = log->has_moved[side] || note->kind == NOTE_MOVE;
        log->has_thrown[side] = log->has_thrown[side] || note->kind == NOTE_THROW;
        has_offered[side] = has_offered[side] || note->kind == NOTE_OFFERS_DRAW ||
                            note->kind == NOTE_OFFERS_ADJOURN;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        enum seat_offer offer = state->seat[i].offer;
        SIM_CHECK(offer == SEAT_OFFER_NONE || offer == log->offer[i] || has_offered[i],
                  "%s: an offer that %s has not made", log->code,
                  side_name((enum side)i));
    }
}
