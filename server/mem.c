#include "server/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *there(void *p) {
    if (p == NULL) {
        fputs("alead: out of memory\n", stderr);
        abort();
    }
    return p;
}

void *mem_new(size_t n, size_t size) {
    return there(calloc(n, size));
}

void *mem_grow(void *p, size_t n, size_t size) {
    assert(n > 0 && size > 0 && n <= SIZE_MAX / size);
    return there(realloc(p, n * size));
}
