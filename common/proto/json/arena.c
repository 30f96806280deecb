#include "proto/json/arena.h"

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
    json_malloc_t take;
    json_free_t give_back;
    json_get_alloc_funcs(&take, &give_back);
    size_t head = sizeof(struct arena_block);
    struct arena_block *block =
        n < (SIZE_MAX - head) / size ? take(head + n * size) : NULL;
    if (block == NULL) {
        arena->failed = true;
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return memset(block->bytes, 0, n * size);
}

const char *arena_clean(struct arena *arena, const char *text) {
    size_t len = strlen(text);
    char *clean = len > 0 ? arena_alloc(arena, len + 1, 1) : NULL;
    if (clean == NULL) {
        return "";
    }
    utf8_clean(text, len, clean, len + 1);
    return clean;
}

const char *arena_clean_page(struct arena *arena, const char *text) {
    size_t size = strlen(text) + 1;
    char *page = arena_alloc(arena, size, 1);
    if (page == NULL) {
        return "";
    }
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
    json_malloc_t take;
    json_free_t give_back;
    json_get_alloc_funcs(&take, &give_back);
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        give_back(block);
    }
}
