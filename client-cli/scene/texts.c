#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "proto/utf8.h"

/* Bytes of text that fit into so many columns: up to a blank if there is one. */
static size_t fitting(const char *text, size_t len, int columns) {
    size_t at = 0, blank = 0;
    int width = 0;
    while (at < len) {
        uint32_t point;
        size_t n = utf8_read(text + at, len - at, &point);
        int wide = n > 0 ? grid_point_width(point) : 0;
        if (width + wide > columns) {
            return text[at] == ' ' || blank == 0 ? at : blank;
        }
        blank = text[at] == ' ' && at > 0 ? at : blank;
        width += wide;
        at += n > 0 ? n : 1;
    }
    return len;
}

/* Bytes of the first row of a text; skips the blanks after them. */
static size_t row_of(const struct area *area, const char *text, size_t len,
                     size_t *shown) {
    size_t fits = fitting(text, len, area->width);
    fits = fits == 0 && len > 0 ? 1 : fits;
    *shown = fits;
    return fits + strspn(text + fits, fits < len ? " " : "");
}

const char *after_rows(const struct area *area, int rows, const char *text) {
    for (size_t shown; rows > 0 && *text != '\0'; rows--) {
        text += row_of(area, text, strlen(text), &shown);
    }
    return text;
}

/* Draws one paragraph. */
static int flow_line(struct grid *grid, const struct area *area, int row,
                     enum ink_look look, const char *text, size_t len) {
    int rows = 0;
    char piece[4 * GRID_COLUMNS + 1];
    do {
        size_t fits, used = row_of(area, text, len, &fits);
        if (grid != NULL && row + rows < area->height) {
            snprintf(piece, sizeof piece, "%.*s", (int)fits, text);
            grid_text(grid, area->top + row + rows, area->left, area->left + area->width,
                      look, piece);
        }
        rows++;
        text += used;
        len -= used;
    } while (len > 0);
    return rows;
}

int flow(struct grid *grid, const struct area *area, int row, enum ink_look look,
         const char *text) {
    int rows = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        rows += flow_line(grid, area, row + rows, look, text, len);
        text += len + (text[len] == '\n');
    }
    return rows;
}

int flow_sentences(struct grid *grid, const struct area *area, int row,
                   const char *text) {
    int rows = 0;
    while (*text != '\0') {
        const char *end = strstr(text, ". ");
        size_t len = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
        char sentence[1024];
        snprintf(sentence, sizeof sentence, "%.*s", (int)len, text);
        bool is_loud = strstr(sentence, said("loud\4 takes ")) != NULL ||
                       strstr(sentence, said("loud\4capture")) != NULL;
        rows += flow(grid, area, row + rows, is_loud ? LOOK_NEW : LOOK_TEXT, sentence);
        text += len;
        text += strspn(text, " ");
    }
    return rows;
}

void make_short(char *text, enum brevity brevity) {
    static const struct {
        enum brevity from;
        const char *words, *fewer;
    } table[] = {
        {BREVITY_USUAL, N_("short\4 can only play "), N_("short\4 plays ")},
        {BREVITY_NOTES, N_("short\4, has no move and passes"), N_("short\4 and passes")},
        {BREVITY_NOTES, N_("short\4 throws again"), N_("short\4 again")},
        {BREVITY_NOTES, N_("short\4 throws "), N_("short\4: ")},
        {BREVITY_NOTES, N_("short\4 and plays "), N_("short\4, ")},
        {BREVITY_NOTES, N_("short\4, plays "), N_("short\4, ")},
        {BREVITY_NOTES, N_("short\4 and passes"), N_("short\4, passes")},
        {BREVITY_NOTES, N_("short\4 and again"), N_("short\4, again")},
        {BREVITY_NOTES, N_("short\4 and lands on "), N_("short\4 to ")},
        {BREVITY_NOTES, N_("short\4, lands on "), N_("short\4 to ")},
        {BREVITY_NOTES, N_("short\4 and goes on to "), N_("short\4 to ")},
        {BREVITY_NOTES, N_("short\4, goes on to "), N_("short\4 to ")},
        {BREVITY_NOTES, N_("short\4 takes White's piece on "), N_("short\4 takes ")},
        {BREVITY_NOTES, N_("short\4 takes Black's piece on "), N_("short\4 takes ")},
        {BREVITY_NOTES, N_("short\4 enters a piece on "), N_("short\4 in on ")},
        {BREVITY_NOTES, N_("short\4 bears a piece off"), N_("short\4 off")},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *words = said(table[i].words), *fewer = said(table[i].fewer);
        size_t len = strlen(words), n = strlen(fewer);
        char *at = table[i].from <= brevity ? text : text + strlen(text);
        /* A translation that is not shorter is of no use. */
        for (; n <= len && (at = strstr(at, words)) != NULL; at += n) {
            memcpy(at, fewer, n);
            memmove(at + n, at + len, strlen(at + len) + 1);
        }
    }
}
