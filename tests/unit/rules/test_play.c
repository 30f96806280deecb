/* play.c: the draw rules, undo, and perft, with a game made for this test; and dice:
 * their faces, throws and lists. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#include "rules/dice.h"
#include "rules/play.h"

/* --- the toy game: the sides take turns to shift one token between two squares.  They
 * may also capture (progress, which changes the board for the rest of the game) or win.
 * Move letters: s shift, c capture, w win. --- */

static uint8_t *token(struct position *pos) {
    return &pos->u.royal.counts.plain[0][0];
}

static uint8_t *captures(struct position *pos) {
    return &pos->u.royal.counts.plain[0][1];
}

static size_t toy_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    (void)pos;
    for (uint8_t i = 0; i < 3; i++) {
        out[i] = (struct move){.how = (uint8_t) "scw"[i]};
    }
    return 3;
}

static bool toy_apply(struct position *pos, const struct move *m, struct happened *h) {
    (void)h;
    if (m->how == 's') {
        *token(pos) ^= 1;
    } else if (m->how == 'c') {
        ++*captures(pos);
    } else {
        pos->phase = PHASE_OVER;
        pos->outcome = pos->turn;
        pos->end = END_OFF;
    }
    pos->turn = (uint8_t)side_other(pos->turn);
    return m->how == 'c';
}

static uint64_t toy_key(const struct position *pos) {
    const uint8_t *counts = pos->u.royal.counts.plain[0]; /* key: the token and the number
                                                           * of captures */
    return pos->turn | (uint64_t)counts[0] << 8 | (uint64_t)counts[1] << 16;
}

#define TOY .moves = toy_moves, .apply = toy_apply

static const struct game repeating = {TOY, .key = toy_key, .occurrences = 3,
                                      .quiet_max = 400};
static const struct game quiet_6 = {TOY, .quiet_max = 6};
static const struct game both_4 = {TOY, .key = toy_key, .occurrences = 3, .quiet_max = 4};
static const struct game unlimited = {TOY};

static void toy_init(struct play *play, const struct game *game) {
    struct position pos = {.phase = PHASE_MOVE,
                           .roll = {.n = 1, .value = {3}}}; /* a draw clears it */
    play_init(play, game, &pos);
}

static void toy_play(struct play *play, char how, struct play_undo *undo) {
    play_move(play, &(struct move){.how = (uint8_t)how}, NULL, undo);
}

/* --- draws --- */

static const struct draw_row {
    const char *name;
    const struct game *game;
    const char *moves; /* the game ends with the last move, not earlier */
    enum outcome outcome;
    enum end_reason end;
} draw_rows[] = {
    {"the third occurrence, the first being the start", &repeating, "ssss", OUTCOME_DRAW,
     END_REPETITION},
    {"occurrences before a capture do not count", &repeating, "sscssss", OUTCOME_DRAW,
     END_REPETITION},
    {"occurrences need not follow each other", &repeating, "cssss", OUTCOME_DRAW,
     END_REPETITION},
    {"too many quiet moves", &quiet_6, "ssssss", OUTCOME_DRAW, END_NOPROGRESS},
    {"a capture starts the count anew", &quiet_6, "ssssscssssss", OUTCOME_DRAW,
     END_NOPROGRESS},
    {"a move that wins at once wins", &quiet_6, "sssssw", OUTCOME_BLACK, END_OFF},
    {"both at once: no progress is told", &both_4, "ssss", OUTCOME_DRAW, END_NOPROGRESS},
    {"no limit", &unlimited, "sssssssssssssssssssssssw", OUTCOME_BLACK, END_OFF},
};

TEST_ROWS(draw_rows) {
    const struct draw_row *row = table_row(state);
    struct play play;
    toy_init(&play, row->game);
    for (const char *m = row->moves; *m != '\0'; m++) {
        assert_int_equal(play.pos.phase, PHASE_MOVE);
        toy_play(&play, *m, NULL);
    }
    assert_int_equal(play.pos.phase, PHASE_OVER);
    assert_int_equal(play.pos.outcome, row->outcome);
    assert_int_equal(play.pos.end, row->end);
    assert_int_equal(play.ply, strlen(row->moves));
    assert_int_equal(play.pos.turn, play.ply % 2); /* as in the ordinary rules */
    assert_int_equal(play.pos.roll.n, row->outcome == OUTCOME_DRAW ? 0 : 1);
}

