#include "server/web/pages.h"

#include <stdbool.h>
#include <string.h>

/* Paths that show the page itself, which reads the rest of the path: exactly these, or
 * these followed by a slash. */
static const char *const views[] = {"/play", "/watch", "/wall",  "/account", "/player",
                                    "/top",  "/rules", "/learn", "/replay"};

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

const struct page *page_find(const char *path) {
    const char *file = is_view(path) ? "/index.html" : path;
    for (size_t i = 0; i < n_pages; i++) {
        if (strcmp(pages[i].path, file) == 0) {
            return &pages[i];
        }
    }
    return NULL;
}
