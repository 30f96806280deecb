/* Position texts: the game (fuzz_take_game), then the text.  A text that can be read is
 * in canonical form, and the game can go on from there. */
#include "tests/fuzz/fuzz.h"

#include "rules/play.h"

/* Most successors of a position that are checked: evenly spread over all of them. */
#define SUCCESSORS_MAX 64

/* Checks a position that was reached in a game. */
static void check_reached(const struct play *play) {
    const struct position *pos = &play->pos;
    struct position read;
    char text[POSITION_TEXT_BYTES];
    fuzz_write_position(play->game, pos, text);
    assert(fuzz_read_position(play->game, &pos->opt, text, strlen(text), &read));
    /* A draw depends on history, which the text does not have. */
    bool is_drawn = pos->phase == PHASE_OVER && pos->outcome == OUTCOME_DRAW;
    assert(is_drawn || memcmp(pos, &read, sizeof read) == 0);
}

static void check_move(const struct play *play, const struct move *m, const char *text) {
    struct move found;
    assert(game_find_move(play->game, &play->pos, text, strlen(text), &found));
    assert(memcmp(&found, m, sizeof found) == 0);
    struct play after = *play;
    struct play_undo undo;
    struct happened happened = {.n = 0};
    play_move(&after, m, &happened, &undo);
    check_reached(&after);
    play_take_back(&after, &undo);
    assert(memcmp(&after.pos, &play->pos, sizeof after.pos) == 0);
    assert(after.ply == play->ply && after.quiet == play->quiet);
    assert(play->game->key == NULL ||
           memcmp(after.key, play->key, sizeof after.key) == 0);
}

static void check_moves(const struct play *play) {
    static struct move moves[MOVES_MAX]; /* too large for the stack */
    static char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    size_t n = game_moves_sorted(play->game, &play->pos, moves, texts);
    assert((n > 0) == (play->pos.phase == PHASE_MOVE));
    for (size_t i = 1; i < n; i++) {
        assert(strcmp(texts[i - 1], texts[i]) < 0);
    }
    for (size_t i = 0; i < n; i += 1 + n / SUCCESSORS_MAX) {
        check_move(play, &moves[i], texts[i]);
    }
}

static void check_rolls(const struct play *play) {
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(play->game->dice, rolls);
    for (size_t i = 0; i < n; i++) {
        struct play after = *play;
        struct happened happened = {.n = 0};
        play_roll(&after, &rolls[i], &happened, NULL);
        check_reached(&after);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    const struct game *game;
    struct options opt;
    struct position pos;
    if (!fuzz_take_game(&in, &game, &opt) ||
        !fuzz_read_position(game, &opt, in.at, in.len, &pos)) {
        return 0;
    }
    char text[POSITION_TEXT_BYTES];
    fuzz_write_position(game, &pos, text);
    assert(strlen(text) == in.len && memcmp(text, in.at, in.len) == 0);
    struct board board = {.n_squares = 0};
    game->board(&pos, &board);
    assert(board.n_squares <= BOARD_SQUARES_MAX && board.n_counts <= BOARD_COUNTS_MAX);
    if (game->announce != NULL) {
        game->announce(&pos);
    }
    static struct play play;
    play_init(&play, game, &pos);
    check_reached(&play);
    check_moves(&play);
    if (pos.phase == PHASE_ROLL) {
        check_rolls(&play);
    }
    return 0;
}