/* --- undo --- */

static void assert_same_play(const struct play *a, const struct play *b) {
    assert_memory_equal(&a->pos, &b->pos, sizeof a->pos);
    assert_memory_equal(a->key, b->key, sizeof a->key);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->quiet, b->quiet);
}

#define LONG_GAME (PLAY_KEYS + 100)

/* Fills the ring of keys more than once, and undoes everything. */
TEST(test_take_back) {
    static struct play before[LONG_GAME];
    static struct play_undo undo[LONG_GAME];
    static struct play play;
    toy_init(&play, &repeating);
    for (unsigned i = 0; i < LONG_GAME; i++) {
        before[i] = play;
        toy_play(&play, i % 3 == 2 ? 'c' : 's', &undo[i]);
        assert_int_equal(play.pos.phase, PHASE_MOVE);
    }
    for (unsigned i = LONG_GAME; i-- > 0;) {
        play_take_back(&play, &undo[i]);
        assert_same_play(&play, &before[i]);
    }
}

TEST(test_take_back_a_draw) {
    struct play play;
    struct play_undo undo;
    toy_init(&play, &repeating);
    toy_play(&play, 's', NULL);
    toy_play(&play, 's', NULL);
    toy_play(&play, 's', NULL);
    toy_play(&play, 's', &undo);
    assert_int_equal(play.pos.end, END_REPETITION);
    play_take_back(&play, &undo);
    assert_int_equal(play.pos.phase, PHASE_MOVE);
    assert_int_equal(play.pos.end, END_NONE);
    toy_play(&play, 'c', &undo);
    assert_int_equal(play.pos.phase, PHASE_MOVE);
    play_take_back(&play, &undo);
    toy_play(&play, 's', NULL);
    assert_int_equal(play.pos.end, END_REPETITION);
}

/* Games without keys use only play_bytes: a sanitizer would notice an access beyond. */
TEST(test_play_bytes) {
    struct play *play = malloc(play_bytes(&unlimited));
    struct play_undo undo;
    assert_non_null(play);
    toy_init(play, &unlimited);
    for (unsigned i = 0; i < 2 * PLAY_KEYS; i++) {
        toy_play(play, 's', &undo);
        play_take_back(play, &undo);
        toy_play(play, 's', NULL);
    }
    assert_int_equal(play_perft(play, 2), 6);
    assert_int_equal(play->ply, 2 * PLAY_KEYS);
    assert_int_equal(play_bytes(&repeating), sizeof *play);
    assert_true(10 * play_bytes(&unlimited) < sizeof *play);
    free(play);
}

/* --- perft --- */

TEST(test_perft) {
    static struct play play, before;
    toy_init(&play, &unlimited);
    before = play;
    /* One of three moves ends the game: 3, then 2 * 3, then 2 * 2 * 3. */
    assert_int_equal(play_perft(&play, 0), 1);
    assert_int_equal(play_perft(&play, 1), 3);
    assert_int_equal(play_perft(&play, 2), 6);
    assert_int_equal(play_perft(&play, 3), 12);
    assert_same_play(&play, &before);
    toy_play(&play, 'w', NULL);
    assert_int_equal(play_perft(&play, 0), 1);
    assert_int_equal(play_perft(&play, 1), 0);
    assert_int_equal(play_perft(&play, PERFT_DEPTH_MAX), 0);
}

/* perft knows the draw rules: after ssss the game is over. */
TEST(test_perft_knows_draws) {
    struct play play;
    toy_init(&play, &repeating);
    toy_play(&play, 's', NULL);
    toy_play(&play, 's', NULL);
    toy_play(&play, 's', NULL);
    assert_int_equal(play_perft(&play, 2), 3); /* the game continues only after c */
}

/* --- dice --- */

/* dice.c: throws made from faces, the list of throws, and their text. */

/* --- throws from faces --- */

