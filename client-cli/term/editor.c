#include "client-cli/term/editor.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/utf8.h"

void editor_fini(struct editor *editor) {
    for (unsigned i = 0; i < editor->n_past; i++) {
        free(editor->past[i]);
    }
    editor_clear(editor);
    editor->n_past = 0;
}

void editor_clear(struct editor *editor) {
    sodium_memzero(editor->text, sizeof editor->text);
    editor->len = editor->at = 0;
    editor->shown = 0;
}

void editor_set(struct editor *editor, const char *text) {
    size_t len = strlen(text);
    editor->len = editor->at = len < EDITOR_BYTES ? len : EDITOR_BYTES - 1;
    memmove(editor->text, text, editor->len);
    editor->text[editor->len] = '\0';
}

void editor_keep(struct editor *editor) {
    bool is_same = editor->n_past > 0 && strcmp(editor->past[0], editor->text) == 0;
    if (editor->len == 0 || is_same) {
        return;
    }
    if (editor->n_past == EDITOR_LINES) {
        free(editor->past[--editor->n_past]);
    }
    memmove(editor->past + 1, editor->past, editor->n_past * sizeof editor->past[0]);
    editor->past[0] = mem_copy(editor->text, editor->len);
    editor->n_past++;
}

/* The length of the character before the cursor, or at it. */
static size_t len_before(const struct editor *editor) {
    size_t n = 0;
    while (n < editor->at) {
        n++;
        if (((unsigned char)editor->text[editor->at - n] & 0xc0) != 0x80) {
            break;
        }
    }
    return n;
}

static size_t len_after(const struct editor *editor) {
    uint32_t point;
    size_t left = editor->len - editor->at;
    return left > 0 ? utf8_read(editor->text + editor->at, left, &point) : 0;
}

/* Removes n bytes before the cursor. */
static void erase(struct editor *editor, size_t n) {
    memmove(editor->text + editor->at - n, editor->text + editor->at,
            editor->len - editor->at + 1);
    editor->at -= n;
    editor->len -= n;
}

static void insert(struct editor *editor, uint32_t point) {
    char bytes[UTF8_BYTES_MAX];
    size_t n = utf8_write(point, bytes);
    if (editor->len + n >= EDITOR_BYTES) {
        return;
    }
    memmove(editor->text + editor->at + n, editor->text + editor->at,
            editor->len - editor->at + 1);
    memcpy(editor->text + editor->at, bytes, n);
    editor->at += n;
    editor->len += n;
}

static void erase_word(struct editor *editor) {
    size_t n = 0;
    while (n < editor->at && editor->text[editor->at - n - 1] == ' ') {
        n++;
    }
    while (n < editor->at && editor->text[editor->at - n - 1] != ' ') {
        n++;
    }
    erase(editor, n);
}

/* Shows an earlier line, or a later one. */
static bool browse(struct editor *editor, int step) {
    unsigned to = (unsigned)((int)editor->shown + step);
    if (to > editor->n_past) {
        return false;
    }
    editor_set(editor, to > 0 ? editor->past[to - 1] : "");
    editor->shown = to;
    return true;
}

bool editor_take(struct editor *editor, const struct input *input) {
    switch ((int)input->kind) {
    case INPUT_TEXT: insert(editor, input->point); return true;
    case INPUT_ERASE: erase(editor, len_before(editor)); return true;
    case INPUT_DELETE:
    case INPUT_EOF: {
        size_t n = len_after(editor);
        editor->at += n;
        erase(editor, n);
        return true;
    }
    case INPUT_ERASE_WORD: erase_word(editor); return true;
    case INPUT_ERASE_LINE: editor_clear(editor); return true;
    case INPUT_LEFT: editor->at -= len_before(editor); return true;
    case INPUT_RIGHT: editor->at += len_after(editor); return true;
    case INPUT_HOME: editor->at = 0; return true;
    case INPUT_END: editor->at = editor->len; return true;
    case INPUT_UP: return browse(editor, 1);
    case INPUT_DOWN: return editor->shown > 0 && browse(editor, -1);
    default: return false;
    }
}
