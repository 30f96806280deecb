#include "room/op.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {
#define X(id, name) [id] = (name),
    OP_KINDS(X)
#undef X
};

const char *op_name(enum op_kind kind) {
    assert(kind < OP_KIND_COUNT);
    return names[kind];
}

bool op_goes_on(enum op_kind kind) {
    return kind == OP_READY || kind == OP_OPEN || kind == OP_MOVE;
}

enum op_kind op_find(const char *name) {
    int kind = 0;
    while (kind < OP_KIND_COUNT && strcmp(names[kind], name) != 0) {
        kind++;
    }
    return (enum op_kind)kind;
}