static const struct faces_row {
    const char *name;
    const struct dice_kind *kind;
    uint8_t faces[DICE_MAX];
    const char *expected;
    unsigned sum;
} faces_rows[] = {
    {"binary 0,0,0", &dice_three_binary, {0, 0, 0}, "0", 0},
    {"binary 1,0,1", &dice_three_binary, {1, 0, 1}, "2", 2},
    {"binary 1,1,1", &dice_three_binary, {1, 1, 1}, "3", 3},
    {"two six-sided 1,6", &dice_two_six, {1, 6}, "6,1", 7},
    {"two six-sided 4,4", &dice_two_six, {4, 4}, "4,4", 8},
    {"three six-sided 2,6,4", &dice_three_six, {2, 6, 4}, "6,4,2", 12},
    {"three six-sided 3,3,6", &dice_three_six, {3, 3, 6}, "6,3,3", 12},
};

TEST_ROWS(faces_rows) {
    const struct faces_row *row = table_row(state);
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    struct roll roll = roll_of_faces(row->kind, row->faces);
    roll_write(&roll, &out);
    assert_string_equal(text, row->expected);
    assert_int_equal(dice_sum(row->kind, row->faces), row->sum);
}

/* --- every distinct throw --- */

static const struct list_row {
    const char *name;
    const struct dice_kind *kind;
    size_t n;
    const char *first, *last;
} list_rows[] = {
    {"three binary", &dice_three_binary, 4, "0", "3"},
    {"two six-sided", &dice_two_six, 21, "1,1", "6,6"},
    {"three six-sided", &dice_three_six, 56, "1,1,1", "6,6,6"},
};

TEST_ROWS(list_rows) {
    const struct list_row *row = table_row(state);
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(row->kind, rolls);
    assert_int_equal(n, row->n);
    char before[16] = "";
    for (size_t i = 0; i < n; i++) {
        char text[16];
        struct text_out out = text_out_of(text, sizeof text);
        roll_write(&rolls[i], &out);
        assert_true(strcmp(before, text) < 0); /* sorted, so distinct */
        strcpy(before, text);
        struct text_in in = text_in_of(text, out.len);
        struct roll read;
        assert_true(roll_read(row->kind, &in, &read));
        assert_memory_equal(&read, &rolls[i], sizeof read);
        if (i == 0) {
            assert_string_equal(text, row->first);
        }
    }
    assert_string_equal(before, row->last);
}

/* --- reading --- */

static const struct read_row {
    const char *name;
    const struct dice_kind *kind;
    const char *text;
    const char *expected; /* NULL: refused */
    const char *fault;
} read_rows[] = {
    {"a sum", &dice_three_binary, "3", "3", ""},
    {"no sum is 4", &dice_three_binary, "4", NULL, "too large"},
    {"a sum is one number", &dice_three_binary, "1,1,1", NULL, "unexpected text"},
    {"sorted", &dice_two_six, "6,1", "6,1", ""},
    {"any order", &dice_two_six, "1,6", "6,1", ""},
    {"any order of three", &dice_three_six, "4,6,5", "6,5,4", ""},
    {"too few dice", &dice_three_six, "6,5", NULL, "expected ','"},
    {"too many dice", &dice_two_six, "6,5,4", NULL, "unexpected text"},
    {"no face 0", &dice_two_six, "0,1", NULL, "too small"},
    {"no face 7", &dice_two_six, "7,1", NULL, "too large"},
    {"not thrown is no throw", &dice_two_six, "-", NULL, "must be a number"},
    {"nothing", &dice_three_binary, "", NULL, "must be a number"},
    {"a space", &dice_two_six, "6, 1", NULL, "must be a number"},
    {"a space after it", &dice_two_six, "6,1 ", NULL, "unexpected text"},
    {"a leading zero", &dice_two_six, "06,1", NULL, "leading zero"},
};

TEST_ROWS(read_rows) {
    const struct read_row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    struct roll roll = {.n = 77};
    bool ok = roll_read(row->kind, &in, &roll);
    assert_int_equal(ok, row->expected != NULL);
    if (!ok) {
        assert_int_equal(roll.n, 77); /* unchanged */
        assert_non_null(strstr(in.fault, row->fault));
        return;
    }
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    roll_write(&roll, &out);
    assert_string_equal(text, row->expected);
}

TEST(test_not_thrown) {
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    roll_write(&(struct roll){0}, &out);
    assert_string_equal(text, "-");
}
