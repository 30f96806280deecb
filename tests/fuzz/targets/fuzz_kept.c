/* Files that the client keeps, changed in any way.  The first byte selects a token file
 * ('t') or the file of known servers. */
#include "tests/fuzz/disk.h"

#include "client-cli/net/token.h"
#include "client-cli/net/trust.h"
#include "proto/shape.h"

#define SERVER "localhost:2533"
#define HASH   "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"

static char path[DISK_PATH_BYTES];

/* Whether a line of the file that is not about the server is missing afterwards. */
static bool has_lost(const char *before, const char *after) {
    for (const char *line = before; *line != '\0';) {
        size_t len = strcspn(line, "\r\n");
        char *copy = strndup(line, len);
        assert(copy != NULL);
        bool is_about = strncmp(copy, SERVER " ", sizeof SERVER) == 0;
        bool is_lost = !is_about && strstr(after, copy) == NULL;
        free(copy);
        if (is_lost) {
            return true;
        }
        line += len + strcspn(line + len, "\n");
        line += *line == '\n';
    }
    return false;
}

static void try_known(const char *bytes, size_t n) {
    char was[FINGERPRINT_BYTES], fault[FAULT_BYTES] = "";
    size_t len;
    disk_path("known", path);
    disk_write(path, bytes, n);
    enum known found = known_find(path, SERVER, HASH, was);
    assert(found != KNOWN_FAILED);
    assert(was[0] == '\0' || (found != KNOWN_NOT && is_hex(was)));
    bool is_put = known_put(path, SERVER, HASH, fault);
    assert(is_put && known_find(path, SERVER, HASH, was) == KNOWN_SO);
    char *after = disk_read(path, &len);
    assert(after != NULL && access(path, R_OK) == 0);
    char *before = strndup(bytes, n); /* a NUL ends a line, too */
    assert(before != NULL);
    assert(strlen(before) < n || !has_lost(before, after));
    free(before);
    free(after);
}

/* The file has a valid token or none; another token can replace it. */
static void try_token(const char *bytes, size_t n) {
    static const struct net_address address = {.host = "::1", .port = "2532"};
    char token[TOKEN_BYTES + 1], fault[FAULT_BYTES] = "";
    struct token_file file;
    disk_path("127.0.0.1_2532_ann", path);
    disk_write(path, bytes, n);
    bool is_open = token_open(&file, disk_dir(), &address, "ann", fault);
    assert(is_open && strcmp(file.path, path) == 0);
    assert(file.token[0] == '\0' || is_token(file.token));
    memset(token, 'x', TOKEN_BYTES);
    token[TOKEN_BYTES] = '\0';
    assert(token_keep(&file, token, fault));
    token_close(&file, true);
    assert(token_open(&file, disk_dir(), &address, "ann", fault));
    assert(strcmp(file.token, token) == 0);
    assert(token_move(&file, &address, "bob", fault));
    token_close(&file, false);
    disk_clear();
}

unsigned fuzz_rounds(void) {
    return 500;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0) {
        char *copy = fuzz_copy((const char *)data + 1, size - 1);
        (data[0] == 't' ? try_token : try_known)(copy, size - 1);
        free(copy);
    }
    return 0;
}
