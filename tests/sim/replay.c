/* Replays every step of a game by the rules. */
#include <stdlib.h>
#include <string.h>

#include "server/base/server_time.h"
#include "server/net/loop.h"
#include "tests/sim/referee.h"
#include "tests/sim/server.h"
#include "tests/sim/world/disk.h"

/* Most time between two iterations of the loop, including rounded deadlines, in ms. */
#define TURN_SLACK_MS 1000
/* The same if nothing is slow: the commit before it, gathering, and its own commit. */
#define COMMIT_SLACK_MS 10

/* --- stages --- */

static bool may_follow(enum stage before, enum stage after) {
    static const unsigned follow[STAGE_COUNT] = {
        [STAGE_WAITING] = 1 << STAGE_WAITING | 1 << STAGE_OPENING | 1 << STAGE_PLAYING,
        [STAGE_OPENING] = 1 << STAGE_OPENING | 1 << STAGE_PLAYING | 1 << STAGE_OVER,
        [STAGE_PLAYING] = 1 << STAGE_PLAYING | 1 << STAGE_ADJOURNED | 1 << STAGE_OVER,
        [STAGE_ADJOURNED] = 1 << STAGE_ADJOURNED | 1 << STAGE_PLAYING | 1 << STAGE_OVER,
        [STAGE_OVER] = 1 << STAGE_OVER | 1 << STAGE_WAITING,
    };
    return (follow[before] >> after & 1) != 0;
}

static void check_stage(const struct story *log, const struct state *state) {
    SIM_CHECK(may_follow(log->stage, state->stage), "%s: %s after %s", log->code,
              stage_name(state->stage), stage_name(log->stage));
    bool ends = log->stage != STAGE_OVER && state->stage == STAGE_OVER;
    SIM_CHECK(ends == state_has_note(state, NOTE_OVER, SIDE_COUNT),
              "%s: over, and not said, or otherwise", log->code);
    SIM_CHECK(state->result.over == (state->stage == STAGE_OVER),
              "%s: stage %s with result \"%s\"", log->code, stage_name(state->stage),
              state->result.reason);
    SIM_CHECK((state->secret[0] != '\0') == (state->stage == STAGE_OVER),
              "%s: the secret at stage %s", log->code, stage_name(state->stage));
}

/* --- positions --- */

static void replay_throw(struct story *log, const struct state *state,
                         const struct note *note) {
    const struct position *pos = &log->play.pos;
    SIM_CHECK(pos->phase == PHASE_ROLL && pos->turn == note->side,
              "%s: a throw out of turn", log->code);
    struct roll roll = roll_of_faces(state->game->dice, note->faces[note->side]);
    play_roll(&log->play, &roll, NULL, NULL);
}

static void replay_move(struct story *log, const struct state *state,
                        const struct note *note) {
    const struct position *pos = &log->play.pos;
    struct move move;
    SIM_CHECK(pos->phase == PHASE_MOVE && pos->turn == note->side,
              "%s: a move out of turn", log->code);
    SIM_CHECK(game_find_move(state->game, pos, note->text, strlen(note->text), &move),
              "%s: %s is not legal", log->code, note->text);
    play_move(&log->play, &move, NULL, NULL);
    referee.n_replays++;
}

static void replay_note(struct story *log, const struct state *state,
                        const struct note *note) {
    switch ((int)note->kind) {
    case NOTE_NEW_GAME: log->has_play = log->is_whole = false; break;
    case NOTE_BEGINS: {
        struct position pos;
        game_start(state->game, &state->pos.opt, (enum side)note->side, &pos);
        play_init(&log->play, state->game, &pos);
        log->has_play = log->is_whole = true;
        break;
    }
    case NOTE_THROW:
        if (log->has_play) {
            replay_throw(log, state, note);
        }
        break;
    case NOTE_MOVE:
        if (log->has_play) {
            replay_move(log, state, note);
        }
        break;
    default: break;
    }
}

static bool is_same(const struct game *game, const struct position *a,
                    const struct position *b) {
    char text[2][POSITION_TEXT_BYTES];
    for (int i = 0; i < 2; i++) {
        struct text_out out = text_out_of(text[i], sizeof text[i]);
        game->write(i == 0 ? a : b, &out);
    }
    return strcmp(text[0], text[1]) == 0;
}

/* A client that has not seen the whole game cannot know what was repeated. */
static bool is_known_end(const struct story *log, const struct state *state) {
    return log->is_whole || (strcmp(state->result.reason, "repetition") != 0 &&
                             strcmp(state->result.reason, "noprogress") != 0);
}

