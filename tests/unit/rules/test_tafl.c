/* tafl.c, tafl_why.c: what the shell sessions in tests/rules/tablut and alea-evangelii
 * cannot show: happenings, the rule that forbids each pair of squares, and that turned
 * and mirrored boards play alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#include "rules/play.h"
#include "rules/tafl/tafl.h"

#define TABLUT "tablut"
#define ALEA   "alea-evangelii"

/* The top ranks of alea-evangelii, empty. */
#define EMPTY_4  "19/19/19/19/"
#define EMPTY_13 EMPTY_4 EMPTY_4 EMPTY_4 "19/"
#define EMPTY_14 EMPTY_13 "19/"

static const struct game_row happened_rows[] = {
    {"a plain move", TABLUT, "9/9/9/9/4K4/9/9/9/1t7 b", "b1-b2", ""},
    {"a capture", TABLUT, "9/2t6/9/9/6K2/3Tt4/9/9/9 b", "c8-c4", "capture black d4 x1"},
    {"three captures", TABLUT, "9/6K2/9/3T5/3t5/1Tt1tT3/9/8t/3T5 w", "d1-d4",
     "capture white d5 x1; capture white e4 x1; capture white c4 x1"},
    {"the king captured", TABLUT, "9/9/T8/9/3t5/2tKt4/9/9/3t5 b", "d1-d3",
     "king_captured black d4"},
    {"the king and another", TABLUT, "9/9/9/9/3t5/2tKt4/t7T/3T5/3t5 b", "a3-d3",
     "capture black d2 x1; king_captured black d4"},
    {"the king and his companion, taken in both ways", ALEA,
     EMPTY_14 "12tt5/11tKTt4/12t6/19/13t5 b", "n1-n3",
     "capture black n4 x1; king_captured black m4"},
    {"and one more", ALEA, EMPTY_13 "14t4/12ttT4/11tKT5/12tt5/19/14t4 b", "o1-o4",
     "capture black o5 x1; capture black n4 x1; king_captured black m4"},
    {"raichi", TABLUT, "9/9/t5t2/9/2K6/9/9/9/9 w", "c5-a5", "raichi white"},
    {"tuichi", TABLUT, "9/9/6t2/9/2K6/9/9/9/9 w", "c5-a5", "tuichi white"},
    {"gare", TABLUT, "3t5/9/9/9/9/2tKt4/7t1/9/9 b", "d9-d5", "gare black"},
    {"a capture and a word", TABLUT, "9/2T6/9/9/K5t2/3tT4/9/9/9 w", "c8-c4",
     "capture white d4 x1; tuichi white"},
    {"nothing is said when it is over", TABLUT, "9/9/6t2/9/K8/9/9/9/9 w", "a5-a1", ""},
};

static const struct game_row why_rows[] = {
    {"legal", TABLUT, "9/6K2/9/2T6/9/9/2t2t3/9/9 b", "c3-c4", ""},
    {"an empty text", TABLUT, "9/6K2/9/2T6/9/9/2t2t3/9/9 b", "", "tafl.notation"},
    {"a square of the larger board", TABLUT, "9/6K2/9/2T6/9/9/2t2t3/9/9 b", "c3-c10",
     "tafl.notation"},
};

/* --- every pair of squares --- */

/* Answers the same question by going square by square. */
static const char *why_by_walking(const struct tafl *t, enum side turn, unsigned from,
                                  unsigned to) {
    if (tafl_is_empty(t, from)) {
        return "tafl.empty";
    }
    if (!tafl_has(t, turn, from)) {
        return "tafl.enemy";
    }
    if (from == to) {
        return "tafl.stay";
    }
    if (tafl_rank(from) != tafl_rank(to) && tafl_file(from) != tafl_file(to)) {
        return "tafl.line";
    }
    int step = tafl_rank(from) == tafl_rank(to) ? 1 : TAFL_RANK_STEP;
    step = to > from ? step : -step;
    if (from == t->king && (t->rules & TAFL_STEPS) != 0 && (int)(to - from) != step) {
        return "tafl.step";
    }
    for (int square = (int)from + step; square != (int)to; square += step) {
        if (!tafl_is_empty(t, (unsigned)square)) {
            return "tafl.jump";
        }
    }
    if (!tafl_is_empty(t, to)) {
        return "tafl.occupied";
    }
    if (from != t->king && tafl_is_corner(t, to)) {
        return "tafl.corner";
    }
    return from != t->king && tafl_is_throne(t, to) ? "tafl.throne" : "";
}

