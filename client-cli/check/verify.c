#include "client-cli/check/verify.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fair/fair.h"
#include "rules/clock.h"
#include "rules/play.h"

/* Shorter nonces can be guessed from their seals. */
#define SAFE_NONCE_CHARS 16
/* Longest text of the faces of a throw, with its NUL: "6,6,6 against 6,6,6". */
#define FACES_TEXT_BYTES 32
/* Longest text of a result, with its NUL. */
#define RESULT_TEXT_BYTES 48

/* The state of the game at an entry of the record. */
struct walk {
    const struct record *record;
    struct fair fair;
    bool knows_secret;
    bool has_moved[SIDE_COUNT];
    bool begun;             /* it is known which side begins */
    enum side first;        /* that side; valid once begun */
    struct play play;       /* valid once begun */
    struct clock clock;     /* the most time that each side can have left */
    const struct note *end; /* borrowed from the log: what ended the game, if not its
                             * rules; or NULL */
    char place[32];         /* the part of the record that is being checked */
    struct verification *out;
};

/* Records the fault.  Always returns false. */
static bool mark_wrong(struct walk *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool mark_wrong(struct walk *w, const char *format, ...) {
    char *fault = w->out->fault;
    int used = snprintf(fault, sizeof w->out->fault, "%s: ", w->place);
    va_list args;
    va_start(args, format);
    vsnprintf(fault + used, sizeof w->out->fault - (size_t)used, format, args);
    va_end(args);
    return false;
}

static void set_place(struct walk *w, const char *place) {
    snprintf(w->place, sizeof w->place, "%s", place);
}

/* --- before the game --- */

static bool check_secret(struct walk *w) {
    const struct record *record = w->record;
    if (!record->result.over) {
        return true;
    }
    w->knows_secret = fair_secret_from_hex(record->secret, w->fair.secret);
    assert(w->knows_secret);
    char commitment[FAIR_HEX_BYTES];
    fair_commitment(w->fair.secret, commitment);
    set_place(w, "commitment");
    return strcmp(record->commitment, commitment) == 0 ||
           mark_wrong(w, "the secret's hash is %s, the record says %s", commitment,
                      record->commitment);
}

static bool check_seal(struct walk *w, enum side side) {
    const struct record_player *player = &w->record->player[side];
    if (!player->opened || player->seal[0] == '\0') {
        return true;
    }
    char seal[FAIR_HEX_BYTES];
    fair_seal(player->nonce, seal);
    snprintf(w->place, sizeof w->place, "players.%s.seal", side_name(side));
    return strcmp(player->seal, seal) == 0 ||
           mark_wrong(w, "the nonce's hash is %s, the record says %s", seal,
                      player->seal);
}

/* --- throws --- */

static void write_faces(struct text_out *out, const uint8_t *faces, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        text_put(out, i > 0 ? "," : "");
        text_put_number(out, faces[i]);
    }
}

/* Writes "1,0,1"; for the throw for the start "2,2 against 4,2", white first. */
static void faces_text(const struct note *note, char text[static FACES_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, FACES_TEXT_BYTES);
    if (note->kind == NOTE_START_THROW) {
        write_faces(&out, note->faces[SIDE_WHITE], note->n_faces);
        text_put(&out, " against ");
        write_faces(&out, note->faces[SIDE_BLACK], note->n_faces);
    } else {
        write_faces(&out, note->faces[note->side], note->n_faces);
    }
}

static bool check_dice(struct walk *w, const struct note *note) {
    const struct dice_kind *dice = w->record->game->dice;
    if (note->k != w->out->n_throws) {
        return mark_wrong(w, "throw %u comes here, the record says %u", w->out->n_throws,
                          note->k);
    }
    w->out->n_throws++;
    if (!w->knows_secret) {
        return true;
    }
    struct note due = *note;
    if (note->kind == NOTE_START_THROW) {
        fair_start_throw(&w->fair, dice, note->k, due.faces);
    } else {
        fair_throw(&w->fair, dice, note->k, due.faces[note->side]);
    }
    char expected[FACES_TEXT_BYTES], recorded[FACES_TEXT_BYTES];
    faces_text(&due, expected);
    faces_text(note, recorded);
    return strcmp(expected, recorded) == 0 ||
           mark_wrong(w, "throw %u: the dice should be %s, the record says %s", note->k,
                      expected, recorded);
}

/* --- entries of the log --- */

static bool begin(struct walk *w, enum side first) {
    const struct record *record = w->record;
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        if (!record->player[side].opened) {
            return mark_wrong(w, "%s's seal is not opened yet", side_name(side));
        }
    }
    play_start(&w->play, record->game, &record->opt, first);
    clock_start(&w->clock, &record->time);
    w->begun = true;
    w->first = first;
    return true;
}

