/* ur.c: what the shell sessions in tests/rules/ur cannot show: happenings, which rule
 * forbids a move, and the draw without progress. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#include "rules/play.h"
#include "rules/ur/ur_board.h"

#define GAME "ur"

static const struct game_row happened_rows[] = {
    {"a throw of 0", GAME, "7,7 - 0,0 w -", "0", "pass white"},
    {"a throw of use", GAME, "7,7 - 0,0 w -", "3", ""},
    {"a throw of no use", GAME, "0,7 w13=w 6,0 w -", "3", "pass white"},
    {"a plain move", GAME, "6,7 w1=w 0,0 w 1", "1-2", ""},
    {"a rosette is a square like others", GAME, "6,7 w3=w 0,0 w 1", "3-4", ""},
    {"entering", GAME, "7,7 - 0,0 b 3", "in-3", "enter black 3"},
    {"a capture", GAME, "6,6 5=b,7=w 0,0 b 2", "5-7", "capture black 7 x1"},
    {"a capture of a run", GAME, "6,4 5=w,7=bbb 0,0 w 2", "5-7", "capture white 7 x3"},
    {"only the enemies directly below are captured", GAME, "5,5 w4=w,5=bwb 0,0 w 1",
     "4-5", "capture white 5 x1"},
    {"a friend freed", GAME, "5,6 7=wbw 0,0 w 1", "7-8", "freed white 7 x1"},
    {"two friends freed", GAME, "4,6 7=wbww 0,0 w 1", "7-8", "freed white 7 x2"},
    {"a friend freed by a capture elsewhere", GAME, "5,5 7=wbw,8=b 0,0 w 1", "7-8",
     "freed white 7 x1; capture white 8 x1"},
    {"a friend that was free already", GAME, "5,6 7=wwb 0,0 w 1", "7-8", ""},
    {"a promotion", GAME, "6,7 w13=w 0,0 w 1", "13-14", "promoted white 14"},
    {"an officer back on 14", GAME, "6,7 w13=W 0,0 w 1", "13-14", ""},
    {"prisoners taken off", GAME, "6,5 w13=wbB 0,0 w 1", "13-14",
     "prisoners_off white x2; promoted white 14"},
    {"prisoners taken off by an officer", GAME, "6,6 w13=Wb 0,0 w 1", "13-14",
     "prisoners_off white x1"},
    {"all in one move", GAME, "5,6 12=wbw 0,0 w 2", "12-14",
     "freed white 12 x1; prisoners_off white x1; promoted white 14"},
    {"the last free enemy", GAME, "6,0 w4=w,5=b 0,6 w 1", "4-5", "capture white 5 x1"},
};

static const struct game_row why_rows[] = {
    {"legal", GAME, "6,7 w3=w 0,0 w 1", "3-4", ""},
    {"legal backward", GAME, "6,7 w3=W 0,0 w 1", "3-2", ""},
    {"not a move", GAME, "6,7 w3=w 0,0 w 1", "hello", "ur.notation"},
    {"an empty text", GAME, "6,7 w3=w 0,0 w 1", "", "ur.notation"},
    {"without its end", GAME, "6,7 w3=w 0,0 w 1", "3-", "ur.notation"},
    {"with more at its end", GAME, "6,7 w3=w 0,0 w 1", "3-4w", "ur.notation"},
    {"from off the board", GAME, "6,6 w3=w 0,1 w 1", "off-1", "ur.notation"},
    {"square 15", GAME, "6,7 w14=W 0,0 w 1", "14-15", "ur.notation"},
    {"from an empty square", GAME, "6,7 w3=w 0,0 w 1", "5-6", "ur.piece"},
    {"an enemy piece", GAME, "6,6 w3=w,9=b 0,0 w 1", "9-10", "ur.piece"},
    {"from an empty reserve", GAME, "0,5 w3=W,5=bb 6,0 w 1", "in-1", "ur.piece"},
    {"a prisoner", GAME, "5,6 w3=w,5=bw 0,0 w 1", "5-6", "ur.prisoner"},
    {"above 14", GAME, "6,7 w13=w 0,0 w 2", "13-off", "ur.exact"},
    {"an officer above 14", GAME, "6,7 w14=W 0,0 w 1", "14-off", "ur.exact"},
    {"off the board", GAME, "6,7 w3=w 0,0 w 1", "3-off", "ur.off"},
    {"below 1", GAME, "6,7 w1=W 0,0 w 1", "1-in", "ur.below"},
    {"a soldier backward", GAME, "6,7 w3=w 0,0 w 1", "3-2", "ur.forward"},
    {"an officer too far backward", GAME, "6,7 w3=W 0,0 w 1", "3-1", "ur.throw"},
    {"too far", GAME, "6,7 w1=w 0,0 w 1", "1-3", "ur.throw"},
    {"not far enough", GAME, "6,7 w1=w 0,0 w 3", "1-3", "ur.throw"},
    {"nowhere", GAME, "6,7 w3=W 0,0 w 1", "3-3", "ur.throw"},
    {"onto an own piece", GAME, "5,7 w1=w,w2=w 0,0 w 1", "1-2", "ur.occupied"},
    {"onto an own column", GAME, "5,6 5=w,6=wb 0,0 w 1", "5-6", "ur.occupied"},
    {"backward onto an own piece", GAME, "5,7 w1=w,w2=W 0,0 w 1", "2-1", "ur.occupied"},
    {"entering onto an own piece", GAME, "6,7 w1=w 0,0 w 1", "in-1", "ur.occupied"},
};

/* --- no progress --- */

