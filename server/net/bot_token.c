#include "server/net/bot_token.h"

#include "server/people/bots.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Longest file name, with its NUL. */
#define PATH_BYTES 4200

/* Writes a new file, then renames it over the old one: a bot reads either the old or the
 * new token, and a process that has the old file open cannot read the new one.  False
 * with errno. */
static bool write_file(const char *path, const char *token) {
    char fresh[PATH_BYTES + 8], line[TOKEN_BYTES + 2];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    int len = snprintf(line, sizeof line, "%s\n", token);
    unlink(fresh); /* may be left by a killed server */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        return false;
    }
    bool is_written = write(fd, line, (size_t)len) == len && fsync(fd) == 0;
    bool is_good = close(fd) == 0 && is_written && rename(fresh, path) == 0;
    int error = errno;
    if (!is_good) {
        unlink(fresh);
    }
    sodium_memzero(line, sizeof line);
    errno = error;
    return is_good;
}

void bot_tokens_write(struct hub *hub, const struct hub_config *config) {
    for (size_t i = 0; i < config->n_bots; i++) {
        char path[PATH_BYTES], token[TOKEN_BYTES + 1];
        snprintf(path, sizeof path, "%s.bot-%s", config->bot_files, config->bots[i]);
        if (people_draw_bot_token(hub_people(hub), i, token) &&
            !write_file(path, token)) {
            log_line(&config->log, LOG_ERROR, "bot_token_failed file=%s why=%s",
                     LOG_QUOTED(path), LOG_QUOTED(strerror(errno)));
        }
        sodium_memzero(token, sizeof token);
    }
}
