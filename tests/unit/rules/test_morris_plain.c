/* morris:dice=none against games that OpenSpiel played at random (tests/data/morris): a
 * line is "ACTIONS;LEGAL;WINNER;BOARD".  There a capture is an action of its own (xa4).
 * LEGAL are the numbers of legal actions before each. */
#include <stdlib.h>
#include <string.h>

#include "rules/places.h"
#include "rules/play.h"
#include "tests/unit/read_file.h"
#include "tests/unit/table.h"

#define FILE_NAME "tests/data/morris/plain.csv"
#define GAMES     60

static void start(struct position *pos) {
    const struct game *game;
    struct options opt;
    struct text_in in = text_in_of("morris:dice=none", strlen("morris:dice=none"));
    assert_true(game_parse(&in, &game, &opt));
    assert_ptr_equal(game, &game_morris_plain);
    game_start(game, &opt, SIDE_WHITE, pos);
}

static bool is_same_step(const struct move *a, const struct move *b) {
    return a->from == b->from && a->to == b->to;
}

/* Counts the moves that differ in more than what they capture: they are listed
 * together. */
static unsigned count_steps(const struct move *moves, size_t n) {
    unsigned n_steps = 0;
    for (size_t i = 0; i < n; i++) {
        n_steps += i == 0 || !is_same_step(&moves[i], &moves[i - 1]);
    }
    return n_steps;
}

static unsigned next_number(char **at) {
    return (unsigned)strtoul(*at, at, 10);
}

/* Plays the next action, and the capture if that follows, as one move.  Without play.h,
 * since the draws are our own. */
static void play_action(struct position *pos, char **actions, char **legal) {
    struct move moves[MOVES_MAX], played;
    size_t n = game_morris_plain.moves(pos, moves), n_captures = 0;
    char *text = strtok_r(NULL, " ", actions);
    size_t len = strlen(text);
    assert_int_equal(count_steps(moves, n), next_number(legal));
    if (**actions == 'x') { /* join the two */
        char *capture = strtok_r(NULL, " ", actions);
        memmove(text + len, capture, strlen(capture) + 1);
        len = strlen(text);
    }
    if (!game_find_move(&game_morris_plain, pos, text, len, &played)) {
        fail_msg("%s is not legal", text);
    }
    for (size_t i = 0; i < n; i++) {
        n_captures += is_same_step(&moves[i], &played) && moves[i].n_take > 0;
    }
    if (played.n_take > 0) {
        assert_int_equal(n_captures, next_number(legal));
    }
    game_morris_plain.apply(pos, &played, NULL);
}

static void play_game(char *line) {
    struct position pos;
    char *rest = NULL, *actions = strtok_r(line, ";", &rest);
    char *legal = strtok_r(NULL, ";", &rest), *winner = strtok_r(NULL, ";", &rest);
    char board[PLACES_N + 1], *last = strtok_r(NULL, ";", &rest);
    struct text_out out = text_out_of(board, sizeof board);
    start(&pos);
    while (*actions != '\0') {
        play_action(&pos, &actions, &legal);
    }
    assert_int_equal(*legal, '\0');
    for (char *letter = last; *letter != '\0'; letter++) {
        *letter = *letter == '.' ? '.' : *letter == 'W' ? 'w' : 'b';
    }
    places_write(pos.u.morris.men, &out);
    assert_string_equal(board, last);
    if (strcmp(winner, "limit") == 0) { /* after 200 turns */
        assert_int_equal(pos.phase, PHASE_MOVE);
    } else {
        assert_int_equal(pos.phase, PHASE_OVER);
        assert_string_equal(outcome_name((enum outcome)pos.outcome), winner);
    }
}

static void test_games(void **state) {
    (void)state;
    char *text = read_file(FILE_NAME), *rest = NULL;
    unsigned n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; n++) {
        play_game(line);
        line = strtok_r(NULL, "\n", &rest);
    }
    assert_int_equal(n, GAMES);
    free(text);
}

/* Counts as OpenSpiel does. */
static uint64_t perft(const struct position *pos, unsigned depth) {
    struct move moves[MOVES_MAX];
    size_t n = game_morris_plain.moves(pos, moves);
    uint64_t count = depth == 1 ? count_steps(moves, n) : 0;
    for (size_t i = 0; depth > 1 && i < n; i++) {
        struct position next = *pos;
        game_morris_plain.apply(&next, &moves[i], NULL);
        unsigned used = 1U + moves[i].n_take;
        count += used == depth ? 1 : perft(&next, depth - used);
    }
    return count;
}

static void test_perft(void **state) {
    (void)state;
    static const uint64_t expected[] = {24, 552, 12144, 255024, 5100480};
    struct position pos;
    start(&pos);
    for (unsigned depth = 1; depth <= sizeof expected / sizeof expected[0]; depth++) {
        assert_int_equal(perft(&pos, depth), expected[depth - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games),
                                       cmocka_unit_test(test_perft)};
    return cmocka_run_group_tests_name("morris/plain", tests, NULL, NULL);
}