static bool check_start_throw(struct walk *w, const struct note *note) {
    if (w->begun) {
        return mark_wrong(w, "a throw for the start, but %s has begun",
                          side_name(w->first));
    }
    if (!check_dice(w, note)) {
        return false;
    }
    const struct dice_kind *dice = w->record->game->dice;
    unsigned white = dice_sum(dice, note->faces[SIDE_WHITE]);
    unsigned black = dice_sum(dice, note->faces[SIDE_BLACK]);
    return white == black || begin(w, white > black ? SIDE_WHITE : SIDE_BLACK);
}

static bool check_begun(struct walk *w) {
    return w->begun || mark_wrong(w, "nobody has thrown higher for the start yet");
}

/* Whether the side of this entry throws (phase roll) or moves (phase move) now. */
static bool check_turn(struct walk *w, const struct note *note, enum phase phase) {
    if (!check_begun(w)) {
        return false;
    }
    enum side turn = w->play.pos.turn;
    if (w->play.pos.phase != phase) {
        return mark_wrong(
            w, phase == PHASE_ROLL ? "%s must move first" : "%s must throw first",
            side_name(turn));
    }
    if (note->side != turn) {
        return mark_wrong(w, "it is the turn of %s, the record says %s", side_name(turn),
                          side_name(note->side));
    }
    return true;
}

static bool check_throw(struct walk *w, const struct note *note) {
    if (!check_turn(w, note, PHASE_ROLL) || !check_dice(w, note)) {
        return false;
    }
    struct roll roll = roll_of_faces(w->record->game->dice, note->faces[note->side]);
    play_roll(&w->play, &roll, NULL, NULL);
    return true;
}

/* After a move, a player has at most the time before it plus the bonus, and at least the
 * bonus.  The record does not say how long they thought. */
static bool check_clock(struct walk *w, const struct note *note) {
    if (!time_control_is_set(&w->record->time)) {
        return true;
    }
    int64_t bonus_ms = INT64_C(1000) * w->record->time.bonus_s;
    int64_t before_ms = w->clock.left_ms[note->side];
    w->clock.running = note->side;
    clock_moved(&w->clock, 0);
    int64_t most_ms = w->clock.left_ms[note->side];
    if (note->left_ms > most_ms) {
        return mark_wrong(
            w, "left_ms: %s had %lld ms and a bonus of %lld, the record says %u",
            side_name((enum side)note->side), (long long)before_ms, (long long)bonus_ms,
            note->left_ms);
    }
    if (note->left_ms < bonus_ms) {
        return mark_wrong(w, "left_ms: the bonus is %lld ms, the record says %u",
                          (long long)bonus_ms, note->left_ms);
    }
    w->clock.left_ms[note->side] = note->left_ms;
    return true;
}

static bool check_move(struct walk *w, const struct note *note) {
    if (!check_turn(w, note, PHASE_MOVE)) {
        return false;
    }
    const struct game *game = w->record->game;
    size_t len = strlen(note->text);
    struct move m;
    if (!game_find_move(game, &w->play.pos, note->text, len, &m)) {
        return mark_wrong(w, "the move %s is not legal: %s", note->text,
                          game_why(game, &w->play.pos, note->text, len)->text);
    }
    play_move(&w->play, &m, NULL, NULL);
    w->has_moved[note->side] = true;
    w->out->n_moves++;
    return check_clock(w, note);
}

static bool check_given_up(struct walk *w, const struct note *note) {
    w->end = note;
    return check_begun(w);
}

static bool check_aborted(struct walk *w, const struct note *note) {
    w->end = note;
    if (w->has_moved[SIDE_WHITE] && w->has_moved[SIDE_BLACK]) {
        return mark_wrong(w, "a game is aborted only before both sides have moved");
    }
    return check_begun(w);
}

/* Only the side to move can run out of time. */
static bool check_flag(struct walk *w, const struct note *note) {
    if (!time_control_is_set(&w->record->time)) {
        return mark_wrong(w, "%s ran out of time in a game without clocks",
                          side_name((enum side)note->side));
    }
    w->end = note;
    return check_turn(w, note, PHASE_MOVE);
}

/* Idle claims exist only in games without clocks, against the side to move. */
static bool check_idle(struct walk *w, const struct note *note) {
    if (time_control_is_set(&w->record->time)) {
        return mark_wrong(w, "%s did not move for too long in a game with clocks",
                          side_name((enum side)note->side));
    }
    w->end = note;
    return check_turn(w, note, PHASE_MOVE);
}

