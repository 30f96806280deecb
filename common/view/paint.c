#include "view/paint.h"

void paint(FILE *out, const struct style *style, enum paint what, const char *text) {
    static const char *const colour[] = {
        [PAINT_PLAIN] = "",     /* the terminal's default */
        [PAINT_WHITE] = "1;33", /* bold yellow and bold magenta: easy to tell apart on */
        [PAINT_BLACK] = "1;35", /* dark and light terminals */
        [PAINT_SPECIAL] = "32", /* green */
        [PAINT_FAINT] = "2",    /* dim */
        [PAINT_NEW] = "1;36",   /* bold cyan */
    };
    if (style->colour && what != PAINT_PLAIN && text[0] != '\0') {
        fprintf(out, "\033[%sm%s\033[0m", colour[what], text);
    } else {
        fputs(text, out);
    }
}

void paint_piece(FILE *out, const struct style *style, char letter) {
    static const struct {
        char letter;
        enum paint paint;
        const char *unicode;
    } symbols[] = {
        {'w', PAINT_WHITE, "○"}, {'b', PAINT_BLACK, "●"}, {'W', PAINT_WHITE, "☆"},
        {'B', PAINT_BLACK, "★"}, {'.', PAINT_FAINT, "·"}, {'T', PAINT_WHITE, "○"},
        {'t', PAINT_BLACK, "●"}, {'K', PAINT_WHITE, "♔"},
    };
    const char plain[] = {letter, '\0'};
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        if (symbols[i].letter == letter) {
            paint(out, style, symbols[i].paint,
                  style->unicode ? symbols[i].unicode : plain);
            return;
        }
    }
    fputs(plain, out);
}

const char *paint_frame(const struct style *style, unsigned directions) {
    static const char *const unicode[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                            "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    static const char *const ascii[16] = {" ", "|", "|", "|", "-", "+", "+", "+",
                                          "-", "+", "+", "+", "-", "+", "+", "+"};
    return (style->unicode ? unicode : ascii)[directions];
}
