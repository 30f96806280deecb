/* Clocks and times for people. */
#ifndef ALEA_VIEW_CLOCKS_H
#define ALEA_VIEW_CLOCKS_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

/* Longest text of a time, with its NUL: "24:00:00". */
#define CLOCK_TEXT_BYTES 16

/* Writes "4:50"; from an hour on "1:05:00"; below 10 seconds "0:09.3".  Rounds down, so
 * it never shows more time than is left. */
void clock_write(int64_t left_ms, char text[static CLOCK_TEXT_BYTES]);
/* As clock_write, without tenths, for times that are not clocks. */
void time_write(int64_t left_ms, char text[static CLOCK_TEXT_BYTES]);
/* Draws both clocks on a line below a board, with '>' before the running one; nothing for
 * a game without clocks. */
void clocks_draw(FILE *out, const struct state *state, const struct style *style);

#endif
