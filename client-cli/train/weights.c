#include "client-cli/train/weights.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/output_path.h"

#define PER_LINE 12
/* Each line of the history begins with this. */
#define HISTORY " * alea train "
#define GAMES   " * Games in all: "

void weights_note(struct weights *weights, const char *line) {
    char *history = weights->history;
    size_t room = sizeof weights->history - 1, added = strlen(line);
    while (history[0] != '\0' && strlen(history) + added > room) {
        size_t first = strcspn(history, "\n");
        first += history[first] == '\n';
        memmove(history, history + first, strlen(history + first) + 1);
    }
    size_t len = strlen(history);
    snprintf(history + len, sizeof weights->history - len, "%s", line);
}

/* Reads a line of the comment.  False: it is the last one. */
static bool read_comment(const char *line, struct weights *weights) {
    const char *all = strstr(line, GAMES);
    if (all != NULL) {
        weights->n_games = strtoull(all + strlen(GAMES), NULL, 10);
    } else if (strncmp(line, HISTORY, strlen(HISTORY)) == 0) {
        weights_note(weights, line);
    }
    return strstr(line, "*/") == NULL;
}

/* Reads the numbers of a line.  False: there is something else in it. */
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
    fprintf(file, "/* The network of %s, written by these commands:\n", game);
    fprintf(file, GAMES "%" PRIu64 "\n%s */\n", weights->n_games, weights->history);
    for (size_t i = 0; i < weights->n; i++) {
        bool ends = i % PER_LINE == PER_LINE - 1 || i + 1 == weights->n;
        fprintf(file, "%.3g,%s", (double)weights->weight[i], ends ? "\n" : " ");
    }
}

static bool create_part(struct weights_out *out) {
    int fd = open(out->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    out->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && out->file == NULL) {
        close(fd);
        unlink(out->part);
    }
    return out->file != NULL;
}

bool weights_begin(struct weights_out *out, char fault[static FAULT_BYTES]) {
    int len =
        snprintf(out->part, sizeof out->part, "%s.part-%ld", out->path, (long)getpid());
    errno = ENAMETOOLONG;
    if (len >= (int)sizeof out->part || !create_part(out)) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    fclose(out->file); /* so a training that is killed leaves nothing behind */
    unlink(out->part);
    return true;
}

/* Renames the part to out->path.  Never replaces a file that appeared during the
 * training. */
static bool give_name(const struct weights_out *out, char why[static FAULT_BYTES]) {
    bool is_there;
    if (!output_path_check(out->path, &is_there, why)) {
        return false;
    }
    if (is_there && out->is_new) {
        snprintf(why, FAULT_BYTES, "another program has made this file meanwhile");
        return false;
    }
    if (rename(out->part, out->path) != 0) {
        snprintf(why, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    return true;
}

bool weights_end(struct weights_out *out, const char *game, const struct weights *weights,
                 char fault[static FAULT_BYTES]) {
    if (!create_part(out)) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    print(out->file, game, weights);
    bool was_written = !ferror(out->file);
    was_written = fclose(out->file) == 0 && was_written;
    if (!was_written) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        unlink(out->part);
        return false;
    }
    char why[FAULT_BYTES];
    if (!give_name(out, why)) {
        snprintf(fault, FAULT_BYTES,
                 "%.80s; the weights are in this file with .part-%ld added", why,
                 (long)getpid());
        return false;
    }
    return true;
}
