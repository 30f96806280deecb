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
    const char *blank = in->len > 0 ? memchr(in->at, ' ', in->len) : NULL;
    if (blank == NULL) {
        return false;
    }
    struct text_in text = text_in_of(in->at, (size_t)(blank - in->at));
    in->len -= (size_t)(blank + 1 - in->at);
    in->at = blank + 1;
    return game_parse(&text, game, opt) && text_at_end(&text);
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
