#include "mem/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void mem_end(void) {
    static const char why[] = "alea: out of memory\n";
    if (mem_before_end != NULL) {
        mem_before_end();
    }
    ssize_t n = write(STDERR_FILENO, why, sizeof why - 1);
    (void)n; /* if that fails too, the exit status remains */
    _exit(MEM_EXIT_CODE);
}

void *mem_there(void *p) {
    if (p == NULL) {
        mem_end();
    }
    return p;
}

void *mem_new(size_t n, size_t size) {
    return mem_there(calloc(n, size));
}

void *mem_grow(void *p, size_t n, size_t size) {
    assert(n > 0 && size > 0 && n <= SIZE_MAX / size);
    return mem_there(realloc(p, n * size));
}

void *mem_take(size_t len_bytes) {
    return mem_there(malloc(len_bytes > 0 ? len_bytes : 1));
}

void *mem_resize(void *p, size_t len_bytes) {
    if (len_bytes == 0) {
        free(p);
        return NULL;
    }
    return mem_there(realloc(p, len_bytes));
}

char *mem_copy(const char *text, size_t len_bytes) {
    return mem_there(strndup(text, len_bytes));
}
