/* White's winning chances over a game, as a drawing. */
#ifndef ALEA_CLIENT_ANALYSE_CHART_H
#define ALEA_CLIENT_ANALYSE_CHART_H

#include <stdio.h>

#include "client-cli/analyse/analysis.h"
#include "lang/lang.h"
#include "view/style.h"

/* Draws it with characters. */
void chart_draw(const struct analysis *analysis, const struct style *style, FILE *out);
/* Writes a whole SVG file, with the marked decisions. */
void chart_svg(const struct analysis *analysis, enum lang lang, FILE *out);

#endif
