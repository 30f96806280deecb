/* Progress of long work, on standard error: a bar on a terminal, elsewhere a line for
 * each tenth. */
#ifndef ALEA_CLIENT_ENGINE_PROGRESS_H
#define ALEA_CLIENT_ENGINE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool has_bar;        /* standard error is a terminal */
    double started;      /* fraction done by an earlier run */
    uint64_t started_ms; /* monotonic */
    uint64_t shown_ms;   /* when the bar was last drawn, monotonic */
    unsigned tenths;     /* tenths printed so far */
};

/* fraction: the part of the work done by an earlier run, 0..1. */
void progress_begin(struct progress *progress, double fraction);
/* fraction: the part of the work done so far, 0..1.  Cheap enough to call often. */
void progress_show(struct progress *progress, double fraction);
/* Removes the bar.  Returns the seconds since progress_begin. */
double progress_end(struct progress *progress);

#endif
