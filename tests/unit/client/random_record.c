#include "tests/unit/client/random_record.h"

/* A game played as a server plays it, and its record. */
struct making {
    struct record *record;
    struct fair fair;
    struct play play;
    struct clock clock;
    uint32_t k;
    uint64_t *rng;
};

/* For games that end by a clock; the others have none. */
static const struct time_control random_time = {5, 10};

/* Random nonces are sealed, and contain characters that JSON escapes. */
static void fill_players(struct making *m, const struct plan *plan) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct record_player *player = &m->record->player[i];
        SET_TEXT(player->name, i == SIDE_WHITE ? "ann" : "bob");
        if (plan->nonce[i].text != NULL) {
            SET_TEXT(player->nonce, plan->nonce[i].text);
        } else {
            snprintf(player->nonce, sizeof player->nonce, "%016llx!\"\\/~",
                     (unsigned long long)random_next(m->rng));
        }
        if (!plan->nonce[i].is_plain) {
            fair_seal(player->nonce, player->seal);
        }
        player->opened = true;
        m->fair.nonce[i] = player->nonce;
    }
}

static void fill_record(struct making *m, const struct plan *plan) {
    struct record *record = m->record;
    record_init(record);
    record->game = plan->game;
    record->time = plan->ending == FLAGGED ? random_time : (struct time_control){0};
    clock_start(&m->clock, &record->time);
    record->started_s = 1700000000;
    SET_TEXT(record->game_id, "g42");
    SET_TEXT(record->server, "alead test");
    for (size_t i = 0; i < FAIR_SECRET_BYTES; i++) {
        m->fair.secret[i] = (uint8_t)(random_next(m->rng) >> 32);
    }
    fair_commitment(m->fair.secret, record->commitment);
    m->fair.game_id = record->game_id;
    fill_players(m, plan);
}

static void start_game(struct making *m) {
    struct record *record = m->record;
    const struct game *game = record->game;
    enum side first = game_first(game, &record->opt);
    unsigned sum[SIDE_COUNT] = {0};
    while (game->dice != NULL && sum[SIDE_WHITE] == sum[SIDE_BLACK]) {
        struct note note = {
            .kind = NOTE_START_THROW, .k = m->k, .n_faces = game->dice->n_dice};
        fair_start_throw(&m->fair, game->dice, m->k++, note.faces);
        record_add(record, &note);
        for (int i = 0; i < SIDE_COUNT; i++) {
            sum[i] = dice_sum(game->dice, note.faces[i]);
        }
        first = sum[SIDE_WHITE] > sum[SIDE_BLACK] ? SIDE_WHITE : SIDE_BLACK;
    }
    struct position pos;
    game_start(game, &record->opt, first, &pos);
    play_init(&m->play, game, &pos);
    SET_TEXT(record->first, side_name(first));
}

static void make_throw(struct making *m) {
    const struct dice_kind *dice = m->record->game->dice;
    struct note note = {
        .kind = NOTE_THROW, .side = m->play.pos.turn, .k = m->k, .n_faces = dice->n_dice};
    fair_throw(&m->fair, dice, m->k++, note.faces[note.side]);
    record_add(m->record, &note);
    struct roll roll = roll_of_faces(dice, note.faces[note.side]);
    play_roll(&m->play, &roll, NULL, NULL);
}

/* The side to move has thought for up to ten seconds.  Returns the time it has left; 0
 * without clocks. */
static uint32_t use_clock(struct making *m) {
    enum side side = (enum side)m->play.pos.turn;
    clock_run(&m->clock, side, 0);
    clock_moved(&m->clock, random_next(m->rng) % 10000);
    return (uint32_t)m->clock.left_ms[side];
}

static void make_move(struct making *m) {
    const struct game *game = m->record->game;
    struct move moves[MOVES_MAX];
    size_t n = game->moves(&m->play.pos, moves);
    const struct move *move = &moves[random_next(m->rng) % n];
    struct note note = {.kind = NOTE_MOVE, .side = m->play.pos.turn};
    struct text_out out = text_out_of(note.text, sizeof note.text);
    game->write_move(&m->play.pos, move, &out);
    note.left_ms = use_clock(m);
    record_add(m->record, &note);
    play_move(&m->play, move, NULL, NULL);
}

/* Plays until the side to move must decide after `max` moves, or the game is over. */
static void play_game(struct making *m, unsigned max) {
    while (m->play.pos.phase == PHASE_ROLL ||
           (m->play.pos.phase == PHASE_MOVE && m->play.ply < max)) {
        if (m->play.pos.phase == PHASE_ROLL) {
            make_throw(m);
        } else {
            make_move(m);
        }
    }
}

/* Adds how the game ended if it was not by its rules. */
static void add_end(struct making *m, enum ending ending) {
    static const enum note_kind kinds[] = {
        [RESIGNED] = NOTE_RESIGN,     [ABSENT] = NOTE_ABSENT,
        [AGREED] = NOTE_DRAW,         [ABORTED] = NOTE_ABORT,
        [FLAGGED] = NOTE_FLAG,        [ABANDONED] = NOTE_ABANDONED,
        [CALLED_OFF] = NOTE_UNOPENED, [CALLED_OFF_BY_BOTH] = NOTE_UNOPENED,
    };
    struct result *result = &m->record->result;
    struct note note = {.kind = (uint8_t)kinds[ending]};
    if (ending == FLAGGED) {
        note.side = m->play.pos.turn;
    }
    record_add(m->record, &note);
    result->outcome = note.side == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE;
    if (ending == CALLED_OFF_BY_BOTH) {
        note.side = SIDE_BLACK;
        record_add(m->record, &note);
    }
    if (ending == AGREED) {
        result->outcome = OUTCOME_DRAW;
    }
    result->called_off = note.kind == NOTE_UNOPENED || note.kind == NOTE_ABANDONED ||
                         note.kind == NOTE_ABORT;
    SET_TEXT(result->reason, note_reason(kinds[ending]));
}

static void end_game(struct making *m, enum ending ending) {
    struct record *record = m->record;
    const struct position *pos = &m->play.pos;
    struct text_out out = text_out_of(record->position, sizeof record->position);
    record->game->write(pos, &out);
    if (ending == RUNNING) {
        return;
    }
    record->ended_s = 1700000100;
    record->result = (struct result){.over = true, .outcome = pos->outcome};
    fair_secret_to_hex(m->fair.secret, record->secret);
    SET_TEXT(record->result.reason, end_reason_name(pos->end));
    if (ending != BY_RULES) {
        add_end(m, ending);
    }
}

void make_record(const struct plan *plan, uint64_t *rng, struct record *record) {
    struct making m = {.record = record, .rng = rng};
    const struct game *game = plan->game;
    fill_record(&m, plan);
    if (plan->ending == CALLED_OFF || plan->ending == CALLED_OFF_BY_BOTH) {
        for (int side = 0; side <= (plan->ending == CALLED_OFF ? 0 : 1); side++) {
            record->player[side].opened = false;
            record->player[side].nonce[0] = '\0';
        }
        game_start(game, &record->opt, game_first(game, &record->opt), &m.play.pos);
    } else {
        start_game(&m);
        play_game(&m, plan->ending == BY_RULES  ? UINT32_MAX
                      : plan->ending == ABORTED ? 1
                                                : SHORT_GAME_MOVES);
    }
    end_game(&m, plan->ending);
}
