
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/command/command.h"
#include "server/base/text_file.h"
#include "server/config/option.h"

/* State while reading a file. */
struct reading {
    struct config *config;
    unsigned line;                        /* the current one, from 1 */
    unsigned set_in[CONFIG_OPTION_COUNT]; /* the line that set the option; 0: none */
    char *fault;                          /* FAULT_BYTES */
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Removes blanks at both ends, in place. */
static char *trim(char *text) {
    while (is_blank(*text)) {
        text++;
    }
    size_t len = strlen(text);
    while (len > 0 && is_blank(text[len - 1])) {
        len--;
    }
    text[len] = '\0';
    return text;
}

static bool fail_unknown(struct reading *reading, const char *key) {
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        if (strcmp(config_options[i].name, key) == 0) {
            snprintf(reading->fault, FAULT_BYTES,
                     "%s is for the command line only: put --%s there", key, key);
            return false;
        }
    }
    snprintf(reading->fault, FAULT_BYTES,
             "there is no \"%.40s\": the keys have a = in alead --help limits", key);
    return false;
}

static bool set(struct reading *reading, size_t i, const char *value) {
    const struct config_option *option = &config_options[i];
    if (reading->set_in[i] != 0 && (option->flags & OPTION_REPEATS) == 0) {
        snprintf(reading->fault, FAULT_BYTES,
                 "%s is already set in line %u: remove one of the two", option->name,
                 reading->set_in[i]);
        return false;
    }
    reading->set_in[i] = reading->line;
    char why[FAULT_BYTES];
    if (value_read(option, reading->config, value, why)) {
        return true;
    }
    snprintf(reading->fault, FAULT_BYTES, "%s: %.*s", option->name,
             (int)(FAULT_BYTES - strlen(option->name) - 3), why);
    return false;
}

static bool read_line(struct reading *reading, char *line) {
    if (!utf8_is_text(line, strlen(line))) {
        snprintf(reading->fault, FAULT_BYTES, "this is not UTF-8");
        return false;
    }
    line = trim(line);
    if (line[0] == '\0' || line[0] == '#') {
        return true;
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        snprintf(reading->fault, FAULT_BYTES,
                 "a line is KEY = VALUE, or a comment that begins with #");
        return false;
    }
    *equals = '\0';
    const char *key = trim(line);
    for (size_t i = 0; i < CONFIG_OPTION_COUNT; i++) {
        if ((config_options[i].flags & OPTION_IN_FILE) != 0 &&
            strcmp(config_options[i].name, key) == 0) {
            return set(reading, i, trim(equals + 1));
        }
    }
    return fail_unknown(reading, key);
}

bool config_file_read(struct config *config, const char *path, unsigned *line,
                      char fault[static FAULT_BYTES]) {
    *line = 0;
    char *text = text_file_read(path, CONFIG_FILE_BYTES, fault);
    if (text == NULL) {
        return false;
    }
    struct reading reading = {.config = config, .fault = fault};
    bool good = true;
    for (char *at = text, *end; good && *at != '\0'; at = end) {
        end = at + strcspn(at, "\n");
        if (*end == '\n') {
            *end++ = '\0';
        }
        reading.line++;
        good = read_line(&reading, at);
    }
    *line = good ? 0 : reading.line;
    free(text);
    return good;
}