static bool check_unopened(struct walk *w, const struct note *note) {
    w->end = note;
    if (w->begun || w->out->n_throws > 0) {
        return mark_wrong(w, "a game is called off only before its first throw");
    }
    return !w->record->player[note->side].opened ||
           mark_wrong(w, "the nonce of %s is not sealed, or was opened",
                      side_name(note->side));
}

/* The second player who did not open their seal: both can fail to. */
static bool is_also_late(const struct walk *w, const struct note *note) {
    return w->end != NULL && w->end->kind == NOTE_UNOPENED &&
           note->kind == NOTE_UNOPENED && w->end->side != note->side;
}

static bool check_endless(struct walk *w, const struct note *note) {
    w->end = note;
    if (note - w->record->log < LOG_NOTES_MAX) {
        return mark_wrong(w, "a game is endless only after %d throws and moves",
                          LOG_NOTES_MAX);
    }
    return check_begun(w);
}

static bool check_entry(struct walk *w, const struct note *note) {
    if (is_also_late(w, note)) {
        return check_unopened(w, note);
    }
    if (w->end != NULL || (w->begun && w->play.pos.phase == PHASE_OVER)) {
        return mark_wrong(w, "the game is over before this entry");
    }
    switch ((enum note_kind)note->kind) {
    case NOTE_START_THROW: return check_start_throw(w, note);
    case NOTE_THROW: return check_throw(w, note);
    case NOTE_MOVE: return check_move(w, note);
    case NOTE_RESIGN:
    case NOTE_DRAW:
    case NOTE_ABSENT:
    case NOTE_ABANDONED:
    case NOTE_UNRESUMED:
    case NOTE_LAPSED:
    case NOTE_ADJUDICATED: return check_given_up(w, note);
    case NOTE_ABORT: return check_aborted(w, note);
    case NOTE_FLAG: return check_flag(w, note);
    case NOTE_IDLE: return check_idle(w, note);
    case NOTE_UNOPENED: return check_unopened(w, note);
    case NOTE_ENDLESS: return check_endless(w, note);
    case NOTE_JOINED:
    case NOTE_LATE:
    case NOTE_UNSEATED:
    case NOTE_GONE:
    case NOTE_NEW_GAME:
    case NOTE_TAKEBACK:
    case NOTE_READY:
    case NOTE_OPENED:
    case NOTE_AWAY:
    case NOTE_OVERDUE:
    case NOTE_BACK:
    case NOTE_OFFERS_DRAW:
    case NOTE_OFFERS_ADJOURN:
    case NOTE_ADJOURNED:
    case NOTE_RESUMES:
    case NOTE_BEGINS:
    case NOTE_RULE:
    case NOTE_OVER:
    case NOTE_KIND_COUNT: break;
    }
    assert(false && "record_from_json lets no other notes into a log");
    return false;
}

/* If a game was called off, its log must name every player with an unopened seal. */
static bool check_all_late(struct walk *w) {
    const struct record *record = w->record;
    unsigned late = 0; /* bit `side`: this side is named in the log */
    for (size_t i = 0; i < record->n_log; i++) {
        late |= record->log[i].kind == NOTE_UNOPENED ? 1U << record->log[i].side : 0;
    }
    set_place(w, "log");
    for (int side = 0; side < SIDE_COUNT && late != 0; side++) {
        if (!record->player[side].opened && (late >> side & 1U) == 0) {
            return mark_wrong(w, "%s has not opened a seal either",
                              side_name((enum side)side));
        }
    }
    return true;
}

static bool check_log(struct walk *w) {
    const struct record *record = w->record;
    bool called_off = record->n_log > 0 && record->log[0].kind == NOTE_UNOPENED;
    set_place(w, "log");
    if (record->game->dice == NULL && !called_off &&
        !begin(w, game_first(record->game, &record->opt))) {
        return false;
    }
    for (size_t i = 0; i < record->n_log; i++) {
        snprintf(w->place, sizeof w->place, "log[%zu]", i);
        if (!check_entry(w, &record->log[i])) {
            return false;
        }
    }
    return check_all_late(w);
}

/* --- results --- */

/* How the game ended, according to the log. */
static struct result result_of_log(const struct walk *w) {
    struct result result = {0};
    if (w->end != NULL) {
        result.over = true;
        enum note_kind end = (enum note_kind)w->end->kind;
        result.called_off = end == NOTE_UNOPENED || end == NOTE_ENDLESS ||
                            end == NOTE_ABANDONED || end == NOTE_LAPSED ||
                            end == NOTE_ABORT;
        result.outcome = end == NOTE_DRAW             ? OUTCOME_DRAW
                         : w->end->side == SIDE_WHITE ? OUTCOME_BLACK
                                                      : OUTCOME_WHITE;
        snprintf(result.reason, sizeof result.reason, "%s", note_reason(end));
    } else if (w->begun && w->play.pos.phase == PHASE_OVER) {
        result.over = true;
        result.outcome = w->play.pos.outcome;
        snprintf(result.reason, sizeof result.reason, "%s",
                 end_reason_name(w->play.pos.end));
    }
    return result;
}

