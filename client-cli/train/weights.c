#include "client-cli/train/weights.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_LINE 12
/* How the lines of the comment begin. */
#define HISTORY " * alea train "
#define GAMES   " * Games in all: "

/* Reads a line of the comment; false: it is the last. */
static bool read_comment(const char *line, struct weights *weights) {
    size_t len = strlen(weights->history);
    if (strncmp(line, HISTORY, strlen(HISTORY)) == 0) {
        snprintf(weights->history + len, sizeof weights->history - len, "%s", line);
    } else if (strncmp(line, GAMES, strlen(GAMES)) == 0) {
        weights->n_games = strtoull(line + strlen(GAMES), NULL, 10);
    }
    return strstr(line, "*/") == NULL;
}

/* Reads the numbers of a line; false: it has something else. */
static bool read_numbers(const char *line, struct weights *weights) {
    for (;;) {
        char *end;
        float number = strtof(line, &end);
        if (end == line) {
            return line[strspn(line, " \n")] == '\0';
        }
        if (*end != ',' || weights->n == NETWORK_WEIGHTS_MAX) {
            return false;
        }
        weights->weight[weights->n++] = number;
        line = end + 1;
    }
}

bool weights_read(const char *path, struct weights *weights) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    memset(weights, 0, sizeof *weights);
    char line[512];
    bool in_comment = true;
    bool is_good = true;
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        if (in_comment) {
            in_comment = read_comment(line, weights);
        } else {
            is_good = read_numbers(line, weights);
        }
    }
    if (!is_good) {
        weights->n = 0;
    }
    bool was_read = !ferror(file);
    fclose(file);
    return was_read;
}

static void print(FILE *file, const char *game, const struct weights *weights) {
    fprintf(file, "/* The network of %s, written by these commands:\n%s", game,
            weights->history);
    fprintf(file, GAMES "%" PRIu64 "\n */\n", weights->n_games);
    for (size_t i = 0; i < weights->n; i++) {
        bool ends = i % PER_LINE == PER_LINE - 1 || i + 1 == weights->n;
        fprintf(file, "%.3g,%s", (double)weights->weight[i], ends ? "\n" : " ");
    }
}

bool weights_write(const char *path, const char *game, const struct weights *weights) {
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part) {
        return false;
    }
    FILE *file = fopen(part, "w");
    if (file == NULL) {
        return false;
    }
    print(file, game, weights);
    bool was_written = !ferror(file);
    was_written = fclose(file) == 0 && was_written;
    return was_written && rename(part, path) == 0;
}
