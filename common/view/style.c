#include "view/style.h"

#include <string.h>

void paint(FILE *out, const struct style *style, enum ink_look look, const char *text) {
    static const char *const colour[LOOK_LOUD + 1] = {
        [LOOK_TEXT] = "",      /* the terminal's default */
        [LOOK_WHITE] = "1;33", /* bold yellow and bold magenta: easy to tell apart on */
        [LOOK_BLACK] = "1;35", /* dark and light terminals */
        [LOOK_SPECIAL] = "32", /* green */
        [LOOK_FAINT] = "2",    /* dim */
        [LOOK_NEW] = "1;36",   /* bold cyan */
        [LOOK_LINE] = "",      [LOOK_LOUD] = "1",
    };
    if (style->colour && colour[look][0] != '\0' && text[0] != '\0') {
        fprintf(out, "\033[%sm%s\033[0m", colour[look], text);
    } else {
        fputs(text, out);
    }
}

const char *paint_frame(bool unicode, unsigned directions) {
    static const char *const drawn[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                          "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    static const char *const ascii[16] = {" ", "|", "|", "|", "-", "+", "+", "+",
                                          "-", "+", "+", "+", "-", "+", "+", "+"};
    return (unicode ? drawn : ascii)[directions];
}

enum board_look board_look_find(const char *name) {
    static const char *const names[] = {
        [BOARD_DRAWN] = "on", [BOARD_WORDS] = "words", [BOARD_OFF] = "off"};
    enum board_look look = BOARD_DRAWN;
    while (look < BOARD_LOOK_COUNT && strcmp(names[look], name) != 0) {
        look++;
    }
    return look;
}