/* Throws a 1 and plays this move. */
static void step(struct play *play, const char *text) {
    struct move m;
    assert_int_equal(play->pos.phase, PHASE_ROLL);
    play_roll(play, &(struct roll){.n = 1, .value = {1}}, NULL, NULL);
    assert_true(game_find_move(play->game, &play->pos, text, strlen(text), &m));
    play_move(play, &m, NULL, NULL);
}

/* Plays n moves: the officers of both sides go back and forth between squares 2 and 1. */
static void wander(struct play *play, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        bool on_2 = (play->pos.u.ur.officers[play->pos.turn] >> 2 & 1U) != 0;
        step(play, on_2 ? "2-1" : "1-2");
    }
}

static const struct draw_row {
    const char *name;
    const char *position;
    unsigned before;  /* moves of the officers before, an even number */
    const char *move; /* then white plays this */
    unsigned after;   /* moves of the officers after it, until the draw */
} draw_rows[] = {
    {"1,000 moves", "5,6 w2=W,b2=B,5=w 0,0 w -", 500, "5-6", 499},
    {"a capture starts the count anew", "5,5 w2=W,b2=B,w4=w,5=b 0,0 w -", 998, "4-5",
     1000},
    {"so does a prisoner taken off", "5,5 w2=W,b2=B,w13=wb 0,0 w -", 998, "13-14", 1000},
    {"a promotion does not", "5,6 w2=W,b2=B,w13=w 0,0 w -", 998, "13-14", 1},
};

TEST_ROWS(draw_rows) {
    const struct draw_row *row = table_row(state);
    struct play play;
    play_at(&play, GAME, row->position);
    wander(&play, row->before);
    step(&play, row->move);
    wander(&play, row->after);
    assert_int_equal(play.pos.phase, PHASE_OVER);
    assert_int_equal(play.pos.outcome, OUTCOME_DRAW);
    assert_int_equal(play.pos.end, END_NOPROGRESS);
    assert_int_equal(play.pos.turn, play.ply % 2); /* as in the ordinary rules */
    assert_int_equal(play.pos.roll.n, 0);
    assert_true(is_sane(play.game, &play.pos));
}

TEST_ROWS(happened_rows) {
    test_row_happened(state);
}

TEST_ROWS(why_rows) {
    test_row_why(state);
}

/* --- ur board --- */

/* ur_board.c: the path, rosettes and the names of squares.  The data in tests/rules test
 * its position text. */

/* Compares the table of bits with the rule, square by square. */
TEST(test_race) {
    for (unsigned throw = 0; throw <= UR_THROW_MAX; throw ++) {
        for (unsigned from = UR_IN; from <= UR_OFF; from++) {
            bool can = throw > 0 && from + throw <= UR_OFF;
            for (unsigned over = from + 1; over < from + throw; over++) {
                can &= !ur_is_rosette(over);
            }
            assert_int_equal((ur_race_from[throw] & UR_BIT(from)) != 0, can);
        }
    }
}

TEST(test_squares) {
    static const char *const names[UR_SQUARES] = {
        "w1", "b1", "w2", "b2", "w3", "b3", "w4",  "b4",  "5",   "6",
        "7",  "8",  "9",  "10", "11", "12", "w13", "b13", "w14", "b14"};
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        char name[SQUARE_BYTES];
        struct text_out out = text_out_of(name, sizeof name);
        ur_square_write(square, &out);
        assert_string_equal(name, names[square]);
    }
    bool reached[UR_SQUARES] = {false};
    for (unsigned path = 1; path <= UR_LAST; path++) {
        unsigned white = ur_square(SIDE_WHITE, path);
        unsigned black = ur_square(SIDE_BLACK, path);
        assert_int_equal(white == black, ur_is_common(path));
        assert_int_equal(names[white][0] == 'w', white != black);
        assert_int_equal(names[black][0] == 'b', white != black);
        reached[white] = reached[black] = true;
    }
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        assert_true(reached[square]);
    }
}

