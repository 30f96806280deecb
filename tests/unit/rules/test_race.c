/* race.c against games that RoyalUr-Java played (tests/data/ur): the first line of a file
 * describes the rules; then each line is a game of steps like "L2:0,3,4>0x+": light threw
 * 2, may move from these places of its path (0: the reserve) and moves from 0; it
 * captures and throws again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/play.h"
#include "rules/ur/race.h"
#include "tests/unit/read_file.h"
#include "tests/unit/table.h"

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

static void test_games(void **state) {
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

int main(void) {
    return TABLE_RUN("race", test_games, rows);
}
