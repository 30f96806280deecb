#include "client-cli/engine/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/said.h"
#include "client-cli/net/wait.h"

#define BAR_COLUMNS 40
#define DRAW_MS     200 /* time between two updates of the bar */
#define GUESS_S     2   /* time before the bar estimates the time left */
#define LEFT_BYTES  32

void progress_begin(struct progress *progress, double fraction) {
    *progress = (struct progress){.has_bar = cli_takes_escapes(STDERR_FILENO),
                                  .started = fraction,
                                  .started_ms = wait_now_ms(),
                                  .tenths = (unsigned)(fraction * 10)};
}

/* ", 3 min left", or "" while it is too early to estimate. */
static void write_left(const struct progress *progress, uint64_t now_ms, double fraction,
                       char text[static LEFT_BYTES]) {
    double elapsed_s = (double)(now_ms - progress->started_ms) / 1000;
    double done = fraction - progress->started;
    text[0] = '\0';
    if (elapsed_s < GUESS_S || done <= 0) {
        return;
    }
    double left_s = elapsed_s * (1 - fraction) / done;
    if (left_s < 60) {
        snprintf(text, LEFT_BYTES, said(", %.0f s left"), left_s);
    } else {
        snprintf(text, LEFT_BYTES, said(", %.0f min left"), left_s / 60);
    }
}

static void draw_bar(double fraction, const char *left) {
    char bar[BAR_COLUMNS + 1];
    unsigned full = (unsigned)(fraction * BAR_COLUMNS);
    memset(bar, '.', BAR_COLUMNS);
    memset(bar, '#', full);
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%%s\033[K", bar, fraction * 100, left);
}

void progress_show(struct progress *progress, double fraction) {
    uint64_t now_ms = wait_now_ms();
    char left[LEFT_BYTES];
    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    write_left(progress, now_ms, fraction, left);
    if (progress->has_bar) {
        if (progress->shown_ms == 0 || now_ms - progress->shown_ms >= DRAW_MS) {
            progress->shown_ms = now_ms;
            draw_bar(fraction, left);
        }
        return;
    }
    unsigned tenths = (unsigned)(fraction * 10);
    if (tenths > progress->tenths) {
        progress->tenths = tenths;
        fprintf(stderr, "%u %%%s\n", tenths * 10, left);
    }
}

double progress_end(struct progress *progress) {
    if (progress->has_bar) {
        fputs("\r\033[K", stderr);
    }
    return (double)(wait_now_ms() - progress->started_ms) / 1000;
}
