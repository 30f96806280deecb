#include "server/base/welcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/command/command.h"
#include "server/base/text_file.h"
#include "view/page.h"

/* Whether a line is valid, and safe for a terminal. */
static bool check_line(const char *line, char fault[static FAULT_BYTES]) {
    size_t len = strlen(line);
    if (!utf8_is_text(line, len)) {
        snprintf(fault, FAULT_BYTES, "this is not UTF-8");
        return false;
    }
    int n = page_width(line);
    if (n > WELCOME_COLUMNS) {
        snprintf(fault, FAULT_BYTES, "a line has at most %d characters, not %d",
                 WELCOME_COLUMNS, n);
        return false;
    }
    char clean[4 * WELCOME_COLUMNS + 1];
    utf8_clean(line, len, clean, sizeof clean);
    if (strcmp(clean, line) != 0 || strchr(line, '\t') != NULL) {
        snprintf(fault, FAULT_BYTES,
                 "control characters are not allowed: no tabs, colours, direction marks");
        return false;
    }
    return true;
}

/* Removes empty lines at the end, and the CR of every CR LF. */
static void trim(char *text) {
    size_t len = strlen(text);
    while (len > 0 && strchr(" \r\n", text[len - 1]) != NULL) {
        text[--len] = '\0';
    }
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] != '\r' || at[1] != '\n') {
            *to++ = *at;
        }
    }
    *to = '\0';
}

static bool check_lines(char *text, unsigned *line, char fault[static FAULT_BYTES]) {
    trim(text);
    if (text[0] == '\0') {
        snprintf(fault, FAULT_BYTES, "is empty: to show no text, leave out --welcome");
        return false;
    }
    bool good = true;
    for (char *at = text, *end; good && at != NULL; at = end) {
        end = strchr(at, '\n');
        if (++*line > WELCOME_LINES_MAX) {
            snprintf(fault, FAULT_BYTES, "there are at most %d lines", WELCOME_LINES_MAX);
            return false;
        }
        if (end != NULL) {
            *end = '\0';
        }
        good = check_line(at, fault);
        if (end != NULL) {
            *end++ = '\n';
        }
    }
    return good;
}

bool welcome_read(const char *path, char text[static WELCOME_BYTES], unsigned *line,
                  char fault[static FAULT_BYTES]) {
    *line = 0;
    /* Twice the longest valid size, so that an error can name its line. */
    char *read = text_file_read(path, (size_t)2 * WELCOME_BYTES, fault);
    bool good = read != NULL && check_lines(read, line, fault);
    if (good) {
        snprintf(text, WELCOME_BYTES, "%s", read);
        *line = 0;
    }
    free(read);
    return good;
}
