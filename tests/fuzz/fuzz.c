#include "tests/fuzz/fuzz.h"

char *fuzz_copy(const char *at, size_t len) {
    char *copy = malloc(len > 0 ? len : 1);
    assert(copy != NULL);
    memcpy(copy, at, len);
    return copy;
}

char *fuzz_take_line(struct fuzz_in *in, size_t *len) {
    if (in->len == 0) {
        return NULL;
    }
    const char *end = memchr(in->at, '\n', in->len);
    *len = end != NULL ? (size_t)(end - in->at) : in->len;
    char *line = fuzz_copy(in->at, *len);
    size_t used = *len + (end != NULL);
    in->at += used;
    in->len -= used;
    return line;
}

bool fuzz_take_game(struct fuzz_in *in, const struct game **game, struct options *opt) {
    if (in->len == 0) {
        return false;
    }
    unsigned choice = (unsigned char)*in->at ^ '0';
    unsigned n_games = 0;
    while (games[n_games] != NULL) {
        n_games++;
    }
    *game = games[choice % 8 % n_games];
    *opt = (struct options){{0}};
    for (unsigned i = 0; (*game)->options[i].name != NULL; i++) {
        opt->value[i] = choice >> (3 + i) & 1;
    }
    in->at++;
    in->len--;
    return true;
}

void fuzz_write_position(const struct game *game, const struct position *pos,
                         char text[static POSITION_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, POSITION_TEXT_BYTES);
    game->write(pos, &out);
    assert(out.len > 0 && out.len < POSITION_TEXT_BYTES);
}

bool fuzz_read_position(const struct game *game, const struct options *opt,
                        const char *text, size_t len, struct position *pos) {
    struct text_in in = text_in_of(text, len);
    bool is_read = game_read(game, opt, &in, pos);
    assert(is_read == (in.fault[0] == '\0'));
    return is_read;
}
