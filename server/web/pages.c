#include "server/web/pages.h"

#include <stdbool.h>
#include <string.h>

/* The page itself reads the rest of these addresses. */
static bool is_view(const char *path) {
    return strcmp(path, "/") == 0 || strcmp(path, "/wall") == 0 ||
           strncmp(path, "/play/", 6) == 0 || strncmp(path, "/watch/", 7) == 0;
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