static void check_position(const struct story *log, const struct state *state) {
    if (!log->has_play || !is_known_end(log, state)) {
        return;
    }
    SIM_CHECK(is_same(state->game, &log->play.pos, &state->pos),
              "%s: the position does not follow from what has happened", log->code);
    bool by_rules = log->play.pos.phase == PHASE_OVER;
    SIM_CHECK(
        !by_rules ||
            (state->stage == STAGE_OVER &&
             strcmp(state->result.reason, end_reason_name(log->play.pos.end)) == 0 &&
             state->result.outcome == log->play.pos.outcome),
        "%s: by the rules it is over: %s", log->code, end_reason_name(log->play.pos.end));
}

/* --- absence --- */

/* Most time that an iteration may take.  After a disk failure, each room is committed
 * separately. */
static uint64_t turn_slack_ms(void) {
    return sim.has[FAULT_SLOW_DISK] ? 5 * TURN_SLACK_MS : TURN_SLACK_MS;
}

/* How long the server ran between two events and could store something, in ms, including
 * the part of a pause that it may count as running. */
static uint64_t ran_ms(const struct story *log, uint64_t from, uint64_t to,
                       uint64_t long_ms) {
    const struct seen *a = &log->event[from], *b = &log->event[to];
    unsigned n = b->n_stills - a->n_stills;
    uint64_t hidden_ms = long_ms / LOOP_SLEEP_PART + LOOP_SLEEP_MS + SERVER_TIME_LATE_MS;
    uint64_t still_ms = b->still_ms - a->still_ms;
    still_ms = still_ms > n * hidden_ms ? still_ms - n * hidden_ms : 0;
    return b->sent_ms - a->sent_ms - still_ms - (b->fails_ms - a->fails_ms);
}

/* A seal is not called late before its time is over. */
static void check_opening(struct story *log, const struct state *state, uint64_t seq) {
    uint64_t open_ms = (uint64_t)server.config.hub.limits.open_ms;
    const struct seen *first = &log->event[log->opening_seq], *now = &log->event[seq];
    bool is_known = first->sent_ms != 0 && now->sent_ms != 0;
    if (!is_known || first->start != now->start || disk_may_fail()) {
        log->opening_seq = 0;
    }
    if (log->opening_seq != 0 && state_has_note(state, NOTE_UNOPENED, SIDE_COUNT)) {
        uint64_t passed_ms = ran_ms(log, log->opening_seq, seq, open_ms);
        SIM_CHECK(passed_ms + turn_slack_ms() >= open_ms, "%s: unopened after %llu ms",
                  log->code, (unsigned long long)passed_ms);
    }
    if (log->stage != STAGE_OPENING || state->stage != STAGE_OPENING) {
        log->opening_seq = state->stage == STAGE_OPENING ? seq : 0;
    }
}

/* The least time that an absent player must get to come back. */
static uint64_t least_grace_ms(const struct story *log, enum side side) {
    uint64_t grace_ms = (uint64_t)server.config.hub.limits.grace_ms;
    uint64_t used_ms = log->is_whole ? log->absent_ms[side] : grace_ms;
    return used_ms + grace_ms / 10 < grace_ms ? grace_ms - used_ms : grace_ms / 10;
}

/* A player's absence has no effect before the time to come back is over. */
static void check_absence(struct story *log, const struct state *state, uint64_t seq) {
    uint64_t sent_ms = log->event[seq].sent_ms;
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        enum side side = (enum side)(note->side % SIDE_COUNT);
        uint64_t grace_ms = least_grace_ms(log, side);
        uint64_t *away_ms = &log->away_ms[side];
        if (note->kind == NOTE_AWAY) {
            *away_ms = sent_ms;
            log->away_seq[note->side % SIDE_COUNT] = seq;
        } else if (note->kind == NOTE_ABSENT || note->kind == NOTE_OVERDUE) {
            uint64_t from = log->away_seq[note->side % SIDE_COUNT];
            SIM_CHECK(*away_ms == 0 || sent_ms == 0 ||
                          ran_ms(log, from, seq, grace_ms) + turn_slack_ms() >= grace_ms,
                      "%s: %s, after %llu ms", log->code, note_name(note->kind),
                      (unsigned long long)(sent_ms - *away_ms));
        }
    }
}

/* --- clocks --- */

static int64_t late_ms(void) {
    return TURN_SLACK_MS;
}

static int64_t most_left_ms(const struct story *log, const struct state *state,
                            enum side side) {
    int64_t most_ms = log->left_ms[side];
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        if (note->kind == NOTE_MOVE && note->side == side) {
            most_ms += INT64_C(1000) * state->time.bonus_s;
        }
    }
    return most_ms < CLOCK_MOST_MS ? most_ms : CLOCK_MOST_MS;
}

static bool has_restarted(const struct story *log, uint64_t seq) {
    return log->event[log->state_at].start != log->event[seq].start;
}

