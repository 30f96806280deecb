#include "proto/message/inside.h"

#include <assert.h>
#include <string.h>

#include "proto/shape.h"

const char *text_read(struct wire_in *in, const char *key) {
    return arena_clean(in->arena, wire_text_if(in, key));
}

const char *shape_read(struct wire_in *in, const char *key, bool (*is)(const char *text),
                       const char *what) {
    return arena_clean(in->arena, wire_shaped_if(in, key, is, what));
}

const char *name_read(struct wire_in *in, const char *key) {
    return shape_read(in, key, is_player_name, "a player's name");
}

void game_json_put(struct wire_out *out, const struct game *game,
                   const struct options *opt) {
    char options[OPTIONS_TEXT_BYTES];
    struct text_out to = text_out_of(options, sizeof options);
    options_write(game->options, opt, &to);
    wire_put_text(out, "game", game->id);
    wire_put_text(out, "options", options);
}

const struct game *game_json_read(struct wire_in *in, struct options *opt) {
    const char *id = wire_text(in, "game");
    const struct game *game = game_find(id, strlen(id));
    if (game == NULL) {
        wire_fail(in, "game", "not a game that is known here");
        return NULL;
    }
    const char *options = wire_text(in, "options");
    *opt = (struct options){{0}};
    struct text_in text = text_in_of(options, strlen(options));
    if (options[0] != '\0' && !options_read(game->options, &text, opt)) {
        wire_fail(in, "options", text.fault);
    }
    char again[OPTIONS_TEXT_BYTES];
    struct text_out out = text_out_of(again, sizeof again);
    options_write(game->options, opt, &out);
    if (strcmp(options, again) != 0) {
        wire_fail(in, "options", "not the canonical form");
    }
    return wire_failed(in) ? NULL : game_with(game, opt);
}

void time_json_put(struct wire_out *out, const struct time_control *time) {
    char text[TIME_TEXT_BYTES];
    struct text_out to = text_out_of(text, sizeof text);
    time_control_write(time, &to);
    wire_put_text_or_null(out, "time", text);
}

struct time_control time_json_read(struct wire_in *in) {
    struct time_control time = {0};
    if (wire_has(in, "time")) {
        const char *value = wire_text(in, "time");
        struct text_in text = text_in_of(value, strlen(value));
        if (!time_control_parse(&text, &time) || !text_expect_end(&text, "a time")) {
            wire_fail(in, "time", text.fault);
        }
    }
    return time;
}

void position_json_put(struct wire_out *out, const struct game *game,
                       const struct position *pos) {
    char position[POSITION_TEXT_BYTES];
    struct text_out to = text_out_of(position, sizeof position);
    game->write(pos, &to);
    assert(to.len < to.cap);
    wire_put_text(out, "position", position);
}

bool position_json_read(struct wire_in *in, const struct game *game,
                        const struct options *opt, struct position *pos) {
    const char *position = wire_text(in, "position");
    struct text_in text = text_in_of(position, strlen(position));
    if (!game_read(game, opt, &text, pos)) {
        wire_fail(in, "position", text.fault);
    }
    return !wire_failed(in);
}

void board_json_put(struct wire_out *out, const char *key, const struct game *game,
                    const struct position *pos) {
    struct board board = {0};
    game->board(pos, &board);
    wire_begin_object(out, key);
    wire_begin_object(out, "squares");
    for (size_t i = 0; i < board.n_squares; i++) {
        wire_put_short(out, board.square[i].name, board.square[i].pieces,
                       sizeof board.square[i]);
    }
    wire_end_object(out);
    for (size_t i = 0; i < board.n_counts; i++) {
        wire_put_numbers(out, board.count[i].name, board.count[i].n, SIDE_COUNT);
    }
    wire_end_object(out);
}
