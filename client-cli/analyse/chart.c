
#include <stdlib.h>
#include <string.h>

#include "client-cli/analyse/report.h"
#include "mem/mem.h"
#include "view/page.h"
#include "view/style.h"
#include "view/tell.h"

/* White's chances after n items; 0: at the start. */
static double white_after(const struct analysis *a, size_t n) {
    if (n == 0) {
        return a->start;
    }
    const struct analysis_item *item = &a->item[n - 1];
    return item->side == SIDE_WHITE ? item->after : 1 - item->after;
}

/* --- characters --- */

#define ROWS              8
#define EIGHTHS           8 /* of a character */
#define AXIS_COLUMNS      8 /* "  100 % " */
#define CHART_COLUMNS_MAX 200

/* A column of the drawing shows the last item that belongs to it. */
struct chart_column {
    unsigned eighths;        /* height of white's part, 0..ROWS * EIGHTHS */
    enum analysis_mark mark; /* the worst decision there */
};

static unsigned fill_columns(const struct analysis *a, unsigned most,
                             struct chart_column column[static CHART_COLUMNS_MAX]) {
    unsigned n = a->n + 1 < most ? (unsigned)a->n + 1 : most;
    memset(column, 0, n * sizeof column[0]);
    for (size_t i = 0; i <= a->n; i++) {
        struct chart_column *at = &column[i * n / (a->n + 1)];
        double white = white_after(a, i);
        at->eighths = (unsigned)(white * ROWS * EIGHTHS + 0.5);
        if (i > 0 && a->item[i - 1].mark > at->mark) {
            at->mark = a->item[i - 1].mark;
        }
    }
    return n;
}

/* The character for a column that is filled to this height, in eighths. */
static const char *block(const struct style *style, unsigned eighths) {
    static const char *const unicode[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const ascii[] = {" ", " ", ":", ":", ":", ":", "#", "#", "#"};
    return (style->unicode ? unicode : ascii)[eighths];
}

static void draw_row(FILE *out, const struct style *style, unsigned row,
                     const struct chart_column *column, unsigned n) {
    static const char *const axis[ROWS] = {[0] = "  100 % ", [ROWS / 2] = "   50 % "};
    char *text;
    size_t len;
    FILE *line = mem_stream(&text, &len);
    unsigned below = (ROWS - 1 - row) * EIGHTHS; /* eighths of the rows below */
    for (unsigned i = 0; i < n; i++) {
        unsigned high = column[i].eighths > below ? column[i].eighths - below : 0;
        fputs(block(style, high < EIGHTHS ? high : EIGHTHS), line);
    }
    fclose(line);
    fputs(axis[row] != NULL ? axis[row] : "        ", out);
    fputs(style->unicode ? "│" : "|", out);
    paint(out, style, LOOK_WHITE, text);
    fputc('\n', out);
    free(text);
}

/* Marks the worse decisions, below their columns. */
static void draw_marks(FILE *out, const struct chart_column *column, unsigned n) {
    unsigned used = 0;
    for (unsigned i = 0; i < n; i++) {
        used = column[i].mark >= MARK_WORST_3 ? i + 1 : used;
    }
    if (used == 0) {
        return;
    }
    fprintf(out, "%*s", AXIS_COLUMNS + 1, "");
    for (unsigned i = 0; i < used; i++) {
        fputc(column[i].mark >= MARK_WORST_3 ? '?' : ' ', out);
    }
    fputc('\n', out);
}

void chart_draw(const struct analysis *a, const struct style *style, FILE *out) {
    struct chart_column column[CHART_COLUMNS_MAX];
    unsigned columns = style->columns > 0 ? style->columns : PAGE_COLUMNS;
    unsigned most = columns > AXIS_COLUMNS + 11 ? columns - AXIS_COLUMNS - 1 : 10;
    unsigned n =
        fill_columns(a, most < CHART_COLUMNS_MAX ? most : CHART_COLUMNS_MAX, column);
    fprintf(out,
            tr((enum lang)style->lang,
               "White's winning chances, from the start to move %u:\n"),
            a->n_moves);
    for (unsigned row = 0; row < ROWS; row++) {
        draw_row(out, style, row, column, n);
    }
    fputs(style->unicode ? "    0 % └" : "    0 % +", out);
    for (unsigned i = 0; i < n; i++) {
        fputs(style->unicode ? "─" : "-", out);
    }
    fputc('\n', out);
    draw_marks(out, column, n);
}

/* --- SVG --- */

#define WIDTH_PX  800
#define HEIGHT_PX 320
#define LEFT_PX   52
#define TOP_PX    36
#define PLOT_W    (WIDTH_PX - LEFT_PX - 20)
#define PLOT_H    (HEIGHT_PX - TOP_PX - 34)

static double x_of(const struct analysis *a, size_t n) {
    return LEFT_PX + (double)PLOT_W * (double)n / (double)(a->n > 0 ? a->n : 1);
}

static double y_of(double white) {
    return TOP_PX + PLOT_H * (1 - white);
}

/* Writes a player's name as XML text.  Names have no control characters. */
static void put_name(FILE *out, const char *name) {
    for (; *name != '\0'; name++) {
        switch (*name) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*name, out); break;
        }
    }
}

