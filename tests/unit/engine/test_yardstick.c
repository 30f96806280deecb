/* The plain player: which moves it prefers in each game. */
#include "engine/yardstick.h"

#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/rules/random_play.h"
#include "tests/unit/test.h"

static const struct row {
    const char *name, *game, *position, *move;
} rows[] = {
    {"royal-ur: capture", "royal-ur", "4,6 w4=w,7=w,9=w,11=b 0,0 w 2", "9-11"},
    {"royal-ur: rosette", "royal-ur", "5,7 w2=w,9=w 0,0 w 2", "2-4"},
    {"royal-ur: foremost", "royal-ur", "5,7 w1=w,9=w 0,0 w 2", "9-11"},
    {"akalamdung: capture", "akalamdung", "2,2 w1=w,w3=w,8=Bb,9=bb,10=ww,12=B 1,0 w 2",
     "10-12"},
    {"stelpur: capture", "stelpur", "w....b.b....bw.....b.... w 6,2 6", "14:6"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct play play;
    play_at(&play, row->game, row->position);
    uint64_t random = 1;
    struct move m = yardstick_move(play.game, &play.pos, &random);
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    play.game->write_move(&play.pos, &m, &out);
    assert_string_equal(text, row->move);
}

static bool wins(const struct game *game, const struct position *pos,
                 const struct move *m) {
    struct position after = *pos;
    game->apply(&after, m, NULL);
    return after.phase == PHASE_OVER && after.outcome == pos->turn;
}

/* In every game it plays legal moves and wins if it can; in morris it closes a mill. */
TEST(test_wins) {
    uint64_t random = random_seed();
    for (unsigned i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i];
        for (unsigned k = 0; k < 100; k++) {
            struct play play;
            random_position(&play, game, false, random_below(&random, 200), &random);
            if (play.pos.phase != PHASE_MOVE) {
                continue;
            }
            struct move m = yardstick_move(game, &play.pos, &random);
            struct move moves[MOVES_MAX];
            size_t n = game->moves(&play.pos, moves);
            bool is_legal = false;
            for (size_t j = 0; j < n; j++) {
                is_legal |= memcmp(&moves[j], &m, sizeof m) == 0;
                assert_true(!wins(game, &play.pos, &moves[j]) ||
                            wins(game, &play.pos, &m));
                assert_true(game != &game_morris || moves[j].n_take <= m.n_take ||
                            wins(game, &play.pos, &m));
            }
            assert_true(is_legal);
        }
    }
}
