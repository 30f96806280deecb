#include "proto/json/arena.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/utf8.h"

void proto_use_memory(void) {
    json_set_alloc_funcs(mem_alloc, free);
}

struct arena_block {
    struct arena_block *next;
    max_align_t bytes[];
};

void *arena_alloc(struct arena *arena, size_t n, size_t size) {
    size_t head = sizeof(struct arena_block);
    assert(n < (SIZE_MAX - head) / size);
    struct arena_block *block = mem_new(1, head + n * size);
    block->next = arena->blocks;
    arena->blocks = block;
    return block->bytes;
}

const char *arena_clean(struct arena *arena, const char *text) {
    size_t len = strlen(text);
    if (len == 0) {
        return "";
    }
    char *clean = arena_alloc(arena, len + 1, 1);
    utf8_clean(text, len, clean, len + 1);
    return clean;
}

const char *arena_clean_page(struct arena *arena, const char *text) {
    size_t size = strlen(text) + 1;
    char *page = arena_alloc(arena, size, 1);
    for (char *to = page;; *to++ = '\n') {
        size_t line = strcspn(text, "\n");
        utf8_clean(text, line, to, line + 1);
        to += strlen(to);
        if (text[line] == '\0') {
            return page;
        }
        text += line + 1;
    }
}

void arena_free(struct arena *arena) {
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
