#include "client-cli/net/token.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "proto/name.h"
#include "proto/shape.h"

/* Most tokens of one name on one server: one for each window. */
#define SLOTS 8
/* Most bytes of the host in a file name, which itself may have 255. */
#define HOST_BYTES 200

bool token_dir(char dir[static PATH_MAX]) {
    return state_dir_path("tokens", dir);
}

static bool fail(const char *path, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.120s: %s", path, strerror(errno));
    return false;
}

static bool is_this_computer(const char *host) {
    return strcasecmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, NET_DEFAULT_HOST) == 0;
}

/* Writes the path of a file.  Its name cannot lead to another directory. */
static bool write_path(struct token_file *file, const char *dir,
                       const struct net_address *address, const char *name,
                       unsigned slot) {
    char host[HOST_BYTES + 1], number[12] = "";
    snprintf(host, sizeof host, "%.*s", HOST_BYTES,
             is_this_computer(address->host) ? NET_DEFAULT_HOST : address->host);
    for (char *c = host; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '.' || *c == '-' ? *c : '_';
    }
    if (slot > 0) {
        snprintf(number, sizeof number, ".%u", slot + 1);
    }
    int len = snprintf(file->path, sizeof file->path, "%s/%s_%s_%s%s", dir, host,
                       address->port, name, number);
    errno = ENAMETOOLONG;
    return len < (int)sizeof file->path;
}

/* Writes the path of a name's file.  It has the name's key (ann).  Earlier versions used
 * the name as typed (Ann): renames such a file.  False: the path is too long. */
static bool find_path(struct token_file *file, const char *dir,
                      const struct net_address *address, const char *name,
                      unsigned slot) {
    char old[sizeof file->path], key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    if (!write_path(file, dir, address, name, slot)) {
        return false;
    }
    snprintf(old, sizeof old, "%s", file->path);
    if (!write_path(file, dir, address, key, slot)) {
        return false;
    }
    if (strcmp(old, file->path) != 0 && access(file->path, F_OK) != 0) {
        (void)rename(old, file->path); /* usually there is no old file */
    }
    return true;
}

/* Locks the open file.  False: another program has locked or replaced it. */
static bool lock(int fd) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat stat;
    return fcntl(fd, F_SETLK, &whole) == 0 && fstat(fd, &stat) == 0 && stat.st_nlink > 0;
}

/* Reads the token.  Anything else in the file counts as none. */
static void read_token(struct token_file *file) {
    ssize_t n = pread(file->fd, file->token, TOKEN_BYTES, 0);
    file->token[n > 0 ? n : 0] = '\0';
    file->token[is_token(file->token) ? TOKEN_BYTES : 0] = '\0';
}

bool token_open(struct token_file *file, const char *dir,
                const struct net_address *address, const char *name,
                char fault[static FAULT_BYTES]) {
    *file = (struct token_file){.fd = -1};
    snprintf(file->name, sizeof file->name, "%s", name);
    if (!state_dir_make(dir)) {
        return fail(dir, fault);
    }
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (!find_path(file, dir, address, name, slot)) {
            return fail(dir, fault);
        }
        int fd = open(file->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0) {
            return fail(file->path, fault);
        }
        if (lock(fd)) {
            file->fd = fd;
            read_token(file);
            return true;
        }
        close(fd);
    }
    snprintf(fault, FAULT_BYTES, "%.120s: too many windows with this name", dir);
    return false;
}

bool token_find(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]) {
    char dir[PATH_MAX];
    *file = (struct token_file){.fd = -1};
    return !token_dir(dir) || token_open(file, dir, address, name, fault);
}

bool token_keep(struct token_file *file, const char *token,
                char fault[static FAULT_BYTES]) {
    size_t len = strlen(token);
    if (strcmp(token, file->token) == 0) {
        return true;
    }
    snprintf(file->token, sizeof file->token, "%s", token);
    /* This order: if the program is killed in between, the file has one of the tokens. */
    if (file->fd >= 0 && (pwrite(file->fd, token, len, 0) != (ssize_t)len ||
                          ftruncate(file->fd, (off_t)len) != 0)) {
        return fail(file->path, fault);
    }
    return true;
}

bool token_move(struct token_file *file, const struct net_address *address,
                const char *name, char fault[static FAULT_BYTES]) {
    struct token_file next;
    char dir[PATH_MAX];
    if (name_is_same(name, file->name)) {
        return true;
    }
    snprintf(file->name, sizeof file->name, "%s", name);
    if (file->fd < 0) {
        return true;
    }
    snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(file->path, '/') - file->path),
             file->path);
    if (!token_open(&next, dir, address, name, fault)) {
        return false;
    }
    /* This order: if the program is killed in between, the token is in one file or
     * both. */
    if (!token_keep(&next, file->token, fault)) {
        token_close(&next, false);
        return false;
    }
    token_close(file, false);
    *file = next;
    return true;
}

void token_close(struct token_file *file, bool may_return) {
    if (file->fd < 0) {
        return;
    }
    if (!may_return) {
        unlink(file->path);
    }
    close(file->fd);
    file->fd = -1;
}
