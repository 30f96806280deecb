#include "tests/unit/rules/game_rows.h"

void play_at(struct play *play, const char *game_text, const char *position) {
    const struct game *game;
    struct options opt;
    struct position pos;
    struct text_in in = text_in_of(game_text, strlen(game_text));
    if (!game_parse(&in, &game, &opt)) {
        fail_msg("%s: %s", game_text, in.fault);
    }
    in = text_in_of(position, strlen(position));
    if (!game_read(game, &opt, &in, &pos)) {
        fail_msg("%s: %s", position, in.fault);
    }
    play_init(play, game, &pos);
}

bool is_sane(const struct game *game, const struct position *pos) {
    char text[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game->write(pos, &out);
    struct position read;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_read(game, &pos->opt, &in, &read)) {
        return false;
    }
    bool is_drawn = pos->outcome == OUTCOME_DRAW || pos->end == END_REPETITION;
    if (pos->phase == PHASE_OVER && is_drawn && read.phase != PHASE_OVER &&
        read.roll.n == 0 && game->quiet_max > 0) {
        read.phase = pos->phase;
        read.outcome = pos->outcome;
        read.end = pos->end;
    }
    return memcmp(&read, pos, sizeof read) == 0;
}

static void row_take_step(const struct game_row *row, struct play *play,
                          struct happened *h) {
    if (play->pos.phase == PHASE_ROLL) {
        struct roll roll;
        struct text_in in = text_in_of(row->step, strlen(row->step));
        assert_true(roll_read(play->game->dice, &in, &roll));
        play_roll(play, &roll, h, NULL);
    } else {
        struct move m;
        assert_true(
            game_find_move(play->game, &play->pos, row->step, strlen(row->step), &m));
        play_move(play, &m, h, NULL);
    }
    assert_true(is_sane(play->game, &play->pos));
}

void write_happened(const struct happened *h, struct text_out *out) {
    for (unsigned i = 0; i < h->n; i++) {
        const struct happening *item = &h->item[i];
        text_put(out, i > 0 ? "; " : "");
        text_put(out, happening_name(item->kind));
        text_put_char(out, ' ');
        text_put(out, side_name(item->side));
        text_put(out, item->at[0] != '\0' ? " " : "");
        text_put(out, item->at);
        if (item->n > 0) {
            text_put(out, " x");
            text_put_number(out, item->n);
        }
    }
}

void test_row_happened(void **state) {
    const struct game_row *row = table_row(state);
    struct play play;
    struct happened h = {0};
    play_at(&play, row->game, row->position);
    row_take_step(row, &play, &h);
    char text[512];
    struct text_out out = text_out_of(text, sizeof text);
    write_happened(&h, &out);
    assert_string_equal(text, row->expected);
}

void test_row_why(void **state) {
    const struct game_row *row = table_row(state);
    struct play play;
    play_at(&play, row->game, row->position);
    const struct rule *rule =
        game_why(play.game, &play.pos, row->step, strlen(row->step));
    assert_string_equal(rule != NULL ? rule->id : "", row->expected);
}

void test_row_quiet(void **state) {
    const struct quiet_row *row = table_row(state);
    struct play play;
    play_at(&play, row->step.game, row->step.position);
    play.quiet = row->quiet;
    row_take_step(&row->step, &play, NULL);
    char text[POSITION_TEXT_BYTES + 32];
    struct text_out out = text_out_of(text, sizeof text);
    play.game->write(&play.pos, &out);
    text_put(&out, " | ");
    position_write_state(&play.pos, &out);
    assert_string_equal(text, row->step.expected);
}

void expect_squares(const struct board *board, const char *const expected[][2],
                    unsigned n) {
    assert_int_equal(board->n_squares, n);
    for (unsigned i = 0; i < n; i++) {
        assert_string_equal(board->square[i].name, expected[i][0]);
        assert_string_equal(board->square[i].pieces, expected[i][1]);
    }
}
