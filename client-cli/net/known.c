#include "client-cli/net/known.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/state_dir.h"

#define HASH_PREFIX "sha256:"

bool fingerprint_read(const char *text, char fingerprint[static FINGERPRINT_BYTES]) {
    size_t n = 0;
    if (strncmp(text, HASH_PREFIX, strlen(HASH_PREFIX)) == 0) {
        text += strlen(HASH_PREFIX);
    }
    for (; *text != '\0'; text++) {
        bool separates = *text == ':' && n > 0 && n % 2 == 0 && text[1] != '\0';
        if (separates) {
            continue;
        }
        if (!isxdigit((unsigned char)*text) || n == FINGERPRINT_BYTES - 1) {
            return false;
        }
        fingerprint[n++] = (char)tolower((unsigned char)*text);
    }
    fingerprint[n] = '\0';
    return n == FINGERPRINT_BYTES - 1;
}

/* The rest of a line after the server and a space; NULL: another server's line. */
static const char *about(const char *line, const char *server) {
    size_t len = strlen(server);
    return strncmp(line, server, len) == 0 && line[len] == ' ' ? line + len + 1 : NULL;
}

/* The next line without its end; NULL at the end of the file. */
static char *next_line(FILE *in, char **line, size_t *cap) {
    ssize_t n = getline(line, cap, in);
    if (n < 0) {
        return NULL;
    }
    (*line)[strcspn(*line, "\r\n")] = '\0';
    return *line;
}

enum known known_find(const char *path, const char *server, const char *fingerprint,
                      char was[static FINGERPRINT_BYTES]) {
    enum known found = KNOWN_NOT;
    FILE *in = fopen(path, "re");
    was[0] = '\0';
    if (in == NULL) {
        return errno == ENOENT ? KNOWN_NOT : KNOWN_FAILED;
    }
    char *line = NULL;
    size_t cap = 0;
    while (found != KNOWN_SO && next_line(in, &line, &cap) != NULL) {
        const char *rest = about(line, server);
        char there[FINGERPRINT_BYTES];
        if (rest == NULL) {
            continue;
        }
        found = KNOWN_OTHER;
        if (!fingerprint_read(rest, there)) {
            was[0] = '\0';
        } else if (strcmp(there, fingerprint) == 0) {
            found = KNOWN_SO;
        } else {
            memcpy(was, there, sizeof there);
        }
    }
    if (ferror(in)) {
        found = KNOWN_FAILED;
    }
    free(line);
    fclose(in);
    return found;
}

/* Copies all lines except the server's, and writes its new line. */
static bool write_lines(FILE *in, FILE *out, const char *server,
                        const char *fingerprint) {
    char *line = NULL;
    size_t cap = 0;
    while (in != NULL && next_line(in, &line, &cap) != NULL) {
        if (about(line, server) == NULL) {
            fprintf(out, "%s\n", line);
        }
    }
    free(line);
    fprintf(out, "%s " HASH_PREFIX "%s\n", server, fingerprint);
    return (in == NULL || !ferror(in)) && fflush(out) == 0 && !ferror(out);
}

static bool fail(const char *path, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.120s: %s", path, strerror(errno));
    return false;
}

bool known_put(const char *path, const char *server, const char *fingerprint,
               char fault[static FAULT_BYTES]) {
    char dir[PATH_MAX], made[PATH_MAX];
    snprintf(dir, sizeof dir, "%s", path);
    int len = snprintf(made, sizeof made, "%s.XXXXXX", path);
    errno = ENAMETOOLONG;
    if (len >= (int)sizeof made || !state_dir_make(dirname(dir))) {
        return fail(path, fault);
    }
    FILE *in = fopen(path, "re");
    if (in == NULL && errno != ENOENT) {
        return fail(path, fault);
    }
    int fd = mkstemp(made); /* creates it with mode 0600 */
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool is_written = out != NULL && write_lines(in, out, server, fingerprint);
    if (in != NULL) {
        fclose(in);
    }
    if (out != NULL) {
        is_written = fclose(out) == 0 && is_written;
    } else if (fd >= 0) {
        close(fd);
    }
    if (is_written && rename(made, path) == 0) {
        return true;
    }
    fail(path, fault);
    if (fd >= 0) {
        unlink(made);
    }
    return false;
}
