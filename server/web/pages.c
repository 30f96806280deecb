#include "server/web/pages.h"

#include <stdbool.h>
#include <string.h>

/* Paths that show the page itself, which reads the rest of the path: exactly these, or
 * these followed by a slash. */
static const char *const views[] = {"/play", "/watch", "/wall",  "/account", "/player",
                                    "/top",  "/rules", "/learn", "/replay",  "/game"};

static bool is_view(const char *path) {
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        size_t len = strlen(views[i]);
        if (strncmp(path, views[i], len) == 0 &&
            (path[len] == '\0' || path[len] == '/')) {
            return true;
        }
    }
    return strcmp(path, "/") == 0;
}

/* Returns a path without its "/v/VERSION", and whether it has the version of today.  A
 * page that is older than the server gets today's files, as without a version. */
static const char *without_version(const char *path, bool *is_fixed) {
    static const char prefix[] = "/v/";
    *is_fixed = false;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0) {
        return path;
    }
    const char *version = path + sizeof prefix - 1;
    const char *rest = strchr(version, '/');
    if (rest == NULL) {
        return path;
    }
    size_t len = (size_t)(rest - version);
    *is_fixed = len == strlen(pages_version) && strncmp(version, pages_version, len) == 0;
    return rest;
}

const struct page *page_find(const char *path, bool *is_fixed) {
    const char *rest = without_version(path, is_fixed);
    const char *file = rest == path && is_view(path) ? "/index.html" : rest;
    for (size_t i = 0; i < n_pages; i++) {
        if (strcmp(pages[i].path, file) == 0) {
            return &pages[i];
        }
    }
    return NULL;
}
