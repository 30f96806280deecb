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
char *fuzz_copy(const char *at, size_t len);
/* Takes the next line, without its line feed.  Returns owned; NULL at the end. */
char *fuzz_take_line(struct fuzz_in *in, size_t *len);
/* Takes the byte that chooses the game and its options.  '0' to '6' are the games as
 * they stand in games.c; adding 8 changes the first option, 16 the second one and so on.
 * False: there is no byte. */
bool fuzz_take_game(struct fuzz_in *in, const struct game **game, struct options *opt);
void fuzz_write_position(const struct game *game, const struct position *pos,
                         char text[static POSITION_TEXT_BYTES]);
/* Reads a position text.  False: it is none; the fault is then told. */
bool fuzz_read_position(const struct game *game, const struct options *opt,
                        const char *text, size_t len, struct position *pos);

#endif
