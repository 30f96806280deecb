/* Two clocks, of which at most one runs.  Pure: time is an argument.
 *
 * [house] Minutes for the whole game, and a bonus in seconds after each move (Fischer).
 * The clock of the side to move runs from the moment the decision is put to it.  All
 * times in ms, of any clock that only goes forward. */
#ifndef ALEA_RULES_CLOCK_H
#define ALEA_RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/position.h"
#include "rules/text.h"

/* Longest text of a time control, with its NUL: "180+180". */
#define TIME_TEXT_BYTES 8

/* Most that a clock holds, in ms: a day; bonuses do not go beyond it. */
#define CLOCK_MOST_MS INT64_C(86400000)

/* What "5+10" says.  All 0: no clocks. */
struct time_control {
    uint16_t minutes; /* for the game, 0..180 */
    uint16_t bonus_s; /* after each move, 0..180; with 0 minutes also the start */
};

struct clock {
    struct time_control time;
    uint8_t running;             /* enum side; SIDE_COUNT: none */
    int64_t left_ms[SIDE_COUNT]; /* when the running clock was started */
    uint64_t since_ms;           /* when the running clock was started */
};

/* Reads "5+10".  False, with in->fault: it is not, or both are 0, or more than 180. */
bool time_control_parse(struct text_in *in, struct time_control *time);
/* "5+10"; "" when there are no clocks. */
void time_control_write(const struct time_control *time, struct text_out *out);
bool time_control_is_set(const struct time_control *time);

/* Both sides have their full time, and no clock runs. */
void clock_start(struct clock *clock, const struct time_control *time);
/* The clock of this side runs from now on; the other one must have been stopped.  Does
 * nothing when there are no clocks. */
void clock_run(struct clock *clock, enum side side, uint64_t now_ms);
/* Stops the clock that runs, if any does, and takes off what it has used. */
void clock_stop(struct clock *clock, uint64_t now_ms);
/* The same, and adds the bonus of a move. */
void clock_moved(struct clock *clock, uint64_t now_ms);
/* What this side has left at a time, never below 0. */
int64_t clock_left_ms(const struct clock *clock, enum side side, uint64_t now_ms);
/* When the clock that runs will be at 0; UINT64_MAX: none runs. */
uint64_t clock_flag_ms(const struct clock *clock);

#endif
