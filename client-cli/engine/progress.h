/* Progress of long work, on standard error: a bar on a terminal, otherwise a line for
 * each tenth. */
#ifndef ALEA_CLIENT_ENGINE_PROGRESS_H
#define ALEA_CLIENT_ENGINE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool has_bar;        /* standard error is a terminal */
    double started;      /* fraction that was already done at the beginning */
    uint64_t started_ms; /* monotonic */
    uint64_t shown_ms;   /* when the bar was last drawn, monotonic */
    unsigned tenths;     /* tenths printed so far */
};

/* fraction: how much of the work an earlier run has done, 0..1. */
void progress_begin(struct progress *progress, double fraction);
/* fraction: how much of the work is done, 0..1.  Cheap enough to call often. */
void progress_show(struct progress *progress, double fraction);
/* Removes the bar.  Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

#endif
