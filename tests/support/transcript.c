#include "tests/support/transcript.h"

#include <stdio.h>
#include <string.h>

#define CLIENTS_MAX  26
#define CAPTURES_MAX 24
#define NAME_BYTES   16
#define VALUE_BYTES  72
#define LINE_BYTES   8192

#define CAPITALS   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS     "0123456789"
#define NAME_CHARS CAPITALS DIGITS "_"
#define WORD_CHARS NAME_CHARS "abcdefghijklmnopqrstuvwxyz-"

static const char directive[] = "# server: ";

struct captures {
    size_t n;
    struct {
        char name[NAME_BYTES];
        char value[VALUE_BYTES];
    } of[CAPTURES_MAX];
};

struct player {
    struct scene *scene;
    const char *file;
    unsigned line_number;
    struct peer *client[CLIENTS_MAX]; /* NULL: not connected yet */
    struct captures captures;
};

/* Length in bytes of the $NAME that begins here; 0: there is none. */
static size_t name_len(const char *at) {
    return at[0] == '$' && at[1] != '\0' && strchr(CAPITALS, at[1]) != NULL
               ? 1 + strspn(at + 1, NAME_CHARS)
               : 0;
}

/* The value of the $NAME of this length, or NULL. */
static const char *find(const struct captures *captures, const char *name, size_t len) {
    for (size_t i = 0; i < captures->n; i++) {
        if (strlen(captures->of[i].name) == len &&
            memcmp(captures->of[i].name, name, len) == 0) {
            return captures->of[i].value;
        }
    }
    return NULL;
}

/* Matches a captured value, or captures one.  Returns how many bytes of text it takes; 0:
 * no match. */
static size_t match_capture(struct captures *captures, const char *name, size_t len,
                            const char *text) {
    size_t word = strspn(text, WORD_CHARS);
    const char *value = find(captures, name, len);
    if (value != NULL) {
        return strlen(value) == word && memcmp(value, text, word) == 0 ? word : 0;
    }
    if (word == 0 || word >= VALUE_BYTES || len >= NAME_BYTES ||
        captures->n == CAPTURES_MAX) {
        return 0;
    }
    snprintf(captures->of[captures->n].name, NAME_BYTES, "%.*s", (int)len, name);
    snprintf(captures->of[captures->n].value, VALUE_BYTES, "%.*s", (int)word, text);
    captures->n++;
    return word;
}

static bool matches(struct captures *captures, const char *pattern, const char *text) {
    size_t n_before = captures->n;
    while (*pattern != '\0') {
        if (strncmp(pattern, "...", 3) == 0) {
            while (!matches(captures, pattern + 3, text)) {
                if (*text++ == '\0') {
                    captures->n = n_before;
                    return false;
                }
            }
            return true;
        }
        size_t len = name_len(pattern);
        size_t taken = len > 0 ? match_capture(captures, pattern, len, text)
                               : (size_t)(*pattern == *text);
        if (taken == 0) {
            captures->n = n_before;
            return false;
        }
        pattern += len > 0 ? len : 1;
        text += taken;
    }
    if (*text != '\0') {
        captures->n = n_before;
    }
    return *text == '\0';
}

/* --- playing --- */

/* Writes text with every $NAME replaced. */
static void fill_in(const struct player *player, const char *text, char *out,
                    size_t cap) {
    size_t n = 0;
    while (*text != '\0' && n + VALUE_BYTES < cap) {
        size_t len = name_len(text);
        const char *value = len > 0 ? find(&player->captures, text, len) : NULL;
        n += (size_t)snprintf(out + n, cap - n, "%.*s", value != NULL ? VALUE_BYTES : 1,
                              value != NULL ? value : text);
        text += value != NULL ? len : 1;
    }
    out[n] = '\0';
}

static void expect(struct player *player, struct peer *client, const char *pattern,
                   bool skips) {
    char before[256] = "nothing";
    const char *line;
    while ((line = peer_line(client)) != NULL) {
        if (matches(&player->captures, pattern, line)) {
            return;
        }
        snprintf(before, sizeof before, "%s", line);
        if (!skips) {
            break;
        }
    }
    fail_msg("%s:%u: expected: %s\nbut got: %s", player->file, player->line_number,
             pattern, line != NULL ? line : before);
}

static void play_line(struct player *player, const char *line) {
    const char *letter = memchr(CAPITALS, line[0], CLIENTS_MAX);
    const char *sign = letter != NULL ? memchr("><~!-", line[1], 5) : NULL;
    if (sign == NULL || (line[2] != ' ' && line[2] != '\0')) {
        fail_msg("%s:%u: not a line of a transcript: %s", player->file,
                 player->line_number, line);
    }
    struct peer **client = &player->client[letter - CAPITALS];
    if (*client == NULL) {
        *client =
            line[1] == '>' ? scene_text(player->scene) : scene_connect(player->scene);
    }
    const char *rest = line[2] != '\0' ? line + 3 : "";
    char filled[LINE_BYTES];
    switch (line[1]) {
    case '>':
        fill_in(player, rest, filled, sizeof filled);
        peer_send(*client, "%s", filled);
        break;
    case '<': expect(player, *client, rest, false); break;
    case '~': expect(player, *client, rest, true); break;
    case '-':
        peer_fini(*client);
        *client = NULL;
        break;
    default: peer_expect_end(*client);
    }
}

/* Copies the line at *text, with its continuations, into `line`, and moves *text past
 * them. Returns how many lines they are. */
static unsigned take_line(const char **text, char line[static LINE_BYTES]) {
    size_t len = 0;
    unsigned n = 0;
    do {
        *text += n > 0 ? strspn(*text, " ") : 0;
        size_t bytes = strcspn(*text, "\n");
        assert_true(len + bytes < LINE_BYTES);
        memcpy(line + len, *text, bytes);
        len += bytes;
        *text += bytes + ((*text)[bytes] == '\n');
        n++;
    } while (strncmp(*text, "    ", 4) == 0);
    line[len] = '\0';
    return n;
}

void transcript_play(struct scene *scene, const struct transcript *transcript) {
    struct player player = {
        .scene = scene, .file = transcript->file, .line_number = transcript->first_line};
    char line[LINE_BYTES];
    const char *text = transcript->text;
    while (*text != '\0' && strncmp(text, "```", 3) != 0) {
        unsigned n = take_line(&text, line);
        if (line[0] != '#' && line[0] != '\0') {
            play_line(&player, line);
        }
        player.line_number += n;
    }
}

void transcript_server_args(const struct transcript *transcript, char *args, size_t cap) {
    const char *end = strstr(transcript->text, "\n```");
    const char *found = strstr(transcript->text, directive);
    args[0] = '\0';
    if (found != NULL && (end == NULL || found < end)) {
        found += strlen(directive);
        snprintf(args, cap, "%.*s", (int)strcspn(found, "\n"), found);
    }
}