static void check_why(const struct play *play, unsigned from, unsigned to) {
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    const struct move m = {.from = (uint16_t)from, .to = (uint16_t)to};
    tafl_write_move(&play->pos, &m, &out);
    const struct rule *rule = game_why(play->game, &play->pos, text, out.len);
    const char *expected = why_by_walking(&play->pos.u.tafl, play->pos.turn, from, to);
    assert_string_equal(rule != NULL ? rule->id : "", expected);
}

static const struct game_row pairs_rows[] = {
    {"start of tablut", TABLUT, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b", "",
     ""},
    {"king on a corner file", TABLUT, "9/1t7/K1T6/9/3t5/9/2T3t2/9/1T5t1 w", "", ""},
    {"a plain centre", TABLUT, "9/9/K1T6/9/t7T/9/2T1T1t2/9/1T5t1 w", "", ""},
    {"a hostile throne", "tablut:throne=hostile", "9/9/K1T6/9/t7T/9/2T1T1t2/9/1T5t1 w",
     "", ""},
    {"a king who steps", "alea-evangelii:king=step",
     EMPTY_4 EMPTY_4 "19/19/T18/19/2t16/19/9T9/2K1T14/19/1t17/19 w", "", ""},
    {"the konakis", ALEA, EMPTY_4 EMPTY_4 "19/19/T18/19/2t16/19/9T9/2K1T14/19/1t17/19 w",
     "", ""},
    {"attackers around it", "tablut:throne=hostile", "9/9/K1T6/9/t7T/9/2T1t1t2/9/1T5t1 b",
     "", ""},
};

TEST_ROWS(pairs_rows) {
    const struct game_row *row = table_row(state);
    struct play play;
    play_at(&play, row->game, row->position);
    unsigned size = play.pos.u.tafl.size;
    for (unsigned from = 0; from < size * size; from++) {
        for (unsigned to = 0; to < size * size; to++) {
            check_why(&play, tafl_square(from / size + 1, from % size + 1),
                      tafl_square(to / size + 1, to % size + 1));
        }
    }
}

/* --- turned and mirrored boards --- */

/* A square after one of the eight symmetries of the board, given as bits: exchange files
 * and ranks, then mirror each. */
static unsigned turned(const struct tafl *t, unsigned square, unsigned symmetry) {
    unsigned rank = tafl_rank(square);
    unsigned file = tafl_file(square);
    if ((symmetry & 4) != 0) {
        unsigned other = rank;
        rank = file;
        file = other;
    }
    rank = (symmetry & 1) != 0 ? t->size + 1U - rank : rank;
    file = (symmetry & 2) != 0 ? t->size + 1U - file : file;
    return tafl_square(rank, file);
}

static struct position turned_position(const struct position *pos, unsigned symmetry) {
    const struct tafl *t = &pos->u.tafl;
    struct position out = *pos;
    out.u.tafl = (struct tafl){.size = t->size, .rules = t->rules};
    for (unsigned rank = 1; rank <= t->size; rank++) {
        for (unsigned file = 1; file <= t->size; file++) {
            unsigned square = tafl_square(rank, file);
            if (!tafl_is_empty(t, square)) {
                enum side side =
                    tafl_has(t, SIDE_WHITE, square) ? SIDE_WHITE : SIDE_BLACK;
                tafl_toggle(&out.u.tafl, side, turned(t, square, symmetry));
            }
        }
    }
    out.u.tafl.king = (uint16_t)(t->king != 0 ? turned(t, t->king, symmetry) : 0);
    return out;
}

