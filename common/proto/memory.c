#include "proto/memory.h"

#include <jansson.h>
#include <stdlib.h>

#include "mem/mem.h"

void proto_use_memory(void) {
    json_set_alloc_funcs(mem_take, free);
}
