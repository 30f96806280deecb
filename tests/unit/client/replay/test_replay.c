/* The steps of a replay end where the game ended, and contain the whole log. */
#include "client-cli/replay/replay.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#include "tests/unit/client/random_record.h"

static void check_end(const struct replay *replay) {
    const struct record *record = replay->record;
    char position[POSITION_TEXT_BYTES];
    struct state state = replay_state(replay, replay->n_steps - 1);
    struct text_out out = text_out_of(position, sizeof position);
    record->game->write(&state.pos, &out);
    assert_string_equal(position, record->position);
    assert_int_equal(state.result.over, record->result.over);
    assert_string_equal(state.result.reason, record->result.reason);
    assert_int_equal(state.stage, record->result.over ? STAGE_OVER : STAGE_PLAYING);
}

/* Every entry of the log appears once, in order. */
static void check_notes(const struct replay *replay) {
    const struct record *record = replay->record;
    size_t next = 0;
    for (size_t step = 0; step < replay->n_steps; step++) {
        struct state state = replay_state(replay, step);
        assert_true(step == 0 || state.n_notes > 0);
        for (size_t i = 0; i < state.n_notes; i++) {
            if (note_is_logged(state.notes[i].kind)) {
                assert_in_range(next, 0, record->n_log - 1);
                assert_memory_equal(&state.notes[i], &record->log[next],
                                    sizeof *record->log);
                next++;
            }
        }
    }
    assert_int_equal(next, record->n_log);
}

/* The clock of the side to move runs; no clock runs when no side is to move. */
static void check_clocks(const struct replay *replay) {
    for (size_t step = 0; step < replay->n_steps; step++) {
        struct state state = replay_state(replay, step);
        bool moves = state.pos.phase == PHASE_MOVE && state.stage == STAGE_PLAYING;
        assert_int_equal(state.running, moves ? state.pos.turn : SIDE_COUNT);
        for (size_t i = 0; i < state.n_notes; i++) {
            const struct note *note = &state.notes[i];
            if (note->kind == NOTE_MOVE) {
                assert_int_equal(state.left_ms[note->side], note->left_ms);
            }
        }
    }
}

TEST(test_every_game) {
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        for (enum ending ending = BY_RULES; ending < ENDING_COUNT; ending++) {
            struct record record;
            struct replay replay;
            make_record(&(struct plan){.game = games[g], .ending = ending}, &rng,
                        &record);
            replay_init(&replay, &record);
            check_end(&replay);
            check_notes(&replay);
            check_clocks(&replay);
            replay_fini(&replay);
            record_fini(&record);
        }
    }
}

/* The start, then six moves; with dice, the throws for the start are one more step. */
TEST(test_steps) {
    static const struct {
        const struct game *game;
        enum ending ending;
        size_t n_steps;
    } rows[] = {
        {&game_tablut, RUNNING, 7},      {&game_tablut, RESIGNED, 8},
        {&game_royal_ur, RUNNING, 8},    {&game_royal_ur, RESIGNED, 9},
        {&game_royal_ur, CALLED_OFF, 2}, {&game_royal_ur, CALLED_OFF_BY_BOTH, 2},
    };
    uint64_t rng = random_seed();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct record record;
        struct replay replay;
        make_record(&(struct plan){.game = rows[i].game, .ending = rows[i].ending}, &rng,
                    &record);
        replay_init(&replay, &record);
        assert_int_equal(replay.n_steps, rows[i].n_steps);
        assert_false(replay_is_last(&replay, 0));
        assert_true(replay_is_last(&replay, rows[i].n_steps - 1));
        replay_fini(&replay);
        record_fini(&record);
    }
}

/* The last throw is drawn, even if it gives two moves. */
TEST(test_dice) {
    uint64_t rng = random_seed();
    struct record record;
    struct replay replay;
    const struct note *last = NULL;
    make_record(&(struct plan){.game = &game_stelpur, .ending = BY_RULES}, &rng, &record);
    replay_init(&replay, &record);
    for (size_t step = 0; step + 1 < replay.n_steps; step++) {
        struct state shown = replay_state(&replay, step);
        for (size_t i = 0; i < shown.n_notes; i++) {
            last = shown.notes[i].kind == NOTE_THROW ? &shown.notes[i] : last;
        }
        assert_int_equal(shown.n_faces, last != NULL ? 2 : 0);
        if (last != NULL) {
            assert_memory_equal(shown.faces, last->faces[last->side], 2);
        }
    }
    assert_non_null(last);
    assert_int_equal(replay_state(&replay, replay.n_steps - 1).n_faces, 0);
    replay_fini(&replay);
    record_fini(&record);
}
