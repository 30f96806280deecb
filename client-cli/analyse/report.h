/* An analysis as text for people. */
#ifndef ALEA_CLIENT_ANALYSE_REPORT_H
#define ALEA_CLIENT_ANALYSE_REPORT_H

#include <stdio.h>

#include "client-cli/analyse/analysis.h"
#include "lang/lang.h"
#include "view/style.h"

/* Writes the totals, the turning points, the chart, and how good the judge is. */
void report_write(const struct analysis *analysis, const struct style *style, FILE *out);
/* Writes a line for every throw and every decision. */
void report_write_all(const struct analysis *analysis, enum lang lang, FILE *out);
/* Writes "move 31, White: 6-8 instead of 4-6 lost 14.2 % (61 % to 47 %)". */
void report_decision(const struct analysis *analysis, const struct analysis_item *item,
                     enum lang lang, FILE *out);

/* Draws White's winning chances over the game with characters. */
void chart_draw(const struct analysis *analysis, const struct style *style, FILE *out);
/* Writes a whole SVG file, with the marked decisions. */
void chart_svg(const struct analysis *analysis, enum lang lang, FILE *out);

#endif