/* Distinct results have distinct texts. */
static void result_text(const struct result *result,
                        char text[static RESULT_TEXT_BYTES]) {
    if (!result->over) {
        snprintf(text, RESULT_TEXT_BYTES, "not over");
        return;
    }
    const char *how = result->called_off ? "called off" : outcome_name(result->outcome);
    snprintf(text, RESULT_TEXT_BYTES, "%s, %s", how, result->reason);
}

static bool check_result(struct walk *w) {
    set_place(w, "result");
    struct result due = result_of_log(w);
    char expected[RESULT_TEXT_BYTES], recorded[RESULT_TEXT_BYTES];
    result_text(&due, expected);
    result_text(&w->record->result, recorded);
    return strcmp(expected, recorded) == 0 ||
           mark_wrong(w, "should be: %s; the record says: %s", expected, recorded);
}

static bool check_first(struct walk *w) {
    set_place(w, "first");
    const char *expected = w->begun ? side_name(w->first) : "";
    return strcmp(expected, w->record->first) == 0 ||
           mark_wrong(w, "should be \"%s\", the record says \"%s\"", expected,
                      w->record->first);
}

static bool check_position(struct walk *w) {
    const struct record *record = w->record;
    struct position pos = w->play.pos;
    if (!w->begun) {
        game_start(record->game, &record->opt, game_first(record->game, &record->opt),
                   &pos);
    }
    char expected[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(expected, sizeof expected);
    record->game->write(&pos, &out);
    set_place(w, "position");
    return strcmp(expected, record->position) == 0 ||
           mark_wrong(w, "should be \"%s\", the record says \"%s\"", expected,
                      record->position);
}

/* --- remarks --- */

static void remark_nonce(const struct record *record, enum side side,
                         struct text_out *out) {
    const struct record_player *player = &record->player[side];
    bool is_sealed = player->seal[0] != '\0';
    if (is_sealed && strlen(player->nonce) >= SAFE_NONCE_CHARS) {
        return;
    }
    const char *opponent = record->player[side_other(side)].name;
    char text[VERIFY_REMARKS_BYTES / 2];
    const char *nonce = player->nonce;
    snprintf(
        text, sizeof text,
        nonce[0] == '\0'
            ? "The nonce of %s is empty: an operator in league with %s could have "
              "chosen the nonce of %s last, and with it the dice."
        : is_sealed
            ? "The nonce of %s was sealed, but is so short that it can be guessed: "
              "an operator in league with %s could have chosen the nonce of %s last, "
              "and with it the dice."
            : "The nonce of %s was plain, not sealed: an operator in league with %s "
              "could have chosen the nonce of %s last, and with it the dice.",
        player->name, opponent, opponent);
    text_put(out, text);
    text_put(out, "\n");
}

static void remark(const struct record *record, struct text_out *out) {
    const struct record_player *player = record->player;
    if (player[SIDE_WHITE].nonce[0] == '\0' && player[SIDE_BLACK].nonce[0] == '\0') {
        text_put(out, "Both nonces are empty: the dice follow from the secret alone, and "
                      "the operator could have chosen it.");
        text_put(out, "\n");
        return;
    }
    remark_nonce(record, SIDE_WHITE, out);
    remark_nonce(record, SIDE_BLACK, out);
}

void verify_record(const struct record *record, struct verification *out) {
    *out = (struct verification){.verdict = VERDICT_WRONG};
    struct walk w = {
        .record = record,
        .out = out,
        .fair = {.game_id = record->game_id,
                 .nonce = {record->player[SIDE_WHITE].nonce,
                           record->player[SIDE_BLACK].nonce}},
    };
    if (check_secret(&w) && check_seal(&w, SIDE_WHITE) && check_seal(&w, SIDE_BLACK) &&
        check_log(&w) && check_result(&w) && check_first(&w) && check_position(&w)) {
        out->verdict = w.knows_secret ? VERDICT_GOOD : VERDICT_UNFINISHED;
        struct text_out remarks = text_out_of(out->remarks, sizeof out->remarks);
        if (out->n_throws > 0) {
            remark(record, &remarks);
        }
        assert(remarks.len < remarks.cap);
    }
}
