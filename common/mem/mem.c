#include "mem/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void mem_exit(void) {
    static const char why[] = "alea: out of memory\n";
    if (mem_before_exit != NULL) {
        mem_before_exit();
    }
    ssize_t n = write(STDERR_FILENO, why, sizeof why - 1);
    (void)n; /* if that fails too, the exit status remains */
    _exit(MEM_EXIT_CODE);
}

void *mem_checked(void *p) {
    if (p == NULL) {
        mem_exit();
    }
    return p;
}

void *mem_new(size_t n, size_t size) {
    return mem_checked(calloc(n, size));
}

void *mem_grow(void *p, size_t n, size_t size) {
    assert(n > 0 && size > 0 && n <= SIZE_MAX / size);
    return mem_checked(realloc(p, n * size));
}

void *mem_alloc(size_t len_bytes) {
    return mem_checked(malloc(len_bytes > 0 ? len_bytes : 1));
}

void *mem_realloc(void *p, size_t len_bytes) {
    if (len_bytes == 0) {
        free(p);
        return NULL;
    }
    return mem_checked(realloc(p, len_bytes));
}

char *mem_copy(const char *text, size_t len_bytes) {
    return mem_checked(strndup(text, len_bytes));
}
