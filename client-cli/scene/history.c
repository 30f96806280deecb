#include "client-cli/scene/history.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "view/tell.h"

void history_fini(struct history *history) {
    free(history->text);
    *history = (struct history){0};
}

bool history_is_decision(const struct state *state, enum side side) {
    const struct note *first = state->n_notes > 0 ? &state->notes[0] : NULL;
    return first != NULL &&
           ((first->kind == NOTE_MOVE && (side == SIDE_COUNT || first->side == side)) ||
            first->kind == NOTE_NEW_GAME || first->kind == NOTE_BEGINS);
}

static void drop_oldest_line(struct history *history) {
    size_t gone = strcspn(history->text, "\n") + 1;
    gone = gone < history->len ? gone : history->len;
    history->len -= gone;
    history->last = history->last > gone ? history->last - gone : 0;
    memmove(history->text, history->text + gone, history->len + 1);
}

void history_add(struct history *history, const struct state *state, enum side side) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    struct state told = *state;
    told.lang = (uint8_t)lang_of_environment();
    tell_notes(out, &told);
    fputc('\n', out);
    if (state->stage == STAGE_OVER && state->result.over) {
        tell_result(out, &told);
        fputc('\n', out);
    }
    fclose(out);
    history->last = history_is_decision(state, side) ? history->len : history->last;
    history->text = mem_grow(history->text, history->len + len + 1, 1);
    memcpy(history->text + history->len, text, len + 1);
    history->len += len;
    free(text);
    while (history->len > HISTORY_BYTES) {
        drop_oldest_line(history);
    }
}

void history_write(const struct history *history, bool is_last, FILE *out) {
    const char *text = history->text != NULL ? history->text : "";
    for (text += is_last ? history->last : 0; *text != '\0'; text++) {
        bool is_end = text[0] == '.' && text[1] == ' ';
        fputs(is_end ? ".\n" : (const char[]){*text, '\0'}, out);
        text += is_end;
    }
}
