/* What the fuzz targets share.
 *
 * A target gives the bytes of one input to a parser as if a stranger had sent them, and
 * asserts what must always be true.  With clang, libFuzzer runs the targets (make fuzz);
 * without it, replay.c does, with the inputs in corpus/ (make check). */
#ifndef ALEA_TESTS_FUZZ_H
#define ALEA_TESTS_FUZZ_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Optional in a target: its own way to change inputs, when changed bytes make little
 * sense, */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
    __attribute__((weak));
/* and how many changed inputs replay.c tries, when each takes long. */
unsigned fuzz_rounds(void) __attribute__((weak));
/* The rest of an input. */
struct fuzz_in {
    const char *at;
    size_t len;
};

/* A copy in its own block, so that a read beyond its end is found.  Returns owned. */
char *fuzz_copy(const char *at, size_t len);
/* Takes the next line, without its line feed.  Returns owned; NULL at the end. */
char *fuzz_take_line(struct fuzz_in *in, size_t *len);
/* Takes the game with its options, "tablut:king=weak", and a blank.  False: there is no
 * such game. */
bool fuzz_take_game(struct fuzz_in *in, const struct game **game, struct options *opt);
void fuzz_write_position(const struct game *game, const struct position *pos,
                         char text[static POSITION_TEXT_BYTES]);
/* Reads a position text.  False if it is invalid; then checks that there is a fault. */
bool fuzz_read_position(const struct game *game, const struct options *opt,
                        const char *text, size_t len, struct position *pos);

#endif