static const struct path_row {
    const char *name; /* the text */
    int path;         /* -1: refused */
} path_rows[] = {
    {"in", UR_IN}, {"off", UR_OFF}, {"1", 1},   {"9", 9},  {"14", 14},
    {"0", -1},     {"15", -1},      {"01", -1}, {"i", -1}, {"o", -1},
    {"of", -1},    {"out", -1},     {"w4", -1}, {"", -1},  {"-", -1},
};

TEST_ROWS(path_rows) {
    const struct path_row *row = table_row(state);
    struct text_in in = text_in_of(row->name, strlen(row->name));
    unsigned path = 99;
    bool ok = ur_path_take(&in, UR_LAST, &path);
    assert_int_equal(ok, row->path >= 0);
    if (ok) {
        assert_int_equal(path, row->path);
        char text[SQUARE_BYTES];
        struct text_out out = text_out_of(text, sizeof text);
        ur_path_write(path, UR_LAST, &out);
        assert_string_equal(text, row->name);
    }
}

/* --- royal ur --- */

/* royal_ur.c: what the shell sessions in tests/rules/royal-ur cannot show: happenings,
 * the rule that forbids a move, and the board for drawing. */

#define ROYAL "royal-ur"

static const struct game_row royal_ur_happened_rows[] = {
    {"a throw of 0", ROYAL, "7,7 - 0,0 w -", "0", "pass white"},
    {"a throw without a move", ROYAL, "6,7 w3=w 0,0 w -", "2", ""},
    {"a throw with no use", ROYAL, "0,7 w13=w,w14=w 5,0 w -", "2", "pass white"},
    {"a plain move", ROYAL, "6,7 w1=w 0,0 w 1", "1-2", ""},
    {"entering", ROYAL, "7,7 - 0,0 b 2", "in-2", "enter black 2"},
    {"a rosette", ROYAL, "6,7 w3=w 0,0 w 1", "3-4", "again white"},
    {"the central rosette with an enemy", ROYAL, "6,6 7=b,8=w 0,0 b 1", "7-8",
     "again black"},
    {"a capture", ROYAL, "6,6 9=b,10=w 0,0 b 1", "9-10",
     "capture black 10 x1; again black"},
    {"bearing off", ROYAL, "5,7 w14=w 1,0 w 1", "14-off", "bear_off white; again white"},
    {"the last piece off", ROYAL, "0,7 w14=w 6,0 w 1", "14-off", "bear_off white"},
};

TEST_ROWS(royal_ur_happened_rows) {
    test_row_happened(state);
}

static const struct game_row royal_ur_why_rows[] = {
    {"legal", ROYAL, "6,7 w3=w 0,0 w 1", "3-4", ""},
    {"not a move", ROYAL, "6,7 w3=w 0,0 w 1", "hello", "royal-ur.notation"},
    {"an empty text", ROYAL, "6,7 w3=w 0,0 w 1", "", "royal-ur.notation"},
    {"without its end", ROYAL, "6,7 w3=w 0,0 w 1", "3-", "royal-ur.notation"},
    {"with more at its end", ROYAL, "6,7 w3=w 0,0 w 1", "3-4w", "royal-ur.notation"},
    {"into the reserve", ROYAL, "6,7 w3=w 0,0 w 1", "3-in", "royal-ur.notation"},
    {"from off the board", ROYAL, "5,7 w3=w 1,0 w 1", "off-1", "royal-ur.notation"},
    {"square 15", ROYAL, "6,7 w3=w 0,0 w 1", "3-15", "royal-ur.notation"},
    {"from an empty square", ROYAL, "6,7 w3=w 0,0 w 1", "5-6", "royal-ur.piece"},
    {"an enemy piece", ROYAL, "6,6 w3=w,9=b 0,0 w 1", "9-10", "royal-ur.piece"},
    {"from an empty reserve", ROYAL, "0,7 w3=w 6,0 w 1", "in-1", "royal-ur.piece"},
    {"too far", ROYAL, "6,7 w1=w 0,0 w 1", "1-3", "royal-ur.throw"},
    {"not far enough", ROYAL, "6,7 w1=w 0,0 w 3", "1-3", "royal-ur.throw"},
    {"backward", ROYAL, "6,7 w3=w 0,0 w 1", "3-2", "royal-ur.throw"},
    {"over a rosette", ROYAL, "6,7 w3=w 0,0 w 2", "3-5", "royal-ur.rosette"},
    {"over the central rosette", ROYAL, "6,7 6=w 0,0 w 3", "6-9", "royal-ur.rosette"},
    {"off the board not from 14", ROYAL, "6,7 w13=w 0,0 w 2", "13-off", "royal-ur.off"},
    {"off the board with a 2", ROYAL, "6,7 w14=w 0,0 w 2", "14-off", "royal-ur.off"},
    {"onto an own piece", ROYAL, "5,7 w1=w,w2=w 0,0 w 1", "1-2", "royal-ur.occupied"},
    {"onto an own piece on 14", ROYAL, "5,7 w13=w,w14=w 0,0 w 1", "13-14",
     "royal-ur.occupied"},
};

