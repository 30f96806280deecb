/* The steps of a replay end where the game ended, and contain the whole log; and
 * records in the notation of OpenTafl. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/client/random_record.h"
#include "tests/unit/test.h"

#include "client-cli/replay/replay.h"
#include "mem/mem.h"
#include "rules/play.h"

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

/* --- otn --- */

/* Games in the notation of OpenTafl are the same when they are read again: the moves,
 * what they capture, and the last board. */

/* Whether the list "xd4/Ke5" has this square. */
static bool has_square(const char *list, const char *square) {
    size_t len = strlen(square);
    for (const char *at = strpbrk(list, "x/"); at != NULL; at = strpbrk(at, "x/")) {
        at += at[1] == 'K' ? 2 : 1;
        if (strncmp(at, square, len) == 0 && strspn(at, "0123456789") == 0 &&
            strspn(at + len, "0123456789") == 0) {
            return true;
        }
    }
    return false;
}

/* The squares in the list. */
static unsigned count_squares(const char *list) {
    unsigned n = 0;
    for (; *list != '\0'; list++) {
        n += *list == 'x' || *list == '/';
    }
    return n;
}

/* Plays "Kd1-d4xd5/e4+".  Returns how many pieces it captured. */
static unsigned play_word(struct play *play, const char *word) {
    word += word[0] == 'K';
    size_t len = strcspn(word, "-") + 1;
    len += strspn(word + len, "abcdefghijklmnopqrs");
    len += strspn(word + len, "0123456789");
    struct move m;
    struct happened h = {0};
    unsigned n = 0;
    if (!game_find_move(play->game, &play->pos, word, len, &m)) {
        fail_msg("%s is not legal", word);
    }
    play_move(play, &m, &h, NULL);
    for (unsigned i = 0; i < h.n; i++) {
        if (h.item[i].kind == HAPPENED_CAPTURE ||
            h.item[i].kind == HAPPENED_KING_CAPTURED) {
            n++;
            assert_true(has_square(word + len, h.item[i].at) ||
                        strchr(word + len, 'x') == NULL);
        }
    }
    assert_int_equal(count_squares(word + len), n > 4 ? 0 : n); /* 4: OpenTafl's most */
    return n;
}

/* Writes the record, reads it again, and compares.  Returns the most captures of a move.
 */
static unsigned check(const struct record *record) {
    struct replay replay;
    struct play play;
    struct position pos;
    char *text = NULL, last[POSITION_TEXT_BYTES], *rest = NULL;
    size_t len, n = 0;
    unsigned most = 0;
    FILE *out = mem_stream(&text, &len);
    replay_init(&replay, record);
    otn_write(&replay, out);
    fclose(out);
    game_start(record->game, &record->opt, game_first(record->game, &record->opt), &pos);
    play_init(&play, record->game, &pos);
    char *moves = strstr(text, "]\n\n");
    assert_true(moves != NULL || record->n_log == 0);
    for (char *word = moves != NULL ? strtok_r(moves + 3, " \n", &rest) : NULL;
         word != NULL; word = strtok_r(NULL, " \n", &rest)) {
        if (word[strlen(word) - 1] == '.') {
            assert_int_equal(strtoul(word, NULL, 10), n / 2 + 1);
            continue;
        }
        unsigned found = play_word(&play, word);
        most = found > most ? found : most;
        n++;
    }
    struct text_out at = text_out_of(last, sizeof last);
    record->game->write(&play.pos, &at);
    assert_string_equal(last, record->position);
    for (size_t i = 0; i < record->n_log; i++) {
        n -= record->log[i].kind == NOTE_MOVE;
    }
    assert_int_equal(n, 0);
    replay_fini(&replay);
    free(text);
    return most;
}

TEST(test_every_tafl_game) {
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        for (enum ending ending = BY_RULES; ending < ENDING_COUNT; ending++) {
            struct record record;
            make_record(&(struct plan){.game = games[g], .ending = ending}, &rng,
                        &record);
            if (strcmp(games[g]->drawing, "tafl") != 0 || games[g] == &game_ashton ||
                games[g] == &game_alea_evangelii) {
                assert_non_null(otn_fault(&record));
            } else {
                assert_null(otn_fault(&record));
                check(&record);
            }
            record_fini(&record);
        }
    }
}

/* A game of others as a record; `line` begins with its moves. */
static void make_game(const struct game *game, char *line, struct record *record) {
    char *rest = NULL;
    struct position pos;
    struct play play;
    record_init(record);
    record->game = game;
    snprintf(record->first, sizeof record->first, "black");
    game_start(game, &record->opt, SIDE_BLACK, &pos);
    play_init(&play, game, &pos);
    line[strcspn(line, ";")] = '\0';
    for (char *text = strtok_r(line, " ", &rest); text != NULL;
         text = strtok_r(NULL, " ", &rest)) {
        struct note note = {.kind = NOTE_MOVE, .side = play.pos.turn};
        struct happened h = {0};
        struct move m;
        snprintf(note.text, sizeof note.text, "%.*s", (int)strcspn(text, "x"), text);
        record_add(record, &note);
        assert_true(game_find_move(game, &play.pos, note.text, strlen(note.text), &m));
        play_move(&play, &m, &h, NULL);
    }
    struct text_out out = text_out_of(record->position, sizeof record->position);
    game->write(&play.pos, &out);
}

/* Games that people played, with captures, shieldwalls and repetitions. */
TEST(test_games_of_others) {
    static const struct {
        const char *name;
        const struct game *game;
    } rows[] = {{"tests/data/tafl/copenhagen.txt", &game_copenhagen},
                {"tests/data/tafl/brandubh.txt", &game_brandubh}};
    unsigned most = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = read_file(rows[i].name), *rest = NULL;
        for (char *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest)) {
            struct record record;
            make_game(rows[i].game, line, &record);
            unsigned found = check(&record);
            most = found > most ? found : most;
            record_fini(&record);
        }
        free(text);
    }
    assert_true(most >= 3);
}