/* A turned board has as many moves and the same announcement, and the turned move leads
 * to the turned position. */
static void check_turned(const struct play *play, size_t n, const struct move *m) {
    const struct game *game = play->game;
    struct position after = play->pos;
    struct move moves[MOVES_MAX];
    bool progress = game->apply(&after, m, NULL);
    for (unsigned symmetry = 1; symmetry < 8; symmetry++) {
        struct position pos = turned_position(&play->pos, symmetry);
        const struct tafl *t = &play->pos.u.tafl;
        const struct move turned_move = {.from = (uint16_t)turned(t, m->from, symmetry),
                                         .to = (uint16_t)turned(t, m->to, symmetry)};
        assert_true(is_sane(game, &pos));
        assert_int_equal(game->moves(&pos, moves), n);
        assert_ptr_equal(game->announce(&pos), game->announce(&play->pos));
        assert_int_equal(game->apply(&pos, &turned_move, NULL), progress);
        struct position expected = turned_position(&after, symmetry);
        assert_memory_equal(&pos, &expected, sizeof pos);
    }
}

static uint64_t seed;

static void play_turned(const char *name, unsigned n_plies, uint64_t *rng) {
    const struct game *game;
    struct options opt;
    struct position start;
    struct play play;
    static struct move moves[MOVES_MAX];
    struct text_in in = text_in_of(name, strlen(name));
    assert_true(game_parse(&in, &game, &opt));
    game_start(game, &opt, game_first(game, &opt), &start);
    play_init(&play, game, &start);
    for (unsigned i = 0; i < n_plies && play.pos.phase != PHASE_OVER; i++) {
        size_t n = game->moves(&play.pos, moves);
        const struct move *m = &moves[random_below(rng, (unsigned)n)];
        check_turned(&play, n, m);
        play_move(&play, m, NULL, NULL);
    }
}

TEST(test_turned_boards_play_alike) {
    uint64_t rng = seed;
    for (unsigned i = 0; i < 20; i++) {
        play_turned("tablut", 300, &rng);
        play_turned("tablut:king=unarmed,throne=hostile", 300, &rng);
    }
    play_turned("alea-evangelii", 60, &rng);
    play_turned("alea-evangelii:king=step", 60, &rng);
}

/* --- announcements --- */

TEST(test_nothing_is_said_of_a_finished_game) {
    static const char *const texts[] = {"9/9/9/9/9/9/9/9/1t7 w", "9/9/9/9/9/9/9/1t7/K8 b",
                                        "9/9/9/9/9/K8/9/9/9 b"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct play play;
        play_at(&play, TABLUT, texts[i]);
        assert_int_equal(play.pos.phase, PHASE_OVER);
        assert_null(play.game->announce(&play.pos));
    }
}

/* --- keys --- */

/* Positions that differ in one thing only have different keys. */
TEST(test_keys_differ) {
    static const char *const texts[] = {
        "9/9/6t2/9/3KT4/9/9/9/9 w", "9/9/6t2/9/3KT4/9/9/9/9 b",
        "9/9/6t2/9/3TK4/9/9/9/9 w", "9/9/6t2/9/3TK4/9/9/9/9 b",
        "9/9/6T2/9/3KT4/9/9/9/9 w", "9/9/5t3/9/3KT4/9/9/9/9 w",
        "9/6t2/9/9/3KT4/9/9/9/9 w", "9/9/6t2/9/3K5/9/9/9/9 w",
        "9/9/9/9/3KT4/9/9/9/9 w"};
    enum { N = sizeof texts / sizeof texts[0] };
    uint64_t key[N];
    for (unsigned i = 0; i < N; i++) {
        struct play play;
        play_at(&play, TABLUT, texts[i]);
        key[i] = tafl_key(&play.pos);
        for (unsigned j = 0; j < i; j++) {
            assert_int_not_equal(key[i], key[j]);
        }
    }
}

