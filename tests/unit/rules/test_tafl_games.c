/* tafl against games whose moves others have counted (tests/data/tafl).  A line is a
 * game: its moves, with the captured pieces but not the king, the sum of legal moves
 * before each, its state and its last position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/play.h"
#include "tests/unit/read_file.h"
#include "tests/unit/table.h"

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

static void test_games(void **state) {
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

int main(void) {
    return TABLE_RUN("tafl games", test_games, rows);
}
