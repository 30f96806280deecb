/* What the fuzz targets share.
 *
 * A target reads the bytes of one input as its parser gets them from a stranger, and
 * asserts what must hold whatever they are.  With clang libFuzzer drives it (make fuzz),
 * without clang replay.c does, with the inputs in corpus/ (make check). */
#ifndef ALEA_TESTS_FUZZ_H
#define ALEA_TESTS_FUZZ_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a target need not have: changes of an input that make more sense than those of
 * bytes, */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
    __attribute__((weak));
/* and how many changed inputs replay.c tries, where one takes long. */
unsigned fuzz_rounds(void) __attribute__((weak));

/* What is left of an input. */
struct fuzz_in {
    const char *at;
    size_t len;
};

/* Bytes of their own, so that a byte read beyond them is found.  Returns owned. */
static inline char *fuzz_copy(const char *at, size_t len) {
    char *copy = malloc(len > 0 ? len : 1);
    assert(copy != NULL);
    memcpy(copy, at, len);
    return copy;
}

/* Takes the next line, without its line feed.  Returns owned; NULL at the end. */
static inline char *fuzz_take_line(struct fuzz_in *in, size_t *len) {
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

/* Takes the byte that chooses the game and its options.  '0' to '6' are the games as
 * they stand in games.c; adding 8 changes the first option, 16 the second one and so on.
 * False: there is no byte. */
static inline bool fuzz_take_game(struct fuzz_in *in, const struct game **game,
                                  struct options *opt) {
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

static inline void fuzz_write_position(const struct game *game,
                                       const struct position *pos,
                                       char text[static POSITION_TEXT_BYTES]) {
    struct text_out out;
    text_out_init(&out, text, POSITION_TEXT_BYTES);
    game->write(pos, &out);
    assert(out.len > 0 && out.len < POSITION_TEXT_BYTES);
}

/* Reads a position text.  False: it is none; the fault is then told. */
static inline bool fuzz_read_position(const struct game *game, const struct options *opt,
                                      const char *text, size_t len,
                                      struct position *pos) {
    struct text_in in;
    text_in_init(&in, text, len);
    bool is_read = game_read(game, opt, &in, pos);
    assert(is_read == (in.fault[0] == '\0'));
    return is_read;
}

#endif
