#include "proto/note.h"

static const struct {
    const char *name;
    bool logged;
} notes[NOTE_KIND_COUNT] = {
#define X(id, name, logged) [id] = {name, logged},
    NOTE_KINDS(X)
#undef X
};

const char *note_name(enum note_kind kind) {
    return notes[kind].name;
}

bool note_is_logged(enum note_kind kind) {
    return notes[kind].logged;
}
