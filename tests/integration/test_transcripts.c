/* Plays the sessions of tests/transcripts/ and the examples of protocol.md against the
 * real server.  tests/support/transcript.h describes their format. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/support/transcript.h"

#define SESSIONS_MAX 100
/* Least number of examples in protocol.md, to notice when some get lost. */
#define EXAMPLES_MIN 1

struct session {
    struct transcript transcript;
    char name[80];
    char args[256]; /* arguments for alead */
};

struct sessions {
    struct session session[SESSIONS_MAX];
    size_t n;
    size_t n_examples;
};

static void play(struct scene *scene) {
    const struct session *session = scene->test->param;
    transcript_play(scene, &session->transcript);
}

static void has_examples(struct scene *scene) {
    const struct sessions *sessions = scene->test->param;
    assert_in_range(sessions->n_examples, EXAMPLES_MIN, SESSIONS_MAX);
}

static void add(struct sessions *sessions, const char *file, const char *text,
                unsigned first_line) {
    if (sessions->n == SESSIONS_MAX) {
        abort();
    }
    struct session *session = &sessions->session[sessions->n++];
    session->transcript = (struct transcript){text, file, first_line};
    snprintf(session->name, sizeof session->name, "%s:%u", file, first_line);
    transcript_server_args(&session->transcript, session->args, sizeof session->args);
}

/* Adds every block of a Markdown file that is fenced as a transcript. */
static void add_examples(struct sessions *sessions, const char *file, const char *text) {
    static const char fence[] = "```transcript\n";
    unsigned line = 1;
    for (const char *end; *text != '\0'; text = end, line++) {
        end = text + strcspn(text, "\n");
        end += *end == '\n';
        if (strncmp(text, fence, strlen(fence)) == 0) {
            add(sessions, file, end, line + 1);
            sessions->n_examples++;
        }
    }
}

BEFORE_TESTS {
    static struct sessions sessions;
    static glob_t files; /* its names are needed to the end */
    if (glob("tests/transcripts/*.txt", 0, NULL, &files) != 0) {
        fputs("no sessions in tests/transcripts\n", stderr);
        exit(1);
    }
    static char **text;
    text = calloc(files.gl_pathc + 1, sizeof *text);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        text[i] = read_file(files.gl_pathv[i]);
        add(&sessions, files.gl_pathv[i], text[i], 1);
    }
    text[files.gl_pathc] = read_file("protocol.md");
    add_examples(&sessions, "protocol.md", text[files.gl_pathc]);
    for (size_t i = 0; i < sessions.n; i++) {
        struct session *session = &sessions.session[i];
        scene_add(&(struct scene_test){
            .name = session->name, .run = play, .args = session->args, .param = session});
    }
    scene_add(&(struct scene_test){
        .name = "protocol.md has examples", .run = has_examples, .param = &sessions});
}