TEST_ROWS(happened_rows) {
    test_row_happened(state);
}

TEST_ROWS(why_rows) {
    test_row_why(state);
}

/* --- tafl games --- */

/* tafl against games whose moves others have counted (tests/data/tafl).  A line is a
 * game: its moves, with the captured pieces but not the king, the sum of legal moves
 * before each, its state and its last position. */

static const struct row {
    const char *name; /* of the file */
    const struct game *game;
    bool has_captures; /* the moves name what they capture */
    unsigned n_games;
} rows[] = {
    {"tests/data/tafl/brandubh.txt", &game_brandubh, true, 36},
    {"tests/data/tafl/copenhagen.txt", &game_copenhagen, true, 76},
    {"tests/data/tafl/ashton.txt", &game_ashton, false, 38},
};

/* Checks that the move captured just these: "xd4xe5", perhaps one of them twice. */
static void check_captures(const struct happened *h, const char *list) {
    for (unsigned i = 0; i < h->n; i++) {
        char one[SQUARE_BYTES + 1];
        int len = snprintf(one, sizeof one, "x%s", h->item[i].at);
        const char *at = h->item[i].kind == HAPPENED_CAPTURE ? strstr(list, one) : NULL;
        while (at != NULL && at[len] != '\0' && at[len] != 'x') {
            at = strstr(at + 1, one); /* the 1 of 10 */
        }
        assert_true(at != NULL || h->item[i].kind != HAPPENED_CAPTURE);
    }
    for (const char *at = list; *at != '\0'; at += 1 + strcspn(at + 1, "x")) {
        bool found = false;
        for (unsigned i = 0; i < h->n; i++) {
            size_t len = strlen(h->item[i].at);
            found = found ||
                    (h->item[i].kind == HAPPENED_CAPTURE && strcspn(at + 1, "x") == len &&
                     memcmp(at + 1, h->item[i].at, len) == 0);
        }
        assert_true(found);
    }
}

/* Plays a move.  Returns how many were legal. */
static size_t play_text(struct play *play, const char *text, bool has_captures) {
    struct move moves[MOVES_MAX], m;
    size_t n = play->game->moves(&play->pos, moves), len = strcspn(text, "x");
    struct happened h = {0};
    if (!game_find_move(play->game, &play->pos, text, len, &m)) {
        fail_msg("%s is not legal", text);
    }
    play_move(play, &m, &h, NULL);
    if (has_captures) {
        check_captures(&h, text + len);
    }
    return n;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char *text = read_file(row->name), *rest = NULL;
    unsigned n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest), n++) {
        struct position pos;
        struct play play;
        struct options opt = {{0}};
        char *fields = NULL, *more = NULL, *moves = strtok_r(line, ";", &fields);
        size_t sum = 0;
        game_start(row->game, &opt, game_first(row->game, &opt), &pos);
        play_init(&play, row->game, &pos);
        for (char *m = strtok_r(moves, " ", &more); m != NULL;
             m = strtok_r(NULL, " ", &more)) {
            sum += play_text(&play, m, row->has_captures);
        }
        char last[POSITION_TEXT_BYTES];
        struct text_out out = text_out_of(last, sizeof last);
        assert_int_equal(sum, strtoul(strtok_r(NULL, ";", &fields), NULL, 10));
        position_write_state(&play.pos, &out);
        assert_string_equal(last, strtok_r(NULL, ";", &fields));
        out = text_out_of(last, sizeof last);
        row->game->write(&play.pos, &out);
        assert_string_equal(last, strtok_r(NULL, ";", &fields));
    }
    assert_int_equal(n, row->n_games);
    free(text);
}

BEFORE_TESTS {
    seed = random_seed();
}
