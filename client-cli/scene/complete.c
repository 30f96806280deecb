/* Tab in a line: completes commands, games, rooms, names, moves. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/scene/inside.h"
#include "mem/mem.h"
#include "proto/command/command.h"

/* The words that fit what is typed so far. */
struct matches {
    const char *typed;
    size_t len;
    char common[96]; /* the start that all of them share */
    unsigned n;
    char list[512]; /* all of them, to be shown */
    struct text_out out;
};

static void try(struct matches *matches, const char *word, size_t len) {
    if (len < matches->len || len == 0 || len >= sizeof matches->common ||
        strncasecmp(word, matches->typed, matches->len) != 0) {
        return;
    }
    size_t same = 0;
    while (matches->n > 0 && same < len && matches->common[same] == word[same]) {
        same++;
    }
    if (matches->n == 0) {
        snprintf(matches->common, sizeof matches->common, "%.*s", (int)len, word);
    } else if (matches->common[same] == '\0' && same == len) {
        return; /* the same word again */
    } else {
        matches->common[same] = '\0';
    }
    text_put(&matches->out, matches->n > 0 ? "  " : "");
    for (size_t i = 0; i < len; i++) {
        text_put_char(&matches->out, word[i]);
    }
    matches->n++;
}

/* Tries each word of a text that has only letters, digits and hyphens. */
static void try_words(struct matches *matches, const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    while (*text != '\0') {
        size_t len = strspn(text, letters);
        if (len > 1) {
            try(matches, text, len);
        }
        text += len > 0 ? len : 1;
    }
}

static void try_commands(struct matches *matches) {
    static const char *const own[] = {"hint", "analyse", "save", "last",   "history",
                                      "keys", "pace",    "bell", "notify", "level"};
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command_spec *spec = command_spec((enum command_kind)i);
        if ((spec->flags & COMMAND_OPERATOR) == 0) {
            try(matches, spec->word, strlen(spec->word));
        }
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        try(matches, own[i], strlen(own[i]));
    }
}

static void try_arguments(struct scene *scene, struct matches *matches, bool is_help) {
    struct scene_room *room = scene_room(scene);
    for (size_t i = 0; games[i] != NULL; i++) {
        try(matches, games[i]->id, strlen(games[i]->id));
    }
    if (is_help) {
        try_commands(matches);
    }
    for (int i = 0; i < SCENE_ROOMS; i++) {
        const struct scene_room *other = &scene->room[i];
        try(matches, other->code, strlen(other->code));
        for (int side = 0; other->story.msg != NULL && side < SIDE_COUNT; side++) {
            const char *name = other->story.msg->state->seat[side].name;
            try(matches, name, strlen(name));
        }
    }
    for (unsigned i = 0; i < scene->n_offers; i++) {
        try_words(matches, strchr(scene->offer[i].text, ' '));
    }
    for (int part = 0; part < 2; part++) {
        try_words(matches, scene->lobby[part] != NULL ? scene->lobby[part] : "");
    }
    const char *moves =
        room != NULL && room->story.msg != NULL ? room->story.msg->state->moves : NULL;
    char move[MOVE_TEXT_BYTES];
    for (unsigned i = 1; typed_move_nth(moves, i, move); i++) {
        try(matches, move, strlen(move));
    }
}

void complete(struct scene *scene) {
    struct editor *editor = &scene->editor;
    size_t begin = editor->len;
    while (begin > 0 && editor->text[begin - 1] != ' ' &&
           editor->text[begin - 1] != '=') {
        begin--;
    }
    struct matches matches = {.typed = editor->text + begin, .len = editor->len - begin};
    matches.out = text_out_of(matches.list, sizeof matches.list);
    if (begin == 0) {
        try_commands(&matches);
    }
    if (begin > 0 || matches.n == 0) {
        try_arguments(scene, &matches, strncmp(editor->text, "help ", 5) == 0);
    }
    if (matches.n == 0) {
        return;
    }
    char line[EDITOR_BYTES + 128];
    snprintf(line, sizeof line, "%.*s%s%s", (int)begin, editor->text, matches.common,
             matches.n == 1 ? " " : "");
    if (matches.n > 1 && strlen(matches.common) <= matches.len) {
        scene_say(scene, matches.list, false);
    }
    editor_set(editor, line);
}
