/* The file of a network: a comment on how it was trained, then its weights as text.
 * common/engine includes it as the initializer of an array. */
#ifndef ALEA_CLIENT_TRAIN_WEIGHTS_H
#define ALEA_CLIENT_TRAIN_WEIGHTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/network/network.h"
#include "rules/text.h"

#define WEIGHTS_HISTORY_BYTES 4096

struct weights {
    /* A line for each training, with its newline: the most recent that fit. */
    char history[WEIGHTS_HISTORY_BYTES];
    uint64_t n_games; /* games of all trainings */
    size_t n;
    float weight[NETWORK_WEIGHTS_MAX];
};

/* Reads a file.  False with errno: it cannot be read.  n = 0: it has no weights. */
bool weights_read(const char *path, struct weights *weights);
/* Adds a line to the history.  Drops the oldest ones if there is no room. */
void weights_note(struct weights *weights, const char *line);

/* A file of weights being written.  output_path_check must have allowed its path. */
struct weights_out {
    const char *path;    /* borrowed */
    bool is_new;         /* there is no file yet */
    char part[PATH_MAX]; /* PATH.part-PID: holds the weights until they are complete */
    FILE *file;          /* of the part, while it is written */
};

/* Tries to create the part of out->path, so a path that cannot be written fails before
 * the training.  Leaves no file.  False with a fault. */
bool weights_begin(struct weights_out *out, char fault[static FAULT_BYTES]);
/* Writes the weights, and replaces an older file in one step.  game: its name.  False
 * with a fault, which names the part if the weights are in it. */
bool weights_end(struct weights_out *out, const char *game, const struct weights *weights,
                 char fault[static FAULT_BYTES]);

#endif