TEST_ROWS(royal_ur_why_rows) {
    test_row_why(state);
}

/* --- the board --- */

TEST(test_board) {
    struct play play;
    struct board board = {0};
    play_at(&play, ROYAL, "3,3 w4=w,7=b,8=wwb,b13=b 1,1 w -");
    play.game->board(&play.pos, &board);
    static const char *const expected[][2] = {
        {"w4", "w"}, {"7", "b"}, {"8", "wwb"}, {"b13", "b"}};
    expect_squares(&board, expected, 4);
    assert_int_equal(board.n_counts, 2);
    assert_string_equal(board.count[0].name, "reserve");
    assert_int_equal(board.count[0].n[SIDE_BLACK], 3);
    assert_string_equal(board.count[1].name, "off");
    assert_int_equal(board.count[1].n[SIDE_WHITE], 1);
}

/* --- race --- */

/* race.c against games that RoyalUr-Java played (tests/data/ur): the first line of a file
 * describes the rules; then each line is a game of steps like "L2:0,3,4>0x+": light threw
 * 2, may move from these places of its path (0: the reserve) and moves from 0; it
 * captures and throws again. */

static const struct row {
    const char *name; /* of the file */
    const struct game *game;
    unsigned n_games;
} rows[] = {
    {"tests/data/ur/finkel.txt", &game_finkel, 40},
    {"tests/data/ur/blitz.txt", &game_blitz, 20},
    {"tests/data/ur/masters.txt", &game_masters, 20},
    {"tests/data/ur/aseb.txt", &game_aseb, 20},
};

/* The places from which pieces can move, as bits. */
static uint32_t origins(const struct play *play) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    uint32_t from = 0;
    for (size_t i = 0; i < n; i++) {
        from |= UR_BIT(moves[i].from);
        assert_int_equal(moves[i].to, moves[i].from + play->pos.roll.value[0]);
    }
    return from;
}

static bool has_happened(const struct happened *h, enum happening_kind kind) {
    bool found = false;
    for (unsigned i = 0; i < h->n; i++) {
        found = found || h->item[i].kind == kind;
    }
    return found;
}

/* Plays one step of a game. */
static void play_step(struct play *play, const char *step) {
    enum side side = step[0] == 'L' ? SIDE_WHITE : SIDE_BLACK;
    struct roll roll = {.n = 1, .value = {(uint8_t)(step[1] - '0')}};
    struct happened h = {0};
    assert_int_equal(play->pos.turn, side);
    play_roll(play, &roll, &h, NULL);
    if (step[2] != ':') {
        assert_true(has_happened(&h, HAPPENED_PASS));
        return;
    }
    uint32_t from = 0;
    char *at = (char *)(uintptr_t)&step[2];
    do {
        from |= UR_BIT(strtoul(at + 1, &at, 10));
    } while (*at == ',');
    assert_int_equal(*at, '>');
    assert_int_equal(origins(play), from);
    unsigned long origin = strtoul(at + 1, &at, 10);
    struct move m = {.from = (uint16_t)origin, .to = (uint16_t)(origin + roll.value[0])};
    play_move(play, &m, &h, NULL);
    assert_int_equal(has_happened(&h, HAPPENED_CAPTURE), strchr(at, 'x') != NULL);
    assert_int_equal(has_happened(&h, HAPPENED_BEAR_OFF), strchr(at, '!') != NULL);
    if (play->pos.phase != PHASE_OVER) {
        assert_int_equal(play->pos.turn == side, strchr(at, '+') != NULL);
    }
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char *text = read_file(row->name), *rest = NULL;
    unsigned n = 0;
    strtok_r(text, "\n", &rest); /* what the games are */
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; n++) {
        struct position pos;
        struct play play;
        struct options opt = {{0}};
        char *more = NULL;
        game_start(row->game, &opt, SIDE_WHITE, &pos);
        play_init(&play, row->game, &pos);
        for (char *step = strtok_r(line, " ", &more); step != NULL;
             step = strtok_r(NULL, " ", &more)) {
            play_step(&play, step);
        }
        assert_int_equal(play.pos.phase, PHASE_OVER);
    }
    assert_int_equal(n, row->n_games);
    free(text);
}