/* Most time that a clock may be paused in one game while its player is away. */
static int64_t most_free_ms(const struct time_control *time) {
    struct clock full;
    clock_start(&full, time);
    int64_t part_ms = full.left_ms[SIDE_WHITE] / 10;
    return part_ms < 10000 ? part_ms : 10000;
}

/* The running clock has lost the elapsed time.  If it already ran when the last state was
 * decided, that includes the time until that state was sent. */
static void check_charge(const struct story *log, const struct state *state,
                         uint64_t seq) {
    enum side side = (enum side)log->running;
    uint64_t from_ms = log->event[log->state_at].sent_ms;
    if (log->running >= SIDE_COUNT || from_ms == 0 || has_restarted(log, seq) ||
        state->left_ms[side] == CLOCK_MOST_MS) {
        return;
    }
    int64_t charge_ms = most_left_ms(log, state, side) - state->left_ms[side];
    int64_t passed_ms = (int64_t)ran_ms(log, log->state_at, seq, 0);
    /* An event that was decided before the last state was stored shows a clock that runs
     * from its decision on. */
    bool is_early = log->runs_on || sim.has[FAULT_SLOW_DISK];
    int64_t slack_ms = is_early ? (int64_t)turn_slack_ms() : late_ms();
    SIM_CHECK(charge_ms <= passed_ms + slack_ms, "%s: %lld ms are charged of %lld",
              log->code, (long long)charge_ms, (long long)passed_ms);
    bool is_slow = sim.has[FAULT_SLOW_DISK] || sim.has[FAULT_BUSY] ||
                   sim.has[FAULT_STILL] || disk_may_fail();
    int64_t free_ms = log->is_away[side] ? most_free_ms(&state->time) : 0;
    SIM_CHECK(is_slow || state->left_ms[side] == 0 ||
                  charge_ms + free_ms + late_ms() >= passed_ms,
              "%s: only %lld ms are charged of %lld", log->code, (long long)charge_ms,
              (long long)passed_ms);
}

/* A player who comes back has not paid for the free time that was left, and has paid
 * nothing if the server was stopped during the absence. */
static void check_back(struct story *log, const struct state *state, uint64_t seq) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (!log->is_away[i] || state->seat[i].away || log->away_ms[i] == 0) {
            continue;
        }
        uint64_t away_ms = log->event[seq].sent_ms - log->away_ms[i];
        int64_t free_ms = most_free_ms(&state->time) - (int64_t)log->absent_ms[i];
        int64_t paid_ms = (int64_t)away_ms - (free_ms > 0 ? free_ms : 0);
        paid_ms = log->by_server[i] || paid_ms < 0 ? 0 : paid_ms;
        int64_t charge_ms = log->left_ms[i] - state->left_ms[i];
        SIM_CHECK(!log->is_whole || charge_ms <= paid_ms + late_ms(),
                  "%s: who comes back after %llu ms pays %lld", log->code,
                  (unsigned long long)away_ms, (long long)charge_ms);
    }
}

/* Adds up how long each player has been away in this game, including restarts.  If no
 * client saw an absence begin, it may have used up the whole grace time. */
static void add_absences(struct story *log, const struct state *state, uint64_t seq) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (log->is_away[i] && !state->seat[i].away) {
            log->absent_ms[i] += log->away_ms[i] != 0
                                     ? log->event[seq].sent_ms - log->away_ms[i]
                                     : (uint64_t)server.config.hub.limits.grace_ms;
        }
    }
}

static void check_clocks(struct story *log, const struct state *state, uint64_t seq) {
    bool is_same_game = strcmp(log->seen_id, state->game_id) == 0;
    if (!time_control_is_set(&state->time)) {
        return;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        int64_t left_ms = state->left_ms[i];
        SIM_CHECK(left_ms >= 0, "%s: %lld ms left", log->code, (long long)left_ms);
        /* A room whose last change could not be stored continues with the clock
         * as it was when the decision began.  A clock runs from when its decision was
         * really sent: another event that was decided meanwhile may have shown less. */
        bool is_long = sim.has[FAULT_BUSY] || sim.has[FAULT_SLOW_DISK];
        /* Nobody pays for the time from the last event until another hub serves. */
        bool is_moved = sim.n_hubs > 1 && log->running == i && has_restarted(log, seq);
        SIM_CHECK(!is_same_game || disk_may_fail() || is_moved ||
                      left_ms <= most_left_ms(log, state, (enum side)i) +
                                     (is_long ? late_ms() : COMMIT_SLACK_MS),
                  "%s: a clock goes up from %lld to %lld ms", log->code,
                  (long long)log->left_ms[i], (long long)left_ms);
        /* Forced moves are played meanwhile after `auto on`, and each adds the bonus. */
        bool stays = is_same_game && log->by_server[i] && state->seat[i].away;
        SIM_CHECK(!stays || left_ms == most_left_ms(log, state, (enum side)i),
                  "%s: the clock of one who is away goes from %lld to %lld ms", log->code,
                  (long long)log->left_ms[i], (long long)left_ms);
    }
    if (state->running < SIDE_COUNT) {
        SIM_CHECK(state->stage == STAGE_PLAYING && state->pos.phase == PHASE_MOVE &&
                      state->pos.turn == state->running,
                  "%s: the clock of %s runs", log->code, side_name(state->running));
    }
    if (is_same_game) {
        check_charge(log, state, seq);
        check_back(log, state, seq);
    }
}

