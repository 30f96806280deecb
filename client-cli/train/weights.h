/* The file of a network: a comment that says how it was trained, then its weights as
 * text. common/engine includes it as the list of an array. */
#ifndef ALEA_CLIENT_TRAIN_WEIGHTS_H
#define ALEA_CLIENT_TRAIN_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/network/network.h"

#define WEIGHTS_HISTORY_BYTES 4096

struct weights {
    char history[WEIGHTS_HISTORY_BYTES]; /* a line for each training, with its newline */
    uint64_t n_games;                    /* of all of them */
    size_t n;
    float weight[NETWORK_WEIGHTS_MAX];
};

/* Reads a file.  False with errno: it cannot be read.  n is 0 if it is no such file. */
bool weights_read(const char *path, struct weights *weights);
/* Writes it, in place of an older one at once.  game: its name.  False with errno. */
bool weights_write(const char *path, const char *game, const struct weights *weights);

#endif