static void svg_frame(const struct analysis *a, enum lang lang, FILE *out) {
    const struct record *record = a->record;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#f3e6c8\"/>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#8a7350\"/>\n"
            "<text x=\"%d\" y=\"24\" fill=\"#3b2f20\">",
            WIDTH_PX, HEIGHT_PX, LEFT_PX, TOP_PX, PLOT_W, PLOT_H, LEFT_PX);
    fprintf(out, tr(lang, "%s, game %s: winning chances of "), record->game->id,
            record->game_id);
    put_name(out, record->player[SIDE_WHITE].name);
    fputs(tr(lang, " (White, light) and "), out);
    put_name(out, record->player[SIDE_BLACK].name);
    fprintf(out, "%s</text>\n", tr(lang, " (Black, dark)"));
}

static void svg_lines(FILE *out) {
    for (unsigned percent = 0; percent <= 100; percent += 25) {
        double y = y_of(percent / 100.0);
        fprintf(out,
                "<path stroke=\"#3b2f20\" stroke-opacity=\"%s\" d=\"M%d %.1fh%d\"/>\n"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#3b2f20\">%u "
                "%%</text>\n",
                percent == 50 ? "0.7" : "0.25", LEFT_PX, y, PLOT_W, LEFT_PX - 5, y + 4.5,
                percent);
    }
}

static void svg_decision(const struct analysis *a, size_t i, enum lang lang, FILE *out) {
    static const char *const colour[] = {[MARK_WORST_10] = "#e0a030",
                                         [MARK_WORST_3] = "#d9662a",
                                         [MARK_WORST_1] = "#b3201a"};
    const struct analysis_item *item = &a->item[i];
    if (item->mark == MARK_NONE) {
        return;
    }
    fprintf(out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\" stroke=\"#3b2f20\">"
            "<title>",
            x_of(a, i + 1), y_of(white_after(a, i + 1)), colour[item->mark]);
    report_decision(a, item, lang, out);
    fprintf(out, " %s</title></circle>\n", analysis_mark_text(item->mark));
}

void chart_svg(const struct analysis *a, enum lang lang, FILE *out) {
    svg_frame(a, lang, out);
    fprintf(out, "<path fill=\"#fffdf6\" d=\"M%d %d", LEFT_PX, TOP_PX + PLOT_H);
    for (size_t i = 0; a->has_begun && i <= a->n; i++) {
        fprintf(out, "L%.1f %.1f", x_of(a, i), y_of(white_after(a, i)));
    }
    fprintf(out, "V%dZ\"/>\n", TOP_PX + PLOT_H);
    svg_lines(out);
    for (size_t i = 0; i < a->n; i++) {
        svg_decision(a, i, lang, out);
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"#3b2f20\">%s</text>\n", LEFT_PX,
            HEIGHT_PX - 12, tr(lang, "chart\4start"));
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#3b2f20\">",
            LEFT_PX + PLOT_W, HEIGHT_PX - 12);
    fprintf(out, tr(lang, "move %u"), a->n_moves);
    fputs("</text>\n</svg>\n", out);
}
