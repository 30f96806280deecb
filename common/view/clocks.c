/* Clocks, as on a line below the board:
 *
 *   Clocks  > White 4:50    Black 5:00
 */
#include "view/clocks.h"

#include "view/style.h"
#include "view/tell.h"

/* Below this time, tenths of a second are shown. */
#define TENTHS_BELOW_MS 10000

static unsigned bounded(int64_t left_ms) {
    int64_t most_ms = left_ms < CLOCK_MOST_MS ? left_ms : CLOCK_MOST_MS;
    return left_ms > 0 ? (unsigned)most_ms : 0;
}

void clock_write(int64_t left_ms, char text[static CLOCK_TEXT_BYTES]) {
    unsigned ms = bounded(left_ms);
    if (ms < TENTHS_BELOW_MS) {
        snprintf(text, CLOCK_TEXT_BYTES, "0:%02u.%u", ms / 1000, ms % 1000 / 100);
    } else {
        time_write(ms, text);
    }
}

void time_write(int64_t left_ms, char text[static CLOCK_TEXT_BYTES]) {
    unsigned s = bounded(left_ms) / 1000;
    if (s < 3600) {
        snprintf(text, CLOCK_TEXT_BYTES, "%u:%02u", s / 60, s % 60);
    } else {
        snprintf(text, CLOCK_TEXT_BYTES, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
    }
}

static void draw_clock(FILE *out, const struct state *state, enum side side,
                       const struct style *style) {
    char left[CLOCK_TEXT_BYTES];
    char line[3 * CLOCK_TEXT_BYTES];
    clock_write(state->left_ms[side], left);
    snprintf(line, sizeof line, "%s %s", tell_colour_label((enum lang)state->lang, side),
             left);
    bool runs = state->running == side;
    fputs(runs ? "  " : "    ", out);
    paint(out, style, LOOK_NEW, runs ? "> " : "");
    paint(out, style, side == SIDE_WHITE ? LOOK_WHITE : LOOK_BLACK, line);
}

void clocks_draw(FILE *out, const struct state *state, const struct style *style) {
    if (!time_control_is_set(&state->time)) {
        return;
    }
    fputs(tr(state->lang, "  Clocks"), out);
    draw_clock(out, state, SIDE_WHITE, style);
    draw_clock(out, state, SIDE_BLACK, style);
    fputc('\n', out);
}
