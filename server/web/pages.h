/* The files of the page (client-web/), compiled into the program. */
#ifndef ALEA_SERVER_WEB_PAGES_H
#define ALEA_SERVER_WEB_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct page {
    const char *path; /* "/app.js" */
    const char *type; /* its MIME type */
    const char *etag; /* changes with the content */
    const unsigned char *bytes, *bytes_end;
    const unsigned char *zipped, *zipped_end; /* the same, gzipped */
};

/* All files.  The build generates this table (client-web/pack). */
extern const struct page pages[];
extern const size_t n_pages;
/* Changes with any file: the VERSION of "/v/VERSION/app.js". */
extern const char pages_version[];

/* Returns the file at a path; NULL: there is none.  "/", "/play/ROOM", "/rules/GAME" and
 * other views are all the page itself, which reads its own address.  Sets *is_fixed: the
 * path has the version in it, so what it names never changes.  Borrowed. */
const struct page *page_find(const char *path, bool *is_fixed);

#endif