/* --- seats --- */

static void check_seats(const struct story *log, const struct state *state) {
    const char *white = state->seat[SIDE_WHITE].name;
    const char *black = state->seat[SIDE_BLACK].name;
    SIM_CHECK(white[0] == '\0' || strcmp(white, black) != 0,
              "%s sits on both sides of %s", white, log->code);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct seat_view *seat = &state->seat[i];
        SIM_CHECK(seat->name[0] != '\0' || (!seat->ready && !seat->away),
                  "%s: nobody is ready, or away", log->code);
        SIM_CHECK(seat->grace_ms >= 0 &&
                      seat->grace_ms <= server.config.hub.limits.grace_ms,
                  "%s: %lld ms to come back", log->code, (long long)seat->grace_ms);
    }
    SIM_CHECK(state->stage != STAGE_PLAYING || (white[0] != '\0' && black[0] != '\0'),
              "%s: a game with a free seat", log->code);
}

/* --- one game after the other --- */

/* Each game has a new secret.  Players who play on exchange sides, unless the last game
 * does not count. */
static void check_next(const struct story *log, const struct state *state) {
    SIM_CHECK((strcmp(log->seen_id, state->game_id) == 0) ==
                  (strcmp(log->commitment, state->commitment) == 0),
              "%s: two games with one secret, or one with two", log->code);
    if (log->stage != STAGE_OVER || state->stage != STAGE_WAITING) {
        return;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        const char *other = log->name[side_other((enum side)i)];
        bool changes = strcmp(state->seat[i].name, log->name[i]) != 0;
        bool both = log->name[SIDE_WHITE][0] != '\0' && log->name[SIDE_BLACK][0] != '\0';
        SIM_CHECK(!both || changes != log->was_called_off,
                  "%s: %s, and then %s, on one side", log->code, log->name[i],
                  state->seat[i].name);
        SIM_CHECK(!both || !changes || strcmp(state->seat[i].name, other) == 0,
                  "%s: %s sits where %s sat", log->code, state->seat[i].name, other);
    }
}

/* Whether the player may have come back and gone again, in events that no client saw. */
static bool may_have_returned(const struct story *log, enum side side, uint64_t seq) {
    return seq - log->at >= (log->is_away[side] ? 2 : 3);
}

void replay_state(struct story *log, const struct message *msg) {
    const struct state *state = msg->state;
    check_seats(log, state);
    if (log->at != 0 && msg->seq == log->at + 1) {
        check_stage(log, state);
        ends_check(log, state);
        check_next(log, state);
        for (size_t i = 0; i < state->n_notes; i++) {
            replay_note(log, state, &state->notes[i]);
        }
        check_position(log, state);
        check_opening(log, state, msg->seq);
        check_absence(log, state, msg->seq);
        check_clocks(log, state, msg->seq);
        add_absences(log, state, msg->seq);
    } else { /* known from here on */
        log->opening_seq = 0;
        log->has_play = state->stage == STAGE_PLAYING || state->stage == STAGE_ADJOURNED;
        log->is_whole = false;
        if (log->has_play) {
            play_init(&log->play, state->game, &state->pos);
        }
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        bool stopped = log->by_server[i] || has_restarted(log, msg->seq);
        log->by_server[i] = state->seat[i].away && stopped && log->state_at != 0 &&
                            !may_have_returned(log, (enum side)i, msg->seq);
    }
    log->at = log->state_at = msg->seq;
    log->stage = state->stage;
    log->is_private = state->is_private;
    log->was_called_off = state->result.called_off;
    strcpy(log->commitment, state->commitment);
    log->runs_on =
        log->running == state->running && !state_has_note(state, NOTE_MOVE, SIDE_COUNT);
    log->running = (uint8_t)state->running;
    if (strcmp(log->seen_id, state->game_id) != 0) {
        memset(log->absent_ms, 0, sizeof log->absent_ms);
    }
    strcpy(log->seen_id, state->game_id);
    for (int i = 0; i < SIDE_COUNT; i++) {
        log->is_away[i] = state->seat[i].away;
        log->away_ms[i] = state->seat[i].away ? log->away_ms[i] : 0;
        log->left_ms[i] = state->left_ms[i];
        log->offer[i] = state->seat[i].offer;
        strcpy(log->name[i], state->seat[i].name);
    }
}
