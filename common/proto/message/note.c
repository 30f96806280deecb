#include "proto/message/note.h"

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

const char *note_reason(enum note_kind end) {
    static const char *const reasons[NOTE_KIND_COUNT] = {
#define X(id, name) [id] = (name),
        ROOM_ENDS(X)
#undef X
    };
    return reasons[end];
}

bool note_is_logged(enum note_kind kind) {
    return notes[kind].logged;
}
