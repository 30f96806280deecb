/* Two clocks, of which at most one runs.  Pure: time is an argument.
 *
 * [house] Minutes for the whole game, and a bonus in seconds after each move (Fischer).
 * The clock of the side to move runs from when the player sees the decision.  All times
 * are in ms, of any clock that never goes back. */
#ifndef ALEA_RULES_CLOCK_H
#define ALEA_RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/position.h"
#include "rules/text.h"

/* Longest text of a time control, with its NUL: "180+180". */
#define TIME_TEXT_BYTES 8

/* Most time on a clock, in ms: a day.  Bonuses add nothing beyond it. */
#define CLOCK_MOST_MS INT64_C(86400000)

/* A time control, "5+10".  All 0: no clocks. */
struct time_control {
    uint16_t minutes; /* for the game, 0..180 */
    uint16_t bonus_s; /* after each move, 0..180; also the start if minutes is 0 */
};

struct clock {
    struct time_control time;
    uint8_t running;             /* enum side; SIDE_COUNT: none */
    int64_t left_ms[SIDE_COUNT]; /* at since_ms */
    uint64_t since_ms;           /* when the running clock was started */
};

/* Reads "5+10".  False, with in->fault: another form, both 0, or more than 180. */
bool time_control_parse(struct text_in *in, struct time_control *time);
/* Writes "5+10"; "" without clocks. */
void time_control_write(const struct time_control *time, struct text_out *out);
bool time_control_is_set(const struct time_control *time);

/* Gives both sides their full time; no clock runs. */
void clock_start(struct clock *clock, const struct time_control *time);
/* Starts the clock of this side.  The other one must be stopped.  Does nothing without
 * clocks. */
void clock_run(struct clock *clock, enum side side, uint64_t now_ms);
/* Stops the running clock, if any, and subtracts the time used. */
void clock_stop(struct clock *clock, uint64_t now_ms);
/* The same, and adds the bonus for a move. */
void clock_moved(struct clock *clock, uint64_t now_ms);
/* Returns the time that this side has left at now_ms, in ms, at least 0. */
int64_t clock_left_ms(const struct clock *clock, enum side side, uint64_t now_ms);
/* Returns when the running clock reaches 0; UINT64_MAX: none runs. */
uint64_t clock_flag_ms(const struct clock *clock);

#endif
